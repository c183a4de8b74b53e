"""Write a proposal down as findings by name, which are stored, and read it back: it is never worked out again."""

from collections.abc import Iterator, Mapping
from typing import Any

from wagecase.rules.finding import Finding
from wagecase.rules.proposals import Flag, Line, Proposal
from wagecase.rules.ratebook import Rate

__all__ = ["findings", "restored"]


def findings(proposal: Proposal) -> dict[str, Finding[Any]]:
    """Return a proposal as findings by name, in the order in which a person reads them."""
    kept: dict[str, Finding[Any]] = {"proposal": Finding({"method": proposal.method, "book": proposal.book})}
    kept["applies"] = proposal.applies
    if proposal.deadline is not None:
        kept["deadline"] = proposal.deadline
    for place, flag in enumerate(proposal.flags, 1):
        kept[f"flag {place}"] = Finding(flag.tone, (flag.step,), (flag.cite,))
    for place, line in enumerate(proposal.lines, 1):
        kept[f"line {place}"] = Finding(_row(line), line.finding.steps, line.finding.citations, line.finding.books)
    for place, (key, rate) in enumerate(proposal.stays, 1):
        value = {"key": key, "amount": rate.amount, "start": rate.start, "end": rate.end, "flags": rate.flags}
        kept[f"stays {place}"] = Finding(value, (), (rate.cite,))
    return kept


def restored(kept: Mapping[str, Finding[Any]]) -> Proposal:
    """Return the proposal that `findings` wrote. Raises KeyError for findings of something else."""
    head, applies = kept["proposal"].value, kept["applies"]
    return Proposal(
        method=head["method"],
        lines=tuple(_line(found) for found in _named(kept, "line ")),
        stays=tuple(_stays(found) for found in _named(kept, "stays ")),
        flags=tuple(Flag(found.value, found.steps[0], found.citations[0]) for found in _named(kept, "flag ")),
        first_day=applies.value,
        applies=applies,
        deadline=kept.get("deadline"),
        book=head["book"],
    )


def _named(kept: Mapping[str, Finding[Any]], family: str) -> Iterator[Finding[Any]]:
    yield from (found for name, found in kept.items() if name.startswith(family))


def _row(line: Line) -> dict[str, Any]:
    return {
        "key": line.key, "old": line.old, "new": line.new, "start": line.start, "end": line.end, "cite": line.cite,
        "tie": line.tie,
    }  # fmt: skip


def _line(found: Finding[Any]) -> Line:
    row = found.value
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
        finding=Finding(row["new"], found.steps, found.citations, found.books),
        tie=row["tie"],
    )


def _stays(found: Finding[Any]) -> tuple[tuple[str, str, str], Rate]:
    row = found.value
    class_, item, unit = row["key"]
    [cite] = found.citations
    return (class_, item, unit), Rate(row["amount"], row["start"], row["end"], "adopted", cite, tuple(row["flags"]))
