"""Joins the rows of a list into events: what the list itself labels as a revision goes to its original, nothing else does.

In this order: a key of the parent; the same employer at the same place, when only one original answers to both; the
row directly below the one it continues. What fits none of these is a question for a person. Likeness joins nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from closings.importing.names import name_words, place_key
from closings.importing.problems import Pile, Problem
from closings.importing.rows import FAR_DAYS, Row

FOR_ITSELF: Final = "The number of the row that it rescinds, or: a notice that is rescinded and counts 0."
MOST_CANDIDATES: Final = 500  # originals that are looked at for one revision; with so many it is a question anyway


@dataclass
class Chain:
    """One event: the number of the row that starts it, and its rows, the latest revision last.

    `orphan` is True for a labeled revision whose original was not found: it stands alone until a person says more, and
    `accepted` once one said that it does. `repeats` are the numbers of rows that only repeat another row.
    """

    start: int
    rows: list[Row] = field(default_factory=list)
    orphan: bool = False
    accepted: bool = False
    repeats: set[int] = field(default_factory=set)

    @property
    def first(self) -> Row:
        """The original."""
        return self.rows[0]

    @property
    def received_year(self) -> str:
        """The year in which the original was received, or "not stated"."""
        day = self.first.received.first
        return str(day.year) if day else "not stated"

    def workers(self) -> int:
        """Return the workers of the latest revision; a revision that states no number leaves the one before standing.

        A rescission counts 0 whatever number it repeats, until a later revision tells of the event again. One that
        nobody knows the notice of counts as the list states it, until a person accepts it as a rescission.
        """
        count, rescinded = 0, False
        for row in self.rows:
            if row.line.number in self.repeats:
                continue
            if row.codes.rescinds:
                rescinded = row is not self.first or self.accepted
            elif row.tells_of_event:
                rescinded = False
            if row.affected.value is not None and not (row.codes.rescinds and row is not self.first):
                count = row.affected.value
        return 0 if rescinded else count


@dataclass
class Joined:
    """The events of a list, and what joining them found wrong, by the number of the row."""

    chains: list[Chain]
    chain_of: dict[int, Chain]
    problems: dict[int, list[Problem]]


def join(rows: Sequence[Row], copies: Mapping[int, int], decided: Mapping[int, int | None]) -> Joined:
    """Return the events of the rows; every row is in exactly one chain.

    `copies` names rows that only repeat another (number -> number of the other): they stand as chains of their own, and
    a revision goes to the row that they repeat. `decided` says of which row's event a person made a row a revision, or
    that it stands for itself (None).
    """
    return _Joiner(rows, copies, decided).joined()


class _Joiner:
    def __init__(
        self, rows: Sequence[Row], copies: Mapping[int, int], decided: Mapping[int, int | None]
    ) -> None:  # fmt: skip
        self.rows = rows
        self.copies = copies
        self.decided = decided
        self.numbered = {row.line.number: row for row in rows}
        self.chains: dict[int, Chain] = {}
        self.chain_of: dict[int, Chain] = {}
        self.problems: dict[int, list[Problem]] = defaultdict(list)
        self.by_key: dict[str, list[Row]] = defaultdict(list)
        self.by_place: dict[tuple[str, frozenset[str]], list[Row]] = defaultdict(list)
        self.by_name: dict[str, list[Row]] = defaultdict(list)

    def joined(self) -> Joined:
        for row in self.rows:
            if row.key:
                self.by_key[row.key].append(row)
            if not (row.is_labeled or row.amends or self._joins(row)):
                self._start(row)
                if row.line.number not in self.copies:
                    self.by_name[row.name_key].append(row)
                    self.by_place[row.name_key, row.place_keys].append(row)
        above: Row | None = None
        for row in self.rows:
            if row.line.number not in self.chain_of and not self._joins(row):
                self._place(row, above)
            above = row
        for row in self.rows:
            if row.line.number not in self.chain_of:
                self._place(row, None)
        chains = sorted(self.chains.values(), key=lambda chain: chain.start)
        for chain in chains:
            chain.rows.sort(key=_order(chain))
        return Joined(chains, self.chain_of, self.problems)

    def _start(self, row: Row, *, orphan: bool = False) -> None:
        chain = Chain(row.line.number, [row], orphan, accepted=row.line.number in self.decided)
        self.chains[row.line.number] = self.chain_of[row.line.number] = chain

    def _joins(self, row: Row) -> Row | None:
        """Return the row of whose event a person made this one a revision."""
        target = self.decided.get(row.line.number)
        return None if target is None or target == row.line.number else self.numbered.get(target)

    def _place(self, row: Row, above: Row | None) -> None:
        copied, target = self.copies.get(row.line.number), self._joins(row)
        if target is not None:
            found: Row | None = target if target.line.number in self.chain_of else None
        elif copied is not None:
            found = self.numbered[copied]
        else:
            parent = row.parent or self._own_number(row)
            found = self._parent(row, parent) if parent else self._original(row, above)
        if found is None:
            self._start(row, orphan=True)
            return
        chain = self.chain_of[found.line.number]
        if copied is None and target is None:
            self._check_number(row, chain)
        chain.rows.append(row)
        if copied is not None:
            chain.repeats.add(row.line.number)
        self.chain_of[row.line.number] = chain

    def _own_number(self, row: Row) -> str:
        """Return the number of its notice that a numbered revision bears itself, if an original above bears it too."""
        originals = [other for other in self.by_key.get(row.key, ()) if not other.is_labeled]
        return row.key if row.key and row.number and originals else ""

    def _parent(self, row: Row, parent: str) -> Row | None:
        parents = [other for other in self.by_key.get(parent, ()) if other is not row]
        if len(originals := [other for other in parents if not other.is_labeled]) == 1:
            parents = originals  # its revisions bear the number of the notice as it does
        if len(parents) == 1 and parents[0].line.number in self.chain_of:
            return parents[0]
        said = "Two rows bear" if len(parents) > 1 else "No row above bears"
        self._mark(row, "parent", f"{said} the key {parent!r} that this row names as its original.", column="parent")
        return None

    def _original(self, row: Row, above: Row | None) -> Row | None:
        here = self.by_place.get((row.name_key, row.place_keys), [])[:MOST_CANDIDATES]
        continued = self._continued(row, above)
        if continued is not None and continued.name_key == row.name_key and (len(here) != 1 or _agree(row, continued)):
            return continued
        if not row.number:
            here = [other for other in here if _soon_after(row, other)]
        if len(here) == 1:
            return here[0]
        if continued is not None and row.label and _same_employer_elsewhere_said(row, continued):
            self._mark(
                row, "joined-by-position",
                f"Joined to row {continued.line.number}, directly above, whose number it continues; "
                f"there the employer is called “{continued.employer}”.", pile=Pile.WARNED,
            )  # fmt: skip
            return continued
        self._orphan(row, here or self.by_name.get(row.name_key, [])[:MOST_CANDIDATES])
        return None

    def _continued(self, row: Row, above: Row | None) -> Row | None:
        """Return the row directly above if this one continues it: revision 1 an original, revision 3 revision 2."""
        if above is None or not row.is_labeled or above.line.number not in self.chain_of:
            return None
        before = 0 if not above.is_labeled else above.number
        if row.number is not None and before != row.number - 1:
            return None
        return self.numbered[self.copies.get(above.line.number, above.line.number)]

    def _orphan(self, row: Row, others: Sequence[Row]) -> None:
        complete = row.received.first is not None and row.affected.value is not None
        in_place = complete and not others and not row.codes.rescinds
        if row.label and row.label.number is None and in_place:
            self._mark(
                row, "revised-in-place",
                f"Marked “{row.label.text[:60]}” and no other row is its original: the list shows its latest state only.",
                pile=Pile.WARNED,
            )  # fmt: skip
            return
        which = ", ".join(str(other.line.number) for other in others[:12])
        what = "a rescission" if row.codes.rescinds else "an update"
        if len(others) > 1:
            wrong = f"It is {what}, but several rows could be its original ({which})."
        elif others:
            wrong = f"It is {what}. Row {which} is of the same employer, but not certainly its original."
        else:
            wrong = f"It is {what}, but no row of this file is its original."
        accepts = (
            FOR_ITSELF if row.codes.rescinds else "The number of the row that it updates, or: it stands for itself."
        )
        column = "employer" if row.label else "amendment" if "amendment" in row.sheet.columns.at else "kind"
        self._mark(row, "no-original", wrong, column=column, accepts=accepts)

    def _check_number(self, row: Row, chain: Chain) -> None:
        if row.number is None:
            return
        numbers = [other.number or 0 for other in chain.rows]
        if row.number in numbers:
            self._mark(row, "number-twice", f"There is a revision {row.number} of this notice already.")
        elif row.number != max(numbers) + 1:
            said = f"Revision {row.number} follows revision {max(numbers)}; what lies between is not in the file."
            self._mark(row, "number-gap", said, pile=Pile.WARNED)

    def _mark(
        self, row: Row, code: str, wrong: str, *, column: str = "employer", pile: Pile = Pile.HELD, accepts: str = ""
    ) -> None:  # fmt: skip
        self.problems[row.line.number].append(row.problem(code, column, wrong=wrong, pile=pile, accepts=accepts))


def _order(chain: Chain) -> Callable[[Row], tuple[bool, date, int, int]]:
    """Return the key that sorts the rows of a chain: the original, then by the number of the revision and the file.

    Where some revisions are numbered and some are not, their days of receipt tell what came when, if all have one.
    """
    later = [row for row in chain.rows if row.line.number != chain.start]
    mixed = len({row.number is None for row in later}) > 1 and all(row.told_on for row in later)

    def key(row: Row) -> tuple[bool, date, int, int]:
        day = row.told_on if mixed else None
        return row.line.number != chain.start, day or date.min, row.number or 0, row.line.number

    return key


def _soon_after(row: Row, original: Row) -> bool:
    """Whether an update without a number was received after the original and within the time that updates take."""
    if row.received.first is None or original.received.first is None:
        return True
    return 0 <= (row.received.first - original.received.first).days <= FAR_DAYS


def _agree(row: Row, other: Row) -> bool:
    return bool(row.place_keys & other.place_keys) or not row.place_keys or not other.place_keys


def _same_employer_elsewhere_said(row: Row, above: Row) -> bool:
    """Whether two rows that stand together in the list as original and revision also share a word and a place.

    The position is what joins them; this only refuses a revision that has come to stand below a stranger.
    """
    towns = {word for keys in (row.place_keys, above.place_keys) for key in keys for word in place_key(key).split()}
    return _agree(row, above) and bool((name_words(row.employer) & name_words(above.employer)) - towns)


def year_turn(received: date, layoff: date, possible: Iterable[int]) -> date | None:
    """Return the layoff day one year later if the day as written lies before receipt and that one soon after it."""
    if layoff >= received or (layoff.month, layoff.day) == (2, 29):
        return None
    later = layoff.replace(year=layoff.year + 1)
    return later if (later - received).days in possible else None
