"""Sorts the rows of a list onto the four piles: each row's own problems, and those that only show beside other rows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from typing import Final

from closings.importing.chains import FOR_ITSELF, Chain, Joined, join, year_turn
from closings.importing.details import Details
from closings.importing.names import place_key
from closings.importing.problems import Decision, Pile, Problem, decided, worst
from closings.importing.reading import Sheet, read_sheet
from closings.importing.rows import FAR_DAYS, YEAR_TURN, Row, read_rows

KNOWN_PLACE: Final = 5  # rows that name a place in this spelling before it counts as how the place is spelled
RARE_PLACE: Final = 2


# Finds what a list alone cannot tell of its events: the number of a row and its problem.
Known = Callable[[Sequence[Chain]], Iterable[tuple[int, Problem]]]


@dataclass(frozen=True)
class Sorted:
    """A row with its pile, its problems, the number of the row that starts its event, and of the row it copies."""

    row: Row
    pile: Pile
    problems: tuple[Problem, ...]
    chain: int
    copy_of: int | None = None


@dataclass(frozen=True)
class SortedList:
    """A whole list, sorted."""

    sheet: Sheet
    rows: tuple[Sorted, ...]
    chains: tuple[Chain, ...]

    def count(self, pile: Pile) -> int:
        """Return how many rows lie on the pile."""
        return sum(1 for row in self.rows if row.pile is pile)


def sort_list(data: bytes) -> SortedList:
    """Read the bytes of a list and sort its rows; UnreadableFile when it cannot be read as a list at all."""
    return sort_sheet(read_sheet(data))


def sort_sheet(
    sheet: Sheet, *, decisions: Mapping[int, Decision] | None = None, known: Known | None = None
) -> SortedList:
    """Sort the rows of a sheet onto the piles.

    `decisions` are what people decided, by the number of the row; `known` finds what only the files can tell.
    """
    said = decisions or {}
    rows = tuple(read_rows(sheet))
    copies: dict[int, int] = {}
    found: dict[int, list[Problem]] = {row.line.number: list(row.problems) for row in rows}
    for number, problem in _copies(rows, copies):
        found[number].append(problem)
    joined = join(rows, copies, {number: one.joins for number, one in said.items() if one.accepted})
    for number, problems in joined.problems.items():
        found[number] += problems
    passed_over = {*copies, *(number for number, one in said.items() if not one.accepted)}
    for number, problem in _across(rows, joined, copies, passed_over=passed_over):
        found[number].append(problem)
    for number, problem in known(joined.chains) if known else ():
        found[number].append(problem)
    settled = {number: decided(problems, said.get(number)) for number, problems in found.items()}
    return SortedList(
        sheet,
        tuple(
            Sorted(
                row,
                worst(problems),
                tuple(problems),
                joined.chain_of[row.line.number].start,
                copies.get(row.line.number),
            )
            for row in rows
            for problems in (settled[row.line.number],)
        ),
        tuple(joined.chains),
    )


def _across(
    rows: Sequence[Row], joined: Joined, copies: Mapping[int, int], *, passed_over: Set[int]
) -> Iterator[tuple[int, Problem]]:
    for check in (_unlabeled_updates, _year_turns, _far_ends, _places):
        yield from check(rows, joined)
    for chain in joined.chains:
        yield from _in_chain(chain, passed_over)
    yield from _repeats(joined, copies)


def _warn(row: Row, code: str, wrong: str, *, column: str = "employer", accepts: str = "") -> tuple[int, Problem]:
    return row.line.number, row.problem(code, column, wrong=wrong, pile=Pile.WARNED, accepts=accepts)


def _hold(row: Row, code: str, wrong: str, *, column: str = "employer", accepts: str = "") -> tuple[int, Problem]:
    return row.line.number, row.problem(code, column, wrong=wrong, pile=Pile.HELD, accepts=accepts)


def _copies(rows: Sequence[Row], copies: dict[int, int]) -> Iterator[tuple[int, Problem]]:
    """Name the rows that repeat another: cell by cell, or in all that was read of them."""
    cells: dict[object, int] = {}
    read: dict[object, int] = {}
    for row in rows:
        number = row.line.number
        exactly = (row.line.cells, row.line.missing)
        if exactly in cells:
            copies[number] = cells[exactly]
            said = f"An exact copy of row {copies[number]}. It is kept with that row and makes no notice of its own."
            yield _warn(row, "exact-copy", said)
            continue
        cells[exactly] = number
        meaning = _meaning(row)
        if meaning is not None and meaning in read:
            copies[number] = read[meaning]
            said = f"Reads the same as row {copies[number]}, only written otherwise. It makes no notice of its own."
            yield _warn(row, "same-reading", said)
        elif meaning is not None:
            read[meaning] = number


def _meaning(row: Row) -> object | None:
    """Return everything that was read of a row, for comparing; None when too little was read to call two rows one."""
    if row.received.first is None or row.layoff.first is None or row.affected.value is None or row.key:
        return None
    return (
        row.name_key, row.number, row.place_keys, row.affected.value, row.affected.high, row.received.first,
        row.layoff.first, row.layoff.last, row.layoff.precision, row.codes.events, row.codes.updates, row.industry_code.text,
        row.details,
    )  # fmt: skip


def _unlabeled_updates(rows: Sequence[Row], joined: Joined) -> Iterator[tuple[int, Problem]]:
    for row in rows:
        chain = joined.chain_of[row.line.number]
        if chain.first is row and row.codes.updates and not row.is_labeled and not chain.orphan:
            rescinds = row.codes.rescinds
            said = f"{'A rescission' if rescinds else 'An update'}, but of which notice the list does not say."
            yield _hold(row, "update-of-what", said, column="kind", accepts=FOR_ITSELF if rescinds else "")


def _year_turns(rows: Sequence[Row], joined: Joined) -> Iterator[tuple[int, Problem]]:
    for row in rows:
        received, layoff = row.received.first, row.layoff.first
        if received is None or layoff is None or row.layoff.precision != "day":
            continue
        meant = year_turn(received, layoff, YEAR_TURN)
        if meant and not _day_confirmed(layoff, joined.chain_of[row.line.number]):
            said = f"The layoff lies {(received - layoff).days} days before receipt; was {meant} meant?"
            yield _hold(row, "year-turn", said, column="layoff", accepts=f"{meant}, or the day as it stands.")


def _day_confirmed(layoff: date, chain: Chain) -> bool:
    """Whether another row of the event states the same day where it is no slip of the keys."""
    return any(
        row.layoff.first == layoff and row.received.first and not year_turn(row.received.first, layoff, YEAR_TURN)
        for row in chain.rows
    )


def _far_ends(rows: Sequence[Row], _: Joined) -> Iterator[tuple[int, Problem]]:
    for row in rows:
        received, last = row.received.first, row.last_day or row.layoff.first
        if received and last and row.layoff.precision == "day" and (last - received).days > FAR_DAYS:
            said = f"The last day lies {(last - received).days} days after receipt. That is lawful, but look."
            yield _warn(row, "far-end", said, column="layoff")


def _places(rows: Sequence[Row], _: Joined) -> Iterator[tuple[int, Problem]]:
    """Propose a spelling for a place that hardly occurs and is one letter away from one that often does."""
    counted = Counter(place for row in rows for place in row.places)
    known = {place_key(place): place for place, n in counted.items() if n >= KNOWN_PLACE}
    rare = {
        place for place, n in counted.items() if n <= RARE_PLACE and place_key(place) not in known and len(place) > 4
    }
    meant = {place: like for place in rare if (like := _one_letter_away(place_key(place), known))}
    for row in rows:
        for place in row.places:
            if place in meant:
                said = f"“{place}” may be {meant[place]}. It is taken over as it stands."
                yield _warn(row, "place-like", said, column="place", accepts=meant[place])


def _one_letter_away(key: str, known: dict[str, str]) -> str:
    squeezed = key.replace(" ", "")
    for other, place in known.items():
        if abs(len(other) - len(key)) <= 1 and (_within_one(key, other) or squeezed == other.replace(" ", "")):
            return place
    return ""


def _within_one(a: str, b: str) -> bool:
    """Whether one letter more, less, changed, or two changed places make one text of the other."""
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    x, y = a[start:], b[start:]
    return x[1:] == y[1:] or x == y[1:] or x[1:] == y or (x[2:] == y[2:] and x[:2] == y[1::-1])


def _in_chain(chain: Chain, passed_over: Set[int]) -> Iterator[tuple[int, Problem]]:
    """Look at each revision beside the state before it; copies and refused rows add nothing to that state."""
    count, layoff, start = chain.first.affected.value, chain.first.layoff.first, chain.first.received.first
    rows = [row for row in chain.rows if row.line.number not in passed_over or row is chain.first]
    rescinds = chain.first.codes.rescinds and chain.first.line.number not in passed_over
    rescission = chain.first if rescinds else None
    for before, row in pairwise(rows):
        if row.received.first and start and row.received.first < start:
            said = f"Received {row.received.first}, before its original ({start}, row {chain.first.line.number})."
            yield _hold(row, "before-original", said, column="received")
        if row.codes.rescinds:
            rescission = row
            if row.affected.value:
                said = f"A rescission, but it states {row.affected.value} workers."
                yield _hold(row, "rescission-counts", said, column="affected", accepts="0")
            continue
        if rescission is not None and row.tells_of_event:
            said = f"Row {rescission.line.number} rescinded the notice. Does it take place after all?"
            accepts = "Accept it if it does: the notice counts again. Refuse it if it does not."
            yield _hold(row, "after-rescission", said, column="kind", accepts=accepts)
            rescission = None
        elif not row.says_nothing and (row.affected.value, row.layoff.first) == (count, layoff) and _same(row, before):
            said = f"Neither the number nor the day differs from row {before.line.number}. Kept; nobody is notified."
            yield _warn(row, "no-change", said)
        if layoff and not row.layoff.stated and not row.says_nothing:
            said = f"The day is not stated; {layoff} stays, as an earlier row of the event has it."
            yield _warn(row, "day-stays", said, column="layoff")
        if row.codes.events and not row.codes.updates and row.label and row.label.number:
            yield _warn(row, "revision-code", "A revision whose code does not say what it changes.", column="kind")
        count = row.affected.value if row.affected.value is not None else count
        layoff = row.layoff.first or layoff


def _same(row: Row, before: Row) -> bool:
    """Whether a revision says of the details nothing, or the same as the row before it."""
    return row.details in (Details(), before.details)


def _repeats(joined: Joined, copies: Mapping[int, int]) -> Iterator[tuple[int, Problem]]:
    """Ask whether an unlabeled row is the same event as an earlier one: same employer, place and first day of layoff.

    Rows received on one day are several sites, not repeats.
    """
    groups: dict[object, list[Chain]] = defaultdict(list)
    for chain in joined.chains:
        first = chain.first
        if first.line.number in copies or chain.orphan:
            continue
        if first.name_key and first.place_keys and first.received.first:
            groups[chain.first.name_key, chain.first.place_keys].append(chain)
    for chains in groups.values():
        seen: dict[date, Chain] = {}  # first day of layoff -> the earliest event of the group that states it
        for chain in sorted(chains, key=_received):
            day, row = chain.first.layoff.first, chain.first
            earlier = seen.get(day) if day else None
            if earlier is not None and _received(earlier) < _received(chain):
                said = (
                    f"The same employer, place and first day as row {earlier.start}, received {_received(earlier)}, "
                    "but not labeled as its revision. Same event?"
                )
                yield _hold(row, "same-event", said, accepts="The row it updates, or: another event.")
            for one in chain.rows:
                if one.layoff.first:
                    seen.setdefault(one.layoff.first, chain)


def _received(chain: Chain) -> date:
    return chain.first.received.first or date.min
