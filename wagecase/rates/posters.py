"""The posters that employers must hang up: which there are, who hangs them where, and what is printed on them today."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from wagecase.rates import tables
from wagecase.rates.books import origins, published_book
from wagecase.rates.models import PRINTED
from wagecase.rates.prints import print_answer, printed
from wagecase.rates.reference import last_correction
from wagecase.rates.views import IN_FORCE
from wagecase.rules import law
from wagecase.rules.ratebook import Rate, RateBook
from wagecase.web.formatting import day as day_text

Figures = dict[str, Any]
Amount = tuple[str, str, str, Rate]  # class, item, unit
# Of a license: the worker of the example does half of the work of others, who earn this an hour (an invented figure).
TOTALS, WAGE = ("general", "minor", "opportunity"), {"item": "wage", "unit": "hour"}
EXAMPLE_OTHERS, EXAMPLE_SHARE = Decimal("12.00"), Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Poster:
    """One poster: `worded` is the day on which its own words last changed, `parameters` are the figures it prints."""

    key: str
    title: str | Promise
    who: str | Promise
    where: str | Promise
    cite: str
    worded: date
    parameters: tuple[str, ...]
    amounts: Callable[[RateBook, date], tuple[Figures, list[Amount]] | None]

    @property
    def template(self) -> str:
        """Return the name of its template."""
        return f"posters/{self.key}.html"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A poster as it is printed on one day: its figures, its day of issue, and a mark that changes with any figure."""

    poster: Poster
    figures: Figures
    issued: date
    mark: str


def _rates(book: RateBook, on: date) -> tuple[Figures, list[Amount]] | None:
    """Return the tables of the schedule in force; None where it prints no amount for the day."""
    rates = list(tables.rates_of(book, IN_FORCE, on))
    if not rates:
        return None
    by_title = {section.title: section for section in tables.sections(book, IN_FORCE, on)}
    hourly, *others = (by_title.get(str(title)) for title, _columns, _classes in tables.LAYOUT)
    figures: Figures = {"hourly": hourly}
    figures |= {name: _joined(found) for name, found in zip(("board", "camp", "caddies"), others, strict=True) if found}
    figures |= {"since": max(rate.start for *_key, rate in rates if rate.start)}
    # What pay and tips must come to: the rate that each tipped employee would have without tips (272.03 (2) (g) 1.).
    figures |= {class_: book.find(source=IN_FORCE, class_=class_, **WAGE, on=on).amount for class_ in TOTALS}
    figures["federal"] = tables.federal(book, on)
    return figures, rates


def _minimum(book: RateBook, on: date) -> tuple[Figures, list[Amount]]:
    rate = book.minimum(on)
    example = {"others": EXAMPLE_OTHERS, "own": EXAMPLE_OTHERS * EXAMPLE_SHARE}
    return {"general": rate.amount, "example": example}, [("general", "wage", "hour", rate)]


def _none(book: RateBook, on: date) -> tuple[Figures, list[Amount]]:
    return {}, []


def _joined(section: tables.Section) -> Figures:
    """Return a table with each different row of amounts once, and the names of all who have it."""
    found: dict[tuple[Decimal | None, ...], list[str]] = {}
    for row in section.rows:
        found.setdefault(tuple(amount for _label, amount in row.cells), []).append(row.label)
    rows = [{"labels": labels, "amounts": amounts} for amounts, labels in found.items()]
    return {"title": section.title, "columns": section.columns, "rows": rows}


POSTERS = (
    Poster(
        key="minimum-wage",
        title=_("Minimum wage rates"),
        who=_("The rule names this poster but does not say who must hang it up. We ask every employer to do so."),
        where=_("Where every employee can easily read it."),
        cite="DWD 272.13 (1)",
        worded=date(2026, 11, 30),
        parameters=("opportunity.dwd272.age", "opportunity.dwd272.days"),
        amounts=_rates,
    ),
    Poster(
        key="closing-law",
        title=_("Closing or mass layoff: your rights"),
        who=_("Every business with 50 or more employees in Wisconsin."),
        where=_("In one or more places that are easy to see, where you post notices to employees."),
        cite="109.07 (7)",
        worded=date(2026, 11, 30),
        parameters=tuple(
            f"closings.{name}"
            for name in (
                "least_persons", "closing_least", "layoff_percent", "layoff_least", "layoff_enough",
                "setting_second_test", "notice_days", "new_months", "low_hours", "claim_days", "justice_days",
                "recall_days", "sale_break_months", "relocation_break_months",
            )
        ),
        amounts=_none,
    ),
    Poster(
        key="special-minimum-wage",
        title=_("Special minimum wages for workers with disabilities"),
        who=_("Every employer that has a special minimum wage license."),
        where=_(
            "Where workers with disabilities, their parents and guardians, and other employees can easily see it, at all"
            " times. Or give a copy to each worker who is paid under the license."
        ),
        cite="DWD 272.09 (10)",
        worded=date(2026, 11, 30),
        parameters=tuple(
            f"licenses.{name}"
            for name in ("review_months", "overtime_hours", "work_allowance")
        ),
        amounts=_minimum,
    ),
)  # fmt: skip
BY_KEY = {poster.key: poster for poster in POSTERS}


