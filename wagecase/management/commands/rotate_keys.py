"""`manage.py rotate_keys`: after a new first key in FIELD_KEYS, encrypt every confidential value anew with it."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from wagecase import checks, rotation
from wagecase.audit.chain import record, unit_of_work
from wagecase.lifecycle import SYSTEM_ACTOR

ADVICE = "Add the key that wrote them to FIELD_KEYS."


class Command(BaseCommand):
    help = "Move every encrypted value to the first key of FIELD_KEYS; may be cut off and begun again at any time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only count what still stands under an older key")

    def handle(self, *args: Any, **options: Any) -> None:
        if wrong := checks.secrets_present():
            raise ImproperlyConfigured("\n".join(error.msg for error in wrong))
        moved, counts = self._read_only() if options["check"] else self._rotate()
        for label, count in counts.items():
            words = (
                f"{label}: {count.rows} rows, {count.current} values under the first key, {count.older} under an older"
            )
            self.stdout.write(words + (f", {moved[label]} moved now" if label in moved else ""))
        self._conclude(sum(count.older for count in counts.values()), checked=options["check"])

    def _read_only(self) -> tuple[dict[str, int], dict[str, rotation.Count]]:
        try:
            return {}, rotation.survey()
        except rotation.Unreadable as error:
            raise CommandError(f"{error} {ADVICE}") from error

    def _rotate(self) -> tuple[dict[str, int], dict[str, rotation.Count]]:
        try:
            moved, counts = rotation.rotate()
        except rotation.Unreadable as error:
            if not error.moved:
                raise CommandError(f"{error} Nothing was written. {ADVICE}") from error
            _record(error.moved, finished=False)
            raise CommandError(
                f"{error} They were written while this ran; {sum(error.moved.values())} values were moved before. "
                f"{ADVICE} Then run it again: it goes on where it stopped."
            ) from error
        _record(moved, finished=not any(count.older for count in counts.values()))
        return moved, counts

    def _conclude(self, older: int, *, checked: bool) -> None:
        if not older:
            self.stdout.write("Every value is under the first key; the others are needed for older backups only.")
        elif checked:
            self.stdout.write(f"{older} values need an older key; run rotate_keys without --check.")
        else:
            raise CommandError(
                f"{older} values came back under an older key: give every process the new FIELD_KEYS, then run it again."
            )


def _record(moved: dict[str, int], *, finished: bool) -> None:
    """Put on record, as the system's act, how many values of each model were moved; never a key or a value."""
    with unit_of_work():
        record(
            verb="encryption.rotate_keys", actor=SYSTEM_ACTOR, at=timezone.now(),
            facts={"moved": sum(moved.values()), "by_model": [f"{k}: {n}" for k, n in moved.items() if n],
                   "finished": finished},
        )  # fmt: skip
