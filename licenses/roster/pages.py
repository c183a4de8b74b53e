"""What the pages of a roster show: columns, progress, piles with their sum, rows with what is wrong, what changes, the wage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from licenses.content import ApplicationContent
from licenses.drafting import words
from licenses.roster import matching, uploads
from licenses.roster.dry_run import cells_of
from licenses.roster.forms import LISTED
from licenses.roster.models import Pile, RosterRow, RosterUpload
from licenses.roster.reading import RowReader, accepted, shown_answer
from licenses.worker_columns import BY_NAME, COLUMNS
from licenses.worker_rules import Problem
from wagecase.cases import jobs
from wagecase.cases.models import Job
from wagecase.web.formatting import counted

ROWS: Final = 50  # on a page
SHORT: Final = "short"  # not a pile: rows of any whose rate is short
TONES: Final = {Pile.NEW: "active", Pile.CHANGED: "attention", Pile.SAME: "neutral", Pile.PROBLEM: "late"}
LABELS: Final = {
    Pile.NEW: gettext_lazy("New"), Pile.CHANGED: gettext_lazy("Changed"), Pile.SAME: gettext_lazy("Unchanged"),
    Pile.PROBLEM: gettext_lazy("With a problem"),
}  # fmt: skip
MEANINGS: Final = {
    Pile.NEW: gettext_lazy("The application does not have these workers yet."),
    Pile.CHANGED: gettext_lazy("The application has these workers with other answers."),
    Pile.SAME: gettext_lazy("The application says the same already."),
    Pile.PROBLEM: gettext_lazy("Left out until you mend them in your file or in the form."),
}  # fmt: skip


@dataclass(frozen=True)
class Progress:
    """How far the reading is."""

    done: int  # rows
    total: int
    percent: int
    stopped: bool
    stalled: bool
    again: datetime | None  # the instant by which another worker takes it up; None before one has begun


def progress(upload: RosterUpload, now: datetime) -> Progress:
    """Return how far an upload that is being read is."""
    job = uploads.job_of(upload)
    done = min(upload.total, job.done * uploads.ROWS_AN_ITEM) if job else 0
    percent = done * 100 // upload.total if upload.total else 0
    stopped = job is not None and job.status == Job.Status.FAILED
    stalled = job is not None and jobs.is_stalled(job, now=now)
    return Progress(done, upload.total, percent, stopped, stalled, jobs.free_by(job) if job else None)


def heads(upload: RosterUpload) -> list[str]:
    """Return the heads of the columns, "Column 9" for one without."""
    rows = upload.sheet["rows"]
    row = rows[upload.head] if upload.head < len(rows) else []
    given = [row[place].strip() if place < len(row) else "" for place in range(len(upload.columns))]
    return [text or _("Column %(n)d") % {"n": place} for place, text in enumerate(given, start=1)]


def samples(upload: RosterUpload) -> list[list[str]]:
    """Return the first two texts of each column."""
    rows = [row for _number, row in matching.data_rows(upload.sheet["rows"], upload.head)]
    found = []
    for place in range(len(upload.columns)):
        texts = (row[place].strip() for row in rows if place < len(row) and row[place].strip())
        found.append([text for text, _n in zip(texts, range(2), strict=False)])
    return found


def unmatched(columns: Iterable[str]) -> list[str]:
    """Return the labels of the answers that no column holds."""
    held = set(columns)
    return [str(column.label) for column in COLUMNS if column.name not in held]


def piles(upload: RosterUpload) -> list[dict[str, Any]]:
    """Return the piles with their counts, words and tones."""
    return [
        {"key": pile.value, "count": upload.counts.get(pile.value, 0), "label": LABELS[pile], "tone": TONES[pile],
         "meaning": MEANINGS[pile]}
        for pile in Pile
    ]  # fmt: skip


def sum_in_words(upload: RosterUpload) -> str:
    """Return "3 new + 2 changed + 34 unchanged + 1 with a problem = 40 rows read"."""
    parts = " + ".join(f"{counted(pile['count'])} {str(pile['label']).lower()}" for pile in piles(upload))
    total = sum(pile["count"] for pile in piles(upload))
    read = ngettext("%(n)s row read", "%(n)s rows read", total) % {"n": counted(total)}
    return f"{parts} = {read}"


def good(upload: RosterUpload) -> int:
    """Return how many rows would be taken over."""
    return int(upload.counts.get(Pile.NEW, 0)) + int(upload.counts.get(Pile.CHANGED, 0))


def rows_on(upload: RosterUpload, chosen: str, *, after: int) -> tuple[list[RosterRow], int | None]:
    """Return a page of rows behind row `after`, and the number after which the next page begins."""
    rows = upload.rows.filter(number__gt=after)
    rows = rows.exclude(pile=Pile.PROBLEM).filter(covers=False) if chosen == SHORT else rows.filter(pile=chosen)
    found = list(rows[: ROWS + 1])
    return found[:ROWS], found[ROWS - 1].number if len(found) > ROWS else None


def shown_rows(rows: Iterable[RosterRow], content: ApplicationContent) -> list[dict[str, Any]]:
    """Return rows as the report shows them, each with its wage worked out before the reader's eyes."""
    reader = RowReader(content, on=timezone.localdate())
    return [_shown(row, content, reader) for row in rows]


