"""After the decision: what the parties' pages and the case page say of stages, rehearing and court, and by when."""

from datetime import date

import pytest
from django.test import Client

from complaints.stages import stages
from tests.complaints.staff_pages import signed_in, words
from tests.factories import DRAFTED, TO_POST, at, case_in, do, file_online, make_pdfs, person, walk
from wagecase.cases import links
from wagecase.cases.mailing import mark_mailed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]
SIGNED = "2026-03-20 15:00"


def party_page(case, role):
    client, party = Client(), case.parties.get(role=role)
    client.post(f"/complaints/open/{case.number}/{links.access_code(party)}/")
    return words(client.get(f"/complaints/status/{case.number}/"))


def bar(case):
    return {label: (state, detail) for label, state, detail in stages(case)}


@pytest.mark.parametrize("role", ["complainant", "employer"])
def test_both_parties_read_the_decision_and_both_last_days(role, clock):
    case = do(case_in("drafted"), "sign_determination", by="supervisor", when=SIGNED)
    clock.set("2026-03-21 09:00")
    page = party_page(case, role)
    assert "We decided on March 20, 2026" in page
    assert "Nothing for you to do now" not in page
    # 20 and 30 days after March 20: April 9 (Thursday), and April 19, a Sunday, so Monday, April 20
    assert "You may ask us for a rehearing until Thursday, April 9, 2026." in page
    assert "You may ask a court for review until Monday, April 20, 2026." in page
    assert "Court: A Sunday does not count as a last day: Monday, April 20, 2026." in page
    assert "s. 227.49" in page
    assert "s. 227.53" in page


def test_after_both_days_the_page_says_until_when_it_was_possible(clock):
    case = do(case_in("drafted"), "sign_determination", by="supervisor", when=SIGNED)
    clock.set("2026-04-21 09:00")
    page = party_page(case, "complainant")
    assert "A rehearing could be asked for until April 9, 2026 and a court until April 20, 2026." in page


def test_a_signed_decision_is_made_and_sent_once_every_copy_left():
    case = do(case_in("drafted"), "sign_determination", by="supervisor", when=SIGNED)
    assert bar(case)["Decision made"] == ("now", "March 20, 2026")
    assert bar(case)["Decision sent"][0] == "later"


def test_the_decision_is_sent_when_the_last_letter_was_mailed_before_service_is_recorded():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-02 10:00")
    case = do(case, "sign_determination", by="supervisor", when=SIGNED)
    make_pdfs(at(SIGNED))
    first, last = case.notices.filter(kind="complaints.sign_determination")
    mark_mailed(
        notice=first, mailed_on=date(2026, 3, 20), method="first-class mail", actor=person("ina").actor, at=at(SIGNED)
    )
    assert bar(case)["Decision sent"][0] == "later"
    mark_mailed(
        notice=last, mailed_on=date(2026, 3, 21), method="first-class mail", actor=person("ina").actor,
        at=at("2026-03-21 10:00"),
    )  # fmt: skip
    assert bar(case)["Decision made"] == ("done", "March 20, 2026")
    assert bar(case)["Decision sent"] == ("now", "March 21, 2026")


def test_a_case_given_to_somebody_by_reassigning_was_assigned_and_falls_back_nowhere():
    case = do(file_online(), "request_withdrawal", by="complainant", when="2026-03-02 11:00")
    case = do(case, "reassign", by="supervisor", when="2026-03-03 11:00")
    asked = "You asked to withdraw on March 2, 2026; a supervisor decides"
    assert bar(case)["Investigator assigned"] == ("now", asked)
    case = do(case_in("drafted"), "reassign", by="supervisor", when="2026-03-04 11:00")
    assert bar(case)["Investigator assigned"] == ("done", "March 2, 2026")
    assert bar(case)["Decision being signed"][0] == "now"


def test_the_case_page_shows_both_days_and_closing_warns_while_they_run(clock):
    case = case_in("served")
    row = case.determinations.get()
    clock.set("2026-03-21 09:00")
    text = words(signed_in("ina").get(f"/complaints/{case.number}/"))
    assert "Review periods run" in text
    assert "Rehearing until" in text
    assert "Court until" in text
    assert row.served_on is not None
    assert "The review periods still run" in words(signed_in("ina").get(f"/complaints/{case.number}/close/"))
    clock.set("2026-06-21 09:00")
    assert "The review periods still run" not in words(signed_in("ina").get(f"/complaints/{case.number}/close/"))
    assert "Review periods are over" in words(signed_in("ina").get(f"/complaints/{case.number}/"))
