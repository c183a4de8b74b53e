"""Says what of a notice must be put right before anybody may judge whether its officials were told in time.

Else a slip of the pen would be charged: a misspelled place, a clerk beside whom nobody named the mayor, a name that two
municipalities share. It is told before a determination is typed, not after.
"""

from __future__ import annotations

from collections.abc import Iterable

from closings.content import OFFICIAL, NoticeContent, RecipientFacts
from closings.estimate import Estimate, estimate
from closings.places import matches, officials, places_of
from closings.sections import recipient_words


def misplaced(found: Estimate) -> tuple[RecipientFacts, ...]:
    """Return officials of places without a site where a place with one has none: a slip of the pen would be charged."""
    lacking = any(row.kind == OFFICIAL for row in found.missing_recipients)
    return found.elsewhere if lacking else ()


def lesser(content: NoticeContent) -> list[str]:
    """Return in words each clerk or other lesser official of a place for which nobody else is named (109.07 (1) (e))."""
    return [recipient_words(row, where=place.label) for place, row in officials(content).lesser]


def unsettled(content: NoticeContent) -> list[str]:
    """Return what keeps a determination from being drafted, a sentence each with what to do; none where all is clear."""
    found = estimate(content)
    said: list[str] = []
    places = places_of(content.sites)
    sites = dict.fromkeys(site.municipality for site in content.sites if len(matches(site, places)) > 1)
    if sites:
        said.append(f"Record first, in an update, whether this site is in a city, a village or a town: {_all(sites)}.")
    if found.unclear:
        names = _all(recipient_words(row) for row in found.unclear)
        said.append(f"Record first, in an update, of which municipality this is the official: {names}.")
    if strangers := misplaced(found):
        said.append(
            f"No site is in the place of this official: {_all(recipient_words(row) for row in strangers)}. Nobody is named "
            "for a place that has one. Correct the notice first: name the place that was meant, or take the row off if that "
            "official counts for nothing."
        )
    if clerks := lesser(content):
        said.append(
            f"This is not the highest official of the place: {_all(clerks)}. Nobody else is named for it. Ask the employer, then "
            "record in an update the mayor, the village president or the town board chairperson, and the day on which that "
            "official was told, or that nobody told them."
        )
    return said


def _all(names: Iterable[str]) -> str:
    return "; ".join(names)
