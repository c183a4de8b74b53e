"""Registers the notices app."""

from django.apps import AppConfig


class NoticesConfig(AppConfig):
    name = "wagecase.notices"
    label = "notices"
    default_auto_field = "django.db.models.BigAutoField"
