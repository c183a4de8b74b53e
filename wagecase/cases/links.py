"""Private links of people without an account: made from case, party and generation, never stored, revoked by a new one."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse

from wagecase.cases import kinds
from wagecase.cases.models import Case, Party
from wagecase.encryption import keyed_digest

_CODE = re.compile(r"\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b")  # what access_code makes
_ANCHOR = re.compile(rf"<a\b[^<>]*{_CODE.pattern}[^<>]*>.*?</a>", re.DOTALL)
_WORD = re.compile(r"[^\s\"'<>]+")
NO_LINK = "••••-••••-••••-•••• (private link, not shown to staff)"
NO_CODE = "••••-••••-••••-•••• (not shown to staff)"


def masked(text: str) -> str:
    """Return a letter's HTML or a mail's text as staff may read it: without private links and access codes.

    Whatever has the form of a code is hidden, of whichever party and generation it may be.
    """
    return _WORD.sub(_masked_word, _ANCHOR.sub(NO_LINK, text))


def _masked_word(found: re.Match[str]) -> str:
    word = found.group()
    if not _CODE.search(word):
        return word
    return NO_LINK if "/" in word else _CODE.sub(NO_CODE, word)


def access_code(party: Party) -> str:
    """Return the party's code, 16 letters and digits in groups of four, as printed and mailed."""
    return _code(party, party.link_generation)


def renewals(party: Party, text: str) -> dict[str, str]:
    """Return the void codes of the party that stand in a letter's HTML, each with the code that counts now."""
    counts = access_code(party)
    void = (_code(party, generation) for generation in range(1, party.link_generation))
    return {code: counts for code in void if code in text}


def _code(party: Party, generation: int) -> str:
    digest = bytes.fromhex(keyed_digest("party-link", str(party.case_id), str(party.pk), str(generation)))
    code = base64.b32encode(digest[:10]).decode()
    return "-".join(code[i : i + 4] for i in range(0, 16, 4))


def normalize_code(typed: str) -> str:
    """Return a typed code in the printed form: capitals, no blanks or dashes, 0 read as O, 1 as I, 8 as B."""
    plain = "".join(c for c in typed.upper() if c.isascii() and c.isalnum())
    plain = plain.replace("0", "O").replace("1", "I").replace("8", "B")[:16]
    return "-".join(plain[i : i + 4] for i in range(0, len(plain), 4))


def link(party: Party) -> str:
    """Return the full address of the party's page; opening it asks for a press of a button (mail scanners follow links)."""
    path = reverse(kinds.get(party.case.kind).opens, args=[party.case.number, access_code(party)])
    return urljoin(settings.SITE_URL + "/", path)


def party_of(case_number: str, code: str) -> Party | None:
    """Return the party whose code fits the case number, or None; the time taken does not tell which part was wrong."""
    typed = normalize_code(code)
    found: Party | None = None
    number = case_number.strip().upper()
    # PostgreSQL refuses a text with NUL in it, where SQLite finds nothing.
    case = Case.objects.filter(number=number).first() if number.isprintable() else None
    for party in Party.objects.filter(case=case, link_generation__gt=0).select_related("case") if case else ():
        if hmac.compare_digest(access_code(party), typed):
            found = party
    if case is None:
        hmac.compare_digest("AAAA-AAAA-AAAA-AAAA", typed)
    return found


def new_draft_token() -> tuple[str, str]:
    """Return a fresh resume token and the hash that is stored."""
    token = secrets.token_urlsafe(24)
    return token, draft_token_hash(token)


def draft_token_hash(token: str) -> str:
    """Return the stored form of a resume token."""
    return hashlib.sha256(token.encode()).hexdigest()
