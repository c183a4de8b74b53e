"""Freezes documents inside the act's transaction and makes their PDF afterwards, exactly once."""

import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q
from django.template import Engine, engines
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.utils import timezone, translation
from django.utils.html import strip_tags
from django.utils.translation import gettext as _

from wagecase.documents import store
from wagecase.documents.leases import LEASE, MAX_CRASHES, PassClock, Stop, claim_token, never
from wagecase.documents.models import FAILED, PENDING, READY, RENDERING, STAFF, Document
from wagecase.documents.render_child import CERTIFICATE_CSS, LETTER_CSS
from wagecase.documents.renderer import TIMEOUT_SECONDS, Rendered, RendererUnavailable, RenderFailed, renderer
from wagecase.errors import StoredFileDamaged
from wagecase.wakeups import RENDER, wake
from wagecase.web import department
from wagecase.web.formatting import kept_together

logger = logging.getLogger(__name__)

MAX_CHARACTERS = 300_000
MAX_ROWS = 2_000
RETRY_AFTER = timedelta(minutes=1)
PREVIEW_MARK = "Preview, not sent"  # read by staff only
_SIGNED_BLOCK = re.compile(
    r'<div class="signature">(?:(?!</div>).)*?<p class="mark">(?:(?!</div>).)*?<p class="name">(.*?)</p>.*?</div>',
    re.DOTALL,
)

# Called with a document that will not be tried again; cases fills it with "open a task". It may be called twice.
on_stuck: list[Callable[[Document], None]] = []
# Called with a document whose stored bytes are gone or were changed; cases fills it with "open a task".
on_damaged: list[Callable[[Document], None]] = []


@dataclass(frozen=True, slots=True)
class Signature:
    """Who signed a draft, as printed: `draft_sha256` is the hash of the draft PDF that the signer saw.

    `named_on` is the day on which somebody who signs for the supervisor was named for that.
    """

    name: str
    title: str
    signed_on: date
    signed_for: str
    draft_sha256: str
    named_on: date | None = None


def compose(*, case: Any, title: str, template: str, context: Mapping[str, Any], language: str, at: datetime) -> str:
    """Return a letter's HTML in `language`, dated `at`; cheap, without a PDF. ValidationError when it is too long.

    The template extends letters/base.html. It gets `context` and, as `letter`, what every letter prints: the
    office, the case number, the local date, the title. `draft=True` in the context marks each page as unsigned.
    """
    engine = engines["django"]
    with translation.override(language), timezone.override(settings.TIME_ZONE):
        html = engine.get_template(template).render(
            {**context, "letter": _letter(case, title=title, language=language, at=at)}
        )
    html = _kept_together(html)
    if len(html) > MAX_CHARACTERS:
        raise ValidationError(
            _("This document would be too long: %(have)s characters, and at most %(most)s can be printed."),
            params={"have": f"{len(html):,}", "most": f"{MAX_CHARACTERS:,}"},
            code="too_long",
        )
    if (rows := html.count("<tr")) > MAX_ROWS:
        raise ValidationError(
            _("This document would have too many table rows: %(have)s, and at most %(most)s can be printed."),
            params={"have": f"{rows:,}", "most": f"{MAX_ROWS:,}"},
            code="too_many_rows",
        )
    return html


def _kept_together(html: str) -> str:
    """Keep "e-mail" and section numbers on one line wherever the body prints words; attributes stay as they are."""
    head, body, rest = html.partition("<body>")
    return head + body + re.sub(r">[^<>]+<", lambda found: kept_together(found.group()), rest)


def freeze(
    *,
    case: Any,
    kind: str,
    title: str,
    template: str,
    context: Mapping[str, Any],
    language: str,
    party_id: int | None = None,
    visibility: str = STAFF,
    at: datetime,
) -> Document:
    """Store a letter's HTML as it is now, in the caller's transaction; the runner makes the PDF.

    Raises ValidationError when the document is too long to print.
    """
    html = compose(case=case, title=title, template=template, context=context, language=language, at=at)
    return _create(
        case=case, kind=kind, title=title, language=language, party_id=party_id, visibility=visibility, at=at,
        html=html, template_version=template_version(template),
    )  # fmt: skip


def freeze_signed(
    *, draft: Document, kind: str, title: str, signature: Signature, visibility: str, at: datetime
) -> Document:
    """Store the issued form of a signed draft: the same HTML, with the signature block instead of the draft marks."""
    letter = _letter(draft.case, title=title, language=draft.language, at=at)
    with translation.override(draft.language), timezone.override(settings.TIME_ZONE):
        engine = engines["django"]
        parts = {
            name: engine.get_template(f"letters/parts/{name}.html").render({"letter": letter, "signature": signature})
            for name in ("signature", "date", "created", "title", "heading")
        }
    html = draft.html
    for name, part in {**parts, "draft": ""}.items():
        # A function, since a text would be searched for back references; the words may hold any sign.
        html, found = re.subn(rf"<!--{name}-->.*?<!--/{name}-->", partial(_always, part), html, flags=re.DOTALL)
        if name == "signature" and found != 1:
            raise ValueError(f"document {draft.pk} has no place for a signature")
    return _create(
        case=draft.case, kind=kind, title=title, language=draft.language, party_id=draft.party_id,
        visibility=visibility, at=at, html=html, template_version=draft.template_version,
    )  # fmt: skip


