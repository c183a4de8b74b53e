"""What tests of documents share: a letter template of their own and a dated letter."""

import copy
import datetime as dt
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.documents.canary import canary  # noqa: F401  (a fixture)
from wagecase.documents import services

AT = dt.datetime(2026, 3, 2, 9, 0, tzinfo=ZoneInfo("America/Chicago"))
ORDER = "letters/tests/order.html"
ADDRESS = ("Invented Lodging, LLC", "Attn: Pat Sample", "1450 Imaginary Avenue", "Suite 300", "Green Bay, WI 54300")


@pytest.fixture(autouse=True)
def own_template(settings: Any) -> None:
    """Let the template folder beside this file be found."""
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["DIRS"].append(Path(__file__).parent / "templates")
    settings.TEMPLATES = templates


@pytest.fixture
def compose() -> Any:
    """Compose the test order: compose(language="es", narrative="…") -> HTML."""

    def make(*, language: str = "en", title: str = "Determination", **context: Any) -> str:
        case = SimpleNamespace(number="LW-2026-000123")
        context = {"recipient_lines": ADDRESS, **context}
        return services.compose(case=case, title=title, template=ORDER, context=context, language=language, at=AT)

    return make


@pytest.fixture
def freeze(media: Any, db: Any) -> Any:
    """Freeze the test order as a row without a case: freeze(narrative="…") -> Document."""

    def make(*, at: dt.datetime = AT, language: str = "en", **context: Any) -> Any:
        context = {"recipient_lines": ADDRESS, **context}
        return services.freeze(
            case=None, kind="complaints.determination", title="Determination", template=ORDER, context=context,
            language=language, visibility="party", at=at,
        )  # fmt: skip

    return make


@pytest.fixture
def stuck() -> Any:
    """The documents for which a person was asked."""
    found: list[Any] = []
    kept = services.on_stuck[:]
    services.on_stuck[:] = [found.append]
    yield found
    services.on_stuck[:] = kept
