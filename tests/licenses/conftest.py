"""Files in a folder of the test's own, and PDF files without the rendering child."""

from typing import Any

import pytest

from tests.factories import QuickRenderer


@pytest.fixture
def quick_files(monkeypatch: pytest.MonkeyPatch, media: Any) -> None:
    """Keep files apart and make stand-in PDF bytes."""
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())
