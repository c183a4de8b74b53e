"""Stored bytes are whole, private, under random keys, and cannot be led out of their folder."""

import datetime as dt
import os
from pathlib import Path
from typing import Any

import pytest

from wagecase.documents import store


def test_bytes_come_back_as_they_were(media: Path) -> None:
    key = store.put(b"%PDF-1.7 whole")
    assert store.read(key) == b"%PDF-1.7 whole"
    assert len(key) == 32


def test_a_file_may_come_in_pieces(media: Path) -> None:
    assert store.read(store.put(piece for piece in (b"one ", b"two"))) == b"one two"


def test_two_equal_files_get_two_keys(media: Path) -> None:
    assert store.put(b"same") != store.put(b"same")


def test_only_the_owner_may_read_the_file(media: Path) -> None:
    key = store.put(b"private")
    assert (media / key[:2] / key).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "key",
    ["", "../../etc/passwd", "..", "a" * 31, "A" * 32, "a" * 32 + "\n", "/etc/passwd", "a" * 30 + "/x", "\0" * 32],
)
def test_what_is_not_a_key_is_refused(media: Path, key: str) -> None:
    for act in (store.open, store.read, store.delete):
        with pytest.raises(store.UnknownKey):
            act(key)


def test_a_missing_file_is_an_unknown_key_and_may_be_deleted_twice(media: Path) -> None:
    key = store.put(b"short life")
    store.delete(key)
    store.delete(key)
    with pytest.raises(store.UnknownKey):
        store.open(key)


def test_file_and_folder_are_synced_before_the_key_is_returned(media: Path, monkeypatch: Any) -> None:
    synced: list[bool] = []
    real = os.fsync

    def spy(handle: int) -> None:
        synced.append(os.path.isdir(f"/proc/self/fd/{handle}"))
        real(handle)

    monkeypatch.setattr(os, "fsync", spy)
    store.put(b"safe")
    assert synced == [False, True, True]  # the bytes, their new folder, and the folder that names it


def test_a_full_disk_leaves_no_half_file(media: Path, monkeypatch: Any) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        store.put(b"does not fit")
    assert [path for path in media.rglob("*") if path.is_file()] == []


def test_orphans_are_old_files_without_a_row(media: Path) -> None:
    known, young, old = store.put(b"known"), store.put(b"young"), store.put(b"old")
    two_hours_ago = dt.datetime.now(dt.UTC).timestamp() - 7200
    for key in (known, old):
        os.utime(media / key[:2] / key, (two_hours_ago, two_hours_ago))
    (media / "notes.txt").write_text("not ours")
    hour_ago = dt.datetime.now(dt.UTC) - dt.timedelta(hours=1)
    assert list(store.orphans({known}, before=hour_ago)) == [old]
    assert young not in store.orphans({known}, before=hour_ago)


def test_an_empty_store_has_no_orphans(media: Path) -> None:
    assert list(store.orphans(set(), before=dt.datetime.now(dt.UTC))) == []
