"""Reads the rows of a spreadsheet, CSV or XLSX, as the texts a person sees in it, and refuses the rest in plain words.

A file is never opened as a whole before its measures are known, no formula is worked out and no outside reference is
followed (docs/adr/0021).
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _

from wagecase.web import separated
from wagecase.web.rows_of_files import CSV, Measure, Remark, Sheet, UnreadableSheet, refuse_large

MOST_BROKEN: Final = 50  # rows whose quotes do not close, after which the file is not a list
_OLD: Final = b"\xd0\xcf\x11\xe0"  # the container of old office files and of encrypted new ones


def read_sheet(data: bytes, name: str) -> Sheet:
    """Return the rows of a CSV or XLSX file, whatever its name says that it is.

    UnreadableSheet when it is empty, too large, another kind of file, damaged or protected by a password. `name` is
    only looked at to tell what an unknown file was meant to be.
    """
    refuse_large(data)
    if data.startswith(b"PK"):
        from wagecase.web.workbooks import read_workbook  # the reader of workbooks takes long to load

        return read_workbook(data)
    _refuse_others(data, name)
    return _read_csv(data)


def _refuse_others(data: bytes, name: str) -> None:
    start = data[:2048].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if data.startswith(_OLD):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise UnreadableSheet(
                _("The file is protected by a password. Take the password off, save it and upload it again.")
            )
        raise UnreadableSheet(_("This is an old Excel file (.xls). Save it as an Excel workbook (.xlsx) or as CSV."))
    if start.startswith((b"<", b"{\\rtf", b"mime-version")):
        raise UnreadableSheet(
            _("This is a web page or another text with markup, whatever its name says. Save it as XLSX or as CSV.")
        )
    other = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf", b"SQLite format")
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff"))
    if data.startswith(other) or (not wide and b"\x00" in data) or name.lower().endswith((".xlsx", ".xlsm")):
        raise UnreadableSheet(_("This is no spreadsheet that we can read. Save it as XLSX or as CSV."))


def _read_csv(data: bytes) -> Sheet:
    try:
        text, encoding, odd = separated.decoded(data)
    except UnicodeDecodeError as error:
        if error.encoding == "utf-32":
            raise UnreadableSheet(_("The file is written in UTF-32. Save it as CSV (UTF-8).")) from None
        raise UnreadableSheet(_("The file is damaged. Save it again as CSV (UTF-8).")) from None
    problems = [Remark("windows")] if odd >= 0 and encoding != "utf-8" else []
    rows: list[list[str]] = []
    measure = Measure()
    broken = 0
    for _line, cells, is_broken in separated.records(text, separated.delimiter_of(text)):
        if is_broken:
            broken += 1
            problems.append(Remark("broken", {"row": str(len(rows) + 1)}))
            if broken > MOST_BROKEN:
                raise UnreadableSheet(_("Too many rows hold a quotation mark that never closes. Save it again as CSV."))
        rows.append(measure.add(cells))
    return Sheet(measure.finish(rows), CSV, problems)