def _shown(row: RosterRow, content: ApplicationContent, reader: RowReader) -> dict[str, Any]:
    answers = row.content["answers"]
    problems = [Problem.from_dict(one) for one in row.content["problems"]]
    check = reader.check(answers)
    return {
        "number": row.number, "worker": answers.get("worker_id") or answers.get("name") or "",
        "name": answers.get("name", "") if answers.get("worker_id") else "", "job": answers.get("job", ""),
        "pile": row.pile, "wage": words.wage_panel(check, by_piece=answers.get("pay_basis") == "piece"),
        "problems": [told(one, row.content["cells"], content) for one in problems],
        "changes": [
            {"label": BY_NAME[name].label, "before": shown_answer(name, old), "after": shown_answer(name, new)}
            for name, old, new in row.content["changes"]
        ],
    }  # fmt: skip


def shown_problems(row: RosterRow, content: ApplicationContent) -> Iterator[dict[str, Any]]:
    """Yield what is wrong with a row, as the report tells it, with the worker that it names."""
    answers = row.content["answers"]
    worker = answers.get("worker_id") or answers.get("name") or ""
    for stored in row.content["problems"]:
        yield {"worker": worker, **told(Problem.from_dict(stored), row.content["cells"], content)}


def told(problem: Problem, cells: matching.Cells, content: ApplicationContent) -> dict[str, Any]:
    """Return a problem as the report tells it: column, what was read, what is wrong, what would be accepted."""
    column = BY_NAME[problem.column]
    return {
        "label": column.label, "read": cells.get(problem.column, "").strip(), "wrong": problem.text(),
        "accepts": "" if problem.warns else accepted(column, content), "warns": problem.warns,
    }  # fmt: skip


def others(upload: RosterUpload) -> dict[str, Any]:
    """Return the lines of the draft that the file does not have: how many, and the first of them."""
    rows = uploads.others(upload)
    listed = []
    for row in rows[:LISTED]:
        answers = cells_of(row.answers)
        name = answers.get("name", "") if answers.get("worker_id") else ""
        listed.append({"key": row.key, "worker": answers.get("worker_id") or answers.get("name") or "", "name": name,
                       "job": answers.get("job", "")})  # fmt: skip
    count = rows.count()
    return {"count": count, "listed": listed, "more": count - len(listed)}


def conflicts(upload: RosterUpload) -> list[dict[str, Any]]:
    """Return the rows that were left alone because somebody touched their line meanwhile, in words."""
    found = []
    for one in upload.result.get("conflicts", ()):
        by = one["by"] or _("Somebody")
        sentences = {
            "changed": _("%(name)s changed this worker after the file was read. That version was kept."),
            "added": _("%(name)s added this worker after the file was read. That version was kept."),
            "gone": _("This worker was removed from the application after the file was read."),
        }
        at = datetime.fromisoformat(one["at"]) if one["at"] else None
        found.append({"row": one["row"], "text": sentences[one["what"]] % {"name": by}, "at": at})
    return found
