"""What the rows of a file are, whoever reads them: their measures, what to know of them, and how a file is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wagecase.web.formatting import counted, filesize

CSV, XLSX = "csv", "xlsx"
LARGEST_FILE: Final = 5 * 1024 * 1024  # bytes
MOST_ROWS: Final = 10_000
MOST_COLUMNS: Final = 100
LONGEST_CELL: Final = 5_000  # characters; a spreadsheet program holds up to 32,767
MOST_TEXT: Final = 20_000_000  # characters of all cells together
_SENTENCES: Final[Mapping[str, Any]] = {
    "windows": gettext_lazy("The file was read as Windows text. Look at names with accents."),
    "sheet": gettext_lazy("The file has several sheets. The sheet “{name}” was read."),
    "uncalculated": gettext_lazy(
        "{n} formulas have no result in the file and were read as blank. Open the file in your spreadsheet program, save it and upload it again."
    ),
    "broken": gettext_lazy("Row {row}: a quotation mark never closes. Look at what was read in this row."),
}  # fmt: skip


class UnreadableSheet(ValueError):
    """The file as a whole cannot be read as a list; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to know about a file that was read, kept without words and told in the language of its reader."""

    code: str
    values: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Return the sentence in the current language."""
        return str(_SENTENCES[self.code]).format(**self.values)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file: row 1 is `rows[0]`, as a spreadsheet program counts; an empty row is an empty list."""

    rows: list[list[str]]
    kind: str
    problems: list[Remark]


def refuse_large(data: bytes) -> None:
    """UnreadableSheet for a file that is empty or too large to be looked into."""
    if not data.strip():
        raise UnreadableSheet(_("The file is empty. Choose it again."))
    if len(data) > LARGEST_FILE:
        words = _("The file is larger than %(most)s. Cut it into smaller files.")
        raise UnreadableSheet(words % {"most": filesize(LARGEST_FILE)})


class Measure:
    """Watches that a file stays within what is read, while its rows come in."""

    def __init__(self) -> None:
        self._filled = self._text = self._all = 0

    def add(self, cells: list[str]) -> list[str]:
        """Return the row without blank cells at its end; UnreadableSheet when a limit is passed."""
        self._all += 1
        while cells and not cells[-1].strip():
            cells.pop()
        self._filled += bool(cells)
        self._text += sum(map(len, cells))
        if self._filled > MOST_ROWS + 1 or self._all > 10 * MOST_ROWS:
            words = _("The file has more than %(most)s rows. Cut it into smaller files.")
            raise UnreadableSheet(words % {"most": counted(MOST_ROWS)})
        if len(cells) > MOST_COLUMNS:
            words = _("The file has more than %(most)d columns. Leave out those that are not asked for.")
            raise UnreadableSheet(words % {"most": MOST_COLUMNS})
        if self._text > MOST_TEXT or any(len(cell) > LONGEST_CELL for cell in cells):
            raise UnreadableSheet(_("The file holds too long texts. Leave out what is not asked for."))
        return cells

    def finish(self, rows: list[list[str]]) -> list[list[str]]:
        """Return the rows without empty ones at the end; UnreadableSheet when nothing is left."""
        while rows and not rows[-1]:
            rows.pop()
        if not rows:
            raise UnreadableSheet(_("The file has no rows. Fill in the sheet, save it and upload it again."))
        return rows
