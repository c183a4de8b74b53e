"""What can be wrong with a row, how bad that is, and the pile it puts the row on."""

from __future__ import annotations

from dataclasses import dataclass
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


def worst(problems: tuple[Problem, ...] | list[Problem]) -> Pile:
    """Return the pile of a row with these problems."""
    return max((problem.pile for problem in problems), default=Pile.READY)
