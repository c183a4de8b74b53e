"""What an application says as plain values: one frozen whole as it was filed, and the lines of its workers.

Money is in dollars, hours and counts are decimals, dates are local dates. What was not stated is None or blank, never 0.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")

HOURLY, PIECE = "hourly", "piece"
OWN, SURVEY, ALTERNATE, PUBLIC = "own", "survey", "alternate", "public"  # how a prevailing wage was found


@dataclass(frozen=True)
class Address:
    street: str = ""
    city: str = ""
    state: str = "WI"
    zip_code: str = ""
    county: str = ""


@dataclass(frozen=True)
class EmployerFacts:
    """The employer or facility that asks for the license (field group B1)."""

    legal_name: str = ""
    trade_name: str = ""
    prior_name: str = ""
    fein: str = ""  # nine digits; 104.07 (4)
    ssn: str = ""  # nine digits, of an individual without an FEIN; shown masked only, never printed, mailed or searched
    physical: Address = Address()
    mailing: Address | None = None  # None: the same
    parent_name: str = ""
    parent_trade_name: str = ""
    parent_address: Address | None = None
    mail_to_parent: bool = False
    status: str = ""  # public, for-profit, non-profit, other
    status_words: str = ""
    establishments: tuple[str, ...] = ()  # work-center, residential, school, business
    educational_agency: str = ""  # yes, no
    federal_certificate: str = ""  # yes, no
    federal_number: str = ""
    federal_expires_on: date | None = None
    service_contracts: str = ""  # yes, no, intend
    service_contract_count: int | None = None
    representative_payee: str = ""  # yes, no
    payee_count: int | None = None
    facility_credit: str = ""  # yes, no
    credits: tuple[str, ...] = ()  # transport, rent, meals, other
    primarily_disabled: str = ""  # yes, no: whether most of its workers have a disability (272.09 (6) (b), (c))


@dataclass(frozen=True)
class FilingFacts:
    """What is asked for, and who answers questions about it (field group B0)."""

    license_kind: str = ""  # employer, facility
    coverage: str = "whole"  # whole, departments
    departments: str = ""
    previous: tuple[str, ...] = ()  # applied, held, denied, revoked
    previous_words: str = ""  # number, year, agency
    contact_name: str = ""
    contact_title: str = ""
    contact_phone: str = ""
    contact_email: str = ""
    second_name: str = ""
    second_phone: str = ""
    second_email: str = ""
    start_on: date | None = None  # wished for; a term never begins before it is issued
    expected_workers: int | None = None  # during the term
    quarter_end: date | None = None  # of the figures of a renewal
    quarter_workers: int | None = None
    quarter_split: Mapping[str, int] = field(default_factory=dict)  # by establishment
    total_reason: str = ""  # why the parts do not add up


@dataclass(frozen=True)
class SiteFacts:
    """One place of work (field group B3)."""

    key: str = ""
    kind: str = ""  # main, branch, off-site, school
    name: str = ""
    address: Address = Address()
    public_contract: str = ""  # yes, no
    workers: int | None = None  # in the quarter


@dataclass(frozen=True)
class WageSource:
    """One firm asked in a survey (272.09 (6) (g))."""

    firm: str = ""
    address: str = ""
    phone: str = ""
    person: str = ""
    title: str = ""
    asked_on: date | None = None
    work: str = ""  # short description of the work
    wage: Decimal | None = None  # of experienced workers, an hour
    workers: int | None = None  # for a weighted mean
    not_entry: str = ""  # why the wage is not entry level


@dataclass(frozen=True)
class JobFacts:
    """One job, its prevailing wage and how that was found, and how the work is measured (B5, B6)."""

    key: str = ""
    name: str = ""  # worker lines name the job by this
    tasks: str = ""
    workers: int | None = None
    pay_basis: str = ""  # hourly, piece
    similar_own: str = (
        ""  # yes, token, no: workers without disabilities do similar work here; token: not more than that
    )
    method: str = ""  # own, survey, alternate, public
    own_reason: str = ""  # why the wage of the employer's own workers is not used (272.09 (6) (b))
    own_wage: Decimal | None = None  # of the employer's own experienced workers
    sources: tuple[WageSource, ...] = ()
    averaging: str = "straight"  # straight, weighted
    similar_firms: int | None = None  # how many firms nearby do similar work, where fewer than three do
    few_reason: str = ""
    source_name: str = ""  # of an alternate source or a public determination
    source_code: str = ""
    survey_reason: str = ""  # why a survey of firms nearby was not practical (272.09 (6) (d))
    source_wage: Decimal | None = None
    source_on: date | None = None
    source_level: str = ""  # experienced, entry, both
    found_on: date | None = None  # from which the wage holds; reviewed a year later
    measured_by: str = ""  # stop-watch, predetermined, standard-data; hourly: comparison
    reviewed_months: int | None = None  # how often hourly workers are measured
    units_measured: Decimal | None = None  # an hour, before the allowance
    allowance_minutes: Decimal | None = None  # of an hour, for personal time, fatigue and delay
    nearby_piece_rate: Decimal | None = None  # paid to experienced workers nearby


@dataclass(frozen=True)
class WorkerFacts:
    """One worker on one job at one place (B4). The name and the disability are confidential."""

    key: str = ""
    worker_id: str = ""
    name: str = ""
    born_on: date | None = None
    young: str = ""  # yes, no: 24 or younger, where no date of birth is given
    disability: str = ""  # a code of the list; no diagnosis
    disability_words: str = ""
    evidence: str = ""  # yes, no
    evidence_kind: str = ""
    evidence_on: date | None = None
    site: str = ""  # the name of the place
    job: str = ""  # the name of the main job
    jobs: int | None = None
    pay_basis: str = ""  # hourly, piece
    weekly_hours: Decimal | None = None  # all jobs
    quarter_hours: Decimal | None = None  # on the main job
    average_earnings: Decimal | None = None  # an hour, all jobs
    worker_units: Decimal | None = None  # in the measured time
    standard_units: Decimal | None = None  # of the standard setter in the same time
    productivity: Decimal | None = None  # percent, where it is stated instead of units
    rate: Decimal | None = None  # paid: an hour, or a piece
    studied_on: date | None = None
    next_study_on: date | None = None
    counseled: str = ""  # yes, no, not-required: of a worker of 24 or younger (B7)
    counseled_on: date | None = None  # of the document
    study_measure: str = ""  # units, time: what a trial of the sample study counted (B6)
    study_setter: tuple[Decimal, ...] = ()  # trials of the standard setter, a worker without a disability
    study_worker: tuple[Decimal, ...] = ()  # as many of the worker
    study_quantity: Decimal | None = None  # weights in percent, 100 together
    study_quality: Decimal | None = None
    study_checked: int | None = None  # units or points of the worker's work that were checked
    study_errors: int | None = None  # of them with an error
    elsewhere: str = ""  # yes, no: works at another listed place too


@dataclass(frozen=True)
class Attestation:
    """What was attested, in which version of the words, and by whom (B11)."""

    version: str = ""
    ticked: tuple[str, ...] = ()
    name: str = ""
    title: str = ""
    authority: str = ""
    signed_on: date | None = None
    language: str = "en"


@dataclass(frozen=True)
class ApplicationContent:
    """A whole application but for the lines of its workers, which are many and stand in rows of their own."""

    employer: EmployerFacts = EmployerFacts()
    filing: FilingFacts = FilingFacts()
    sites: tuple[SiteFacts, ...] = ()
    jobs: tuple[JobFacts, ...] = ()
    services_verified: str = ""  # yes, no (B7)
    services_words: str = ""
    attestation: Attestation = Attestation()
    answered_on: Mapping[str, str] = field(default_factory=dict)  # section: ISO day of its last change, for reviewers

    def job(self, name: str) -> JobFacts | None:
        """Return the job that a worker's line names, letter case and spaces at the ends apart."""
        wanted = name.strip().casefold()
        return next((job for job in self.jobs if job.name.strip().casefold() == wanted), None)


