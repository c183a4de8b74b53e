"""Moves every encrypted value to the first key of FIELD_KEYS, so that an older key can be taken away.

What is encrypted is found by the type of the column, in every model; the account library keeps its tokens inside a JSON
object and is named here. A value is written only where it still is what was read, so a person who saves meanwhile loses
nothing; a value that is under the first key already is left alone, so a run that was cut off is simply begun again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models.functions import Cast

from wagecase.encryption import EncryptedJSONField, EncryptedTextField

ENCRYPTED: Final = (EncryptedTextField, EncryptedJSONField)
BATCH_ROWS: Final = 500
ROUNDS: Final = 3  # a process that still writes with an older key undoes a row behind us; a further round finds it
TRIES: Final = 5  # how often a row that somebody saves just now is read again
MOST_NAMED: Final = 20  # a wrong FIELD_KEYS makes every row unreadable, and nobody reads such a list
LIBRARY_COLUMNS: Final = (("mfa.authenticator", "data", frozenset({"secret", "seed", "migrated_codes"})),)


class Unreadable(ValueError):
    """Values that no key of FIELD_KEYS reads: says in which rows and columns they stand, never what they are.

    `moved` tells how many values of each model a rotation had moved when it met them; empty when it had not begun.
    """

    def __init__(self, places: list[str]) -> None:
        self.moved: dict[str, int] = {}
        more = len(places) - MOST_NAMED
        named = ", ".join(places[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        super().__init__(f"No key of FIELD_KEYS reads: {named}.")


@dataclass
class Count:
    """Numbers of one model: its rows, the values found under an older key, and those found under the first."""

    rows: int = 0
    older: int = 0
    current: int = 0


@dataclass(frozen=True)
class Table:
    """A model with the columns that hold tokens; `inside` names the tokens where a column is a JSON object."""

    model: type[models.Model]
    columns: tuple[str, ...]
    inside: frozenset[str] = frozenset()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield every row as it is stored ({"pk": ..., column: token}), read in batches by primary key."""
        batch = self._read(self.model._base_manager.order_by("pk"))
        while batch:
            yield from batch
            batch = self._read(self.model._base_manager.order_by("pk").filter(pk__gt=batch[-1]["pk"]))

    def again(self, row: dict[str, Any]) -> dict[str, Any] | None:
        """Return the row as it is now, or None when it was removed."""
        found = self._read(self.model._base_manager.filter(pk=row["pk"]))
        return found[0] if found else None

    def write(self, row: dict[str, Any], renewed: dict[str, Any]) -> bool:
        """Store the renewed columns if they still are what `row` says, and return whether they were.

        One statement, one commit: locks on many rows could meet a request that takes them the other way round.
        """
        rows = self.model._base_manager.filter(pk=row["pk"]).annotate(**self._stored(renewed))
        same = {f"stored_{name}": row[name] for name in renewed}
        values = {name: value if self.inside else _text(value) for name, value in renewed.items()}
        return rows.filter(**same).update(**values) == 1

    def _read(self, rows: models.QuerySet[Any]) -> list[dict[str, Any]]:
        stored = self._stored(self.columns)
        found = rows.annotate(**stored).values("pk", *stored)[:BATCH_ROWS]
        return [{name.removeprefix("stored_"): value for name, value in row.items()} for row in found]

    def _stored(self, names: Any) -> dict[str, Any]:
        # The cast keeps the field from decrypting: what is compared and moved is the token.
        text: models.TextField[str, str] = models.TextField()
        return {f"stored_{name}": models.F(name) if self.inside else Cast(name, text) for name in names}


class Keys:
    """FIELD_KEYS as they are now: tells under which key a token stands and moves it to the first."""

    def __init__(self) -> None:
        keys = [Fernet(key) for key in settings.FIELD_KEYS]
        self._first, self._all = keys[0], MultiFernet(keys)

    def renew(self, stored: Any, inside: frozenset[str]) -> tuple[Any, int, int]:
        """Return (the stored value with every token under the first key, how many were older, how many current).

        InvalidToken when a token cannot be read with any key.
        """
        if isinstance(stored, dict):
            parts = {name: self._renew(part) if name in inside else (part, 0, 0) for name, part in stored.items()}
            return (
                {name: part for name, (part, _, _) in parts.items()},
                sum(older for _, older, _ in parts.values()), sum(current for _, _, current in parts.values()),
            )  # fmt: skip
        return self._renew(stored)

    def _renew(self, stored: Any) -> tuple[Any, int, int]:
        if isinstance(stored, list):
            parts = [self._renew(part) for part in stored]
            return [part[0] for part in parts], sum(part[1] for part in parts), sum(part[2] for part in parts)
        if not stored:
            return stored, 0, 0
        token = stored.encode()
        try:
            self._first.decrypt(token)
        except InvalidToken:
            return self._all.rotate(token).decode(), 1, 0
        return stored, 0, 1


def tables() -> list[Table]:
    """Return every model that holds encrypted values, in order of its name."""
    found = []
    for model in apps.get_models():
        columns = tuple(c.attname for c in model._meta.local_concrete_fields if isinstance(c, ENCRYPTED))
        if columns and not model._meta.proxy:
            found.append(Table(model, columns))
    found += [Table(apps.get_model(name), (column,), inside) for name, column, inside in LIBRARY_COLUMNS]
    return sorted(found, key=lambda table: table.model._meta.label)


def survey() -> dict[str, Count]:
    """Read every value and return the numbers by model, writing nothing; Unreadable when one cannot be read.

    Once no value is under an older key, the first key alone reads the whole database.
    """
    keys, counts, places = Keys(), {}, []
    for table in tables():
        label = table.model._meta.label
        count = counts[label] = Count()
        for row in table.rows():
            count.rows += 1
            for name in table.columns:
                try:
                    _, older, current = keys.renew(row[name], table.inside)
                except InvalidToken:
                    places.append(f"{label} {row['pk']} ({name})")
                else:
                    count.older, count.current = count.older + older, count.current + current
    if places:
        raise Unreadable(places)
    return counts


def rotate() -> tuple[dict[str, int], dict[str, Count]]:
    """Move every value to the first key; return how many were moved by model, and the survey afterwards.

    Unreadable, before anything is written, when a value cannot be read with any key: the keys are wrong, and half a
    rotation would hide which. A value that turns unreadable only then, written by a process with a key of its own, is
    passed over; Unreadable follows with what was moved. Values under an older key in the survey afterwards were
    written by a process that does not have the new FIELD_KEYS.
    """
    counts = survey()
    moved = dict.fromkeys(counts, 0)
    for _ in range(ROUNDS):
        if not any(count.older for count in counts.values()):
            break
        keys = Keys()
        for table in tables():
            moved[table.model._meta.label] += sum(_move(table, row, keys) for row in table.rows())
        try:
            counts = survey()
        except Unreadable as error:
            error.moved = moved
            raise
    return moved, counts


def _move(table: Table, row: dict[str, Any] | None, keys: Keys) -> int:
    """Rewrite one row and return how many values that moved; what somebody saved in between is looked at anew."""
    for _ in range(TRIES):
        if row is None:
            return 0
        try:
            found = {name: keys.renew(row[name], table.inside) for name in table.columns}
        except InvalidToken:  # changed since the survey; the one that follows names it
            return 0
        renewed = {name: value for name, (value, older, _) in found.items() if older}
        if not renewed:
            return 0
        if table.write(row, renewed):
            return sum(older for _, older, _ in found.values())
        row = table.again(row)
    return 0  # the next round finds it


def _text(token: str) -> models.Value:
    return models.Value(token, output_field=models.TextField())
