"""People and operations: only administrators, every change on record, nobody changes their own account."""

import pytest
from django.test import Client

from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import TO_POST, at, case_in, file_online, person, send_mail
from wagecase.accounts import services
from wagecase.accounts.models import User
from wagecase.audit.models import Event
from wagecase.cases.models import Heartbeat
from wagecase.documents.models import Document
from wagecase.errors import NotPermitted
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
NEW = {
    "name": "Nia Newcomer Example", "email": "Nia@Example.org", "title": "Investigator", "office": "Wausau",
    "role": "investigator",
}  # fmt: skip


def test_an_administrator_adds_a_person_who_gets_a_link_to_set_a_password():
    page = send(signed_in("ada"), "/staff/people/add/", **NEW)
    assert page.status_code == 303, words(page)
    nia = User.objects.get(email="nia@example.org")
    assert (nia.role, nia.office, nia.has_usable_password()) == ("investigator", "Wausau", False)
    assert Event.objects.filter(verb="accounts.make_person").count() == 1
    mail = Notice.objects.get(is_account_mail=True)
    assert mail.address == "nia@example.org"
    assert "Nia Newcomer Example" in words(signed_in("ada").get("/staff/people/"))


def test_an_address_has_one_account_and_faults_are_said_in_words():
    person("ina")
    page = send(signed_in("ada"), "/staff/people/add/", **{**NEW, "email": "ina@example.org"})
    assert page.status_code == 422
    assert "Somebody has an account with this address already" in words(page)
    blank = send(signed_in("ada"), "/staff/people/add/", role="king")
    assert blank.status_code == 422
    assert "This field is required" not in words(blank)


def test_adding_twice_with_one_form_adds_once():
    client = signed_in("ada")
    sent = {**hidden(client.get("/staff/people/add/")), **NEW}
    assert client.post("/staff/people/add/", sent).status_code == 303
    assert client.post("/staff/people/add/", sent).status_code == 303
    assert User.objects.filter(email="nia@example.org").count() == 1


def test_a_change_of_role_ends_the_sessions_of_that_person_only():
    ina, ivo = signed_in("ina"), signed_in("ivo")
    assert ina.get("/staff/").status_code == 200
    page = send(signed_in("ada"), f"/staff/people/{person('ina').pk}/", role="supervisor")
    assert page.status_code == 303
    assert ina.get("/staff/").status_code == 302
    assert ivo.get("/staff/").status_code == 200
    event = Event.objects.get(verb="accounts.change_role")
    assert [(d.field, d.before, d.after) for d in event.details.all()] == [("role", "investigator", "supervisor")]


def test_nobody_changes_their_own_role_or_account():
    ada = person("ada")
    client = signed_in("ada")
    assert "You cannot change your own role" in words(client.get(f"/staff/people/{ada.pk}/"))
    key = hidden(client.get("/staff/people/add/"))["submission_key"]
    for path in ("", "deactivate/"):
        page = client.post(f"/staff/people/{ada.pk}/{path}", {"submission_key": key, "role": "supervisor"})
        assert page.status_code == 403
    assert User.objects.get(pk=ada.pk).role == "administrator"


def test_a_closed_account_cannot_do_anything_until_it_is_opened_again():
    ina = signed_in("ina")
    case_in("assigned")
    who = person("ina")
    page = signed_in("ada").get(f"/staff/people/{who.pk}/deactivate/")
    assert "1 open case stay assigned" in words(page) or "1 open case" in words(page)
    assert send(signed_in("ada"), f"/staff/people/{who.pk}/deactivate/").status_code == 303
    assert ina.get("/staff/").status_code == 302
    assert send(signed_in("ada"), f"/staff/people/{who.pk}/reactivate/").status_code == 303
    assert User.objects.get(pk=who.pk).is_active
    assert Event.objects.filter(verb__in=["accounts.deactivate", "accounts.reactivate"]).count() == 2


@pytest.mark.parametrize("key", ["ina", "sue"])
def test_only_administrators_have_people_and_operations(key):
    client, who = signed_in(key), person("ivo")
    for address in ("/staff/people/", "/staff/people/add/", f"/staff/people/{who.pk}/", "/staff/operations/"):
        assert client.get(address).status_code == 404
    for address in (
        "/staff/operations/verify/",
        "/staff/operations/notices/1/resend/",
        "/staff/operations/documents/1/remake/",
    ):
        assert client.post(address).status_code == 404
    with pytest.raises(NotPermitted):
        services.change_role(person=who, role="supervisor", actor=person(key).actor, at=at("2026-03-02 10:00"))


