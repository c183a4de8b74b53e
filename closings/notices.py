"""The notices of closings: which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wagecase.cases.models import Case
from wagecase.notices.registry import NoticeRow

NOTICES: tuple[NoticeRow, ...] = ()


def closing_context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter, order and e-mail of a closing notice may use."""
    return {"closing": case.closing}
