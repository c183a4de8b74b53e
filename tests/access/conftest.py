"""The scene of the matrix, built once for a module and taken back at its end."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import override_settings

from tests.access.scene import NOW, Scene, build
from tests.conftest import FixedClock
from tests.factories import QuickRenderer, undone


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Everybody of the matrix at their doors, on the afternoon of Monday, March 2, 2026."""
    clock, patch = FixedClock(), pytest.MonkeyPatch()
    patch.setattr("wagecase.documents.services.renderer", QuickRenderer())
    clock.set(NOW)
    try:
        with (
            django_db_blocker.unblock(),
            override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("access-media")),
            undone(),
        ):
            yield build()
    finally:
        clock.release()
        patch.undo()
