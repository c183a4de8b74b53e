"""What real lists show to be slips: asked about on the check page, never changed and never a bar."""

import datetime as dt
from dataclasses import replace

import pytest

from closings.content import RecipientFacts, SeparationFacts
from closings.doubts import doubts
from closings.forms.filing import EmployerForm, LetterForm, RecipientForm, SeparationForm
from tests.closings.notice import CONTENT, FIRST_DAY, case_in, date_parts
from tests.complaints.staff_pages import signed_in
from tests.complaints.staff_pages import words as words_of
from tests.factories import at

TODAY = dt.date(2026, 3, 10)


def said(**changes) -> list[str]:
    return [doubt.text for doubt in doubts(replace(CONTENT, **changes), today=TODAY)]


def test_a_year_turn_slip_is_asked_about_and_plain_lateness_is_not():
    # Received November 17, 2005, layoff January 15, 2005 on the Wisconsin list: 306 days before.
    content = replace(CONTENT, separations=(SeparationFacts(dt.date(2005, 1, 15), None, 90),))
    assert [doubt.text for doubt in doubts(content, today=dt.date(2005, 11, 17))] == [
        "Work was lost 306 days ago. Did you mean January 15, 2006?"
    ]
    assert said(separations=(SeparationFacts(dt.date(2026, 2, 18), None, 90),)) == []


def test_a_far_end_is_accepted_with_a_question():
    rows = (SeparationFacts(dt.date(2026, 11, 1), dt.date(2028, 8, 31), 90),)
    assert said(separations=rows) == ["The last day is August 31, 2028. Check the year."]


def test_sums_that_disagree_are_told():
    assert said(separations=(SeparationFacts(dt.date(2026, 5, 1), None, 80),)) == [
        "The schedule adds up to 80 employees, and the sites to 90."
    ]
    assert said(persons_in_state=60) == ["More employees are affected than the employer has in Wisconsin."]


def test_an_official_of_another_place_is_asked_about():
    rows = (*CONTENT.recipients, RecipientFacts("official", "Mayor", "Monro", dt.date(2026, 3, 1)))
    assert said(recipients=rows) == ["No site is in Monro. Is the name written as under Sites?"]


@pytest.mark.parametrize(
    "name", ["TOTALS:", "n/a", "TBD", "test", "Made-Up Mills - Revision 2", "Made-Up Mills-Revised (9/13/21)"]
)
def test_what_is_no_name_is_refused(name):
    form = EmployerForm({"employer_name": name})
    assert "employer_name" in form.errors


def test_a_name_that_only_holds_such_a_word_is_taken():
    assert "employer_name" not in EmployerForm({"employer_name": "Total Tool Example LLC"}).errors


def test_the_guess_is_the_year_that_lies_nearest():
    for first, meant in (
        (dt.date(1926, 5, 15), "May 15, 2026"), (dt.date(2024, 3, 1), "March 1, 2026"),
        (dt.date(2025, 6, 1), "June 1, 2026"), (dt.date(2025, 9, 10), "September 10, 2026"),
    ):  # fmt: skip
        told = said(separations=(SeparationFacts(first, None, 90),))
        assert told[0].endswith(f"Did you mean {meant}?"), told


def test_more_new_or_low_hour_employees_at_the_sites_than_in_all_of_wisconsin_are_asked_about():
    assert said(new_in_state=1, low_hour_in_state=0) == [
        "New employees: the sites add up to 2, and all of Wisconsin to 1.",
        "Low-hour employees: the sites add up to 1, and all of Wisconsin to 0.",
    ]
    assert said(new_in_state=2, low_hour_in_state=1) == []
    assert said(new_in_state=None) == ["New employees: the sites add up to 2, and all of Wisconsin to 0."]
    assert said(persons_in_state=None, new_in_state=None, low_hour_in_state=None) == []


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (dt.date(1926, 1, 15), "Check the year: {} must be January 1, 2000 or later"),
        (dt.date(1999, 12, 31), "Check the year: {} must be January 1, 2000 or later"),
        (dt.date(2036, 3, 11), "Check the year: {} must be March 10, 2036 or earlier"),
    ],
)
def test_a_day_in_another_age_is_an_error_at_its_field(clock, day, words):
    clock.set("2026-03-10 10:00")
    form = SeparationForm({**date_parts("first_on", day), "count": "90"})
    assert form.errors["first_on"] == [words.format("the day on which work is lost")]
    form = SeparationForm({**date_parts("first_on", FIRST_DAY), **date_parts("last_on", day), "count": "90"})
    assert form.errors["last_on"] == [words.format("the last day")]


def test_the_days_at_either_end_are_taken(clock):
    clock.set("2026-03-10 10:00")
    for day in (dt.date(2000, 1, 1), dt.date(2036, 3, 10)):
        assert SeparationForm({**date_parts("first_on", day), "count": "90"}).is_valid()


def test_the_other_days_of_a_notice_are_of_this_age_too(clock):
    clock.set("2026-03-10 10:00")
    long_ago = dt.date(1926, 1, 15)
    words = "Check the year: {} must be January 1, 2000 or later"
    assert RecipientForm({"kind": "employee", **date_parts("given_on", long_ago)}).errors["given_on"] == [
        words.format("the day on which you told them")
    ]
    letter = LetterForm({
        **date_parts("received_on", dt.date(2026, 3, 9)), **date_parts("postmarked_on", long_ago),
        **date_parts("dated_on", long_ago),
    })  # fmt: skip
    assert letter.errors["postmarked_on"] == [words.format("the postmark")]
    assert letter.errors["dated_on"] == [words.format("the date on the letter")]


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_files")
def test_staff_read_the_slips_that_whoever_filed_was_asked_about(clock):
    clock.set("2026-03-10 10:00")
    case = case_in("received", replace(CONTENT, separations=(SeparationFacts(FIRST_DAY, None, 80),), new_in_state=1))
    clock.set("2027-03-10 10:00")
    page = words_of(signed_in("cora").get(f"/closings/{case.number}/"))
    assert "The schedule adds up to 80 employees, and the sites to 90." in page
    assert "New employees: the sites add up to 2, and all of Wisconsin to 1." in page
    assert "Work was lost" not in page, "it was not long ago when the notice came"


@pytest.mark.django_db
@pytest.mark.usefixtures("quick_files")
def test_an_update_calls_no_section_complete_that_the_notice_left_blank(clock):
    from tests.closings.test_public_filing import filed

    clock.set("2026-03-10 10:00")
    client, case = filed()
    client.post(f"/closings/status/{case.number}/begin-update/")
    page = words_of(client.get(f"/closings/status/{case.number}/update/"))
    assert "Jobs and unions Optional" in page
    assert "6 of 9 sections complete." in page


@pytest.mark.django_db
def test_the_first_page_of_an_organizations_notice_knows_its_name(clock):
    from tests.closings.test_by_account import begun
    from tests.licenses import member, organization

    clock.set("2026-03-10 10:00")
    client, base = begun(
        member(
            organization("Made-Up Mills Example LLC", "employer", at=at("2026-03-10 10:00")), at=at("2026-03-10 10:00")
        )
    )
    assert 'value="Made-Up Mills Example LLC"' in client.get(f"{base}employer/").content.decode()
    assert "Employer Not started" in words_of(client.get(base))
