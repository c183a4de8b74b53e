"""Invented people and complaints, and cases in each state, made through the services only."""

import datetime as dt
import hashlib
import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.utils import timezone

from complaints import determinations, intake, returned, services
from complaints.content import Content, EmployerFacts, PaperStamp, Person, Signature
from complaints.determinations import Findings
from wagecase.accounts import acting, second_factor
from wagecase.accounts.models import ActingSigner, Role, User
from wagecase.cases import services as cases
from wagecase.cases.files import Taken
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Case
from wagecase.documents.renderer import Rendered
from wagecase.documents.services import render_due
from wagecase.lifecycle import SYSTEM_ACTOR, Actor
from wagecase.notices.outbox import deliver_due

CENTRAL = ZoneInfo("America/Chicago")
ROLES = (
    "investigator", "coordinator", "specialist", "supervisor", "administrator", "complainant", "employer", "system",
    "stranger", "acting signer",
)  # fmt: skip


def at(text: str) -> dt.datetime:
    """Return a Central wall-clock time ("2026-03-02 10:00") as an instant."""
    return dt.datetime.fromisoformat(text).replace(tzinfo=CENTRAL)


# People

NAMES = {
    "ina": ("Ina Investigator Example", Role.INVESTIGATOR),
    "ivo": ("Ivo Investigator Sample", Role.INVESTIGATOR),
    "sue": ("Sue Supervisor Example", Role.SUPERVISOR),
    "sam": ("Sam Supervisor Sample", Role.SUPERVISOR),
    "ada": ("Ada Administrator Example", Role.ADMINISTRATOR),
    "cora": ("Cora Coordinator Example", Role.COORDINATOR),
    "lin": ("Lin Specialist Example", Role.SPECIALIST),
}


SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def person(key: str, **changes: Any) -> User:
    """Return one of the staff in NAMES, made when first asked for."""
    name, role = NAMES[key]
    found = User.objects.filter(email=f"{key}@example.org").first()
    if found is None:
        fields = {"name": name, "role": role, "title": f"{role.label} of wages", **changes}
        found = User.objects.create_user(f"{key}@example.org", None, **fields)
        second_factor.set_up(found, secret=SECRET)
    return found


def staff() -> dict[str, User]:
    """Return everybody in NAMES."""
    return {key: person(key) for key in NAMES}


def party_actor(case: Case, role: str) -> Actor:
    """Return the actor who opened the private link of the case's complainant or employer."""
    party = case.parties.get(role=role)
    return Actor("link", party.pk, role, party.name)


def actor_of(role: str, case: Case | None = None) -> Actor:
    """Return who acts in `role` on `case`: Ina, Sue and Ada for the staff."""
    if role in {"complainant", "employer"}:
        return party_actor(case, role) if case is not None else Actor("link", None, role, "Somebody")
    if role == "system":
        return SYSTEM_ACTOR
    if role == "acting signer":  # Ivo without his own role: what the appointment alone adds
        ivo = person("ivo")
        name_signer(ivo, last="2026-06-30")
        return replace(ivo.actor, role="")
    if role == "stranger":
        return Actor("account", 999_999, "", "Nobody we know")
    return person(
        {
            "investigator": "ina", "coordinator": "cora", "specialist": "lin", "supervisor": "sue", "administrator": "ada",
        }[role]
    ).actor  # fmt: skip


def name_signer(
    who: User, *, first: str = "2026-03-02", last: str = "2026-03-31", when: str = "2026-03-01 09:00"
) -> ActingSigner:
    """Let Sue name somebody as acting signer from `first` to `last`."""
    return acting.name_acting_signer(
        person=who, from_on=dt.date.fromisoformat(first), to_on=dt.date.fromisoformat(last),
        actor=person("sue").actor, at=at(when),
    )  # fmt: skip


# Complaints

