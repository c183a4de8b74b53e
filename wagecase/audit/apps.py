"""Registers the audit app and keeps its triggers in place after every migration."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class AuditConfig(AppConfig):
    name = "wagecase.audit"
    label = "audit"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from wagecase.audit.triggers import create_triggers

        post_migrate.connect(create_triggers, sender=self, dispatch_uid="audit.triggers")
