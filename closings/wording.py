"""Words for the stored values of a closing notice, so that no page, letter or list ever shows a raw one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from wagecase.cases.timeline import Words

EVENTS: dict[str, Any] = {"closing": _("Business closing"), "mass-layoff": _("Mass layoff")}
DURATIONS: dict[str, Any] = {"permanent": _("Permanent"), "temporary": _("Temporary")}
YES_NO: dict[str, Any] = {"yes": _("Yes"), "no": _("No")}
EMPLOYER_KINDS: dict[str, Any] = {
    "private": _("A business"), "charitable": _("A charity or another tax-exempt organization"),
    "government": _("A unit of government"), "tribal": _("A tribal enterprise"),
}  # fmt: skip
CAUSES: dict[str, Any] = {"other": _("No"), "strike": _("Yes, a strike"), "lockout": _("Yes, a lockout")}
PLACE_TYPES: dict[str, Any] = {
    "city": _("City"),
    "village": _("Village"),
    "town": pgettext_lazy("municipality", "Town"),
}
RECIPIENTS: dict[str, Any] = {
    "employee": _("Affected employees"), "union": _("Union or other bargaining representative"),
    "official": _("Highest official of a municipality"), "department": _("This department"),
}  # fmt: skip
METHODS: dict[str, Any] = {
    "hand": _("By hand"), "mail": _("By mail"), "certified": _("By certified mail"), "email": _("By e-mail"),
    "other": _("Another way"),
}  # fmt: skip
EXCEPTIONS: dict[str, tuple[Any, str]] = {
    "strike": (_("A strike or lockout caused it"), "109.07 (1m)"),
    "capital": (_("We were seeking capital or business that would have avoided it"), "109.07 (5)"),
    "sale": (_("The business was sold and the buyer agreed in writing to hire nearly all employees"), "109.07 (6) (a)"),
    "relocation": (_("The business moved nearby and nearly all employees were offered a transfer"), "109.07 (6) (b)"),
    "project": (_("A project or seasonal work ended, and the employees knew it when they were hired"), "109.07 (6) (c)"),
    "unforeseeable": (_("Business circumstances that nobody could foresee when notice was due"), "109.07 (6) (d)"),
    "disaster": (_("A disaster outside our control"), "109.07 (6) (e)"),
    "temporary": (_("A pause: all affected employees are called back by the 60th day"), "109.07 (6) (f)"),
}  # fmt: skip
KINDS: dict[str, Any] = {
    "original": _("Original notice"), "update": pgettext_lazy("closing notice", "Update"),
    "rescission": _("Rescission"), "correction": _("Correction by the department"),
    "reinstated": _("Rescission taken back by the department"),
}  # fmt: skip
CODES: dict[str, Any] = {
    "AW": _("Change of the number of workers"), "LS": _("Change of the schedule"), "OC": _("Other change"),
    "RN": _("Rescinded"),
}  # fmt: skip
FIELD_LABELS: dict[str, Any] = {
    "employer_name": _("Employer"), "trade_name": _("Also known as"), "event": _("What happens"),
    "duration": _("Permanent or temporary"), "affected": _("Employees affected"), "first_on": _("First day of work lost"),
    "last_on": _("Last day of work lost"), "places": _("Municipalities"), "counties": _("Counties"),
    "industry": _("Industry"), "received_on": _("Received"), "dated_on": _("Date on the notice"),
    "later_received_on": _("A later letter received"),
}  # fmt: skip

TIMELINE = Words(
    labels={
        "removed_reason": "Why it was taken off the list", "no_determination": "Why no determination was made", "returned_reason": "Why returned", "employer_name": "Employer",
        "affected": "Employees affected", "first_on": "First day of work lost", "last_on": "Last day of work lost",
        "places": "Municipalities", "counties": "Counties", "event": "What happens", "industry": "Industry",
        "duration": "Permanent or temporary", "trade_name": "Also known as", "reason": "Reason",
        "received_on": "Day stamped on the letter", "postmarked_on": "Postmark", "dated_on": "Date on the letter",
        "service_method": "How it was served", "replaces": "Replaces", "listed_on": "On the public list",
    },
    values={"event": {"closing": "Business closing", "mass-layoff": "Mass layoff"}},
)  # fmt: skip


def heads(kind: str) -> str:
    """Return who is the highest official of a municipality of a kind, in words (109.07 (1) (e))."""
    offices = {
        "city": _("the mayor, or the council president and the city manager"),
        "village": _("the village president, and the village manager if there is one"),
        "town": _("the town board chairperson"),
    }
    return str(offices.get(kind, _("the mayor, the village president or the town board chairperson")))


def place(municipality: str, kind: str) -> str:
    """Return "City of Racine", or the bare name where nobody said what it is."""
    forms = {"city": _("City of %(name)s"), "village": _("Village of %(name)s"), "town": _("Town of %(name)s")}
    return str(forms[kind]) % {"name": municipality} if kind in forms and municipality else municipality
