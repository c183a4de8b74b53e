"""The scene of the access matrix, with everybody signed in, is what the fuzz plays on."""

from tests.access.conftest import scene  # noqa: F401  (a fixture)
