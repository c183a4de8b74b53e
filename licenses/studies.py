"""The sample study of a worker's line: what it comes to, and how far that is from the productivity that the line states."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal
from typing import Any, Final

from licenses.content import HOURLY, WorkerFacts
from wagecase.rules import sample_study
from wagecase.rules.finding import Finding, Step
from wagecase.rules.money import divided, without_zeros

ANSWERS: Final = tuple(item.name for item in fields(WorkerFacts) if item.name.startswith("study_"))
NEAR: Final = Decimal("0.1")  # of a point: what rounding to a tenth of a percent may hide
WEIGHTS: Final = Decimal(100)
_HUNDRED: Final = Decimal(100)
_THOUSANDTH: Final = Decimal("0.001")


def is_given(facts: WorkerFacts) -> bool:
    """Return whether the line of an hourly worker says anything of a sample study."""
    return facts.pay_basis == HOURLY and any(getattr(facts, name) not in (None, "", ()) for name in ANSWERS)


def study_of(facts: WorkerFacts) -> Finding[Mapping[str, Any]] | None:
    """Return what a complete study comes to, ending with how it agrees with the line; None without one.

    Its value holds `productivity`, `stated` (None where the line states none) and `gap`, in percent and points.
    """
    if not is_given(facts) or not is_whole(facts):
        return None
    found = sample_study.productivity(
        sample_study.Trials(
            facts.study_measure, facts.study_setter, facts.study_worker, facts.study_quantity or Decimal(0),
            facts.study_quality or Decimal(0), facts.study_checked or 0, facts.study_errors or 0,
        )
    )  # fmt: skip
    stated = stated_percent(facts)
    if stated is None:
        return Finding({**found.value, "stated": None, "gap": None}, found.steps, found.citations)
    gap = found.value["productivity"] - stated
    key = "agrees" if abs(gap) < NEAR else "above_line" if gap > 0 else "below_line"
    words = {"productivity": found.value["productivity"], "stated": stated, "gap": without_zeros(abs(gap))}
    steps = (*found.steps, Step(f"licenses.study_{key}", words))
    return Finding({**found.value, "stated": stated, "gap": gap}, steps, found.citations)


def is_whole(facts: WorkerFacts) -> bool:
    """Return whether the study can be worked out: as many trials of both, weights that come to 100, errors counted."""
    weights = (facts.study_quantity, facts.study_quality)
    if not facts.study_measure or None in weights or sum(filter(None, weights)) != WEIGHTS:
        return False
    if not facts.study_setter or len(facts.study_setter) != len(facts.study_worker):
        return False
    if not facts.study_quality:
        return True
    checked, errors = facts.study_checked, facts.study_errors
    return bool(checked) and errors is not None and errors <= (checked or 0)


def stated_percent(facts: WorkerFacts) -> Decimal | None:
    """Return the productivity that the wage is worked out from, in percent: by the units, else as stated."""
    made, standard = facts.worker_units, facts.standard_units
    if made is not None and standard is not None:
        return without_zeros(divided(made * _HUNDRED, standard, _THOUSANDTH)) if standard else None
    return facts.productivity


def differs(study: Finding[Mapping[str, Any]] | None) -> bool:
    """Return whether a study comes to another productivity than the line states."""
    return study is not None and study.value["gap"] is not None and abs(study.value["gap"]) >= NEAR
