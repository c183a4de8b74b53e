"""Lays a notice out as parts with labels and values in words: all of it for the employer and staff, or the public fields."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from closings import wording
from closings.content import DEPARTMENT, NoticeContent
from closings.sections import people, recipient_words, span_words
from wagecase.web.formatting import counted, day


@dataclass(frozen=True)
class Part:
    """One part of a notice: its name and (label, value) rows."""

    name: str
    rows: list[tuple[str, str]]


def _number(value: int | None) -> str:
    return _("Not stated") if value is None else counted(value)


def public_parts(content: NoticeContent) -> list[Part]:
    """Return what anybody may read: no contact, no head count of the whole employer, no recipients."""
    rows = [
        (_("Employer"), content.employer_name), (_("Also known as"), content.trade_name),
        (_("Line of business"), content.industry), (_("What happens"), str(wording.EVENTS.get(content.event, ""))),
        (_("Permanent or temporary"), str(wording.DURATIONS.get(content.duration, ""))),
        (_("Expected to last"), content.expected_duration), (_("NAICS code"), content.naics),
        (_("Whole site closes"), str(wording.YES_NO.get(content.whole_site, ""))),
        (_("Employees affected"), _number(content.affected)),
    ]  # fmt: skip
    return [
        Part(_("The notice"), _given(rows)),
        Part(_("Sites"), [_site(site) for site in content.sites]),
        Part(_("Schedule"), [(span_words(row), people(row.count)) for row in content.separations]),
    ]


def _site(site: Any) -> tuple[str, str]:
    where = wording.place(site.municipality, site.municipality_type) or _("Not stated")
    county = _("%(name)s County") % {"name": site.county} if site.county else ""
    label = ", ".join(filter(None, [site.name, where]))
    return label, ", ".join(filter(None, [site.street, county, people(site.affected)]))


def whole_parts(content: NoticeContent) -> list[Part]:
    """Return the whole notice, for whoever filed it and for staff."""
    employer = [
        (_("Kind of employer"), str(wording.EMPLOYER_KINDS.get(content.employer_kind, ""))),
        (
            _("Contact"),
            ", ".join(filter(None, [content.contact_name, content.contact_phone, content.contact_email])),
        ),
        (_("Mailing address of the employer"), content.contact_postal),
        (_("Strike or lockout"), str(wording.CAUSES.get(content.cause, ""))),
        (_("Cause"), content.cause_words),
    ]
    workforce = [
        (_("Employed in Wisconsin"), _number(content.persons_in_state)),
        (_("New employees among them"), _number(content.new_in_state)),
        (_("Low-hour employees among them"), _number(content.low_hour_in_state)),
    ]
    left_out = [
        (wording.place(site.municipality, site.municipality_type), _left_out(site)) for site in content.sites
        if site.new_employees is not None or site.low_hour_employees is not None
    ]  # fmt: skip
    details = [
        (_("Job titles affected"), content.job_groups), (_("Unions"), content.unions),
        (_("Bumping rights"), str(wording.YES_NO.get(content.bumping, ""))),
    ]  # fmt: skip
    told = [(recipient_words(row), told_words(row)) for row in content.recipients]
    claims = [(str(wording.EXCEPTIONS[row.code][0]), row.statement) for row in content.claims]
    found = [
        *public_parts(content), Part(_("Employer"), _given(employer)), Part(_("Employees in Wisconsin"), workforce),
        Part(_("New and low-hour employees at the sites"), left_out), Part(_("Jobs and unions"), _given(details)), Part(_("Who was told"), told),
        Part(_("Exceptions"), claims),
    ]  # fmt: skip
    return [part for part in found if part.rows]


def _left_out(site: Any) -> str:
    return _("%(new)s new, %(low)s low-hour") % {
        "new": counted(site.new_employees or 0), "low": counted(site.low_hour_employees or 0),
    }  # fmt: skip


def told_words(row: Any) -> str:
    """Return when and how somebody was told, and what proves it."""
    if row.given_on is None:
        return _("Not told yet")
    if row.kind == DEPARTMENT:
        return _("By this notice, on %(day)s") % {"day": day(row.given_on)}
    how = str(wording.METHODS.get(row.method, ""))
    return ", ".join(filter(None, [day(row.given_on), how[:1].lower() + how[1:], row.proof]))


def _given(rows: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(label, value) for label, value in rows if value]


def change_rows(changes: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Return what a revision changed as label, before and after in words."""
    return [
        {"label": str(wording.FIELD_LABELS.get(row["field"], row["field"])), "before": _value(row["field"], row["before"]),
         "after": _value(row["field"], row["after"])}
        for row in changes
    ]  # fmt: skip


def _value(field: str, value: Any) -> str:
    if value is None or value == "":
        return _("Not stated")
    if field.endswith("_on"):
        return day(date.fromisoformat(value))
    if field == "event":
        return str(wording.EVENTS.get(value, value))
    if field == "duration":
        return str(wording.DURATIONS.get(value, value))
    return counted(value) if isinstance(value, int) else str(value)
