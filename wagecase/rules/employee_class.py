"""Tell which class of DWD 272 pays an employee, from a few plain facts about the work and no birth date."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from wagecase.rules.calendar import day_after
from wagecase.rules.classes import ExemptFacts, exempt_status
from wagecase.rules.finding import Finding, Step
from wagecase.rules.law import in_force

__all__ = ["Home", "Student", "Work", "class_of", "first_opportunity_hire", "home_work", "student_work"]

RULE = "DWD272"
Kind = Literal["other", "farm", "counselor", "camp", "caddy", "household", "student"]
Age = Literal["under-18", "18-19", "20-up"]
Tips = Literal["regular", "sometimes", "none"]
# What the law of each kind of work adds to the reasons, and where it stands.
_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "other": ("", ("DWD 272.02",)),
    "farm": ("finder.farm", ("DWD 272.05 (1)",)),
    "counselor": ("finder.counselor", ("DWD 272.07 (3)",)),
    "camp": ("finder.camp", ("DWD 272.07 (1)",)),
    "caddy": ("finder.caddy", ("DWD 272.08",)),
    "household": ("finder.household", ("DWD 272.06 (1) (a)", "DWD 272.02")),
    "student": ("finder.student", ("DWD 272.085 (1)",)),
}
_ADULT = {"under-18": 17, "18-19": 18, "20-up": 20}  # an age inside each answer, for tests that compare it with a limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What decides the class on the day `on`. `age` and `tips` are asked only where they matter.

    `in_first_days` tells whether the employee was in the first 90 days with the employer; `tips_count` whether the
    employee signed a statement of the tips for each pay period and kept them.
    """

    on: date
    kind: Kind
    age: Age = "20-up"
    in_first_days: bool = False
    tips: Tips = "none"
    declared: bool = True
    kept: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Odd jobs in a home or companionship: hours of one week, and what the exceptions ask beside them."""

    kind: Literal["casual-home-work", "companion"]
    hours_week: Decimal
    irregular: bool = True
    employer_business: bool = False
    nursing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Student:
    """A student employed by the independent college or university where he or she studies, in one week."""

    hours_week: Decimal
    age: Age
    full_time: bool


def class_of(work: Work) -> Finding[str]:
    """Return the class of employee whose rates apply on the day, by the words of the rate book.

    DWD 272.01 (9), (11), (12), 272.02, 272.03 (2), 272.05 to 272.085. Farm employees, counselors and caddies have rates
    of their own, so neither the first days nor tips change their class.
    """
    key, cites = _KINDS[work.kind]
    own = [Step(key, {})] if key else []
    if work.kind == "caddy":
        return Finding("caddy", tuple(own), cites)
    if work.kind in ("farm", "counselor"):
        minor = work.age == "under-18"
        step = Step("finder.under_18" if minor else "finder.adult", {})
        return Finding(f"{work.kind}-{'minor' if minor else 'adult'}", (*own, step), cites)
    found = _by_age(work)
    tips = _by_tips(work, found.value)
    return Finding(tips.value, (*own, *found.steps, *tips.steps), (*cites, *found.citations, *tips.citations))


def first_opportunity_hire(on: date) -> date:
    """Return the earliest first day of work of whom the day `on` still lies in the first 90 (DWD 272.01 (11))."""
    length = in_force("opportunity.dwd272.days", on).number
    return day_after(on, in_force("opportunity.hire_day", on).number - length)


def home_work(home: Home) -> Finding[Mapping[str, object]]:
    """Return whether the minimum rates do not apply to odd jobs or companionship in a week (DWD 272.06 (2), (3))."""
    facts = ExemptFacts(
        hours_week=home.hours_week,
        irregular=home.irregular,
        employer_business=home.employer_business,
        nursing=home.nursing,
    )
    return exempt_status(source=RULE, kind=home.kind, facts=facts)


def student_work(student: Student) -> Finding[Mapping[str, object]]:
    """Return whether the federal minimum wage replaces the rates for a student in a week (DWD 272.085 (1))."""
    facts = ExemptFacts(hours_week=student.hours_week, age=_ADULT[student.age], full_time=student.full_time)
    return exempt_status(source=RULE, kind="college-student", facts=facts)


def _by_age(work: Work) -> Finding[str]:
    """Return general, minor or opportunity by age and first days."""
    if work.age == "20-up":
        return Finding("general", (Step("finder.grown", {}),), ())
    opportunity = in_force("opportunity.dwd272.age", work.on)
    minor = work.age == "under-18"
    age = Step("finder.minor" if minor else "finder.young", {"limit": opportunity.number})
    days = {
        "first": first_opportunity_hire(work.on),
        "n": in_force("opportunity.dwd272.days", work.on).number,
        "day": work.on,
    }
    cites = ("DWD 272.01 (9)", opportunity.cite) if minor else (opportunity.cite,)
    if work.in_first_days:
        return Finding("opportunity", (age, Step("finder.first_days", days)), cites)
    return Finding("minor" if minor else "general", (age, Step("finder.later_days", days)), cites)


def _by_tips(work: Work, class_: str) -> Finding[str]:
    """Return the tipped class if tips come regularly and count, else the class itself."""
    if work.tips == "none":
        return Finding(class_)
    if work.tips == "sometimes":
        return Finding(class_, (Step("finder.tips_sometimes", {}),), ("DWD 272.03 (2) (f)",))
    if not work.kept:
        return Finding(class_, (Step("finder.tips_handed", {}),), ("DWD 272.03 (2) (g) 3.",))
    if not work.declared:
        return Finding(class_, (Step("finder.tips_undeclared", {}),), ("DWD 272.03 (2) (b) 1.",))
    tipped = "tipped-opportunity" if class_ == "opportunity" else "tipped"
    cites = ("DWD 272.01 (12)", "DWD 272.03 (2)", "DWD 272.03 (2) (b) 1.", "DWD 272.03 (2) (g) 2.")
    return Finding(tipped, (Step("finder.tips_regular", {}),), cites)