COMPLAINANT = Person(
    name="Wanda Worker Example", email="wanda@example.com", phone="608-555-0111",
    postal="12 Invented Street\nMadison, WI 53700", safe_contact="After six in the evening",
)  # fmt: skip
EMPLOYER = EmployerFacts(
    name="Made-Up Mills Example LLC", trade_name="Sample Mills", email="office@made-up-mills.example.com",
    postal="400 Placeholder Road\nMonroe, WI 53566", work_site="400 Placeholder Road, Monroe, Green County",
)  # fmt: skip
CONTENT = Content(
    kind="living_wage", complainant=COMPLAINANT, employer=EMPLOYER, occupation="Cheese packer", wage="$7.25 an hour",
    statement="After rent I cannot buy food for the last week of the month.", identity_disclosure="yes",
    started_on=dt.date(2025, 6, 2),
)  # fmt: skip
TO_POST = replace(CONTENT, complainant=replace(COMPLAINANT, email=""), employer=replace(EMPLOYER, email=""))
UNPAID = replace(CONTENT, kind="unpaid_wages", amount_claimed="312.50")
FINDINGS = Findings(
    reasonable_cause=True, concerning="Wanda Worker Example", occupation="Cheese packer", wage_found="$7.25 an hour",
    evidence="Verified complaint\nPay stubs of March", economic_material="Rents of Green County\nPrice of food",
    reasons="The wage falls short of rent and food.\n\nThe employer did not say otherwise.",
)  # fmt: skip


def signature(day: dt.date = dt.date(2026, 3, 2), **changes: Any) -> Signature:
    """Return a declaration signed in Madison on `day`."""
    values = {
        "version": "test-1", "language": "en", "text": "I declare that this is true.", "name": COMPLAINANT.name,
        "city": "Madison", "state": "Wisconsin", "signed_on": day, "method": "online",
    }  # fmt: skip
    return Signature(**{**values, **changes})


def pdf(words: str = "stub") -> bytes:
    """Return a small PDF of one empty page that names `words` in a comment."""
    from pypdf import PdfWriter

    writer, out = PdfWriter(), io.BytesIO()
    writer.add_blank_page(200, 200)
    writer.write(out)
    return out.getvalue() + f"\n%{words}\n".encode()


def taken(name: str = "pay-stub.pdf", data: bytes | None = None) -> Taken:
    """Return a checked file."""
    return Taken(name, "application/pdf", data if data is not None else pdf(name))


# Filing


def file_online(*, content: Content = CONTENT, when: str | dt.datetime = "2026-03-02 10:00", **changes: Any) -> Case:
    """File a complaint online, signed."""
    moment = at(when) if isinstance(when, str) else when
    signed = changes.pop("signature", None) or signature(timezone.localdate(moment), signed_at=moment)
    return intake.file_online(content=content, signature=signed, at=moment, **changes)


def file_for_paper(*, content: Content = CONTENT, when: str = "2026-03-02 10:00", **changes: Any) -> Case:
    """File a complaint online that will be signed on paper."""
    return intake.file_for_paper(content=content, at=at(when), **changes)


def record_paper(*, stamped: str, keyed: str, content: Content = TO_POST, signed: bool = True, **changes: Any) -> Case:
    """Record a paper complaint that was stamped on one day and keyed at another time."""
    day, sue = dt.date.fromisoformat(stamped), person("sue")
    stamp = PaperStamp("paper", day, signature(day, method="paper") if signed else None)
    values = {"actor": sue.actor, "keyed_by": sue, **changes}
    return intake.record_complaint(content=content, stamp=stamp, at=at(keyed), **values)


# Acts: every transition with sensible facts, so that a test names only what it is about


def _draft(service: Callable[..., Case]) -> Callable[..., Case]:
    def act(case: Case, *, actor: Actor, at: dt.datetime, **facts: Any) -> Case:
        by = User.objects.filter(pk=actor.id).first() or person("ina")
        return service(case, actor=actor, at=at, **{"findings": FINDINGS, "drafted_by": by, **facts})

    return act


def _sign(case: Case, *, actor: Actor, at: dt.datetime, **facts: Any) -> Case:
    draft = case.determinations.filter(superseded=False, signed_at=None).last()
    values = {
        "draft_sha256": draft.draft.sha256 if draft else "0" * 64,
        "signer": User.objects.filter(pk=actor.id).first() or person("sue"),
    }
    return determinations.sign_determination(case, actor=actor, at=at, **{**values, **facts})


def _ask(case: Case, *, actor: Actor, at: dt.datetime, **facts: Any) -> Case:
    values = {"question": "How many hours a week?", "asked_by": User.objects.filter(pk=actor.id).first()}
    return services.request_information(case, actor=actor, at=at, **{**values, **facts})


def _answer(case: Case, *, actor: Actor, at: dt.datetime, expected_version: int | None = None, **facts: Any) -> Case:
    values = {"request": case.information_requests.filter(answered_at=None).last() or case.information_requests.last()}
    return services.answer_request(case, actor=actor, at=at, **{"answer": "Forty.", **values, **facts})


