"""Describe a calculator beside its function, so that command, form, page and specification read one declaration."""

import keyword
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from wagecase.rules.calculators.fields import Code, FieldType
from wagecase.rules.finding import Finding

Audience = Literal["public", "staff"]


class Refusal(Exception):
    """The question cannot be answered; `field` is the input at fault and `message` says what to do about it."""

    def __init__(self, code: Code, field: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class Label:
    """The words beside a field, in English and Spanish."""

    en: str
    es: str


@dataclass(frozen=True, kw_only=True)
class Input:
    """One input. Needed, or with a default, or optional (None when absent).

    With `words` it belongs to those words of the calculator's selecting input only; for another word it is unknown.
    """

    name: str
    type: FieldType
    meaning: str
    label: Label
    needed: bool = False
    default: Any = None
    words: tuple[str, ...] = ()

    @cached_property
    def argument(self) -> str:
        """Return the name of the function's argument; a word of Python takes an underscore."""
        return f"{self.name}_" if keyword.iskeyword(self.name) else self.name


@dataclass(frozen=True, slots=True)
class Output:
    """One output: always present in a result, null where its condition is not met."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True, kw_only=True)
class Calculator:
    """A question, its inputs and outputs in table order, the rules and provisions behind it, and its function.

    The function takes the inputs as keyword arguments and returns a Finding whose value maps each output to a plain
    value. It raises Refusal for faults between inputs. `selector` names the input whose word says which others belong
    to the question; a wrong word is refused before anything else but unknown fields, unless `word_first` is false.
    """

    name: str
    question: Label
    audience: Audience
    inputs: tuple[Input, ...]
    outputs: tuple[Output, ...]
    rules: tuple[str, ...]
    citations: tuple[str, ...]
    function: Callable[..., Finding[Mapping[str, Any]]]
    selector: str = ""
    word_first: bool = True  # the rates and clocks look at the word, a source, among the other fields
    example: Mapping[str, Any]  # one question with an answer, as its JSON object
    by_name: dict[str, Input] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_name = {row.name: row for row in self.inputs}
        outputs = {row.name for row in self.outputs}
        if len(by_name) != len(self.inputs) or len(outputs) != len(self.outputs):
            raise ValueError(f"{self.name}: a name stands twice")
        object.__setattr__(self, "by_name", by_name)

    def fields_for(self, given: Mapping[str, Any]) -> tuple[Input, ...]:
        """Return the inputs that belong to the question, by the selecting word it gives; all if it gives no such word."""
        word = given.get(self.selector) if self.selector else None
        if not isinstance(word, str) or word not in getattr(self.by_name[self.selector].type, "choices", (word,)):
            return self.inputs
        return tuple(row for row in self.inputs if not row.words or word in row.words)

    def first_date(self, given: Mapping[str, Any]) -> str:
        """Return the first input in table order that holds a date and was given: the one to name as not covered."""
        return next((row.name for row in self.inputs if row.type.holds_date and row.name in given), "")
