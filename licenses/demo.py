"""Plays the demonstration's licenses, applications and revocations through the services, each act on its day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.utils import timezone

from licenses import demo_people, issuing
from licenses.demo_content import Applicant, content_of, workers_of
from licenses.facts import Answered, FactLine, Found
from licenses.filing import file_application
from licenses.guards.application import DENY, GRANT
from licenses.guards.revocation import ORDERS
from licenses.models import License
from licenses.review import asking, criteria, deciding, flags, progress
from licenses.review.deciding import Recommended
from licenses.revoking import notice, order
from licenses.revoking.opening import open_revocation
from wagecase.accounts.models import Membership, Organization, User
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor
from wagecase.rules import calendar
from wagecase.rules.zone import local_instant

FIRST = ("file", "begin", "check", "recommend", "decide")
RENEWAL = ("renew", "begin", "check", "recommend", "decide")
NOTICED = ("open", "notify", "record_service")
ORDERED = (*NOTICED, "answer", "judge", "draft")
AFTER = {
    "file": 0,
    "begin": 2,
    "ask": 3,
    "check": 4,
    "withdraw": 4,
    "recommend": 5,
    "decide": 7,
    "open": 0,
    "notify": 1,
    "record_service": 2,
    "answer": 9,
    "judge": 24,
    "draft": 25,
    "sign": 26,
    "serve": 27,
    "give_up": 0,
    "renew": 0,
}  # fmt: skip  days after the first act of the script


@dataclass(frozen=True)
class Scene:
    """One story: who applied how many days ago, through which acts it went, and when its term ends, in days from today.

    `then` are later scripts, each with the days ago of its first act.
    """

    ago: int
    applicant: Applicant
    script: Sequence[str] = FIRST
    ends_in: int | None = None  # None: a whole year
    begins_in: int | None = None
    then: tuple[tuple[int, Sequence[str]], ...] = ()
    decision: str = GRANT


SCENES = (
    Scene(140, Applicant(demo_people.FACILITY.legal_name, "Wausau", "54401", "Marathon", workers=5), then=((12, NOTICED),)),
    Scene(132, Applicant("Placeholder Packaging Example, Inc.", "Appleton", "54911", "Outagamie", workers=4)),
    Scene(110, Applicant("Invented Industries Example, Inc.", "Eau Claire", "54701", "Eau Claire")),
    Scene(88, Applicant("Makebelieve Meals Example LLC", "Janesville", "53545", "Rock", "employer", 2)),
    Scene(139, Applicant("Pretend Laundry Example, Inc.", "La Crosse", "54601", "La Crosse"), ends_in=21),
    Scene(141, Applicant("Sample Sheltered Shop Example, Inc.", "Green Bay", "54301", "Brown"), ends_in=-9,
          then=((26, RENEWAL[:2]),)),
    Scene(138, Applicant("Nonesuch Nursery Example LLC", "Beloit", "53511", "Rock", "employer", 2), ends_in=-3,
          then=((19, RENEWAL[:4]),)),
    Scene(137, Applicant("Fictional Fabrics Example, Inc.", "Sheboygan", "53081", "Sheboygan"), ends_in=-24),
    Scene(136, Applicant("Dummy Data Entry Example, Inc.", "Racine", "53403", "Racine"),
          then=((48, (*ORDERED, "sign", "serve")),)),
    Scene(133, Applicant("Trial Assembly Example, Inc.", "Superior", "54880", "Douglas"), then=((15, ("give_up",)),)),
    Scene(17, Applicant("Notional Candles Example, Inc.", "Oshkosh", "54901", "Winnebago"), begins_in=18),
    Scene(135, Applicant("Imaginary Woodworks Example, Inc.", "Rhinelander", "54501", "Oneida"), ends_in=-40,
          then=((58, RENEWAL),)),
    Scene(118, Applicant("Draft Bindery Example, Inc.", "Kenosha", "53140", "Kenosha"), then=((31, ORDERED),)),
    Scene(1, Applicant("Mockup Mailing Example, Inc.", "Madison", "53703", "Dane"), FIRST[:1]),
    Scene(8, Applicant("Query Quilts Example, Inc.", "Fond du Lac", "54935", "Fond du Lac"), FIRST[:2]),
    Scene(13, Applicant("Standin Sorting Example, Inc.", "Stevens Point", "54481", "Portage"), ("file", "begin", "ask")),
    Scene(10, Applicant("Concept Cards Example LLC", "Waukesha", "53186", "Waukesha", "employer", 2), FIRST[:4]),
    Scene(63, Applicant("Bogus Bottles Example LLC", "Manitowoc", "54220", "Manitowoc", "employer", 2), decision=DENY),
    Scene(34, Applicant("Virtual Vending Example, Inc.", "Marinette", "54143", "Marinette"), ("file", "begin", "withdraw")),
)  # fmt: skip
LINES = (
    FactLine("new1", "Three workers paid by the hour were not reviewed for eight months.", "DWD 272.09 (8) (j) 3.",
             "The records of a review of each of them, and the wages adjusted to it"),
    FactLine("new2", "The poster on special minimum wages was not displayed at the second place of work.",
             "DWD 272.09 (10)", "A photo of the poster where workers can see it"),
)  # fmt: skip


@dataclass
class Play:
    """One scene being played."""

    number: int
    scene: Scene
    today: date
    specialist: User
    supervisor: User
    made: dict[str, int] = field(default_factory=dict)  # id of the case that each kind of script works on
    acts: list[tuple[datetime, Callable[[Play, datetime], Any]]] = field(default_factory=list)

    @property
    def filed_on(self) -> date:
        """The day of the first application."""
        return calendar.day_after(self.today, -self.scene.ago)

    def file(self, kind: str) -> Case:
        """The case of that kind as it is now in the database."""
        return Case.objects.get(pk=self.made[kind])

    @property
    def license(self) -> License:
        """The license that the first application led to."""
        license = Case.objects.get(pk=self.made["first"]).application.license
        if license is None:
            raise RuntimeError("a license is granted before anything happens to it")
        return license

    def membership(self, at: datetime) -> Membership:
        """Who acts for the applicant: the facility's owner whom everybody may sign in as, or somebody invented."""
        name = self.scene.applicant.name
        found = Membership.objects.filter(organization__name=name, role=Membership.Role.OWNER).first()
        if found is not None:
            return found
        kind = self.scene.applicant.kind
        organization = Organization.objects.create(name=name, kind=kind, created_at=at)
        user = User.objects.create_user(f"robin@{self.scene.applicant.domain}", None, name="Robin Placeholder Example")
        return Membership.objects.create(organization=organization, user=user, role="owner", began_at=at)


