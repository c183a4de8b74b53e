"""The scene of the access matrix for tests that send every form, and the canary that no document may fetch."""

from tests.access.conftest import scene  # noqa: F401  (a fixture)
from tests.documents.canary import canary  # noqa: F401  (a fixture)
