"""Makes workbooks for tests, sound ones and hostile ones."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

import openpyxl


def workbook(
    rows: Sequence[Sequence[Any]], *, formats: Mapping[str, str] | None = None, title: str = "Workers"
) -> bytes:
    """Return an XLSX file with the rows on one sheet; `formats` are number formats by cell ("B2")."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for cell, pattern in (formats or {}).items():
        sheet[cell].number_format = pattern
    return packed(book)


def packed(book: Any) -> bytes:
    """Return a workbook as the bytes of its file."""
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def changed(data: bytes, parts: Mapping[str, bytes]) -> bytes:
    """Return a workbook with some of its parts replaced or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            if item.filename not in parts:
                new.writestr(item.filename, old.read(item.filename))
        for name, content in parts.items():
            new.writestr(name, content)
    return out.getvalue()


def part(data: bytes, name: str) -> bytes:
    """Return one part of a workbook."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)
