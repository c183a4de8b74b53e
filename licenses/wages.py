"""Works out for a worker's line what DWD 272.09 asks to be paid, and whether the rate paid covers it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from licenses.content import ApplicationContent, WorkerFacts
from wagecase.rules.finding import Finding


@dataclass(frozen=True, slots=True)
class WageCheck:
    """What a worker's line comes to. `covers` is None where it cannot be worked out; `missing` says why.

    `due` is the commensurate wage an hour, or the piece rate; `paid` what the line says; `short` what is missing of it.
    """

    due: Decimal | None = None
    paid: Decimal | None = None
    covers: bool | None = None
    short: Decimal | None = None
    needs_license: bool | None = None  # False: the worker earns the minimum wage, so no license is needed
    missing: tuple[str, ...] = ()  # codes of what the line does not say
    finding: Finding[Any] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values."""
        raise NotImplementedError

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> WageCheck:
        """Return what `to_dict` wrote."""
        raise NotImplementedError


def check(worker: WorkerFacts, content: ApplicationContent, *, on: date) -> WageCheck:
    """Return what `worker` must be paid on the local date `on`, against the rate paid (R-272.09-8h1a, 8j1, 6h)."""
    raise NotImplementedError
