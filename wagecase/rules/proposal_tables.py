"""Read a table of rates as a person types or pastes it, and refuse one that separates men and women (104.04)."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from wagecase.rules.finding import Step
from wagecase.rules.language import LANGUAGES, catalog
from wagecase.rules.proposals import PRINTED, Key, Refused, Stated

__all__ = ["MOST_LINES", "check_words", "names_a_sex", "read_table"]

MOST_LINES = 200
LARGEST = Decimal(100_000)
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2099, 12, 31)
NO_SEX = "104.04"
# Words that name one of two sexes, English and Spanish. "Minor" or "workman" hold such letters and name none.
_SEX = re.compile(
    "wom[ae]ns?|females?|lad(y|ies)|girls?|m[ae]ns?|males?|gentlem[ae]n|boys?|sex(es)?|genders?|mujer(es)?|hembras?|"
    "(femen|mascul)in[oa]s?|hombres?|varon(es)?|damas?|caballeros?|nin[oa]s?|sexos?|generos?"
)
_ALONE = re.compile("[mf]")  # only as the name of a class or beside it, as in "General (F)"
_AMOUNT = re.compile(r"\$?([0-9]{1,6}(?:\.[0-9]{1,2})?)")
_DAYS = (re.compile(r"(?P<y>[0-9]{4})-(?P<m>[0-9]{1,2})-(?P<d>[0-9]{1,2})"),
         re.compile(r"(?P<m>[0-9]{1,2})/(?P<d>[0-9]{1,2})/(?P<y>[0-9]{4})"))  # fmt: skip


def names_a_sex(text: str, *, letters: bool = False) -> str:
    """Return the word of a text that names one sex, "" if none does; `letters` counts a lone M or F too."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("'", "").replace("’", "")
    for word in re.findall(r"[^\W\d_]+", unicodedata.normalize("NFC", plain)):
        bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        if _SEX.fullmatch(bare) or (letters and _ALONE.fullmatch(bare)):
            return str(word)
    return ""


def check_words(field: str, text: str) -> None:
    """Refuse a title or heading of a table that separates men and women (R-104.04-sex)."""
    if found := names_a_sex(text):
        raise Refused(field, Step("proposals.sex", {"word": found, "cite": NO_SEX}), NO_SEX)


def read_table(text: str, *, first_day: date | None) -> tuple[Stated, ...]:
    """Return the amounts of a table: one a line, "class, item, unit, amount", and a first day unless `first_day` is given.

    Parts stand between tabs, semicolons or commas. Classes are named as in the book or as our pages print them. Refused
    (field "table") with the number of the line for what cannot be read and for a class that names a sex (104.04).
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > MOST_LINES:
        raise Refused("table", Step("proposals.too_many", {"most": MOST_LINES}))
    for number, line in lines:  # what the law forbids is said before any slip of the pen
        if found := names_a_sex(_parts(line)[0], letters=True):
            raise Refused("table", Step("proposals.sex_line", {"line": number, "word": found, "cite": NO_SEX}), NO_SEX)
    return tuple(_stated(number, line, first_day) for number, line in lines)


def _stated(number: int, line: str, first_day: date | None) -> Stated:
    parts = _parts(line)
    wanted = 4 if first_day else 5
    if len(parts) != wanted:
        raise _fault(number, "proposals.parts", have=len(parts), wanted=wanted)
    class_, item, unit = _key(number, parts)
    match = _AMOUNT.fullmatch(parts[3])
    if match is None or not 0 < Decimal(match[1]) <= LARGEST:
        raise _fault(number, "proposals.amount", given=_short(parts[3]))
    return Stated(class_, item, unit, Decimal(match[1]).quantize(Decimal("0.01")), first_day or _day(number, parts[4]))


def _key(number: int, parts: Sequence[str]) -> Key:
    class_ = _class_names().get(_plain(parts[0]))
    if class_ is None:
        raise _fault(number, "proposals.class", given=_short(parts[0]))
    key = (class_, _plain(parts[1]).replace(" ", "-"), _plain(parts[2]))
    if key not in PRINTED:
        known = "; ".join(dict.fromkeys(f"{item}, {unit}" for name, item, unit in PRINTED if name == class_))
        raise _fault(number, "proposals.pair", given=_short(f"{parts[1]}, {parts[2]}"), known=known)
    return key


def _class_names() -> dict[str, str]:
    """Return the class of each name by which a table may call it."""
    classes = dict.fromkeys(key[0] for key in PRINTED)
    names = {_plain(class_.replace("-", " ")): class_ for class_ in classes}
    for language in LANGUAGES:
        names |= {_plain(catalog(language).words[f"rates.class.{class_}"]): class_ for class_ in classes}
    return names


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().replace("-", " ").split())


def _parts(line: str) -> list[str]:
    mark = next((mark for mark in ("\t", ";") if mark in line), ",")
    return [part.strip().strip('"').strip() for part in line.strip().rstrip(mark).split(mark)]


def _day(number: int, text: str) -> date:
    for form in _DAYS:
        if match := form.fullmatch(text):
            try:
                day = date(int(match["y"]), int(match["m"]), int(match["d"]))
            except ValueError:
                break
            if FIRST_DAY <= day <= LAST_DAY:
                return day
    raise _fault(number, "proposals.day", given=_short(text))


def _fault(number: int, key: str, **words: object) -> Refused:
    return Refused("table", Step(key, {"line": number, **words}))


def _short(text: str) -> str:
    kept = "".join(c if c.isprintable() else "?" for c in text)
    return kept if len(kept) <= 40 else kept[:39] + "…"
