"""Writes and verifies the audit chain: events are collected during a unit of work and appended last, under a lock."""
from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from wagecase.audit.models import ChainHead, Event, EventDetail
from wagecase.encryption import keyed_digest
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


_unit: ContextVar[list[_Pending] | None] = ContextVar("audit_unit", default=None)


@contextmanager
def unit_of_work() -> Iterator[None]:
    """One durable transaction whose events are appended to the chain last; an inner call joins the outer one."""
    if _unit.get() is not None:
        yield
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
    (field -> before, after), which are stored apart with a salted hash in the chain. RuntimeError outside a unit.
    """
    pending = _unit.get()
    if pending is None:
        raise RuntimeError(f"{verb}: an event may only be recorded inside unit_of_work()")
    words = {name: (_text(old), _text(new)) for name, (old, new) in (changes or {}).items() if _text(old) != _text(new)}
    pending.append(_Pending(verb, actor, at, case_id, dict(facts or {}), tuple(citations), words))


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def canonical(value: Any) -> str:
    """Return the one JSON text of `value` that is hashed."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=str)


def _digest(salt: str, before: str, after: str) -> str:
    return hashlib.sha256(canonical([salt, before, after]).encode()).hexdigest()


def chain_hash(previous: str, body: str) -> str:
    """Return the hash of an event: SHA-256 over the previous hash and the canonical body."""
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def _append(pending: list[_Pending]) -> None:
    ChainHead.objects.get_or_create(id=1)
    head = ChainHead.objects.select_for_update().get(id=1)
    for item in pending:
        details = []
        for name, (before, after) in item.changes.items():
            salt = secrets.token_hex(16)
            details.append(
                EventDetail(field=name, before=before, after=after, salt=salt, digest=_digest(salt, before, after))
            )
        head.seq += 1
        body = canonical(
            {
                "seq": head.seq,
                "at": item.at.isoformat(),
                "verb": item.verb,
                "actor": [item.actor.kind, item.actor.id, item.actor.role],
                "case": item.case_id,
                "facts": item.facts,
                "cite": list(item.citations),
                "details": [[d.field, d.digest] for d in details],
            }
        )
        previous, head.hash = head.hash, chain_hash(head.hash, body)
        event = Event.objects.create(
            seq=head.seq, at=item.at, case_id=item.case_id, verb=item.verb, actor_kind=item.actor.kind,
            actor_id=item.actor.id, actor_role=item.actor.role, body=body, previous_hash=previous, hash=head.hash,
        )  # fmt: skip
        for detail in details:
            detail.event = event
        EventDetail.objects.bulk_create(details)
    head.save()


@dataclass(frozen=True)
class Verdict:
    """The answer of `verify`: how many rows were read and the first fault, or an empty string."""

    rows: int
    fault: str = ""
    seq: int | None = None


def verify() -> Verdict:
    """Read the whole chain and return the first row that was edited, removed, inserted, moved or cut off."""
    previous, count = "", 0
    details: dict[int, list[list[str]]] = {}
    for event in Event.objects.order_by("seq").iterator(chunk_size=2000):
        count += 1
        fault = _fault(event, count, previous)
        if fault:
            return Verdict(count, fault, event.seq)
        previous = event.hash
    for detail in EventDetail.objects.select_related("event").order_by("id").iterator(chunk_size=2000):
        event = detail.event
        named = details.setdefault(event.id, json.loads(event.body)["details"])
        if _digest(detail.salt, detail.before, detail.after) != detail.digest:
            return Verdict(count, f"the detail of {detail.field} was edited", event.seq)
        if [detail.field, detail.digest] not in named:
            return Verdict(count, f"the detail of {detail.field} is not in the chain", event.seq)
    head = ChainHead.objects.filter(id=1).first()
    if (head.seq if head else 0, head.hash if head else "") != (count, previous):
        return Verdict(count, "the end of the chain was cut off or its head was edited", count)
    return Verdict(count)


def _fault(event: Event, place: int, previous: str) -> str:
    if event.seq != place:
        return f"row {place} is missing: found {event.seq}"
    if event.previous_hash != previous:
        return "it does not follow the row before it"
    if event.hash != chain_hash(previous, event.body):
        return "its text does not fit its hash"
    body = json.loads(event.body)
    told = (event.verb, [event.actor_kind, event.actor_id, event.actor_role], event.case_id, event.at.isoformat())
    if told != (body["verb"], body["actor"], body["case"], body["at"]) and not _same_instant(event, body):
        return "its columns do not fit its text"
    return ""


def _same_instant(event: Event, body: dict[str, Any]) -> bool:
    """Databases give instants back in UTC whatever zone they were written in."""
    same = datetime.fromisoformat(body["at"]) == event.at
    actor = [event.actor_kind, event.actor_id, event.actor_role]
    return same and (event.verb, actor, event.case_id) == (body["verb"], body["actor"], body["case"])


def anchor(day: Any) -> str:
    """Store and return the signed anchor line of `day`: day, length, last hash, signature."""
    from wagecase.audit.models import Anchor

    head, _ = ChainHead.objects.get_or_create(id=1)
    signature = keyed_digest("audit-anchor", day.isoformat(), str(head.seq), head.hash)
    row, _ = Anchor.objects.get_or_create(day=day, defaults={"seq": head.seq, "hash": head.hash, "signature": signature})
    return f"{row.day} {row.seq} {row.hash} {row.signature}"


def check_anchor(line: str) -> str:
    """Compare a kept anchor line with the chain; return the fault or an empty string."""
    day, seq, digest, signature = line.split()
    if signature != keyed_digest("audit-anchor", day, seq, digest):
        return f"the anchor of {day} is not signed by this installation"
    event = Event.objects.filter(seq=int(seq)).first()
    if int(seq) and (event is None or event.hash != digest):
        return f"row {seq} is not the row that was anchored on {day}"
    return ""
