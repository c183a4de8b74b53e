"""What real lists show to be slips: asked about on the check page, never changed and never a bar."""

import datetime as dt
from dataclasses import replace

import pytest

from closings.content import RecipientFacts, SeparationFacts
from closings.doubts import doubts
from closings.forms.filing import EmployerForm
from tests.closings.notice import CONTENT

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
