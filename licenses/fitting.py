"""Chooses how large a certificate is set so that it stays one page, whatever names, places and conditions it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

WIDTH, HEIGHT = 660.0, 546.0  # points inside the frame
BOTTOM = 112.0  # signature, code and foot
SIGN = 0.49  # width of an average sign, in parts of the size of the type
INDENT = 15.0
WAGE_GAP = 8.0  # above the paragraph of the wage
MORE_RATES = " " * 40  # room to say how many rates more there are


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
    """The style that fits, the places and the rates of jobs that are printed, and how many more there are of each."""

    name: str
    places: tuple[str, ...]
    more: int = 0
    rates: tuple[str, ...] = ()
    more_rates: int = 0


@dataclass(frozen=True, slots=True)
class _Said:
    """The words whose length decides."""

    licensee: str
    kind: str
    permits: str
    wage: str
    rates: tuple[str, ...]
    places: tuple[str, ...]
    conditions: tuple[str, ...]
    left_out: int = 0  # lines that say how many more there are


def fitted(
    *, licensee: str, kind: str, permits: str, places: Sequence[str], conditions: Sequence[str], wage: str = "",
    rates: Sequence[str] = (),
) -> Fit:  # fmt: skip
    """Return the largest style in which all fits; where none does, places, then rates, are left to the check page.

    `wage` is the method of pay, which always stands, and `rates` those of the jobs behind it in the same paragraph.
    """
    said = _Said(licensee, kind, permits, wage, tuple(rates), tuple(places), tuple(conditions))
    for style in STYLES:
        if _height(style, said) <= HEIGHT - BOTTOM:
            return Fit(style.name, said.places, rates=said.rates)
    last = STYLES[-1]
    while _height(last, said) > HEIGHT - BOTTOM:
        if len(said.places) > 1:
            said = replace(said, places=said.places[:-1], left_out=1)
        elif said.rates:
            said = replace(said, rates=said.rates[:-1])
        else:
            break
    return Fit(
        last.name,
        said.places,
        len(places) - len(said.places),
        rates=said.rates,
        more_rates=len(rates) - len(said.rates),
    )


def _height(style: Style, said: _Said) -> float:
    head = _lines(said.licensee, style.licensee[0], WIDTH) * style.licensee[1]
    head += _lines(said.kind, style.size, WIDTH) * style.line
    head += _lines(said.permits, style.permits[0], WIDTH) * style.permits[1]
    if said.wage:
        paragraph = "; ".join([said.wage, *said.rates]) + MORE_RATES
        head += _lines(paragraph, style.size, WIDTH) * style.line + WAGE_GAP
    listed = _column(said.places, style, style.columns) + (_column(said.conditions, style, 2) if said.conditions else 0)
    return style.fixed + head + listed + said.left_out * style.line


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
