"""Says who the department is and how it is reached: the words that pages, letters and e-mails print alike, from settings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.utils.translation import gettext


def words() -> dict[str, Any]:
    """Return names, address, ways to call and write, `demo` and `url`; hours and TTY in the language now active."""
    return {
        "department": settings.DEPARTMENT_NAME,
        "division": settings.DIVISION_NAME,
        "address": settings.DEPARTMENT_ADDRESS,
        "phone": settings.DEPARTMENT_PHONE,
        "tty": gettext(settings.DEPARTMENT_TTY) if settings.DEPARTMENT_TTY else "",
        "hours": gettext(settings.DEPARTMENT_HOURS) if settings.DEPARTMENT_HOURS else "",
        "email": settings.DEPARTMENT_EMAIL,
        "demo": settings.DEMO,
        "url": settings.SITE_URL,
    }
