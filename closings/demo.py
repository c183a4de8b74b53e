"""Plays the demonstration's closing notices through the services, each act on the day on which it would have happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone

from closings import determinations, intake, publishing
from closings.content import ClaimFacts, NoticeContent, RecipientFacts, SeparationFacts, SiteFacts
from closings.deciding import QUESTIONS, Decided
from closings.determinations import Findings
from closings.guards import ORDERS
from wagecase.accounts.models import User
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor
from wagecase.rules import calendar
from wagecase.rules.zone import local_instant


@dataclass
class Play:
    """One notice being played: when it came in, the day of the event, and how far it goes."""

    filed_on: date
    content: NoticeContent
    until: str  # received, listed, updated, rescinded, drafted, signed, served
    coordinator: User
    supervisor: User
    paper: bool = False
    case: Case | None = None
    acts: list[tuple[datetime, Callable[[Play, datetime], Any]]] = field(default_factory=list)

    @property
    def file(self) -> Case:
        """The case as it is now in the database."""
        if self.case is None:
            raise RuntimeError("a notice is filed before anything else happens")
        return Case.objects.get(pk=self.case.pk)

    @property
    def employer(self) -> Actor:
        """Whoever opened the private link."""
        party = self.file.parties.get()
        return Actor("link", party.pk, "employer", party.name)


# (days ago, days of notice, until, employer, event, industry, (municipality, type, county, affected) ..., days after
# filing on which each official was told; None is never)
SCENES: tuple[tuple[Any, ...], ...] = (
    (3, 64, "received", "Placeholder Papers Example, Inc.", "closing", "Paper mill",
     (("Rothschild", "village", "Marathon", 118),), 0),
    (11, 27, "listed", "Nonesuch Trailers Example LLC", "mass-layoff", "Truck trailers",
     (("West Salem", "village", "La Crosse", 64), ("Sparta", "city", "Monroe", 41)), 6),
    (19, 75, "updated", "Sample Frozen Foods Example Company", "closing", "Frozen food",
     (("Darien", "village", "Walworth", 153),), 1),
    (33, 60, "rescinded", "Makebelieve Castings Example Corporation", "closing", "Iron castings",
     (("Waupaca", "city", "Waupaca", 71),), 0),
    (52, 31, "drafted", "Invented Call Center Example LLC", "closing", "Call center",
     (("Wausau", "city", "Marathon", 86), ("Weston", "village", "Marathon", 39)), 9),
    (94, 24, "served", "Pretend Printing Example, Inc.", "closing", "Commercial printing",
     (("Menasha", "city", "Winnebago", 57), ("Harrison", "village", "Calumet", 38)), 12),
    (141, 83, "listed", "Fictional Furniture Example Company", "mass-layoff", "Wood furniture",
     (("Medford", "city", "Taylor", 44),), 2),
)  # fmt: skip


def plays(today: date, people: dict[str, list[User]]) -> list[Play]:
    """Return every notice with its acts, dated back from `today`."""
    coordinator, supervisor = people["coordinator"][0], people["supervisor"][0]
    made = []
    for number, (ago, notice, until, name, event, industry, places, told) in enumerate(SCENES):
        filed_on = calendar.day_after(today, -ago)
        content = _content(filed_on, notice, name=name, event=event, industry=industry, places=places, told=told)
        play = Play(filed_on, content, until, coordinator, supervisor, paper=number == 5)
        days = {"file": 0, "publish": 1, "change": 6, "draft": 10, "sign": 12, "mail": 13, "serve": 14}
        play.acts = [
            (
                local_instant(calendar.day_after(filed_on, days[act]), 9 + step).replace(minute=(number * 11) % 60),
                ACTS[act],
            )
            for step, act in enumerate(_script(until))
        ]
        made.append(play)
    return made


def _script(until: str) -> list[str]:
    return {
        "received": ["file"], "listed": ["file", "publish"], "updated": ["file", "publish", "change"],
        "rescinded": ["file", "publish", "change"], "drafted": ["file", "publish", "draft"],
        "served": ["file", "publish", "draft", "sign", "mail", "serve"],
    }[until]  # fmt: skip


def _content(
    filed_on: date, notice: int, *, name: str, event: str, industry: str, places: tuple[Any, ...], told: int
) -> NoticeContent:
    affected = sum(count for _place, _kind, _county, count in places)
    officials = tuple(
        RecipientFacts("official", "Mayor" if kind == "city" else "Village president", place,
                       calendar.day_after(filed_on, -told if number else told - 12 if told > 6 else 0), "certified", "Receipt kept",
                       municipality_type=kind)
        for number, (place, kind, _county, _count) in enumerate(places)
    )  # fmt: skip
    return NoticeContent(
        employer_name=name, event=event, duration="permanent", whole_site="yes" if event == "closing" else "",
        employer_kind="private", persons_in_state=affected * 2 + 37, new_in_state=6, low_hour_in_state=3, cause="other",
        represented="no", industry=industry, dated_on=filed_on, contact_name="Paula Placeholder Example",
        contact_phone="608-555-0122", contact_email=f"office@{name.split()[0].lower()}.example.com",
        contact_postal="400 Placeholder Road\nMadison, WI 53700",
        sites=tuple(SiteFacts(place, county, kind, affected=count, new_employees=2) for place, kind, county, count in places),
        separations=(SeparationFacts(calendar.day_after(filed_on, notice), None, affected),),
        recipients=(
            RecipientFacts("department", given_on=filed_on),
            RecipientFacts("employee", "All shifts", "", filed_on, "hand", "Signed list"), *officials,
        ),
        claims=(ClaimFacts("unforeseeable", "Our largest customer ended its contract on short notice."),) if told == 12 else (),
    )  # fmt: skip


def _file(play: Play, at: datetime) -> None:
    if play.paper:
        play.case = intake.record_letter(
            content=replace(play.content, contact_email=""), received_on=play.filed_on,
            postmarked_on=calendar.day_after(play.filed_on, -2), actor=play.coordinator.actor, at=at,
            keyed_by=play.coordinator,
        )  # fmt: skip
    else:
        play.case = intake.file_online(content=play.content, email=play.content.contact_email, language="en", at=at)


def _publish(play: Play, at: datetime) -> None:
    publishing.publish(play.file, actor=play.coordinator.actor, at=at, expected_version=play.file.version)


def _change(play: Play, at: datetime) -> None:
    if play.until == "rescinded":
        intake.rescind(play.file, reason="A buyer takes over the work.", actor=play.employer, at=at)
        return
    rows = tuple(replace(row, count=(row.count or 0) - 12) for row in play.content.separations)
    sites = tuple(replace(site, affected=(site.affected or 0) - 12) for site in play.content.sites)
    intake.file_update(
        play.file, content=replace(play.content, separations=rows, sites=sites), actor=play.employer, at=at
    )


def _draft(play: Play, at: datetime) -> None:
    claims = tuple(
        Decided(row.code, False, "The contract had an end date that the employer knew.") for row in play.content.claims
    )
    findings = Findings(
        reasons="The employer decided on the closing and told its employees on the day on which it told us.\n\n"
        "An official was told after the day on which notice was due.",
        decisions=tuple(Decided(row.code, row.reached) for row in QUESTIONS), exceptions=claims, daily_amount=Decimal("150.00"),
        surcharge_reason="It is the first case of this employer, and the employees were told in writing.",
    )  # fmt: skip
    determinations.draft_determination(
        play.file, findings=findings, drafted_by=play.coordinator, intended_signer=play.supervisor,
        actor=play.coordinator.actor, at=at, expected_version=play.file.version,
    )  # fmt: skip


def _sign(play: Play, at: datetime) -> None:
    draft = play.file.closing_determinations.get(superseded=False).draft
    determinations.sign_determination(
        play.file, draft_sha256=draft.sha256, signer=play.supervisor, actor=play.supervisor.actor, at=at,
        expected_version=play.file.version,
    )  # fmt: skip


def _mail(play: Play, at: datetime) -> None:
    for letter in play.file.notices.filter(channel="letter", mailed_on=None):
        mark_mailed(
            notice=letter,
            mailed_on=timezone.localdate(at),
            method="first-class mail",
            actor=play.coordinator.actor,
            at=at,
        )


def _serve(play: Play, at: datetime) -> None:
    on = max(copy.on for copy in ORDERS.copies_sent(play.file))
    determinations.record_service(
        play.file, served_on=on, actor=play.coordinator.actor, at=at, expected_version=play.file.version
    )


ACTS: dict[str, Callable[[Play, datetime], Any]] = {
    "file": _file, "publish": _publish, "change": _change, "draft": _draft, "sign": _sign, "mail": _mail, "serve": _serve,
}  # fmt: skip
