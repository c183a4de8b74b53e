"""Registers the rates app and loads the released schedules after every migration."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RatesConfig(AppConfig):
    name = "wagecase.rates"
    label = "rates"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from wagecase.rates.reference import load_after_migrate

        post_migrate.connect(load_after_migrate, sender=self, dispatch_uid="rates.reference")
