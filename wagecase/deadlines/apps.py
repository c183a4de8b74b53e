"""Registers the deadlines app."""

from django.apps import AppConfig


class DeadlinesConfig(AppConfig):
    name = "wagecase.deadlines"
    label = "deadlines"
    default_auto_field = "django.db.models.BigAutoField"
