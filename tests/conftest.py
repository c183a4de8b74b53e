"""Fixtures that every test may use: a clock that stands still, and a real browser that forgives nothing."""

import datetime as dt
import os
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine

# Playwright's synchronous interface keeps an event loop in the test's thread, which Django would take for async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CENTRAL = ZoneInfo("America/Chicago")
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class FixedClock:
    """The time as a test says it is; it moves only when told, and naive moments are Central time."""

    def __init__(self) -> None:
        self._travel: time_machine.travel | None = None
        self._traveller: Any = None

    def set(self, moment: str | dt.datetime) -> dt.datetime:
        """Stand at `moment` ("2026-03-02 08:00" or a datetime) and return it as an aware instant."""
        if isinstance(moment, str):
            moment = dt.datetime.fromisoformat(moment)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=CENTRAL)
        if self._travel is None:
            self._travel = time_machine.travel(aware, tick=False)
            self._traveller = self._travel.start()
        else:
            self._traveller.move_to(aware, tick=False)
        return aware

    def advance(self, **parts: float) -> dt.datetime:
        """Move forward by hours=, days=, minutes= of wall-clock time."""
        return self.set(dt.datetime.now(CENTRAL) + dt.timedelta(**parts))

    def release(self) -> None:
        """Let real time run again."""
        if self._travel is not None:
            self._travel.stop()
            self._travel = None


# What takes long or mostly waits: browsers, processes, whole sites of their own.
LONG_FIXTURES = {"browser", "live_server", "install", "server"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long files first and then those with most tests, so that no worker is left alone with one at the end."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    tests = Counter(item.path for item in items)
    long = {item.path for item in items if item.get_closest_marker("process") or LONG_FIXTURES & set(_fixtures(item))}
    items.sort(key=lambda item: (item.path not in long, -tests[item.path]))


def _fixtures(item: pytest.Item) -> list[str]:
    return getattr(item, "fixturenames", [])


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Make the database, and no rows of permissions again after each test that commits: nobody here has any."""
    from django.contrib.contenttypes.management import create_contenttypes
    from django.db.models.signals import post_migrate

    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin each test in English: a page in Spanish leaves its language to whatever runs next in the same thread."""
    from django.utils import translation

    translation.activate("en")
    return


@pytest.fixture
def clock() -> Iterator[FixedClock]:
    """A fixed clock at Monday, March 2, 2026, 9:00 a.m. Central."""
    fixed = FixedClock()
    fixed.set("2026-03-02 09:00")
    yield fixed
    fixed.release()


@pytest.fixture
def media(settings: Any, tmp_path: Any) -> Any:
    """An empty folder of stored files that belongs to this test alone."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@dataclass
class Complaints:
    """What the browser said that a clean page never says."""

    messages: list[str] = field(default_factory=list)

    def watch(self, page: Any) -> None:
        """Collect script errors, blocked resources and calls to foreign hosts of `page`."""
        page.on("pageerror", lambda error: self.messages.append(f"script error: {error}"))
        page.on("console", self._console)
        page.on("requestfailed", self._failed)

    def _console(self, message: Any) -> None:
        # A refused page (404, 409, 422) logs its own status; that is the answer under test, not a fault of the page.
        if message.type == "error" and "the server responded with a status of" not in message.text:
            self.messages.append(f"console: {message.text}")

    def _failed(self, request: Any) -> None:
        ours = "127.0.0.1" in request.url or "localhost" in request.url
        # The browser's own PDF viewer is an extension; leaving a page while it loads breaks its requests off.
        if not ours and not request.url.startswith("chrome-extension://"):
            self.messages.append(f"foreign request: {request.url}")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One headless Chromium for the whole run of this worker."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_FLAGS))
        yield chromium
        chromium.close()


@pytest.fixture
def new_page(browser: Any, live_server: Any) -> Iterator[Any]:
    """Open pages with their own cookies: new_page(width=320, javascript=False, language="es-US").

    Every page is watched: a script error, a blocked resource or a foreign request fails the test at its end.
    """
    contexts: list[Any] = []
    heard = Complaints()

    def open_page(*, width: int = 1280, height: int = 900, javascript: bool = True, language: str = "en-US") -> Any:
        context = browser.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            java_script_enabled=javascript,
            locale=language,
            timezone_id="America/Chicago",
            accept_downloads=True,
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        heard.watch(page)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not heard.messages, "\n".join(heard.messages)


@pytest.fixture
def page(new_page: Any) -> Any:
    """One page at 1280 pixels, on the live server."""
    return new_page()


@pytest.fixture(scope="session")
def axe() -> Any:
    """Run axe-core on a page and return its violations as readable lines: axe(page) -> list[str]."""
    from axe_playwright_python.sync_playwright import Axe

    def violations(page: Any) -> list[str]:
        found = Axe().run(page).response["violations"]
        return [f"{v['id']} ({v['impact']}): {node['html'][:160]}" for v in found for node in v["nodes"]]

    return violations
