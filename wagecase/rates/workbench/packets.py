"""The rule packet of a revision: table, arithmetic, what was weighed, and deadline, as a tagged PDF and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.rates.models import RateSchedule, RulePacket
from wagecase.rates.workbench import shown
from wagecase.rules.proposals import Proposal
from wagecase.web.cells import safe_cell

KIND, TEMPLATE = "rates.rule_packet", "letters/rates/packet.html"
WAIT_SECONDS = 25  # a packet has several pages of tables; the server gives up on a page after 60
COLUMNS = (
    "part", "class", "item", "unit", "in_force", "proposed", "change", "percent", "first_day", "last_day", "tie", "text",
    "law",
)  # fmt: skip


def freeze(*, schedule: RateSchedule, proposal: Proposal, at: datetime) -> RulePacket:
    """Store the packet of a proposal as it is now, in the caller's transaction; the runner draws the PDF."""
    document = documents.freeze(
        case=None, kind=KIND, title=_title(schedule), template=TEMPLATE, context=context(schedule, proposal, is_draft=False),
        language="en", at=at,
    )  # fmt: skip
    return RulePacket.objects.create(schedule=schedule, document=document, rows_sha256=schedule.rows_sha256)


def preview(*, schedule: RateSchedule, proposal: Proposal, at: datetime) -> bytes:
    """Return the packet of a draft as a PDF that says so on every page; nothing is stored.

    Raises RenderFailed or RendererUnavailable.
    """
    html = documents.compose(
        case=None, title=_title(schedule), template=TEMPLATE, context=context(schedule, proposal, is_draft=True),
        language="en", at=at,
    )  # fmt: skip
    return documents.preview(html=html, at=at, timeout=WAIT_SECONDS)


def latest(schedule: RateSchedule) -> Document | None:
    """Return the packet with which the schedule was last put forward, if its rows are still those."""
    found = schedule.packets.filter(rows_sha256=schedule.rows_sha256).select_related("document").order_by("-pk").first()
    if found is None and schedule.is_published:  # the authority moved the first day; the packet stays what was proposed
        found = schedule.packets.select_related("document").order_by("-pk").first()
    return found.document if found else None


def context(schedule: RateSchedule, proposal: Proposal, *, is_draft: bool) -> dict[str, Any]:
    """Return what the template of the packet prints."""
    return {
        "schedule": schedule, "is_draft": is_draft, "groups": shown.groups(proposal), "staying": shown.staying(proposal),
        "flags": shown.flags(proposal), "deadline": shown.deadline(proposal), "figures": shown.figures(schedule),
        "factors": shown.factors(schedule), "proposal": proposal,
    }  # fmt: skip


def as_csv(*, schedule: RateSchedule, proposal: Proposal) -> str:
    """Return the packet as CSV (docs/rule-packet.md says what each column holds); no cell can start a formula."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in _rows(schedule, proposal):
        writer.writerow({name: safe_cell(value) for name, value in row.items()})
    return text.getvalue()


def _rows(schedule: RateSchedule, proposal: Proposal) -> Iterator[dict[str, Any]]:
    yield {"part": "schedule", "text": f"{schedule.key}, {schedule.get_status_display()}: {schedule.title}"}
    yield from ({"part": "figure", "text": f"{label}: {value}"} for label, value in shown.figures(schedule, iso=True))
    for line in proposal.lines:
        yield {
            "part": "amount", "class": line.class_, "item": line.item, "unit": line.unit, "in_force": line.old,
            "proposed": line.new, "change": line.change, "percent": line.percent, "first_day": line.start,
            "last_day": line.end, "tie": "yes" if line.tie else "no", "text": " ".join(line.finding.sentences()),
            "law": "; ".join(line.finding.citations),
        }  # fmt: skip
    for (class_, item, unit), rate in proposal.stays:
        yield {
            "part": "stays", "class": class_, "item": item, "unit": unit, "in_force": rate.amount, "proposed": rate.amount,
            "law": rate.cite,
        }  # fmt: skip
    yield from ({"part": "flag", "text": flag["text"], "law": flag["law"]} for flag in shown.flags(proposal))
    for label, words in shown.factors(schedule):
        yield {"part": "factor", "text": f"{label}: {words or 'Not weighed'}", "law": "104.04"}
    yield from _dates(proposal)


def _dates(proposal: Proposal) -> Iterator[dict[str, Any]]:
    told = shown.deadline(proposal)
    if "due" in told:
        due = told["due"]
        yield {
            "part": "deadline", "last_day": due["legal"], "text": " ".join(due["steps"]), "law": "; ".join(due["law"]),
        }  # fmt: skip
    elif told["none"]:
        yield {"part": "deadline", "text": told["none"]}
    applies = told["applies"]
    yield {
        "part": "first day", "first_day": applies["day"], "text": " ".join(applies["steps"]),
        "law": "; ".join(applies["law"]),
    }  # fmt: skip


def _title(schedule: RateSchedule) -> str:
    return f"Rule packet {schedule.key}: {schedule.title}"
