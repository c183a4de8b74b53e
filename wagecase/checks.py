"""System checks: what is wrong with an installation is said by number, with a hint, before a person meets it.

E001-E003 secrets; E004, E005 a demo that could reach real people or real data; E006 audit triggers; E007 plain http in
production. W001 SQLite in production; W002 the libraries that draw letters; W003 rate schedules that are not the release's.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.core.exceptions import ImproperlyConfigured
from django.db import connections

from wagecase.audit.triggers import TABLE, missing_triggers
from wagecase.rates import reference

LOOPBACK = {"127.0.0.1", "::1", "localhost"}
SHORTEST_SECRET = 32


def _secret(name: str) -> str:
    try:
        return str(getattr(settings, name))
    except ImproperlyConfigured:  # Django's own answer to an empty SECRET_KEY
        return ""


@register(Tags.security)
def secrets_present(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """Every key is set, long enough and not used twice."""
    found: list[CheckMessage] = []
    if len(_secret("SECRET_KEY")) < SHORTEST_SECRET:
        found.append(
            Error(
                f"SECRET_KEY is missing or shorter than {SHORTEST_SECRET} characters.",
                hint="Set SECRET_KEY to a long random text, or put it into var/secret_key.txt.",
                id="wagecase.E001",
            )
        )
    if not settings.FIELD_KEYS or not all(_is_fernet_key(key) for key in settings.FIELD_KEYS):
        found.append(
            Error(
                "FIELD_KEYS is missing or holds a key that is not 32 bytes in URL-safe base64.",
                hint="Set FIELD_KEYS to one or more Fernet keys, separated by commas; the first encrypts.",
                id="wagecase.E002",
            )
        )
    if len(settings.LINK_KEY) < SHORTEST_SECRET or _secret("SECRET_KEY") == settings.LINK_KEY:
        found.append(
            Error(
                f"LINK_KEY is missing, shorter than {SHORTEST_SECRET} characters, or the same as SECRET_KEY.",
                hint="Private links are made with this key; give it a value of its own and never change it lightly.",
                id="wagecase.E003",
            )
        )
    return found


def _is_fernet_key(key: str) -> bool:
    try:
        Fernet(key)
    except ValueError:
        return False
    return True


@register(Tags.security)
def demo_is_harmless(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """A demo shows second-factor codes and every message, so it must not meet real people or real data."""
    if not settings.DEMO:
        return []
    found: list[CheckMessage] = []
    if settings.EMAIL_HOST not in LOOPBACK or settings.NOTICE_BACKEND != "demo":
        found.append(
            Error(
                f"Demo mode with the mail server {settings.EMAIL_HOST}: a demo sends nothing to anybody.",
                hint="Unset EMAIL_URL to keep the demo, or set DEMO=0 for real work.",
                id="wagecase.E004",
            )
        )
    database = settings.DATABASES["default"]
    marked = re.search(r"(^|[^a-z])demo([^a-z]|$)", str(database["NAME"]).lower())
    if database["ENGINE"] == "django.db.backends.postgresql" and not marked:
        found.append(
            Error(
                f"Demo mode with the PostgreSQL database {database['NAME']}, whose name does not say that it is a demo.",
                hint='Name it with the word "demo", such as wagecase_demo, or set DEMO=0.',
                id="wagecase.E005",
            )
        )
    return found


@register(Tags.database)
def audit_is_guarded(
    app_configs: Any = None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """The triggers that refuse to change an audit event stand on every database that has the table."""
    if not settings.AUDIT_TRIGGERS:
        return []
    found: list[CheckMessage] = []
    for alias in databases or ():
        if TABLE not in connections[alias].introspection.table_names():
            continue  # not migrated yet
        if missing := missing_triggers(alias):
            found.append(
                Error(
                    f"Audit events can be changed: {', '.join(missing)} is missing on the database {alias!r}.",
                    hint="Run `manage.py migrate`; it puts the triggers back.",
                    id="wagecase.E006",
                )
            )
    return found


@register(Tags.database)
def rates_are_those_of_the_release(
    app_configs: Any = None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """The printed rate schedules are loaded, row for row as this release has them.

    A warning: an error would keep `migrate` from running, and with it the correction of what it complains about.
    """
    return [
        Warning(
            f"The rate schedules of the database {alias!r} are not those of this release: {fault}.",
            hint="Run `manage.py load_reference`; it loads what is missing and names each row that differs.",
            id="wagecase.W003",
        )
        for alias in databases or ()
        if (fault := reference.fault(alias))
    ]


@register(Tags.security, deploy=True)
def production_is_reachable_safely(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """In production the address is https, and the database is one that many people can write to at once."""
    if settings.DEMO:
        return []
    found: list[CheckMessage] = []
    if urlsplit(settings.SITE_URL).scheme != "https":
        found.append(
            Error(
                f"SITE_URL is {settings.SITE_URL}; sign-ins and complaints would travel unencrypted.",
                hint="Set SITE_URL to the https address that people use.",
                id="wagecase.E007",
            )
        )
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        found.append(
            Warning(
                "The database is SQLite: right for one machine and a handful of staff, with one writer at a time.",
                hint="Set DATABASE_URL to postgresql://... for a department.",
                id="wagecase.W001",
            )
        )
    return found


@register(deploy=True)
def letters_can_be_drawn(app_configs: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """The two system libraries behind PDF files load on this machine."""
    try:
        for library in ("libpango-1.0.so.0", "libpangoft2-1.0.so.0"):
            ctypes.CDLL(library)
    except OSError as error:
        return [
            Warning(
                f"Letters cannot be drawn on this machine: {error}.",
                hint="apt-get install --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0",
                id="wagecase.W002",
            )
        ]
    return []


def startup_refusals() -> list[str]:
    """Return the sentences for which a server or a runner must not start at all."""
    errors = [*secrets_present(), *demo_is_harmless()]
    return [f"{error.id}: {error.msg} {error.hint or ''}".rstrip() for error in errors]
