"""Writes the words by which staff find a case, in the one spelling in which they are also looked up."""

from __future__ import annotations

import unicodedata

from wagecase.cases.models import Case, SearchEntry

MAX_WORDS = 6


def normalized(text: str) -> str:
    """Return `text` in small letters without accents and with single spaces ("José  Núñez" as "jose nunez")."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())[:200]


def index_words(case: Case, *, kind: str, text: str) -> None:
    """Make the case findable by `text` and by each later word of it (a surname, the second word of a firm)."""
    words = normalized(text).split()
    for start in range(min(len(words), MAX_WORDS)):
        SearchEntry.objects.get_or_create(case=case, kind=kind, text=" ".join(words[start:]))
