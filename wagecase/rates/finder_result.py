"""Turn the answers of "What should I have been paid?" into the class, the amounts, the reasons and what to know beside."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from wagecase.rates import finder, tables
from wagecase.rates.finder import NO, UNKNOWN, YES, Answers
from wagecase.rules.employee_class import Work, class_of, home_work, student_work
from wagecase.rules.finding import Finding, Step, Word
from wagecase.rules.ratebook import PAIRS, NoRateInSource, Rate, RateBook
from wagecase.rules.rates import printed_rate
from wagecase.web.formatting import day as day_text
from wagecase.web.formatting import money

RULE = "DWD272"
TIPPED = tables.TIPPED


@dataclass
class Found:
    """One result: the answer as a sentence, its amounts, reasons and law, and what the person should know."""

    headline: str
    class_name: str = ""
    amounts: list[tuple[str, Decimal]] = field(default_factory=list)
    allowances: list[tuple[str, Decimal]] = field(default_factory=list)
    allowance_cites: tuple[str, ...] = ()
    federal: tables.Federal | None = None  # set where it is higher
    known: bool = True
    steps: tuple[Step, ...] = ()
    citations: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list)
    check: str = ""  # the calculator that checks the pay

    @property
    def sentences(self) -> list[str]:
        """Return the reasons in the language of the page."""
        return [tables.capitalized(step.sentence(tables.language())) for step in self.steps]


def results(book: RateBook, answers: Answers, *, is_future: bool = False) -> list[Found]:
    """Return one result; two where the person does not know when the work began: for an earlier and for a later start.

    `is_future` says that the day is still to come, so that nothing is told as past.
    """
    answers = {**answers, "is_future": is_future}
    if answers.get("first_days") != UNKNOWN:
        return [result(book, answers)]
    return [result(book, {**answers, "first_days": word}) for word in (NO, YES)]


def result(book: RateBook, answers: Answers) -> Found:
    """Return the result of answers that are complete."""
    if answers["kind"] == "government":
        return _government(answers["day"])
    if answers.get("license") == YES:
        return _license()
    if answers.get("school") == "activity":
        return _activity()
    if finder.is_outside_home_rates(answers):
        return _outside(answers)
    if finder.is_at_federal_rate(answers):
        return _student(answers)
    before = _not_excepted(answers)
    found = class_of(_work(answers))
    return _paid(
        book, answers, Finding(found.value, (*before.steps, *found.steps), (*before.citations, *found.citations))
    )


def _work(answers: Answers) -> Work:
    kinds = {"farm": "farm", "caddy": "caddy", "home": "household"}
    kind = kinds.get(answers["kind"], "other")
    if answers["kind"] == "camp":
        kind = "counselor" if answers["counselor"] == YES else "camp"
    return Work(
        on=answers["day"],
        kind=kind,  # type: ignore[arg-type]
        age=answers.get("adult") or answers.get("age", "20-up"),
        in_first_days=answers.get("first_days") == YES,
        tips=answers.get("tips", "none"),
        declared=answers.get("declared") != NO,
        kept=answers.get("kept") != YES,
    )


def _not_excepted(answers: Answers) -> Finding[Any]:
    """Return why an exception that was asked about does not reach the work; nothing if none was."""
    home, student = finder.home_of(answers), finder.student_of(answers)
    if home is not None:
        return home_work(home)
    return student_work(student) if student is not None else Finding(None)


def _paid(book: RateBook, answers: Answers, found: Finding[str]) -> Found:
    """Return the amounts of a class on the day; the source may have none."""
    class_, day = found.value, answers["day"]
    # Cash and tips together must reach the rate the employee would have without tips; a tipped minor is a minor.
    base = class_of(_work({**answers, "tips": "none"})).value
    try:
        printed = [_printed(book, class_, pair=pair, day=day) for pair in _wages(class_)]
        total = _printed(book, base, pair=("wage", "hour"), day=day) if class_ in TIPPED else None
    except NoRateInSource:
        return _no_rate(class_, found, day)
    amounts = [(_label(class_, pair), rate.value["amount"]) for pair, rate in zip(_wages(class_), printed, strict=True)]
    parts = [found, *printed]
    if total is not None:
        amounts.append((gettext("Cash and tips together, for each hour"), total.value["amount"]))
        parts.append(_together(base, total))
    steps: list[Step] = []
    for step in (step for part in parts for step in part.steps):
        if step not in steps:  # the period of three amounts is told once
            steps.append(step)
    allowances = _allowances(book, base, day)
    board_cites = tuple(dict.fromkeys(rate.cite for _what, rate in allowances))
    if board_cites:
        board_cites += ("DWD 272.04 (1) (b)",)  # meals need not be accepted; holds for every class
    federal = _higher_federal(class_, amounts[-1][1], day)
    return Found(
        headline=_headline(class_, [amount for _label_, amount in amounts], federal, is_future=answers["is_future"]),
        class_name=tables.class_name(class_),
        amounts=amounts,
        allowances=[(label, rate.amount) for label, rate in allowances],
        allowance_cites=board_cites,
        federal=federal,
        steps=tuple(steps),
        citations=tuple(dict.fromkeys([*(cite for part in parts for cite in part.citations), *board_cites])),
        notes=_notes(class_, answers),
        check="tip-credit" if class_ in TIPPED else "wage-deficiency" if ("wage", "hour") in PAIRS[class_] else "",
    )


def _printed(book: RateBook, class_: str, *, pair: tuple[str, str], day: date) -> Finding[Any]:
    return printed_rate(book=book, source=RULE, class_=class_, item=pair[0], unit=pair[1], on=day)


def _together(class_: str, total: Finding[Any]) -> Finding[Any]:
    values = {"class": Word(f"rates.class.{class_}"), "amount": total.value["amount"]}
    return Finding(None, (*total.steps, Step("finder.together", values)), total.citations)


def _wages(class_: str) -> tuple[tuple[str, str], ...]:
    return tuple(pair for pair in PAIRS[class_] if pair[0] not in ("lodging", "meals"))


def _label(class_: str, pair: tuple[str, str]) -> str:
    if class_ in TIPPED:
        return gettext("In cash, for each hour")
    return str(_COLUMNS[pair])


_COLUMNS = {(item, unit): label for _title, columns, _classes in tables.LAYOUT for label, item, unit in columns}


def _headline(class_: str, amounts: list[Decimal], federal: tables.Federal | None, *, is_future: bool) -> str:
    words = {str(place): money(amount) for place, amount in enumerate(amounts)}
    if federal is not None:
        words["federal"] = money(federal.amount)
        if class_ in TIPPED:
            return (
                gettext(
                    "State law sets %(0)s an hour in cash and %(1)s with your tips, but the federal rate of %(federal)s an"
                    " hour is higher."
                )
                % words
            )
        return gettext("State law sets %(0)s an hour, but the federal rate of %(federal)s an hour is higher.") % words
    kind = "tipped" if class_ in TIPPED else class_.partition("-")[0]
    was, will_be = _LOWEST.get(kind, _LOWEST["hour"])
    return str(will_be if is_future else was) % words


_LOWEST = {  # of a day that has come, and of one still to come
    "tipped": (
        _("The lowest pay was %(0)s an hour in cash, and %(1)s an hour together with your tips."),
        _("The lowest pay is %(0)s an hour in cash, and %(1)s an hour together with your tips."),
    ),
    "caddy": (
        _("The lowest pay was %(0)s for 9 holes and %(1)s for 18 holes."),
        _("The lowest pay is %(0)s for 9 holes and %(1)s for 18 holes."),
    ),
    "counselor": (
        _("The lowest pay for a week was %(0)s, or %(1)s with meals, or %(2)s with meals and lodging."),
        _("The lowest pay for a week is %(0)s, or %(1)s with meals, or %(2)s with meals and lodging."),
    ),
    "hour": (_("The lowest pay was %(0)s an hour."), _("The lowest pay is %(0)s an hour.")),
}


def _allowances(book: RateBook, class_: str, day: date) -> list[tuple[str, Rate]]:
    found = []
    for label, item, unit in tables.BOARD:
        if (item, unit) in PAIRS[class_]:
            try:
                rate = book.find(source=RULE, class_=class_, item=item, unit=unit, on=day)
            except NoRateInSource:
                continue
            found.append((str(label), rate))
    return found


def _higher_federal(class_: str, least: Decimal, day: date) -> tables.Federal | None:
    """Return the federal rate if it is above what an hour must bring in all; other units are not compared."""
    federal = tables.federal_rate(day)
    by_hour = ("wage", "hour") in PAIRS[class_]
    return federal if federal is not None and by_hour and federal.amount > least else None


def _notes(class_: str, answers: Answers) -> list[str]:
    notes = []
    if ("wage", "hour") in PAIRS[class_] and class_ not in TIPPED:
        notes.append(
            gettext("Paid by the piece or by commission? Your pay for the whole pay period must still reach this rate.")
        )
    if class_ in TIPPED:
        notes.append(gettext("Each week is looked at alone. If tips fall short, the employer pays the difference."))
        notes.append(
            gettext("The employer must also have records that it withheld your taxes. Else no tip counts as pay.")
        )
        if answers.get("declared") == UNKNOWN:
            notes.append(gettext("If you signed no statement of your tips, the full rate is due in cash."))
    if answers.get("license") == UNKNOWN:
        notes.append(gettext("If there was a license, it may allow less. Call us, and we look it up for you."))
    if answers["kind"] == "farm":
        notes.append(
            gettext("Seasonal farm workers from elsewhere: meals and lodging may not take your pay below this rate.")
        )
    if class_ == "caddy":
        notes.append(gettext("The rule has no rate for another number of holes."))
    return notes


def _no_rate(class_: str, found: Finding[str], day: date) -> Found:
    return Found(
        headline=gettext("The source has no rate for this day."),
        class_name=tables.class_name(class_),
        known=False,
        steps=found.steps,
        citations=found.citations,
        notes=[
            gettext("We show no state amount rather than a guess. Call us, or choose another day."),
            *_federal_note(day),
        ],
    )


def _government(day: date) -> Found:
    asked = gettext("Call us with the name of the office and your job. A person checks which law covers you.")
    return Found(
        headline=gettext("We cannot tell here: the rule names private employers, and says nothing of governments."),
        known=False,
        citations=("DWD 272.02",),
        notes=[asked, *_federal_note(day)],
    )


def _federal_note(day: date) -> list[str]:
    """Return the federal figure of the day as a note; nothing for a day of which we have none."""
    federal = tables.federal_rate(day)
    if federal is None:
        return []
    words = {"day": day_text(day), "amount": money(federal.amount), "cite": federal.cite}
    return [
        gettext("The federal minimum wage on %(day)s is %(amount)s an hour (%(cite)s, outside our sources).") % words
    ]


def _license() -> Found:
    return Found(
        headline=gettext("The license sets the lowest pay, so we can show no amount here."),
        known=False,
        citations=("DWD 272.09",),
        notes=[
            gettext(
                "With a disability, the pay must fit the work done, compared with the wage that others get nearby."
            ),
            gettext("A student learner gets at least a part of the usual rate."),
            gettext("The license counts only while it is in force, and only for the people and work that it names."),
            gettext("Call us with the name of the employer. We tell you whether there is a license and what it says."),
        ],
    )


def _activity() -> Found:
    return Found(
        headline=gettext("Some school activities are outside the minimum wage, and a person must check yours."),
        known=False,
        citations=("DWD 272.085 (2)",),
        notes=[
            gettext("The activity must meet a rule that is not among our sources (DWD 270.19)."),
            gettext("Call us and tell us what you did. A person checks it."),
        ],
    )


def _outside(answers: Answers) -> Found:
    home = finder.home_of(answers)
    assert home is not None  # noqa: S101 - what makes the work be outside
    found = home_work(home)
    return Found(
        headline=gettext("The minimum rates do not apply to this work in that week."),
        known=False,
        steps=found.steps,
        citations=found.citations,
        notes=[
            gettext("You are still owed the pay that you agreed on."),
            gettext("Another law, such as the federal one, may set a rate. Ask us."),
        ],
    )


def _student(answers: Answers) -> Found:
    student = finder.student_of(answers)
    assert student is not None  # noqa: S101 - what makes the federal rate apply
    found = student_work(student)
    federal = tables.federal_rate(answers["day"])
    if federal is None:
        made = Found(gettext("The federal minimum wage applies, and we have none for this day."), known=False)
    else:
        was = gettext("The lowest pay was the federal minimum wage, %s an hour.")
        will_be = gettext("The lowest pay is the federal minimum wage, %s an hour.")
        made = Found((will_be if answers["is_future"] else was) % money(federal.amount))
        made.amounts = [(gettext("For one hour"), federal.amount)]
        values = {"day": answers["day"], "amount": federal.amount, "cite": federal.cite}
        made.steps = (Step("finder.federal", values),)
        made.citations = (federal.cite,)
    made.steps = (*found.steps, *made.steps)
    made.citations = (*found.citations, *made.citations)
    made.notes = [gettext("Did you work more hours in another week? Then the state rates hold for all its hours.")]
    return made
