"""Registers the project package itself: its management commands and its system checks."""

from django.apps import AppConfig


class WagecaseConfig(AppConfig):
    name = "wagecase"
    label = "wagecase"
    verbose_name = "Wagecase"

    def ready(self) -> None:
        from wagecase import checks  # noqa: F401  (importing them registers them)