def to_dict(value: Any) -> dict[str, Any]:
    """Return a dataclass of this module as JSON values that `from_dict` reads back unchanged."""
    packed: dict[str, Any] = _pack(asdict(value))
    return packed


def _pack(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _pack(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_pack(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal) else value


def from_dict(kind: type[T], stored: Mapping[str, Any]) -> T:
    """Return the value of `kind` that `to_dict` wrote; keys that no field has any more are left out."""
    hints = _hints(kind)  # type: ignore[arg-type]
    names = {item.name for item in fields(kind)}  # type: ignore[arg-type]
    return kind(**{name: _unpack(hints[name], item) for name, item in stored.items() if name in names})


@lru_cache(maxsize=32)
def _hints(kind: type) -> dict[str, Any]:
    return typing.get_type_hints(kind)


def _unpack(hint: Any, stored: Any) -> Any:
    options = [option for option in typing.get_args(hint) if option is not type(None)]
    if isinstance(hint, types.UnionType):
        return None if stored is None else _unpack(options[0], stored)
    if typing.get_origin(hint) is tuple:
        return tuple(_unpack(options[0], item) for item in stored)
    if hint is date:
        return date.fromisoformat(stored)
    if hint is Decimal:
        return Decimal(stored)
    return from_dict(hint, stored) if is_dataclass(hint) and isinstance(hint, type) else stored
