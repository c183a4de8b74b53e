"""Open each answer with one plain sentence, chosen from a table by what the answer holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from wagecase.rates.tables import capitalized, language
from wagecase.rates.words import choice_label
from wagecase.rules.calculators.declaration import Calculator
from wagecase.rules.finding import Finding
from wagecase.rules.language import shown
from wagecase.web.formatting import clocktime, longdate, money

# What the public asks, in the order of the list.
TITLES: dict[str, Any] = {
    "rate": gettext_lazy("Look up a rate"),
    "wage-deficiency": gettext_lazy("Was I paid the minimum wage?"),
    "tip-credit": gettext_lazy("Do my tips and cash reach the minimum wage?"),
    "allowance-maximum": gettext_lazy("How much may meals and lodging count as pay?"),
    "wage-payment-due": gettext_lazy("When must my wages be paid?"),
    "due-date": gettext_lazy("Count a due date"),
    "complaint-due-date": gettext_lazy("When is the decision on a complaint due?"),
    "legal-holidays": gettext_lazy("Legal holidays of a year"),
    "closing-notice": gettext_lazy("When was notice of a closing or layoff due?"),
    "closing-coverage": gettext_lazy("Does the closing law cover this employer?"),
    "shift-hours": gettext_lazy("How many hours of a shift count?"),
}
# For each calculator: what must hold of its outputs (all of the words: "name" is true, "!name" is false, "?name" is
# known, "name=word" is that word; none for always), and the sentence. The first row that holds is the answer.
SENTENCES: dict[str, tuple[tuple[str, Any], ...]] = {
    "rate": (("", gettext_lazy("The amount is %(amount)s for one %(unit)s.")),),
    "wage-deficiency": (
        ("compliant", gettext_lazy("The pay of %(paid)s reaches the minimum of %(required)s.")),
        ("", gettext_lazy("The pay is %(make_up)s too low: %(paid)s was paid, %(required)s is the minimum.")),
    ),
    "tip-credit": (
        ("owed", gettext_lazy("The employer owes %(owed)s.")),
        ("", gettext_lazy("Nothing more is owed: the minimum is %(minimum)s an hour, tips included.")),
    ),
    "allowance-maximum": (
        ("", gettext_lazy("Meals and lodging may count for at most %(total_max)s of the week's pay.")),
    ),
    "due-date": (("", gettext_lazy("The period ends on %(legal_due)s.")),),
    "complaint-due-date": (("", gettext_lazy("The decision is due on %(legal_due)s.")),),
    "legal-holidays": (("", gettext_lazy("The legal holidays are %(dates)s.")),),
    "closing-notice": (("", gettext_lazy("The notice was due on %(notice_due)s.")),),
    "closing-coverage": (
        ("notice_required", gettext_lazy("The employer must give notice.")),
        ("?notice_required", gettext_lazy("The employer need not give notice under this law.")),
        ("covered_employer", gettext_lazy("The law covers this employer.")),
        ("?covered_employer", gettext_lazy("The law does not cover this employer.")),
        ("business_closing", gettext_lazy("%(affected_counted)s affected employees count, enough for a closing.")),
        ("mass_layoff", gettext_lazy("%(affected_counted)s affected employees count, enough for a mass layoff.")),
        ("", gettext_lazy("%(affected_counted)s affected employees count, and %(needed)s are needed.")),
    ),
    "shift-hours": (("", gettext_lazy("%(hours)s hours of the shift count.")),),
    "wage-payment-due": (
        ("?latest_payday", gettext_lazy("The wages are due by %(latest_payday)s.")),
        ("?final_pay_due", gettext_lazy("The last pay is due by %(final_pay_due)s.")),
        ("?legal_due", gettext_lazy("The wages are due by %(legal_due)s.")),
        ("?earliest_direct_payment", gettext_lazy("The family may be paid from %(earliest_direct_payment)s.")),
    ),
    "allowance-formula-check": (
        ("match", gettext_lazy("The printed figures agree with the formulas.")),
        ("", gettext_lazy("Some printed figures differ from the formulas.")),
    ),
    "closing-recovery": (
        ("?recovery", gettext_lazy("The employee may recover %(recovery)s.")),
        ("?recovery_last", gettext_lazy("The recovery period runs from %(recovery_first)s to %(recovery_last)s.")),
        ("", gettext_lazy("The days that would have been worked are %(work_days)s.")),
    ),
    "layoff-aggregation": (
        ("triggers", gettext_lazy("The job losses are enough for a mass layoff.")),
        ("", gettext_lazy("The job losses are not enough for a mass layoff.")),
    ),
    "commensurate-wage": (
        ("", gettext_lazy("The commensurate wage is %(commensurate)s; pay at least %(pay)s an hour.")),
    ),
    "council-balance": (
        ("can_appoint", gettext_lazy("This council may be appointed.")),
        ("", gettext_lazy("This council may not be appointed.")),
    ),
    "deduction-limit": (("", gettext_lazy("At most %(max_deduction)s may be deducted.")),),
    "evaluation-back-pay": (
        ("back_pay", gettext_lazy("Back pay of %(back_pay)s is owed.")),
        ("", gettext_lazy("No back pay is owed.")),
    ),
    "general-rate-uses": (("", gettext_lazy("The general rate is %(general_rate)s an hour.")),),
    "license-gross-pay": (("", gettext_lazy("The gross pay is %(gross)s.")),),
    "opportunity-status": (
        (
            "opportunity ?last_day",
            gettext_lazy("This is an opportunity employee on that day and to %(last_day)s at the latest."),
        ),
        ("opportunity", gettext_lazy("This is an opportunity employee on that day.")),
        (
            "?last_day",
            gettext_lazy("This is not an opportunity employee on that day: the last such day was %(last_day)s."),
        ),
        ("", gettext_lazy("This is not an opportunity employee on that day.")),
    ),
    "piece-rate": (("", gettext_lazy("The piece rate is at least %(piece_rate)s.")),),
    "placement-limits": (
        ("within_limit", gettext_lazy("The placement is within its limit of %(limit_hours)s hours.")),
        ("", gettext_lazy("The placement is over its limit of %(limit_hours)s hours.")),
    ),
    "poverty-line-revision": (
        ("?amount", gettext_lazy("Proposed, not law: the rate would be %(amount)s.")),
        ("?applies_from", gettext_lazy("Proposed, not law: the new rate would apply from %(applies_from)s.")),
        ("?legal_due", gettext_lazy("Proposed, not law: the rule would be due by %(legal_due)s.")),
    ),
    "prevailing-wage": (
        ("?prevailing", gettext_lazy("The prevailing wage is %(prevailing)s an hour.")),
        ("firms_ok", gettext_lazy("The survey has enough firms.")),
        ("", gettext_lazy("The survey has too few firms.")),
    ),
    "price-index-revision": (("", gettext_lazy("Proposed, not law: the new amount would be %(new_amount)s.")),),
    "regular-rate": (("", gettext_lazy("The regular rate is %(regular_rate)s an hour.")),),
    "review-request-due": (("", gettext_lazy("The request is due by %(legal_due)s.")),),
    "standard-production-rate": (
        ("?standard_units_per_hour", gettext_lazy("The standard is %(standard_units_per_hour)s units an hour.")),
        ("accepted", gettext_lazy("The allowance is large enough for a standard.")),
        ("", gettext_lazy("The allowance is too small, so there is no standard.")),
    ),
    "student-learner-eligibility": (
        ("eligible", gettext_lazy("The student meets the criteria.")),
        ("", gettext_lazy("The student does not meet the criteria.")),
    ),
    "student-learner-floor": (("", gettext_lazy("The lowest rate is %(floor)s an hour.")),),
    "temporary-authority": (
        ("authority", gettext_lazy("The temporary authority covers the day.")),
        ("", gettext_lazy("The temporary authority does not cover the day.")),
    ),
    "tip-pool": (("", gettext_lazy("Tips of %(total_counted)s count.")),),
    "closing-claim-clocks": (
        ("!timely", gettext_lazy("The claim came too late: the last day was %(claim_legal_due)s.")),
        ("?barred_after", gettext_lazy("An action must begin by %(barred_after)s, or it is barred.")),
        ("?refer_on", gettext_lazy("The office refers the claim to the department of justice on %(refer_on)s.")),
        ("?window_ends", gettext_lazy("The recovery window ends on %(window_ends)s.")),
        ("?claim_legal_due", gettext_lazy("The claim is due by %(claim_legal_due)s.")),
    ),
    "closing-exception": (
        (
            "facts_fit ?rehire_by",
            gettext_lazy("No fact is missing, and the last day to be hired again was %(rehire_by)s."),
        ),
        ("facts_fit ?recall_by", gettext_lazy("No fact is missing, and the last day of recall was %(recall_by)s.")),
        ("facts_fit", gettext_lazy("No fact of the exception is missing.")),
        ("?rehire_by", gettext_lazy("Facts are missing, and the last day to be hired again is %(rehire_by)s.")),
        ("?recall_by", gettext_lazy("Facts are missing, and the last day of recall is %(recall_by)s.")),
        ("", gettext_lazy("Facts of the exception are missing.")),
    ),
    "exempt-status": (
        ("exempt", gettext_lazy("The minimum rates do not apply to this work in that week.")),
        ("rate_basis=federal", gettext_lazy("The federal minimum wage applies in that week, not the class rates.")),
        ("rate_basis=department-set", gettext_lazy("A rule of the department sets the rate of this work.")),
        ("", gettext_lazy("The class rates apply to all hours of that week.")),
    ),
    "home-care-residence": (
        ("resides", gettext_lazy("The worker counts as living in the home.")),
        ("", gettext_lazy("The worker does not count as living in the home.")),
    ),
    "license-term": (
        ("!allowed", gettext_lazy("These dates are not allowed: a license may not begin before it is issued.")),
        ("!term_ok", gettext_lazy("The license would run too long: it may run to %(latest_expiry)s at most.")),
        ("?latest_expiry", gettext_lazy("The license may run to %(latest_expiry)s at most.")),
        ("?keep_until", gettext_lazy("The records are kept until %(keep_until)s.")),
        ("allowed", gettext_lazy("The license may begin on that day.")),
        ("", gettext_lazy("The rules print no longest term for this license.")),
    ),
    "meal-break": (
        ("paid", gettext_lazy("All %(minutes)s minutes of the break are paid.")),
        ("", gettext_lazy("The %(minutes)s minutes of the break are not paid.")),
    ),
    "new-or-low-hour-employee": (
        ("new", gettext_lazy("The employee does not count: 6 months of work end only on %(six_months_on)s.")),
        ("excluded", gettext_lazy("The employee does not count: the hours of a week are too few.")),
        ("", gettext_lazy("The employee counts: 6 months of work ended on %(six_months_on)s.")),
    ),
    "penalty-count": (
        (
            "?violations ?max_fine",
            gettext_lazy("The number of violations is %(violations)s, and the fine is at most %(max_fine)s."),
        ),
        ("?max_fine", gettext_lazy("The fine is at most %(max_fine)s.")),
        ("", gettext_lazy("The number of violations is %(violations)s.")),
    ),
    "productivity-review-dates": (
        ("?job_change_review_due", gettext_lazy("The review of the new job is due by %(job_change_review_due)s.")),
        (
            "?initial_evaluation_due ?review_due",
            gettext_lazy("The first evaluation is due by %(initial_evaluation_due)s, the review by %(review_due)s."),
        ),
        ("?review_due", gettext_lazy("The next review is due by %(review_due)s.")),
        ("?adjust_from", gettext_lazy("The new pay begins on %(adjust_from)s.")),
        ("?next_adjustment_due", gettext_lazy("Wages are to be adjusted again by %(next_adjustment_due)s.")),
    ),
    "renewal-continuation": (
        ("!timely", gettext_lazy("The old license is not continued: its last day is %(last_day)s.")),
        ("?last_day", gettext_lazy("The old license continues to %(last_day)s.")),
        ("", gettext_lazy("The old license continues until the decision.")),
    ),
    "right-to-know-clocks": (
        ("?due", gettext_lazy("The answer is due by %(due)s.")),
        ("?legal_due", gettext_lazy("The last day is %(legal_due)s.")),
        ("?earliest_approval", gettext_lazy("The exemption may be approved from %(earliest_approval)s.")),
        ("?keep_until", gettext_lazy("The data sheet is kept until %(keep_until)s.")),
    ),
    "right-to-know-duty": (
        ("duty_to_answer", gettext_lazy("The employer must answer the request.")),
        ("!duty_to_answer", gettext_lazy("The employer need not answer the request.")),
        ("exempt_from_sub_1", gettext_lazy("The employer need not keep data sheets or a list.")),
        ("", gettext_lazy("The employer must keep data sheets or a list.")),
    ),
    "right-to-know-exposure": (
        ("toxic_substance", gettext_lazy("With %(percent)s percent it counts as a toxic substance.")),
        ("!toxic_substance", gettext_lazy("With %(percent)s percent it is no toxic substance.")),
        ("routine", gettext_lazy("The exposure on %(days_per_year)s days a year is routine.")),
        ("", gettext_lazy("The exposure on %(days_per_year)s days a year is not routine.")),
    ),
    "right-to-know-forfeiture": (("", gettext_lazy("The employer may have to forfeit up to %(max_forfeiture)s.")),),
    "sleep-time": (("", gettext_lazy("%(hours_worked)s hours of the duty count.")),),
    "travel-time": (
        ("?paid_until", gettext_lazy("%(hours_worked)s hours are paid; the minutes not paid are %(unpaid_minutes)s.")),
        ("", gettext_lazy("None of these %(unpaid_minutes)s minutes are paid.")),
    ),
    "work-time-test": (
        ("paid ?extra_minutes", gettext_lazy("The time after clock-out is work; its minutes are %(extra_minutes)s.")),
        ("paid", gettext_lazy("This time is work and must be paid.")),
        ("", gettext_lazy("This time is not work.")),
    ),
}


def title(calculator: Calculator) -> str:
    """Return the heading of a calculator's page: plain words where the public asks, else its question."""
    plain = TITLES.get(calculator.name)
    return str(plain) if plain else calculator.question.es if language() == "es" else calculator.question.en


