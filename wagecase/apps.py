"""Registers the project package itself: its management commands, its system checks, and the bell that rings the workers."""

from django.apps import AppConfig
from django.conf import settings


class WagecaseConfig(AppConfig):
    name = "wagecase"
    label = "wagecase"
    verbose_name = "Wagecase"

    def ready(self) -> None:
        from wagecase import checks  # noqa: F401  (importing them registers them)

        if settings.REDIS_URL:
            from wagecase import celery, wakeups

            wakeups.connect(wakeups.Bell(celery.publish).ring)
