"""What was filed, section by section, as rows of label and value for staff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from licenses import wording
from licenses.content import Address, ApplicationContent, EmployerFacts, FilingFacts, JobFacts, SiteFacts, WageSource
from licenses.review import words
from wagecase.web.formatting import counted, day, money

Row = tuple[str, str]
YES_NO = {"yes": "Yes", "no": "No", "intend": "Not yet, but intended"}
SIMILAR = {"yes": "Yes", "token": "Yes, but no more than a token number", "no": "No"}
ESTABLISHMENTS = {
    "work-center": "Work center", "residential": "Hospital or residential care", "school": "School work program",
    "business": "Business",
}  # fmt: skip
STATUSES = {
    "public": "Public",
    "for-profit": "Private, for profit",
    "non-profit": "Private, not for profit",
    "other": "Other",
}
CREDITS = {"transport": "Transport", "rent": "Rent", "meals": "Meals", "other": "Other"}
PREVIOUS = {"applied": "Applied", "held": "Held", "denied": "Denied", "revoked": "Revoked"}
SITES = {"main": "Main place", "branch": "Branch", "off-site": "Off-site", "school": "School placement"}
BASES = {"hourly": "By the hour", "piece": "By the piece"}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a section with its rows, and below it the firms of a survey."""

    name: str
    rows: list[Row]
    sources: tuple[WageSource, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """One section of the application."""

    name: str
    slug: str
    parts: list[Part]
    answered_on: date | None = None


def sections(content: ApplicationContent) -> list[Section]:
    """Return the application as it was filed but for the workers, whose lines have a page of their own."""
    filing, signed = content.filing, content.attestation
    found = [
        Section("Filing and contact", "filing", [Part("", _filing(filing))]),
        Section("Employer", "employer", [Part("", _employer(content.employer))]),
        Section("Places of work", "sites", [Part(site.name or "Place", _site(site)) for site in content.sites]),
        Section("Jobs and prevailing wages", "jobs", [Part(job.name or "Job", _job(job), job.sources) for job in content.jobs]),
        Section("Worker services and totals", "services", [Part("", _services(content))]),
        Section("Attested and signed", "sign", [Part("", [
            ("Signed by", ", ".join(filter(None, [signed.name, signed.title]))), ("Authority", signed.authority),
            ("Signed on", day(signed.signed_on)), ("Version of the words", signed.version),
        ])]),
    ]  # fmt: skip
    return [
        Section(one.name, one.slug, [_stated(part) for part in one.parts], _day(content.answered_on.get(one.slug)))
        for one in found
    ]


def _stated(part: Part) -> Part:
    """Leave out what was not asked or not stated; 0 is stated."""
    return Part(part.name, [row for row in part.rows if row[1]], part.sources)


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


def _filing(facts: FilingFacts) -> list[Row]:
    return [
        ("Kind of license", str(wording.LICENSE_KINDS.get(facts.license_kind, ""))),
        ("Covers", "The named departments" if facts.coverage == "departments" else "The whole establishment"),
        ("Departments", facts.departments), ("Earlier licenses", _chosen(facts.previous, PREVIOUS)),
        ("Number, year, agency", facts.previous_words), ("Wished first day", day(facts.start_on)),
        ("Contact", ", ".join(filter(None, [facts.contact_name, facts.contact_title]))), ("Phone", facts.contact_phone),
        ("E-mail", facts.contact_email),
        ("Second contact", ", ".join(filter(None, [facts.second_name, facts.second_phone, facts.second_email]))),
    ]  # fmt: skip


def _employer(facts: EmployerFacts) -> list[Row]:
    parent = [("Parent organization", facts.parent_name), ("Trade name of the parent", facts.parent_trade_name),
              ("Address of the parent", _address(facts.parent_address)),
              ("Our mail goes to the parent", "Yes" if facts.mail_to_parent else "No")]  # fmt: skip
    return [
        ("Legal name", facts.legal_name),
        ("Trade name", facts.trade_name),
        ("Earlier name", facts.prior_name),
        ("FEIN", f"{facts.fein[:2]}-{facts.fein[2:]}" if len(facts.fein) == 9 else facts.fein),
        ("Social security number", wording.masked_ssn(facts.ssn)),
        ("Address", _address(facts.physical)),
        ("Mailing address", _address(facts.mailing) or "The same"),
        *(parent if facts.parent_name else []),
        (
            "Status",
            STATUSES.get(facts.status, facts.status) + (f": {facts.status_words}" if facts.status_words else ""),
        ),
        ("Establishments", _chosen(facts.establishments, ESTABLISHMENTS)),
        ("Educational agency", _yes(facts.educational_agency)),
        ("Federal certificate", _yes(facts.federal_certificate, facts.federal_number)),
        ("Federal certificate ends", day(facts.federal_expires_on)),
        ("Service contracts at special wages", _yes(facts.service_contracts, _count(facts.service_contract_count))),
        ("Representative payee", _yes(facts.representative_payee, _count(facts.payee_count))),
        ("Credit for facilities", _yes(facts.facility_credit, _chosen(facts.credits, CREDITS))),
        ("Most workers have a disability", _yes(facts.primarily_disabled)),
    ]


def _site(facts: SiteFacts) -> list[Row]:
    return [
        ("Kind", SITES.get(facts.kind, facts.kind)), ("Address", _address(facts.address)),
        ("Public contract work", _yes(facts.public_contract)), ("Workers in the quarter", _count(facts.workers)),
    ]  # fmt: skip


def _job(facts: JobFacts) -> list[Row]:
    return [
        ("Tasks", facts.tasks), ("Workers", _count(facts.workers)), ("Paid", BASES.get(facts.pay_basis, "")),
        ("Similar work of workers without disabilities here", SIMILAR.get(facts.similar_own, "")),
        ("Prevailing wage found by", words.METHODS.get(facts.method, "")),
        ("Why not the wage of its own workers", facts.own_reason),
        *_wage_rows(facts), ("Holds from", day(facts.found_on)),
        ("Work measured", words.MEASURES.get(facts.measured_by, "").capitalize()),
        *([("Measured again", f"every {facts.reviewed_months} months")] if facts.reviewed_months else []),
        *([("Units an hour, measured", _number(facts.units_measured)),
           ("Allowance", f"{_number(facts.allowance_minutes)} minutes an hour"),
           ("Piece rate paid nearby", _money(facts.nearby_piece_rate, 4))] if facts.pay_basis == "piece" else []),
    ]  # fmt: skip


def _wage_rows(facts: JobFacts) -> list[Row]:
    if facts.method == "own":
        return [("Wage of own experienced workers", _money(facts.own_wage))]
    if facts.method == "survey":
        mean = "weighted by workers" if facts.averaging == "weighted" else "plain mean"
        return [("Firms asked", f"{len(facts.sources)}, {mean}"), ("Firms with similar work nearby", _count(facts.similar_firms)),
                ("Why fewer than three", facts.few_reason)]  # fmt: skip
    return [("Why no survey", facts.survey_reason),
            ("Source", ", ".join(filter(None, [facts.source_name, facts.source_code, day(facts.source_on)]))),
            ("Wage of the source", _money(facts.source_wage)), ("Level", words.LEVELS.get(facts.source_level, ""))]  # fmt: skip


def _services(content: ApplicationContent) -> list[Row]:
    facts = content.filing
    split = ", ".join(
        f"{ESTABLISHMENTS.get(name, name)} {counted(count)}" for name, count in facts.quarter_split.items()
    )
    return [
        ("Counseling and referral verified for everyone", _yes(content.services_verified, content.services_words)),
        ("Workers expected in the term", _count(facts.expected_workers)), ("Quarter of the figures ends", day(facts.quarter_end)),
        ("Workers in the quarter", _count(facts.quarter_workers)), ("Of these", split),
        ("Why the parts do not add up", facts.total_reason),
    ]  # fmt: skip


def _address(address: Address | None) -> str:
    if address is None or not address.street:
        return ""
    county = f" ({address.county} County)" if address.county else ""
    return f"{address.street}, {address.city}, {address.state} {address.zip_code}{county}"


def _yes(answer: str, more: str = "") -> str:
    said = YES_NO.get(answer, "")
    return f"{said}: {more}" if said and more else said


def _count(value: int | None) -> str:
    return "" if value is None else counted(value)


def _money(value: Decimal | None, places: int = 2) -> str:
    return "" if value is None else money(value, places)


def _number(value: Decimal | None) -> str:
    return "" if value is None else format(value.normalize(), "f")


def _chosen(codes: Iterable[str], labels: Mapping[str, Any]) -> str:
    return ", ".join(str(labels.get(code, code)) for code in codes)
