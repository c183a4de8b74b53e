"""`manage.py load_reference`: load the rate schedules of this release, say what was there, and refuse what differs."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from wagecase.rates import reference
from wagecase.rates.models import RateSchedule


class Command(BaseCommand):
    help = (
        "Load the printed rate schedules (DWD 272 in force, the bills as proposals). A second run changes nothing. A loaded "
        "row never changes: a difference is named and refused, unless --correct KEY --note TEXT says why."
    )
    requires_system_checks = []  # it mends what a check complains about

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--correct", metavar="KEY", help="take over this release's rows of a loaded schedule")
        parser.add_argument("--note", default="", help="why the rows are corrected; kept with the schedule")

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        if options["correct"]:
            self._correct(options["correct"], options["note"], now)
        elif options["note"]:
            raise CommandError("--note belongs to --correct KEY.")
        try:
            found = reference.load(at=now)
        except reference.ReferenceDiffers as error:
            rows = "\n".join(f"  {line}" for line in error.lines)
            raise CommandError(
                f"{error.key} is loaded with other rows than this release prints. Nothing was changed.\n{rows}\n"
                f'If the release is right: manage.py load_reference --correct {error.key} --note "why"'
            ) from error
        if all(row.was_there for row in found):
            there = ", ".join(f"{row.key} ({row.rows} rows)" for row in found)
            self.stdout.write(f"Rate schedules: nothing to do, {there} stand as released.")
            return
        for row in found:
            if not row.was_there:
                self.stdout.write(f"Rate schedule {row.key} loaded: {row.rows} rows, {row.status.lower()}.")

    def _correct(self, key: str, note: str, now: Any) -> None:
        try:
            changed = reference.correct(key=key, note=note, at=now)
        except (ValueError, RateSchedule.DoesNotExist) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{key}: {changed} rows corrected." if changed else f"{key}: no row differs.")
