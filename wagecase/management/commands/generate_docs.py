"""`manage.py generate_docs`: write docs/generated/ from the tables that the application runs on, so that it cannot lie."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from closings.importing.piles import sort_list
from closings.importing.report import published, sorted_files
from wagecase.cases.kinds import all_kinds
from wagecase.deadlines.table import DEADLINES, rows_for
from wagecase.lifecycle import SAME, Lifecycle, Transition
from wagecase.notices.registry import EMAIL, LETTER, PARTY, all_rows, rows_on
from wagecase.rules import law

FOLDER = Path(settings.BASE_DIR) / "docs" / "generated"
OLD_LISTS = Path(settings.BASE_DIR) / "tests" / "data" / "closings"
MEASURED = ("bench.md",)  # written by `make bench`, from the machine and not from the tables
CHANNELS = {EMAIL: "e-mail", LETTER: "letter", PARTY: "e-mail, or letter without an address"}
NOTE = "<!-- Written by `make docs` from the tables of the application. Do not edit. -->\n"


class Command(BaseCommand):
    help = "Write docs/generated/ from the lifecycle, deadline and notice tables."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is out of date")

    def handle(self, *args: Any, **options: Any) -> None:
        with translation.override("en"):
            wanted = pages()
        stale = [name for name, text in wanted.items() if _read(FOLDER / name) != text]
        stray = sorted(path.name for path in FOLDER.glob("*.md") if path.name not in {*wanted, *MEASURED})
        if options["check"]:
            if stale or stray:
                raise CommandError(f"Out of date: {', '.join(stale + stray)}. Run `make docs`.")
            return
        FOLDER.mkdir(parents=True, exist_ok=True)
        for name in stray:
            (FOLDER / name).unlink()
        for name in stale:
            (FOLDER / name).write_text(wanted[name], encoding="utf-8")
        self.stdout.write(f"Written: {', '.join(stale)}." if stale else "All pages were up to date.")


def pages() -> dict[str, str]:
    """Return the text of every generated page by file name."""
    lifecycles = {f"lifecycle-{kind.name}.md": _lifecycle(kind.lifecycle) for kind in all_kinds()}
    written = {**lifecycles, "deadlines.md": _deadlines(), "notices.md": _notices(), "parameters.md": _parameters()}
    lists = {name: sort_list(data) for name, data in sorted_files(OLD_LISTS).items()}
    written["closings-import.md"] = published(lists)
    return {name: f"{NOTE}\n{text}" for name, text in sorted(written.items())}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    lines += [f"| {' | '.join(_cell(value) for value in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(value: object) -> str:
    text = ", ".join(str(part) for part in value) if isinstance(value, (tuple, list, frozenset)) else str(value)
    return text.replace("|", "\\|").replace("\n", " ")


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _lifecycle(table: Lifecycle) -> str:
    states = [(f"`{s.name}`", s.label, "yes" if s.open else "no", s.waits_on or "nobody") for s in table.states]
    acts = [
        (
            f"`{row.name}`",
            row.label,
            _code(row.source) or "(opens the file)",
            "(the same)" if row.to == SAME else _code((row.to, *row.may_land)),
            row.by,
            dict(table.stages).get(row.public, ""),
            row.cite,
            _effects(table, row),
        )
        for row in table.transitions
    ]
    return "\n".join(
        [
            f"# {table.title}\n",
            f"Kind `{table.kind}` of the app `{table.app}`; numbers `{table.prefix}-YYYY-NNNNNN`.\n",
            "## States\n",
            _table(("State", "Label", "Open", "Waits on"), states),
            "## Acts\n",
            _table(("Act", "Label", "From", "To", "By", "Public stage", "Source in law", "Clocks and notices"), acts),
        ]
    )


def _effects(table: Lifecycle, row: Transition) -> str:
    words = []
    for column, verb in (("starts_on", "starts"), ("meets_on", "meets"), ("ends_on", "ends")):
        words += [f"{verb} `{deadline.key}`" for deadline in rows_for(table.kind, row.name, column)]
    words += [f"tells {notice.to} (`{notice.template}`)" for notice in rows_on(f"{table.app}.{row.name}", table.kind)]
    return "; ".join(words)


def _deadlines() -> str:
    rows = [
        (
            f"`{row.key}`",
            row.title,
            row.kind,
            _code(row.starts_on),
            _code(row.meets_on),
            _code(row.ends_on),
            _figure(row.length),
            row.act,
            "; ".join(_reminders(row.length)),
            row.cite,
        )
        for row in DEADLINES
    ]
    head = ("Clock", "Title", "Kind", "Starts on", "Met by", "Ended by", "Length", "Act due", "Reminders", "Source")
    return f"# Deadlines\n\n{_table(head, rows)}"


def _figure(name: str) -> str:
    """Name the parameter and its newest value, so that a reader need not look it up."""
    newest = law.rows(name)[-1]
    return f"`{name}` ({newest.value} {newest.unit})"


def _reminders(length: str) -> list[str]:
    below = [name for name in law.names() if name.startswith(f"{length}.")]
    return [f"{name.removeprefix(f'{length}.')}: {law.rows(name)[-1].value}" for name in sorted(below)]


def _notices() -> str:
    rows = [
        (
            f"`{r.on}`",
            r.kinds or "all",
            r.to,
            CHANNELS[r.channel],
            f"`{r.template}`",
            r.document and f"`{r.document}`",
            r.cite,
        )
        for r in sorted(all_rows(), key=lambda row: (row.on, row.to, row.template))
    ]
    head = ("On", "Kinds of case", "To", "Channel", "Template", "Letter", "Source")
    return f"# Notices\n\n{_table(head, rows)}"


def _parameters() -> str:
    rows = [
        (f"`{name}`", row.value, row.unit, row.start.isoformat(), row.cite)
        for name in sorted(law.names())
        for row in law.rows(name)
    ]
    return f"# Parameters\n\n{_table(('Name', 'Value', 'Unit', 'In force from', 'Source'), rows)}"
