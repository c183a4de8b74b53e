"""The frame that every page of one closing notice shares: its identity bar, what must not be overlooked, its sections."""

from __future__ import annotations

from typing import Any

from django.utils.functional import SimpleLazyObject

from closings.deciding import QUESTIONS, Decided
from closings.determinations import Findings, earlier, order_parts, worked_out
from closings.panel import days_words
from closings.recording import latest
from wagecase.cases.models import Case
from wagecase.cases.views.frame import around
from wagecase.web.formatting import day

# A section has its name as its address, so no transition may take one.
SECTIONS = (
    ("", "Overview"), ("notice", "Notice"), ("parties", "Parties"), ("documents", "Documents"),
    ("notices", "Messages sent"), ("notes", "Notes"), ("timeline", "Timeline"),
)  # fmt: skip
RESERVED = frozenset({name for name, _label in SECTIONS if name} | {"files"})
DRAFTING = ("draft_determination", "revise_determination")
CHANNELS = {"online": "Filed online", "paper": "Keyed from a letter", "import": "From an old list"}


def context(case: Case, section: str | None) -> dict[str, Any]:
    """Return what the frame shows; `section` is the current one, None on act pages."""
    return {
        **around(case, section, SECTIONS), "closing": case.closing, "flags": _flags(case),
        "audience": "The employer’s page", "before_form": "closings/staff/worksheet.html", "before_form_of": DRAFTING,
        "worksheet": SimpleLazyObject(lambda: worksheet(case)), "no_clock": _notice_line(case),
        "before_signing": "closings/staff/before_signing.html",
    }  # fmt: skip


def _flags(case: Case) -> list[str]:
    notice, flags = case.closing, [CHANNELS.get(case.channel, "")]
    if notice.listed_on is None:
        flags.append("Not on the public list")
    if notice.revision:
        received = notice.revisions.values_list("received_on", flat=True).get(number=notice.revision)
        flags.append(f"Revision {notice.revision} of {day(received)}")
    return [flag for flag in flags if flag]


def _notice_line(case: Case) -> str:
    notice = case.closing
    if notice.first_on is None:
        return "The notice names no first day of work lost."
    days = notice.days_of_notice
    words = days_words(days) + (" days of notice" if days is not None and days >= 0 else "")
    return f"First day of work lost: {day(notice.first_on)}. Received {day(notice.received_on)}: {words}."


def worksheet(case: Case) -> dict[str, Any]:
    """Return what the law makes of the notice, for whoever drafts: coverage, days of each recipient, the highest surcharge.

    The surcharge is the one that follows if every question of coverage is answered so that notice was required.
    """
    reached = tuple(Decided(row.code, row.reached) for row in QUESTIONS)
    content, findings = latest(case.closing), Findings(reasons="", decisions=reached)
    worked = worked_out(content, findings)
    return order_parts(case, content, findings=findings, worked=worked, replaces=earlier(case))
