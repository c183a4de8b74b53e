"""What can be wrong with a row, how bad that is, and the pile it puts the row on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Final


class Pile(IntEnum):
    """Where a row goes; of several problems the worst decides."""

    READY = 0
    WARNED = 1
    HELD = 2
    REFUSED = 3

    @property
    def key(self) -> str:
        """The word used in files and addresses."""
        return self.name.lower()


LABELS: Final = {
    Pile.READY: "Ready",
    Pile.WARNED: "Ready with a warning",
    Pile.HELD: "Held",
    Pile.REFUSED: "Refused",
}
MEANINGS: Final = {
    Pile.READY: "Read without a question. Imported as it stands.",
    Pile.WARNED: "Imported as it stands. Somebody should know what the remark says.",
    Pile.HELD: "Not imported until a person has answered the question beside it.",
    Pile.REFUSED: "No notice, or not readable as one. Not imported.",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: its code, the column, the text that was read there, and the sentence for a person.

    `accepts` says what would be accepted, or proposes a value; a proposal is never applied by itself.
    """

    code: str
    column: str
    read: str
    wrong: str
    pile: Pile
    accepts: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a row: accepted as it stands, or refused with a reason.

    An accepted row stands for itself, or is a revision of the event of the row `joins`.
    """

    accepted: bool
    reason: str = ""
    joins: int | None = None


# Held for want of a value without which there is no notice: only a correction of the cell ends these.
NEEDS_A_VALUE: Final = frozenset(
    (
        "received",
        "received-not-stated",
        "received-not-a-day",
        "no-employer",
        "formula",
        "too-many-cells",
        "revision-number",
    )
)


def decided(problems: list[Problem], decision: Decision | None) -> list[Problem]:
    """Return the problems of a row after a person's decision."""
    if decision is None:
        return problems
    if not decision.accepted:
        return [*problems, Problem("refused", "whole row", "", f"Refused: {decision.reason}", Pile.REFUSED)]
    return [
        replace(problem, pile=Pile.WARNED, wrong=f"{problem.wrong} Accepted as it stands.")
        if problem.pile is Pile.HELD and problem.code not in NEEDS_A_VALUE
        else problem
        for problem in problems
    ]


def worst(problems: tuple[Problem, ...] | list[Problem]) -> Pile:
    """Return the pile of a row with these problems."""
    return max((problem.pile for problem in problems), default=Pile.READY)
