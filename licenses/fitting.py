"""Chooses how large a certificate is set so that it stays one page, whatever names, places and conditions it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 660.0, 546.0  # points inside the frame
BOTTOM = 112.0  # signature, code and foot
SIGN = 0.49  # width of an average sign, in parts of the size of the type
INDENT = 15.0


@dataclass(frozen=True, slots=True)
class Style:
    """One of the styles of certificate.css, in points: of the text, of the licensee's name, and what stands above both."""

    name: str
    size: float
    line: float
    licensee: tuple[float, float]
    permits: tuple[float, float]
    fixed: float  # head, title, term and the gaps
    columns: int  # of the places
    gap: float  # after an item


STYLES = (
    Style("roomy", 10.5, 14, (19, 23), (12, 16), 158, 2, 2),
    Style("tight", 9.5, 12, (19, 23), (12, 16), 150, 2, 2),
    Style("small", 8.5, 10.5, (14, 17), (10, 12.5), 118, 3, 1),
    Style("tiny", 7.5, 9.1, (14, 17), (10, 12.5), 116, 3, 1),
)


@dataclass(frozen=True, slots=True)
class Fit:
    """The style that fits, the places that are printed, and how many more there are."""

    name: str
    places: tuple[str, ...]
    more: int = 0


def fitted(*, licensee: str, kind: str, permits: str, places: Sequence[str], conditions: Sequence[str]) -> Fit:
    """Return the largest style in which all fits; where none does, places are left to the check page."""
    for style in STYLES:
        if _height(style, licensee, kind, permits=permits, places=places, conditions=conditions) <= HEIGHT - BOTTOM:
            return Fit(style.name, tuple(places))
    last, shown = STYLES[-1], list(places)
    while len(shown) > 1:
        shown.pop()
        height = _height(last, licensee, kind, permits=permits, places=shown, conditions=conditions) + last.line
        if height <= HEIGHT - BOTTOM:
            break
    return Fit(last.name, tuple(shown), len(places) - len(shown))


def _height(
    style: Style, licensee: str, kind: str, *, permits: str, places: Sequence[str], conditions: Sequence[str]
) -> float:
    head = _lines(licensee, style.licensee[0], WIDTH) * style.licensee[1]
    head += _lines(kind, style.size, WIDTH) * style.line + _lines(permits, style.permits[0], WIDTH) * style.permits[1]
    listed = _column(places, style, style.columns) + (_column(conditions, style, 2) if conditions else 0)
    return style.fixed + head + listed


def _column(items: Sequence[str], style: Style, columns: int) -> float:
    """Return the height of a list with its heading, set in columns of one height in which no item is broken."""
    width = (WIDTH - 28 * (columns - 1)) / columns - INDENT
    heights = [_lines(item, style.size, width) * style.line + style.gap for item in items]
    height = max([sum(heights) / columns, *heights], default=0)
    while _columns_needed(heights, height) > columns:
        height += style.line / 2
    return height + style.line + 6


def _columns_needed(heights: Sequence[float], height: float) -> int:
    needed, filled = 1, 0.0
    for one in heights:
        if filled + one > height:
            needed, filled = needed + 1, 0.0
        filled += one
    return needed


def _lines(text: str, size: float, width: float) -> int:
    return max(1, -(-int(len(text) * size * SIGN) // int(width)))
