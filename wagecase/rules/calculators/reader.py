"""Read one line of JSON for any calculator and answer it, so that every fault common to all is treated in one place."""

import json
from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from wagecase.rules.calculators.book_in_use import answering_from
from wagecase.rules.calculators.declaration import Calculator, Refusal
from wagecase.rules.calculators.fields import Faults, read_fields
from wagecase.rules.calendar import Contradiction, NotCovered
from wagecase.rules.finding import Finding
from wagecase.rules.law import NoRateInSource
from wagecase.rules.ratebook import RateBook

LONGEST_LINE = 4 * 1024 * 1024
_HUGE = "9" * 40

Answer = dict[str, Any]


class BadLine(ValueError):
    """The line as a whole cannot be read as one JSON object."""


def answer_line(calculator: Calculator, line: bytes) -> Answer:
    """Return the answer or the refusal for one line; every fault of the line becomes a refusal."""
    try:
        return answer(calculator, parse(line))
    except BadLine as error:
        return refusal("invalid", "", str(error))


def answer(calculator: Calculator, given: Mapping[str, Any]) -> Answer:
    """Return the answer or the refusal for one JSON object."""
    try:
        finding = find(calculator, given)
    except Refusal as error:
        return refusal(error.code, error.field, error.message)
    return {
        "result": {name: published(value) for name, value in finding.value.items()},
        "citations": list(finding.citations),
        "steps": finding.sentences(),
    }


def find(
    calculator: Calculator, given: Mapping[str, Any], *, book: Callable[[], RateBook] | None = None
) -> Finding[Mapping[str, Any]]:
    """Return the finding for one JSON object. Raises Refusal, with the first fault in the published order.

    `book` is called, once, if a rate is needed; without it the rates are those printed in the sources.
    """
    if book is None:
        return _find(calculator, given)
    with answering_from(book):
        return _find(calculator, given)


def _find(calculator: Calculator, given: Mapping[str, Any]) -> Finding[Mapping[str, Any]]:
    faults = Faults()
    if calculator.selector and calculator.word_first:
        _check_word(calculator, given)
    values = read_fields(given, calculator.fields_for(given), faults)
    if faults:
        code, field, message = faults.first()
        raise Refusal(code, field, message)
    try:
        return calculator.function(**{row.argument: values.get(row.name, row.default) for row in calculator.inputs})
    except Contradiction as error:
        raise Refusal("invalid", error.field, str(error)) from error
    except NotCovered as error:
        raise Refusal("not-covered", calculator.first_date(given), str(error)) from error
    except NoRateInSource as error:
        raise Refusal("no-rate-in-source", calculator.first_date(given), str(error)) from error


def _check_word(calculator: Calculator, given: Mapping[str, Any]) -> None:
    """Refuse a selecting word that is absent or wrong before anything that depends on it; unknown names come first."""
    unknown = Faults()
    read_fields(dict.fromkeys(given), calculator.inputs, unknown)
    row = calculator.by_name[calculator.selector]
    word = Faults()
    read_fields({row.name: given[row.name]} if row.name in given else {}, (row,), word)
    faults = [fault for fault in unknown if fault[0] == "unknown-field"] or word
    if faults:
        code, field, message = faults[0]
        raise Refusal(code, field, message)


def refusal(code: str, field: str, message: str) -> Answer:
    """Return the object that refuses a question."""
    return {"error": {"code": code, "field": field, "message": message}}


def published(value: Any) -> Any:
    """Return a value of a result in its published form."""
    if value is None or isinstance(value, (str, int)):
        return str(value) if type(value) not in (int, bool, type(None)) else value
    if isinstance(value, datetime):  # wall-clock time without an offset is published to the minute
        return value.isoformat(timespec="seconds" if value.tzinfo else "minutes")
    if isinstance(value, time):
        return value.isoformat(timespec="minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, (list, tuple)):
        return [published(item) for item in value]
    if isinstance(value, Mapping):
        return {key: published(item) for key, item in value.items()}
    raise TypeError(f"a result cannot hold {value!r}")


def parse(line: bytes) -> dict[str, Any]:
    """Return the one JSON object of a line. Raises BadLine, saying what is wrong, for anything else."""
    if len(line) > LONGEST_LINE:
        raise BadLine(f"the line is longer than {LONGEST_LINE} bytes")
    try:
        value = _DECODER.decode(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadLine("the line is not UTF-8 text") from None
    except RecursionError:
        raise BadLine("the line nests its brackets too deep") from None
    except json.JSONDecodeError as error:
        raise BadLine(f"the line is not JSON: {error.msg} at character {error.pos + 1}") from None
    if not isinstance(value, dict):
        raise BadLine("the line is JSON, but not an object in braces")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        name = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadLine(f"the field {ascii(name)[:80]} stands twice")
    return found


def _whole(text: str) -> int:
    """Return a whole number; one of absurd length becomes one that no range admits, at no cost."""
    if len(text) > len(_HUGE):
        text = f"-{_HUGE}" if text.startswith("-") else _HUGE
    return int(text)


def _no_constant(text: str) -> Any:
    raise BadLine(f"{text} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_int=_whole, parse_constant=_no_constant)
