"""`manage.py verify_audit`: prove that no row of the audit chain was edited, removed, inserted or moved."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from wagecase.audit import chain


class Command(BaseCommand):
    help = "Read the whole audit chain and name the first bad row; with anchors, also what was cut off since."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--anchor", action="store_true", help="also print today's signed anchor, to be kept elsewhere"
        )
        parser.add_argument(
            "--against", metavar="FILE", help="also compare with the anchor lines kept in FILE (- reads them)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        verdict = chain.verify()
        if verdict.fault:
            raise CommandError(f"Event {verdict.seq}: {verdict.fault}.")
        if options["against"]:
            self._compare(options["against"])
        self.stdout.write(f"The audit chain is whole: {verdict.rows} events.")
        if options["anchor"]:
            self.stdout.write(chain.anchor(timezone.localdate()))

    def _compare(self, name: str) -> None:
        try:
            with sys.stdin if name == "-" else open(name, encoding="utf-8") as lines:
                faults = [fault for line in lines if line.strip() and (fault := chain.check_anchor(line))]
        except (OSError, ValueError) as error:
            raise CommandError(f"The anchors cannot be read: {error}") from error
        if faults:
            raise CommandError("\n".join(faults))
