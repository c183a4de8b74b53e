"""Turns the saved answers of a draft into a complaint, into the rows of the check page, and into warnings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from complaints import flow
from complaints.content import Content, EmployerFacts, Person
from complaints.forms.public_you import CHANNELS
from wagecase.web.formatting import day, filesize

Answers = Mapping[str, Mapping[str, Any]]
# Hosts that give anybody a mailbox: sharing one with the employer means nothing.
OPEN_TO_ALL = frozenset({
    "gmail.com", "googlemail.com", "yahoo.com", "yahoo.es", "ymail.com", "rocketmail.com", "outlook.com", "outlook.es",
    "hotmail.com", "hotmail.es", "live.com", "msn.com", "icloud.com", "me.com", "mac.com", "aol.com", "proton.me",
    "protonmail.com", "pm.me", "gmx.com", "gmx.us", "mail.com", "zoho.com", "fastmail.com", "tutanota.com", "hushmail.com",
    "att.net", "sbcglobal.net", "charter.net", "spectrum.net", "comcast.net", "xfinity.com", "verizon.net", "cox.net",
    "tds.net", "frontier.com", "centurylink.net", "centurytel.net", "example.com", "example.org", "example.net",
})  # fmt: skip


def content_of(kind: str, answers: Answers, *, language: str) -> Content:
    """Return the complaint that the answers make; parts left blank stay blank (see `Content.missing`)."""

    def said(page: str, name: str) -> str:
        return str(answers.get(page, {}).get(name, "") or "").strip()

    def dated(page: str, name: str) -> date | None:
        text = said(page, name)
        return date.fromisoformat(text) if text else None

    living = kind == flow.LIVING_WAGE
    scope = (said("who", "scope") if living else "self") or "self"
    ended = dated("dates", "ended_on") if living else None
    own = "former_employee" if ended else "employee"
    pay = "pay" if living else "unpaid"
    return Content(
        kind=kind,
        complainant=Person(
            name=said("name", "name"), email=said("contact", "email"), phone=said("contact", "phone"),
            postal=said("contact", "postal"), language=said("language", "language") or language,
            safe_contact=safe_contact(answers),
        ),
        employer=EmployerFacts(
            name=said("employer", "name"), trade_name=said("employer", "trade_name"),
            email=said("employer-contact", "email") if living else "",
            postal=said("employer-contact", "postal") if living else "",
            work_site=said("workplace", "work_site") if living else "",
            still_operating=said("employer-contact", "still_operating") if living else "",
        ),
        occupation=said("job", "occupation"), wage=said(pay, "wage"), statement=said("story", "statement"),
        capacity=own if scope == "self" else said("workers", "capacity"), scope=scope,
        employees="" if scope == "self" else said("workers", "employees"),
        wage_unit=said("pay", "wage_unit") if living else "",
        hours_per_week=said("hours", "hours_per_week") if living else "",
        started_on=dated("dates", "started_on") if living else None, ended_on=ended,
        identity_disclosure=said("sharing", "identity_disclosure") if living else "",
        unpaid_from=None if living else dated("unpaid", "unpaid_from"),
        unpaid_to=None if living else dated("unpaid", "unpaid_to"),
        amount_claimed="" if living else said("unpaid", "amount_claimed"),
        papers_about=said("papers", "about"),
    )  # fmt: skip


def safe_contact(answers: Answers) -> str:
    """Return how and when it is safe to reach the person, in words."""
    said = answers.get("contact", {})
    channel = dict(CHANNELS).get(said.get("channel", ""), "")
    return ". ".join(str(part) for part in (channel, said.get("hours", "")) if part)


@dataclass(frozen=True)
class Section:
    """One section of the check page."""

    name: Any
    rows: list[dict[str, Any]]


def sections(kind: str, answers: Answers, files: list[Any]) -> list[Section]:
    """Return every question with its answer as typed, by section, each with the way to change it."""
    found: dict[int, Section] = {}
    for page in flow.pages(kind, answers):
        if page.checked:
            section = found.setdefault(page.section, Section(page.section_name, []))
            section.rows.extend(page_rows(page, answers.get(page.slug, {}), files))
    return list(found.values())


def page_rows(page: flow.Page, saved: Mapping[str, Any], files: list[Any]) -> list[dict[str, Any]]:
    """Return the questions of one page with their answers as typed, each with the way to change it."""
    form, kept = page.form(), page.form.initial_of(saved)
    rows = []
    for name, field in form.fields.items():
        value = kept.get(name, "")
        if name == "papers":
            value = "\n".join(f"{file.name} ({filesize(file.size)})" for file in files)
        elif isinstance(value, date):
            value = day(value)
        elif value:
            value = form.shown(name, value)
        rows.append({
            "label": field.label, "value": value, "hidden": field.label,
            "href": f"{reverse('complaints:page', args=[page.slug])}?to=check",
        })  # fmt: skip
    return rows


def warnings(kind: str, answers: Answers) -> list[dict[str, str]]:
    """Return what may be wrong or missing and why it matters; nothing of it stops the filing."""
    contact, employer = answers.get("contact", {}), answers.get("employer-contact", {})
    found = []
    if not any(contact.get(name) for name in ("email", "phone", "postal")):
        found.append((_("You gave no way to reach you. You can then read our news only on your case page."), "contact"))
    wanted = {"email": "email", "phone": "phone", "text": "phone", "mail": "postal"}.get(contact.get("channel", ""))
    if wanted and not contact.get(wanted):
        found.append(
            (_("You chose the safest way to reach you, but the address or number for it is missing."), "contact")
        )
    addresses = [str(said.get("email", "")).strip().lower() for said in (contact, employer)]
    mine, theirs = (address.rpartition("@")[2] for address in addresses)
    if addresses[0] and addresses[0] == addresses[1]:
        same = _("You gave the same e-mail for you and for the employer. One of you then reads what is for the other.")
        found.append((same, "employer-contact"))
    elif mine and mine == theirs and mine not in OPEN_TO_ALL and kind == flow.LIVING_WAGE:
        found.append((_("Your e-mail seems to belong to the employer. The employer may read it."), "contact"))
    return [{"text": text, "href": f"{reverse('complaints:page', args=[slug])}?to=check"} for text, slug in found]