def freeze_readdressed(
    *, document: Document, recipient_lines: list[str], at: datetime, parts: Mapping[str, str] | None = None,
    renewed: Mapping[str, str] | None = None,
) -> Document:  # fmt: skip
    """Store a letter once more with another envelope address and the day `at`; its other words stay as they were frozen.

    `parts` holds, by the name of its marks, the HTML of what else depends on that day; a letter without the marks keeps
    its words. `renewed` holds what opens nothing any more, each with what stands there instead. ValueError when the letter has no place for an address.
    """
    engine = engines["django"]
    letter = _letter(document.case, title=document.title, language=document.language, at=at)
    new = {
        "recipient": engine.get_template("letters/parts/recipient.html").render({"recipient_lines": recipient_lines})
    }
    with translation.override(document.language), timezone.override(settings.TIME_ZONE):
        for name in ("date", "created"):
            new[name] = engine.get_template(f"letters/parts/{name}.html").render({"letter": letter})
    html = document.html
    for name, part in {**new, **(parts or {})}.items():
        # Only the first: a decision that is printed within the letter keeps its own day.
        html, found = re.subn(
            rf"(?<=<!--{name}-->).*?(?=<!--/{name}-->)", partial(_always, part), html, count=1, flags=re.DOTALL
        )
        if name == "recipient" and found != 1:
            raise ValueError(f"document {document.pk} has no place for an address")
    for void, counts in (renewed or {}).items():
        html = html.replace(void, counts)
    return _create(
        case=document.case, kind=document.kind, title=document.title, language=document.language,
        party_id=document.party_id, visibility=document.visibility, at=at, html=html,
        template_version=document.template_version,
    )  # fmt: skip


def _always(text: str, _match: re.Match[str]) -> str:
    return text


def as_preview(html: str) -> str:
    """Return a letter's HTML so that nobody can take it for one that was sent.

    A mark stands across every page and in its margin, and a signature is not shown before it is given: its place says
    whose it will be.
    """
    html = re.sub(r'data-demo="', f'data-demo="{PREVIEW_MARK}. ', html)
    html = re.sub(_SIGNED_BLOCK, r'<div class="signature"><p class="line">Will be signed by \1</p></div>', html)
    return html.replace("<body>", f'<body><div class="preview-mark">{PREVIEW_MARK}</div>', 1)


def preview(*, html: str, at: datetime, timeout: float = 10) -> bytes:
    """Return the PDF of composed HTML for a look at it; nothing is stored. RenderFailed or RendererUnavailable."""
    return renderer.render(html=html, epoch=int(at.timestamp()), timeout=timeout).pdf


def render_now(document: Document, *, timeout: float = 10) -> Document:
    """Make the PDF of one document while a person waits; call it outside transactions.

    Returns the fresh row. It may still be `rendering` when the runner is at it. RenderFailed says why it cannot be.
    """
    clock = PassClock(timezone.now())
    claimed = _claim(document.pk, clock(), "page", at_once=True)
    if claimed is not None:
        _work(claimed, clock, timeout)
    document.refresh_from_db()
    if claimed is not None and document.status != READY:
        raise RenderFailed(document.last_error)
    return document


def render_due(*, now: datetime, limit: int = 20, only: int | None = None, worker: str = "", stop: Stop = never) -> int:
    """Make the PDF of the documents that wait for it (or of `only` that one), oldest first; return how many it handled.

    Safe to run twice at the same time and to kill at any moment. `stop` is asked between documents.
    """
    clock = PassClock(now)
    done = 0
    due = _due(now) if only is None else _due(now).filter(pk=only)
    for pk in list(due.order_by("id").values_list("pk", flat=True)[:limit]):
        if stop():
            break
        document = _claim(pk, clock(), worker)
        if document is None:
            continue
        try:
            _work(document, clock)
        except RendererUnavailable:
            break  # the others would fail alike; they stay due
        done += 1
    return done


def retry(*, document: Document) -> bool:
    """Let a failed document be tried again from the start; return whether it was one."""
    failed = Document.objects.filter(pk=document.pk, status=FAILED)
    return failed.update(status=PENDING, attempts=0, lease_until=None, claimed_by="", last_error="") == 1


def read_pdf(document: Document) -> bytes:
    """Return the stored bytes of a ready document; StoredFileDamaged when they are not those that were hashed.

    RenderFailed for one that is not ready: it has no bytes yet, so nothing of it can be damaged or missing.
    """
    if not document.is_ready:
        raise RenderFailed(document.last_error or f"document {document.pk} is not made yet")
    try:
        pdf = store.read(document.storage_key)
    except store.UnknownKey:
        pdf = b""
    if hashlib.sha256(pdf).hexdigest() != document.sha256:
        for hook in on_damaged:
            hook(document)
        raise StoredFileDamaged(f"the stored bytes of document {document.pk} are not those that were made")
    return pdf


