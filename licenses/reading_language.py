"""Tells staff that an employer reads its letters in another language than the one in which staff write."""

from __future__ import annotations

from wagecase.cases.models import Case, Party

NAMES = {"es": "Spanish"}


def language_of(case: Case) -> str:
    """Return the English name of the language of the employer's letters, empty where it is English."""
    party = case.parties.filter(role=Party.Role.EMPLOYER).order_by("id").first()
    return NAMES.get(party.language[:2], "") if party is not None else ""


def letters_flag(case: Case) -> list[str]:
    """Return what the head of a case says of it: "Letters in Spanish", nothing for English."""
    name = language_of(case)
    return [f"Letters in {name}"] if name else []


def hint(case: Case) -> str:
    """Return what stands beside a box whose words go into such a letter, empty for English."""
    name = language_of(case)
    words = f"The letter is in {name}; your words stand in it as you write them, and it says that they are in English."
    return f" {words}" if name else ""
