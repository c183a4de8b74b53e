"""The notices of the kind "license": which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wagecase.cases.models import Case
from wagecase.notices.registry import NoticeRow

KINDS = ("license",)
NOTICES: tuple[NoticeRow, ...] = ()


def context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter and e-mail of such a case may use, in the language now active."""
    return {"license": case.license}
