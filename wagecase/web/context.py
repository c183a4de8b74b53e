"""Gives every template the department's name and contact, from settings, so that no page spells them itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from wagecase.web import department, navigation


def site(request: HttpRequest) -> dict[str, Any]:
    """Return `site`, also as `house` (names, contact, demo), and `nav` (the links of both headers)."""
    house = {**department.words(), "dial": settings.DEPARTMENT_PHONE.replace("-", "")}
    return {
        "site": house,
        "house": house,
        "nav": {
            "public": [link for link in navigation.PUBLIC_LINKS if link.href],
            # asked only by the staff strip, so that a public page need not read a session
            "staff": lambda: navigation.staff_links(_role(request)),
            "session_left": lambda: _session_left(request),
            "session_ends": lambda: _session_ends(request),
            "search": lambda: navigation.staff_search(_role(request)),
        },
    }


def _role(request: HttpRequest) -> str:
    return getattr(getattr(request, "user", None), "role", "")


def _session_ends(request: HttpRequest) -> datetime | None:
    ends = getattr(request, "session_ends_at", None)  # set by the middleware that keeps the limit
    return datetime.fromtimestamp(ends(), tz=UTC) if ends else None


def _session_left(request: HttpRequest) -> int:
    ends = _session_ends(request)
    return int((ends - timezone.now()).total_seconds()) if ends else 0
