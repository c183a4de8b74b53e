"""Encrypts the columns that hold what a person entrusted to the file, and words of staff that may name a worker.

What is frozen or recorded from them is encrypted too: the text of a document, the values in the audit record. What is
sent stands in clear elsewhere: a notice's address, envelope and words, the PDF of a document, names, the title of a case
and the words by which it is found. A copied database must be guarded as a whole; docs/architecture.md says what is encrypted.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import models
from django.db.migrations import RunPython
from django.db.models.functions import Cast

if TYPE_CHECKING:
    AnyField = models.Field[Any, Any]
else:
    AnyField = models.Field


@lru_cache(maxsize=4)
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    if not keys:
        raise ImproperlyConfigured("FIELD_KEYS is empty: confidential fields cannot be read or written.")
    return MultiFernet([Fernet(key) for key in keys])


def encrypt(text: str) -> str:
    """Return `text` encrypted with the first of FIELD_KEYS."""
    return _fernet(tuple(settings.FIELD_KEYS)).encrypt(text.encode()).decode()


def decrypt(token: str) -> str:
    """Return the text behind `token`, tried with every key of FIELD_KEYS; ValueError when none fits."""
    try:
        return _fernet(tuple(settings.FIELD_KEYS)).decrypt(token.encode()).decode()
    except InvalidToken:
        raise ValueError("an encrypted field cannot be read with the keys of FIELD_KEYS") from None


def keyed_digest(purpose: str, *parts: str) -> str:
    """Return a hex HMAC-SHA256 of the parts under LINK_KEY; `purpose` keeps uses apart."""
    message = "\x1f".join((purpose, *parts)).encode()
    return hmac.new(settings.LINK_KEY.encode(), message, hashlib.sha256).hexdigest()


class EncryptedTextField(models.TextField):
    """Text that is plain in Python and a Fernet token in the database; it cannot be searched or sorted."""

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> str | None:
        return decrypt(value) if value else value

    def get_prep_value(self, value: Any) -> Any:
        value = super().get_prep_value(value)
        return encrypt(value) if value else value

    def get_lookup(self, lookup_name: str) -> Any:
        if lookup_name != "isnull":
            raise TypeError("an encrypted field cannot be filtered")
        return super().get_lookup(lookup_name)


class EncryptedJSONField(AnyField):
    """A JSON value stored like `EncryptedTextField`."""

    def get_internal_type(self) -> str:
        return "TextField"

    def from_db_value(self, value: str | None, expression: Any, connection: Any) -> Any:
        return json.loads(decrypt(value)) if value else {}

    def get_prep_value(self, value: Any) -> Any:
        return encrypt(json.dumps(value, ensure_ascii=False, sort_keys=True))

    def get_lookup(self, lookup_name: str) -> Any:
        raise TypeError("an encrypted field cannot be filtered")


BATCH_ROWS = 500


def encrypt_columns(model: type[models.Model], *columns: str) -> None:
    """Encrypt columns that held their text in clear so far: for the migration that makes them `EncryptedTextField`.

    Reads in batches by primary key. A value that is a token of FIELD_KEYS already is left alone, so that a run that was
    cut off is simply begun again.
    """
    _rewrite(model, columns, lambda text: text if _is_token(text) else encrypt(text))


def decrypt_columns(model: type[models.Model], *columns: str) -> None:
    """Put back in clear what `encrypt_columns` encrypted."""
    _rewrite(model, columns, lambda text: decrypt(text) if _is_token(text) else text)


def encrypting(app: str, columns: Mapping[str, tuple[str, ...]]) -> RunPython:
    """Return the step of a migration that encrypts columns of models of an app, and going back puts them in clear."""

    def each(rewrite: Callable[..., None]) -> Callable[[Any, Any], None]:
        def run(apps: Any, schema_editor: Any) -> None:
            for model, names in columns.items():
                rewrite(apps.get_model(app, model), *names)

        return run

    return RunPython(each(encrypt_columns), each(decrypt_columns))


def _is_token(text: str) -> bool:
    if not text.startswith("gAAAAA"):
        return False
    try:
        decrypt(text)
    except ValueError:
        return False
    return True


def _rewrite(model: type[models.Model], columns: tuple[str, ...], renew: Callable[[str], str]) -> None:
    text: models.TextField[str, str] = models.TextField()
    stored = {f"stored_{name}": Cast(name, text) for name in columns}  # the cast keeps the field from decrypting
    rows = model._base_manager.order_by("pk").annotate(**stored).values("pk", *stored)
    batch = list(rows[:BATCH_ROWS])
    while batch:
        for row in batch:
            was = {name: row[f"stored_{name}"] or "" for name in columns}
            becomes = {name: renew(words) for name, words in was.items() if words}
            values = {
                name: models.Value(words, output_field=text) for name, words in becomes.items() if words != was[name]
            }
            if values:
                model._base_manager.filter(pk=row["pk"]).update(**values)
        batch = list(rows.filter(pk__gt=batch[-1]["pk"])[:BATCH_ROWS])
