"""Draws the square code of a certificate as SVG for print; the only module that knows the library which makes it."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET = 4  # empty modules around the code; readers need them (ISO/IEC 18004)


def qr(text: str) -> SafeString:
    """Return an SVG of the QR code of `text`, one path, in units of modules; the label is said beside it."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    side = len(rows) + 2 * QUIET
    return format_html(
        '<svg class="qr" viewBox="0 0 {side} {side}" width="{side}" height="{side}" role="img" '
        'aria-label="QR code of the address of the check page"><title>QR code of the address of the check page</title>'
        '<path fill="#000" d="{path}"/></svg>',
        side=side, path="".join(_runs(rows)),
    )  # fmt: skip


def _runs(rows: list[list[bool]]) -> list[str]:
    """Return one rectangle for each run of dark modules of a row, which draws without hairlines between them."""
    parts = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            length = 0
            while x + length < len(row) and row[x + length]:
                length += 1
            if length:
                parts.append(f"M{x + QUIET} {y + QUIET}h{length}v1h-{length}z")
            x += max(length, 1)
    return parts