def headline(calculator: Calculator, finding: Finding[Mapping[str, Any]], given: Mapping[str, Any]) -> str:
    """Return the answer as one sentence in the language of the page; `given` holds the answers as typed, by input.

    A result that the table does not foresee opens with the last of its steps; tests see to it that none does.
    """
    sentence = sentence_for(calculator.name, finding.value)
    if not sentence:
        steps = finding.sentences(language())
        return capitalized(steps[-1]) if steps else gettext("See the law below.")
    kinds = {row.name: row.type for row in calculator.outputs}
    words = {key: said(answer) for key, answer in given.items() if isinstance(answer, Decimal | int | str)}
    words |= {key: said(finding.value[key], kind) for key, kind in kinds.items()}
    unit = given.get("unit", "")
    return sentence % {**words, "unit": choice_label("unit", unit).lower() if unit else ""}


def sentence_for(name: str, value: Mapping[str, Any]) -> str:
    """Return the sentence of a calculator that fits a result, with its blanks still open; "" for none."""
    for condition, sentence in SENTENCES.get(name, ()):
        if all(_holds(test, value) for test in condition.split()):
            return str(sentence)
    return ""


def _holds(test: str, value: Mapping[str, Any]) -> bool:
    """Return whether one word of a condition holds of a result."""
    name, equals, word = test.partition("=")
    if equals:
        return value[name] == word
    if test.startswith("?"):
        return value[test[1:]] is not None
    return value[test[1:]] is False if test.startswith("!") else bool(value[test])


def said(value: Any, kind: str = "") -> str:
    """Return a value of a result as a sentence writes it; "" for none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, Decimal):
        return money(value, 4 if kind.startswith("rate") else 2) if kind.startswith(("money", "rate")) else f"{value:,}"
    if isinstance(value, datetime):
        return f"{longdate(value)}, {clocktime(value)}"
    if isinstance(value, date):
        return longdate(value)
    if isinstance(value, tuple | list):
        return "; ".join(said(item, kind) for item in value)
    return shown(value, language()) if isinstance(value, str | int) else ""
