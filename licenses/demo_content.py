"""What the invented facilities and employers of the demonstration put into their applications."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from licenses.content import (
    Address,
    ApplicationContent,
    Attestation,
    EmployerFacts,
    FilingFacts,
    JobFacts,
    SiteFacts,
    WageSource,
    WorkerFacts,
)
from wagecase.rules import calendar

FIRMS = (("Sample Assembly Example LLC", "15.00"), ("Placeholder Parts Example, Inc.", "16.00"),
         ("Nonesuch Fittings Example Company", "15.50"))  # fmt: skip
TICKED = ("commensurate", "six-months", "yearly", "deductions", "records", "poster", "told")


@dataclass(frozen=True)
class Applicant:
    """Who applies: a name that says it is invented, a place, and what is asked for."""

    name: str
    city: str
    zip_code: str
    county: str
    kind: str = "facility"  # facility, employer
    workers: int = 3

    @property
    def domain(self) -> str:
        """The invented host of the applicant's addresses."""
        return f"{self.name.split(' Example')[0].lower().replace(' ', '-')}.example.com"


def content_of(applicant: Applicant, number: int, *, on: date, start_on: date | None = None) -> ApplicationContent:
    """Return the whole application of an applicant as filed on `on`; `number` makes its tax number one of its own."""
    place = Address(f"{number * 10 + 20} Placeholder Road", applicant.city, "WI", applicant.zip_code, applicant.county)
    asked_on = calendar.day_after(on, -21)
    jobs: tuple[JobFacts, ...] = (_assembly(asked_on, applicant.workers), _packing(asked_on))
    if applicant.kind == "employer":  # most of its workers have no disability: what it pays its own is the wage (6) (b)
        jobs = tuple(
            replace(job, similar_own="yes", method="own", own_wage=Decimal("15.50"), sources=()) for job in jobs
        )
    return ApplicationContent(
        employer=EmployerFacts(
            legal_name=applicant.name, fein=f"39{number + 11:07d}", physical=place, status="non-profit",
            establishments=("work-center",) if applicant.kind == "facility" else ("business",), educational_agency="no",
            federal_certificate="no", service_contracts="no", representative_payee="no", facility_credit="no",
            primarily_disabled="yes" if applicant.kind == "facility" else "no",
        ),
        filing=FilingFacts(
            license_kind=applicant.kind, contact_name="Robin Placeholder Example", contact_title="Director",
            contact_phone=f"715-555-0{100 + number}", contact_email=f"office@{applicant.domain}", start_on=start_on,
            expected_workers=applicant.workers + 1,
        ),
        sites=(SiteFacts(key="s1", kind="main", name="Main shop", address=place, public_contract="no",
                         workers=applicant.workers),),
        jobs=jobs,
        services_verified="yes",
        attestation=Attestation(
            version="2026-11", ticked=TICKED, name="Robin Placeholder Example", title="Director",
            authority="Officer of the applicant", signed_on=on,
        ),
    )  # fmt: skip


def _sources(asked_on: date) -> tuple[WageSource, ...]:
    return tuple(
        WageSource(
            firm=firm, address="9 Sample Street, Wausau", phone="715-555-0190", person="Pat Placeholder Example",
            title="Shop manager", asked_on=asked_on, work="Putting small parts together", wage=Decimal(wage), workers=4,
            not_entry="Two years of experience",
        )
        for firm, wage in FIRMS
    )  # fmt: skip


def _assembly(asked_on: date, workers: int) -> JobFacts:
    return JobFacts(
        key="a1", name="Assembly", tasks="Putting small parts together", workers=workers, pay_basis="hourly",
        similar_own="no", method="survey", sources=_sources(asked_on), found_on=asked_on, measured_by="comparison",
        reviewed_months=6,
    )  # fmt: skip


def _packing(asked_on: date) -> JobFacts:
    return JobFacts(
        key="p1", name="Packing", tasks="Packing boxes", workers=1, pay_basis="piece", similar_own="no", method="survey",
        sources=_sources(asked_on), found_on=asked_on, measured_by="stop-watch", units_measured=Decimal(100),
        allowance_minutes=Decimal(9),
    )  # fmt: skip


def workers_of(applicant: Applicant, *, on: date) -> tuple[WorkerFacts, ...]:
    """Return a small roster: workers by the hour at 50 to 80 percent of the standard, the last one by the piece."""
    studied = calendar.day_after(on, -35)
    common: dict[str, Any] = {"evidence": "yes", "evidence_kind": "Record of the county", "evidence_on": calendar.day_after(on, -120),
              "site": "Main shop", "jobs": 1, "studied_on": studied, "elsewhere": "no", "young": "no"}  # fmt: skip
    hourly = tuple(
        WorkerFacts(
            key=f"w{n:04d}", worker_id=f"W-{n:03d}", name=f"Worker {chr(64 + n)} Invented Example",
            disability="intellectual" if n % 2 else "visual", job="Assembly", pay_basis="hourly",
            weekly_hours=Decimal(20 + n), quarter_hours=Decimal(13 * (20 + n)), average_earnings=rate,
            worker_units=units, standard_units=Decimal(20), rate=rate, **common,
        )
        for n in range(1, applicant.workers)
        for units in (Decimal(10 + 2 * (n % 4)),)
        for rate in ((Decimal("15.50") * units / 20).quantize(Decimal("0.01")) + Decimal("0.01"),)
    )  # fmt: skip
    last = WorkerFacts(
        key=f"w{applicant.workers:04d}", worker_id=f"W-{applicant.workers:03d}", name="Worker Z Invented Example",
        disability="hearing", job="Packing", pay_basis="piece", weekly_hours=Decimal(18), quarter_hours=Decimal(234),
        average_earnings=Decimal("8.10"), rate=Decimal("0.1825"), **common,
    )  # fmt: skip
    return (*hourly, last)
