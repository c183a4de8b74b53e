"""Carry an answer of the law together with its reasons, which become sentences only when somebody reads them."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, Generic, NamedTuple, TypeVar

from wagecase.rules.language import Word, sentence
from wagecase.rules.zone import CENTRAL

T = TypeVar("T")
C = TypeVar("C", bound=type)

__all__ = ["Finding", "Step", "Word", "joined", "storable"]

_STORABLE: dict[str, type[Any]] = {}


class Step(NamedTuple):
    """One reason: the key of a message and the typed values that it names."""

    key: str
    values: Mapping[str, Any]

    def sentence(self, language: str = "en") -> str:
        """Return the reason in words. Raises KeyError for a message or a value that does not exist."""
        return sentence(self.key, self.values, language)


@dataclass(frozen=True, slots=True)
class Finding(Generic[T]):
    """What was found, step by step, by which provisions, and with which version of which table.

    A decision stores `to_dict()` and the sentences as printed; a stored finding is never worked out again.
    """

    value: T
    steps: tuple[Step, ...] = ()
    citations: tuple[str, ...] = ()
    books: Mapping[str, str] = field(default_factory=dict)

    def sentences(self, language: str = "en") -> list[str]:
        """Return the reasons as sentences in English ("en") or Spanish ("es")."""
        return [sentence(key, values, language) for key, values in self.steps]

    def to_dict(self) -> dict[str, Any]:
        """Return the finding as plain JSON values that `from_dict` reads back unchanged."""
        return {
            "value": _pack(self.value),
            "steps": [
                {"key": key, "values": {name: _pack(v) for name, v in values.items()}} for key, values in self.steps
            ],
            "citations": list(self.citations),
            "books": dict(self.books),
        }

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> "Finding[T]":
        """Return the finding that `to_dict` wrote."""
        steps = tuple(
            Step(row["key"], {name: _unpack(v) for name, v in row["values"].items()}) for row in stored["steps"]
        )
        return cls(_unpack(stored["value"]), steps, tuple(stored["citations"]), dict(stored["books"]))


def joined(value: T, *parts: Finding[Any]) -> Finding[T]:
    """Return one finding of `value` with the reasons of all parts in order, each citation once, and all books."""
    books: dict[str, str] = {}
    for part in parts:
        books |= part.books
    steps = tuple(step for part in parts for step in part.steps)
    return Finding(value, steps, tuple(dict.fromkeys(cite for part in parts for cite in part.citations)), books)


def storable(kind: C) -> C:
    """Let the values of a dataclass be stored as the value of a finding; the name of the class marks them."""
    _STORABLE[kind.__name__] = kind
    return kind


def _pack(value: Any) -> Any:
    if value is None or (isinstance(value, (bool, int, str)) and not isinstance(value, Word)):
        return value
    if isinstance(value, (list, tuple)):
        return [_pack(item) for item in value]
    for mark, (kind, write, _) in _MARKS.items():
        if isinstance(value, kind):
            return {mark: write(value)}
    if type(value).__name__ in _STORABLE:
        return {type(value).__name__: {f.name: _pack(getattr(value, f.name)) for f in fields(value)}}
    if isinstance(value, Mapping):
        return {"map": {str(key): _pack(item) for key, item in value.items()}}
    raise TypeError(f"a finding cannot hold {value!r}")


def _unpack(stored: Any) -> Any:
    if isinstance(stored, list):
        return tuple(_unpack(item) for item in stored)
    if not isinstance(stored, dict):
        return stored
    ((mark, content),) = stored.items()
    if mark in _MARKS:
        return _MARKS[mark][2](content)
    if mark == "map":
        return {key: _unpack(item) for key, item in content.items()}
    return _STORABLE[mark](**{name: _unpack(item) for name, item in content.items()})


def _utc_text(instant: datetime) -> str:
    return (instant.astimezone(UTC) if instant.tzinfo else instant).isoformat()


def _instant(text: str) -> datetime:
    instant = datetime.fromisoformat(text)
    return instant.astimezone(CENTRAL) if instant.tzinfo else instant


# A datetime is a date too, so it stands before it.
_MARKS: dict[str, tuple[type[Any], Callable[[Any], Any], Callable[[Any], Any]]] = {
    "word": (Word, str, Word),
    "instant": (datetime, _utc_text, _instant),
    "time": (time, time.isoformat, time.fromisoformat),
    "date": (date, date.isoformat, date.fromisoformat),
    "decimal": (Decimal, str, Decimal),
}


def canonical(stored: Mapping[str, Any]) -> str:
    """Return a stored finding as the one text that stands for it, fit for hashing."""
    return json.dumps(stored, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