def plays(today: date, people: dict[str, list[User]]) -> list[Play]:
    """Return every scene with its acts, dated back from `today`."""
    specialist, supervisor = people["specialist"][0], people["supervisor"][0]
    made = []
    for number, scene in enumerate(SCENES):
        play = Play(number, scene, today, specialist, supervisor)
        scripts = [(scene.ago, scene.script), *scene.then]
        play.acts = [
            (local_instant(calendar.day_after(today, AFTER[name] - ago), 9 + step).replace(minute=(number * 7) % 60), ACTS[name])
            for ago, script in scripts
            for step, name in enumerate(script)
        ]  # fmt: skip
        made.append(play)
    return made


def _file(play: Play, at: datetime, *, renews: License | None = None) -> None:
    applicant, on = play.scene.applicant, timezone.localdate(at)
    begins = None if play.scene.begins_in is None else calendar.day_after(play.today, play.scene.begins_in)
    case = file_application(
        membership=play.membership(at), content=content_of(applicant, play.number, on=on, start_on=begins),
        workers=workers_of(applicant, on=on), at=at, renews=renews,
    )  # fmt: skip
    play.made["application"] = case.pk
    play.made.setdefault("first", case.pk)


def _renew(play: Play, at: datetime) -> None:
    _file(play, at, renews=play.license)


def _begin(play: Play, at: datetime) -> None:
    case = play.file("application")
    progress.begin_review(
        case, reviewer=play.specialist, actor=play.specialist.actor, at=at, expected_version=case.version
    )


def _ask(play: Play, at: datetime) -> None:
    case = play.file("application")
    asking.request_information(
        case, questions="Which of your three places of work is the main one?\nSend the time study of worker W-002.",
        asked_by=play.specialist, actor=play.specialist.actor, at=at, expected_version=case.version,
    )  # fmt: skip


def _check(play: Play, at: datetime) -> None:
    case, denied = play.file("application"), play.scene.decision == DENY
    found = [
        progress.Found(code, "not-met" if denied and place == 0 else "met", "As the application says")
        for place, code in enumerate(criteria.CODES)
    ]
    cleared = {flag.code: "The employer raised the rates by letter." for flag in flags.blocking(case, granting=True)}
    progress.record_review(
        case, found=found, cleared=cleared, reviewer=play.specialist, actor=play.specialist.actor, at=at,
        expected_version=case.version,
    )  # fmt: skip


