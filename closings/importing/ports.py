"""What the import asks of the notices: store an event, add rows to one, take either back. Filled in when the app starts.

The import knows rows and chains and no notice; so it is tested without one, and the notices need not know of batches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from closings.importing.rows import Row
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor


@dataclass(frozen=True)
class Entry:
    """One row to be stored: as it is read with its corrections, its cells exactly as the file has them, and the file."""

    row: Row
    cells: dict[str, str]
    source: str


class StoreChain(Protocol):
    """Store the rows of one event, the original first, as a new case; or add them, in order, to the case of an event."""

    def __call__(self, rows: Sequence[Entry], *, case: Case | None, actor: Actor, at: datetime) -> Case: ...


class RemoveCase(Protocol):
    """Take a case that an import made off the list."""

    def __call__(self, case: Case, *, reason: str, actor: Actor, at: datetime) -> Case: ...


class TakeBack(Protocol):
    """Take back the last rows that were added to a case of an earlier import; how many is said."""

    def __call__(self, case: Case, rows: int, *, reason: str, actor: Actor, at: datetime) -> Case: ...


@dataclass(frozen=True)
class Port:
    """The calls."""

    store_chain: StoreChain
    remove_case: RemoveCase
    take_back: TakeBack
    is_removed: Callable[[Case], bool]


_port: list[Port] = []


def fill(port: Port) -> Port | None:
    """Set what the import calls, and return what was set before."""
    before = _port[0] if _port else None
    _port[:] = [port]
    return before


def port() -> Port:
    """Return what the import calls; LookupError when nobody filled it in."""
    if not _port:
        raise LookupError("nothing stores imported notices: the app has not filled the port")
    return _port[0]
