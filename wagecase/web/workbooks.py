"""Reads one sheet of an XLSX workbook through openpyxl, after the measures of the file were checked (docs/adr/0021)."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from typing import Any, Final

import openpyxl
from django.utils.translation import gettext as _

from wagecase.web.sheets import MOST_COLUMNS, XLSX, Measure, Remark, Sheet, UnreadableSheet

MOST_PARTS: Final = 1_000  # files inside a workbook
MOST_UNPACKED: Final = 40 * 1024 * 1024  # bytes of all parts
MOST_AT_ONCE: Final = 15 * 1024 * 1024  # bytes of a part that is read as a whole: everything but the sheets
MOST_SHEETS: Final = 50
TYPED_PLACES: Final = 6  # more decimals than anybody types: a result of a formula, read as it is shown
SHOWN_DIGITS: Final = 11  # of a number without a format of its own
_PLACES: Final = re.compile(r"0(?:\.([0#]+))?")
_OF_FORMAT: Final = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|_.|\*.')
# A cell with a formula and no stored result.
_UNCALCULATED: Final = re.compile(rb"<c [^>]*>\s*<f(?:[^>]*/>|[^>]*>[^<]*</f>)\s*(?:<v\s*/>|<v></v>)?\s*</c>")


def read_workbook(data: bytes) -> Sheet:
    """Return the first filled sheet that is not hidden. UnreadableSheet when the file is no workbook, or too large."""
    parts = _parts(data)
    with _telling_damage(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of styles and extensions that a person does not read
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        try:
            rows, title = _first_filled(book)
        finally:
            book.close()
    problems = [Remark("sheet", {"name": title[:60]})] if title else []
    if count := _uncalculated(data, parts):
        problems.append(Remark("uncalculated", {"n": str(count)}))
    return Sheet(rows, XLSX, problems)


def _parts(data: bytes) -> list[str]:
    """Return the names of the parts, once they are proved to be those of a workbook of a bearable size."""
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
    return names


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


def _first_filled(book: Any) -> tuple[list[list[str]], str]:
    """Return the rows of the first visible sheet with a text, and its name if there are other visible sheets."""
    visible = [sheet for sheet in book.worksheets if sheet.sheet_state == "visible"]
    if len(book.worksheets) > MOST_SHEETS:
        raise UnreadableSheet(_("The workbook has too many sheets. Save the sheet with the workers as CSV."))
    for sheet in visible:
        rows = _rows(sheet)
        if rows:
            return rows, sheet.title if len(visible) > 1 else ""
    raise UnreadableSheet(_("The file has no rows. Fill in the sheet, save it and upload it again."))


def _rows(sheet: Any) -> list[list[str]]:
    sheet.reset_dimensions()  # what the file says of its own size may be wrong
    measure, rows = Measure(), []
    for cells in sheet.iter_rows(max_col=MOST_COLUMNS + 1):
        rows.append(measure.add([_shown(cell) for cell in cells]))
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
    plain = _OF_FORMAT.sub("", pattern.split(";")[0])
    percent = "%" in plain
    number = number * 100 if percent else number
    places = _PLACES.search(plain)
    least = len(places[1].replace("#", "")) if places and places[1] else 0
    most = len(places[1] or "") if places else None
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


def _uncalculated(data: bytes, names: list[str]) -> int:
    """Return how many cells hold a formula without a result; whoever made the file did not work it out."""
    count = 0
    with _telling_damage(), zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in names:
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                count += sum(1 for _cell in _UNCALCULATED.finditer(archive.read(name)))
    return count
