"""`manage.py prepare`: everything between installed packages and a first page, in one process so that starts are quick."""

from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError

from wagecase.cases.models import Case
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
        if "load_reference" in get_commands():
            call_command("load_reference", stdout=self.stdout)
        if settings.DEMO and not Case.objects.exists():
            self._seed()

    def _seed(self) -> None:
        """Make the demo's cases; the file says to the next start that this one did not come to its end."""
        self.stdout.write("Making the demo's cases, once (about a minute)")
        unfinished = settings.VAR_DIR / "demo-unfinished"
        unfinished.touch()
        call_command("demo", stdout=self.stdout)
        unfinished.unlink()
