"""The content of a complaint as plain values: what the law names, what is asked besides, and which of it is blank."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _


@dataclass(frozen=True)
class Person:
    """Whoever complains, and the safe ways to reach that person."""

    name: str
    email: str = ""
    phone: str = ""
    postal: str = ""  # lines of an envelope, without the name
    language: str = "en"
    safe_contact: str = ""  # how and when it is safe, in the person's words


@dataclass(frozen=True)
class EmployerFacts:
    """The employer as the complaint names it."""

    name: str
    trade_name: str = ""
    email: str = ""
    postal: str = ""
    work_site: str = ""
    still_operating: str = ""


@dataclass(frozen=True)
class Content:
    """A whole complaint. Only what R-104.05 names is required: see `missing`; all else may be blank."""

    kind: str  # living_wage or unpaid_wages
    complainant: Person
    employer: EmployerFacts
    occupation: str
    wage: str
    statement: str
    capacity: str = ""
    scope: str = "self"
    employees: str = ""
    wage_unit: str = ""
    hours_per_week: str = ""
    started_on: date | None = None
    ended_on: date | None = None
    identity_disclosure: str = ""
    unpaid_from: date | None = None
    unpaid_to: date | None = None
    amount_claimed: str = ""
    papers_about: str = ""  # what the papers sent along show

    def missing(self) -> tuple[str, ...]:
        """Return the names of the required parts that are blank (R-104.05): a complaint cannot be filed without them."""
        parts = {
            "complainant": self.complainant.name,
            "employer": self.employer.name,
            "occupation": self.occupation,
            "wage": self.wage,
            "statement": self.statement,
            "employees": self.employees if self.scope != "self" else "self",
        }
        return tuple(name for name, value in parts.items() if not value.strip())

    def blanks(self) -> tuple[str, ...]:
        """Return the questions, in the language now active, for what was left blank and will be asked for later.

        None for unpaid wages: its forms do not ask these things, and its table has no act that answers them.
        """
        if self.kind != "living_wage":
            return ()
        given = (
            self.employer.postal, self.employer.work_site or self.employer.postal, self.started_on,
            self.hours_per_week, self.identity_disclosure,
        )  # fmt: skip
        return tuple(question for value, question in zip(given, blank_questions(), strict=True) if not value)


def blank_questions() -> tuple[str, ...]:
    """Return every question that we ask by ourselves about what was left blank, in the language now active."""
    return (
        _("What is the employer's mailing address?"),
        _("Where is the work done (street, city, county)?"),
        _("When did the work begin?"),
        _("How many hours a week are worked?"),
        _("May we tell the employer who filed the complaint?"),
    )


@dataclass(frozen=True)
class Signature:
    """A signed declaration: the exact words shown, in their language, and who signed where and when."""

    version: str
    language: str
    text: str
    name: str
    city: str
    state: str
    signed_on: date
    signed_at: datetime | None = None
    method: str = "online"
    officer: str = ""
    signs_as: str = ""  # why another name than the complainant's is signed
    ip_address: str | None = None
    user_agent: str = ""


@dataclass(frozen=True)
class PaperStamp:
    """What staff read off a paper or heard on the telephone: channel, the day stamped, and whether it was signed."""

    channel: str  # paper or phone
    stamped_on: date
    signature: Signature | None = None
