"""Words for the record of a case: each audit event as a sentence, by whom, when, what changed, with its papers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date

from wagecase.accounts.models import Role, User
from wagecase.audit.models import Event, EventDetail
from wagecase.cases.acts import lifecycle_of
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Attachment, Case, Task
from wagecase.deadlines.models import Clock
from wagecase.deadlines.table import BY_KEY
from wagecase.documents.models import Document
from wagecase.notices.models import Notice
from wagecase.web.formatting import day

REMINDER = "deadlines.remind"
SENT = "notices.sent"
QUIET = (REMINDER, SENT)  # what the system does by itself and nobody must answer
PAST = {  # verbs that are no row of a lifecycle
    REMINDER: "Reminder sent",
    SENT: "E-mail taken by the recipient’s mail server",
    "notices.returned": "E-mail came back",
    "notices.failed": "E-mail could not be sent",
    "notices.uncertain": "Not known whether an e-mail was sent",
    "cases.add_note": "Note added",
    "cases.correct_contact": "Address corrected",
    "cases.mark_mailed": "Letter marked as mailed",
    "cases.count_from_sending": "Time counted from the day on which the message left",
    "cases.record_returned_mail": "Mail came back",
    "cases.expire_drafts": "Unfinished complaints deleted",
    "cases.stuck": "Task opened: something could not be sent or made",
    "cases.open_task": "Task opened",
    "cases.close_tasks": "Task closed",
    "cases.finish_task": "Task done",
    "cases.resend_notice": "Notice sent again",
    "cases.print_letter": "Letter printed",
    "cases.send_by_post": "Letter queued for the post, because its e-mail did not arrive",
    "cases.replace_link": "Private link replaced",
    "cases.remake_document": "PDF made again",
    "cases.refuse_document": "Somebody else’s document was asked for and not shown",
    "cases.refuse_file": "Somebody else’s file was asked for and not given",
    "cases.start_job": "Long task begun",
    "cases.retry_job": "Long task begun again",
}
OF_A_NOTICE = {"cases.print_letter", "cases.record_returned_mail", "cases.resend_notice", "cases.send_by_post"}
LABELS = {"state": "State", "assignee": "Assigned to", "task": "Task", "returned_because": "Why it came back"}


@dataclass(frozen=True)
class Words:
    """How a kind of case names the fields and values that its events change."""

    labels: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Entry:
    """One line of the timeline, as components/timeline.html reads it."""

    headline: str
    time: datetime
    actor: str
    source: str = ""
    detail: str = ""
    changes: tuple[tuple[str, str, str], ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    verb: str = ""


def past(case: Case, verb: str) -> str:
    """Return the past-tense words of an event; KeyError for a verb that no table knows."""
    app, _, name = verb.partition(".")
    lifecycle = lifecycle_of(case)
    if app == lifecycle.app:
        return lifecycle.get(name).past
    return PAST[verb]


def days(
    case: Case, *, words: Words, last: int | None = None, fold: bool = True, sent: bool = False
) -> list[tuple[date, list[Entry]]]:
    """Return the entries of a case by local day, newest first; `fold` joins the reminders of one day.

    E-mails that simply went out are left out unless `sent`: the notices have their own page, the record keeps all.
    """
    events = case.events.order_by("-seq").prefetch_related("details")
    events = events if sent else events.exclude(verb=SENT)
    if last:
        events = events.exclude(verb__in=QUIET)[:last]
    reader = _Reader(case, list(events), words)
    made = [(event, reader.entry(event)) for event in reader.events]
    grouped = []
    for on, items in groupby(made, key=lambda item: timezone.localdate(item[0].at)):
        entries = [entry for _event, entry in items]
        grouped.append((on, _folded(entries) if fold else entries))
    return grouped


def since(case: Case, seq: int, *, words: Words) -> list[Entry]:
    """Return what people did on the case after the event numbered `seq`, newest first."""
    events = case.events.filter(seq__gt=seq).exclude(verb__in=QUIET).order_by("-seq").prefetch_related("details")
    reader = _Reader(case, list(events[:20]), words)
    return [reader.entry(event) for event in reader.events]


def last_seq(case: Case) -> int:
    """Return the number of the case's latest event, for a page to know later what came after it."""
    return case.events.order_by("-seq").values_list("seq", flat=True).first() or 0


