"""What the lines of an application's workers come to, counted once when they are filed: they never change afterwards."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from licenses.content import HOURLY
from wagecase.rules import license_dates


@dataclass(frozen=True, slots=True)
class Tally:
    """The workers of an application in numbers, so that a page about them costs the same for five and five thousand."""

    total: int
    with_proof: int  # with evidence of the disability on file
    disabilities: tuple[tuple[str, int], ...]  # the most frequent first
    hourly: int
    studied: tuple[tuple[date, int], ...]  # hourly workers by the day of their last study, in order

    def fresh(self, on: date) -> int:
        """Return how many hourly workers were studied so lately that the next review is not overdue on `on`."""
        days = [day for day, _count in self.studied]
        first = bisect_left(days, True, key=lambda day: license_dates.review_due(day).value[0] >= on)
        return sum(count for _day, count in self.studied[first:])

    def to_dict(self) -> dict[str, Any]:
        """Return what is kept with the application."""
        return {
            "total": self.total, "with_proof": self.with_proof, "disabilities": [list(one) for one in self.disabilities],
            "hourly": self.hourly, "studied": [[day.isoformat(), count] for day, count in self.studied],
        }  # fmt: skip

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Tally:
        """Return what was kept."""
        return cls(
            kept["total"], kept["with_proof"], tuple((kind, count) for kind, count in kept["disabilities"]),
            kept["hourly"], tuple((date.fromisoformat(day), count) for day, count in kept["studied"]),
        )  # fmt: skip


def tally_of(lines: Iterable[Mapping[str, Any]]) -> Tally:
    """Return the tally of workers' lines as they are kept (`content.to_dict` of `WorkerFacts`)."""
    total = proof = hourly = 0
    kinds: Counter[str] = Counter()
    studied: Counter[date] = Counter()
    for facts in lines:
        total += 1
        proof += facts.get("evidence") == "yes"
        kinds[facts.get("disability") or ""] += 1
        if facts.get("pay_basis") == HOURLY:
            hourly += 1
            if facts.get("studied_on"):
                studied[date.fromisoformat(facts["studied_on"])] += 1
    return Tally(total, proof, tuple(kinds.most_common()), hourly, tuple(sorted(studied.items())))
