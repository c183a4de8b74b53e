"""Draws workers by month as SVG on the server: a zero baseline, every bar named, no bar for a month to come."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from closings.selectors import Months
from wagecase.web.formatting import counted

WIDTH, HEIGHT, TOP, BOTTOM = 720, 220, 24, 28
GAP = 10


@dataclass(frozen=True)
class Bar:
    """One month: where its bar stands, and its words."""

    x: int
    y: int
    width: int
    height: int
    middle: int
    month: str
    value: str


@dataclass(frozen=True)
class Chart:
    """The whole drawing."""

    title: str
    about: str
    bars: tuple[Bar, ...]
    width: int = WIDTH
    height: int = HEIGHT
    base: int = HEIGHT - BOTTOM
    labels: int = HEIGHT - 10


def month_names() -> tuple[str, ...]:
    """Return the names of the months in the language of the page."""
    return (
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
        _("September"), _("October"), _("November"), _("December"),
    )  # fmt: skip


def chart(found: Months) -> Chart:
    """Return the drawing of a year; its heading says what it shows."""
    most = max(found.workers) or 1
    slot = WIDTH // 12
    room = HEIGHT - TOP - BOTTOM
    bars = []
    for place, (name, workers) in enumerate(list(zip(month_names(), found.workers, strict=True))[: found.through]):
        tall = workers * room // most if workers else 0
        tall = max(tall, 1) if workers else 0
        x = place * slot + GAP // 2
        bars.append(Bar(x, HEIGHT - BOTTOM - tall, slot - GAP, tall, x + (slot - GAP) // 2, name[:3], counted(workers)))
    words = {"total": counted(found.total), "year": found.year}
    busiest = month_names()[found.workers.index(max(found.workers))]
    title = _("%(total)s workers in notices received in %(year)s") % words
    about = (
        _("Most in %(month)s: %(most)s. The table below has every month.")
        % {"month": busiest, "most": counted(max(found.workers))}
        if found.total
        else _no_workers(found)
    )
    return Chart(title, about, tuple(bars))


def _no_workers(found: Months) -> str:
    """Return why the notices that are shown count no worker: a rescinded one may well state a number."""
    notices = sum(found.notices)
    if found.rescinded == notices:
        return ngettext(
            "The notice was rescinded, so it counts no workers.",
            "All of these notices were rescinded, so they count no workers.", notices,
        )  # fmt: skip
    if found.not_stated == notices:
        return ngettext(
            "The notice states no number of workers.", "None of these notices states a number of workers.", notices
        )
    return _("Each of these notices was rescinded or states no workers.")
