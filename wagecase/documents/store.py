"""Keeps file bytes under random keys, so that no name a person typed ever becomes a path."""

import os
import re
import secrets
from collections.abc import Container, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from wagecase.errors import StorageUnavailable

_KEY = re.compile(r"[0-9a-f]{32}")


class UnknownKey(ValueError):
    """The text is not a storage key, or nothing is stored under it."""


def put(data: bytes | Iterable[bytes]) -> str:
    """Store `data` and return its new key; file and folder are on disk when this returns.

    StorageUnavailable (disk full, no right to write) leaves nothing behind. Call it before the row that names the key
    commits.
    """
    key = secrets.token_hex(16)
    try:
        _write(_path(key), data)
    except OSError as error:
        raise StorageUnavailable(str(error)) from error
    return key


def _write(path: Path, data: bytes | Iterable[bytes]) -> None:
    new_folder = not path.parent.is_dir()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            for chunk in [data] if isinstance(data, bytes) else data:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    if new_folder:
        _sync_folder(path.parent.parent)


def open(key: str) -> BinaryIO:
    """Return the stored bytes as an open file; UnknownKey when there are none, StorageUnavailable when it cannot tell."""
    try:
        return _path(key).open("rb")
    except FileNotFoundError:
        raise UnknownKey(f"nothing is stored under {key}") from None
    except OSError as error:
        raise StorageUnavailable(str(error)) from error


def read(key: str) -> bytes:
    """Return the stored bytes; UnknownKey when there are none."""
    with open(key) as file:
        return file.read()


def delete(key: str) -> None:
    """Remove the bytes; a key that is gone already is fine."""
    path = _path(key)
    path.unlink(missing_ok=True)
    if path.parent.is_dir():
        _sync_folder(path.parent)


def orphans(known_keys: Container[str], *, before: datetime) -> Iterator[str]:
    """Yield the keys that no row knows and that were written before `before`.

    Bytes are stored first and their row commits later, so `before` must lie at least an hour back: a young file
    without a row is a filing in progress, not an orphan. The sweep passes each key to `delete`.
    """
    root = Path(settings.MEDIA_ROOT)
    if not root.is_dir():
        return
    for folder in sorted(root.iterdir()):
        if not folder.is_dir():
            continue
        for path in sorted(folder.iterdir()):
            if not _KEY.fullmatch(path.name) or path.parent.name != path.name[:2] or path.name in known_keys:
                continue
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < before:
                yield path.name


def _path(key: str) -> Path:
    if not _KEY.fullmatch(key):
        raise UnknownKey("not a storage key")
    return Path(settings.MEDIA_ROOT) / key[:2] / key


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
