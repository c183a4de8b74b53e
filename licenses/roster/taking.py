"""Writes the good rows of a roster into the draft and leaves alone whatever somebody else touched meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _

from licenses.drafting import stamps
from licenses.drafting.sections import MOST_ROWS, WORKERS
from licenses.filing import digest_of
from licenses.roster import matching
from licenses.roster.models import Pile, RosterRow, RosterUpload
from wagecase.cases import drafts
from wagecase.cases.models import Draft, DraftRow
from wagecase.errors import TransitionNotAllowed
from wagecase.web.formatting import counted

CHANGED, GONE, ADDED = "changed", "gone", "added"  # what somebody did to a line meanwhile
AT_ONCE = 200
OUTCOMES = {True: stamps.COVERS, False: stamps.SHORT, None: stamps.OPEN}


@dataclass
class Taken:
    """What became of the good rows. A conflict names the row, what happened to its line, who did it and when."""

    new: int = 0
    changed: int = 0
    conflicts: list[dict[str, Any]] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {"new": self.new, "changed": self.changed, "conflicts": self.conflicts}


def take(upload: RosterUpload, held: Draft, *, by: Any, at: datetime) -> Taken:
    """Write the good rows into the locked draft."""
    taken = Taken()
    _change(upload.rows.filter(pile=Pile.CHANGED), held, taken, by=by, at=at)
    _add(list(upload.rows.filter(pile=Pile.NEW)), held, taken, by=by, at=at)
    return taken


def _change(rows: Iterable[RosterRow], held: Draft, taken: Taken, *, by: Any, at: datetime) -> None:
    for row in rows:
        answers = row.content["answers"]
        line = held.rows.filter(section=WORKERS, key=row.key)
        written = line.filter(version=row.version or 0).update(
            answers=answers, digest=_digest(held, answers), outcome=OUTCOMES[row.covers], version=F("version") + 1,
            saved_at=at, saved_by=by,
        )  # fmt: skip
        if written:
            taken.changed += 1
            continue
        now = line.select_related("saved_by").first()
        taken.conflicts.append(_conflict(row, CHANGED if now else GONE, now))


def _add(rows: list[RosterRow], held: Draft, taken: Taken, *, by: Any, at: datetime) -> None:
    there = _lines_there(rows, held)
    last = held.rows.filter(section=WORKERS).aggregate(last=Max("place"))["last"]
    place = -1 if last is None else last
    made = []
    for row in rows:
        answers = row.content["answers"]
        if (other := there.get(_line(answers))) is not None:
            taken.conflicts.append(_conflict(row, ADDED, other))
            continue
        place += 1
        made.append(
            DraftRow(
                draft=held, section=WORKERS, key=drafts.new_key(), place=place, digest=_digest(held, answers),
                answers=answers, outcome=OUTCOMES[row.covers], saved_at=at, saved_by=by,
            )
        )  # fmt: skip
    DraftRow.objects.bulk_create(made, batch_size=AT_ONCE)
    taken.new += len(made)


def _lines_there(rows: list[RosterRow], held: Draft) -> dict[tuple[str, str, str], DraftRow]:
    """Return the lines of the draft that are the same worker, place and job as a new row: added since it was compared."""
    digests = {_digest(held, row.content["answers"]) for row in rows}
    found = {}
    for line in held.rows.filter(section=WORKERS).select_related("saved_by"):
        if line.digest in digests:
            found[_line(line.answers)] = line
    return found


def _line(answers: matching.Cells) -> tuple[str, str, str]:
    return matching.line_of(answers, {"site", "job"})


def _digest(held: Draft, answers: matching.Cells) -> str:
    return digest_of(held.owner, matching.identity_of(answers)) if held.owner else ""


def _conflict(row: RosterRow, what: str, line: DraftRow | None) -> dict[str, Any]:
    person = line.saved_by.name or line.saved_by.email if line is not None and line.saved_by else ""
    return {"row": row.number, "what": what, "by": person, "at": line.saved_at.isoformat() if line else ""}


def remove(upload: RosterUpload, held: Draft, *, keys: set[str] | None) -> int:
    """Take out the lines `keys` (None: all) that no row of the spreadsheet is and nobody saved since; return how many."""
    seen = upload.rows.exclude(key="").values("key")
    gone = held.rows.filter(section=WORKERS, saved_at__lte=upload.uploaded_at).exclude(key__in=seen)
    if keys is not None:
        gone = gone.filter(key__in=keys)
    return gone.delete()[0]


def settle(held: Draft) -> None:
    """Work out anew what each worker's line comes to. TransitionNotAllowed when there are more than an application holds."""
    if held.rows.filter(section=WORKERS).count() > MOST_ROWS[WORKERS]:
        words = _("An application holds up to %(most)s workers. Leave some rows out.")
        raise TransitionNotAllowed(words % {"most": counted(MOST_ROWS[WORKERS])})
    stamps.restamp(held)
