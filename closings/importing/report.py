"""Says what a list holds: the figures as one object, the piles in words, and the rows that a person must look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from closings.importing.piles import Sorted, SortedList
from closings.importing.problems import LABELS, MEANINGS, Pile

KINDS: Final[Mapping[str, str]] = {  # code of a problem -> what it is, for counting
    "after-rescission": "an update of a rescinded notice",
    "before-original": "received before its original",
    "broken": "a quotation mark never closes",
    "code-mixed": "a rescission that also changes something",
    "code-unknown": "unknown kind of notice",
    "code-words": "words beside the kind of notice",
    "count": "number of workers not usable",
    "count-not-stated": "number of workers not stated",
    "count-words": "number of workers not exact",
    "count-zero": "0 workers without a rescission",
    "county": "not a county of Wisconsin",
    "day-stays": "date of layoff not stated, the day known before stays",
    "detail": "a cell of the template not readable",
    "detail-of-which": "a detail of one of several places",
    "exact-copy": "exact copy of another row",
    "far-end": "last day far ahead",
    "formula": "a formula instead of a name",
    "huge-cell": "a cell too long for a list",
    "industry-code": "industry code of another length",
    "joined-by-position": "joined by its position, the name differs",
    "kind-both": "closing and layoff in one row",
    "kind-not-stated": "closing or layoff not stated",
    "layoff": "date of layoff not readable",
    "layoff-blank": "date of layoff blank",
    "layoff-not-stated": "date of layoff unknown to the employer",
    "layoff-words": "date of layoff not exact",
    "long-name": "a name longer than the list shows",
    "no-change": "a revision that changes nothing",
    "no-employer": "employer not named",
    "no-original": "an update without a certain original",
    "no-place": "no single municipality",
    "nul": "a character that no text holds",
    "number-gap": "a revision in between is missing",
    "number-twice": "two revisions of one number",
    "other-list": "perhaps a notice that another list brought",
    "parent": "the key of its original is not in the file",
    "place-cut": "list of places cut off",
    "place-like": "spelling of the place",
    "received": "date of receipt not readable",
    "received-not-a-day": "date of receipt not one day",
    "received-not-stated": "date of receipt not stated",
    "received-words": "date of receipt not exact",
    "refused": "refused by a person",
    "rescission-counts": "a rescission that states workers",
    "reserved": "a word of the list, not an employer",
    "revised-in-place": "revised in place, the original not shown",
    "revision-code": "a revision without a code of what changed",
    "revision-number": "number of the revision not readable",
    "same-event": "perhaps the same event as an earlier row",
    "same-reading": "the same as another row, written otherwise",
    "says-nothing": "names an employer and nothing else",
    "shifted": "columns have shifted",
    "swallowed": "a cell holds whole lines",
    "tentative": "called potential or pending",
    "too-few-cells": "line ends early",
    "too-many-cells": "more cells than heads",
    "update-of-what": "an update of an unnamed notice",
    "year-turn": "perhaps the wrong year",
}


def figures(found: SortedList) -> dict[str, Any]:
    """Return the figures of a dry run.

    `read` rows are on exactly one of the four piles. `chains` are the events after joining labeled revisions only; the
    workers are those of each event's latest revision, in all and by the year in which its original was received. The
    last three count all rows that were read, on whatever pile; a rescission whose notice is not known counts as the
    list states it, until a person accepts it as one.
    """
    by_year: Counter[str] = Counter()
    for chain in found.chains:
        by_year[chain.received_year] += chain.workers()
    return {
        "read": len(found.rows),
        **{pile.key: found.count(pile) for pile in Pile},
        "chains": len(found.chains),
        "workers_last_revision": sum(by_year.values()),
        "workers_by_year_of_original": dict(sorted(by_year.items())),
    }


def sum_in_words(counts: Mapping[Pile, int]) -> str:
    """Return "618 + 32 + 15 + 0 = 665 rows read", in the order of the piles."""
    read = sum(counts.values())
    parts = " + ".join(f"{counts.get(pile, 0):,}" for pile in Pile)
    return f"{parts} = {read:,} {'row' if read == 1 else 'rows'} read"


def named_sum(counts: Mapping[Pile, int]) -> str:
    """Return "618 ready, 32 ready with a warning, 15 held: 665 rows read"; a pile without a row is left out."""
    read = sum(counts.values())
    named = ", ".join(f"{counts[pile]:,} {LABELS[pile].lower()}" for pile in Pile if counts.get(pile))
    return f"{named}{': ' if named else ''}{read:,} {'row' if read == 1 else 'rows'} read"


def reasons(found: SortedList, pile: Pile) -> list[tuple[str, int]]:
    """Return why rows lie on the pile and how many for each reason, most first; a row counts once for each reason."""
    counted: Counter[str] = Counter()
    for row in found.rows:
        if row.pile is pile:
            counted.update({problem.code for problem in row.problems if problem.pile is pile})
    return sorted(((KINDS[code], number) for code, number in counted.items()), key=lambda item: (-item[1], item[0]))


def lines(found: SortedList, *, name: str) -> Iterator[str]:
    """Yield the report for a terminal: the piles with what they mean, their sum, then each row with a question."""
    sheet = found.sheet
    yield f"{name}: read as {sheet.columns.title} ({sheet.encoding}, cells separated by {sheet.delimiter!r})."
    yield from sheet.notes
    for pile in Pile:
        yield f"{LABELS[pile]}: {found.count(pile):,}. {MEANINGS[pile]}"
        yield from (f"    {number:>5,}  {reason}" for reason, number in (reasons(found, pile) if pile else ()))
    yield sum_in_words({pile: found.count(pile) for pile in Pile})
    total = figures(found)
    yield f"{total['chains']:,} events with {total['workers_last_revision']:,} workers at their latest revision."
    for row in found.rows:
        if row.pile >= Pile.HELD:
            yield from _row_lines(row)


def _row_lines(row: Sorted) -> Iterator[str]:
    for problem in row.problems:
        if problem.pile >= Pile.HELD:
            what = f"row {row.row.line.number} (line {row.row.line.at}), {problem.column or 'a column without a head'}"
            yield f"{LABELS[problem.pile]}: {what}: read {problem.read[:80]!r}. {problem.wrong}"


def published(found: Mapping[str, SortedList]) -> str:
    """Return the page that publishes the counts and reasons of several lists, by file name."""
    text = [
        "# Import of the old lists\n",
        "What `manage.py import_closings FILE --dry-run` makes of the lists in `tests/data/closings/`.\n",
    ]
    text += _table(
        ("File", "Read", *LABELS.values(), "Events", "Workers at the latest revision"),
        [
            (f"`{name}`", f"{len(one.rows):,}", *(f"{one.count(pile):,}" for pile in Pile), f"{len(one.chains):,}",
             f"{figures(one)['workers_last_revision']:,}")
            for name, one in found.items()
        ],
    )  # fmt: skip
    for name, one in found.items():
        text.append(f"\n## {name}\n")
        text.append(f"{sum_in_words({pile: one.count(pile) for pile in Pile})}. A row may have several reasons.\n")
        text += _table(
            ("Pile", "Why", "Rows"),
            [
                (LABELS[pile], why, f"{number:,}")
                for pile in reversed(Pile)
                if pile
                for why, number in reasons(one, pile)
            ],
        )
    return "\n".join(text) + "\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    return [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *(f"| {' | '.join(row)} |" for row in rows)]


def sorted_files(folder: Path) -> dict[str, bytes]:
    """Return the lists in a folder by file name."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.csv"))}
