"""Reads the sheets of an XLSX workbook through openpyxl, after the measures of the file were checked (docs/adr/0021)."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import gettext as _
from openpyxl.cell.read_only import EMPTY_CELL
from openpyxl.packaging.relationship import get_rels_path
from openpyxl.reader.excel import ExcelReader, _find_workbook_part
from openpyxl.styles.stylesheet import apply_stylesheet
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.xml.constants import ARC_CONTENT_TYPES, ARC_STYLE, SHARED_STRINGS

from wagecase.web.rows_of_files import MOST_COLUMNS, XLSX, Measure, Remark, Sheet, UnreadableSheet, refuse_large
from wagecase.web.weighing import Scale

MOST_PARTS: Final = 1_000  # files inside a workbook
MOST_UNPACKED: Final = 40 * 1024 * 1024  # bytes of all parts
MOST_AT_ONCE: Final = 15 * 1024 * 1024  # bytes of a part that is read as a whole: everything but the sheets
MOST_SHEETS: Final = 50
TYPED_PLACES: Final = 6  # more decimals than anybody types: a result of a formula, read as it is shown
SHOWN_DIGITS: Final = 11  # of a number without a format of its own
_PLACES: Final = re.compile(r"0(?:\.([0#]+))?")
_OF_FORMAT: Final = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|_.|\*.')


@dataclass(frozen=True, slots=True)
class Tab:
    """One sheet of a workbook; `uncalculated` is how many of its cells hold a formula without a result."""

    title: str
    rows: list[list[str]]
    uncalculated: int


def read_workbook(data: bytes) -> Sheet:
    """Return the first filled sheet that is not hidden. UnreadableSheet when the file is no workbook, or too large."""
    with _opened(data) as (reader, scale):
        return _first_filled(reader, scale)


def read_tabs(data: bytes) -> tuple[list[Tab], list[str]]:
    """Return every filled sheet that is not hidden, in order, and the names of the hidden ones.

    All sheets together are measured like one. UnreadableSheet when the file is no workbook, too large, or has no rows.
    """
    refuse_large(data)
    measure, tabs = Measure(), []
    with _opened(data) as (reader, scale):
        for part, title in _visible(reader).items():
            uncalculated = scale.weigh(part)
            sheet = ReadOnlyWorksheet(reader.wb, title, part, reader.shared_strings)
            if rows := _rows(sheet, measure):
                tabs.append(Tab(title, rows, uncalculated))
        hidden = [sheet.name for sheet, _part in reader.parser.find_sheets() if sheet.state != "visible"]
    if not tabs:
        raise _no_rows()
    return tabs, hidden


@contextmanager
def _opened(data: bytes) -> Iterator[tuple[ExcelReader, Scale]]:
    _refuse_large(data)
    with _telling_damage(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that a person does not read
        reader = ExcelReader(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        with reader.archive:
            scale = Scale(reader.archive)
            _open(reader, scale)
            yield reader, scale


def _open(reader: ExcelReader, scale: Scale) -> None:
    """Read what the sheets need, each part weighed first; nothing else of the file is opened."""
    scale.weigh(ARC_CONTENT_TYPES)
    reader.read_manifest()
    if strings := reader.package.find(SHARED_STRINGS):
        scale.weigh(strings.PartName[1:])
    reader.read_strings()
    book = _find_workbook_part(reader.package).PartName[1:]
    for name in (book, get_rels_path(book), ARC_STYLE):
        scale.weigh(name)
    reader.read_workbook()
    apply_stylesheet(reader.archive, reader.wb)


def _refuse_large(data: bytes) -> None:
    """UnreadableSheet unless the parts are those of a workbook of a bearable size."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        raise _damaged() from None
    names = [part.filename for part in found]
    if any(part.flag_bits & 1 for part in found):
        raise UnreadableSheet(
            _("The file is protected by a password. Take the password off, save it and upload it again.")
        )
    whole = [part.file_size for part in found if not part.filename.startswith("xl/worksheets/")]
    size = sum(part.file_size for part in found)
    if len(found) > MOST_PARTS or size > MOST_UNPACKED or max(whole, default=0) > MOST_AT_ONCE:
        raise UnreadableSheet(
            _("The workbook is too large when it is unpacked. Save the sheet with the workers as CSV.")
        )
    if "mimetype" in names or "xl/workbook.bin" in names:
        raise UnreadableSheet(
            _("This kind of spreadsheet cannot be read. Save it as an Excel workbook (.xlsx) or as CSV.")
        )
    if "[Content_Types].xml" not in names or not any(name.startswith("xl/") for name in names):
        raise UnreadableSheet(_("This is no spreadsheet that we can read. Save it as XLSX or as CSV."))