def _folded(entries: list[Entry]) -> list[Entry]:
    reminders = [entry for entry in entries if entry.verb == REMINDER]
    if len(reminders) < 2:
        return entries
    joined = Entry(
        f"{len(reminders)} reminders sent", reminders[0].time, reminders[0].actor, reminders[0].source,
        detail=" ".join(entry.detail for entry in reversed(reminders)), verb=REMINDER,
    )  # fmt: skip
    place = entries.index(reminders[0])
    kept = [entry for entry in entries if entry.verb != REMINDER]
    return [*kept[:place], joined, *kept[place:]]


class _Reader:
    """Reads what a whole list of events needs in one query per table."""

    def __init__(self, case: Case, events: list[Event], words: Words) -> None:
        self.case, self.events, self.words = case, events, words
        self.facts = {event.pk: json.loads(event.body)["facts"] for event in events}
        self.parties = {party.pk: party for party in case.parties.all()}
        self.users = self._named(User, {e.actor_id for e in events if e.actor_kind in ("staff", "account")})
        self.documents = self._named(Document.objects.defer("html"), self._ids("document_id"))
        self.files = self._named(Attachment, self._ids("attachment_ids"))
        self.clocks = self._named(Clock, self._ids("clock_id") | self._ids("clock_ids"))
        self.tasks = self._named(Task, self._ids("task_ids"))
        self.notices = self._named(
            Notice.objects.only("subject", "recipient_label"), self._ids("notice_id") | self._ids("replaced_notice_ids")
        )

    def _ids(self, name: str) -> set[int]:
        found: set[int] = set()
        for facts in self.facts.values():
            value = facts.get(name) or ()
            found.update(value if isinstance(value, list) else [value] if value else [])
        return found

    @staticmethod
    def _named(model: Any, ids: Iterable[int | None]) -> dict[int, Any]:
        wanted = [pk for pk in ids if pk]
        rows = model if isinstance(model, QuerySet) else model.objects
        return rows.in_bulk(wanted) if wanted else {}

    def entry(self, event: Event) -> Entry:
        facts = self.facts[event.pk]
        return Entry(
            headline=past(self.case, event.verb), time=event.at, actor=self._actor(event), source=self._source(event),
            detail=self._detail(event, facts), changes=tuple(self._change(d) for d in event.details.all()),
            links=tuple(self._links(facts)), verb=event.verb,
        )  # fmt: skip

    def _actor(self, event: Event) -> str:
        if event.actor_kind == "system":
            return "Wagecase"
        if event.actor_kind == "link":
            party = self.parties.get(event.actor_id or 0) or next(
                (p for p in self.parties.values() if p.role == event.actor_role), None
            )
            return f"{party.name} ({event.actor_role})" if party else event.actor_role.capitalize()
        user = self.users.get(event.actor_id or 0)
        role = Role(event.actor_role).label.lower() if event.actor_role in Role.values else event.actor_role
        return f"{user.name} ({role})" if user else role

    def _source(self, event: Event) -> str:
        if event.actor_kind == "system":
            return "by the system"
        channel = self.facts[event.pk].get("channel")
        if channel in {"paper", "phone"}:
            return f"from {'paper' if channel == 'paper' else 'a phone call'}"
        return "online" if event.actor_kind in ("link", "account") else ""

    def _detail(self, event: Event, facts: Mapping[str, Any]) -> str:
        if event.verb == REMINDER:
            role = str(facts.get("step", "")).partition("-")[0]
            clock = self.clocks.get(facts.get("clock_id", 0))
            what = BY_KEY[clock.key].title if clock else "Deadline"
            due_on = parse_date(str(facts.get("due", "")))
            return f"{what} due {day(due_on)}: {role} reminded {_distance(timezone.localdate(event.at), due_on)}."
        if event.verb.startswith("notices.") or event.verb in OF_A_NOTICE:
            return self._letter(facts.get("notice_id", 0))
        if event.verb == "cases.correct_contact":
            return self._corrected(facts)
        if event.verb == "cases.close_tasks":
            return " ".join(f"{task.what}." for pk in facts.get("task_ids") or () if (task := self.tasks.get(pk)))
        if event.verb == "cases.mark_mailed":
            mailed = f"{self._letter(facts.get('notice_id', 0))} Mailed {day(parse_date(str(facts.get('mailed_on', ''))))} by {str(facts.get('method', 'post')).lower()}."
            return " ".join([mailed.strip(), *self._counted(facts)])
        if event.verb == "cases.count_from_sending":
            left = (
                f"{self._letter(facts.get('notice_id', 0))} It left {day(parse_date(str(facts.get('sent_on', ''))))}."
            )
            return " ".join([left.strip(), *self._counted(facts)])
        if event.verb == "cases.replace_link" and (party := self.parties.get(facts.get("party_id", 0))):
            new = f"The {party.role}, {party.name}, gets a new one; the old one opens nothing any more."
            return " ".join([new, *self._made_again(facts)])
        told = {detail.after for detail in event.details.all()}
        said = [
            f"{words} {day(found)}."
            for name, words in (("stamped_on", "Stamped"), ("served_on", "Served"))
            if (found := parse_date(str(facts.get(name, "")))) and found.isoformat() not in told
        ]
        return " ".join(said)

    def _counted(self, facts: Mapping[str, Any]) -> list[str]:
        counts = [self.clocks[pk] for pk in facts.get("clock_ids") or () if pk in self.clocks]
        return [f"{BY_KEY[c.key].headline}: {day(c.legal_due)}, counted from that day." for c in counts]

    def _letter(self, pk: int) -> str:
        notice = self.notices.get(pk)
        return f"{notice.subject}: {notice.recipient_label}." if notice else ""

    def _corrected(self, facts: Mapping[str, Any]) -> str:
        party = self.parties.get(facts.get("party_id", 0))
        whose = [f"{party.role.capitalize()}: {party.name}."] if party else []
        return " ".join([*whose, *self._made_again(facts)])

    def _made_again(self, facts: Mapping[str, Any]) -> list[str]:
        again = [self.notices[pk].subject for pk in facts.get("replaced_notice_ids") or () if pk in self.notices]
        return [f"Made again: {', '.join(again)}."] if again else []

    def _change(self, detail: EventDetail) -> tuple[str, str, str]:
        name = detail.field
        label = self.words.labels.get(name) or LABELS.get(name) or name.replace("_", " ").capitalize()
        return label, self._value(name, detail.before), self._value(name, detail.after) or "none"

    def _value(self, name: str, value: str) -> str:
        if name in ("state", "withdrawn_from"):
            state = lifecycle_of(self.case).state_by_name.get(value)
            return str(state.label) if state else value
        found = parse_date(value) if len(value) == 10 and value[4:5] == "-" else None
        if found:
            return day(found)
        return self.words.values.get(name, {}).get(value, "" if value == "None" else value)

    def _links(self, facts: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
        base = case_url(self.case)
        document = self.documents.get(facts.get("document_id") or 0)
        if document is not None:
            if document.is_ready:
                yield f"{document.title} (PDF)", f"{base}documents/{document.pk}.pdf"
            else:
                yield f"{document.title} ({document.get_status_display().lower()})", f"{base}documents/"
        for pk in facts.get("attachment_ids") or ():
            if pk in self.files:
                yield self.files[pk].name, f"{base}files/{pk}/"


def _distance(on: date, due_on: date | None) -> str:
    """Return how far before or after the due day a reminder really went, as its own words count."""
    days = (due_on - on).days if due_on else 0
    if days == 0:
        return "on the due day"
    return f"{abs(days)} day{'' if abs(days) == 1 else 's'} {'before' if days > 0 else 'after'}"


def sort_of(entry: Entry) -> str:
    """Return which filter of the timeline shows an entry: reminders, deliveries, notes, or acts."""
    if entry.verb == REMINDER:
        return "reminders"
    if entry.verb.startswith("notices."):
        return "deliveries"
    return "notes" if entry.verb == "cases.add_note" else "acts"
