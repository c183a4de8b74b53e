"""Refuses text that a database, a PDF or a mail header cannot carry, in words the person can act on."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

_LAYOUT = "\t\n\r"
# Characters that turn the reading direction make a name or file look like another one.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_forbidden(char: str) -> bool:
    """Return whether no answer may hold this character: controls, half characters, direction switches."""
    if char in _LAYOUT:
        return False
    return unicodedata.category(char) in {"Cc", "Cs"} or char in _TURNING or (ord(char) & 0xFFFE) == 0xFFFE


@deconstructible
class StorableText:
    """Validator: no forbidden characters; line breaks only where the box has several lines."""

    unstorable = _("This answer holds characters that we cannot store. Type it again instead of pasting it.")
    one_line = _("Write this answer on one line.")

    def __init__(self, *, lines: bool = False) -> None:
        self.lines = lines

    def __call__(self, value: str) -> None:
        """Raise ValidationError `unstorable` or `one_line`."""
        if any(is_forbidden(char) for char in value):
            raise ValidationError(self.unstorable, code="unstorable")
        if not self.lines and ("\n" in value or "\r" in value):
            raise ValidationError(self.one_line, code="one_line")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, StorableText) and self.lines == other.lines
