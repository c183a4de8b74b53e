"""`manage.py rotate_keys`: after a new first key in FIELD_KEYS, encrypt every confidential value anew with it."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser

from wagecase import checks, rotation


class Command(BaseCommand):
    help = "Move every encrypted value to the first key of FIELD_KEYS; may be cut off and begun again at any time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only count what still stands under an older key")

    def handle(self, *args: Any, **options: Any) -> None:
        if wrong := checks.secrets_present():
            raise ImproperlyConfigured("\n".join(error.msg for error in wrong))
        try:
            moved, counts = ({}, rotation.survey()) if options["check"] else rotation.rotate()
        except rotation.Unreadable as error:
            raise CommandError(f"{error} Nothing was written. Add the key that wrote them to FIELD_KEYS.") from error
        for label, count in counts.items():
            words = (
                f"{label}: {count.rows} rows, {count.current} values under the first key, {count.older} under an older"
            )
            self.stdout.write(words + (f", {moved[label]} moved now" if label in moved else ""))
        self._conclude(sum(count.older for count in counts.values()), checked=options["check"])

    def _conclude(self, older: int, *, checked: bool) -> None:
        if not older:
            self.stdout.write("Every value is under the first key; the others are needed for older backups only.")
        elif checked:
            self.stdout.write(f"{older} values need an older key; run rotate_keys without --check.")
        else:
            raise CommandError(
                f"{older} values came back under an older key: give every process the new FIELD_KEYS, then run it again."
            )
