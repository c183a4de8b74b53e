"""The conditions of acts on applications: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from typing import Any

from wagecase.lifecycle import Actor


def is_asked(case: Any, actor: Actor) -> str | None:
    return None


def may_notify_of_facts(case: Any, actor: Actor) -> str | None:
    return None


def was_notified(case: Any, actor: Actor) -> str | None:
    return None


def may_recommend(case: Any, actor: Actor) -> str | None:
    return None


def did_not_recommend(case: Any, actor: Actor) -> str | None:
    return None


def may_grant(case: Any, actor: Actor) -> str | None:
    return None


def may_deny(case: Any, actor: Actor) -> str | None:
    return None