def template_version(template: str) -> str:
    """Return name and short hash of a template with all it extends, includes and is printed with."""
    seen: dict[str, str] = {}
    _collect_sources(template, seen)
    seen["letter.css"] = LETTER_CSS.read_text(encoding="utf-8")
    if any("asset:certificate.css" in source for source in seen.values()):
        seen["certificate.css"] = CERTIFICATE_CSS.read_text(encoding="utf-8")
    digest = hashlib.sha256("\0".join(f"{name}\0{seen[name]}" for name in sorted(seen)).encode()).hexdigest()
    return f"{template.removeprefix('letters/').removesuffix('.html')}@{digest[:12]}"[-80:]


def _collect_sources(name: str, seen: dict[str, str]) -> None:
    if name in seen:
        return
    template = Engine.get_default().get_template(name)
    seen[name] = str(template.source)
    parents = [getattr(node, "parent_name", None) for node in template.nodelist.get_nodes_by_type(ExtendsNode)]
    includes = [getattr(node, "template", None) for node in template.nodelist.get_nodes_by_type(IncludeNode)]
    for expression in parents + includes:
        target = getattr(expression, "var", None)  # a name that is computed cannot be followed
        if isinstance(target, str):
            _collect_sources(target, seen)


def _letter(case: Any, *, title: str, language: str, at: datetime) -> dict[str, Any]:
    return {
        **department.words(),
        "number": str(case.number) if case is not None else "",
        "title": title,
        "language": language,
        "other_languages": [code for code, _label in settings.LANGUAGES if code != language],
        "at": at,
        "date": timezone.localdate(at),
    }


def _create(*, html: str, at: datetime, **fields: Any) -> Document:
    digest = hashlib.sha256(html.encode()).hexdigest()
    document = Document.objects.create(html=html, html_sha256=digest, created_at=at, **fields)
    wake(RENDER, document.pk)
    return document


def _due(now: datetime, *, at_once: bool = False) -> Any:
    waited = Q() if at_once else Q(lease_until=None) | Q(lease_until__lte=now)
    abandoned = Q(status=RENDERING, lease_until__lte=now)
    return Document.objects.filter(Q(status=PENDING) & waited | abandoned)


def _claim(pk: int, now: datetime, worker: str, *, at_once: bool = False) -> Document | None:
    """Take one document if nobody holds it; the attempt is counted and committed before any work."""
    token = claim_token(worker)
    with transaction.atomic(durable=True):
        claimed = _due(now, at_once=at_once).filter(pk=pk).update(
            status=RENDERING, attempts=F("attempts") + 1, lease_until=now + LEASE, claimed_by=token
        )  # fmt: skip
    return Document.objects.get(pk=pk, claimed_by=token) if claimed else None


def _work(document: Document, clock: PassClock, timeout: float = TIMEOUT_SECONDS) -> None:
    """Make and store one claimed document, or write down why not; RendererUnavailable is raised once it is put back."""
    if document.attempts > MAX_CRASHES:  # its earlier tries died without a word: it may have killed them
        _give_up(document, document.last_error or "making the document ended the program three times")
        return
    try:
        made = renderer.render(html=document.html, epoch=int(document.created_at.timestamp()), timeout=timeout)
        _keep(document, made, clock())
    except RenderFailed as error:
        logger.warning("document %s: %s", document.pk, error)
        if document.attempts >= MAX_CRASHES:
            _give_up(document, str(error))
        else:
            _release(document, str(error), clock() + RETRY_AFTER * document.attempts)
    except (RendererUnavailable, OSError) as error:  # no Pango, disk full: the machine's fault, not the document's
        logger.error("documents cannot be made: %s", error)
        _release(document, str(error), clock() + RETRY_AFTER, attempts=document.attempts - 1)
        raise RendererUnavailable(str(error)) from error


def _mine(document: Document) -> Any:
    return Document.objects.filter(pk=document.pk, status=RENDERING, claimed_by=document.claimed_by)


def _keep(document: Document, made: Rendered, now: datetime) -> None:
    key = store.put(made.pdf)
    kept = _mine(document).update(
        status=READY, storage_key=key, sha256=hashlib.sha256(made.pdf).hexdigest(), size=len(made.pdf),
        pages=made.pages, rendered_at=now, lease_until=None, claimed_by="", last_error="",
    )  # fmt: skip
    if not kept:  # the lease ran out and another worker was faster: its bytes count, ours go
        store.delete(key)


def _release(document: Document, error: str, not_before: datetime, **fields: Any) -> None:
    _mine(document).update(status=PENDING, claimed_by="", lease_until=not_before, last_error=error[:500], **fields)


def _give_up(document: Document, error: str) -> None:
    # The hooks go first: dying between the two calls them once more, the other way round never.
    for hook in on_stuck:
        hook(document)
    _mine(document).update(status=FAILED, claimed_by="", lease_until=None, last_error=error[:500])


def plain_text(document: Document) -> str:
    """Return the words of the frozen HTML, for search and tests."""
    body = re.sub(r"<(style|title)\b.*?</\1>", " ", document.html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", strip_tags(body)).strip()
