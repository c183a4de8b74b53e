"""Walks the public pages as a person would: reads the hidden marks of a page and sends its form."""

import re
from html import unescape
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.factories import count_rows
from wagecase.audit.models import Event
from wagecase.cases.models import Attachment, Draft, DraftSection
from wagecase.notices.models import Notice

LIVING: dict[str, dict[str, Any]] = {
    "problem": {"problem": "living_wage"},
    "link": {},
    "who": {"scope": "self"},
    "job": {"occupation": "Night cleaner"},
    "dates": {},
    "employer": {"name": "Invented Cleaning Company"},
    "workplace": {},
    "employer-contact": {},
    "pay": {"wage": "$7.50 an hour, tips only on Sundays"},
    "hours": {},
    "story": {"statement": "After rent I cannot buy food for my family."},
    "papers": {},
    "name": {"name": "Rosa Sample"},
    "contact": {},
    "language": {},
    "sharing": {},
}
UNPAID: dict[str, dict[str, Any]] = {
    "problem": {"problem": "unpaid_wages"},
    "link": {},
    "job": {"occupation": "Dish washer"},
    "employer": {"name": "Invented Diner"},
    "unpaid": {"wage": "$14 an hour"},
    "story": {"statement": "No pay came in May."},
    "papers": {},
    "name": {"name": "Rosa Sample"},
    "contact": {},
    "language": {},
}
SIGNED = {"name": "rosa  sample", "city": "Madison", "state": "Wisconsin", "agree": "on"}
ONLINE, PAPER, NOTARIZED = (f"/complaints/file/sign/{way}/" for way in ("online", "paper", "notarized"))
CHECK = "/complaints/file/check/"


def url(slug: str) -> str:
    """The address of a question page."""
    return f"/complaints/file/{slug}/"


def text_of(response: Any) -> str:
    """The words of a page."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def mark(response: Any) -> str:
    """The hidden mark of a question page."""
    found = re.search(r'name="page_ref" value="([^"]+)"', response.content.decode())
    assert found, "the page has no mark"
    return found[1]


def send(client: Client, slug: str, /, **values: Any) -> Any:
    """Open a question page and send its form."""
    return client.post(url(slug), {"page_ref": mark(client.get(url(slug))), **values})


def begin(client: Client, pages: dict[str, dict[str, Any]] | None = None, /, **changed: dict[str, Any]) -> Client:
    """Start a complaint and answer all its questions; `changed` replaces the answers of single pages.

    The same answers again in one run of tests are stored as the pages stored them the first time.
    """
    assert client.post("/complaints/file/").status_code == 303
    draft = Draft.objects.get(pk=client.session["draft_id"])
    asked = repr(
        (timezone.localdate(), draft.language, sorted(client.cookies), client.defaults, pages or LIVING, changed)
    )
    if asked in _walked:
        _store(draft, *_walked[asked])
        return client
    before, kept = _left_behind(), dict(client.session)
    _walk(client, pages or LIVING, changed)
    if _left_behind() == before and dict(client.session) == kept:  # nothing but the answers themselves
        draft.refresh_from_db()
        _walked[asked] = draft.kind, [(row.name, row.answers, row.version) for row in draft.sections.order_by("pk")]
    return client


_walked: dict[str, tuple[str, list[tuple[str, dict[str, Any], int]]]] = {}


def _walk(client: Client, pages: dict[str, dict[str, Any]], changed: dict[str, dict[str, Any]]) -> None:
    following = url("problem")
    for slug, values in pages.items():
        assert following == url(slug), f"after {slug} comes {following}"
        response = send(client, slug, **changed.get(slug.replace("-", "_"), values))
        assert response.status_code == 303, text_of(response)
        following = response["Location"]
    assert following == CHECK


def _left_behind() -> tuple[int, ...]:
    return count_rows(Notice, Attachment, Event)


def _store(draft: Draft, kind: str, sections: list[tuple[str, dict[str, Any], int]]) -> None:
    """Write the sections of an earlier walk into this draft, saved now."""
    Draft.objects.filter(pk=draft.pk).update(kind=kind)
    DraftSection.objects.bulk_create(
        DraftSection(draft=draft, name=name, answers=answers, version=version, saved_at=timezone.now())
        for name, answers, version in sections
    )


def sign(client: Client, path: str = ONLINE, *, key: Any = None, **values: Any) -> Any:
    """Open the page of signing and send its form; a page that was filed already is sent once more as it was."""
    if path == ONLINE:
        found = re.search(r'name="seen" value="([^"]+)"', client.get(path).content.decode())
        client.seen = found[1] if found else getattr(client, "seen", "")  # type: ignore[attr-defined]
        values = {"seen": client.seen, **values}  # type: ignore[attr-defined]
    return client.post(path, {"submission_key": str(key or uuid4()), **(SIGNED if path == ONLINE else {}), **values})


def picture(name: str = "photo.png") -> SimpleUploadedFile:
    """A small real picture."""
    from PIL import Image

    out = BytesIO()
    Image.new("RGB", (8, 8), "red").save(out, "PNG")
    return SimpleUploadedFile(name, out.getvalue(), content_type="image/png")
