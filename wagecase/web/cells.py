"""Cells of the tables that leave as CSV: what somebody typed must not become a formula in a spreadsheet."""

from __future__ import annotations

import re
from typing import Any

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


def safe_cell(value: Any) -> str:
    """Return a cell that a spreadsheet takes for text or for a plain number, never for a formula; "" for None."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) and not _NUMBER.fullmatch(text) else text
