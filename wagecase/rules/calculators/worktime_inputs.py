"""Build the inputs that the questions about hours worked have in common."""

from wagecase.rules.calculators.declaration import Input, Label
from wagecase.rules.calculators.fields import BooleanField, TimeField


def yes_no(name: str, meaning: str, label: Label, *, words: tuple[str, ...] = ()) -> Input:
    """Return a needed input for yes or no."""
    return Input(name=name, type=BooleanField(), needed=True, words=words, meaning=meaning, label=label)


def optional_yes_no(name: str, meaning: str, label: Label, *, default: bool, words: tuple[str, ...] = ()) -> Input:
    """Return an input for yes or no with a default."""
    return Input(name=name, type=BooleanField(), default=default, words=words, meaning=meaning, label=label)


def clock_time(name: str, meaning: str, label: Label, *, words: tuple[str, ...] = ()) -> Input:
    """Return a needed input for a time of day."""
    return Input(name=name, type=TimeField(), needed=True, words=words, meaning=meaning, label=label)
