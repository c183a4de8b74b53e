"""Work out the productivity of an hourly worker from trials of the worker and of a standard setter (DWD 272.09 (8) (j))."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from wagecase.rules.finding import Finding, Step
from wagecase.rules.money import ZERO, divided, without_zeros

__all__ = ["TIME", "UNITS", "Trials", "productivity"]

UNITS, TIME = "units", "time"  # units made in the same time; time taken for the same task
QUANTITY_AND_QUALITY = "DWD 272.09 (8) (j) 3."
VERIFIABLE = "DWD 272.09 (5) (a) 3."
HUNDRED = Decimal(100)
THOUSANDTH = Decimal("0.001")


@dataclass(frozen=True, slots=True)
class Trials:
    """What was measured: as many trials of both, each above 0; `checked` and `errors` count the worker's own work.

    The weights of quantity and quality are percents and come to 100. Without a weight for quality nothing needs to
    have been checked.
    """

    measure: str
    setter: Sequence[Decimal]
    worker: Sequence[Decimal]
    quantity: Decimal
    quality: Decimal
    checked: int = 0
    errors: int = 0


def productivity(trials: Trials) -> Finding[Mapping[str, Any]]:
    """Return the productivity in percent, half up to a thousandth, with the quantity and the quality that it comes from.

    Nothing is rounded before the end. No rule sets the weights; what the law asks to be compared is quantity and
    quality (R-272.09-8j3), by a measurement that can be verified (R-272.09-5a).
    """
    setter, worker = sum(trials.setter, ZERO), sum(trials.worker, ZERO)
    made, standard = (worker, setter) if trials.measure == UNITS else (setter, worker)
    good, checked = Decimal(trials.checked - trials.errors), Decimal(trials.checked or 1)
    shown = {"quantity": _percent(made, standard), "quality": _percent(good, checked) if trials.quality else None}
    total = trials.quantity * made * checked + trials.quality * good * standard
    found = without_zeros(divided(total, standard * checked, THOUSANDTH))
    words = {
        "setters": _sum(trials.setter), "workers": _sum(trials.worker), "setter": without_zeros(setter),
        "worker": without_zeros(worker), "checked": trials.checked, "errors": trials.errors, "productivity": found,
        "quantity_weight": without_zeros(trials.quantity), "quality_weight": without_zeros(trials.quality), **shown,
    }  # fmt: skip
    steps = [Step("licenses.study_units" if trials.measure == UNITS else "licenses.study_time", words)]
    if trials.quality:
        steps += [Step("licenses.study_quality", words), Step("licenses.study_weighted", words)]
    else:
        steps.append(Step("licenses.study_quantity_alone", words))
    return Finding({"productivity": found, **shown}, tuple(steps), (VERIFIABLE, QUANTITY_AND_QUALITY))


def _percent(part: Decimal, whole: Decimal) -> Decimal:
    return without_zeros(divided(part * HUNDRED, whole, THOUSANDTH))


def _sum(trials: Sequence[Decimal]) -> str:
    return " + ".join(f"{without_zeros(one):,f}" for one in trials)
