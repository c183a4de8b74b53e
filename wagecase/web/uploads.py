"""Limits uploads while they arrive and tells what a file really is, so that a 50 MB file costs neither disk nor text.

A file over the limit is read and dropped; the form then finds a `RefusedUpload` in its place and can say so, and
the other answers of the same form arrive as usual.
"""

from __future__ import annotations

from io import BytesIO
from typing import IO

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# The kinds we take: extension(s), media type, and the name people know it by. Hints, the file chooser and the checks
# all read this table, so that no page offers what the check refuses.
KINDS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "pdf": (("pdf",), "application/pdf", "PDF"),
    "jpeg": (("jpg", "jpeg"), "image/jpeg", "JPEG"),
    "png": (("png",), "image/png", "PNG"),
}
ACCEPT = ",".join(f".{extension}" for extensions, _media, _word in KINDS.values() for extension in extensions)
# Kinds that people often have and that we cannot keep: what to do instead.
INSTEAD = {
    "heic": _("“%(name)s” is a photo in the HEIC format of an iPhone. Take a screenshot of it and send that."),
    "docx": _("“%(name)s” is a Word file. Save it as a PDF and send that."),
    "txt": _("“%(name)s” is a text file. Print it to a PDF, or take a screenshot of it, and send that."),
}
_HEIF_BRANDS = {b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1"}


class RefusedUpload(UploadedFile):
    """Stands for a file that was not kept; `reason` is "size" or "count" and `size` what was sent."""

    def __init__(self, *, name: str, field_name: str, size: int, reason: str) -> None:
        super().__init__(file=BytesIO(), name=name, content_type="", size=size)
        self.field_name = field_name
        self.reason = reason


class QuotaUploadHandler(FileUploadHandler):
    """Stops handing bytes on once a file passes UPLOAD_MAX_BYTES or the form has UPLOAD_MAX_FILES already."""

    def __init__(self, request=None) -> None:
        super().__init__(request)
        self.kept = 0
        self.reason = ""

    def new_file(self, *args, **kwargs) -> None:
        """Begin a file; one too many is dropped from its first byte."""
        super().new_file(*args, **kwargs)
        self.reason = "count" if self.kept >= settings.UPLOAD_MAX_FILES else ""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        """Return the bytes for the next handler, or None once the file is refused."""
        if not self.reason and start + len(raw_data) > settings.UPLOAD_MAX_BYTES:
            self.reason = "size"
        return None if self.reason else raw_data

    def file_complete(self, file_size: int) -> RefusedUpload | None:
        """Return the stand-in of a refused file; None lets the next handler return the real one."""
        if not self.reason:
            self.kept += 1
            return None
        return RefusedUpload(name=self.file_name, field_name=self.field_name, size=file_size, reason=self.reason)


def kinds_in_words() -> str:
    """Return the names of the kinds we take: "PDF, JPEG or PNG"."""
    *most, last = (word for _endings, _media, word in KINDS.values())
    return gettext("%(kinds)s or %(last)s") % {"kinds": ", ".join(most), "last": last}


def instead(name: str, head: bytes) -> str:
    """Return what to do with a file of a usual kind that we cannot keep, "" for any other; has a place for the name."""
    kind = kind_of(head)
    if kind == "txt" and not name.lower().endswith(".txt"):
        return ""  # few bytes of anything look like text
    return str(INSTEAD.get(kind, ""))


def not_taken(name: str, head: bytes) -> str:
    """Return the sentence for a file of another kind: why it is refused and what to send instead."""
    words = instead(name, head)
    if words:
        return words % {"name": name}
    return gettext("“%(name)s” is not a %(kinds)s. Choose another file.") % {"name": name, "kinds": kinds_in_words()}


def sniffed_kind(file: IO[bytes]) -> str:
    """Return the key of KINDS or INSTEAD that the first bytes prove, or "" when it is none of them."""
    file.seek(0)
    head = file.read(4096)
    file.seek(0)
    return kind_of(head)


def kind_of(head: bytes) -> str:
    """Return the key of KINDS or INSTEAD that the first 4,096 bytes prove, or ""."""
    head = head[:4096]
    if head.startswith(b"%PDF-"):
        return "pdf"
    if head.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS:
        return "heic"
    if head.startswith(b"PK\x03\x04") and (b"[Content_Types].xml" in head or b"word/" in head):
        return "docx"
    return "txt" if _is_plain_text(head) else ""


def _is_plain_text(head: bytes) -> bool:
    if not head or b"\x00" in head or head.lstrip()[:1] == b"<":
        return False
    for cut in range(4):  # the 4,096th byte may stand inside a character
        try:
            text = head[: len(head) - cut].decode("utf-8")
        except UnicodeDecodeError:
            continue
        return not any(ord(c) < 32 and c not in "\t\n\r\f" for c in text)
    return False


def media_type(kind: str) -> str:
    """Return the media type we serve a file of this kind as."""
    return KINDS[kind][1]
