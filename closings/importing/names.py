"""Names for comparing only: what of an employer's name, a place or a label makes two rows the same, and what does not.

What is folded away here (case, stops, "The", the legal form) is folded for matching. The text of the list is kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from closings.importing.dates import is_stated

_LEGAL_FORM: Final = frozenset(
    [
        "inc",
        "incorporated",
        "llc",
        "llp",
        "lp",
        "ltd",
        "limited",
        "corp",
        "corporation",
        "co",
        "company",
        "plc",
        "pllc",
        "sc",
    ]
)
# Such as Acme - Revision 3, Acme-Revised (9/13/21), AcmeRevised (5/26/17)Revised (9/5/17), Acme - Update.
_NUMBERED: Final = re.compile(
    r"\s*[-\u2013,]*\s*\(?\b(?:revision|rev\.|update)\s*(?:no\.?|#)?\s*(\d{1,3})\)?\s*$", re.I
)
_MARK: Final = r"(?:Revised|Revision|Amended(?:\s+Notice)?)(?![a-z])"
_MARKED: Final = re.compile(
    rf"\s*-+\s*{_MARK}(?:\s*\([^()R]*\)?|\s+\d{{1,2}}/\d{{1,2}}/\d{{2,4}})?"
    rf"|\s*{_MARK}(?:\s*\([^()R]*\)?|\s+\d{{1,2}}/\d{{1,2}}/\d{{2,4}}|(?=\s*{_MARK})|(?=\s*$))"
)
_LONG_RUN: Final = re.compile(r"[\s,\u2013-]{16}")
_TAIL: Final = re.compile(r"\s+-\s+(?:update|updated|amended|revised|revision)\s*$", re.I)
_SPLIT: Final = re.compile(r",|;|&|/|\r\n|\n|\r|\band\b", re.I)
_NO_PLACE: Final = re.compile(
    r"|n/?a|wi|wisconsin|indiana|tbd|none"
    r"|(?:statewide|nationwide|multiple|various|several|unknown|remote|all)\b.*"
    r"|.*\b(?:locations?|counties|remote employees)"
    r"|\d+ .*"
    r"|(?:n|s|e|w|ne|nw|se|sw|no|so|north|south|east|west|northern|southern|eastern|western|central)[. ].*\b(?:wi|wisconsin)",
    re.I,
)
_STATE: Final = re.compile(r"[A-Z]{2}")
RESERVED: Final = frozenset(
    ("total", "totals", "grand total", "subtotal", "sum", "n/a", "na", "none", "tbd", "test", "company", "employer",
     "employer name", "company name")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Label:
    """A mark in the name that makes the row an update: its number where it has one, and the mark as it stands there."""

    text: str
    number: int | None = None


def without_label(name: str) -> tuple[str, Label | None]:
    """Return the name without its mark of a revision, and the mark.

    A mark without a number stands glued to the name in some lists; it counts only in capitals, so that a company whose
    name holds the word is left alone.
    """
    tidy = name.replace("\u00a0", " ")
    if _LONG_RUN.search(tidy):  # no list marks a revision so, and the patterns below would try each place of the run
        return name, None
    if numbered := _NUMBERED.search(tidy):
        base = tidy[: numbered.start()].strip()
        return (base, Label(numbered[0].strip(" -\u2013"), int(numbered[1]))) if base else (name, None)
    marks = list(_MARKED.finditer(tidy)) or list(_TAIL.finditer(tidy))
    if not marks or not tidy[: marks[0].start()].strip():
        return name, None
    text = "".join(mark[0] for mark in marks).strip(" -")
    rest = tidy[: marks[0].start()] + _MARKED.sub("", _TAIL.sub("", tidy[marks[0].start() :]))
    return rest.strip(" -\r\n"), Label(" ".join(text.split()))


def name_key(name: str) -> str:
    """Return the employer's name as names are compared; store numbers and words of the site stay in it."""
    text = name.replace("\u00a0", " ").casefold().replace("\u2019", "'")
    text = re.sub(r"\bd\s*/\s*b\s*/\s*a\b|\bd\.b\.a\.?", "dba", text).replace("&", " and ").replace(".", "")
    words = re.sub(r"[,;:\"]|(?<!\s)\s++-++\s+", " ", text).split()
    if words[:1] == ["the"]:
        words = words[1:]
    kept = [word for word in words if word not in _LEGAL_FORM]
    return " ".join(kept or words)


