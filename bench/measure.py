"""One measured row, and the way to measure: figure and baseline in turn, so that a busy minute burdens both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

AT_MOST: Final = "at most"
AT_LEAST: Final = "at least"


@dataclass(frozen=True, slots=True)
class Row:
    """One measured figure. The goal is set for the ratio to the baseline or, without a baseline, for the figure.

    Without a goal it is told beside the others, because it says something that they do not.
    """

    name: str
    figure: float
    unit: str
    goal: float | None
    direction: str = AT_MOST
    baseline: float | None = None

    @property
    def ratio(self) -> float | None:
        """Return figure by baseline, or None without a baseline."""
        return None if self.baseline is None else self.figure / self.baseline

    @property
    def is_met(self) -> bool:
        """Return whether the goal is reached; a figure without a goal misses none."""
        if self.goal is None:
            return True
        measured = self.figure if self.ratio is None else self.ratio
        return measured <= self.goal if self.direction == AT_MOST else measured >= self.goal

    def as_dict(self) -> dict[str, Any]:
        """Return the row as it stands in bench.json."""
        return {
            "name": self.name, "figure": rounded(self.figure), "baseline": rounded(self.baseline), "unit": self.unit,
            "ratio": rounded(self.ratio), "goal": self.goal, "direction": self.direction,
            "met": None if self.goal is None else self.is_met,
        }  # fmt: skip


def rounded(value: float | None) -> float | None:
    """Return `value` with four digits: a stopwatch knows no more."""
    return None if value is None else float(f"{value:.4g}")


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured: the full size, or a small one that only proves that the harness works."""

    cases: int
    due: int
    grown: int  # how many times the clocks that are not due grow
    notices: int
    letters: int
    certificates: int
    repeats: int
    pages: int  # a page is short and so asked for more often


FULL: Final = Size(cases=100_000, due=1_000, grown=10, notices=150, letters=8, certificates=200, repeats=3, pages=15)
SMALL: Final = Size(cases=300, due=4, grown=2, notices=3, letters=1, certificates=2, repeats=1, pages=1)


def seconds(work: Callable[[], object]) -> float:
    """Return how long one call of `work` takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(figure: Callable[[], object], baseline: Callable[[], object], *, repeats: int) -> tuple[float, float]:
    """Return the median seconds of `figure` and of `baseline`, measured alternately; whoever needs it warms up before."""
    pairs = [(seconds(figure), seconds(baseline)) for _ in range(repeats)]
    return statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs)
