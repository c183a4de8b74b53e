"""The questions of "What should I have been paid?": one a page, each asked only if the answers before it need it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wagecase.rates.forms import FIRST, LAST
from wagecase.rules.employee_class import Home, Student, first_opportunity_hire, home_work, student_work
from wagecase.rules.law import in_force
from wagecase.web.fields import NumberField
from wagecase.web.formatting import day as day_text
from wagecase.web.forms import DatePartsField, GovForm

YES, NO, UNKNOWN = "yes", "no", "unknown"
YES_NO = ((YES, _("Yes")), (NO, _("No")))
YES_NO_UNKNOWN = (*YES_NO, (UNKNOWN, _("I do not know")))
AGES = (("under-18", _("17 or under")), ("18-19", _("18 or 19")), ("20-up", _("20 or over")))
ADULT_AGES = (("under-18", _("17 or under")), ("20-up", _("18 or over")))
KINDS = (
    ("other", _("Work for a business or a nonprofit")),
    ("farm", _("Farm work")),
    ("camp", _("Work at a camp for education or recreation")),
    ("caddy", _("Caddying for golfers")),
    ("home", _("Work in a private home")),
    ("school", _("Work for a school or college where I studied")),
    ("government", _("Work for the state, a county, a city or another government")),
)
HOME = (
    ("casual", _("Odd jobs: baby-sitting, mowing lawns, raking leaves, shoveling snow or the like")),
    ("companion", _("I lived there to keep company with a person who needs care")),
    ("household", _("Other work for the household: cleaning, cooking, gardening, nursing, teaching or the like")),
)
SCHOOL = (
    ("college", _("A job for the independent college or university where I studied")),
    ("activity", _("An activity that is part of my schooling and looks like work")),
    ("other", _("Another job")),
)
TIPS = (
    ("regular", _("Yes, tips are usual in this work")),
    ("sometimes", _("Only now and then, such as at holidays")),
    ("none", _("No")),
)
Answers = dict[str, Any]


class Question(GovForm):
    """One question: its only field has the same name as the question and is the heading of the page."""

    def __init__(self, *args: Any, answers: Answers, **kwargs: Any) -> None:
        self.answers = answers
        super().__init__(*args, **kwargs)
        self.heading = next(iter(self.fields))
        self.set_up()

    def set_up(self) -> None:
        """Fit the words to the answers before; most questions need not."""


def _choice(label: Any, choices: Any, *, blank: Any, hint: Any = "") -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices, widget=forms.RadioSelect, help_text=hint, error_messages={"required": blank}
    )


def _hours(label: Any, *, hint: Any = "") -> NumberField:
    return NumberField(label=label, noun=_("the hours of that week"), help_text=hint, high="168", width=8)


def _asked(name: str, field: forms.Field) -> type[Question]:
    return type(f"{name.title()}Question", (Question,), {name: field, "__module__": __name__})


class FirstDaysQuestion(Question):
    """Whether the day lies in the first 90 with the employer, asked with the date that decides it."""

    first_days = _choice(
        _("Did you start this job shortly before?"),
        YES_NO_UNKNOWN,
        blank=_("Choose whether you started on that day or later"),
    )

    def set_up(self) -> None:
        """Name the day, so that nobody need count."""
        day = self.answers["day"]
        field = self.fields["first_days"]
        names = {
            "start": day_text(first_opportunity_hire(day)),
            "day": day_text(day),
            "age": in_force("opportunity.dwd272.age", day).number,
            "days": in_force("opportunity.dwd272.days", day).number,
        }
        field.label = gettext("Did you start working for this employer on %(start)s or later?") % names
        field.help_text = (
            gettext(
                "A lower rate may hold under age %(age)s in the first %(days)s days of a job. On %(day)s those days were"
                " not over for anybody who started then or later."
            )
            % names
        )


QUESTIONS: dict[str, type[Question]] = {
    "day": _asked(
        "day",
        DatePartsField(
            label=_("Which day did you work?"),
            help_text=_("The rate of that day counts, not the rate of payday. For example 7 24 2009 for July 24, 2009"),
            noun=_("the day of the work"),
            earliest=FIRST,
            latest=LAST,
        ),
    ),
    "kind": _asked("kind", _choice(_("What work did you do?"), KINDS, blank=_("Choose the work you did"))),
    "license": _asked(
        "license",
        _choice(
            _("Did your employer have a license to pay you less?"),
            YES_NO_UNKNOWN,
            blank=_("Choose whether there was a license"),
            hint=_(
                "We can license an employer to pay some people less: workers with a disability and student learners."
                " We ask because then the license sets the pay. We do not keep your answers."
            ),
        ),
    ),
    "counselor": _asked(
        "counselor",
        _choice(
            _("Were you a camp counselor?"),
            YES_NO,
            blank=_("Choose whether you were a counselor"),
            hint=_("A counselor leads and directs campers and shares in their care."),
        ),
    ),
    "home": _asked("home", _choice(_("What did you do in the home?"), HOME, blank=_("Choose what you did"))),
    "home_hours": _asked(
        "home_hours",
        _hours(
            _("How many hours did you work for this one employer in that week?"),
            hint=_("For example 37.5"),
        ),
    ),
    "irregular": _asked(
        "irregular",
        _choice(
            _("Did you work only now and then, without a steady schedule?"),
            YES_NO,
            blank=_("Choose whether the work was only now and then"),
        ),
    ),
    "business": _asked(
        "business",
        _choice(
            _("Was the work part of the employer's business or trade?"),
            YES_NO,
            blank=_("Choose whether the work was part of a business"),
            hint=_("For example, a person who rents out the house pays you to mow its lawn."),
        ),
    ),
    "nursing": _asked(
        "nursing",
        _choice(
            _("Did you work there as a trained nurse?"), YES_NO, blank=_("Choose whether you worked as a trained nurse")
        ),
    ),
    "house_hours": _asked(
        "house_hours",
        _hours(
            _("How many hours of general housework did you do in that week?"),
            hint=_("Cleaning, cooking, washing and the like for the household. For example 37.5"),
        ),
    ),
    "school": _asked("school", _choice(_("What was the work at the school?"), SCHOOL, blank=_("Choose what it was"))),
    "student_hours": _asked(
        "student_hours", _hours(_("How many hours did you work there in that week?"), hint=_("For example 37.5"))
    ),
    "full_time": _asked(
        "full_time",
        _choice(
            _("Were you a full-time student there?"), YES_NO, blank=_("Choose whether you were a full-time student")
        ),
    ),
    "age": _asked("age", _choice(_("How old were you on that day?"), AGES, blank=_("Choose your age on that day"))),
    "adult": _asked(
        "adult", _choice(_("How old were you on that day?"), ADULT_AGES, blank=_("Choose your age on that day"))
    ),
    "first_days": FirstDaysQuestion,
    "tips": _asked(
        "tips",
        _choice(
            _("Did you get tips?"),
            TIPS,
            blank=_("Choose whether you got tips"),
            hint=_("A tip is money that a customer gave you freely."),
        ),
    ),
    "kept": _asked(
        "kept",
        _choice(
            _("Did you have to hand your tips to your employer?"),
            YES_NO,
            blank=_("Choose whether you had to hand over your tips"),
        ),
    ),
    "declared": _asked(
        "declared",
        _choice(
            _("Did you sign a statement of your tips for each pay period?"),
            YES_NO_UNKNOWN,
            blank=_("Choose whether you signed such a statement"),
            hint=_("The employer needs it to count tips as pay."),
        ),
    ),
}


def path(answers: Answers) -> Iterator[str]:
    """Yield the questions in order; each answer must stand in `answers` before the next is asked for.

    Ends where nothing more can change the result (the rules that decide are in wagecase/rules).
    """
    yield "day"
    yield "kind"
    kind = answers["kind"]
    if kind in ("government", "caddy"):
        return
    if kind == "farm":
        yield "adult"
        return
    if kind == "camp":
        yield "counselor"
        if answers["counselor"] == YES:
            yield "adult"
            return
    elif kind == "home":
        yield from _home(answers)
        if is_outside_home_rates(answers):
            return
    elif kind == "school":
        yield from _school(answers)
        if answers["school"] == "activity" or is_at_federal_rate(answers):
            return
    if kind == "other" or answers.get("school") == "other":
        yield "license"
        if answers["license"] == YES:
            return
    yield from _hourly(answers)


def is_outside_home_rates(answers: Answers) -> bool:
    """Return whether the answers so far put odd jobs or companionship outside the minimum rates."""
    home = home_of(answers)
    return home is not None and bool(home_work(home).value["exempt"])


def is_at_federal_rate(answers: Answers) -> bool:
    """Return whether the answers so far put a student at the federal minimum wage."""
    student = student_of(answers)
    return student is not None and student_work(student).value["rate_basis"] == "federal"


def home_of(answers: Answers) -> Home | None:
    """Return the facts of odd jobs or companionship; None for other work. Open questions count as met."""
    kinds = {"casual": "casual-home-work", "companion": "companion"}
    if answers.get("home") not in kinds:
        return None
    return Home(
        kind=kinds[answers["home"]],  # type: ignore[arg-type]
        hours_week=answers["home_hours" if answers["home"] == "casual" else "house_hours"],
        irregular=answers.get("irregular", YES) == YES,
        employer_business=answers.get("business", NO) == YES,
        nursing=answers.get("nursing", NO) == YES,
    )


def student_of(answers: Answers) -> Student | None:
    """Return the facts of a student employed by the college; None for other work. Open questions count as met."""
    if answers.get("school") != "college":
        return None
    return Student(
        hours_week=answers["student_hours"],
        age=answers.get("age", "20-up"),
        full_time=answers.get("full_time", YES) == YES,
    )


def _home(answers: Answers) -> Iterator[str]:
    yield "home"
    rest = {"casual": ("home_hours", "irregular", "business"), "companion": ("house_hours", "nursing")}
    for name in rest.get(answers["home"], ()):
        yield name
        if not is_outside_home_rates(answers):
            return


def _school(answers: Answers) -> Iterator[str]:
    yield "school"
    if answers["school"] == "college":
        for name in ("student_hours", "full_time", "age"):
            yield name
            if not is_at_federal_rate(answers):
                return


def _hourly(answers: Answers) -> Iterator[str]:
    if "age" not in answers:
        yield "age"
    if answers["age"] != "20-up":
        yield "first_days"
    # DWD 272.07 (1) has every camp employee but counselors paid "as prescribed in s. DWD 272.03 (1)", and so without the
    # rates for tipped employees of 272.03 (2). The text leaves open whether (2) may be used beside it; it is read in favor
    # of the employee, and a camp worker is not asked for tips.
    if answers["kind"] == "camp":
        return
    yield "tips"
    if answers["tips"] == "regular":
        yield "kept"
        if answers["kept"] == NO:
            yield "declared"