def _evidence(case: Case, *, actor: Actor, at: dt.datetime, expected_version: int | None = None, **facts: Any) -> Case:
    return services.add_evidence(case, actor=actor, at=at, **{"files": [taken()], **facts})


def _day(name: str) -> Callable[[dt.datetime], dict[str, Any]]:
    return lambda moment: {name: timezone.localdate(moment)}


def _with(service: Callable[..., Case], more: Callable[..., dict[str, Any]] | None = None, **values: Any) -> Any:
    def act(case: Case, *, actor: Actor, at: dt.datetime, **facts: Any) -> Case:
        return service(case, actor=actor, at=at, **{**values, **(more(at) if more else {}), **facts})

    return act


def _opening(name: str) -> Any:
    def act(case: Case, *, actor: Actor, at: dt.datetime, **facts: Any) -> Case:
        return cases.advance(case, name, actor=actor, at=at, **facts)

    return act


ACTS: dict[str, Any] = {
    **{n: _opening(n) for n in ("file_online", "file_for_paper", "record_complaint", "record_unsigned")},
    "record_verification": _with(
        intake.record_verification, lambda moment: {"stamped_on": timezone.localdate(moment)},
        signature=signature(method="paper"),
    ),
    "docket": _with(services.docket, jurisdiction="The work is done in Wisconsin."),
    "assign": _with(services.assign, lambda _: {"investigator": person("ina")}),
    "reassign": _with(services.reassign, lambda _: {"investigator": person("ivo")}),
    "begin_investigation": _with(services.begin_investigation),
    "serve_employer": _with(services.serve_employer, disclosure_reason=""),
    "skip_service": _with(services.skip_service, reason="Pay data of the trade will do."),
    "record_employer_answer": _with(
        services.record_employer_answer, _day("answered_on"), summary="The wage is what the trade pays."
    ),
    "request_information": _ask,
    "answer_request": _answer,
    "add_evidence": _evidence,
    "draft_determination": _draft(determinations.draft_determination),
    "revise_determination": _draft(determinations.revise_determination),
    "return_draft": _with(determinations.return_draft, reason="Say more about food."),
    "sign_determination": _sign,
    "record_service": _with(determinations.record_service, _day("served_on")),
    "reopen_service": _with(returned.reopen_service),
    "close": _with(services.close),
    "dismiss": _with(services.dismiss, ground="no_jurisdiction", reason="The work was done in Illinois."),
    "request_withdrawal": _with(services.request_withdrawal, reason="I found other work."),
    "close_as_withdrawn": _with(services.close_as_withdrawn),
    "continue_case": _with(services.continue_case, reason="Others earn the same wage."),
    "take_back_withdrawal": _with(services.take_back_withdrawal, reason="She called on March 5 and wants to go on."),
    "reopen": _with(services.reopen, reason="New papers came."),
    "answer_complaint": _with(services.answer_complaint, answer="We wrote to your employer."),
}  # fmt: skip


def do(case: Case, name: str, *, by: str | Actor | User, when: str | dt.datetime, **facts: Any) -> Case:
    """Do the act `name` on the case as it is now; `by` is a role, a person of NAMES' table or an actor."""
    case = Case.objects.get(pk=case.pk)
    actor = by.actor if isinstance(by, User) else actor_of(by, case) if isinstance(by, str) else by
    facts.setdefault("expected_version", case.version)
    return ACTS[name](case, actor=actor, at=at(when) if isinstance(when, str) else when, **facts)


# Cases in each state. A path is what was done after filing, by whom; "pdf" and "send" let the runner work, "send at once"
# without ten minutes between: a question that has not left by the end of a matter is taken back.

INVESTIGATING = (
    ("docket", "supervisor"), ("assign", "supervisor"), ("begin_investigation", "investigator"),
)  # fmt: skip
SERVED_EMPLOYER = (*INVESTIGATING, ("serve_employer", "investigator"))
DRAFTED = (*SERVED_EMPLOYER, ("draft_determination", "investigator"), ("pdf", ""))
SIGNED = (*DRAFTED, ("send at once", ""), ("sign_determination", "supervisor"), ("pdf", ""), ("send", ""))
SERVED = (*SIGNED, ("record_service", "investigator"))
PATHS: dict[str, tuple[tuple[str, str], ...]] = {
    "unverified": (),
    "received": (),
    "docketed": INVESTIGATING[:1],
    "assigned": INVESTIGATING[:2],
    "investigating": INVESTIGATING,
    "drafted": DRAFTED,
    "countersigned": SIGNED,
    "served": SERVED,
    "closed": (*SERVED, ("close", "investigator")),
    "dismissed": (("dismiss", "supervisor"),),
    "withdrawal_requested": (*INVESTIGATING, ("request_withdrawal", "complainant")),
    "reopened": (("dismiss", "supervisor"), ("reopen", "supervisor")),
}
WAGES_PATHS: dict[str, tuple[tuple[str, str], ...]] = {
    "received": (),
    "answered": (("answer_complaint", "supervisor"),),
    "closed": (("answer_complaint", "supervisor"), ("close", "supervisor")),
}


