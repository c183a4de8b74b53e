"""Freezes the certificate of a term and of its continuation: one page each, with code, version and hash."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode, urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from licenses import drawing, fitting, wages
from licenses.content import HOURLY, PIECE, ApplicationContent, SiteFacts
from licenses.models import License, Term
from licenses.wording import LICENSE_KINDS, PERMITS, WAGE_METHOD, wage_words
from wagecase.accounts.models import User
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.rules.finding import canonical

CERTIFICATE, CONTINUATION = "licenses.certificate", "licenses.continuation"
TEMPLATE, CONTINUED_TEMPLATE = "letters/licenses/certificate.html", "letters/licenses/continuation.html"
# As long as what the paper prints around the words that are counted.
WAGE_HEAD = "Wage. Prevailing rate on September 30, 2026, the day of issue: "
CONTINUED_WORDS = "–" * 420


def facts_of(license: License, content: ApplicationContent, *, on: date) -> dict[str, Any]:
    """Return what the certificate says of the licensee and of the wage, to be frozen with the term issued on `on`.

    The wage is the commensurate method with each job's rate on that day (104.07 (1), R-104.07-1-wage). Raises
    RatesUnavailable while no schedule of rates is loaded.
    """
    return {
        "licensee": license.licensee, "trade_name": content.employer.trade_name, "kind": license.kind,
        "departments": content.filing.departments if content.filing.coverage == "departments" else "",
        "places": [_place_words(site) for site in sorted(content.sites, key=lambda site: site.kind != "main")],
        "wage": {"method": WAGE_METHOD, "on": on.isoformat(), "rates": _rates(content, on)},
    }  # fmt: skip


def _rates(content: ApplicationContent, on: date) -> list[dict[str, Any]]:
    return [
        {
            "job": job.name, "basis": PIECE if job.pay_basis == PIECE else HOURLY,
            "rate": None if rate is None else str(rate),
        }
        for job, rate in wages.rates_of(content, on=on)
    ]  # fmt: skip


def freeze(term: Term, *, signer: User, at: datetime) -> Document:
    """Freeze the certificate of a term that is issued now; its bytes are made once."""
    with translation.override("en"):
        return documents.freeze(
            case=term.license.case, kind=CERTIFICATE, title="Certificate of the license", template=TEMPLATE,
            context=certificate_parts(term, signer=signer), language="en", visibility="party", at=at,
        )  # fmt: skip


def freeze_continuation(term: Term, *, filed_on: date, number: str, at: datetime) -> Document:
    """Freeze the certificate that the license continues: the renewal `number` was filed in time, on `filed_on`."""
    parts = certificate_parts(term, signer=term.issued_by) | continuation_parts(term, filed_on=filed_on, number=number)
    with translation.override("en"):
        return documents.freeze(
            case=term.license.case, kind=CONTINUATION, title="Continued by pending renewal",
            template=CONTINUED_TEMPLATE, context=parts, language="en", visibility="party", at=at,
        )  # fmt: skip


def continuation_parts(term: Term, *, filed_on: date, number: str) -> dict[str, Any]:
    """Return what the paper of a continued license prints otherwise than the certificate."""
    return {
        "continued_on": filed_on, "renewal": number, "mark": mark_of(term, filed_on=filed_on),
        "version": _version(term, CONTINUED_TEMPLATE), "fit": _fit(term, continued=True),
    }  # fmt: skip


def certificate_parts(term: Term, *, signer: User) -> dict[str, Any]:
    """Return all that the certificate prints."""
    license, facts = term.license, term.facts
    address = check_address(license)
    return {
        "case": license.case, "license": license, "term": term, "said": facts, "conditions": term.conditions,
        "kind_words": LICENSE_KINDS[license.kind], "permits": PERMITS[license.kind],
        "code": grouped(license.check_code), "check_address": plain_check_address(),
        "qr": drawing.qr(address), "signer": signer, "mark": mark_of(term), "version": _version(term, TEMPLATE),
        "fit": _fit(term, continued=False),
        "signed_on": term.issued_on, "seal_space": settings.CERTIFICATE_SEAL,
    }  # fmt: skip


def _fit(term: Term, *, continued: bool) -> fitting.Fit:
    """Return how large the paper is set; it is in English whatever language its letter speaks."""
    license, facts = term.license, term.facts
    with translation.override("en"):
        kind = " · ".join(
            filter(None, [facts.get("trade_name"), str(LICENSE_KINDS[license.kind]), facts.get("departments")])
        )
        method, rates = wage_words(facts)
        permits = f"{PERMITS[license.kind]} (s. 104.07, Wis. Stats.; DWD 272.09)"
    conditions = [f"{row['text']} ({row.get('cite', '')})" for row in term.conditions]
    return fitting.fitted(
        licensee=facts.get("licensee", ""), kind=kind, permits=CONTINUED_WORDS + permits if continued else permits,
        wage=f"{WAGE_HEAD}{method}" if method else "", rates=rates, places=facts.get("places", ()),
        conditions=[] if continued else conditions,
    )  # fmt: skip


def mark_of(term: Term, *, filed_on: date | None = None) -> str:
    """Return the hash of what the certificate certifies, so that a paper and the check page can be compared."""
    said: Mapping[str, Any] = {
        "number": term.license.case.number, "term": term.number, "starts": term.starts_on.isoformat(),
        "ends": term.ends_on.isoformat(), "issued": term.issued_on.isoformat(), "facts": term.facts,
        "conditions": term.conditions, "continued": filed_on.isoformat() if filed_on else "",
    }  # fmt: skip
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def grouped(code: str) -> str:
    """Return a check code as it is printed, in two groups."""
    half = (len(code) + 1) // 2
    return f"{code[:half]}-{code[half:]}"


def check_address(license: License) -> str:
    """Return the address that the square code on the certificate opens."""
    asked = urlencode({"number": license.case.number, "code": license.check_code})
    return f"{plain_check_address()}?{asked}"


def plain_check_address() -> str:
    """Return the address of the check page, to be typed."""
    return urljoin(settings.SITE_URL + "/", reverse("licenses:check"))


def _version(term: Term, template: str) -> str:
    return f"{term.number}, {documents.template_version(template)}"


def _place_words(site: SiteFacts) -> str:
    address = site.address
    where = ", ".join(filter(None, [address.street, address.city, f"{address.state} {address.zip_code}".strip()]))
    return ": ".join(filter(None, [site.name, where]))
