"""Giving an application to a specialist, beginning its review, and keeping the checklist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from licenses.models import ReviewItem
from licenses.review import criteria, flags
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.giving import give_to, take
from wagecase.cases.models import Case
from wagecase.cases.signing import same_person
from wagecase.cases.tasks import hand_over
from wagecase.lifecycle import Actor


@dataclass(frozen=True, slots=True)
class Found:
    """What was found on one criterion: a result of `ReviewItem.Result`, "" while it is open, and on what evidence."""

    code: str
    result: str
    evidence: str = ""


def assign(case: Case, *, investigator: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Give the application to a specialist; ValidationError (investigator) when the person cannot have it or has it."""
    if case.assignee_id == investigator.pk:
        raise ValidationError({"investigator": f"{investigator.name} has this case already"})
    return give_to(case, "assign", investigator, actor=actor, at=at, expected_version=expected_version)


def begin_review(case: Case, *, reviewer: User, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Begin the review; an application that nobody has becomes the reviewer's."""

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(reviewer, actor, "begin_review")
        if case.assignee_id is not None:
            return {}
        moved = hand_over(case, to=reviewer)
        take(case, reviewer)
        return {
            "assignee_id": reviewer.pk, "changes": {"assignee": ("", reviewer.name)},
            **({"task_ids": moved} if moved else {}),
        }  # fmt: skip

    return cases.advance(case, "begin_review", actor=actor, at=at, expected_version=expected_version, apply=apply)


def record_review(
    case: Case, *, found: list[Found], cleared: Mapping[str, str], reviewer: User, actor: Actor, at: datetime,
    expected_version: int,
) -> Case:  # fmt: skip
    """Keep what was found on the criteria, and why each warning does not stand in the way (`cleared`: code, reason).

    A criterion may stay open. ValidationError at `evidence_<code>` for a result without its evidence, and for a code
    or a result that does not exist.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        same_person(reviewer, actor, "record_review")
        _check(found)
        before = _tally(case)
        for one in found:
            _keep(case, one, by=reviewer, at=at)
        known = {flag.code for flag in flags.flags_of(case)}
        for code, reason in cleared.items():
            if code in known:
                result = ReviewItem.Result.MET if reason.strip() else ""
                _keep(case, Found(f"{flags.PREFIX}{code}", result, reason), by=reviewer, at=at)
        return {"changes": {"checklist": (before, _tally(case))}}

    return cases.advance(case, "record_review", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _check(found: list[Found]) -> None:
    for one in found:
        if one.code not in criteria.BY_CODE or one.result not in ("", *ReviewItem.Result.values):
            raise ValidationError("This finding is not one of the checklist's. Load the page again.")
        if one.result and not one.evidence.strip():
            raise ValidationError({f"evidence_{one.code}": "Say on what evidence"})


def _keep(case: Case, one: Found, *, by: User, at: datetime) -> None:
    """Write one row; who found it and when changes only with the finding itself."""
    row = ReviewItem.objects.filter(application_id=case.pk, code=one.code).first()
    evidence = one.evidence.strip()
    if row is None:
        if not one.result and not evidence:
            return
        row = ReviewItem(application_id=case.pk, code=one.code)
    elif (row.result, row.evidence) == (one.result, evidence):
        return
    row.result, row.evidence, row.by, row.at = one.result, evidence, by, at
    row.save()


def _tally(case: Case) -> str:
    """Return how many criteria have a finding: the record keeps numbers, the rows the words."""
    done = len(criteria.CRITERIA) - len(criteria.undone(case.application))
    return f"{done} of {len(criteria.CRITERIA)} criteria"