def walk(case: Case, path: tuple[tuple[str, str], ...], *, when: str | dt.datetime) -> Case:
    """Do what `path` says, ten minutes apart, and return the case."""
    moment = at(when) if isinstance(when, str) else when
    for name, by in path:
        if name == "send at once":
            send_mail(moment)
            continue
        moment += dt.timedelta(minutes=10)
        if name == "pdf":
            make_pdfs(moment)
        elif name == "send":
            send_mail(moment)
        else:
            case = do(case, name, by=by, when=moment)
    return Case.objects.get(pk=case.pk)


def case_in(state: str, *, content: Content = CONTENT, when: str = "2026-03-02 10:00") -> Case:
    """Return a case of the content's kind in `state`, filed at `when`."""
    if content.kind == "unpaid_wages":
        return walk(file_online(content=content, when=when), WAGES_PATHS[state], when=when)
    filed = file_for_paper if state == "unverified" else file_online
    return walk(filed(content=content, when=when), PATHS[state], when=when)


# What the runner does


EMPTY_PAGE = pdf("letter")


class QuickRenderer:
    """Stands in for the rendering child where a test needs bytes with a hash and not the look of a letter."""

    def render(self, *, html: str, epoch: int, timeout: float = 0) -> Rendered:
        """Return a PDF of one empty page whose bytes differ when the HTML differs."""
        mark = hashlib.sha256(html.encode()).hexdigest().encode()
        return Rendered(pdf=EMPTY_PAGE + b"%" + mark + b"\n", pages=1)


def make_pdfs(moment: dt.datetime) -> int:
    """Make the PDF of every frozen document."""
    return render_due(now=moment, limit=500, worker="test")


def send_mail(moment: dt.datetime) -> int:
    """Send every e-mail that is due, into the demonstration's mailbox."""
    return deliver_due(now=moment, limit=500, worker="test")


def mail_letters(case: Case, *, by: User, moment: dt.datetime) -> int:
    """Mark every letter of the case as mailed."""
    letters = case.notices.filter(channel="letter", status="queued")
    return len([
        mark_mailed(
            notice=n, mailed_on=timezone.localdate(moment), method="first-class mail", actor=by.actor, at=moment
        )
        for n in letters
    ])  # fmt: skip


# Looking


@dataclass(frozen=True)
class Trace:
    """What an act may leave behind: the case's version and state, and the number of rows of each table it writes."""

    version: int
    state: str
    counts: tuple[int, ...]


def trace(case: Case) -> Trace:
    """Return the trace of a case now."""
    relations = (
        "events", "notices", "documents", "clocks", "tasks", "attachments", "determinations", "information_requests",
    )  # fmt: skip
    with connection.cursor() as cursor:  # one statement: the matrices ask thousands of times
        cursor.execute(_tracing(relations), [case.pk] * (len(relations) + 1))
        version, state, *counts = cursor.fetchone()
    return Trace(version, state, tuple(counts))


@cache
def _tracing(relations: tuple[str, ...]) -> str:
    rows = {row.get_accessor_name(): row for row in Case._meta.related_objects}
    return f"SELECT version, state, {_counted([rows[name] for name in relations])} FROM cases_case WHERE id = %s"


def _counted(rows: Any) -> str:
    return ", ".join(
        f'(SELECT count(*) FROM "{row.related_model._meta.db_table}" WHERE "{row.field.column}" = %s)' for row in rows
    )


def count_rows(*models: Any) -> tuple[int, ...]:
    """Return the number of rows of each of these tables, in one statement."""
    counts = ", ".join(f'(SELECT count(*) FROM "{model._meta.db_table}")' for model in models)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}")
        return tuple(cursor.fetchone())


@contextmanager
def undone() -> Iterator[None]:
    """Take back everything that is done inside, units of work included."""
    outer = transaction.atomic()
    outer._from_testcase = True  # lets a durable unit of work stand inside, as it does in the test's own transaction
    with outer:
        yield
        transaction.set_rollback(True)
