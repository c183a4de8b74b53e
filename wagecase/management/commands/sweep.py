"""`manage.py sweep`: send the reminders and judge the expiries that are due, as the runner does every minute."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from wagecase.cases.housekeeping import tidy
from wagecase.cases.sweep import sweep


class Command(BaseCommand):
    help = "Handle every deadline step that is due and not yet handled; harmless when repeated."

    def handle(self, *args: Any, **options: Any) -> None:
        handled = sweep(now=timezone.now())
        tidy(now=timezone.now())
        self.stdout.write(f"{handled} deadline steps handled.")
