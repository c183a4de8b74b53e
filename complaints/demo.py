"""Plays the demonstration's stories through the services, day by day, as if they had happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from complaints import determinations, intake, naming, services
from complaints.content import Content, EmployerFacts, PaperStamp, Person, Signature
from complaints.declarations import current
from complaints.demo_scenes import EMPLOYERS, SCENES, Scene
from wagecase.accounts.models import User
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Case, Party
from wagecase.cases.services import add_note
from wagecase.lifecycle import Actor
from wagecase.rules import calendar
from wagecase.rules.zone import local_instant

STEP = timedelta(minutes=20)
Act = Callable[["Play", datetime], Any]


@dataclass
class Play:
    """One scene being played: its case so far and what comes when (days after filing, hour, act)."""

    scene: Scene
    number: int
    filed_on: date
    investigator: User
    supervisor: User
    case: Case | None = None
    script: list[tuple[int, int, str]] = field(default_factory=list)

    @property
    def file(self) -> Case:
        """The case as it is now in the database."""
        if self.case is None:
            raise RuntimeError("a scene is filed before anything else happens")
        return Case.objects.get(pk=self.case.pk)

    @property
    def acts(self) -> list[tuple[datetime, Act]]:
        """When each act happens, and what does it."""
        return [(at, _ACTS[name]) for at, name in schedule(self)]


PATH = (
    (1, 9, "docket"), (1, 11, "assign"), (2, 9, "begin"), (3, 10, "serve"), (4, 15, "mail_notice"), (9, 14, "employer_answer"),
    (11, 15, "draft"), (14, 9, "sign"), (15, 10, "service"), (22, 16, "close"),
)  # fmt: skip
LAST = {
    "received": "", "docketed": "docket", "assigned": "assign", "investigating": "employer_answer",
    "drafted": "draft", "countersigned": "sign", "served": "service", "closed": "close",
}  # fmt: skip


def plays(today: date, people: dict[str, list[User]]) -> list[Play]:
    """Return every scene with its script, dated back from `today`."""
    made = []
    for number, scene in enumerate(SCENES):
        investigators, supervisors = people["investigator"], people["supervisor"]
        play = Play(
            scene, number, calendar.day_after(today, -scene.days_ago), investigators[number % len(investigators)],
            supervisors[number % len(supervisors)],
        )  # fmt: skip
        play.script = _script(scene)
        made.append(play)
    return made


def _script(scene: Scene) -> list[tuple[int, int, str]]:
    script = [(scene.keyed_after, scene.hour, "file")]
    if scene.kind == "unpaid_wages":
        return script + ([(6, 10, "answer_wages")] if scene.target == "answered" else [])
    if scene.target == "unverified":
        return script
    if scene.target == "withdrawn":
        return [*script, (1, 9, "docket"), (4, 19, "withdraw"), (6, 9, "close_withdrawn")]
    if scene.target == "withdrawal_requested":
        return [*script, *PATH[:3], (10, 18, "withdraw")]
    if scene.target == "dismissed":
        return [*script, (2, 9, "dismiss")]
    if scene.target == "reopened":
        return [*script, (2, 9, "dismiss"), (33, 9, "reopen")]
    for day, hour, name in PATH:
        script.append((max(day, scene.keyed_after), hour, name))
        if name == LAST[scene.target]:
            break
    return script if LAST[scene.target] else script[:1]


def schedule(play: Play) -> list[tuple[datetime, str]]:
    """Return when each act of the scene happens: staff work on office days, and no act comes before the one before it."""
    made: list[tuple[datetime, str]] = []
    for offset, hour, name in play.script:
        day = calendar.day_after(play.filed_on, offset)
        by_party = name == "withdraw" or (name == "file" and play.scene.way in {"online", "for_paper"})
        while not by_party and calendar.office_day_on_or_before(day) != day:
            day = calendar.day_after(day)
        minute = play.scene.minute if name == "file" else (play.number * 7) % 50
        at = local_instant(day, hour).replace(minute=minute)
        if made and at <= made[-1][0]:
            at = made[-1][0] + STEP
        made.append((at, name))
    return made


def _content(scene: Scene) -> Content:
    legal, trade, street, city, email = EMPLOYERS[scene.employer]
    first = scene.name.split()[0].lower()
    person = Person(
        name=scene.name, email=f"{first}@example.com" if scene.email else "", phone="608-555-0123",
        postal="" if scene.email else f"{100 + len(scene.name)} Invented Street\nMadison, WI 53700",
        language=scene.language, safe_contact="After 6 p.m." if scene.disclosure == "no" else "",
    )  # fmt: skip
    employer = EmployerFacts(name=legal, trade_name=trade, email=email, postal=f"{street}\n{city}", work_site=city)
    return Content(
        kind=scene.kind, complainant=person, employer=employer, occupation=scene.occupation, wage=scene.wage,
        statement=scene.statement, capacity="any_person" if scene.scope == "class" else "employee",
        scope=scene.scope, employees=scene.employees, identity_disclosure=scene.disclosure,
        hours_per_week="" if scene.email else "about 38",
    )  # fmt: skip


def _signature(scene: Scene, day: date, at: datetime | None) -> Signature:
    words = current(scene.language)
    return Signature(
        version=words.version, language=words.language, text=words.text, name=scene.name, city="Madison",
        state="Wisconsin", signed_on=day, signed_at=at, method="online" if at else "paper",
    )  # fmt: skip


def _file(play: Play, at: datetime) -> None:
    scene, content = play.scene, _content(play.scene)
    if scene.way == "online":
        play.case = intake.file_online(content=content, signature=_signature(scene, play.filed_on, at), at=at)
    elif scene.way == "for_paper":
        play.case = intake.file_for_paper(content=content, at=at)
    else:
        signature = _signature(scene, play.filed_on, None) if scene.way == "paper" else None
        stamp = PaperStamp(scene.way, play.filed_on, signature)
        by = play.supervisor
        play.case = intake.record_complaint(content=content, stamp=stamp, actor=by.actor, at=at, keyed_by=by)


def _serve(play: Play, at: datetime) -> None:
    case, who = play.file, play.investigator
    if play.scene.disclosure == "no":
        reason = "The complainant fears for her work and few people hold this job; pay data of the trade will do."
        services.skip_service(case, reason=reason, actor=who.actor, at=at, expected_version=case.version)
        return
    agreed = play.scene.disclosure == "yes"
    reason = "" if agreed else "Reached by telephone; the complainant agreed to be named."
    services.serve_employer(
        case, names_complainant=True, disclosure_reason=reason, actor=who.actor, at=at, expected_version=case.version
    )


def _employer_answer(play: Play, at: datetime) -> None:
    case = play.file
    if case.complaint.employer_served_on and play.number % 3:
        summary = "The employer says that the wage is what the trade pays locally and encloses its pay scale."
        services.record_employer_answer(
            case, answered_on=timezone.localdate(at), summary=summary, actor=play.investigator.actor, at=at,
            expected_version=case.version,
        )  # fmt: skip
    add_note(
        play.file, text="Called the complainant; rent and food costs written down.", author=play.investigator, at=at
    )


def _weighed(case: Case) -> str:
    if case.complaint.employer_answered_on:
        return "The employer's answer was weighed and does not change this."
    if case.complaint.employer_served_on:
        return "The employer was told of the complaint and has not answered."
    return "The employer was not heard, so that the complainant need not be named."


def _draft(play: Play, at: datetime) -> None:
    case, scene = play.file, play.scene
    found = (
        "A full-time worker at this wage falls short of the local cost of rent, food and travel for one adult.",
        "The wage covers the local cost of rent, food and travel for one adult with full-time work.",
    )[0 if scene.cause else 1]
    findings = determinations.Findings(
        reasonable_cause=scene.cause, occupation=scene.occupation,
        concerning=", ".join(naming.concerned(case)) or f"One or more employees: {scene.occupation}",
        wage_found=scene.wage,
        evidence="Verified complaint\nTelephone interview with the complainant"
        + ("\nEmployer's pay scale" if case.complaint.employer_answered_on else ""),
        economic_material="Fair market rents of the county, this year\nFood plan at low cost, federal, this quarter",
        reasons=f"{found}\n\n{_weighed(case)}",
    )  # fmt: skip
    determinations.draft_determination(
        case, findings=findings, drafted_by=play.investigator, intended_signer=play.supervisor,
        actor=play.investigator.actor, at=at, expected_version=case.version,
    )  # fmt: skip


def _sign(play: Play, at: datetime) -> None:
    case = play.file
    draft = case.determinations.filter(superseded=False, signed_at=None).get()
    determinations.sign_determination(
        case, draft_sha256=draft.draft.sha256, signer=play.supervisor, actor=play.supervisor.actor, at=at,
        expected_version=case.version,
    )  # fmt: skip


def _mail_notice(play: Play, at: datetime) -> None:
    _mail(play, at, kind="complaints.serve_employer")


def _mail(play: Play, at: datetime, **which: str) -> None:
    for notice in play.file.notices.filter(channel="letter", status="queued", document__status="ready", **which):
        mark_mailed(
            notice=notice, mailed_on=timezone.localdate(at), method="first-class mail", actor=play.investigator.actor,
            at=at,
        )  # fmt: skip


def _service(play: Play, at: datetime) -> None:
    _mail(play, at)
    case = play.file
    determinations.record_service(
        case, served_on=timezone.localdate(at), actor=play.investigator.actor, at=at, expected_version=case.version
    )


def _withdraw(play: Play, at: datetime) -> None:
    party = play.file.parties.get(role=Party.Role.COMPLAINANT)
    actor = Actor("link", party.pk, "complainant", party.name)
    services.request_withdrawal(play.file, reason="I have found other work.", actor=actor, at=at)


def _by_supervisor(service: Callable[..., Any], **values: Any) -> Act:
    def act(play: Play, at: datetime) -> None:
        case = play.file
        service(case, actor=play.supervisor.actor, at=at, expected_version=case.version, **values)

    return act


def _by_investigator(service: Callable[..., Any], **values: Any) -> Act:
    def act(play: Play, at: datetime) -> None:
        case = play.file
        service(case, actor=play.investigator.actor, at=at, expected_version=case.version, **values)

    return act


def _assign(play: Play, at: datetime) -> None:
    case = play.file
    services.assign(
        case, investigator=play.investigator, actor=play.supervisor.actor, at=at, expected_version=case.version
    )


_ACTS: dict[str, Act] = {
    "file": _file,
    "docket": _by_supervisor(services.docket, jurisdiction="Work in this state; wage stated; falls under s. 104.05."),
    "assign": _assign,
    "begin": _by_investigator(services.begin_investigation),
    "serve": _serve,
    "mail_notice": _mail_notice,
    "employer_answer": _employer_answer,
    "draft": _draft,
    "sign": _sign,
    "service": _service,
    "close": _by_investigator(services.close),
    "withdraw": _withdraw,
    "close_withdrawn": _by_supervisor(services.close_as_withdrawn),
    "dismiss": _by_supervisor(
        services.dismiss, ground="no_jurisdiction",
        reason="The work was done in Illinois. Section 104.05 covers wages for work in Wisconsin.",
    ),
    "reopen": _by_supervisor(services.reopen, reason="New papers show that half of the work was done in Wisconsin."),
    "answer_wages": _by_supervisor(
        services.answer_complaint,
        answer="We wrote to your employer today and asked for the pay records. We will tell you what it answers.",
    ),
}  # fmt: skip
