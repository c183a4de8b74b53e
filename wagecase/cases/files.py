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

from wagecase.cases import inspection
from wagecase.cases.models import Attachment, Case, Draft
from wagecase.cases.stuck import attachment_damaged
from wagecase.documents import store
from wagecase.errors import StoredFileDamaged
from wagecase.web import uploads

PARTY_MAX_FILES, PARTY_MAX_BYTES = 50, 200 * 1024 * 1024  # what one party may add to one case


class Refused(ValueError):
    """The file is not taken; the message tells the person why and what to do."""


@dataclass(frozen=True)
class Taken:
    """A checked file: its clean name, what it really is, and its bytes."""

    name: str
    content_type: str
    data: bytes

    @property
    def sha256(self) -> str:
        """The hash of the bytes that are kept."""
        return hashlib.sha256(self.data).hexdigest()


def clean_name(name: str) -> str:
    """Return a display name without folders, control or direction characters, at most 120 long."""
    name = unicodedata.normalize("NFC", name.replace("\\", "/").rsplit("/", 1)[-1])
    name = "".join(c for c in name if unicodedata.category(c)[0] != "C").strip(" .\"'")
    if len(name) > 120:
        stem, dot, ending = name.rpartition(".")
        name = f"{stem[:110]}{dot}{ending[:8]}" if dot else name[:120]
    return name or _("file")


def check(upload: UploadedFile, allowed: inspection.Allowance | None = None) -> Taken:
    """Return the checked file; Refused with the reason when it is empty, too large, active or not of a known type.

    `allowed` is what the files of one form may cost together.
    """
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
    try:
        data = inspection.look(data, kind, allowed or inspection.Allowance())
    except inspection.NotTaken as error:
        raise Refused(_why_not(error.why, name, kind)) from None
    return Taken(safe_name(name, kind), kind, data)


def safe_name(name: str, media_type: str) -> str:
    """Return a name whose ending is that of what the file is, so that no computer opens it as something else.

    Names that were stored before this rule are mended by it when the file is given out.
    """
    name = clean_name(name)
    kind = next((key for key, (_endings, media, _word) in uploads.KINDS.items() if media == media_type), "")
    if not kind:
        return f"{name}.bin"
    endings = uploads.KINDS[kind][0]
    stem, dot, ending = name.rpartition(".")
    if ending.lower() in endings and dot:
        return name
    known = {ending for others, _media, _word in uploads.KINDS.values() for ending in others}
    return f"{stem if dot and ending.lower() in known else name}.{endings[0]}"


def too_large(name: str) -> str:
    """Return the sentence for a file over the limit."""
    limit = settings.UPLOAD_MAX_BYTES // (1024 * 1024)
    return _("“%(name)s” is larger than %(limit)d MB. Choose a smaller file.") % {"name": name, "limit": limit}


def sniff(data: bytes) -> str | None:
    """Return the type that the first bytes prove, or None."""
    kind = uploads.kind_of(data)
    return uploads.media_type(kind) if kind in uploads.KINDS else None


def _why_not(why: str, name: str, media_type: str) -> str:
    """Return the sentence for a file that was opened and not taken."""
    unreadable = _("“%(name)s” cannot be opened. Save it again as a PDF, or send a photo of the pages.")
    if media_type != "application/pdf":
        unreadable = _("“%(name)s” cannot be opened as a picture. Take it again.")
    words = {
        "unreadable": unreadable,
        "active": _("“%(name)s” contains a program or another file. Print it to a new PDF and add that."),
        "pixels": _("“%(name)s” has too many pixels. Save it smaller."),
        "busy": _("“%(name)s” could not be checked now, because many people send files. Add it again in a minute."),
    }
    unchecked = _("“%(name)s” could not be checked: it takes too long to open. Print it to a new PDF and add that.")
    return words.get(why, unchecked) % {"name": name}


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
        size=len(taken.data), sha256=taken.sha256, source=source, purpose=purpose,
        party_id=party_id, added_at=at,
    )  # fmt: skip


def read(attachment: Attachment) -> Any:
    """Return the attachment's bytes as an open file; StoredFileDamaged when they are not those that were kept."""
    try:
        data = store.read(attachment.storage_key)
    except store.UnknownKey:
        data = b""
    if hashlib.sha256(data).hexdigest() != attachment.sha256:
        attachment_damaged(attachment)
        raise StoredFileDamaged(f"the stored bytes of file {attachment.pk} are not those that were sent")
    return io.BytesIO(data)
