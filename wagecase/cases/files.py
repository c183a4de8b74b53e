"""Takes files in: checks what they really are, keeps their bytes before their row, and refuses with a plain reason."""
from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from wagecase.cases.models import Attachment, Case, Draft
from wagecase.documents import store

TYPES = {"application/pdf": "PDF", "image/jpeg": "JPEG", "image/png": "PNG"}
_ACTIVE_PDF = re.compile(rb"/(JavaScript|JS|Launch|EmbeddedFile|RichMedia|XFA|OpenAction|AA)\b")


class Refused(ValueError):
    """The file is not taken; the message tells the person why and what to do."""


@dataclass(frozen=True)
class Taken:
    """A checked file: its clean name, what it really is, and its bytes."""

    name: str
    content_type: str
    data: bytes


def clean_name(name: str) -> str:
    """Return a display name without folders, control or direction characters, at most 120 long."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/").rsplit("/", 1)[-1])
    name = "".join(c for c in name if unicodedata.category(c)[0] != "C").strip(" .\"'")
    if len(name) > 120:
        stem, dot, ending = name.rpartition(".")
        name = f"{stem[:110]}{dot}{ending[:8]}" if dot else name[:120]
    return name or _("file")


def check(upload: UploadedFile) -> Taken:
    """Return the checked file; Refused with the reason when it is empty, too large, active or not of a known type."""
    name = clean_name(upload.name or "")
    size = upload.size or 0
    if size == 0:
        raise Refused(_("“%(name)s” is empty. Choose another file.") % {"name": name})
    if size > settings.UPLOAD_MAX_BYTES:
        raise Refused(too_large(name))
    data = upload.read()
    kind = sniff(data)
    if kind is None:
        raise Refused(_("“%(name)s” is not a PDF, JPEG or PNG. Choose another file.") % {"name": name})
    if kind == "application/pdf":
        _check_pdf(name, data)
    else:
        data = _clean_image(name, data, kind)
    return Taken(name, kind, data)


def too_large(name: str) -> str:
    """Return the sentence for a file over the limit."""
    limit = settings.UPLOAD_MAX_BYTES // (1024 * 1024)
    return _("“%(name)s” is larger than %(limit)d MB. Choose a smaller file.") % {"name": name, "limit": limit}


def sniff(data: bytes) -> str | None:
    """Return the type that the first bytes prove, or None."""
    if data.startswith(b"%PDF-"):
        return "application/pdf"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    return None


def _check_pdf(name: str, data: bytes) -> None:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    unreadable = _("“%(name)s” cannot be opened. Save it again as a PDF, or send a photo of the pages.") % {"name": name}
    if _ACTIVE_PDF.search(data):
        raise Refused(
            _("“%(name)s” contains a program or another file. Print it to a new PDF and add that.") % {"name": name}
        )
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted or not 0 < len(reader.pages) <= 500:
            raise Refused(unreadable)
    except Refused:
        raise
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError, OSError, AttributeError, IndexError):
        raise Refused(unreadable) from None


def _clean_image(name: str, data: bytes, kind: str) -> bytes:
    """Return the image drawn anew, which drops the place and device that a phone writes into photos."""
    from PIL import Image, ImageOps, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > 60_000_000:
                raise Refused(_("“%(name)s” has too many pixels. Save it smaller.") % {"name": name})
            upright = ImageOps.exif_transpose(image)
            out = io.BytesIO()
            if kind == "image/jpeg":
                upright.convert("RGB").save(out, "JPEG", quality=88)
            else:
                upright.save(out, "PNG")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        if isinstance(error, Refused):
            raise
        raise Refused(_("“%(name)s” cannot be opened as a picture. Take it again.") % {"name": name}) from None
    return out.getvalue()


def keep(
    taken: Taken, *, source: str, at: datetime, case: Case | None = None, draft: Draft | None = None,
    purpose: str = "evidence", party_id: int | None = None,
) -> Attachment:  # fmt: skip
    """Store the bytes, then write the row; an orphan (bytes without a row) is harmless and swept up later."""
    key = store.put(taken.data)
    return Attachment.objects.create(
        case=case, draft=draft, storage_key=key, name=taken.name, content_type=taken.content_type,
        size=len(taken.data), sha256=hashlib.sha256(taken.data).hexdigest(), source=source, purpose=purpose,
        party_id=party_id, added_at=at,
    )  # fmt: skip


def read(attachment: Attachment) -> Any:
    """Return the attachment's bytes as an open file."""
    return store.open(attachment.storage_key)
