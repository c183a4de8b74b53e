"""Judge community placements of rehabilitation organizations: hours, criteria, wages due (DWD 272.09 (18))."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from wagecase.rules.finding import Finding, Step
from wagecase.rules.general_minimum import Minimum
from wagecase.rules.law import newest
from wagecase.rules.money import ZERO, half_up

__all__ = ["community_placement"]

Result = Finding[Mapping[str, Any]]

PLACEMENT_FAILED = "DWD 272.09 (18) (c)"


def community_placement(*, component: str, hours: Decimal, failed: tuple[str, ...], minimum: Minimum | None) -> Result:
    """Return whether a placement is within its hours and what wages are due in dollars (R-272.09-18b6, R-272.09-18c).

    `failed` holds the other criteria of (18) (b) that fail, b1 to b7; once one fails, all hours are payable.
    """
    rule = newest(f"licenses.placement.{component}")
    limit = int(Decimal(rule.value))
    within = hours <= limit
    exists = bool(failed) or not within
    words = {"hours": hours, "limit": limit}
    steps = [Step("licenses.placement_within" if within else "licenses.placement_over", words)]
    cites = [rule.cite]
    for word in dict.fromkeys(failed):
        cites.append(f"DWD 272.09 (18) (b) {word[1:]}.")
        steps.append(Step("licenses.placement_criterion", {"cite": cites[-1]}))
    steps.append(Step("licenses.employment_exists" if exists else "licenses.employment_not_asserted", {}))
    if exists:
        cites.append(PLACEMENT_FAILED)
    wages, books = None, {}
    if minimum is not None:
        wages = half_up(minimum.amount * hours) if exists else ZERO
        steps += minimum.steps
        steps.append(
            Step("licenses.wages_due", {"minimum": minimum.amount, "hours": hours, "wages": wages})
            if exists
            else Step("licenses.no_wages_due", {})
        )
        cites += minimum.citations
        books = minimum.books
    value = {
        "limit_hours": limit,
        "within_limit": within,
        "employment_relationship": "exists" if exists else "not-asserted",
        "wages_due": wages,
    }
    return Finding(value, tuple(steps), tuple(cites), books)
