"""Keeps amounts owed out of a determination: it says whether there is reasonable cause, never what an employer owes.

Section 104.05 asks for a determination of reasonable cause only; what is owed is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError

_OWED = re.compile(
    r"\b(?:owes?|owed|owing|arrears|back[\s-]?(?:pay|wages)|unpaid wages|underpa(?:id|yment)|adeuda\w*|debe)\b", re.I
)
# A number begins once and is read to its end once: a long row of digits and commas costs no more than other text.
_AMOUNT = re.compile(r"\$\s?\d|\b(?<!\d[,.])\d++(?:[,.]\d++)*+[,.]*+\s*+(?:dollars|usd|d[oó]lares)\b", re.I)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")


def amount_owed(text: str) -> str:
    """Return the first sentence of `text` that says that an amount is owed, else ""."""
    for sentence in _SENTENCE.split(text):
        if _OWED.search(sentence) and _AMOUNT.search(sentence):
            return sentence.strip()
    return ""


def refuse_amounts(texts: Mapping[str, str]) -> None:
    """Raise ValidationError at each text of a determination that states an amount owed."""
    faults: dict[str, Any] = {
        field: f"A determination never states an amount owed. Take it out of “{sentence}”"
        for field, text in texts.items()
        if (sentence := amount_owed(text))
    }
    if faults:
        raise ValidationError(faults)
