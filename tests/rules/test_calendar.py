"""The calendar that every clock of the application uses: reasons in words, steps of a clock, both calendars."""

from datetime import UTC, date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from wagecase.rules import calendar
from wagecase.rules.calendar import Contradiction, Due, NotCovered, complaint_due, due, hours_due
from wagecase.rules.holidays import holiday_table

CHICAGO = ZoneInfo("America/Chicago")


def test_a_complaint_that_ends_on_a_sunday_says_how_its_date_came_about():
    found = complaint_due(filed_on=date(2026, 2, 9))
    assert found.value == Due(
        raw_due=date(2026, 3, 1),
        legal_due=date(2026, 3, 2),
        work_by=date(2026, 2, 27),
        roll_reason="sunday",
        skipped=(date(2026, 3, 1),),
    )
    assert found.sentences() == [
        "Verified complaint received Monday, February 9, 2026.",
        "20 calendar days, first day not counted: Sunday, March 1, 2026.",
        "A Sunday does not count as a last day: Monday, March 2, 2026.",
    ]
    assert found.sentences("es") == [
        "Queja jurada recibida: lunes, 9 de febrero de 2026.",
        "20 días corridos, sin contar el primer día: domingo, 1 de marzo de 2026.",
        "Un domingo no cuenta como último día: lunes, 2 de marzo de 2026.",
    ]
    assert found.citations == ("104.05", "990.001 (4) (a)", "990.001 (4) (b)")
    assert found.books == {
        "holidays": holiday_table().version,
        "clocks.determination": "20 days from 1900-01-01, 104.05",
    }


def test_each_day_passed_over_has_its_own_reason_and_a_holiday_its_name():
    assert complaint_due(filed_on=date(2027, 6, 14)).sentences()[2:] == [
        "A Sunday does not count as a last day: Monday, July 5, 2027.",
        "Independence Day (observed) is a legal holiday and does not count as a last day: Tuesday, July 6, 2027.",
    ]
    assert complaint_due(filed_on=date(2026, 8, 18)).sentences()[2:] == [
        "Labor Day is a legal holiday and does not count as a last day: Tuesday, September 8, 2026."
    ]
    assert complaint_due(filed_on=date(2026, 8, 18)).sentences("es")[2:] == [
        "Día del Trabajo: es un feriado legal y no cuenta como último día: martes, 8 de septiembre de 2026."
    ]


def test_the_first_sentence_names_the_moment_and_the_way_of_filing_where_they_are_known():
    evening = datetime(2026, 2, 10, 2, 30, tzinfo=UTC)
    online = complaint_due(filed_on=date(2026, 2, 9), received_at=evening, channel="online")
    assert online.sentences()[0] == (
        "Verified complaint received Monday, February 9, 2026, 8:30 p.m. Central time, signed online."
    )
    assert online.sentences("es")[0] == (
        "Queja jurada recibida: lunes, 9 de febrero de 2026, 8:30 p. m., hora del Centro, firmada en línea."
    )
    assert complaint_due(filed_on=date(2026, 2, 9), received_at=evening).sentences()[0] == (
        "Verified complaint received Monday, February 9, 2026, 8:30 p.m. Central time."
    )
    assert complaint_due(filed_on=date(2026, 2, 9), channel="paper").sentences()[0] == (
        "Verified complaint received on paper, stamped Monday, February 9, 2026."
    )


def test_the_moment_of_filing_must_fall_on_the_day_of_filing():
    with pytest.raises(Contradiction):
        complaint_due(filed_on=date(2026, 2, 10), received_at=datetime(2026, 2, 10, 2, 30, tzinfo=UTC))


@pytest.mark.parametrize(
    ("instant", "day"),
    [
        (datetime(2026, 3, 2, 1, 30, tzinfo=UTC), date(2026, 3, 1)),
        (datetime(2026, 3, 1, 23, 59, 59, tzinfo=CHICAGO), date(2026, 3, 1)),
        (datetime(2026, 3, 2, 0, 0, 1, tzinfo=CHICAGO), date(2026, 3, 2)),
        (datetime(2026, 7, 1, 4, 59, 59, tzinfo=UTC), date(2026, 6, 30)),
        (datetime(2026, 7, 1, 5, 0, tzinfo=UTC), date(2026, 7, 1)),
        (datetime(2026, 3, 2, 1, 30, tzinfo=timezone(timedelta(hours=9))), date(2026, 3, 1)),
    ],
)
def test_an_instant_counts_on_its_day_in_wisconsin(instant, day):
    assert calendar.local_day(instant) == day


def test_an_instant_without_a_zone_has_no_day():
    with pytest.raises(ValueError, match="zone"):
        calendar.local_day(datetime(2026, 3, 2, 1, 30))  # noqa: DTZ001


@pytest.mark.parametrize(
    ("day", "instant"),
    [
        (date(2026, 3, 2), datetime(2026, 3, 2, 14, 0, tzinfo=UTC)),
        (date(2026, 3, 7), datetime(2026, 3, 7, 14, 0, tzinfo=UTC)),
        (date(2026, 3, 8), datetime(2026, 3, 8, 13, 0, tzinfo=UTC)),
        (date(2026, 10, 31), datetime(2026, 10, 31, 13, 0, tzinfo=UTC)),
        (date(2026, 11, 1), datetime(2026, 11, 1, 14, 0, tzinfo=UTC)),
    ],
)
def test_steps_come_at_eight_in_the_morning_whatever_the_season(day, instant):
    assert calendar.step_instant(day) == instant
    assert calendar.step_instant(day).tzinfo is UTC
    assert calendar.step_instant(day, 9) == instant + timedelta(hours=1)