@contextmanager
def _telling_damage() -> Iterator[None]:
    """Turn whatever a broken or hostile part raises into one sentence."""
    try:
        yield
    except UnreadableSheet:
        raise
    except MemoryError:
        raise
    except Exception:  # a damaged part fails in many ways: bad XML, wrong checksum, missing part, forbidden entity
        raise _damaged() from None


def _damaged() -> UnreadableSheet:
    return UnreadableSheet(
        _("The workbook is damaged. Open it in your spreadsheet program, save it and upload it again.")
    )


def _visible(reader: ExcelReader) -> dict[str, str]:
    """Return the names of the visible sheets by their parts."""
    found = list(reader.parser.find_sheets())
    if len(found) > MOST_SHEETS:
        raise UnreadableSheet(_("The workbook has too many sheets. Save the sheet with the workers as CSV."))
    return {
        part.target: sheet.name
        for sheet, part in found
        if sheet.state == "visible" and part.target in reader.valid_files and "chartsheet" not in part.Type
    }


def _first_filled(reader: ExcelReader, scale: Scale) -> Sheet:
    """Return the first visible sheet with a text; it is named if there are other visible sheets."""
    visible = _visible(reader)
    for part, title in visible.items():
        uncalculated = scale.weigh(part)
        rows = _rows(ReadOnlyWorksheet(reader.wb, title, part, reader.shared_strings), Measure())
        if rows:
            problems = [Remark("sheet", {"name": title[:60]})] if len(visible) > 1 else []
            if uncalculated:
                problems.append(Remark("uncalculated", {"n": str(uncalculated)}))
            return Sheet(rows, XLSX, problems)
    raise _no_rows()


def _no_rows() -> UnreadableSheet:
    return UnreadableSheet(_("The file has no rows. Fill in the sheet, save it and upload it again."))


def _rows(sheet: ReadOnlyWorksheet, measure: Measure) -> list[list[str]]:
    sheet.reset_dimensions()  # what the file says of its own size may be wrong
    rows: list[list[str]] = []
    for cells in sheet.iter_rows(max_col=MOST_COLUMNS + 1):
        rows.append(measure.add([_shown(cell) if cell is not EMPTY_CELL else "" for cell in cells]))
    while rows and not rows[-1]:
        rows.pop()
    return rows


def _shown(cell: Any) -> str:
    """Return a cell as a person sees it, numbers with the digits that were typed."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        clock = "" if value.time() == time() else f" {value:%H:%M}"
        return f"{value.month}/{value.day}/{value.year}{clock}"
    if isinstance(value, date):
        return f"{value.month}/{value.day}/{value.year}"
    if isinstance(value, (time, timedelta)):
        return str(value)
    return _number(value, str(getattr(cell, "number_format", "") or ""))


@lru_cache(maxsize=512)
def _places(pattern: str) -> tuple[bool, int, int | None]:
    """Return whether a number format is a percentage, and its least and most decimals (None where it names none)."""
    plain = _OF_FORMAT.sub("", pattern.split(";")[0])
    places = _PLACES.search(plain)
    least = len(places[1].replace("#", "")) if places and places[1] else 0
    return "%" in plain, least, len(places[1] or "") if places else None


def _number(value: Any, pattern: str) -> str:
    """Return a number in plain digits.

    One that was typed keeps its digits even where the format hides some (a piece rate of 0.0375 shown as $0.04); a
    result with more decimals than anybody types is read as it is shown.
    """
    try:
        number = Decimal(repr(value))
        if not number.is_finite():
            return str(value)
    except InvalidOperation:
        return str(value)
    percent, least, most = _places(pattern)
    number = number * 100 if percent else number
    if -int(number.as_tuple().exponent) > TYPED_PLACES:
        if most is None:
            number = Decimal(format(number, f".{SHOWN_DIGITS}g"))
        else:
            number = number.quantize(Decimal(1).scaleb(-most), ROUND_HALF_UP)
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    whole, _point, rest = text.partition(".")
    text = f"{whole}.{rest.ljust(least, '0')}" if rest or least else whole
    return f"{text}%" if percent else text
