"""A letter is marked as mailed once, on a day that is possible, on the record."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tests.factories import TO_POST, at, file_online, make_pdfs, person
from wagecase.cases.mailing import mark_mailed
from wagecase.errors import TransitionNotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def letter(db):
    case = file_online(content=TO_POST, when="2026-03-02 10:00")
    make_pdfs(at("2026-03-02 10:10"))
    return case.notices.get()


def mark(letter, day="2026-03-03", **more):
    """Mark the letter on March 4 as mailed on `day`."""
    values = {"method": "first-class mail", "actor": person("ina").actor, "at": at("2026-03-04 09:00"), **more}
    return mark_mailed(notice=letter, mailed_on=dt.date.fromisoformat(day), **values)


def test_day_method_and_person_are_kept_with_the_bytes_that_went(letter):
    notice = mark(letter, method="certified mail", certified_number="9407 1118 9922 3100 0001")
    assert (notice.status, str(notice.mailed_on), notice.mailed_method) == (
        "mailed",
        "2026-03-03",
        "certified mail, 94071118992231000001",
    )
    assert notice.document_sha256 == notice.document.sha256 != ""
    event = letter.case.events.last()
    assert (event.verb, event.actor_id) == ("cases.mark_mailed", person("ina").pk)
    assert "9407" not in event.body


def test_a_letter_is_mailed_once(letter):
    mark(letter)
    with pytest.raises(TransitionNotAllowed, match="already marked as mailed"):
        mark(letter)
    assert letter.case.events.filter(verb="cases.mark_mailed").count() == 1


@pytest.mark.parametrize("day", ["2026-03-01", "2026-03-05"])
def test_a_day_before_the_letter_or_after_today_is_refused(letter, day):
    with pytest.raises(ValidationError):
        mark(letter, day)
    assert not letter.case.events.filter(verb="cases.mark_mailed").exists()


def test_a_letter_without_its_pdf_is_not_mailed():
    letter = file_online(content=TO_POST, when="2026-03-02 10:00").notices.get()
    with pytest.raises(TransitionNotAllowed, match="still being prepared"):
        mark(letter)


def test_an_email_is_no_letter():
    with pytest.raises(TransitionNotAllowed, match="not a letter by post"):
        mark(file_online(when="2026-03-02 10:00").notices.get())


@pytest.mark.parametrize("method", ["", "by hand to Wanda Worker Example", "First-class mail", "first-class mail "])
def test_any_other_way_of_mailing_is_refused_and_never_reaches_the_chain(letter, method):
    with pytest.raises(ValidationError) as refusal:
        mark(letter, method=method)
    assert refusal.value.message_dict == {"method": ["Choose first-class mail or certified mail"]}
    assert not letter.case.events.filter(verb="cases.mark_mailed").exists()


def test_an_impossible_day_is_refused_at_the_field_of_the_day(letter):
    with pytest.raises(ValidationError) as refusal:
        mark(letter, "2026-03-05")
    assert list(refusal.value.message_dict) == ["mailed_on"]
