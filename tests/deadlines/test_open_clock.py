"""The 20 days (104.05): from which day they count, when they end, and what each clock keeps to explain itself."""

import datetime as dt
from dataclasses import replace

import pytest
from django.utils import timezone

from tests.factories import CONTENT, INVESTIGATING, at, do, file_for_paper, file_online, person, record_paper, walk
from wagecase.cases.clockwords import clock_views
from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.deadlines.services import open_clock
from wagecase.deadlines.table import BY_KEY

pytestmark = pytest.mark.django_db
DETERMINATION = "complaints.determination"


def the_clock(case: Case) -> Clock:
    """Return the running 20-day clock."""
    return case.clocks.get(key=DETERMINATION, status="running")


@pytest.mark.parametrize(
    ("filed", "day_0", "raw_due", "legal_due", "reason"),
    [
        ("2026-03-31 20:30", "2026-03-31", "2026-04-20", "2026-04-20", ""),  # the evening belongs to its local day
        ("2026-03-01 23:59:59", "2026-03-01", "2026-03-21", "2026-03-21", ""),  # a Saturday is no holiday for this duty
        ("2026-03-02 00:00:00", "2026-03-02", "2026-03-22", "2026-03-23", "sunday"),
        ("2026-02-09 10:00", "2026-02-09", "2026-03-01", "2026-03-02", "sunday"),
        ("2026-08-18 10:00", "2026-08-18", "2026-09-07", "2026-09-08", "legal-holiday"),  # Labor Day
        ("2026-10-14 10:00", "2026-10-14", "2026-11-03", "2026-11-04", "legal-holiday"),  # general election
        ("2026-11-20 10:00", "2026-11-20", "2026-12-10", "2026-12-10", ""),  # weekends and Thanksgiving count
        ("2026-03-08 01:30", "2026-03-08", "2026-03-28", "2026-03-28", ""),  # the night of the spring clock change
        ("2026-11-01 23:30", "2026-11-01", "2026-11-21", "2026-11-21", ""),  # the day of 25 hours
    ],
)
def test_20_days_count_from_the_local_day_of_the_signed_filing(filed, day_0, raw_due, legal_due, reason):
    case = file_online(when=filed)
    clock = the_clock(case)
    found = [str(day) for day in (case.received_on, clock.start_on, clock.raw_due, clock.legal_due)]
    assert found == [day_0, day_0, raw_due, legal_due]
    assert clock.roll_reason == reason
    assert case.due_on == clock.legal_due


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_an_instant_written_in_another_zone_gives_the_same_day(zone):
    from zoneinfo import ZoneInfo

    case = file_online(when=at("2026-03-31 20:30").astimezone(ZoneInfo(zone)))
    assert str(the_clock(case).legal_due) == "2026-04-20"


def test_a_paper_counts_from_its_stamp_whenever_it_was_keyed():
    case = record_paper(stamped="2026-06-02", keyed="2026-06-09 11:00")
    assert [str(case.received_on), case.received_at] == ["2026-06-02", None]
    assert [str(case.complaint.stamped_on), str(case.complaint.keyed_on)] == ["2026-06-02", "2026-06-09"]
    assert str(the_clock(case).legal_due) == "2026-06-22"


def test_a_paper_stamped_in_december_and_keyed_in_january_has_the_number_of_its_year():
    case = record_paper(stamped="2026-12-30", keyed="2027-01-04 09:00")
    assert case.number == "LW-2026-000001"
    assert str(the_clock(case).legal_due) == "2027-01-19"


def test_an_unsigned_complaint_has_no_clock_and_no_due_date():
    case = file_for_paper()
    assert not case.clocks.exists()
    assert case.due_on is None


def test_the_clock_starts_at_the_signed_form_and_not_at_the_complaint():
    case = file_for_paper(when="2026-03-01 10:00")
    case = do(case, "record_verification", by="supervisor", when="2026-03-12 09:00", stamped_on=dt.date(2026, 3, 10))
    assert [str(the_clock(case).start_on), str(case.due_on)] == ["2026-03-10", "2026-03-30"]


def test_a_kind_without_the_duty_has_no_clock():
    assert not file_online(content=replace(CONTENT, kind="unpaid_wages")).clocks.exists()