def name_words(name: str) -> frozenset[str]:
    """Return the words of a name that can tell one employer from another."""
    words = re.findall(r"[a-z0-9']{3,}", name_key(name))
    return frozenset(word for word in words if word not in {"and", "the", "dba", "for", "inc", "llc"})


def places_of(text: str) -> tuple[str, ...]:
    """Return the municipalities that a place cell names, in its order; none for "Statewide" and the like."""
    tidy = text.replace("\u00a0", " ").strip()
    if not is_stated(tidy) or _NO_PLACE.fullmatch(" ".join(tidy.split())):
        return ()
    parts = (" ".join(part.split()).strip(" .") for part in _SPLIT.split(tidy))
    return tuple(dict.fromkeys(part for part in parts if part and not _STATE.fullmatch(part)))


def place_key(place: str) -> str:
    """Return a municipality as places are compared."""
    text = place.casefold().replace(".", "")
    return re.sub(r"^(?:saint|st)\s+", "st ", " ".join(text.split()))


def is_reserved(name: str) -> bool:
    """Whether the name is a word that stands in lists and never is a company."""
    return name.replace("\u00a0", " ").strip(" :.*-").casefold() in RESERVED


# Wisconsin's counties and workforce areas: the lists write some of them in several ways.
COUNTIES: Final = frozenset(
    """adams|ashland|barron|bayfield|brown|buffalo|burnett|calumet|chippewa|clark|columbia|crawford|dane|dodge|door|douglas|
dunn|eau claire|florence|fond du lac|forest|grant|green|green lake|iowa|iron|jackson|jefferson|juneau|kenosha|kewaunee|
la crosse|lafayette|langlade|lincoln|manitowoc|marathon|marinette|marquette|menominee|milwaukee|monroe|oconto|oneida|
outagamie|ozaukee|pepin|pierce|polk|portage|price|racine|richland|rock|rusk|st croix|sauk|sawyer|shawano|sheboygan|taylor|
trempealeau|vernon|vilas|walworth|washburn|washington|waukesha|waupaca|waushara|winnebago|wood""".replace("\n", "").split("|")
)  # fmt: skip
_AREAS: Final = {
    "wow": "Waukesha-Ozaukee-Washington", "waukesha-ozaukee-washington": "Waukesha-Ozaukee-Washington",
    "southeast": "Southeast", "southeastern": "Southeast", "south east": "Southeast",
    "milwaukee": "Milwaukee", "milwaukee county": "Milwaukee", "employ milwaukee": "Milwaukee",
    "bay area": "Bay Area", "fox valley": "Fox Valley", "north central": "North Central", "northwest": "Northwest",
    "south central": "South Central", "southwest": "Southwest", "west central": "West Central", "western": "Western",
}  # fmt: skip


def counties_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the counties of the cell in one spelling, and the parts that are no county of Wisconsin."""
    known, unknown = [], []
    for part in places_of(text):
        name = re.sub(r"\s+county$", "", part, flags=re.I)
        if place_key(name) in COUNTIES:
            known.append(_titled(place_key(name)))
        else:
            unknown.append(part)
    return tuple(dict.fromkeys(known)), tuple(unknown)


def areas_of(text: str) -> tuple[str, ...]:
    """Return the workforce areas of the cell in one spelling; a part that is no area stays as it stands."""
    parts = re.split(r",(?!\s*inc\b)|&|\r\n|\n|\band\b", text, flags=re.I)
    names = [" ".join(part.split()).strip(" .") for part in parts]
    bare = [re.sub(r",?\s*inc\.?$", "", name, flags=re.I) for name in names]
    return tuple(dict.fromkeys(_AREAS.get(name.casefold(), name) for name in bare if name))


def _titled(key: str) -> str:
    words = " ".join(word if word == "du" else word.capitalize() for word in key.split())
    return words.replace("St ", "St. ", 1) if words.startswith("St ") else words
