"""Turn message keys and typed values into English and Spanish sentences, so that the law itself knows no language."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

from wagecase.rules.strict_yaml import Block, read
from wagecase.rules.zone import CENTRAL

FOLDER = Path(__file__).resolve().parent / "messages"
LANGUAGES = ("en", "es")


class Word(str):
    """A value that is itself the key of a word, such as a holiday, and is translated when shown."""

    __slots__ = ()

    def text(self, language: str = "en") -> str:
        """Return the word in a language."""
        return word(self, language)


@dataclass(frozen=True, slots=True)
class Messages:
    """Everything one language needs."""

    months: tuple[str, ...]
    weekdays: tuple[str, ...]
    patterns: Mapping[str, str]
    words: Mapping[str, str]
    sentences: Mapping[str, str | tuple[str, str]]


def sentence(key: str, values: Mapping[str, Any], language: str = "en") -> str:
    """Return one sentence. A message with two forms (one, other) takes the first if the value `n` is 1.

    A value after a dollar sign, as in "${amount}", is an amount of money and is written as `dollars` writes it.
    """
    messages = catalog(language)
    form = messages.sentences[key]
    if isinstance(form, tuple):
        form = form[0 if values["n"] == 1 else 1]
    return form.replace("${", "{$").format_map(_Shown(values, language))


class _Shown(dict[str, str]):
    """The values of one sentence, written only when the sentence names them; "$amount" is the value as money."""

    __slots__ = ("_language", "_values")

    def __init__(self, values: Mapping[str, Any], language: str) -> None:
        super().__init__()
        self._values = values
        self._language = language

    def __missing__(self, name: str) -> str:
        if name.startswith("$"):
            return dollars(self._values[name[1:]])
        return shown(self._values[name], self._language)


def dollars(amount: Decimal | int) -> str:
    """Return "$1,234.50" in every language: never less than two decimals, and no decimal of the amount left out."""
    number = Decimal(amount)
    places = max(2, -int(number.as_tuple().exponent))
    sign = "\N{MINUS SIGN}" if number < 0 else ""
    return f"{sign}${abs(number):,.{places}f}"


def shown(value: Any, language: str = "en") -> str:
    """Return a typed value as a person writes it: dates with weekday and month in words, times in Central time."""
    if isinstance(value, Word):
        return word(value, language)
    if isinstance(value, datetime):
        return moment(value, language)
    if isinstance(value, date):
        return long_date(value, language)
    if isinstance(value, (int, str, Decimal)):
        return str(value)
    if isinstance(value, (tuple, list)):
        return "; ".join(shown(item, language) for item in value)
    raise TypeError(f"no way to show {value!r}")


def word(key: str, language: str = "en") -> str:
    """Return the word of a key, such as "holiday.labor_day"."""
    return catalog(language).words[key]


def long_date(day: date, language: str = "en") -> str:
    """Return "Monday, March 2, 2026" or "lunes, 2 de marzo de 2026"."""
    messages = catalog(language)
    return messages.patterns["date"].format(
        weekday=messages.weekdays[day.weekday()], month=messages.months[day.month - 1], day=day.day, year=day.year
    )


def moment(instant: datetime, language: str = "en") -> str:
    """Return "Monday, March 2, 2026, 8:30 p.m. Central time" of an instant, or of a local time without zone."""
    local = instant.astimezone(CENTRAL) if instant.tzinfo else instant
    messages = catalog(language)
    half = messages.words["clock.pm" if local.hour >= 12 else "clock.am"]
    return messages.patterns["moment"].format(
        date=long_date(local.date(), language), hour=local.hour % 12 or 12, minute=f"{local.minute:02}", half=half
    )


@cache
def catalog(language: str) -> Messages:
    """Return the messages of a language; read once."""
    if language not in LANGUAGES:
        raise KeyError(f"no messages in {language!r}")
    block = read(FOLDER / f"{language}.yaml")
    block.only(("months", "weekdays", "patterns", "words", "sentences"))
    words: dict[str, str] = {}
    forms: dict[str, str | tuple[str, str]] = {}
    for part in (block, *_families(language)):
        _add(words, part, what="words", more={key: part["words"][key] for key in part.get("words", ())})
        _add(forms, part, what="sentences", more={key: _form(part["sentences"], key) for key in part["sentences"]})
    return Messages(tuple(block["months"]), tuple(block["weekdays"]), block["patterns"], words, forms)


def _families(language: str) -> Iterator[Block]:
    """Yield the files of the families of rules, messages/en/closings.yaml and the like."""
    for path in sorted((FOLDER / language).glob("*.yaml")):
        block = read(path)
        block.only(("sentences",), ("words",))
        yield block


def _add(known: dict[str, Any], block: Block, *, what: str, more: Mapping[str, Any]) -> None:
    if twice := known.keys() & more.keys():
        raise block.fault(f"{what} stand twice: {', '.join(sorted(twice))}")
    known.update(more)


def _form(block: Block, key: str) -> str | tuple[str, str]:
    form = block[key]
    if isinstance(form, Block):
        form.only(("one", "other"))
        return form.text("one"), form.text("other")
    return block.text(key)


def placeholders(form: str | tuple[str, str]) -> set[str]:
    """Return the names of the values that a message shows, in whichever of its forms."""
    return set(re.findall(r"\{(\w+)\}", form if isinstance(form, str) else " ".join(form)))