def test_a_clock_keeps_the_rule_the_table_and_the_reasons_it_was_counted_with():
    clock = the_clock(file_online(when="2026-10-14 10:00"))
    assert (clock.length, clock.unit, clock.start_verb) == (20, "days", "complaints.file_online")
    assert clock.rule.startswith("clocks.determination from 1900-01-01: 104.05")
    assert clock.finding["citations"][0] == "104.05"
    (view,) = clock_views(clock.case, today=dt.date(2026, 10, 15))
    words = " ".join(view.sentences)
    assert "October 14, 2026" in words
    assert "November 4, 2026" in words
    assert view.holiday_version == clock.holiday_version != ""


def test_the_reasons_are_told_in_the_readers_language():
    clock = the_clock(file_online(when="2026-10-14 10:00"))
    (view,) = clock_views(clock.case, today=dt.date(2026, 10, 15), language="es")
    assert "noviembre" in " ".join(view.sentences)


def test_steps_are_at_eight_in_the_morning_on_the_office_day_before():
    clock = the_clock(file_online(when="2026-03-02 10:00"))  # due Monday, March 23 (rolled from Sunday)
    found = {s.step: timezone.localtime(s.due_at).strftime("%a %Y-%m-%d %H:%M") for s in clock.steps.all()}
    assert found == {
        "investigator-10": "Fri 2026-03-13 08:00",
        "investigator-5": "Wed 2026-03-18 08:00",
        "investigator-1": "Fri 2026-03-20 08:00",  # the 22nd is a Sunday
        "investigator-due": "Mon 2026-03-23 08:00",
        "investigator-overdue": "Tue 2026-03-24 08:00",
        "supervisor-1": "Fri 2026-03-20 08:00",
        "supervisor-overdue": "Tue 2026-03-24 08:00",
    }


@pytest.mark.parametrize(
    ("filed", "utc_hours"),
    [
        ("2026-02-20 10:00", {"investigator-10": 14, "investigator-1": 13}),
        ("2026-10-16 10:00", {"investigator-10": 13, "investigator-1": 14}),
    ],
)
def test_eight_in_the_morning_stays_eight_across_a_clock_change(filed, utc_hours):
    steps = the_clock(file_online(when=filed)).steps
    assert {name: steps.get(step=name).due_at.astimezone(dt.UTC).hour for name in utc_hours} == utc_hours


def _open(case, start: str, now: str) -> Clock:
    row = BY_KEY[DETERMINATION]
    day = dt.date.fromisoformat(start)
    return open_clock(case=case, row=row, start_on=day, start_at=None, verb="test.open", at=at(now))


def test_a_clock_of_the_same_key_is_replaced_and_never_edited():
    case = file_online(when="2026-03-02 10:00")
    first = the_clock(case)
    second = _open(case, "2026-03-05", "2026-03-06 09:00")
    first.refresh_from_db()
    assert (first.status, first.replaced_by_id, str(first.legal_due)) == ("replaced", second.pk, "2026-03-23")
    assert set(first.steps.values_list("outcome", flat=True)) == {"not_needed"}
    third = _open(case, "2026-03-06", "2026-03-07 09:00")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.replaced_by_id, second.replaced_by_id) == (second.pk, third.pk)
    assert the_clock(case) == third


def test_two_running_clocks_of_one_key_cannot_exist():
    from django.db import IntegrityError

    clock = the_clock(file_online())
    clock.pk = None
    with pytest.raises(IntegrityError):
        clock.save()


def test_a_question_or_a_new_fact_does_not_restart_the_20_days():
    case = walk(file_online(when="2026-03-02 10:00"), INVESTIGATING, when="2026-03-03 09:00")
    before = the_clock(case)
    case = do(case, "request_information", by="investigator", when="2026-03-14 09:00")
    case = do(case, "answer_request", by="complainant", when="2026-03-15 09:00")
    case = do(case, "reassign", by="supervisor", when="2026-03-16 09:00", investigator=person("ivo"))
    after = the_clock(case)
    assert (before.pk, before.legal_due) == (after.pk, after.legal_due)
    assert after.finding == before.finding


def test_the_answer_time_of_an_employer_is_office_practice_and_rolls_off_a_saturday():
    case = walk(file_online(when="2026-03-02 10:00"), INVESTIGATING, when="2026-03-04 09:00")
    do(case, "serve_employer", by="investigator", when="2026-03-04 15:00")
    clock = case.clocks.get(key="complaints.employer_answer")
    assert [str(clock.start_on), str(clock.raw_due), str(clock.legal_due)] == ["2026-03-04", "2026-03-14", "2026-03-16"]
    view = next(v for v in clock_views(case, today=dt.date(2026, 3, 5)) if v.clock == clock)
    assert view.is_law is False
    assert "104.05" not in view.law
