"""The audited event in plain SQL: what any program must write that keeps such a chain."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from bench import rows

EVENT = (
    "INSERT INTO audit_event (seq, at, case_id, verb, actor_kind, actor_id, actor_role, body, previous_hash, hash) "
    "VALUES (%s, %s, %s, %s, 'system', NULL, 'system', %s, %s, %s)"
)


def append(cursor: Any, verb: str, *, case_id: int, at: datetime, facts: dict[str, Any]) -> None:
    """Lock the end of the chain, add one event, and move the end."""
    cursor.execute(f"SELECT seq, hash FROM audit_chainhead WHERE id = 1{rows.vendor_lock()}")
    seq, previous = cursor.fetchone()
    told = {"seq": seq + 1, "at": at.isoformat(), "verb": verb, "case": case_id, "facts": facts}
    body = json.dumps(told, sort_keys=True, separators=(",", ":"))
    digest = hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()
    cursor.execute(EVENT, [seq + 1, at, case_id, verb, body, previous, digest])
    cursor.execute("UPDATE audit_chainhead SET seq = %s, hash = %s WHERE id = 1", [seq + 1, digest])