@pytest.mark.parametrize(
    ("day", "n", "reminder"),
    [
        (date(2026, 3, 2), 10, date(2026, 2, 20)),  # plain
        (date(2026, 3, 2), 1, date(2026, 2, 27)),  # Sunday, so Friday
        (date(2026, 3, 2), 0, date(2026, 3, 2)),  # the day itself
        (date(2026, 3, 1), 0, date(2026, 2, 27)),  # the day itself is no office day
        (date(2026, 12, 26), 1, date(2026, 12, 23)),  # Christmas, then an office closing
        (date(2027, 1, 2), 1, date(2026, 12, 30)),  # New Year, then an office closing
        (date(2026, 11, 4), 1, date(2026, 11, 2)),  # election day
    ],
)
def test_a_reminder_falls_on_the_office_day_before_if_its_day_is_none(day, n, reminder):
    assert calendar.days_before(day, n) == reminder


def test_the_two_calendars_differ():
    assert calendar.is_legal_holiday(date(2026, 11, 3))
    assert not calendar.is_legal_holiday(date(2026, 12, 24))
    assert calendar.office_day_on_or_before(date(2026, 12, 24)) == date(2026, 12, 23)
    assert calendar.office_day_on_or_before(date(2026, 12, 23)) == date(2026, 12, 23)
    with pytest.raises(NotCovered):
        calendar.is_legal_holiday(date(2050, 1, 1))


def test_the_end_of_the_calendar_is_not_covered_and_no_crash():
    for day in (date(9999, 12, 31), date(9999, 12, 1)):
        with pytest.raises(NotCovered):
            complaint_due(filed_on=day)
        with pytest.raises(NotCovered):
            due(start=day, length=400, holidays=[])


def test_plain_days_after_and_days_late():
    assert calendar.day_after(date(2026, 2, 28)) == date(2026, 3, 1)
    assert calendar.day_after(date(2028, 2, 28), 2) == date(2028, 3, 1)
    assert calendar.days_late(date(2026, 3, 2), date(2026, 3, 2)) == 0
    assert calendar.days_late(date(2026, 3, 2), date(2026, 3, 5)) == 3
    assert calendar.days_late(date(2026, 3, 2), date(2026, 1, 1)) == 0


def test_a_period_of_hours_is_not_counted_in_days():
    with pytest.raises(Contradiction):
        due(start=date(2026, 3, 2), length=24, unit="hours")


def test_the_sentences_of_hours_name_the_wait_and_both_moments():
    found = hours_due(start=datetime(2026, 7, 4, 15, 0, tzinfo=UTC), length=1)
    assert found.sentences() == [
        "Saturday, July 4, 2026 is not counted; the hours begin to run with Monday, July 6, 2026.",
        "1 hour after Saturday, July 4, 2026, 10:00 a.m. Central time, Sundays and legal holidays left out: "
        "Monday, July 6, 2026, 1:00 a.m. Central time.",
    ]


def test_the_sentences_of_a_paused_and_extended_filing():
    found = due(
        start=date(2026, 2, 28),
        length=5,
        act="filing",
        extension_days=2,
        pauses=[(date(2026, 2, 20), date(2026, 3, 1)), (date(2026, 3, 2), date(2026, 3, 2))],
    )
    assert found.sentences() == [
        "5 calendar days after Saturday, February 28, 2026, first day not counted: Saturday, March 7, 2026.",
        "The clock stood still for 2 days, from Sunday, March 1, 2026 to Monday, March 2, 2026.",
        "Extended by 2 days, counted from that day: Monday, March 9, 2026.",
    ]


def test_a_holiday_of_ones_own_has_no_name():
    found = due(start=date(2026, 2, 9), length=20, holidays=[date(2026, 3, 2)])
    assert found.sentences()[1:] == [
        "A Sunday does not count as a last day: Monday, March 2, 2026.",
        "A legal holiday does not count as a last day: Tuesday, March 3, 2026.",
    ]
    assert found.books == {"holidays": "given"}


def test_a_filing_passes_saturday_in_words():
    assert due(start=date(2026, 2, 5), length=30, act="filing").sentences()[1:] == [
        "The office takes no filings on a Saturday, so it does not count as a last day: Sunday, March 8, 2026.",
        "A Sunday does not count as a last day: Monday, March 9, 2026.",
    ]


def test_a_saturday_says_why_it_counts_for_an_act_of_the_department():
    found = calendar.complaint_due(filed_on=date(2026, 3, 8))
    assert found.value.legal_due == date(2026, 3, 28)
    assert found.sentences()[-1] == (
        "A Saturday counts as a last day here: only a filing with, payment to or service on an office moves from a "
        "closed Saturday (s. 990.001 (4) (c)), and this is another kind of act: Saturday, March 28, 2026."
    )
    filing = calendar.due(start=date(2026, 3, 8), length=20, act="filing")
    assert filing.value.legal_due == date(2026, 3, 30)
    assert not any("counts as a last day here" in line for line in filing.sentences())