def _recommend(play: Play, at: datetime) -> None:
    case = play.file("application")
    if play.scene.decision == DENY:
        recommended = Recommended(
            DENY, "The survey asked one firm only, and no reason was given why there were not more."
        )
    else:
        # the decision comes two days later: a term never begins before it
        first, last = issuing.proposed_term(case.application, on=calendar.day_after(timezone.localdate(at), 2))
        if play.scene.ends_in is not None and case.application.renews_id is None:
            last = calendar.day_after(play.today, play.scene.ends_in)
        recommended = Recommended(GRANT, "The rates cover what is commensurate, and the survey is sound.", first, last)
    deciding.recommend(
        case, recommended=recommended, recommended_by=play.specialist, actor=play.specialist.actor, at=at,
        expected_version=case.version,
    )  # fmt: skip


def _decide(play: Play, at: datetime) -> None:
    case = play.file("application")
    act = deciding.deny if play.scene.decision == DENY else deciding.grant
    act(case, signer=play.supervisor, actor=play.supervisor.actor, at=at, expected_version=case.version)


def _withdraw(play: Play, at: datetime) -> None:
    deciding.withdraw(play.file("application"), actor=play.membership(at).actor, at=at)


def _give_up(play: Play, at: datetime) -> None:
    case = Case.objects.get(pk=play.license.case_id)
    issuing.surrender(case, actor=play.membership(at).actor, at=at, expected_version=case.version)


def _open(play: Play, at: datetime) -> None:
    case = open_revocation(play.license, ground="violation", lines=LINES, actor=play.specialist.actor, at=at)
    play.made["revocation"] = case.pk


def _act(service: Callable[..., Case], *, by: str = "specialist", **fixed: Any) -> Callable[[Play, datetime], None]:
    """Return an act on the revocation that asks nothing of its day."""

    def done(play: Play, at: datetime) -> None:
        case, actor = play.file("revocation"), _actor(play, by, at)
        service(case, actor=actor, at=at, expected_version=case.version, **fixed)

    return done


def _actor(play: Play, by: str, at: datetime) -> Actor:
    who = {"specialist": play.specialist, "supervisor": play.supervisor}.get(by)
    return who.actor if who else play.membership(at).actor


def _record_service(play: Play, at: datetime) -> None:
    _act(notice.record_notice_service, served_on=timezone.localdate(at), method="e-mail")(play, at)


def _answer(play: Play, at: datetime) -> None:
    case = play.file("revocation")
    first = case.alleged_facts.all()[0]
    words = "Two of the three were reviewed late; the third one has left us. We have a calendar of reviews now."
    notice.answer_facts(case, answers=[Answered(first.pk, words)], actor=play.membership(at).actor, at=at)


def _judge(play: Play, at: datetime) -> None:
    first, second = play.file("revocation").alleged_facts.all()
    found = [
        Found(first.pk, "stands", "No record of a review came in, and no wage was adjusted."),
        Found(second.pk, "cured", "The inspector saw the poster on a visit."),
    ]
    _act(notice.record_finding, findings=found)(play, at)


def _draft(play: Play, at: datetime) -> None:
    reasons = order.proposed_reasons(play.file("revocation"))
    _act(order.draft_order, reasons=reasons, drafted_by=play.specialist, intended_signer=play.supervisor)(play, at)


def _sign(play: Play, at: datetime) -> None:
    draft = ORDERS.current_draft(play.file("revocation"))
    _act(order.sign_order, by="supervisor", draft_sha256=draft.draft.sha256, signer=play.supervisor)(play, at)


def _serve(play: Play, at: datetime) -> None:
    on = max(copy.on for copy in ORDERS.copies_sent(play.file("revocation")))
    _act(order.record_service, served_on=on)(play, at)


ACTS: dict[str, Callable[[Play, datetime], Any]] = {
    "file": _file, "renew": _renew, "begin": _begin, "ask": _ask, "check": _check, "recommend": _recommend,
    "decide": _decide, "withdraw": _withdraw, "give_up": _give_up, "open": _open, "notify": _act(notice.serve_notice),
    "record_service": _record_service, "answer": _answer, "judge": _judge, "draft": _draft, "sign": _sign, "serve": _serve,
}  # fmt: skip
