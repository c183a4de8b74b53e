"""Whose name the employer may read: a recorded decision for the complainant and for each employee, never a by-product.

The receipt promises a complainant who did not agree that we try to do without the name; whatever goes to the employer
(notice and determination) asks here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError

from complaints.models import Complaint
from wagecase.cases.models import Case, Party

_SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}
_BETWEEN = re.compile(r"[\r\n,;]+|\s+(?:and|y)\s+")


def complainant_is_named(complaint: Complaint) -> bool:
    """Return whether the employer reads the complainant's name: as decided at service, before that as consented."""
    if complaint.names_complainant is not None:
        return complaint.names_complainant
    return complaint.identity_disclosure == "yes"


def employees_are_named(complaint: Complaint) -> bool:
    """Return whether the employer reads the names of the employees: nobody can consent for them, only a decision can."""
    return bool(complaint.names_employees)


def complainant_of(case: Case) -> str:
    """Return the complainant's name as it stands in the file."""
    person = case.parties.filter(role=Party.Role.COMPLAINANT).first()
    return person.name if person else ""


def concerned(case: Case) -> list[str]:
    """Return whom the complaint is about as the employer may read it; empty where only the occupation may be told."""
    complaint = case.complaint
    if complaint.scope == Complaint.Scope.SELF:
        return [complainant_of(case)] if complainant_is_named(complaint) else []
    if complaint.scope == Complaint.Scope.PERSON and not employees_are_named(complaint):
        return []
    lines = [line.strip() for line in complaint.employees.splitlines() if line.strip()]
    return [line for line in lines if not found_in(line, protected(case), besides=())]


def protected(case: Case) -> list[str]:
    """Return the full names that the employer must not read."""
    complaint = case.complaint
    names = [] if complainant_is_named(complaint) else [complainant_of(case)]
    if complaint.scope == Complaint.Scope.PERSON and not employees_are_named(complaint):
        told = complainant_of(case) if complainant_is_named(complaint) else ""
        names += [n for n in _BETWEEN.split(complaint.employees) if _plain(n) != _plain(told)]
    return [name.strip() for name in names if name.strip()]


def found_in(text: str, names: list[str], *, besides: tuple[str, ...]) -> str:
    """Return the first protected name, or last name as a whole word, that stands in `text`, else "".

    `besides` are names that may stand there although they hold such a word: the employer's own.
    """
    plain = _plain(text)
    for allowed in filter(None, map(_plain, besides)):
        plain = (
            re.sub(rf"\b{re.escape(allowed)}\b", " ", plain) if allowed[-1].isalnum() else plain.replace(allowed, " ")
        )
    for name in names:
        for telling in (name, *_last_names(name)):
            if re.search(rf"(?<!\w){re.escape(_plain(telling))}(?!\w)", plain):
                return telling
    return ""


def refuse_names(case: Case, texts: Mapping[str, str]) -> None:
    """Raise ValidationError at each text of a paper for the employer in which a protected name stands."""
    complaint = case.complaint
    names, own = protected(case), (complaint.employer_name, complaint.employer_trade_name)
    faults: dict[str, Any] = {}
    for field, text in texts.items():
        word = found_in(text, names, besides=own)
        if word:
            faults[field] = (
                f"The employer reads this, and the name is kept in our file. Take out “{word}” and describe the "
                "occupation or the group instead"
            )
    if faults:
        raise ValidationError(faults)


def _last_names(name: str) -> list[str]:
    """Return the word of a name that tells its bearer by itself: the last one that is no "Jr." and not the only one."""
    words = [word for word in name.split() if _plain(word).strip(".") not in _SUFFIXES]
    return words[-1:] if len(words) > 1 else []


def _plain(text: str) -> str:
    """Return the text without case and accents, with single spaces."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(bare.casefold().split())
