"""Tell what a special minimum wage license is on a day, from its terms, renewal filings and orders (DWD 272.09 (9), (16))."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from wagecase.rules.finding import Finding, Step
from wagecase.rules.license_dates import RENEWAL, renewal

__all__ = [
    "CONTINUED",
    "EXPIRED",
    "IN_FORCE",
    "NOT_YET",
    "REVOKED",
    "SURRENDERED",
    "UNSERVED",
    "Filing",
    "LicenseOrder",
    "LicenseTerm",
    "license_status",
]

IN_FORCE, CONTINUED, EXPIRED = "in-force", "continued", "expired"
REVOKED, SURRENDERED, NOT_YET = "revoked", "surrendered", "not-yet"

ONLY_IN_ITS_PERIOD = "DWD 272.09 (8) (a), (c)"
UNSERVED = "licenses.status_unserved"  # the step by which a license goes on whose denied renewal is not served
REVOCATION = "DWD 272.09 (16)"


@dataclass(frozen=True, slots=True)
class LicenseTerm:
    """One period of a license; both days belong to it."""

    starts: date
    ends: date


@dataclass(frozen=True, slots=True)
class Filing:
    """One renewal application: when it was received, and how and when it ended.

    `outcome` is granted, denied or withdrawn, empty while undecided and until a denial is served; `decided_on` is the day
    of the grant, of service of the denial, or of the withdrawal. `completed_on` is the day on which what was missing
    came in, None for one that was complete; `proper` is the recorded call of staff, None while nobody made one.
    `denied_on` is the day on which one was denied whose denial is not served.
    """

    filed_on: date
    decided_on: date | None = None
    outcome: str = ""
    completed_on: date | None = None
    proper: bool | None = None
    denied_on: date | None = None


@dataclass(frozen=True, slots=True)
class LicenseOrder:
    """What ended the license: "revoked", out of force from `on`; or "surrendered", in force through `on`."""

    kind: str
    on: date


def license_status(
    *, terms: Sequence[LicenseTerm], filings: Sequence[Filing], orders: Sequence[LicenseOrder], day: date
) -> Finding[str]:
    """Return what the license is on the local date `day`, with the reasons; one of the words above.

    A revocation wins over all else. A term holds through its last day; after it a renewal that was filed on or before
    that day keeps the license in force through the day on which that ends (`decided_on`), unless it was found not proper; a new
    term wins on its days, and what was filed before it began continues nothing after it. What the employer does, such as to answer a question late, never ends a license by itself.
    Source: R-272.09-8a, -9b, -9c, -16a.
    """
    for order in sorted(orders, key=lambda one: (one.kind != REVOKED, one.on)):
        if order.kind == REVOKED and day >= order.on:
            return Finding(REVOKED, (Step("licenses.status_revoked", {"on": order.on}),), (REVOCATION,))
        if order.kind == SURRENDERED and day > order.on:
            return Finding(SURRENDERED, (Step("licenses.status_surrendered", {"on": order.on}),))
    held = [term for term in terms if term.starts <= day]
    if not held:
        first = min(terms, key=lambda term: term.starts, default=None)
        steps = (Step("licenses.status_not_yet", {"day": day, "starts": first.starts}),) if first else ()
        return Finding(NOT_YET, steps, (ONLY_IN_ITS_PERIOD,))
    last = max(held, key=lambda term: (term.ends, term.starts))
    words = {"day": day, "starts": last.starts, "ends": last.ends}
    if day <= last.ends:
        return Finding(IN_FORCE, (Step("licenses.status_in_term", words),), (ONLY_IN_ITS_PERIOD,))
    return _after_the_end(last, filings, day=day, ended=Step("licenses.status_after_end", words))


def _after_the_end(term: LicenseTerm, filings: Sequence[Filing], *, day: date, ended: Step) -> Finding[str]:
    """Judge a day after the last day of `term`; no later term has begun."""
    about = [one for one in filings if one.filed_on <= day and _is_about(one, term)]
    if not about:
        found = renewal(expires=term.ends, filed=None, decision="", decided=None, on=day)
        return Finding(EXPIRED, (ended, *found.steps), (ONLY_IN_ITS_PERIOD, *found.citations))
    judged = [_judged(one, term, day=day) for one in sorted(about, key=lambda one: one.filed_on)]
    continued = next((one for one in reversed(judged) if one.value == CONTINUED), None)
    best = continued or judged[-1]
    return Finding(best.value, (ended, *best.steps), best.citations)


def _is_about(filing: Filing, term: LicenseTerm) -> bool:
    """Return whether a filing asks for what follows `term`: one that came before the term began was about an earlier one.

    However late that one ended, it never reaches past this term: a license whose next term waits is not renewed again.
    """
    return filing.filed_on >= term.starts


def _judged(filing: Filing, term: LicenseTerm, *, day: date) -> Finding[str]:
    """Return whether one filing keeps the license of `term` in force on `day`, after its last day."""
    words = {"filed": filing.filed_on, "completed": filing.completed_on or filing.filed_on, "ends": term.ends}
    if filing.proper is False:
        return Finding(EXPIRED, (Step("licenses.status_improper", words),), (RENEWAL,))
    called: tuple[Step, ...] = ()
    if filing.filed_on <= term.ends and filing.completed_on is not None and filing.completed_on > term.ends:
        key = "licenses.status_called_proper" if filing.proper else "licenses.status_uncalled"
        called = (Step(key, words),)
    found = renewal(
        expires=term.ends, filed=filing.filed_on, decision=filing.outcome, decided=filing.decided_on, on=day
    )
    value = CONTINUED if found.value["old_license_in_force"] else EXPIRED
    steps = found.steps
    if value == CONTINUED and filing.denied_on is not None and day >= filing.denied_on:  # not "until the decision"
        said = Step(UNSERVED, {"filed": filing.filed_on, "expires": term.ends, "denied": filing.denied_on})
        steps = tuple(said if step.key == "licenses.renewal_timely" else step for step in steps)
    return Finding(value, (*called, *steps), found.citations)
