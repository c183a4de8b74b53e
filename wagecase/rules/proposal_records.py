"""Write a proposal down as plain JSON values and read it back as it was: what was proposed is never worked out again."""

from collections.abc import Mapping
from typing import Any

from wagecase.rules.finding import Finding
from wagecase.rules.proposals import Flag, Line, Proposal
from wagecase.rules.ratebook import Rate

__all__ = ["restored", "stored"]


def stored(proposal: Proposal) -> dict[str, Any]:
    """Return a proposal as plain JSON values, with its sentences as they read today."""
    return {
        "method": proposal.method,
        "book": proposal.book,
        "applies": _told(proposal.applies),
        "deadline": proposal.deadline and _told(proposal.deadline),
        "flags": [_told(Finding(flag.tone, (flag.step,), (flag.cite,))) for flag in proposal.flags],
        "lines": [{"row": _row(line), "finding": _told(line.finding)} for line in proposal.lines],
        "stays": [
            Finding({"key": key, "amount": rate.amount, "start": rate.start, "cite": rate.cite}).to_dict()
            for key, rate in proposal.stays
        ],
    }


def restored(kept: Mapping[str, Any]) -> Proposal:
    """Return the proposal that `stored` wrote."""
    applies: Finding[Any] = Finding.from_dict(kept["applies"])
    return Proposal(
        method=kept["method"],
        lines=tuple(_line(row) for row in kept["lines"]),
        stays=tuple(_stays(row) for row in kept["stays"]),
        flags=tuple(_flag(row) for row in kept["flags"]),
        first_day=applies.value,
        applies=applies,
        deadline=Finding.from_dict(kept["deadline"]) if kept["deadline"] else None,
        book=kept["book"],
    )


def _told(finding: Finding[Any]) -> dict[str, Any]:
    return {**finding.to_dict(), "said": finding.sentences()}


def _row(line: Line) -> dict[str, Any]:
    value = {
        "key": line.key, "old": line.old, "new": line.new, "start": line.start, "end": line.end, "cite": line.cite,
        "tie": line.tie,
    }  # fmt: skip
    return Finding(value).to_dict()


def _line(kept: Mapping[str, Any]) -> Line:
    row: Mapping[str, Any] = Finding[Any].from_dict(kept["row"]).value
    class_, item, unit = row["key"]
    return Line(
        class_=class_,
        item=item,
        unit=unit,
        old=row["old"],
        new=row["new"],
        start=row["start"],
        end=row["end"],
        cite=row["cite"],
        finding=Finding.from_dict(kept["finding"]),
        tie=row["tie"],
    )


def _stays(kept: Mapping[str, Any]) -> Any:
    row: Mapping[str, Any] = Finding[Any].from_dict(kept).value
    rate = Rate(amount=row["amount"], start=row["start"], end=None, status="adopted", cite=row["cite"])
    return tuple(row["key"]), rate


def _flag(kept: Mapping[str, Any]) -> Flag:
    finding: Finding[Any] = Finding.from_dict(kept)
    return Flag(finding.value, finding.steps[0], finding.citations[0])
