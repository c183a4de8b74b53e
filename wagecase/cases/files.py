"""Takes files in: checks what they really are, keeps their bytes before their row, and refuses with a plain reason."""

from __future__ import annotations

import hashlib
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Count, Sum
from django.utils.translation import gettext as _

from wagecase.cases.models import Attachment, Case, Draft
from wagecase.documents import store
from wagecase.web import uploads

PARTY_MAX_FILES, PARTY_MAX_BYTES = 50, 200 * 1024 * 1024  # what one party may add to one case
MAX_PAGES = 500
MAX_OBJECTS = 60_000
MAX_PIXELS = 60_000_000
# What makes a PDF do something or carry something; found in its objects, because the same letters come up by chance
# in the compressed pictures of a scan, and because names may be written with escapes or inside object streams.
_ACTIVE_KEYS = frozenset({"/JS", "/JavaScript", "/XFA", "/EF", "/EmbeddedFiles", "/RichMediaContent"})
_ACTIVE_KINDS = frozenset({
    "/JavaScript", "/Launch", "/ImportData", "/SubmitForm", "/Rendition", "/RichMediaExecute", "/GoToE", "/RichMedia",
    "/EmbeddedFile", "/Movie", "/Sound", "/3D",
})  # fmt: skip


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
        raise Refused(uploads.not_taken(name, data))
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
    kind = uploads.kind_of(data)
    return uploads.media_type(kind) if kind in uploads.KINDS else None


def _check_pdf(name: str, data: bytes) -> None:
    from pypdf import PdfReader  # slow to load and needed only when a file comes in

    unreadable = _("“%(name)s” cannot be opened. Save it again as a PDF, or send a photo of the pages.") % {
        "name": name
    }
    active = _("“%(name)s” contains a program or another file. Print it to a new PDF and add that.") % {"name": name}
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted or not 0 < len(reader.pages) <= MAX_PAGES:
            raise Refused(unreadable)
        if _is_active(reader.trailer):
            raise Refused(active)
    except Refused:
        raise
    except Exception:  # whatever a broken or hostile file makes the reader raise, the answer is the same
        raise Refused(unreadable) from None


def _is_active(trailer: Any) -> bool:
    """Return whether any object that can be reached from `trailer` is a program, a form's script or another file."""
    from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NameObject

    seen: set[int] = set()
    waiting: list[Any] = [trailer]
    while waiting:
        item = waiting.pop()
        if isinstance(item, IndirectObject):
            if item.idnum in seen:
                continue
            seen.add(item.idnum)
            if len(seen) > MAX_OBJECTS:
                raise ValueError("too many objects to look through")
            item = item.get_object()
        if isinstance(item, DictionaryObject):
            kinds = {value for key in ("/S", "/Type", "/Subtype") if isinstance(value := item.get(key), NameObject)}
            if not _ACTIVE_KEYS.isdisjoint(item) or not _ACTIVE_KINDS.isdisjoint(kinds):
                return True
            waiting.extend(item.values())
        elif isinstance(item, ArrayObject):
            waiting.extend(item)
    return False


def _clean_image(name: str, data: bytes, kind: str) -> bytes:
    """Return the image drawn anew, which drops the place and device that a phone writes into photos."""
    from PIL import Image, ImageOps  # slow to load and needed only when a file comes in

    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > MAX_PIXELS:
                raise Refused(_("“%(name)s” has too many pixels. Save it smaller.") % {"name": name})
            upright = ImageOps.exif_transpose(image)
            clear = upright.convert(_mode(upright, kind))
            clear.info = {}  # comments, text and profiles, which the writers would copy
            out = io.BytesIO()
            clear.save(out, "JPEG" if kind == "image/jpeg" else "PNG", quality=88)
    except Refused:
        raise
    except Exception:  # whatever a broken or hostile file makes the decoder raise, the answer is the same
        raise Refused(_("“%(name)s” cannot be opened as a picture. Take it again.") % {"name": name}) from None
    return out.getvalue()


def _mode(image: Any, kind: str) -> str:
    """Return the colors to keep: a gray scan stays gray, so that it does not grow fourfold."""
    if kind == "image/jpeg":
        return "L" if image.mode == "L" else "RGB"
    return image.mode if image.mode in {"1", "L", "LA", "RGB", "RGBA"} else "RGBA"


def check_room(case: Case, taken: Sequence[Taken], *, party_id: int | None) -> None:
    """ValidationError (files) when a party would send more to one case than a case holds; staff have no such limit."""
    if not party_id or not taken:
        return
    held = case.attachments.filter(party_id=party_id).aggregate(files=Count("pk"), size=Sum("size"))
    size = (held["size"] or 0) + sum(len(item.data) for item in taken)
    if held["files"] + len(taken) > PARTY_MAX_FILES or size > PARTY_MAX_BYTES:
        words = _("Your case holds up to %(count)s files of together %(most)s MB from you. Call us to send more.")
        raise ValidationError(
            {"files": words % {"count": PARTY_MAX_FILES, "most": PARTY_MAX_BYTES // (1024 * 1024)}}, code="room"
        )


def keep(
    taken: Taken, *, source: str, at: datetime, case: Case | None = None, draft: Draft | None = None,
    purpose: str = "evidence", party_id: int | None = None,
) -> Attachment:  # fmt: skip
    """Store the bytes, then write the row; bytes that stay without a row are removed by the sweep."""
    key = store.put(taken.data)
    return Attachment.objects.create(
        case=case, draft=draft, storage_key=key, name=taken.name, content_type=taken.content_type,
        size=len(taken.data), sha256=hashlib.sha256(taken.data).hexdigest(), source=source, purpose=purpose,
        party_id=party_id, added_at=at,
    )  # fmt: skip


def read(attachment: Attachment) -> Any:
    """Return the attachment's bytes as an open file."""
    return store.open(attachment.storage_key)
