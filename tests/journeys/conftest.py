"""What journeys share: the whole application on one address, a runner, people who sign in, and a guarded audit chain."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command

from tests.factories import person
from tests.journeys.visitor import PASSWORD, Visitor
from tests.notices.conftest import server  # noqa: F401  (the mail server that records, as a fixture of these tests too)
from wagecase.audit.triggers import create_triggers, drop_triggers


@pytest.fixture
def site(live_server: Any, settings: Any, media: Any, clock: Any) -> Any:
    """The live application as people reach it: links in messages lead to it, and time stands still until moved."""
    settings.SITE_URL = live_server.url
    return clock


@pytest.fixture
def run_due() -> Callable[[], None]:
    """Let the runner do everything that is due now: reminders, letters as PDF, messages."""
    return lambda: call_command("runner", "--once")


@pytest.fixture
def staff(transactional_db: Any) -> None:
    """An investigator, a coordinator, a supervisor and their passwords."""
    _with_passwords("ina", "cora", "sue")


@pytest.fixture
def second_supervisor(staff: None) -> None:
    """Another supervisor of the same unit."""
    _with_passwords("sam")


@pytest.fixture
def specialist(staff: None) -> None:
    """A license specialist of the same unit."""
    _with_passwords("lin")


def _with_passwords(*keys: str) -> None:
    for key in keys:
        user = person(key)
        user.set_password(PASSWORD)
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


@pytest.fixture
def guarded(transactional_db: Any, settings: Any) -> Iterator[None]:
    """The triggers of the audit chain, as a real installation has them."""
    settings.AUDIT_TRIGGERS = True
    create_triggers()
    yield
    drop_triggers()


@pytest.fixture
def visitor(new_page: Any, axe: Any) -> Callable[..., Visitor]:
    """Let somebody come to the site with a browser of their own: visitor(width=320, javascript=False)."""
    return lambda *, check=True, **how: Visitor(new_page(**how), axe if check else None)
