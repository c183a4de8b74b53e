"""Opens what is brought in: a workbook becomes the text of its sheet, so that the reading of lists knows one form only."""

from __future__ import annotations

import csv
import io

from closings.importing.reading import UnreadableFile
from wagecase.web.sheets import UnreadableSheet, read_sheet


def as_text(data: bytes, name: str) -> bytes:
    """Return a list as separated text: a workbook as the CSV of its first filled sheet, anything else as it is.

    UnreadableFile when it looks like a workbook and cannot be opened; docs/adr/0021 says what is read of one.
    """
    if not data.startswith(b"PK"):
        return data
    try:
        sheet = read_sheet(data, name)
    except UnreadableSheet as error:
        raise UnreadableFile(str(error)) from None
    out = io.StringIO()
    csv.writer(out).writerows(sheet.rows)
    return out.getvalue().encode("utf-8", "replace")
