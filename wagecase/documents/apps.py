"""Registers the documents app."""

from django.apps import AppConfig


class DocumentsConfig(AppConfig):
    name = "wagecase.documents"
    label = "documents"
    default_auto_field = "django.db.models.BigAutoField"
