"""Turns the role words of the notice registry (complainant, employer, investigator, specialist) into people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from urllib.parse import urljoin

from django.conf import settings

from wagecase.accounts import standing
from wagecase.accounts.models import POOL_ROLES, WORKER_ROLES, Membership, Organization, Role, User
from wagecase.cases import kinds
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Case, Party
from wagecase.web.mail_addresses import is_usable

TOLD_EMPLOYER = "told_employer"  # the employer, once it was served: an employer nobody told must not learn of a case


@dataclass(frozen=True)
class Recipient:
    """One addressee: a party with ways to reach it, or a member of staff."""

    key: str  # "party:12" or "staff:3", part of the notice's natural key
    label: str
    email: str
    postal: str
    language: str
    party: Party | None = None
    user: User | None = None
    link: str = ""  # the page that its message opens, where that is neither a private link nor the staff page
    copy_of: Party | None = None  # gets word of what goes to this party, by e-mail only and with no letter of its own

    @property
    def by_email(self) -> bool:
        """Whether a notice may go to this recipient by e-mail."""
        return bool(self.email)


def of_party(party: Party) -> Recipient:
    """Return the party as an addressee; its e-mail counts only where the person said we may write there.

    An address that nothing can be sent to counts as none: the letter goes by post.
    """
    email = party.email if party.email_allowed and is_usable(party.email) else ""
    lines = [line.strip() for line in party.postal.splitlines() if line.strip()]
    if lines and lines[0] != party.name:
        lines.insert(0, party.name)
    postal = "\n".join(lines)  # a name without an address is no envelope
    return Recipient(f"party:{party.pk}", party.name, email, postal, party.language, party=party)


def of_user(user: User) -> Recipient:
    """Return a member of staff as an addressee; staff mail is English, and none goes to an address that cannot be used."""
    email = user.email if is_usable(user.email) else ""
    return Recipient(f"staff:{user.pk}", user.name, email, "", "en", user=user)


def of_organization(case: Case, organization: Organization, *, path: str = "") -> list[Recipient]:
    """Return the contact of the filing and every current owner and filer of its organization (H7): each address once.

    Their messages open the page at `path`, that of the case where none is named; whoever reads it signs in.
    """
    link = urljoin(settings.SITE_URL + "/", (path or party_url(case)).lstrip("/"))
    parties = list(case.parties.filter(role=Party.Role.EMPLOYER))
    acting_now = standing.who_act(organization)
    told = [_contact(replace(of_party(party), link=link), organization, acting_now) for party in parties]
    known = {one.email.casefold() for one in told if one.email}
    for membership in acting_now:
        email = membership.user.email.casefold()
        if parties and email not in known:
            known.add(email)
            told.append(_member(membership, parties[0], link))
    return told


def _contact(told: Recipient, organization: Organization, acting_now: list[Membership]) -> Recipient:
    """Write to whoever acts now where the contact of the filing has left: the letter still goes to the employer.

    By post where nobody who acts can be written to: the e-mail holds no letter, and its page asks for a sign-in.
    """
    if not told.email or (acting_now and not standing.has_left(organization, told.email)):
        return told
    owners = [one for one in acting_now if one.role == Membership.Role.OWNER]
    usable = [one.user.email for one in (*owners, *acting_now) if is_usable(one.user.email)]
    return replace(told, email=usable[0] if usable else "")


def _member(membership: Membership, party: Party, link: str) -> Recipient:
    """A member gets word of what went to the contact, in the language of the filing; the letter is one for all."""
    user = membership.user
    email = user.email if is_usable(user.email) else ""
    return Recipient(
        f"member:{membership.pk}", user.name, email, "", party.language, user=user, link=link, copy_of=party
    )


def supervisors(unit: str) -> list[User]:
    """Return the active supervisors of a unit, in order of name."""
    return list(User.objects.filter(role=Role.SUPERVISOR, unit=unit, is_active=True))


def resolve(case: Case, word: str) -> list[Recipient]:
    """Return whoever `word` means in `case`; the worker is whoever has the case, if still there.

    Else it is everybody of a role that shares its work; where nobody is left, the unit's supervisors.
    """
    own = kinds.get(case.kind).addressees
    if own is not None and (found := own(case, word)) is not None:
        return found
    if word == TOLD_EMPLOYER:
        return [of_party(party) for party in case.parties.filter(role="employer", told_on__isnull=False)]
    if word in Party.Role.values:
        return [of_party(party) for party in case.parties.filter(role=word)]
    staff: Iterable[User]
    if word in WORKER_ROLES:
        staff = _workers(case, word)
    elif word == Role.SUPERVISOR:
        staff = supervisors(case.unit)
    else:
        raise KeyError(f"no addressee called {word!r}")
    return [of_user(user) for user in staff]


def _workers(case: Case, role: str) -> list[User]:
    if case.assignee is not None and case.assignee.is_active:
        return [case.assignee]
    pool = User.objects.filter(role=role, unit=case.unit, is_active=True) if role in POOL_ROLES else ()
    return list(pool) or supervisors(case.unit)
