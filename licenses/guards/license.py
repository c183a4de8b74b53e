"""The conditions of acts on a license's file: each returns None, or the sentence that tells the person what is missing."""

from __future__ import annotations

from typing import Any

from wagecase.lifecycle import Actor


def nothing_pending(case: Any, actor: Actor) -> str | None:
    return None


def is_over(case: Any, actor: Actor) -> str | None:
    return None
