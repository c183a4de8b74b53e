"""Draft, propose, withdraw and publish rate schedules; the only writers of schedules that staff make (ADR 14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import F, QuerySet
from django.utils import timezone

from wagecase.accounts.models import Role
from wagecase.audit.chain import record, unit_of_work
from wagecase.cases import files
from wagecase.cases.services import next_number
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rates.books import CENT, published_book, rows_of, rows_sha256
from wagecase.rates.models import ADOPTED_SOURCE, DRAFT, IN_FORCE, PRINTED, PROPOSED, RateRow, RateSchedule
from wagecase.rates.rowcheck import check_rows, separates_sexes
from wagecase.rates.succession import begun_after, moved, supersede
from wagecase.rules.finding import Finding
from wagecase.rules.ratebook import Printed
from wagecase.web.formatting import day as day_text

__all__ = [
    "PREPARERS",
    "Authority",
    "draft_schedule",
    "is_stale",
    "propose_schedule",
    "publish_schedule",
    "read_findings",
    "save_rows",
    "withdraw_schedule",
]

CITE = "104.04"
PREPARERS = (Role.INVESTIGATOR, Role.SUPERVISOR)
CHANGED = "The rates in force changed after this table was worked out. "
SAVE_AGAIN = CHANGED + "Open the draft, look at the figures, and save it again."
PROPOSE_AGAIN = CHANGED + "Withdraw the proposal, look at the figures, and propose it again."


@dataclass(frozen=True, slots=True)
class Authority:
    """What puts a schedule in force: an act or a register (models.ACT, REGISTER), its number, its date, its document."""

    kind: str
    number: str
    date: date | None
    document: files.Taken | None


def draft_schedule(
    *,
    title: str,
    method: str,
    first_day: date,
    rows: Iterable[Printed],
    actor: Actor,
    at: datetime,
    source: str = ADOPTED_SOURCE,
    citation: str = "",
    note: str = "",
    inputs: Mapping[str, Any] | None = None,
    findings: Mapping[str, Finding[Any]] | None = None,
) -> RateSchedule:
    """Start a schedule such as RS-2026-0001 from rows of DWD272, and return it as a draft.

    `first_day` is the day on which the earliest rows are meant to begin; publishing may move them. `inputs` is what was
    entered, `findings` the reasons by name; both are stored as they are. Raises NotPermitted unless the actor handles
    cases, ValidationError (title, method, source, rows) for anything that no schedule may hold.
    """
    _staff(actor, PREPARERS, "Only an investigator or a supervisor may prepare a rate schedule.")
    _check_head(title=title, method=method, source=source)
    checked = check_rows(rows, first_day=first_day)
    with unit_of_work():
        # The counter of case numbers, with fewer digits: there are few schedules in a year.
        prefix, year, place = next_number("RS", timezone.localdate(at).year).split("-")
        schedule = RateSchedule.objects.create(
            key=f"{prefix}-{year}-{int(place):04d}", source=source, title=title.strip(), method=method,
            first_day=first_day, citation=citation.strip(), note=note.strip(), inputs=dict(inputs or {}),
            findings=_frozen(findings), rows_sha256=rows_sha256(checked), prepared_by=actor.key,
            prepared_label=actor.label, hands=[actor.key], created_at=at,
        )  # fmt: skip
        add_rows(schedule, checked)
        _record("draft_schedule", schedule, actor=actor, at=at, rows_sha256=schedule.rows_sha256, method=method)
    return schedule


def save_rows(
    *,
    schedule: RateSchedule,
    rows: Iterable[Printed],
    expected_version: int,
    actor: Actor,
    at: datetime,
    first_day: date | None = None,
    title: str | None = None,
    note: str | None = None,
    inputs: Mapping[str, Any] | None = None,
    findings: Mapping[str, Finding[Any]] | None = None,
) -> RateSchedule:
    """Replace every row of a draft (and what else is given) and return the fresh schedule.

    Whoever saves has prepared it and cannot publish it any more. Raises NotPermitted, StaleVersion, TransitionNotAllowed
    (no draft) and ValidationError as `draft_schedule` does.
    """
    _staff(actor, PREPARERS, "Only an investigator or a supervisor may prepare a rate schedule.")
    new_title = schedule.title if title is None else title
    _check_head(title=new_title, method=schedule.method, source=schedule.source)
    begins = first_day or schedule.first_day
    if begins is None:
        raise TransitionNotAllowed("The table of a bill cannot be changed.", transition="save_rows")
    checked = check_rows(rows, first_day=begins)
    with unit_of_work():
        now = _take(schedule, DRAFT, act="save_rows", expected_version=expected_version)
        before = now.rows_sha256
        hands = list(dict.fromkeys([*now.hands, actor.key]))
        _write(
            now, first_day=begins, title=new_title.strip(), note=now.note if note is None else note.strip(),
            inputs=now.inputs if inputs is None else dict(inputs),
            findings=now.findings if findings is None else _frozen(findings), rows_sha256=rows_sha256(checked),
            prepared_by=actor.key, prepared_label=actor.label, hands=hands,
        )  # fmt: skip
        now.rows.all().delete()
        add_rows(now, checked)
        _record("save_rows", now, actor=actor, at=at, rows_before=before, rows_sha256=rows_sha256(checked))
    return _fresh(schedule)


def propose_schedule(*, schedule: RateSchedule, expected_version: int, actor: Actor, at: datetime) -> RateSchedule:
    """Put a draft forward: its rows, inputs and findings are frozen until it is withdrawn. Return the fresh schedule.

    Raises NotPermitted (no supervisor), StaleVersion, and TransitionNotAllowed (no draft, or `is_stale`).
    """
    _staff(actor, (Role.SUPERVISOR,), "Only a supervisor may propose a rate schedule.")
    with unit_of_work():
        # Held, so that the book looked at is the one in force.
        list(_published(schedule.source).select_for_update(no_key=True))
        now = _take(schedule, DRAFT, act="propose_schedule", expected_version=expected_version)
        if is_stale(now):
            raise TransitionNotAllowed(SAVE_AGAIN, transition="propose_schedule", state=now.status)
        hands = list(dict.fromkeys([*now.hands, actor.key]))
        _write(now, status=PROPOSED, proposed_at=at, hands=hands)
        changes = {"status": (DRAFT, PROPOSED)}
        _record("propose_schedule", now, actor=actor, at=at, changes=changes, rows_sha256=now.rows_sha256)
    return _fresh(schedule)


def withdraw_schedule(
    *, schedule: RateSchedule, reason: str, expected_version: int, actor: Actor, at: datetime
) -> RateSchedule:
    """Take a proposal back to a draft, for a stated reason, so that it can be changed. Return the fresh schedule.

    Raises NotPermitted, StaleVersion, TransitionNotAllowed (not proposed; a bill is never taken back) and
    ValidationError (reason).
    """
    _staff(actor, PREPARERS, "Only an investigator or a supervisor may withdraw a rate schedule.")
    if not reason.strip():
        raise ValidationError({"reason": "Say why the proposal is withdrawn"})
    with unit_of_work():
        now = _take(schedule, PROPOSED, act="withdraw_schedule", expected_version=expected_version)
        _write(now, status=DRAFT, proposed_at=None)
        changes = {"status": (PROPOSED, DRAFT), "reason": ("", reason.strip())}
        _record("withdraw_schedule", now, actor=actor, at=at, changes=changes)
    return _fresh(schedule)


def publish_schedule(
    *,
    schedule: RateSchedule,
    authority: Authority,
    first_day: date,
    expected_version: int,
    actor: Actor,
    at: datetime,
    first_day_reason: str = "",
) -> RateSchedule:
    """Put a proposal in force from `first_day` by its authority, and return the fresh schedule.

    Its earliest rows move to `first_day`; what answers afterwards stands in docs/adr/0014. Stored decisions keep what
    they were made with. `first_day_reason` says where the authority itself sets a first day that has begun already.

    Raises NotPermitted (no supervisor), TransitionNotAllowed (not proposed; a bill; somebody who prepared it; `is_stale`),
    StaleVersion, and ValidationError by field: authority_kind, authority_number, authority_date, document, first_day.
    """
    _staff(actor, (Role.SUPERVISOR,), "Only a supervisor may put a rate schedule in force.")
    today = timezone.localdate(at)
    with unit_of_work():
        standing = list(_published(schedule.source).select_for_update(no_key=True))
        now = _take(schedule, PROPOSED, act="publish_schedule", expected_version=expected_version)
        if actor.key in now.hands:
            said = "You prepared this schedule. A second person must enter its authority."
            raise TransitionNotAllowed(said, transition="publish_schedule", state=now.status)
        if is_stale(now):
            raise TransitionNotAllowed(PROPOSE_AGAIN, transition="publish_schedule", state=now.status)
        document = _check_authority(authority, first_day=first_day, reason=first_day_reason.strip(), today=today)
        rows = _rows_from(now, first_day, standing=standing, today=today)
        kept = files.keep(document, source="staff", at=at, purpose="authority")
        _write(
            now, status=IN_FORCE, first_day=first_day, rows_sha256=rows_sha256(rows), published_at=at,
            published_by=actor.key, published_label=actor.label, authority_kind=authority.kind,
            authority_number=authority.number.strip(), authority_date=authority.date, document=kept,
            document_sha256=kept.sha256, first_day_reason=first_day_reason.strip(),
        )  # fmt: skip
        changes = {
            "status": (PROPOSED, IN_FORCE),
            "authority_number": ("", authority.number.strip()),
            "first_day_reason": ("", first_day_reason.strip()),
        }
        _record(
            "publish_schedule", now, actor=actor, at=at, changes=changes, first_day=first_day,
            authority_kind=authority.kind, authority_date=authority.date, document_sha256=kept.sha256,
            rows_sha256=rows_sha256(rows), superseded=supersede(_published(schedule.source)),
        )  # fmt: skip
    return _fresh(schedule)


def read_findings(schedule: RateSchedule) -> dict[str, tuple[Finding[Any], dict[str, list[str]]]]:
    """Return the stored findings by name, each with its sentences as printed in "en" and "es"; nothing is worked out."""
    return {row["name"]: (Finding.from_dict(row["finding"]), row["sentences"]) for row in schedule.findings}


def is_stale(schedule: RateSchedule) -> bool:
    """Return whether the rates in force are no longer those beside which the table of a schedule was worked out.

    Never for one that keeps no proposal among its findings: it was compared with nothing.
    """
    kept = [row["finding"] for row in schedule.findings if row["name"] == "proposal"]
    return any(Finding.from_dict(found).value["book"] != published_book().name for found in kept)


def _staff(actor: Actor, roles: Iterable[str], words: str) -> None:
    if actor.kind != "staff" or actor.role not in tuple(roles):
        raise NotPermitted(words)


def _check_head(*, title: str, method: str, source: str) -> None:
    if source != ADOPTED_SOURCE:
        raise ValidationError({"source": "The table of a bill is kept as it was introduced: proposed, not law"})
    if method == PRINTED or method not in dict(RateSchedule.METHODS):
        raise ValidationError({"method": "Choose how the amounts were found"})
    if not title.strip() or len(title.strip()) > 200:
        raise ValidationError({"title": "Enter a title of up to 200 characters"})
    if separates_sexes(title):
        raise ValidationError({"title": "104.04 forbids a schedule that separates men and women"})


def _check_authority(authority: Authority, *, first_day: date, reason: str, today: date) -> files.Taken:
    """Return the document if everything about the authority and the first day is there and goes together."""
    faults: dict[str, str] = {}
    if authority.kind not in dict(RateSchedule.AUTHORITIES):
        faults["authority_kind"] = "Choose the act or the register that puts the schedule in force"
    if not authority.number.strip() or len(authority.number.strip()) > 60:
        faults["authority_number"] = "Enter the number of the act or register, up to 60 characters"
    if authority.date is None:
        faults["authority_date"] = "Enter the date of the act or register"
    elif authority.date > today:
        faults["authority_date"] = f"The date of the act or register must be {day_text(today)} or earlier"
    elif first_day < authority.date:
        words = f"The first day must be {day_text(authority.date)} or later: nothing is in force before its authority"
        faults["first_day"] = words
    if "first_day" not in faults and first_day <= today and not reason:
        words = "This day has begun already. Enter a later day, or say where the authority itself sets this one"
        faults["first_day"] = words
    if authority.document is None or not authority.document.data:
        faults["document"] = "Add the act or the register page as a file"
    if faults or authority.document is None:
        raise ValidationError(faults)
    return authority.document


def _rows_from(now: RateSchedule, first_day: date, *, standing: list[RateSchedule], today: date) -> tuple[Printed, ...]:
    """Store and return the rows as they begin on the first day that the authority sets."""
    before = rows_of(now)
    rows = moved(before, planned=now.first_day, first_day=first_day)
    if stands := begun_after(standing, rows, first_day=first_day, today=today):
        words = f"An amount that answers already began on {day_text(stands)}. The first day cannot be before it"
        raise ValidationError({"first_day": words})
    if rows != before:
        now.rows.all().delete()
        add_rows(now, rows)
    return rows


def _published(source: str) -> QuerySet[RateSchedule]:
    return RateSchedule.objects.filter(source=source, published_at__isnull=False).order_by("pk")


def _take(schedule: RateSchedule, status: str, *, act: str, expected_version: int) -> RateSchedule:
    """Return the locked row if it is what the person saw and may be acted on."""
    now = RateSchedule.objects.select_for_update(no_key=True).get(pk=schedule.pk)
    if now.is_bill:
        said = "This is the table of a bill: proposed, not law. It is kept as it was introduced."
        raise TransitionNotAllowed(said, transition=act, state=now.status)
    if now.version != expected_version:
        said = "Somebody changed this schedule after you opened the page. Your text is kept below."
        raise StaleVersion(said, transition=act, state=now.status)
    if now.status != status or now.method == PRINTED:
        said = f"This is not possible now: the schedule is “{now.get_status_display()}”."
        raise TransitionNotAllowed(said, transition=act, state=now.status)
    return now


def _write(now: RateSchedule, **fields: Any) -> None:
    """Write the fields by compare-and-set on the version that was read."""
    found = RateSchedule.objects.filter(pk=now.pk, version=now.version, status=now.status)
    if found.update(version=F("version") + 1, **fields) != 1:
        raise StaleVersion("Somebody changed this schedule at the same moment. Your text is kept below.")


def add_rows(schedule: RateSchedule, rows: Sequence[Printed]) -> None:
    """Store the rows of a schedule. ValueError for an amount with more places than the cents that it keeps."""
    for row in rows:
        if row.amount != row.amount.quantize(CENT):
            raise ValueError(f"{row.class_} {row.item} {row.unit}: {row.amount} has more places than cents")
    RateRow.objects.bulk_create(
        RateRow(
            schedule=schedule, class_name=row.class_, item=row.item, unit=row.unit, start=row.start, end=row.end,
            amount=row.amount, cite=row.cite, flag=row.flag,
        )
        for row in rows
    )  # fmt: skip


def _frozen(findings: Mapping[str, Finding[Any]] | None) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "finding": found.to_dict(),
            "sentences": {language: found.sentences(language) for language in ("en", "es")},
        }
        for name, found in (findings or {}).items()
    ]


def _record(act: str, schedule: RateSchedule, **told: Any) -> None:
    actor, at, changes = told.pop("actor"), told.pop("at"), told.pop("changes", None)
    facts = {"schedule_id": schedule.pk, "key": schedule.key, **told}
    record(verb=f"rates.{act}", actor=actor, at=at, facts=facts, citations=(CITE,), changes=changes)


def _fresh(schedule: RateSchedule) -> RateSchedule:
    return RateSchedule.objects.get(pk=schedule.pk)
