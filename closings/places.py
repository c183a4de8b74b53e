"""Tells the municipalities of a notice apart, and says which telling of whose highest official counts (109.07 (1) (e), (g)).

A municipality is a city, a village or a town: a City, a Village and a Town may share a name, and a town its name with a
town of another county. So each key is made of kind, name and, for a town, county. A city or a village may lie in several
counties and stays one municipality with one government.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date

from closings import wording
from closings.content import OFFICIAL, NoticeContent, RecipientFacts, SiteFacts

TOWN = "town"
_WRITTEN = re.compile(
    r"^(?P<kind>city|village|town|ciudad|villa|pueblo)\s+(?:of|de)\s+(?P<name>\S.*)$", re.IGNORECASE
)  # as our pages write a municipality, in both languages
_KINDS = {"ciudad": "city", "villa": "village", "pueblo": TOWN}
MANAGER, PRESIDENT, MAYOR, CHAIR = "manager", "president", "mayor", "chair"
_HEAD = {"city": MAYOR, "village": PRESIDENT, TOWN: CHAIR}  # whose office it is without a manager
_OFFICES = (
    (MANAGER, ("manager", "gerente")), (PRESIDENT, ("president",)), (MAYOR, ("mayor", "alcald")),
    (CHAIR, ("chair",)),
)  # fmt: skip
_RANK = (MANAGER, PRESIDENT, MAYOR, CHAIR)  # where two must be told, these before a name without an office
LESSER = "lesser"  # an office that is never the highest one of a municipality
_LESSER = re.compile(r"\b(?:clerk|administra[td]or|secretar|treasurer|tesorer|attorney|county|condado)")
_OF_A_COUNTY = re.compile(
    r"(?:\b\w+ of (?:the )?(?:\w+ )?)?\bcounty (?:board|chair|executive|manager)\w*(?: \w+)?"
    r"|\b\w+(?: de la junta)? del condado\b"
)  # its board is no town's; "Town chair, Green County" only says where the town lies


def written(municipality: str, kind: str = "") -> tuple[str, str]:
    """Return name and kind of a municipality as somebody wrote it: "City of Monroe" is the city Monroe.

    A kind that was chosen beside the name stays.
    """
    name = " ".join(municipality.split())
    found = _WRITTEN.match(name)
    if found is None:
        return name, kind
    said = found["kind"].casefold()
    return found["name"], kind or _KINDS.get(said, said)


@dataclass(frozen=True)
class Place:
    """One municipality with a site; `several` says that the name and kind alone would not tell it from another."""

    name: str
    kind: str = ""
    county: str = ""
    several: bool = field(default=False, compare=False)

    @property
    def label(self) -> str:
        """The municipality as pages write it: "City of Monroe", and "Town of Washington, Door" where there are two."""
        words = wording.place(self.name, self.kind)
        return f"{words}, {self.county}" if self.several and self.county else words

    def may_be(self, name: str, kind: str, county: str) -> bool:
        """Whether this may be the municipality that somebody named so; what was left blank speaks against nothing."""
        if name.casefold() != self.name.casefold() or (kind and self.kind and kind != self.kind):
            return False
        return TOWN not in (kind, self.kind) or not county or not self.county or county == self.county


def places_of(sites: Iterable[SiteFacts]) -> tuple[Place, ...]:
    """Return the municipalities of the sites, in the order of their first mention; what a blank leaves open makes none
    of its own beside those that it may be."""
    found: list[Place] = []
    rows = [(*written(site.municipality, site.municipality_type), site.county) for site in sites]
    for name, kind, county in sorted(filter(lambda row: row[0], rows), key=lambda row: (not row[1], not row[2])):
        if not any(place.may_be(name, kind, county) for place in found):
            found.append(Place(name, kind, county))
    found.sort(key=lambda place: next(number for number, row in enumerate(rows) if place.may_be(*row)))
    names = [(place.name.casefold(), place.kind) for place in found]
    return tuple(
        Place(place.name, place.kind, place.county, names.count((place.name.casefold(), place.kind)) > 1)
        for place in found
    )


def matches(row: SiteFacts | RecipientFacts, places: Sequence[Place]) -> list[Place]:
    """Return each of `places` that a site or an official may belong to; one where it is clear."""
    name, kind = written(row.municipality, row.municipality_type)
    return [place for place in places if place.may_be(name, kind, row.county)]


@dataclass(frozen=True)
class Officials:
    """Whose telling counts: (municipality, recipient) in the order of the notice, and whoever must be told and is not named.

    `unclear` are rows of which nobody can say which municipality is meant, `elsewhere` those of places without a site,
    and `lesser` those of a clerk or another who is not the highest official, where somebody who is lacks.
    """

    counted: tuple[tuple[Place, RecipientFacts], ...]
    missing: tuple[tuple[Place, RecipientFacts], ...]
    unclear: tuple[RecipientFacts, ...]
    elsewhere: tuple[RecipientFacts, ...]
    lesser: tuple[tuple[Place, RecipientFacts], ...] = ()


def officials(content: NoticeContent) -> Officials:
    """Return the officials of a notice: of several tellings of one official the earliest counts.

    Source: R-109.07-1e, R-109.07-1m-who.
    """
    rows = [row for row in content.recipients if row.kind == OFFICIAL]
    places = places_of(content.sites)
    of: dict[Place, list[RecipientFacts]] = {place: [] for place in places}
    unclear: list[RecipientFacts] = []
    elsewhere: list[RecipientFacts] = []
    for row in rows:
        found = matches(row, places)
        if len(found) == 1:
            of[found[0]].append(row)
        else:
            (unclear if found else elsewhere).append(row)
    counted: list[tuple[Place, RecipientFacts]] = []
    missing: list[tuple[Place, RecipientFacts]] = []
    lesser: list[tuple[Place, RecipientFacts]] = []
    for place, named in of.items():
        two = any(site.two_officials for site in content.sites if place in matches(site, [place]))
        seats, lacking = _seats(place, named, two=two)
        counted += [(place, row) for row in seats]
        county = place.county if place.several else ""
        facts = RecipientFacts(OFFICIAL, municipality=place.name, municipality_type=place.kind, county=county)
        missing += [(place, facts)] * lacking
        if lacking:
            lesser += [(place, row) for row in named if office(row.name, place.kind) == LESSER]
    counted.sort(key=lambda pair: next(number for number, row in enumerate(rows) if row is pair[1]))
    return Officials(tuple(counted), tuple(missing), tuple(unclear), tuple(elsewhere), tuple(lesser))


def office(name: str, kind: str = "") -> str:
    """Return which office of a municipality of that kind a name speaks of, else the name itself as it is compared; empty
    for a blank one.

    A town has no president: "presidente de la junta" is its chairperson. A clerk, a city administrator and whoever is of
    a county are no highest official (109.07 (1) (e)).
    """
    text = " ".join(name.split()).casefold()
    own = _OF_A_COUNTY.sub(" ", text)
    found = next((word for word, signs in _OFFICES if any(sign in own for sign in signs)), None)
    if found is not None:
        return CHAIR if (found, kind) == (PRESIDENT, TOWN) else found
    return LESSER if _LESSER.search(text) else text


def _seats(place: Place, rows: Sequence[RecipientFacts], *, two: bool) -> tuple[list[RecipientFacts], int]:
    """Return the rows that count for a municipality, and how many of its officials nobody named.

    One has a seat, or two under a council and a manager, never more.
    """
    by_office: dict[str, list[RecipientFacts]] = {}
    for row in sorted(rows, key=_told_on):
        by_office.setdefault(office(row.name, place.kind), []).append(row)
    by_office.pop(LESSER, None)
    if not two and not {MANAGER, PRESIDENT} <= by_office.keys():
        heads = (_HEAD[place.kind],) if place.kind in _HEAD else _HEAD.values()
        named = [row for word in heads for row in by_office.get(word, ())]
        pool = sorted(named or [row for group in by_office.values() for row in group], key=_told_on)
        return pool[:1], 0 if pool else 1
    unnamed = by_office.pop("", [])
    ranked = sorted(by_office, key=lambda word: _RANK.index(word) if word in _RANK else len(_RANK))
    seats = [*(by_office[word][0] for word in ranked), *unnamed][:2]
    return seats, 2 - len(seats)


def _told_on(row: RecipientFacts) -> date:
    return row.given_on or date.max
