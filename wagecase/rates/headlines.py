"""Open each answer with one plain sentence; where a calculator has none of its own, the last of its steps says it."""

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
# For each calculator: the output that must be truthy ("" for always, "?name" for present), and the sentence.
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
    "closing-recovery": (("?recovery", gettext_lazy("The employee may recover %(recovery)s.")),),
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
        ("opportunity", gettext_lazy("This is an opportunity employee on that day.")),
        ("", gettext_lazy("This is not an opportunity employee on that day.")),
    ),
    "piece-rate": (("", gettext_lazy("The piece rate is at least %(piece_rate)s.")),),
    "placement-limits": (
        ("within_limit", gettext_lazy("The placement is within its limit of %(limit_hours)s hours.")),
        ("", gettext_lazy("The placement is over its limit of %(limit_hours)s hours.")),
    ),
    "poverty-line-revision": (("?amount", gettext_lazy("Proposed, not law: the rate would be %(amount)s.")),),
    "prevailing-wage": (("?prevailing", gettext_lazy("The prevailing wage is %(prevailing)s an hour.")),),
    "price-index-revision": (("", gettext_lazy("Proposed, not law: the new amount would be %(new_amount)s.")),),
    "regular-rate": (("", gettext_lazy("The regular rate is %(regular_rate)s an hour.")),),
    "review-request-due": (("", gettext_lazy("The request is due by %(legal_due)s.")),),
    "standard-production-rate": (
        ("accepted", gettext_lazy("The standard is %(standard_units_per_hour)s units an hour.")),
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
}


def title(calculator: Calculator) -> str:
    """Return the heading of a calculator's page: plain words where the public asks, else its question."""
    plain = TITLES.get(calculator.name)
    return str(plain) if plain else calculator.question.es if language() == "es" else calculator.question.en


def headline(calculator: Calculator, finding: Finding[Mapping[str, Any]], given: Mapping[str, Any]) -> str:
    """Return the answer as one sentence in the language of the page."""
    value = finding.value
    for condition, sentence in SENTENCES.get(calculator.name, ()):
        name = condition.lstrip("?")
        if not name or (value.get(name) is not None if condition.startswith("?") else value.get(name)):
            kinds = {row.name: row.type for row in calculator.outputs}
            words = {key: said(value[key], kind) for key, kind in kinds.items()}
            unit = given.get("unit", "")
            return str(sentence) % {**words, "unit": choice_label("unit", unit).lower() if unit else ""}
    steps = finding.sentences(language())
    return capitalized(steps[-1]) if steps else gettext("See the law below.")


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
