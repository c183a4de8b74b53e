"""Issues a license or its next term from a granted application, and ends it (DWD 272.09 (7)-(9), (16))."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from licenses import certificates
from licenses.content import ApplicationContent, from_dict
from licenses.first_days import latest_first_day
from licenses.lifecycles.license import LICENSE
from licenses.models import Application, License, Term
from licenses.review.reading import check_member
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party, Task
from wagecase.cases.searching import index_words, normalized
from wagecase.cases.tasks import person_of
from wagecase.errors import AlreadyDone, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rules import calendar
from wagecase.rules.license_dates import term_ends
from wagecase.web.formatting import day

KIND = "license"
ALPHABET = "ACDEFGHJKMNPQRTUVWXY34679"  # no letter or digit that is taken for another one on paper or by telephone
CODE_LENGTH = 10


def proposed_term(application: Application, *, on: date) -> tuple[date, date]:
    """Return the first and last day of the term that could be granted on `on`, never a day before it (R-272.09-2a).

    A first term begins when the applicant wished; a renewal begins the day after the old term, or on the day of the
    grant where that has passed (D15). The length is practice of the office (H6).
    """
    starts = on
    if application.renews is not None:
        ends = application.renews.terms.order_by("-ends_on").values_list("ends_on", flat=True).first()
        starts = max(on, calendar.day_after(ends, 1)) if ends else on
    elif wished := _content(application).filing.start_on:
        starts = max(on, min(wished, latest_first_day(on)))
    return starts, term_ends(starts).value


def issue_license(application: Application, *, signer: User, actor: Actor, at: datetime) -> Term:
    """Open the license of a first application that is granted now, with its first term and certificate.

    Runs inside the unit of work of the grant. AlreadyDone, with its number, when the application has a license.
    """
    if application.license is not None:
        raise AlreadyDone(application.license.case.number)
    content, today = _content(application), timezone.localdate(at)
    row = LICENSE.get("issue")
    made: list[Term] = []

    def apply(case: Case) -> Mapping[str, Any]:
        license = _license(case, application, content)
        term = _term(license, application, signer=signer, at=at)
        made.append(term)
        return {"party_id": _party(case, application).pk, **_told(term)}

    of = application.case
    with cases.unit_of_work():
        case = cases.open_case(
            KIND, "issue", actor=acting.with_lent(actor, row, at=at), at=at, received_on=today, received_at=at,
            title=of.title, channel=of.channel, employer=of.employer, assignee=of.assignee, unit=of.unit, apply=apply,
        )  # fmt: skip
        for text in (content.employer.legal_name, content.employer.trade_name):
            index_words(case, kind="employer", text=text)
    return made[0]


def add_term(application: Application, *, signer: User, actor: Actor, at: datetime) -> Term:
    """Add the term of a renewal that is granted now to the license that it renews.

    The license is found by its new name at once; until the term begins, pages show what the term of the day says.

    Runs inside the unit of work of the grant. AlreadyDone, with the number, when the term was added.
    """
    license = application.renews
    if license is None:
        raise ValueError(f"application {application.pk} renews no license")
    if application.license_id is not None:
        raise AlreadyDone(license.case.number)
    made: list[Term] = []
    said = _content(application)

    def apply(case: Case) -> Mapping[str, Any]:
        license.licensee = said.employer.legal_name[:200]
        license.licensee_key = normalized(license.licensee)
        license.place, license.county = _place(said)
        license.save(update_fields=["licensee", "licensee_key", "place", "county"])
        term = _term(license, application, signer=signer, at=at)
        made.append(term)
        finish_unrenewed(license, at=at, actor=actor)
        case.title = application.case.title
        Case.objects.filter(pk=case.pk).update(title=case.title)
        for text in (said.employer.legal_name, said.employer.trade_name):
            index_words(case, kind="employer", text=text)
        return _told(term)

    cases.advance(license.case, "add_term", actor=actor, at=at, expected_version=None, apply=apply)
    return made[0]


def revoke(license: License, *, on: date, actor: Actor, at: datetime, order_id: int) -> Case:
    """End the license by an order signed now: `on` is the first day out of force. A pending renewal cannot save it."""

    def apply(case: Case) -> Mapping[str, Any]:
        License.objects.filter(pk=license.pk).update(revoked_on=on)
        license.revoked_on = on
        finish_unrenewed(license, at=at, actor=actor)
        return {"order_id": order_id, "changes": {"revoked_on": (None, on)}}

    return cases.advance(license.case, "record_revocation", actor=actor, at=at, expected_version=None, apply=apply)


def surrender(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """End the license today at its licensee's wish: today is its last day. It cannot be taken back.

    One that is given up before its first day is never in force. A revocation that is open stays on record: whoever has
    it is asked to end it, with the letter of that case.

    NotPermitted for an account that does not act for the licensee.
    """
    today = timezone.localdate(at)

    def apply(case: Case) -> Mapping[str, Any]:
        check_member(case, actor)
        License.objects.filter(pk=case.license.pk).update(surrendered_on=today)
        case.license.surrendered_on = today
        finish_unrenewed(case.license, at=at, actor=actor)
        for open_one in case.license.revocations.filter(case__is_open=True).select_related("case"):
            cases.open_task(
                key=given_up_key(open_one.case), what="End this revocation: the license was given up", at=at,
                case=open_one.case, person=open_one.case.assignee, role="specialist",
            )  # fmt: skip
        return {"changes": {"surrendered_on": (None, today)}}

    return cases.advance(case, "surrender", actor=actor, at=at, expected_version=expected_version, apply=apply)


def close_file(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close the file of a license that is in force no more."""

    def apply(case: Case) -> None:
        finish_unrenewed(case.license, at=at, actor=actor)

    return cases.advance(case, "close_file", actor=actor, at=at, expected_version=expected_version, apply=apply)


