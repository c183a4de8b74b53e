"""`manage.py prepare`: everything between installed packages and a first page, in one process so that starts are quick."""

from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from wagecase.checks import startup_refusals


class Command(BaseCommand):
    help = (
        "Migrate, create the cache table, collect static files, load reference data and, in demo mode, seed the demo."
    )
    requires_system_checks = []  # migrate runs them; the database checks can only pass after it

    def handle(self, *args: Any, **options: Any) -> None:
        if refusals := startup_refusals():
            raise CommandError("\n".join(refusals))
        call_command("migrate", interactive=False, verbosity=0)
        call_command("createcachetable", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        self._call_if_there("load_reference")
        if settings.DEMO:
            self._call_if_there("demo")
        connection.close()

    def _call_if_there(self, name: str) -> None:
        if name in get_commands():
            call_command(name, stdout=self.stdout)
