"""What is told beside a question and before the signature: odd wages, old days, and what does not fit earlier filings."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from licenses.drafting import mapping
from tests.factories import at
from tests.licenses import ASSEMBLY, content, file, member, organization, worker
from tests.licenses.drafting import Writer, empty, filled, text_of
from tests.licenses.granting import licensed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")
LOW = replace(ASSEMBLY, similar_own="yes", method="own", sources=(), own_wage=Decimal("6.00"))
RAISED = (
    "The wage that you found for “Assembly” is below the minimum wage, so the minimum wage of $7.25 an hour counts in its "
    "place (DWD 272.09 (6) (h)). Check the figure."
)
OLD = "The wage for “Assembly” holds from January 15, 2024, more than a year ago. Find it anew: it is reviewed every year."
BOX = "Enter the street: nobody works at a post office box. Mail can go to another address"
FIRST = (
    "Your organization has license {} already. To go on with it, renew it. This application asks for another license."
)


@pytest.fixture
def olive():
    return member(organization(at=NOW), at=NOW)


def writer_of(olive, **changes):
    return Writer(olive, filled(olive, at=NOW, **changes))


def resent(writer, section, **changes):
    kept = writer.draft.sections.get(name=section).answers
    said = {name: value for name, value in kept.items() if not name.startswith("_")}
    return writer.send(section, **{**said, **changes})


def test_a_wage_below_the_minimum_is_told_in_the_list_beside_the_question_and_on_the_check_page(olive):
    writer = writer_of(olive, jobs=(LOW,))
    assert RAISED in writer.words("jobs")
    assert RAISED in writer.words("jobs", "a1")
    assert RAISED in writer.words("check")


def test_a_wage_at_the_minimum_is_not_called_raised(olive):
    writer = writer_of(olive, jobs=(replace(LOW, own_wage=Decimal("7.25")),))
    assert "is below the minimum wage" not in writer.words("jobs") + writer.words("check")


def test_an_old_wage_is_told_beside_the_question_and_on_the_check_page(olive):
    writer = writer_of(olive, jobs=(replace(LOW, found_on=date(2024, 1, 15)),))
    assert OLD in writer.words("jobs", "a1")
    assert OLD in writer.words("check")
    fresh = writer_of(olive, jobs=(replace(LOW, found_on=date(2025, 3, 2)),))
    assert "more than a year ago" not in fresh.words("check")


def test_an_old_source_is_told_with_the_day_on_which_it_was_looked_up(olive):
    job = replace(
        ASSEMBLY, method="alternate", sources=(), source_name="Wage statistics", source_wage=Decimal("15.00"),
        source_on=date(2024, 5, 1), source_level="experienced",
    )  # fmt: skip
    writer = writer_of(olive, jobs=(job,))
    said = "You looked up the wage for “Assembly” on May 1, 2024, more than a year ago."
    assert said in writer.words("jobs", "a1")
    assert said in writer.words("check")


def test_a_first_day_in_the_past_is_told_beside_the_question_and_on_the_check_page(olive):
    filing = replace(content().filing, start_on=date(2020, 1, 15))
    writer = writer_of(olive)
    writer.draft.sections.filter(name="filing").update(
        answers={**writer.draft.sections.get(name="filing").answers, "start_on": "1/15/2020"}
    )
    said = "You wish the license to begin on January 15, 2020. It can begin on the day it is issued at the earliest."
    assert said in writer.words("filing")
    assert said in writer.words("check")
    draft = empty(olive, at=NOW)
    mapping.fill(draft, content(filing=filing), [worker(1)], at=NOW)
    assert "start_on" not in draft.sections.get(name="filing").answers, "a renewal does not wish for a day long past"


@pytest.mark.parametrize("street", ["PO Box 12", "P.O. Box 12", "p o box 7", "Post Office Box 12", "Box 12"])
def test_a_post_office_box_is_no_physical_address(olive, street):
    writer = writer_of(olive)
    answer = resent(writer, "employer", physical_street=street)
    assert answer.status_code == 422
    assert BOX in text_of(answer)
    site = writer.draft.rows.filter(section="sites").first()
    answer = writer.send("sites", site.key, **{**site.answers, "street": street})
    assert answer.status_code == 422
    assert BOX in text_of(answer)


@pytest.mark.parametrize("street", ["12 Box Elder Road", "120 Placeholder Road", "Boxwood Lane 3"])
def test_a_street_with_such_a_name_is_an_address(olive, street):
    assert resent(writer_of(olive), "employer", physical_street=street).status_code == 303


def test_mail_may_go_to_a_post_office_box(olive):
    answer = resent(
        writer_of(olive), "employer", mailing_same="no", mailing_street="PO Box 12", mailing_city="Wausau",
        mailing_state="WI", mailing_zip_code="54401",
    )  # fmt: skip
    assert answer.status_code == 303


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"second_name": "Sam Second Example"}, "Enter a phone number or an e-mail of the second person"),
        ({"second_phone": "715-555-0123"}, "Enter the name of the second person"),
        ({"second_email": "second@works.example.com"}, "Enter the name of the second person"),
        ({"second_name": "Sam Second Example", "second_phone": "715-555-0123"}, ""),
        ({"second_name": "Sam Second Example", "second_email": "second@works.example.com"}, ""),
    ],
)
def test_a_second_person_has_a_name_and_a_way_to_be_reached(olive, said, words):
    answer = resent(writer_of(olive), "filing", **said)
    assert answer.status_code == (422 if words else 303)
    assert words in text_of(answer)


def test_another_employer_number_than_that_of_the_last_filing_is_told(olive):
    file(olive, at=NOW)
    writer = writer_of(olive)
    assert "gave another employer number" not in writer.words("check")
    resent(writer, "employer", fein="39-7654321")
    said = "The application of March 2, 2026 gave another employer number (FEIN): 39-0000001. Check which one is right."
    assert said in writer.words("employer")
    assert said in writer.words("check")


def test_a_first_application_beside_a_license_is_told_at_the_start_and_before_the_signature(olive):
    writer = writer_of(olive)
    assert "Your organization has license" not in writer.words("check")
    license = licensed(at=NOW, membership=olive)
    said = FIRST.format(license.case.number)
    assert said in writer.words("check")
    assert said in writer.words("filing")
    assert said in text_of(writer.client.get("/licenses/apply/"))
