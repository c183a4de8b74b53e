"""Writes the empty spreadsheet that an employer fills in: heads, one marked example line, and the allowed answers."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.utils.translation import gettext as _

from licenses.content import ApplicationContent
from licenses.roster.reading import accepted
from licenses.worker_columns import COLUMNS, Column
from wagecase.web.cells import safe_cell

MEDIA = {"csv": "text/csv; charset=utf-8",
         "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}  # fmt: skip
LISTED = 20_000  # rows for which the lists of allowed answers drop down
NARROW, WIDE = 16, 30  # characters of a column
LONGEST_LIST = 250  # characters of a drop-down list that a workbook may hold in the cell's own rule


def heads() -> list[str]:
    """Return the heads in the language of the page."""
    return [str(column.label) for column in COLUMNS]


def example() -> list[str]:
    """Return the example line; its id says that it is one, and such a line is passed over when it comes back."""
    return [_example(column) for column in COLUMNS]


def _example(column: Column) -> str:
    if column.name == "worker_id":
        return _("EXAMPLE (delete this line)")
    return str(column.options.get(column.example, column.example))


def as_csv() -> bytes:
    """Return the template as CSV that spreadsheet programs open with accents intact."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in (heads(), example()):
        writer.writerow([safe_cell(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def as_workbook(content: ApplicationContent) -> bytes:
    """Return the template as a workbook: the sheet to fill in, with lists to choose from, and one that explains it."""
    from openpyxl import Workbook
    from openpyxl.styles import Alignment, Font, PatternFill

    book = Workbook()
    sheet = book.active
    sheet.title = _("Workers")
    sheet.append(heads())
    sheet.append(example())
    for place, column in enumerate(COLUMNS, start=1):
        head = sheet.cell(1, place)
        head.font, head.alignment = Font(bold=True), Alignment(wrap_text=True, vertical="top")
        shown = sheet.cell(2, place)
        shown.font, shown.fill = Font(italic=True, color="565C65"), PatternFill("solid", fgColor="FFF8D6")
        letter = head.column_letter
        sheet.column_dimensions[letter].width = WIDE if column.longest > 60 and not column.options else NARROW
        _restrict(sheet, letter, column, content=content)
    sheet.freeze_panes = "C2"
    _explain(book.create_sheet(_("Allowed answers")), content)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _restrict(sheet: Any, letter: str, column: Column, *, content: ApplicationContent) -> None:
    """Let a choice drop down; what is typed beside it is still taken and judged when it is read."""
    from openpyxl.worksheet.datavalidation import DataValidation

    names = [str(label) for label in column.options.values()]
    if column.name in ("site", "job"):
        names = [one.name for one in (content.sites if column.name == "site" else content.jobs)]
    text = ",".join(names)
    if not names or len(text) > LONGEST_LIST or any(char in name for name in names for char in ',"'):
        return
    rule = DataValidation(type="list", formula1=f'"{text}"', allow_blank=True, showErrorMessage=False)
    rule.add(f"{letter}2:{letter}{LISTED}")
    sheet.add_data_validation(rule)


def _explain(sheet: Any, content: ApplicationContent) -> None:
    from openpyxl.styles import Alignment, Font

    sheet.append([_("Column"), _("What it takes"), _("Example")])
    for column in COLUMNS:
        sheet.append([str(column.label), accepted(column, content), _example(column)])
    sheet.append([_("Sample study of hourly work"), _("No column. Enter it on the page of the worker.")])
    for row in sheet.iter_rows():
        for cell in row:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
            if isinstance(cell.value, str):
                cell.data_type = "s"  # a name that begins with "=" is text
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for letter, width in (("A", 36), ("B", 70), ("C", 30)):
        sheet.column_dimensions[letter].width = width
