"""The exact words that a complainant signs, kept by version and language, so that every signed text stays on record."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DeclarationText:
    """One version of the declaration in one language; `approved` is False while a translation awaits its review."""

    version: str
    language: str
    text: str
    approved: bool = True

    @property
    def paragraphs(self) -> list[str]:
        """The text as the page shows it."""
        return self.text.split("\n\n")


# An unsworn declaration under penalty of false swearing (887.015): name, place and day are printed beside it.
CURRENT = "2026-11"
DEFAULT_LANGUAGE = "en"
VERSIONS: dict[tuple[str, str], DeclarationText] = {
    (text.version, text.language): text
    for text in (
        DeclarationText(
            "2026-11",
            "en",
            "I have read this complaint. I declare under penalty of false swearing under the law of Wisconsin that "
            "what it says is true and correct.\n\n"
            "Where I tell what somebody told me, or what I believe, I say so because I believe it to be true.\n\n"
            "I know that a person who signs a false statement on purpose may be punished for a crime.\n\n"
            "My name, typed or written below, is my signature.",
        ),
        DeclarationText(
            "2026-11",
            "es",
            "He leído esta queja. Declaro, bajo pena de falso juramento según la ley de Wisconsin, que lo que dice "
            "es verdadero y correcto.\n\n"
            "Donde cuento lo que otra persona me dijo, o lo que creo, lo digo porque creo que es verdad.\n\n"
            "Sé que quien firma a propósito una declaración falsa puede ser castigado por un delito.\n\n"
            "Mi nombre, escrito abajo a máquina o a mano, es mi firma.",
            approved=False,
        ),
    )
}


def current(language: str) -> DeclarationText:
    """Return the declaration in force in `language`, or in English where there is no translation."""
    found = VERSIONS.get((CURRENT, language[:2]))
    return found or VERSIONS[CURRENT, DEFAULT_LANGUAGE]
