"""`manage.py import_closings FILE`: bring an old public list of closing notices into the files, or only look at it."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from closings.importing.piles import sort_list
from closings.importing.reading import UnreadableFile
from closings.importing.report import figures, lines


class Command(BaseCommand):
    """A dry run needs neither a database nor secrets."""

    help = "Import a list of closing notices (CSV). --dry-run only says what would become of each row; --json as one object."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and how to answer."""
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument(
            "--dry-run", action="store_true", help="sort the rows onto the four piles and write nothing"
        )
        parser.add_argument("--json", action="store_true", help="print exactly one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        """Sort the list and say what was found; without --dry-run import what is ready."""
        path: Path = options["file"]
        try:
            data = path.read_bytes()
            found = sort_list(data)
        except (UnreadableFile, OSError) as error:
            raise CommandError(
                f"{path}: {error.strerror if isinstance(error, OSError) else error}", returncode=2
            ) from None
        if not options["dry_run"]:
            raise CommandError("only --dry-run is possible yet", returncode=2)
        if options["json"]:
            self.stdout.write(json.dumps(figures(found)))
            return
        for line in lines(found, name=path.name):
            self.stdout.write(line)
