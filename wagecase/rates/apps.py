"""Registers the rates app."""

from django.apps import AppConfig


class RatesConfig(AppConfig):
    name = "wagecase.rates"
    label = "rates"
