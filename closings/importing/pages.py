"""What the pages of an import show: piles with their meaning, rows with what is wrong, how far the work is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count, Q
from django.utils import timezone

from closings.importing import steps
from closings.importing.columns import match_heads
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.names import name_key, place_key, places_of, without_label
from closings.importing.problems import LABELS, MEANINGS, Pile
from closings.importing.report import named_sum, sum_in_words
from closings.importing.sorting import counts
from wagecase.cases import jobs
from wagecase.cases.models import Job

ROWS: Final = 50  # on a page
NEWEST: Final = 50  # lists on the page of the lists
ALIKE: Final = 5  # rows of the same employer and place beside a row
CANDIDATES: Final = 500  # rows looked at for them
MEANT: Final = {
    "employer": "Employer", "dba": "Trade name", "place": "Place", "affected": "Workers", "received": "Day of receipt",
    "kind": "Kind of notice", "updates": "Codes of an update", "layoff": "First day of work lost",
    "layoff_last": "Last day of work lost", "industry": "Industry", "naics": "Industry code", "county": "County",
    "area": "Workforce area", "key": "Key of the row", "parent": "Key of its original", "revision": "Number of the revision",
    "amendment": "Marked as an update", "site_name": "Name of the site", "street": "Street of the site",
    "municipality_type": "City, village or town", "dated_on": "Date on the notice", "duration": "Permanent or temporary",
    "workforce_state": "Persons employed in the state", "union": "Union", "told_employees": "Employees told on",
    "told_union": "Union told on", "told_official": "Highest official told on",
}  # fmt: skip
COMPARED: Final = ("place", "affected", "received", "kind", "updates", "layoff")  # cells that tell two rows apart
_NAMED: Final = re.compile(r"\b[Rr]ow (\d{1,6})\b|\((\d{1,6}(?:, \d{1,6})*)\)")
TONES: Final = {Pile.READY: "done", Pile.WARNED: "active", Pile.HELD: "attention", Pile.REFUSED: "neutral"}


@dataclass(frozen=True)
class PileCount:
    """One pile for a page."""

    key: str
    label: str
    meaning: str
    count: int
    tone: str


def piles(batch: ImportBatch) -> tuple[list[PileCount], str]:
    """Return the four piles and their sum in words."""
    found = counts(batch)
    shown = [PileCount(pile.key, LABELS[pile], MEANINGS[pile], found[pile], TONES[pile]) for pile in Pile]
    return shown, sum_in_words(found)


def batches() -> list[tuple[ImportBatch, str]]:
    """Return the newest lists, each with its piles by name and their sum, as they are stored with the list."""
    found = ImportBatch.objects.select_related("added_by")[:NEWEST]
    return [(batch, named_sum({pile: batch.figures.get(pile.key, 0) for pile in Pile})) for batch in found]


def progress(batch: ImportBatch) -> dict[str, Any]:
    """Return how far the work on a batch is."""
    job = Job.objects.filter(arguments__batch=batch.pk).order_by("-id").first()
    stopped = job is not None and job.status == Job.Status.FAILED
    working = batch.status in (ImportBatch.Status.IMPORTING, ImportBatch.Status.UNDOING)
    return {
        "batch": batch, "job": job, "stopped": stopped, "working": working, "running": working and not stopped,
        "stalled": job is not None and jobs.is_stalled(job, now=timezone.now()),
        "free_by": jobs.free_by(job) if job is not None else None,
        "reading": batch.status == ImportBatch.Status.READING,
    }  # fmt: skip


def overview(batch: ImportBatch) -> dict[str, Any]:
    """Return what the page of a batch says of it as a whole."""
    shown, total = piles(batch)
    status = dict(batch.rows.order_by().values_list("status").annotate(n=Count("pk")))
    far = progress(batch)
    plan = {} if far["working"] else steps.plan(batch)  # while it is being imported nobody can start it
    return {
        **far, "piles": shown, "sum": total,
        "ready": steps.planned(plan), "waiting": 0 if far["working"] else steps.waiting(batch, plan),
        "imported": status.get(ImportRow.Status.IMPORTED, 0), "known": status.get(ImportRow.Status.KNOWN, 0),
        "undone": status.get(ImportRow.Status.UNDONE, 0), "failed": batch.rows.exclude(failure="").count(),
        "notices": batch.rows.filter(made_case=True, status=ImportRow.Status.IMPORTED).count(),
        "columns": columns(batch),
    }  # fmt: skip


def columns(batch: ImportBatch) -> list[tuple[str, str]]:
    """Return each head with what it is taken for; a head that means nothing is kept as text."""
    at = {index: MEANT[name] for name, index in match_heads(batch.heads).at.items()}
    return [(head_of(batch, index), at.get(index, "Kept as text")) for index in range(len(batch.heads))]


def head_of(batch: ImportBatch, index: int) -> str:
    """Return the head of a column as the file has it, or "column 9" for one without a head."""
    heads = batch.heads
    return heads[index].strip() if index < len(heads) and heads[index].strip() else f"column {index + 1}"


def rows_on(batch: ImportBatch, pile: Pile, *, after: int) -> tuple[list[ImportRow], int | None]:
    """Return a page of a pile's rows behind row `after`, and the number after which the next page begins."""
    found = list(batch.rows.filter(pile=pile, number__gt=after).select_related("case")[: ROWS + 1])
    more = found[ROWS - 1].number if len(found) > ROWS else None
    for row in found:
        _show(batch, row)
    return found[:ROWS], more


