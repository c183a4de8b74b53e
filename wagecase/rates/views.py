"""The public pages of the rates in force and of the rates that bills proposed, read from the published schedules."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from wagecase.rates import tables
from wagecase.rates.books import published_book
from wagecase.rates.forms import DayForm
from wagecase.rules.calendar import years_after
from wagecase.rules.ratebook import RateBook

IN_FORCE = "DWD272"
PROPOSED = (("AB77", "2005"), ("SB130", "2007"))


@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """The rates in force today or on the day asked for, with their law and the federal rate."""
    now = timezone.localdate()
    form = (
        DayForm(request.GET) if any(name.startswith("day_") for name in request.GET) else DayForm(initial={"day": now})
    )
    if form.is_bound and not form.is_valid():
        return render(request, "rates/today.html", {"form": form}, status=422)
    day = form.cleaned_data["day"] if form.is_bound else now
    return render(request, "rates/today.html", {"form": form, "day": day, **_shown(day, now)})


def _shown(day: date, now: date) -> dict:
    book = published_book()
    federal = tables.federal(book, day)
    return {
        "is_today": day == now,
        "is_future": day > now,
        "is_printed": is_printed(day, now, book),
        "sections": tables.sections(book, IN_FORCE, day),
        "doubts": tables.doubts(book, IN_FORCE, day),
        "federal": federal,
        "next_day": tables.next_first_day(book, IN_FORCE, day),
        "lower": [tables.class_name(name) for name in federal.lower] if federal else [],
    }


def is_printed(day: date, now: date, book: RateBook) -> bool:
    """Return whether a day's rates can be had as a PDF on the day `now`: those with rates, at most a year ahead."""
    return day <= years_after(now, 1) and bool(tables.sections(book, IN_FORCE, day))


@require_safe
def proposed(request: HttpRequest) -> HttpResponse:
    """Every amount that a bill proposed, under "Proposed, not law" on each table."""
    book = published_book()
    bills = []
    for source, year in PROPOSED:
        days = tables.first_days(book, source)
        steps = [{"title": tables.step_title(day), "sections": tables.sections(book, source, day)} for day in days]
        bills.append({"name": bill_name(source, year), "key": source, "steps": steps})
    return render(request, "rates/proposed.html", {"bills": bills})


def bill_name(source: str, year: str) -> str:
    """Return "2005 Assembly Bill 77" or "2007 Senate Bill 130"."""
    house = gettext("Assembly Bill") if source.startswith("AB") else gettext("Senate Bill")
    return f"{year} {house} {source.lstrip('ABS')}"
