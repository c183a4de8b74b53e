"""Each system check speaks when it should, by its number, and is silent otherwise."""

import pytest
from django.db import connection

from wagecase import checks
from wagecase.audit.triggers import create_triggers, drop_triggers
from wagecase.rates.models import RateSchedule


def ids(messages):
    return [message.id for message in messages]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("SECRET_KEY", "", ["wagecase.E001"]),
        ("SECRET_KEY", "short", ["wagecase.E001"]),
        ("FIELD_KEYS", [], ["wagecase.E002"]),
        ("FIELD_KEYS", ["not-a-fernet-key"], ["wagecase.E002"]),
        ("LINK_KEY", "", ["wagecase.E003"]),
        ("DEMO", True, []),
    ],
)
def test_a_missing_or_weak_secret_is_an_error(settings, name, value, expected):
    setattr(settings, name, value)
    assert ids(checks.secrets_present()) == expected


def test_the_link_key_must_not_be_the_secret_key(settings):
    settings.LINK_KEY = settings.SECRET_KEY
    assert ids(checks.secrets_present()) == ["wagecase.E003"]


@pytest.mark.parametrize(
    ("demo", "host", "backend", "expected"),
    [
        (True, "127.0.0.1", "demo", []),
        (True, "mail.example.org", "demo", ["wagecase.E004"]),
        (True, "127.0.0.1", "smtp", ["wagecase.E004"]),
        (False, "mail.example.org", "smtp", []),
    ],
)
def test_a_demo_refuses_a_real_mail_server(settings, demo, host, backend, expected):
    settings.DEMO, settings.EMAIL_HOST, settings.NOTICE_BACKEND = demo, host, backend
    assert ids(checks.demo_is_harmless()) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("wagecase", ["wagecase.E005"]),
        ("democracy", ["wagecase.E005"]),
        ("wagecase_demo", []),
        ("demo", []),
    ],
)
def test_a_demo_refuses_a_postgresql_database_that_is_not_marked_as_one(settings, monkeypatch, name, expected):
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.postgresql", "NAME": name})
    assert ids(checks.demo_is_harmless()) == expected


@pytest.mark.django_db
def test_missing_audit_triggers_are_an_error(settings):
    settings.AUDIT_TRIGGERS = True
    drop_triggers()
    assert ids(checks.audit_is_guarded(databases=["default"])) == ["wagecase.E006"]
    create_triggers()
    assert checks.audit_is_guarded(databases=["default"]) == []
    drop_triggers()
    assert connection.vendor in {"sqlite", "postgresql"}


def test_production_over_plain_http_is_an_error_and_sqlite_a_warning(settings, monkeypatch):
    settings.DEMO, settings.SITE_URL = False, "http://wages.example.org"
    monkeypatch.setitem(settings.DATABASES, "default", {"ENGINE": "django.db.backends.sqlite3", "NAME": "wagecase"})
    assert ids(checks.production_is_reachable_safely()) == ["wagecase.E007", "wagecase.W001"]


def test_a_demo_may_use_plain_http_and_sqlite(settings):
    settings.DEMO = True
    assert checks.production_is_reachable_safely() == []


def test_absent_drawing_libraries_are_named_with_the_packages_to_install(monkeypatch):
    def refuse(name):
        raise OSError(f"{name}: cannot open shared object file")

    monkeypatch.setattr(checks.ctypes, "CDLL", refuse)
    (warning,) = checks.letters_can_be_drawn()
    assert warning.id == "wagecase.W002"
    assert "libpango-1.0-0" in warning.hint


def test_an_unsafe_installation_does_not_start(settings):
    settings.SECRET_KEY = ""
    assert [line.split(":")[0] for line in checks.startup_refusals()] == ["wagecase.E001"]


@pytest.mark.django_db
def test_rates_that_are_not_those_of_the_release_are_a_warning():
    assert checks.rates_are_those_of_the_release(databases=["default"]) == []
    assert checks.rates_are_those_of_the_release() == []
    RateSchedule.objects.filter(key="DWD272").update(rows_sha256="0" * 64)
    (found,) = checks.rates_are_those_of_the_release(databases=["default"])
    assert found.id == "wagecase.W003"
    assert "DWD272 has other rows than this release" in found.msg
    assert "load_reference" in found.hint