def test_operations_show_what_waits_and_that_all_is_well():
    text = words(signed_in("ada").get("/staff/operations/"))
    for part in (
        "The runner has not started yet.",
        "No notices yet.",
        "No message was refused.",
        "No reminder is late.",
    ):
        assert part in text
    file_online(content=TO_POST)
    case_in("received")
    Heartbeat.objects.create(name="sweep", at=at("2026-03-02 08:59"))
    text = words(signed_in("ada").get("/staff/operations/"))
    assert "Letters to mail 1" in text
    assert "Queued 1" in text
    assert "Working" in text
    Heartbeat.objects.update(at=at("2026-03-02 08:00"))
    assert "Quiet" in words(signed_in("ada").get("/staff/operations/"))


def test_operations_tell_no_name_of_a_party():
    case = case_in("received")
    Notice.objects.filter(case=case).update(status="failed", last_error="550 no such user")
    text = words(signed_in("ada").get("/staff/operations/"))
    assert case.number in text
    assert "550 no such user" in text
    assert "Wanda" not in text


def test_a_failed_notice_is_sent_again_and_a_failed_document_made_again(quick_files):
    case = case_in("received")
    notice, document = case.notices.first(), case.documents.first()
    Notice.objects.filter(pk=notice.pk).update(status="failed")
    Document.objects.filter(pk=document.pk).update(status="failed", attempts=3)
    client = signed_in("ada")
    assert client.post(f"/staff/operations/notices/{notice.pk}/resend/").status_code == 303
    assert client.post(f"/staff/operations/notices/{notice.pk}/resend/").status_code == 409
    assert client.post(f"/staff/operations/documents/{document.pk}/remake/").status_code == 303
    notice.refresh_from_db()
    document.refresh_from_db()
    assert (notice.status, document.status) == ("queued", "pending")
    send_mail(at("2026-03-02 10:30"))
    assert case.events.filter(verb="cases.resend_notice").count() == 1


def test_a_supervisor_sends_a_failed_notice_again_from_the_case(quick_files):
    case = case_in("received")
    notice, document = case.notices.first(), case.documents.first()
    page, papers = f"/complaints/{case.number}/notices/", f"/complaints/{case.number}/documents/"
    again, remake = f"{page}{notice.pk}/resend/", f"{papers}{document.pk}/remake/"
    sue, ina = signed_in("sue"), signed_in("ina")
    assert again not in sue.get(page).content.decode()
    assert sue.post(again).status_code == 409  # it is on its way
    assert sue.post(remake).status_code == 409
    Notice.objects.filter(pk=notice.pk).update(status="failed")
    Document.objects.filter(pk=document.pk).update(status="failed", attempts=3)
    assert again in sue.get(page).content.decode()
    assert again not in ina.get(page).content.decode()
    assert remake in sue.get(papers).content.decode()
    assert [ina.post(again).status_code, ina.post(remake).status_code] == [404, 404]
    assert sue.post(again)["Location"] == page
    assert sue.post(remake)["Location"] == papers
    notice.refresh_from_db()
    document.refresh_from_db()
    assert (notice.status, document.status) == ("queued", "pending")
    assert [e.verb for e in case.events.order_by("-seq")[:2]] == ["cases.remake_document", "cases.resend_notice"]


def test_what_arrived_is_not_sent_twice():
    case = case_in("received")
    Notice.objects.filter(case=case).update(status="sent")
    assert signed_in("ada").post(f"/staff/operations/notices/{case.notices.get().pk}/resend/").status_code == 409


def test_the_audit_record_is_verified_and_a_fault_is_named():
    case_in("received")
    client = signed_in("ada")
    assert "The audit record is whole" in words(client.post("/staff/operations/verify/"))
    Event.objects.filter(seq=1).update(body="{}")
    assert "The audit record is not whole Row 1" in words(client.post("/staff/operations/verify/")).replace(
        "Error: ", ""
    )


def test_the_doors_are_shut_for_whoever_is_not_signed_in():
    for address in ("/staff/people/", "/staff/operations/"):
        assert Client().get(address).status_code == 302


@pytest.mark.parametrize(
    "changes",
    [{"status": "sent"}, {"status": "queued"}, {"status": "failed", "is_account_mail": True}, {"status": "replaced"}],
)
def test_a_hand_made_request_sends_nothing_again_that_may_not_go(changes):
    file_online(content=TO_POST)
    case = case_in("received")
    notice = case.notices.filter(channel="email").first()
    Notice.objects.filter(pk=notice.pk).update(**changes)
    events = Event.objects.count()
    page = signed_in("ada").post(f"/staff/operations/notices/{notice.pk}/resend/")
    assert page.status_code == 409
    assert "Only an e-mail that did not arrive can be sent again." in words(page)
    assert Event.objects.count() == events


@pytest.mark.parametrize("status", ["ready", "pending", "rendering"])
def test_a_document_that_did_not_fail_is_not_made_again(status):
    case = case_in("received")
    document = case.documents.first()
    Document.objects.filter(pk=document.pk).update(status=status)
    events = Event.objects.count()
    page = signed_in("ada").post(f"/staff/operations/documents/{document.pk}/remake/")
    assert page.status_code == 409
    assert Event.objects.count() == events
