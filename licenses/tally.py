"""What the lines of an application's workers come to, counted once when they are filed: they never change afterwards."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from licenses import studies
from licenses.content import HOURLY, WorkerFacts
from licenses.worker_rules import is_young
from wagecase.rules import license_dates

NAMED: Final = 5  # workers that a line names by their numbers; the workers' page shows all of them
YES, NO, NOT_REQUIRED, NOT_STATED = "yes", "no", "not-required", ""
ANSWERS: Final = (YES, NOT_REQUIRED, NO, NOT_STATED)  # to whether counseling is documented


@dataclass(frozen=True, slots=True)
class Tally:
    """The workers of an application in numbers, so that a page about them costs the same for five and five thousand."""

    total: int
    with_proof: int  # with evidence of the disability on file
    disabilities: tuple[tuple[str, int], ...]  # the most frequent first
    hourly: int
    studied: tuple[tuple[date, int], ...]  # hourly workers by the day of their last study, in order
    sampled: int  # hourly workers with a sample study that can be worked out
    agreeing: int  # of those whose study comes to what the line states
    differing: tuple[tuple[str, str, str], ...]  # the first others: worker, percent of the study, percent stated
    young: int  # 24 or younger on the day of filing
    counseled: tuple[tuple[str, int, tuple[str, ...]], ...]  # of those: answer, how many, the first by their ids

    def fresh(self, on: date) -> int:
        """Return how many hourly workers were studied so lately that the next review is not overdue on `on`."""
        days = [day for day, _count in self.studied]
        first = bisect_left(days, True, key=lambda day: license_dates.review_due(day).value[0] >= on)
        return sum(count for _day, count in self.studied[first:])

    def counseling(self, answer: str) -> tuple[int, tuple[str, ...]]:
        """Return how many young workers' lines give an answer, and the first of them."""
        return next((count, named) for given, count, named in self.counseled if given == answer)

    def to_dict(self) -> dict[str, Any]:
        """Return what is kept with the application."""
        return {
            "total": self.total, "with_proof": self.with_proof, "disabilities": self.disabilities, "hourly": self.hourly,
            "studied": [(day.isoformat(), count) for day, count in self.studied], "sampled": self.sampled,
            "agreeing": self.agreeing, "differing": self.differing, "young": self.young, "counseled": self.counseled,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, kept: Mapping[str, Any]) -> Tally:
        """Return what was kept."""
        return cls(
            total=kept["total"], with_proof=kept["with_proof"], hourly=kept["hourly"], sampled=kept["sampled"],
            agreeing=kept["agreeing"], young=kept["young"],
            disabilities=tuple((kind, count) for kind, count in kept["disabilities"]),
            studied=tuple((date.fromisoformat(day), count) for day, count in kept["studied"]),
            differing=tuple((who, study, stated) for who, study, stated in kept["differing"]),
            counseled=tuple((answer, count, tuple(named)) for answer, count, named in kept["counseled"]),
        )  # fmt: skip


def tally_of(workers: Iterable[WorkerFacts], *, on: date) -> Tally:
    """Return the tally of workers as they were filed on the day `on`."""
    total = proof = hourly = sampled = agreeing = young = 0
    kinds: Counter[str] = Counter()
    studied: Counter[date] = Counter()
    differing: list[tuple[str, str, str]] = []
    counseled: dict[str, list[str]] = {answer: [] for answer in ANSWERS}
    for worker in workers:
        total += 1
        proof += worker.evidence == YES
        kinds[worker.disability] += 1
        hourly += worker.pay_basis == HOURLY
        if worker.pay_basis == HOURLY and worker.studied_on is not None:
            studied[worker.studied_on] += 1
        if worker.pay_basis == HOURLY and (study := studies.study_of(worker)) is not None:
            sampled += 1
            agreeing += not studies.differs(study)
            if studies.differs(study) and len(differing) < NAMED:
                differing.append((_who(worker), str(study.value["productivity"]), str(study.value["stated"])))
        if is_young(worker, on):
            young += 1
            counseled.setdefault(worker.counseled, []).append(_who(worker))
    return Tally(
        total, proof, tuple(kinds.most_common()), hourly, tuple(sorted(studied.items())), sampled, agreeing,
        tuple(differing), young, tuple((answer, len(who), tuple(who[:NAMED])) for answer, who in counseled.items()),
    )  # fmt: skip


def _who(worker: WorkerFacts) -> str:
    return worker.worker_id or "a worker without an id"