def ask_about_unrenewed(case: Case, *, at: datetime, ended: Application | None = None) -> None:
    """Ask somebody to look after a license that ended without a renewal, or whose renewal `ended` without a term."""
    license = case.license
    cases.open_task(
        key=f"unrenewed:{license.pk}:{license.terms.count()}" + (f":{ended.pk}" if ended else ""),
        what="Look into a license that ended without a renewal, then close its file", at=at, case=case,
        person=case.assignee, role="specialist", due_on=None,
    )  # fmt: skip


def finish_unrenewed(license: License, *, at: datetime, actor: Actor | None = None) -> None:
    """Close the tasks of `ask_about_unrenewed`, after whichever term they were opened."""
    keys = Task.objects.filter(key__startswith=f"unrenewed:{license.pk}:", done_at=None).values_list("key", flat=True)
    cases.finish_tasks(keys=list(keys), at=at, by=person_of(actor) if actor else None)


def given_up_key(revocation: Case) -> str:
    """Return the key of the task to end a revocation whose license was given up."""
    return f"given-up:{revocation.pk}"


def new_code() -> str:
    """Return a random check code; it stands on the certificate in two groups."""
    return "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))


def _content(application: Application) -> ApplicationContent:
    return from_dict(ApplicationContent, application.content)


def granted_term(application: Application, today: date) -> tuple[date, date]:
    """Return the term that a grant of today gives: the recommended one, moved on only where its first day has passed meanwhile or was never set.

    TransitionNotAllowed for a term shorter than usual that has passed: nobody recommended a longer one.
    """
    starts, ends = proposed_term(application, on=today)
    first, last = application.starts_on, application.ends_on
    if first is None or last is None:
        return starts, ends
    if first >= (today if application.renews is None else starts):
        return first, last
    usual = term_ends(first).value == last
    if application.renews is None:  # it was recommended to begin before the wished day, so it does not wait for that
        starts, ends = today, term_ends(today).value
    if usual:
        return starts, ends
    if last < starts:
        raise TransitionNotAllowed(
            _("The recommended term ended on %(day)s. Return the recommendation, so that another term is recommended.")
            % {"day": day(last)}
        )
    return starts, last


def _place(content: ApplicationContent) -> tuple[str, str]:
    main = next((site for site in content.sites if site.kind == "main"), None)
    address = main.address if main else content.employer.physical
    return address.city[:120], address.county[:60]


def _license(case: Case, application: Application, content: ApplicationContent) -> License:
    place, county = _place(content)
    return License.objects.create(
        case=case, organization=application.organization, kind=application.license_kind,
        licensee=content.employer.legal_name[:200], licensee_key=normalized(content.employer.legal_name),
        place=place, county=county, check_code=new_code(),
    )  # fmt: skip


def _term(license: License, application: Application, *, signer: User, at: datetime) -> Term:
    today = timezone.localdate(at)
    starts, ends = granted_term(application, today)
    term = Term.objects.create(
        license=license, number=license.terms.count() + 1, starts_on=starts, ends_on=ends, application=application,
        issued_on=today, issued_by=signer, conditions=application.conditions,
        facts=certificates.facts_of(license, _content(application), on=today),
    )  # fmt: skip
    application.license = license
    application.save(update_fields=["license"])
    term.certificate = certificates.freeze(term, signer=signer, at=at)
    term.save(update_fields=["certificate"])
    return term


def _told(term: Term) -> dict[str, Any]:
    return {"term": term, "document_id": term.certificate_id, "due_given": term.ends_on}


def _party(case: Case, application: Application) -> Party:
    """Copy the party of the application, so that what is changed in one file leaves the other as it was."""
    party = application.case.parties.filter(role=Party.Role.EMPLOYER).order_by("id").first()
    if party is None:
        raise ValueError(f"application {application.pk} has no employer")
    party.pk, party.case, party.link_generation = None, case, 1
    party.told_on = case.received_on
    party._state.adding = True
    party.save()
    return party