def _show(batch: ImportBatch, row: ImportRow) -> None:
    """Give a row the words of its employer as read, and the problems that put it where it is."""
    at = match_heads(batch.heads).at

    def text(name: str) -> str:
        index = at.get(name)
        return row.cells[index].strip() if index is not None and index < len(row.cells) else ""

    row.employer = text("employer")
    row.told = "; ".join(said for name in COMPARED if (said := text(name)))
    row.shown_problems = [one for one in row.problems if one["pile"] == row.pile] or row.problems


def cells_of(batch: ImportBatch, row: ImportRow) -> list[dict[str, Any]]:
    """Return the cells of a row: head, text exactly as read, what a person put there, and what is wrong with it."""
    wrong: dict[str, list[dict[str, Any]]] = {}
    for problem in row.problems:
        wrong.setdefault(problem["column"], []).append(problem)
    return [
        {
            "index": index, "head": head_of(batch, index), "text": text, "corrected": row.corrections.get(str(index)),
            "wrong": wrong.get(head_of(batch, index), []),
        }
        for index, text in enumerate(row.cells)
    ]  # fmt: skip


def next_held(batch: ImportBatch, *, after: int) -> ImportRow | None:
    """Return the next held row behind `after`, else the first one of the batch."""
    held = batch.rows.filter(pile=Pile.HELD, status=ImportRow.Status.WAITING)
    return held.filter(number__gt=after).first() or held.exclude(number=after).first()


def neighbors(batch: ImportBatch, row: ImportRow) -> list[ImportRow]:
    """Return the rows of the same event, those that its problems name, the row above and below it in the file, and those
    of the same employer at the same place (`alike`), by whatever day: a day that was misread hides no row."""
    words = " ".join(problem["wrong"] for problem in row.problems)
    named = {int(number) for one, many in _NAMED.findall(words) for number in (one or many).split(", ")}
    alike = _alike(batch, row)
    near = Q(number__in={row.number - 1, row.number + 1, *named, *alike}) | Q(chain=row.chain)
    found = list(batch.rows.filter(near).exclude(pk=row.pk)[:20])
    for other in found:
        _show(batch, other)
        other.alike = other.number in alike
    return found


def _alike(batch: ImportBatch, row: ImportRow) -> list[int]:
    """Return the numbers of rows that name the same employer and place, those first that agree in most other cells."""
    at = match_heads(batch.heads).at
    employer, place = at.get("employer"), at.get("place")
    mine = _Said(row, at)
    if employer is None or not mine.name:
        return []
    rows = batch.rows.exclude(pk=row.pk)
    if mine.word:  # the database looks through the cells; what it finds is compared as names are
        rows = rows.filter(**{f"cells__{employer}__icontains": mine.word})
    said = [_Said(other, at) for other in rows.only("number", "cells", "corrections")[:CANDIDATES]]
    same = [one for one in said if one.name == mine.name and (place is None or one.places & mine.places)]
    same.sort(key=lambda one: (-len(one.others & mine.others), one.number))
    return [one.number for one in same[:ALIKE]]


class _Said:
    """What a row says, as far as rows are compared by it: each cell as read, or as a person corrected it."""

    def __init__(self, row: ImportRow, at: Mapping[str, int]) -> None:
        cells = {name: row.corrections.get(str(index), row.cells[index]) for name, index in at.items()
                 if index < len(row.cells)}  # fmt: skip
        name, _label = without_label(cells.get("employer", ""))
        self.number, self.name = row.number, name_key(name)
        self.places = {place_key(place) for place in places_of(cells.get("place", ""))}
        self.others = {(name, cells[name].strip()) for name in COMPARED if cells.get(name, "").strip()}
        self.word = max(re.findall(r"[a-z0-9]{3,}", self.name), key=len, default="")
