"""Writes and verifies the audit chain: events are collected during a unit of work and appended last, under a lock."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import TextField
from django.db.models.functions import Cast

from wagecase import statements
from wagecase.audit.models import Anchor, ChainHead, Event, EventDetail
from wagecase.encryption import decrypt, keyed_digest
from wagecase.lifecycle import Actor


@dataclass
class _Pending:
    verb: str
    actor: Actor
    at: datetime
    case_id: int | None
    facts: dict[str, Any]
    citations: tuple[str, ...]
    changes: dict[str, tuple[str, str]] = field(default_factory=dict)


END = "SELECT seq, hash FROM audit_chainhead WHERE id = 1"
LOCKED_END = "SELECT seq, hash FROM audit_chainhead WHERE id = 1 FOR UPDATE"  # SQLite locks the whole file instead

_unit: ContextVar[list[_Pending] | None] = ContextVar("audit_unit", default=None)


@contextmanager
def unit_of_work() -> Iterator[None]:
    """One durable transaction whose events are appended to the chain last; an inner call joins the outer one.

    An inner unit that fails takes back its own rows and events, also when the outer one catches the failure and goes
    on: an event without its rows would say what did not happen.
    """
    outer = _unit.get()
    if outer is not None:
        before = len(outer)
        try:
            with transaction.atomic():
                yield
        except BaseException:
            del outer[before:]
            raise
        return
    pending: list[_Pending] = []
    token = _unit.set(pending)
    try:
        with transaction.atomic(durable=True):
            yield
            if pending:
                _append(pending)
    finally:
        _unit.reset(token)


def record(
    *,
    verb: str,
    actor: Actor,
    at: datetime,
    case_id: int | None = None,
    facts: Mapping[str, Any] | None = None,
    citations: Sequence[str] = (),
    changes: Mapping[str, tuple[Any, Any]] | None = None,
) -> None:
    """Collect one event of the running unit of work.

    `facts` may hold ids, dates, hashes and names of rules only; a person's words belong in `changes`
    (field -> before, after), which are stored apart with a salted hash in the chain. RuntimeError outside a unit;
    TypeError for a fact that is no plain value (a model instance would put its words into the chain).
    """
    pending = _unit.get()
    if pending is None:
        raise RuntimeError(f"{verb}: an event may only be recorded inside unit_of_work()")
    words = {name: (_text(old), _text(new)) for name, (old, new) in (changes or {}).items() if _text(old) != _text(new)}
    plain = {name: _plain(name, value) for name, value in (facts or {}).items()}
    pending.append(_Pending(verb, actor, at, case_id, plain, tuple(citations), words))


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _plain(name: str, value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(name, item) for item in value]
    raise TypeError(f"the fact {name!r} is a {type(value).__name__}, which the chain does not hold")


def canonical(value: Any) -> str:
    """Return the one JSON text of `value` that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _digest(salt: str, before: str, after: str) -> str:
    return hashlib.sha256(canonical([salt, before, after]).encode()).hexdigest()


