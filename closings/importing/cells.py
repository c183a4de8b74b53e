"""Reads the cells that are no dates: the number of workers, the codes of the notice, the industry code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from closings.importing.dates import NOT_STATED, has_foreign_digits

CLOSING, LAYOFF = "closing", "mass-layoff"
UPDATE_CODES: Final = frozenset(("AW", "LS", "OC", "RN"))
MOST_WORKERS: Final = 50_000  # more stand in no notice; an industry or ZIP code has slipped into the column

_EVENTS: Final[Mapping[str, str]] = {
    "CL": CLOSING, "CLOSING": CLOSING, "CLOSURE": CLOSING,
    "WR": LAYOFF, "LO": LAYOFF, "LAYOFF": LAYOFF, "MASS_LAYOFF": LAYOFF, "MASS-LAYOFF": LAYOFF,
}  # fmt: skip
_UPDATE_WORDS: Final = frozenset(("UPDATE", "UPDATED", "REVISION"))
_TENTATIVE: Final = frozenset(("POTENTIAL", "PENDING"))
_SPARE: Final = frozenset(("AND", "MASS", "FACILITY", "BUSINESS"))
_DASHES: Final = str.maketrans({"\u2013": "-", "\u2014": "-", "\u00a0": " "})


@dataclass(frozen=True, slots=True)
class Count:
    """The workers of a cell: `value` is what is counted, None for "not stated"; `high` the upper end where two stand there.

    `note` tells a person that more stands there than a number; `fault` that it cannot be used.
    """

    text: str
    value: int | None = None
    high: int | None = None
    note: str = ""
    fault: str = ""


def read_count(text: str) -> Count:
    """Return the number of workers; a blank or "Unknown" is not stated and never 0."""
    plain = " ".join(text.translate(_DASHES).split())
    if not plain or plain.casefold() in NOT_STATED:
        return Count(text)
    if has_foreign_digits(plain):
        return Count(text, fault="Not readable as a number of workers.")
    if re.fullmatch(r"\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.0+)?", plain):
        value = int(plain.replace(",", "").split(".")[0])
        if value > MOST_WORKERS:
            return Count(text, fault=f"{value:,} workers cannot be meant; perhaps another column has slipped in here.")
        return Count(text, value, value)
    if ends := re.fullmatch(r"(\d{1,5})\s*(?:-|to)\s*(\d{1,5})", plain):
        low, high = int(ends[1]), int(ends[2])
        if low < high:
            return Count(text, low, high, note=f"Two numbers are stated; at least {low} are counted.")
    if least := re.fullmatch(r"(\d{1,5})\s*\+", plain):
        return Count(text, int(least[1]), None, note=f"At least {int(least[1])} are stated.")
    return _with_words(text, plain)


def _with_words(text: str, plain: str) -> Count:
    numbers = re.findall(r"\d[\d,]*", plain)
    if not re.match(r"[\d]", plain):
        return Count(text, fault="Not readable as a number of workers.")
    if len(numbers) != 1:
        return Count(text, fault="More than one number stands there; which of them counts is not said.")
    if re.search(r"nation|company|world|total|[-./=]", plain, re.I):
        return Count(text, fault="The number is not said to be of this place.")
    value = int(numbers[0].replace(",", ""))
    if value > MOST_WORKERS:
        return Count(text, fault=f"{value:,} workers cannot be meant.")
    return Count(text, value, value, note="Words stand beside the number.")


@dataclass(frozen=True, slots=True)
class Codes:
    """What a notice is: the kinds of event named, the codes of an update, words that were understood but say more."""

    text: str
    events: tuple[str, ...] = ()
    updates: tuple[str, ...] = ()
    says_update: bool = False  # in words ("Closing Update"), not by a code
    tentative: bool = False
    words: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def rescinds(self) -> bool:
        """Whether the row says that the event does not take place."""
        return "RN" in self.updates


def read_codes(*texts: str) -> Codes:
    """Return the codes of one or two cells, split at commas, spaces and slashes, in any case and order."""
    text = ", ".join(part for part in texts if part.strip())
    if text.strip().casefold() in NOT_STATED or not text.strip():
        return Codes(text)
    bare, remarks = re.sub(r"\([^()]*\)", " ", text.translate(_DASHES)), re.findall(r"\(([^()]*)\)", text)
    events, updates, unknown, words = [], [], [], list(remarks)
    update = tentative = False
    for token in (part.strip("-.").upper() for part in re.split(r"[,\s/;&]+", bare)):
        if token in _EVENTS:
            events.append(_EVENTS[token])
        elif token in UPDATE_CODES:
            updates.append(token)
        elif token in _UPDATE_WORDS:
            update = True
        elif token in _TENTATIVE:
            tentative = True
        elif token.casefold() in NOT_STATED or token in _SPARE or not token:
            continue
        elif len(token) > 3 and token.isalpha():
            words.append(token.capitalize())
        else:
            unknown.append(token)
    if words and not events and not updates:
        unknown, words = [*unknown, *words], []
    return Codes(
        text, tuple(dict.fromkeys(events)), tuple(dict.fromkeys(updates)), update, tentative,
        tuple(words), tuple(unknown),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class IndustryCode:
    """A NAICS (before 2002: SIC) code of 2 to 6 digits, or what is wrong with it."""

    text: str
    code: str = ""
    note: str = ""


def read_industry_code(text: str) -> IndustryCode:
    """Return the code; a spreadsheet's "326199.0" is 326199, and a code that is too long is kept as text only."""
    plain = text.replace("\u00a0", " ").strip()
    if not plain or plain.casefold() in NOT_STATED:
        return IndustryCode(text)
    digits = re.sub(r"\.0$", "", plain)
    if re.fullmatch(r"\d{2,6}", digits):
        return IndustryCode(text, digits)
    if re.fullmatch(r"\d+", digits):
        return IndustryCode(text, note=f"An industry code has 2 to 6 digits, this one {len(digits)}.")
    return IndustryCode(text, note="Not readable as an industry code.")
