"""Say in plain text what a calculator asks and answers, from its declaration, with one question worked out."""

import json
from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from wagecase.rules.calculators.declaration import Calculator, Input
from wagecase.rules.calculators.fields import (
    BooleanField,
    ChoiceField,
    DateField,
    DateOrWordField,
    DecimalField,
    InstantField,
    IntegerField,
    ListField,
    LocalTimeField,
    ObjectField,
    TextField,
    TimeField,
)
from wagecase.rules.calculators.reader import answer


def guide(calculator: Calculator) -> str:
    """Return the question, every field (label, type, whether required, example), and one worked example."""
    lines = [f"{calculator.name}: {calculator.question.en}", "", "Fields of a question (one JSON object a line):", ""]
    for row in calculator.inputs:
        lines += _field(row, calculator.example)
    lines += ["Fields of the answer:", ""]
    lines += [f"  {row.name} ({row.type}): {row.meaning}" for row in calculator.outputs]
    question = json.dumps(dict(calculator.example))
    lines += [
        "", "Example:", "", f"  echo '{question}' | python manage.py calculate {calculator.name}", "",
        *(f"  {line}" for line in json.dumps(answer(calculator, calculator.example), indent=2).splitlines()),
    ]  # fmt: skip
    return "\n".join(lines)


def _field(row: Input, example: Any) -> Iterator[str]:
    words, sample = described(row.type)
    need = "required" if row.needed else "optional" if row.default in (None, ()) else f"optional, else {row.default}"
    yield f"  {row.name}: {row.label.en} ({words}; {need})"
    yield f"      {row.meaning}"
    yield f"      example: {json.dumps(example.get(row.name, sample))}"
    yield ""


@singledispatch
def described(kind: object) -> tuple[str, Any]:
    """Return how values of a type are written, in words, and one of them. TypeError for a type without words."""
    raise TypeError(f"no words for {kind!r}")


@described.register
def _(kind: DecimalField) -> tuple[str, Any]:
    low = next((limit for limit in (kind.minimum, kind.above) if limit is not None), 0)
    return f"number in quotes, at most {kind.places} decimals", str(low + 1) + (".25" if kind.places else "")


@described.register
def _(kind: IntegerField) -> tuple[str, Any]:
    return f"whole number from {kind.minimum} to {kind.maximum}", kind.minimum


@described.register
def _(kind: BooleanField) -> tuple[str, Any]:
    return "true or false", True


@described.register
def _(kind: ChoiceField) -> tuple[str, Any]:
    return f"one of {', '.join(kind.choices)}", kind.choices[0]


@described.register
def _(kind: TextField) -> tuple[str, Any]:
    return f"text of {kind.minimum} to {kind.maximum} characters", "104.05"


@described.register
def _(kind: DateField) -> tuple[str, Any]:
    return "date", "2026-03-02"


@described.register
def _(kind: InstantField) -> tuple[str, Any]:
    moment = "2026-03-02T20:30:00-06:00"
    return ("date, or time with its offset", "2026-03-02") if kind.or_date else ("time with its offset", moment)


@described.register
def _(kind: DateOrWordField) -> tuple[str, Any]:
    return f"date, or one of {', '.join(kind.words)}", "2026-03-02"


@described.register
def _(kind: TimeField) -> tuple[str, Any]:
    return "time of day", "16:30"


@described.register
def _(kind: LocalTimeField) -> tuple[str, Any]:
    return "local time", "2026-03-02T16:30"


@described.register
def _(kind: ListField) -> tuple[str, Any]:
    words, sample = described(kind.item)
    return f"list of {kind.minimum} to {kind.maximum}: {words}", [sample]


@described.register
def _(kind: ObjectField) -> tuple[str, Any]:
    parts = [(part.name, *described(part.type)) for part in kind.parts]
    words = ", ".join(f"{name} ({text})" for name, text, _sample in parts)
    return f"object with {words}", {name: sample for name, _text, sample in parts}