def sheet(poster: Poster, on: date) -> Sheet | None:
    """Return what a poster says on a day, in the language that is active; None where the source has no amount.

    The day of issue is the day on which its words or any of its figures last changed, whichever came last: the first
    day of an amount, or the later day on which it was put in force or corrected.
    """
    rates = published_book()
    try:
        amounts = poster.amounts(rates, on)
    except law.NoRateInSource:
        amounts = None
    if amounts is None:
        return None
    own, printed_rates = amounts
    parameters = [law.in_force(name, on) for name in poster.parameters]
    figures: Figures = dict(own)
    figures |= {row.name.rpartition(".")[2]: row.value for row in parameters}
    firsts = [rate.start for *_key, rate in printed_rates if rate.start] + [row.start for row in parameters]
    firsts += _became_known(rates, printed_rates)
    if federal := figures.get("federal"):
        firsts.append(federal.start)
    content = "\n".join(map(repr, (rates.name, *printed_rates, *parameters, federal)))
    mark = hashlib.sha256(content.encode()).hexdigest()[:12]
    return Sheet(poster, figures, max(poster.worded, *firsts), mark)


def _became_known(book: RateBook, amounts: list[Amount]) -> list[date]:
    """Return the days on which the schedules of the amounts were put in force or corrected.

    What a release prints was known before: the day of loading is no day of the law.
    """
    found = []
    for origin in origins(book, ((class_, item, unit, rate.start) for class_, item, unit, rate in amounts)):
        if origin.method != PRINTED and origin.published_at:
            found.append(timezone.localdate(origin.published_at))
        elif corrected := last_correction(origin.note):
            found.append(corrected)
    return found


@require_safe
def posters(request: HttpRequest) -> HttpResponse:
    """Every poster: who must hang it up, where, and the PDF in each language."""
    on = timezone.localdate()
    shown = [(poster, _about(poster, found), found) for poster in POSTERS for found in [sheet(poster, on)]]
    languages = [code for code, _label in settings.LANGUAGES]
    return render(request, "rates/posters.html", {"shown": shown, "languages": languages})


def _about(poster: Poster, found: Sheet | None) -> list[tuple[str, str]]:
    """Return what the page says of a poster, as (label, value)."""
    rows = [(gettext("Who must post it"), poster.who), (gettext("Where"), poster.where), (gettext("Law"), poster.cite)]
    if found:
        rows.append((gettext("Issued"), day_text(found.issued)))
    return [(label, str(value)) for label, value in rows]


@require_safe
def poster_pdf(request: HttpRequest, key: str, language: str) -> HttpResponse:
    """One poster as it is today, in one language."""
    poster = BY_KEY.get(key)
    if poster is None or language not in dict(settings.LANGUAGES):
        raise Http404
    with translation.override(language):
        found = sheet(poster, timezone.localdate())
    if found is None:
        raise Http404
    return print_answer(request, f"poster-{key}-{language}.pdf", lambda: drawn(found, language))


def drawn(found: Sheet, language: str) -> bytes:
    """Return the PDF of a poster; the same bytes until a word or a figure of it changes. Busy as in prints."""
    poster = found.poster
    with translation.override(language):
        title = str(poster.title)
    context = {**found.figures, "poster": poster, "issued": found.issued, "site_url": settings.SITE_URL}
    key = f"poster {poster.key} {found.issued.isoformat()} {found.mark}"
    return printed(
        key=key, template=poster.template, context=context, language=language, title=title, issued=found.issued
    )
