"""One sentence per answer to "May we tell the employer who filed?", so that question, receipt and letter never differ."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, str | Promise] = {
    "yes": _("We may name you when we talk to the employer."),
    "no": _("We try to work without your name. If we cannot, we must write down why before we tell the employer."),
    "ask": _("We ask you before we give the employer your name."),
    "": _("We ask you whether we may give the employer your name."),
}


def employer_learns(answer: str) -> str:
    """Return what the employer learns about the complainant, in the language now active; "" is a blank answer."""
    return str(WORDS.get(answer, WORDS[""]))
