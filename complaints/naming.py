"""Whose name the employer may read: a recorded decision for the complainant and for each employee, never a by-product.

The receipt promises a complainant who did not agree that we try to do without the name; whatever goes to the employer
(notice and determination) asks here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError

from complaints.models import Complaint
from wagecase.cases.models import Case, Party

_SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}
# Words of a name that tell nobody: particles and titles, in English and Spanish.
_UNTELLING = _SUFFIXES | {
    "and", "bin", "das", "del", "den", "der", "dos", "don", "dona", "las", "los", "miss", "mrs", "prof", "rev", "san",
    "senor", "senora", "sra", "srta", "the", "van", "ver", "von",
}  # fmt: skip
_BLANKS = re.compile(r"\s+")
_BETWEEN = re.compile(r"\s(?:and|y)\s|[\n,;]+")  # of names between which at most one blank stands


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
        names += [n for n in _BETWEEN.split(_tidy(complaint.employees)) if _plain(n) != _plain(told)]
    return [name.strip() for name in names if name.strip()]


def _tidy(names: str) -> str:
    """Return names with one blank, or one line break, for each run of them, however long."""
    return _BLANKS.sub(lambda run: "\n" if {"\n", "\r"} & set(run[0]) else " ", names)


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
    """Raise ValidationError at each text of a paper for the employer in which a protected name or way of contact stands.

    Protected are full and last names that the employer must not read, and always the complainant's e-mail address,
    phone number and street address.
    """
    complaint = case.complaint
    names, own = protected(case), (complaint.employer_name, complaint.employer_trade_name)
    faults: dict[str, Any] = {}
    for field, text in texts.items():
        if way := _contact_in(case, text):  # first: an e-mail address often holds the name
            faults[field] = (
                f"The employer reads this, and how to reach the complainant is kept in our file. Take out “{way}”"
            )
        elif word := found_in(text, names, besides=own):
            faults[field] = (
                f"The employer reads this, and the name is kept in our file. Take out “{word}” and describe the "
                "occupation or the group instead"
            )
    if faults:
        raise ValidationError(faults)


def perhaps_named(case: Case, texts: Iterable[str]) -> str:
    """Return the first single part of a protected name, such as a first name, that stands in one of `texts`, else "".

    Such a part may be an ordinary word ("will", "may"), so that a person must look at it. Words of the employer's
    names, of the occupation and of the place of work are never reported; nor is anything where `refuse_names` refuses
    a text anyway.
    """
    complaint, texts = case.complaint, list(texts)
    try:
        refuse_names(case, {str(place): text for place, text in enumerate(texts)})
    except ValidationError:
        return ""
    facts = (complaint.employer_name, complaint.employer_trade_name, complaint.occupation, complaint.work_site)
    ordinary = _UNTELLING | {word for fact in facts for word in _words(fact)}
    words = {word for text in texts for word in _words(text)}
    for name in protected(case):
        for part in re.findall(r"\w+", name):
            plain = _plain(part)
            if len(plain) >= 3 and plain not in ordinary and plain in words:
                return part
    return ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", _plain(text)))


def _contact_in(case: Case, text: str) -> str:
    """Return the complainant's e-mail address, phone number or street line where it stands in `text`, else ""."""
    person = case.parties.filter(role=Party.Role.COMPLAINANT).first()
    if person is None:
        return ""
    plain = _spaced(text)
    if person.email and f" {_spaced(person.email)} " in f" {plain} ":
        return person.email
    # The last seven digits are the number itself: a text may leave out country and area.
    number = re.sub(r"\D", "", re.split(r"(?i)ext|x", person.phone)[0])[-7:]
    if len(number) == 7 and number in re.sub(r"(?<=\d)[\s().\-/]+(?=\d)", "", text):
        return person.phone
    lines = person.postal.splitlines()
    for line in lines[:-1] or [person.postal.partition(",")[0]]:  # the last line is the city, which many share
        own = _spaced(line)
        street = any(sign.isdigit() for sign in own) and " " in own
        if street and own not in _spaced(case.complaint.work_site) and f" {own} " in f" {plain} ":
            return line.strip()
    return ""


def _spaced(text: str) -> str:
    """Return the plain words of a text with single spaces instead of what stands between them."""
    return " ".join(re.findall(r"\w+", _plain(text)))


def _last_names(name: str) -> list[str]:
    """Return the words of a name that tell its bearer by themselves: the last that is no "Jr." and not the only one."""
    words = [word for word in name.split() if _plain(word).strip(".") not in _SUFFIXES]
    if len(words) < 2:
        return []
    parts = [part for part in words[-1].split("-") if len(part) >= 3]  # each half of a double last name tells, too
    return [words[-1], *(parts if len(parts) > 1 else [])]


def _plain(text: str) -> str:
    """Return the text without case and accents, with single spaces."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(bare.casefold().split())
