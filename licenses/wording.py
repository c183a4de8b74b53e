"""Words for the stored values of licenses, so that no page, letter or list ever shows a raw one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from wagecase.cases.timeline import Words
from wagecase.web.formatting import money

LICENSE_KINDS: dict[str, Any] = {
    "employer": _("Employer of workers with disabilities"),
    "facility": _("Rehabilitation facility or sheltered workshop"),
}
STATUSES: dict[str, Any] = {
    "in-force": _("In force"),
    "continued": _("Continued by pending renewal"),
    "expired": _("Expired"),
    "revoked": _("Revoked"),
    "surrendered": _("Given up"),
    "not-yet": _("Not yet in force"),
}
STATUS_TONES = {
    "in-force": "active", "continued": "attention", "expired": "neutral", "revoked": "late", "surrendered": "neutral",
    "not-yet": "waiting",
}  # fmt: skip
PERMITS: dict[str, Any] = {
    "employer": _(
        "This employer may pay workers whose earning capacity is impaired by a disability less than the minimum wage, in "
        "proportion to their productivity, at the places named here and while the license is in force."
    ),
    "facility": _(
        "This facility may pay workers whose earning capacity is impaired by a disability less than the minimum wage, in "
        "proportion to their productivity, at the places named here and while the license is in force."
    ),
}
WAGE_METHOD = gettext_noop(
    "Each worker is paid the prevailing wage for the work times the worker’s productivity, and never less than the "
    "commensurate wage (DWD 272.09 (8) (d))."
)
COVERAGES: dict[str, Any] = {"whole": _("The whole establishment"), "departments": _("Named departments only")}
PREVIOUS: dict[str, Any] = {
    "applied": _("Applied for a license"), "held": _("Held a license"), "denied": _("Was denied a license"),
    "revoked": _("Had a license revoked"),
}  # fmt: skip
EMPLOYER_STATUS: dict[str, Any] = {
    "public": _("Public"), "for-profit": _("Private, for profit"), "non-profit": _("Private, nonprofit"),
    "other": _("Other"),
}  # fmt: skip
ESTABLISHMENTS: dict[str, Any] = {
    "work-center": _("Work center"), "residential": _("Hospital or residential care"),
    "school": _("School work program"), "business": _("Business"),
}  # fmt: skip
CONTRACTS: dict[str, Any] = {"yes": _("Yes"), "no": _("No"), "intend": _("Not yet, but it intends to")}
CREDITS: dict[str, Any] = {
    "transport": _("Transport"), "rent": _("Rent"), "meals": _("Meals"), "other": _("Something else"),
}  # fmt: skip
SITE_KINDS: dict[str, Any] = {
    "main": _("Main place"), "branch": _("Branch"), "off-site": _("Off site, at another firm"),
    "school": _("School placement"),
}  # fmt: skip
PAY_BASES: dict[str, Any] = {"hourly": _("By the hour"), "piece": _("By the piece")}
METHODS: dict[str, Any] = {
    "own": _("From what we pay our own experienced workers without disabilities"),
    "survey": _("By asking firms nearby"), "alternate": _("From another source"),
    "public": _("From a public wage determination"),
}  # fmt: skip
SIMILAR_OWN: dict[str, Any] = {
    "yes": _("Yes, more than a token number"), "token": _("Yes, but no more than a token number"), "no": _("No"),
}  # fmt: skip
AVERAGING: dict[str, Any] = {"straight": _("Straight: each firm counts once"), "weighted": _("Weighted")}
SOURCE_LEVELS: dict[str, Any] = {
    "experienced": _("Of experienced workers"), "entry": _("Of beginners only"), "both": _("Of both together"),
}  # fmt: skip
HOURLY_MEASURES: dict[str, Any] = {
    "comparison": _("By comparing with experienced workers"), "stop-watch": _("With a stop watch"),
    "predetermined": _("With predetermined times"), "standard-data": _("From standard data"),
}  # fmt: skip
PIECE_MEASURES: dict[str, Any] = {
    "stop-watch": _("With a stop watch"), "predetermined": _("With predetermined times"),
    "standard-data": _("From standard data"),
}  # fmt: skip
TIMELINE = Words(
    labels={
        "recommended": "Recommended", "returned_reason": "Why returned", "withdrawn_because": "How we know",
        "checklist": "Checklist", "facts_reworded": "Facts reworded", "revoked_on": "Revoked from", "surrendered_on": "Last day in force",
        "proper": "Filed properly and in time", "completed_on": "Complete on", "proper_reason": "Why",
        "facts_answered": "Facts answered", "answered_late": "Came late", "nothing_more": "Nothing more follows",
        "served_on": "Day of service", "service_method": "Served",
    },
    values={"proper": {"True": "Yes", "False": "No"}, "recommended": {"grant": "Grant", "deny": "Deny"}},
)  # fmt: skip


def masked_ssn(digits: str) -> str:
    """Return a social security number as it is shown to anybody: ***-**-6789. The number itself is never shown or printed."""
    return f"***-**-{digits[-4:]}" if len(digits) == 9 and digits.isdigit() else ""


def rate_words(row: Mapping[str, Any]) -> str:
    """Return one rate of a certificate as `certificates.facts_of` froze it: what the job pays, and the job's name."""
    if row["rate"] is None:
        return gettext("the prevailing wage found as DWD 272.09 (6) asks (%(job)s)") % {"job": row["job"]}
    if row["basis"] == "piece":
        return gettext("%(rate)s a piece (%(job)s)") % {"rate": money(row["rate"], 4), "job": row["job"]}
    return gettext("%(rate)s an hour (%(job)s)") % {"rate": money(row["rate"]), "job": row["job"]}


def wage_words(facts: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the method of pay that the facts of a term state and the rate of each job on the day of issue (104.07 (1)).

    The method is blank where none is stated.
    """
    wage = facts.get("wage") or {}
    method = wage.get("method", "")
    return gettext(method) if method else "", [rate_words(row) for row in wage.get("rates", ())]
