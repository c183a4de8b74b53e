"""Registers the accounts app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "wagecase.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"
