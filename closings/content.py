"""What a closing notice says as plain values, one frozen whole for each revision, and what changed between two of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any

CLOSING, LAYOFF = "closing", "mass-layoff"
DEPARTMENT, EMPLOYEE, UNION, OFFICIAL = "department", "employee", "union", "official"

FIRST_STAMP = date(2000, 1, 1)  # an earlier day stamped on a letter is a slip of the pen


@dataclass(frozen=True)
class SiteFacts:
    """One employment site. Counts that were not stated are None, never 0."""

    municipality: str = ""
    county: str = ""
    municipality_type: str = ""  # city, village or town
    name: str = ""
    street: str = ""
    zip_code: str = ""
    affected: int | None = None
    new_employees: int | None = None  # employed fewer than 6 of the last 12 months
    low_hour_employees: int | None = None  # under 20 hours a week and not counted as new
    two_officials: bool = False  # council and manager: both are the highest official (109.07 (1) (e))


@dataclass(frozen=True)
class SeparationFacts:
    """Some employees lose their work on one day, or from a first to a last one."""

    first_on: date | None = None
    last_on: date | None = None
    count: int | None = None
    words: str = ""  # what an imported list says where it names no day: "Q1 2019"


@dataclass(frozen=True)
class RecipientFacts:
    """Who must be told, and when and how that was done; `given_on` is None for one who was not told."""

    kind: str
    name: str = ""
    municipality: str = ""
    given_on: date | None = None
    method: str = ""
    proof: str = ""
    proof_file: int | None = None  # the id of a file of the case
    municipality_type: str = ""  # city, village or town; a notice filed before it was asked has none
    county: str = ""  # only of a town whose name a town of another county has too


@dataclass(frozen=True)
class ClaimFacts:
    """One exception that the employer claims (109.07 (1m), (5), (6)), and why."""

    code: str
    statement: str = ""


@dataclass(frozen=True)
class NoticeContent:
    """A whole notice. What an old list does not tell stays blank or None."""

    employer_name: str
    event: str = ""  # closing or mass-layoff
    duration: str = ""  # permanent, temporary
    expected_duration: str = ""  # of a temporary one: how long, or that nobody knows
    whole_site: str = ""  # yes, no
    keeps_running: bool = False  # sold without a stop: no shutdown
    trade_name: str = ""
    employer_kind: str = ""  # private, charitable, government, tribal
    persons_in_state: int | None = None
    new_in_state: int | None = None
    low_hour_in_state: int | None = None
    cause: str = ""  # other, strike, lockout
    cause_words: str = ""
    represented: str = ""  # yes, no
    unions: str = ""  # each with its address and its chief officer
    bumping: str = ""  # yes, no: whether an affected employee may take the job of another
    job_groups: str = ""  # titles and how many of each, a line each
    naics: str = ""
    industry: str = ""
    workforce_area: str = ""
    dated_on: date | None = None
    contact_name: str = ""
    contact_phone: str = ""
    contact_email: str = ""
    contact_postal: str = ""
    affected_stated: int | None = None  # a total that a list states without telling the sites apart
    sites: tuple[SiteFacts, ...] = ()
    separations: tuple[SeparationFacts, ...] = ()
    recipients: tuple[RecipientFacts, ...] = ()
    claims: tuple[ClaimFacts, ...] = ()

    @property
    def affected(self) -> int | None:
        """The employees affected in all; None when nobody stated a number."""
        stated = [site.affected for site in self.sites if site.affected is not None]
        return sum(stated) if stated else self.affected_stated

    @property
    def first_on(self) -> date | None:
        """The first day of work lost, None when no day was named."""
        return min((row.first_on for row in self.separations if row.first_on), default=None)

    @property
    def last_on(self) -> date | None:
        """The last day of work lost, None when no day was named."""
        days = [row.last_on or row.first_on for row in self.separations]
        return max((day for day in days if day), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return the content as JSON values; `from_dict` reads them back unchanged."""
        return {name: _packed(value) for name, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> NoticeContent:
        """Return the content that `to_dict` wrote; a field that did not exist then has its default."""
        return _read(cls, stored, _PARTS)  # type: ignore[no-any-return]


_PARTS: dict[str, Any] = {
    "sites": SiteFacts, "separations": SeparationFacts, "recipients": RecipientFacts, "claims": ClaimFacts,
}  # fmt: skip
_DAYS = frozenset({"dated_on", "first_on", "last_on", "given_on"})


def _packed(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [{name: _packed(inner) for name, inner in row.items()} for row in value]
    return value


def _read(kind: Any, stored: Mapping[str, Any], parts: Mapping[str, Any]) -> Any:
    known = {field.name for field in fields(kind)}
    values = {}
    for name, value in stored.items():
        if name not in known:
            continue
        if name in parts:
            value = tuple(_read(parts[name], row, {}) for row in value)
        elif name in _DAYS and value:
            value = date.fromisoformat(value)
        values[name] = value
    return kind(**values)
