"""The conditions of acts on revocations: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from typing import Any

from wagecase.lifecycle import Actor


def has_facts(case: Any, actor: Actor) -> str | None:
    return None


def notice_is_out(case: Any, actor: Actor) -> str | None:
    return None


def no_public_interest_yet(case: Any, actor: Actor) -> str | None:
    return None


def may_confirm_public_interest(case: Any, actor: Actor) -> str | None:
    return None


def may_draft(case: Any, actor: Actor) -> str | None:
    return None


def may_draft_at_once(case: Any, actor: Actor) -> str | None:
    return None


def is_drafter(case: Any, actor: Actor) -> str | None:
    return None


def may_sign(case: Any, actor: Actor) -> str | None:
    return None


def all_notices_out(case: Any, actor: Actor) -> str | None:
    return None


def something_returned(case: Any, actor: Actor) -> str | None:
    return None


def before_the_draft(case: Any) -> str:
    return "noticed"
