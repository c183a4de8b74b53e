"""Judge student learners under a license: the lowest rate and the criteria of DWD 272.09 (15)."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import newest
from wagecase.rules.money import CENT, divided_up
from wagecase.rules.ratebook import RateBook

__all__ = ["CRITERIA", "FLOOR_CLASSES", "lowest_rate", "student_criteria", "student_rate"]

Result = Finding[Mapping[str, Any]]

# The student's own class in 272.03 (1) and (1m); the tipped cash rate is no base for the floor (R-272.09-15c2).
FLOOR_CLASSES = ("general", "minor", "opportunity")
EXCEPTION = "DWD 272.09 (15) (c) 7."
# What each criterion asks, the word for it if it fails, and its provision, in the order of the text.
CRITERIA = {
    "bona_fide_program": ("bona-fide-program", "DWD 272.09 (15) (b) 1."),
    "subminimum_necessary": ("subminimum-necessary", "DWD 272.09 (15) (b) 2."),
    "skill_needs_learning_period": ("skill", "DWD 272.09 (15) (b) 4."),
    "more_than_repetitive_speed": ("repetitive", "DWD 272.09 (15) (b) 5."),
    "displaces_no_worker": ("displacement", "DWD 272.09 (15) (b) 6."),
    "keeps_wage_standards": ("wage-standards", "DWD 272.09 (15) (b) 7."),
    "keeps_apprenticeship": ("apprenticeship", "DWD 272.09 (15) (b) 8."),
}


def student_rate(*, book: RateBook, class_: str, on: date) -> Finding[Decimal]:
    """Return the hourly rate of the student's own class in DWD 272.03 on a day. Raises NoRateInSource (C-13)."""
    rate = book.find(source="DWD272", class_=class_, item="wage", unit="hour", on=on)
    words = {"class": Word(f"rates.class.{class_}"), "day": on, "rate": rate.amount}
    return Finding(rate.amount, (Step("licenses.student_rate", words),), (rate.cite,), {"rates": book.name})


def lowest_rate(*, rate: Decimal, proposed: Decimal | None, exception: bool) -> Result:
    """Return the floor of a student learner's rate in dollars, up to the cent, and whether a rate is allowed.

    Source: R-272.09-15c2, and R-272.09-15c7 for a student with a disability whom the department has excepted.
    """
    rule = newest("licenses.student.percent")
    floor = divided_up(rate * Decimal(rule.value), Decimal(100))
    words = {"percent": rule.value, "rate": rate, "floor": floor}
    steps, cites = [Step("licenses.student_floor", words)], [rule.cite]
    meets = allowed = None
    if proposed is not None:
        meets = proposed >= floor
        allowed = meets or exception
        words = {"proposed": proposed, "floor": floor}
        if meets:
            steps.append(Step("licenses.student_meets", words))
        elif exception:
            steps.append(Step("licenses.student_excepted", words))
            cites.append(EXCEPTION)
        else:
            steps.append(Step("licenses.student_below", words))
    value = {"rate": rate.quantize(CENT), "floor": floor, "meets_floor": meets, "allowed": allowed}
    return Finding(value, tuple(steps), tuple(cites))


def student_criteria(*, age: int, work_permit: bool, judged: Mapping[str, bool]) -> Result:
    """Return which criteria a student fails (R-272.09-15b1 to b8). `judged` holds those of CRITERIA that were judged."""
    lowest, permit = newest("licenses.student.age"), newest("licenses.student.permit_age")
    failed, cites = [], [lowest.cite]
    steps = []
    words = {"age": age, "lowest": lowest.number, "limit": permit.number}
    old_enough = age >= lowest.number
    steps.append(Step("licenses.student_old_enough" if old_enough else "licenses.student_too_young", words))
    if not old_enough:
        failed.append("age")
    if age >= permit.number:
        steps.append(Step("licenses.student_no_permit_needed", words))
    else:
        steps.append(Step("licenses.student_permit" if work_permit else "licenses.student_permit_lacks", words))
        if not work_permit:
            failed.append("work-permit")
    for name, (word, cite) in CRITERIA.items():
        if name in judged:
            cites.append(cite)
            met = "licenses.criterion_met" if judged[name] else "licenses.criterion_failed"
            steps.append(Step(met, {"criterion": Word(f"licenses.criterion.{word}"), "cite": cite}))
            if not judged[name]:
                failed.append(word)
    return Finding({"eligible": not failed, "age": age, "failed": tuple(failed)}, tuple(steps), tuple(cites))
