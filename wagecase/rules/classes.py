"""Tell which class an employee is in on a day or in a week: opportunity employees, students, casual work, companions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from wagecase.rules.calendar import day_after, years_after
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.law import Parameter, in_force, newest

Result = Finding[Mapping[str, Any]]

__all__ = ["ExemptFacts", "age_on", "exempt_status", "opportunity_by_days", "opportunity_by_hire"]

# The bills ask students for less than 20 hours and DWD 272 companions for less than 15; all others for not more (X-06
# to X-08).
_LESS_THAN = {
    ("AB622", "college-student"),
    ("AB77", "college-student"),
    ("SB130", "college-student"),
    ("DWD272", "companion"),
}


def age_on(*, birth: date, on: date) -> int:
    """Return the completed years on a day; born on February 29, one is older on February 28 of other years (C-9)."""
    years = on.year - birth.year
    return years if years_after(birth, years) <= on else years - 1


def opportunity_by_hire(*, source: str, birth: date, hired: date, on: date) -> Result:
    """Return whether an employee is an opportunity employee by the day of hire (AB77, SB130, DWD272; X-01).

    Raises NoRateInSource if the source has no definition on that day.
    """
    limit, length = _opportunity(source, "age", on), _opportunity(source, "days", on)
    birthday = years_after(birth, limit.number)
    day_last = day_after(hired, length.number - in_force("opportunity.hire_day", on).number)
    age = age_on(birth=birth, on=on)
    last_day = None if hired >= birthday else min(day_last, day_after(birthday, -1))
    reason = "age" if on >= birthday else "days" if on > day_last else ""
    steps = (
        _age_step(age=age, on=on, limit=limit.number, birthday=birthday),
        Step("classes.days_from_hire", {"hired": hired, "n": length.number, "last": day_last}),
        _met(reason),
    )
    value = {"opportunity": not reason, "age": age, "last_day": last_day, "reason": reason}
    return Finding(value, steps, (limit.cite,))


def opportunity_by_days(*, source: str, birth: date, days: int, on: date) -> Result:
    """Return whether an employee is an opportunity employee by the days employed by anyone in 3 years (AB622; X-01)."""
    limit, most = _opportunity(source, "age", on), _opportunity(source, "days", on)
    birthday = years_after(birth, limit.number)
    age = age_on(birth=birth, on=on)
    reason = "age" if on >= birthday else "days" if days > most.number else ""
    count = "classes.days_inside" if days <= most.number else "classes.days_over"
    steps = (
        _age_step(age=age, on=on, limit=limit.number, birthday=birthday),
        Step(count, {"n": days, "most": most.number}),
        _met(reason),
    )
    return Finding({"opportunity": not reason, "age": age, "last_day": None, "reason": reason}, steps, (limit.cite,))


@cache
def _opportunity(source: str, name: str, on: date) -> Parameter:
    return in_force(f"opportunity.{source.lower()}.{name}", on)


def _age_step(*, age: int, on: date, limit: int, birthday: date) -> Step:
    return Step("classes.age", {"age": age, "day": on, "limit": limit, "birthday": birthday})


def _met(reason: str) -> Step:
    return Step(f"classes.opportunity.{reason or 'met'}", {})


@dataclass(frozen=True, slots=True, kw_only=True)
class ExemptFacts:
    """The facts of one week; those that the kind of work does not ask for are not looked at."""

    hours_week: Decimal
    age: int | None = None
    full_time: bool | None = None
    irregular: bool = True
    usual_to_home: bool = True
    employer_business: bool = False
    lives_in: bool = True
    needs_care: bool = True
    nursing: bool = False


def exempt_status(*, source: str, kind: str, facts: ExemptFacts) -> Result:
    """Return whether a source's class rates apply to a student, a casual worker or a companion in a week.

    `kind` is college-student, casual-home-work or companion. A student under DWD 272 needs `age` and `full_time`.
    Sources: DWD 272.06 (2) and (3), 272.085 (1); AB622 104.035 (6) and (7); AB77 and SB130 104.035 (7) and (8).
    """
    limit = _hours_limit(source, kind)
    under = (source, kind) in _LESS_THAN
    hours = Decimal(limit.value)
    inside = facts.hours_week < hours if under else facts.hours_week <= hours
    failed = tuple(name for name, passed in (("hours", inside), *_tests(source, kind, facts)) if not passed)
    exempt = not failed and kind != "college-student"
    basis = _basis(source, kind) if not failed else "class-rates"
    asked = Step(
        "classes.hours.less_than" if under else "classes.hours.most",
        {"source": Word(f"classes.source.{source}"), "limit": hours, "hours": facts.hours_week},
    )
    steps = (asked, _outcome(failed), Step(f"classes.basis.{basis}", {"source": Word(f"classes.source.{source}")}))
    return Finding({"exempt": exempt, "rate_basis": basis, "failed": failed}, steps, (limit.cite,))


def _tests(source: str, kind: str, facts: ExemptFacts) -> Iterator[tuple[str, bool]]:
    """Yield the tests beside the hours, in published order, with whether each is met."""
    rule = source == "DWD272"
    if kind == "college-student":
        if rule:
            least = newest("exempt.dwd272.college_student.age").number
            yield "age", facts.age is not None and facts.age >= least
            yield "full-time", bool(facts.full_time)
    elif kind == "casual-home-work":
        yield "irregular", facts.irregular
        yield "usual-to-home", facts.usual_to_home
        if rule:
            yield "employer-business", not facts.employer_business
    else:
        yield "lives-in", facts.lives_in
        yield "needs-care", facts.needs_care
        if source != "SB130":  # that bill drops the nursing words
            yield "nursing", not facts.nursing


def _basis(source: str, kind: str) -> str:
    if kind != "college-student":
        return "none"
    return "federal" if source == "DWD272" else "department-set"


def _outcome(failed: tuple[str, ...]) -> Step:
    if not failed:
        return Step("classes.every_test", {})
    return Step("classes.failed", {"tests": tuple(Word(f"classes.test.{name}") for name in failed)})


@cache
def _hours_limit(source: str, kind: str) -> Parameter:
    relation = "less_than" if (source, kind) in _LESS_THAN else "most"
    return newest(f"exempt.{source.lower()}.{kind.replace('-', '_')}.{relation}")
