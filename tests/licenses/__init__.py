"""Builds organizations, applications and licenses for tests, all of them obviously invented."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
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
from licenses.filing import file_application
from wagecase.accounts.models import Membership, Organization, User
from wagecase.cases.models import Case

FACILITY = "Sample Works Example, Inc."
PLACE = Address("120 Placeholder Road", "Wausau", "WI", "54401", "Marathon")
SOURCES = tuple(
    WageSource(
        firm=f"{name} Example LLC", address="9 Sample Street, Wausau", phone="715-555-0110", person="Pat Placeholder Example",
        title="Shop manager", asked_on=date(2026, 1, 12), work="Assembly of small parts", wage=Decimal(wage), workers=4,
        not_entry="Two years of experience",
    )
    for name, wage in (("First", "15.00"), ("Second", "16.00"), ("Third", "15.50"))
)  # fmt: skip
SURVEYED = JobFacts(
    similar_own="no", method="survey", sources=SOURCES, found_on=date(2026, 1, 15)
)  # the mean is $15.50
ASSEMBLY = replace(
    SURVEYED, key="a1", name="Assembly", tasks="Putting small parts together", workers=2, pay_basis="hourly",
    measured_by="comparison", reviewed_months=6,
)  # fmt: skip
PACKING = replace(
    SURVEYED,
    key="p1",
    name="Packing",
    tasks="Packing boxes",
    workers=1,
    pay_basis="piece",
    measured_by="stop-watch",
    units_measured=Decimal(100),
    allowance_minutes=Decimal(9),
)  # fmt: skip  the standard is 85 an hour, the piece rate $0.1824


def content(**changes: Any) -> ApplicationContent:
    """Return a complete application of a facility with one place, two jobs and a survey of three firms."""
    whole = ApplicationContent(
        employer=EmployerFacts(
            legal_name=FACILITY, fein="390000001", physical=PLACE, status="non-profit", establishments=("work-center",),
            educational_agency="no", federal_certificate="no", service_contracts="no", representative_payee="no",
            facility_credit="no", primarily_disabled="yes",
        ),
        filing=FilingFacts(
            license_kind="facility", contact_name="Olive Owner Example", contact_title="Director",
            contact_phone="715-555-0100", contact_email="olive.owner@works.example.com", expected_workers=3,
        ),
        sites=(SiteFacts(key="s1", kind="main", name="Main shop", address=PLACE, public_contract="no", workers=3),),
        jobs=(ASSEMBLY, PACKING),
        services_verified="yes",
        attestation=Attestation(version="2026-11", ticked=("commensurate",), name="Olive Owner Example", title="Director"),
    )  # fmt: skip
    return replace(whole, **changes)


def worker(number: int = 1, **changes: Any) -> WorkerFacts:
    """Return a line of an hourly worker at half the standard: 50 percent of $15.50 is $7.75, which is paid."""
    line = WorkerFacts(
        key=f"w{number:04d}", worker_id=f"W-{number:03d}", name=f"Worker Number{number} Example", young="no",
        disability="intellectual", evidence="yes", evidence_kind="Record of the county", evidence_on=date(2025, 11, 3),
        site="Main shop", job="Assembly", jobs=1, pay_basis="hourly", weekly_hours=Decimal(20), quarter_hours=Decimal(260),
        average_earnings=Decimal("7.75"), worker_units=Decimal(10), standard_units=Decimal(20), rate=Decimal("7.75"),
        studied_on=date(2026, 1, 20), elsewhere="no",
    )  # fmt: skip
    return replace(line, **changes)


def organization(name: str = FACILITY, kind: str = "facility", *, at: datetime) -> Organization:
    """Return a new organization without members."""
    return Organization.objects.create(name=name, kind=kind, created_at=at)


def member(of: Organization, name: str = "Olive Owner Example", role: str = "owner", *, at: datetime) -> Membership:
    """Return a new person with an account who acts for the organization."""
    email = f"{name.split()[0].lower()}.{name.split()[1].lower()}@works.example.com"
    user = User.objects.create_user(email, "an invented sentence for tests", name=name)
    return Membership.objects.create(organization=of, user=user, role=role, began_at=at)


def file(membership: Membership, *, at: datetime, workers: Any = None, **changes: Any) -> Case:
    """File a complete application and return its case."""
    lines = tuple(workers) if workers is not None else (worker(1), worker(2))
    return file_application(membership=membership, content=content(**changes), workers=lines, at=at)
