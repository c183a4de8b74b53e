"""`manage.py import_closings FILE`: bring an old public list of closing notices into the files, or only look at it."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from closings.importing.opening import open_list
from closings.importing.piles import sort_sheet
from closings.importing.reading import UnreadableFile
from closings.importing.report import figures, lines, sum_in_words
from wagecase.lifecycle import SYSTEM_ACTOR


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
            if not options["dry_run"]:
                self._import(data, path.name, as_json=options["json"])
                return
            found = sort_sheet(open_list(data, path.name))
        except (UnreadableFile, OSError) as error:
            raise CommandError(
                f"{path}: {error.strerror if isinstance(error, OSError) else error}", returncode=2
            ) from None
        if options["json"]:
            self.stdout.write(json.dumps(figures(found)))
            return
        for line in lines(found, name=path.name):
            self.stdout.write(line)

    def _import(self, data: bytes, name: str, *, as_json: bool) -> None:
        """Import what is ready, here and now; what is held waits on the pages of the import."""
        from closings.importing import batches, steps  # the dry run knows no database
        from closings.importing.models import ImportRow
        from closings.importing.sorting import counts
        from wagecase.cases import jobs

        now = timezone.now()
        batch = batches.add_batch(data=data, name=name, actor=SYSTEM_ACTOR, at=now)
        job = batches.running_job(batch)  # of a process that was killed, or of a page
        if job is None and steps.plan(batch):
            job = batches.import_ready(batch=batch, actor=SYSTEM_ACTOR, at=now)
        if job is not None:
            if job.status == job.Status.FAILED:
                batches.restart(batch=batch, actor=SYSTEM_ACTOR, at=now)
            jobs.work_due(now=now, only=job.pk, worker="import_closings")
            job.refresh_from_db()
            if not job.is_over:
                raise CommandError(f"{job.done} of {job.total} events are done. Run the command again for the rest.")
        status = Counter(batch.rows.values_list("status", flat=True))
        told = {name: status[name] for name in ImportRow.Status.values}
        if as_json:
            self.stdout.write(json.dumps({"batch": batch.pk, **told, "cases": _cases(batch)}))
            return
        self.stdout.write(sum_in_words(counts(batch)))
        self.stdout.write(", ".join(f"{ImportRow.Status(name).label}: {told[name]:,}" for name in told))
        self.stdout.write(f"{_cases(batch):,} notices made by batch {batch.pk}.")


def _cases(batch: Any) -> int:
    return int(batch.rows.filter(made_case=True, status="imported").count())
