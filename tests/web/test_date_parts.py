"""A date in three boxes: what is refused, with which words, at which box, and that the typed text stays."""

import datetime as dt
from typing import Any

import pytest
from django.utils.translation import override

from wagecase.web.faults import faults_of
from wagecase.web.forms import DatePartsField, GovForm


class Worked(GovForm):
    """Asks for a past day."""

    last = DatePartsField(label="Last day", noun="the last day you worked", past=True)


class Planned(GovForm):
    """Asks for a day to come, optional."""

    day = DatePartsField(label="Day", noun="the first day", future=True, required=False)


def typed(month: str, day: str, year: str, name: str = "last") -> dict[str, str]:
    return {f"{name}_0": month, f"{name}_1": day, f"{name}_2": year}


@pytest.mark.parametrize(
    ("parts", "faults"),
    [
        (("", "", ""), [("Enter the last day you worked", "id_last_0")]),
        (("", "4", "2026"), [("Check the last day you worked: enter the month", "id_last_0")]),
        (("1", "", "2026"), [("Check the last day you worked: enter the day", "id_last_1")]),
        (("1", "4", ""), [("Check the last day you worked: enter the year", "id_last_2")]),
        (
            ("1", "", ""),
            [
                ("Check the last day you worked: enter the day", "id_last_1"),
                ("Check the last day you worked: enter the year", "id_last_2"),
            ],
        ),
        (
            ("13", "4", "2026"),
            [("Check the last day you worked: the month must be a number from 1 to 12", "id_last_0")],
        ),
        (("0", "4", "2026"), [("Check the last day you worked: the month must be a number from 1 to 12", "id_last_0")]),
        (("1", "32", "2026"), [("Check the last day you worked: the day must be a number from 1 to 31", "id_last_1")]),
        (("1", "x", "2026"), [("Check the last day you worked: the day must be a number from 1 to 31", "id_last_1")]),
        (("1", "٤", "2026"), [("Check the last day you worked: the day must be a number from 1 to 31", "id_last_1")]),
        (
            ("1", "4\x00", "2026"),
            [("Check the last day you worked: the day must be a number from 1 to 31", "id_last_1")],
        ),
        (
            ("1", "4", "26"),
            [("Check the last day you worked: the year must be four numbers, such as 2026", "id_last_2")],
        ),
        (
            ("1", "4", "20266"),
            [("Check the last day you worked: the year must be four numbers, such as 2026", "id_last_2")],
        ),
        (
            ("1", "4", "9" * 5000),
            [("Check the last day you worked: the year must be four numbers, such as 2026", "id_last_2")],
        ),
        (("2", "30", "2026"), [("Check the last day you worked: that month has no day 30", "id_last_1")]),
        (("2", "29", "2025"), [("Check the last day you worked: that month has no day 29", "id_last_1")]),
        (("1", "4", "9999"), [("Check the last day you worked: it cannot be after today, March 2, 2026", "id_last_2")]),
        (("3", "3", "2026"), [("Check the last day you worked: it cannot be after today, March 2, 2026", "id_last_0")]),
        (
            ("1", "4", "1899"),
            [("Check the year: the last day you worked must be January 1, 1900 or later", "id_last_2")],
        ),
    ],
)
def test_each_fault_has_its_words_and_its_box(parts: tuple, faults: list, clock: Any) -> None:
    form = Worked(typed(*parts))
    assert [(fault.message, fault.target) for fault in faults_of(form)] == faults


@pytest.mark.parametrize(
    ("parts", "day"),
    [
        (("3", "2", "2026"), dt.date(2026, 3, 2)),
        (("03", "02", "2026"), dt.date(2026, 3, 2)),
        (("2", "29", "2024"), dt.date(2024, 2, 29)),
        (("March", "1", "2026"), dt.date(2026, 3, 1)),
        (("feb.", " 9 ", "2026"), dt.date(2026, 2, 9)),
        (("12", "31", "1999"), dt.date(1999, 12, 31)),
    ],
)
def test_dates_are_read_month_first(parts: tuple, day: dt.date, clock: Any) -> None:
    form = Worked(typed(*parts))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["last"] == day


def test_spanish_reads_numbers_month_first_and_month_names_in_spanish(clock: Any) -> None:
    with override("es"):
        assert Worked(typed("03", "02", "2026")).fields["last"].clean(["03", "02", "2026"]) == dt.date(2026, 3, 2)
        assert Worked(typed("febrero", "9", "2026")).is_valid()


def test_an_optional_date_may_be_blank_but_not_half() -> None:
    assert Planned({}).is_valid()
    assert not Planned(typed("", "", "2026", name="day")).is_valid()


def test_a_day_to_come_is_after_today(clock: Any) -> None:
    assert not Planned(typed("3", "2", "2026", name="day")).is_valid()
    assert Planned(typed("3", "3", "2026", name="day")).is_valid()
    assert Planned(typed("1", "4", "9999", name="day")).errors["day"] == [
        "Check the year: the first day must be December 31, 2099 or earlier"
    ]


def test_the_wrong_text_stays_in_the_box() -> None:
    from django.template.loader import render_to_string

    form = Worked(typed("Febuary", "30", "26"))
    page = render_to_string("gov/field.html", {"field": form["last"]})
    for text in ('value="Febuary"', 'value="30"', 'value="26"'):
        assert text in page
    assert page.count('aria-invalid="true"') == 2
    assert 'aria-describedby="id_last_error"' in page


def test_limits_may_be_functions_and_messages_may_be_replaced(clock: Any) -> None:
    class Period(GovForm):
        end = DatePartsField(
            label="End",
            noun="the end date",
            earliest=lambda: dt.date(2026, 1, 5),
            messages={"early": "The end date must be after January 4, 2026"},
        )

    assert Period(typed("1", "4", "2026", name="end")).errors["end"] == ["The end date must be after January 4, 2026"]


def test_a_required_date_without_words_cannot_be_made() -> None:
    with pytest.raises(TypeError, match="own message"):
        DatePartsField(label="Day")
