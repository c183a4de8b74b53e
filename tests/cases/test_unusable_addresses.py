"""An e-mail address that nothing can be sent to is refused where it is typed, and one that is stored stops no act."""

from typing import Any

import pytest
from django.core.management import call_command

from tests.complaints.public_filing import begin, send, text_of
from tests.complaints.staff_pages import send as send_form
from tests.complaints.staff_pages import signed_in, words
from tests.factories import do, file_online, party_actor, person, staff
from wagecase.accounts.models import User
from wagecase.cases import contacts
from wagecase.cases.models import Party, Task
from wagecase.documents.models import Document
from wagecase.notices.models import Notice
from wagecase.web.fields import EmailAddressField
from wagecase.web.mail_addresses import is_usable

pytestmark = pytest.mark.django_db
BAD = ("a@[127.0.0.1]", "a@" + "ä" * 60 + ".com", "a@" + "b" * 64 + ".com", "a(b)@example.com")


def bad_row(user: User) -> None:
    """Put an address into the database that an earlier check took."""
    User.objects.filter(pk=user.pk).update(email="a@[127.0.0.1]")


@pytest.mark.parametrize("address", BAD)
def test_a_form_refuses_what_the_outbox_could_not_send_to(address: str):
    from django.core.exceptions import ValidationError

    assert not is_usable(address)
    with pytest.raises(ValidationError):
        EmailAddressField(label="x", noun="x").clean(address)


@pytest.mark.parametrize("address", BAD[:2])
def test_a_public_page_says_so_at_the_field_and_not_at_the_signature(client: Any, address: str):
    call_command("createcachetable", verbosity=0)
    begin(client)
    page = send(client, "contact", email=address)
    assert page.status_code == 422
    assert "Enter one e-mail address, such as name@example.com" in text_of(page)


@pytest.mark.parametrize("address", BAD[:2])
def test_an_administrator_cannot_add_a_person_with_such_an_address(address: str):
    page = send_form(
        signed_in("ada"), "/staff/people/add/", name="Nia Newcomer Example", email=address, title="Investigator",
        office="", role="investigator",
    )  # fmt: skip
    assert page.status_code == 422
    assert "Enter one e-mail address" in words(page)
    assert not User.objects.filter(name="Nia Newcomer Example").exists()


def test_a_reset_form_refuses_such_an_address(client: Any):
    call_command("createcachetable", verbosity=0)
    page = client.post("/accounts/password/reset/", {"email": "a@[127.0.0.1]"})
    assert "Enter one e-mail address" in text_of(page)


def test_one_colleagues_stored_address_does_not_stop_the_party(client: Any):
    staff()
    case = do(file_online(), "docket", by="supervisor", when="2026-03-03 09:00")
    bad_row(person("sue"))
    from complaints import services
    from tests.factories import at

    after = services.request_withdrawal(
        case, reason="I found other work.", actor=party_actor(case, "complainant"), at=at("2026-03-04 09:00")
    )
    assert after.state == "withdrawal_requested"
    told = Notice.objects.filter(case=case, kind="complaints.request_withdrawal", user__isnull=False)
    assert [notice.recipient_label for notice in told] == ["Sam Supervisor Sample"]
    task = Task.objects.get(case=case, key__startswith="untold:")
    assert task.what == "Tell Sue Supervisor Example of this case: the account's e-mail address cannot be used"
    assert (task.role, task.person_id) == ("supervisor", None)


def test_an_investigators_stored_address_does_not_stop_the_assignment():
    staff()
    case = do(file_online(), "docket", by="supervisor", when="2026-03-03 09:00")
    bad_row(person("ina"))
    ina = User.objects.get(name="Ina Investigator Example")
    case = do(case, "assign", by="supervisor", when="2026-03-03 10:00", investigator=ina)
    assert (case.state, case.assignee_id) == ("assigned", ina.pk)
    assert Task.objects.filter(case=case, key=f"untold:{case.pk}:staff:{ina.pk}").count() == 1


def test_a_partys_stored_address_sends_the_letter_by_post_instead():
    staff()
    case = file_online()
    Party.objects.filter(case=case, role="complainant").update(email="a@[127.0.0.1]")
    case = do(case, "dismiss", by="supervisor", when="2026-03-03 10:00")
    letter = Notice.objects.get(case=case, kind="complaints.dismiss")
    assert (letter.channel, letter.postal.splitlines()[1]) == ("letter", "12 Invented Street")


def test_an_employers_stored_address_is_no_dead_end():
    """Service goes by post at once, and the address can be put right for what comes after."""
    from tests.factories import INVESTIGATING, at, walk

    staff()
    case = walk(file_online(), INVESTIGATING, when="2026-03-02 10:00")
    employer = case.parties.get(role="employer")
    Party.objects.filter(pk=employer.pk).update(email="a@[127.0.0.1]", email_allowed=True, postal="")
    case = do(case, "serve_employer", by="investigator", when="2026-03-03 10:00")
    letter = Notice.objects.get(case=case, kind="complaints.serve_employer")
    assert (letter.channel, letter.postal) == ("letter", "")
    assert Task.objects.filter(case=case, key=f"address:{case.pk}:party:{employer.pk}", done_at=None).exists()
    contacts.correct_contact(
        employer, email="office@example.com", postal="400 Placeholder Road\nMonroe, WI 53566",
        actor=person("ina").actor, at=at("2026-03-04 10:00"),
    )  # fmt: skip
    again = Notice.objects.get(case=case, kind="complaints.serve_employer", status="queued")
    assert again.postal.splitlines()[1:] == ["400 Placeholder Road", "Monroe, WI 53566"]
    assert not Task.objects.filter(case=case, key__startswith="address:", done_at=None).exists()


def test_a_person_whose_invitation_cannot_be_queued_is_not_made(monkeypatch: pytest.MonkeyPatch):
    def broken(**_facts: Any) -> None:
        raise RuntimeError("the outbox is broken")

    monkeypatch.setattr("wagecase.accounts.adapter.outbox.queue_email", broken)
    client = signed_in("ada")
    client.raise_request_exception = False
    answers = {
        "name": "Nia Newcomer Example", "email": "nia@example.org", "title": "Investigator", "office": "",
        "role": "investigator",
    }  # fmt: skip
    assert send_form(client, "/staff/people/add/", **answers).status_code == 500
    assert not User.objects.filter(email="nia@example.org").exists()
    monkeypatch.undo()
    assert send_form(client, "/staff/people/add/", **answers).status_code == 303
    assert Notice.objects.filter(is_account_mail=True, address="nia@example.org").count() == 1


def test_account_mail_to_a_stored_bad_address_asks_a_supervisor_for_help():
    from wagecase.accounts.adapter import AccountAdapter

    sue = person("sue")
    AccountAdapter().send_mail("account/email/password_reset_key", "a@[127.0.0.1]", {"user": sue})
    assert Notice.objects.count() == 0
    assert Task.objects.get().what == (
        "Ask an administrator to mend the account of Sue Supervisor Example: its e-mail address cannot be used"
    )
    assert Document.objects.count() == 0