def chain_hash(previous: str, body: str) -> str:
    """Return the hash of an event: SHA-256 over the previous hash and the canonical body."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def _append(pending: list[_Pending]) -> None:
    """Lock the end of the chain, add the events, and move the end: three statements however many events there are, or two for one."""
    seq, last = _locked_end()
    events, details = [], []
    for item in pending:
        seq += 1
        own = [_detail(name, before, after) for name, (before, after) in item.changes.items()]
        body = canonical({"seq": seq, **_told(item), "details": [[d.field, d.digest] for d in own]})
        previous, last = last, chain_hash(last, body)
        events.append({
            "seq": seq, "at": item.at, "case": item.case_id, "verb": item.verb, "actor_kind": item.actor.kind,
            "actor_id": item.actor.id, "actor_role": item.actor.role, "body": body, "previous_hash": previous,
            "hash": last,
        })  # fmt: skip
        details += [(seq, detail) for detail in own]
    where, end = {"id": 1}, {"seq": seq, "hash": last}
    if len(events) == 1:
        statements.change_and_add(ChainHead, where=where, to=end, other=Event, row=events[0])
    else:
        statements.add(Event, events)
        statements.change(ChainHead, where=where, to=end)
    if details:
        ids = dict(Event.objects.filter(seq__in={place for place, _ in details}).values_list("seq", "pk"))
        for place, detail in details:
            detail.event_id = ids[place]
        EventDetail.objects.bulk_create(detail for _, detail in details)


def _locked_end() -> tuple[int, str]:
    """Return length and last hash of the chain, whose end nobody else can move until this transaction is over."""
    with connection.cursor() as cursor:
        cursor.execute(LOCKED_END if connection.features.has_select_for_update else END)
        found = cursor.fetchone()
    if found is None:  # the first event of an installation; two of them at once must not begin two chains
        ChainHead.objects.get_or_create(id=1)
        return ChainHead.objects.select_for_update().values_list("seq", "hash").get(id=1)
    seq, last = found
    return seq, last


def _detail(name: str, before: str, after: str) -> EventDetail:
    salt = secrets.token_hex(16)
    return EventDetail(field=name, before=before, after=after, salt=salt, digest=_digest(salt, before, after))


def _told(item: _Pending) -> dict[str, Any]:
    return {
        "at": _instant(item.at), "verb": item.verb, "actor": [item.actor.kind, item.actor.id, item.actor.role],
        "case": item.case_id, "facts": item.facts, "cite": list(item.citations),
    }  # fmt: skip


def _instant(at: datetime) -> str:
    """Return an instant as text in UTC: databases give it back in UTC whatever zone it was written in."""
    return at.astimezone(UTC).isoformat()


@dataclass(frozen=True)
class Verdict:
    """The answer of `verify`: how many rows were read and the first fault, or an empty string."""

    rows: int
    fault: str = ""
    seq: int | None = None


def verify() -> Verdict:
    """Read the whole chain and return the first row that was edited, removed, inserted, moved or cut off.

    Safe while others write: the chain is read up to the end that stood when the call began.
    """
    head = ChainHead.objects.filter(id=1).first() or ChainHead(seq=0, hash="")
    previous, count = "", 0
    for event in Event.objects.filter(seq__lte=head.seq).order_by("seq").iterator(chunk_size=2000):
        count += 1
        fault = _fault(event, count, previous)
        if fault:
            return Verdict(count, fault, event.seq)
        previous = event.hash
    if (head.seq, head.hash) != (count, previous):
        return Verdict(count, "the end of the chain was cut off or its head was edited", count)
    last = Event.objects.order_by("-seq").values_list("seq", flat=True).first() or 0
    now = ChainHead.objects.values_list("seq", flat=True).first() or 0
    if last > now:
        return Verdict(count, f"rows up to {last} stand after the end of the chain", last)
    return _verify_details(count)


def _fault(event: Event, place: int, previous: str) -> str:
    if event.seq != place:
        return f"row {place} is missing: found {event.seq}"
    if event.previous_hash != previous:
        return "it does not follow the row before it"
    if event.hash != chain_hash(previous, event.body):
        return "its text does not fit its hash"
    body = json.loads(event.body)
    actor = [event.actor_kind, event.actor_id, event.actor_role]
    columns = (event.seq, event.verb, actor, event.case_id, _instant(event.at))
    if columns != (body["seq"], body["verb"], body["actor"], body["case"], body["at"]):
        return "its columns do not fit its text"
    return ""


def _verify_details(count: int) -> Verdict:
    """Check the words that are still kept; a disposed detail is no fault, the chain keeps its hash."""
    text: TextField[str, str] = TextField()  # the cast keeps a value that no key reads from ending the whole check
    stored = {"stored_before": Cast("before", text), "stored_after": Cast("after", text)}
    details = EventDetail.objects.select_related("event").defer("before", "after").annotate(**stored)
    detail: Any
    for detail in details.order_by("event__seq", "id").iterator(chunk_size=2000):
        seq = detail.event.seq
        try:
            before, after = (token and decrypt(token) for token in (detail.stored_before, detail.stored_after))
        except ValueError:
            return Verdict(count, f"the detail of {detail.field} cannot be read", seq)
        if _digest(detail.salt, before, after) != detail.digest:
            return Verdict(count, f"the detail of {detail.field} was edited", seq)
        if [detail.field, detail.digest] not in json.loads(detail.event.body)["details"]:
            return Verdict(count, f"the detail of {detail.field} is not in the chain", seq)
    return Verdict(count)


NO_HASH = "-"  # stands for the hash of an empty chain, so that an anchor line always has four words


def anchor(day: date) -> str:
    """Store and return the signed anchor line of `day`: day, length, last hash, signature."""
    with transaction.atomic():
        head, _ = ChainHead.objects.select_for_update().get_or_create(id=1)
        digest = head.hash or NO_HASH
        signature = keyed_digest("audit-anchor", day.isoformat(), str(head.seq), digest)
        row, _ = Anchor.objects.get_or_create(
            day=day, defaults={"seq": head.seq, "hash": digest, "signature": signature}
        )
    return f"{row.day} {row.seq} {row.hash} {row.signature}"


def check_anchor(line: str) -> str:
    """Compare a kept anchor line with the chain; return the fault or an empty string."""
    words = line.split()
    if len(words) != 4 or not words[1].isdecimal():
        return "the line is not an anchor: it needs day, length, hash and signature"
    day, seq, digest, signature = words
    if not hmac.compare_digest(signature.encode(), keyed_digest("audit-anchor", day, seq, digest).encode()):
        return f"the anchor of {day} is not signed by this installation"
    event = Event.objects.filter(seq=int(seq)).first()
    if int(seq) and (event is None or event.hash != digest):
        return f"row {seq} is not the row that was anchored on {day}"
    return ""
