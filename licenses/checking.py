"""Answers whether a license was in force on a day, for whoever has its number and its check code."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import certificates
from licenses.issuing import ALPHABET, CODE_LENGTH
from licenses.models import License, Term
from licenses.status import (
    CONTINUED,
    IN_FORCE,
    NOT_YET,
    REVOKED,
    SURRENDERED,
    continuing,
    last_day_after,
    load,
    never_began,
    said_on,
    status_of,
    term_on,
)
from licenses.wording import LICENSE_KINDS, STATUS_TONES, STATUSES, wage_words
from wagecase.cases.views.party import number_of
from wagecase.rules.finding import Finding
from wagecase.rules.license_status import UNSERVED
from wagecase.web.formatting import day as day_words

NOBODYS = ALPHABET[0] * CODE_LENGTH  # compared where there is no license, so that both answers take the same time


@dataclass(frozen=True)
class Answer:
    """What the check page says of a license on a day."""

    license: License
    on: date
    status: str
    tone: str
    word: str
    sentence: str
    reasons: list[str]
    term: Term | None
    kind: str
    marks: list[str]
    wage: str
    rates: list[str]
    licensee: str


def found(number: str, code: str) -> License | None:
    """Return the license whose number and code were typed, None for any pair that does not fit."""
    clean = number_of(number)
    license = License.objects.select_related("case").filter(case__number=clean).first() if clean else None
    typed = "".join(char for char in code.upper() if char.isascii() and char.isalnum())
    fits = hmac.compare_digest((license.check_code if license else NOBODYS).encode(), typed.encode())
    return license if license is not None and fits else None


def answer(license: License, *, on: date, language: str) -> Answer:
    """Return what the license is on the local day `on`, in the language now active."""
    load([license])
    status = status_of(license, on)
    term = term_on(license, on)
    wage, rates = wage_words(term.facts if term else {})
    return Answer(
        license=license, on=on, status=status.value, tone=STATUS_TONES[status.value],
        word=str(STATUSES[status.value]), sentence=_sentence(license, status, on=on, term=term),
        reasons=status.sentences(language), term=term, kind=str(LICENSE_KINDS[license.kind]),
        marks=_marks(license, status.value, term), wage=wage, rates=rates,
        licensee=said_on(license, term)["licensee"],
    )  # fmt: skip


def _sentence(license: License, found: Finding[str], *, on: date, term: Term | None) -> str:
    status = found.value
    words: dict[str, Any] = {"number": license.case.number, "day": day_words(on)}
    if status in (IN_FORCE, CONTINUED) and license.surrendered_on:
        words["since"] = day_words(license.surrendered_on)
        return _("License %(number)s is in force on %(day)s. It was given up; its last day is %(since)s.") % words
    if status == IN_FORCE:
        return _("License %(number)s is in force on %(day)s.") % words
    if status == CONTINUED and any(step.key == UNSERVED for step in found.steps):
        return _("License %(number)s is in force on %(day)s: the denial of its renewal is not served yet.") % words
    if status == CONTINUED:
        return _("License %(number)s is in force on %(day)s: continued by pending renewal.") % words
    if status == REVOKED and license.revoked_on:
        words["since"] = day_words(license.revoked_on)
        return _("License %(number)s is not in force on %(day)s. It was revoked on %(since)s.") % words
    if status == SURRENDERED and never_began(license):
        return _("License %(number)s is not in force on %(day)s. It was given up before its first day.") % words
    if status == SURRENDERED and license.surrendered_on:
        words["since"] = day_words(license.surrendered_on)
        return _("License %(number)s is not in force on %(day)s. It was given up; its last day was %(since)s.") % words
    if status == NOT_YET:
        words["since"] = day_words(term.starts_on) if term else ""
        return _("License %(number)s is not in force on %(day)s yet. It begins on %(since)s.") % words
    words["since"] = day_words(last_day_after(license, term)) if term else ""
    return _("License %(number)s is not in force on %(day)s. It expired; its last day was %(since)s.") % words


def _marks(license: License, status: str, term: Term | None) -> list[str]:
    """Return the hashes of the papers that hold: the certificate, and while it continues the paper that says so."""
    if term is None:
        return []
    term.license = license
    marks = [certificates.mark_of(term)]
    if status == CONTINUED:
        filed = [timezone.localdate(one.filed_at) for one in continuing(license, term)]
        marks += [certificates.mark_of(term, filed_on=day) for day in filed]
    return marks
