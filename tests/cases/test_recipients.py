"""Who is written to: parties as they allowed, staff by role, and the supervisors where nobody has the case."""

import pytest

from tests.factories import TO_POST, case_in, do, file_online, staff
from wagecase.accounts.models import User
from wagecase.cases.models import Party
from wagecase.cases.recipients import of_party, resolve

pytestmark = pytest.mark.django_db


def names(case, word: str) -> list[str]:
    """Return the labels of whoever a role word means."""
    return [recipient.label for recipient in resolve(case, word)]


def test_the_investigator_is_the_assignee():
    staff()
    assert names(case_in("assigned"), "investigator") == ["Ina Investigator Example"]


def test_without_an_assignee_the_units_active_supervisors_are_meant():
    staff()
    User.objects.create_user("far@example.org", None, name="Far", role="supervisor", unit="elsewhere")
    User.objects.create_user("gone@example.org", None, name="Gone", role="supervisor", is_active=False)
    both = ["Sam Supervisor Sample", "Sue Supervisor Example"]
    case = file_online()
    assert names(case, "investigator") == names(case, "supervisor") == both


def test_an_assignee_who_left_is_replaced_by_the_supervisors():
    staff()
    case = case_in("assigned")
    case.assignee.is_active = False
    assert names(case, "investigator") == ["Sam Supervisor Sample", "Sue Supervisor Example"]


def test_an_employer_that_nobody_told_gets_no_word_of_the_end():
    case = case_in("investigating")
    assert names(case, "told_employer") == []
    assert names(case, "employer") == ["Made-Up Mills Example LLC"]
    do(case, "serve_employer", by="investigator", when="2026-03-03 10:00")
    assert names(case, "told_employer") == ["Made-Up Mills Example LLC"]


def test_a_dismissal_before_service_reaches_the_complainant_only():
    case = do(file_online(), "dismiss", by="supervisor", when="2026-03-03 10:00")
    assert [n.recipient_label for n in case.notices.filter(kind="complaints.dismiss")] == ["Wanda Worker Example"]


def test_an_address_is_used_only_where_we_may_write_there():
    party = file_online().parties.get(role="complainant")
    assert of_party(party).email == "wanda@example.com"
    party.email_allowed = False
    assert (of_party(party).email, of_party(party).by_email) == ("", False)


@pytest.mark.parametrize(
    ("postal", "lines"),
    [
        ("12 Invented Street\nMadison, WI 53700", ["Wanda", "12 Invented Street", "Madison, WI 53700"]),
        ("Wanda\n12 Invented Street", ["Wanda", "12 Invented Street"]),
        ("Wandas Lane 3\nMadison", ["Wanda", "Wandas Lane 3", "Madison"]),
        ("\n 12 Invented Street \n\n Madison \n", ["Wanda", "12 Invented Street", "Madison"]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_an_envelope_has_a_name_and_lines_or_is_none_at_all(postal, lines):
    party = Party(case=file_online(), role="complainant", name="Wanda", postal=postal)
    assert of_party(party).postal.splitlines() == lines


def test_a_letter_to_nowhere_becomes_a_task():
    from dataclasses import replace

    nowhere = replace(TO_POST, complainant=replace(TO_POST.complainant, postal=""))
    case = file_online(content=nowhere)
    assert case.tasks.get().what == "Find an address for Wanda Worker Example"
    letter = case.notices.get()
    assert (letter.channel, letter.postal, letter.status) == ("letter", "", "queued")


def test_a_word_that_no_table_knows_is_our_own_fault():
    with pytest.raises(KeyError, match="no addressee called 'governor'"):
        resolve(file_online(), "governor")
