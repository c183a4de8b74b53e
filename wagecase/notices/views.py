"""The demonstration's mailbox: every message as its reader gets it, so that each link in it can be followed by hand."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from csp.decorators import csp
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from wagecase.notices import received
from wagecase.notices.models import DemoMessage
from wagecase.web import paging

View = Callable[..., HttpResponse]
# A reader's mail program shows styles and inline pictures and nothing else; links leave the frame. No script
# runs in it; it counts as a page of ours only so that the frame can be made as high as the message.
MAIL_POLICY = {
    "default-src": ["'none'"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:"],
    "form-action": ["'none'"],
    "frame-ancestors": ["'self'"],
    "sandbox": ["allow-popups", "allow-same-origin", "allow-top-navigation-by-user-activation"],
}


def demo_only(view: View) -> View:
    """Answer 404 outside demo mode."""

    @wraps(view)
    def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not settings.DEMO:
            raise Http404
        return view(request, **kwargs)

    return guarded


@require_safe
@demo_only
def mailbox(request: HttpRequest) -> HttpResponse:
    """List received messages, newest first, all or those of one reader."""
    to = " ".join(request.GET.get("to", "").replace("\0", "").split())[:254]
    rows = DemoMessage.objects.defer("raw").order_by()
    if to:
        rows = rows.filter(recipient__icontains=to)
    page = paging.page(rows, order=("received_at", "id"), cursor=request.GET.get("cursor"), size=settings.PAGE_SIZE)
    return render(request, "notices/demo_list.html", {"page": page, "to": to})


@require_safe
@demo_only
def message(request: HttpRequest, *, pk: int) -> HttpResponse:
    """Show one message: its head, its HTML in a sealed frame, its plain text, its files."""
    row = get_object_or_404(DemoMessage, pk=pk)
    return render(request, "notices/demo_message.html", {"row": row, "mail": received.read(row.raw)})


@require_safe
@demo_only
@csp(MAIL_POLICY)
def html_part(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The HTML part alone, for the frame; its links open in the whole window."""
    html = received.read(get_object_or_404(DemoMessage, pk=pk).raw).html
    if not html:
        raise Http404
    return HttpResponse(html.replace("<head>", '<head><base target="_top">', 1))


@require_safe
@demo_only
def raw(request: HttpRequest, *, pk: int) -> HttpResponse:
    """The message as it would go over the wire."""
    row = get_object_or_404(DemoMessage, pk=pk)
    return _download(bytes(row.raw), "message/rfc822", f"message-{row.pk}.eml")


@require_safe
@demo_only
def attachment(request: HttpRequest, *, pk: int, number: int) -> HttpResponse:
    """One file of a message, as a download."""
    files = received.read(get_object_or_404(DemoMessage, pk=pk).raw).attachments
    if not 1 <= number <= len(files):
        raise Http404
    file = files[number - 1]
    return _download(file.content, file.media_type, file.name)


def _download(content: bytes, media_type: str, name: str) -> HttpResponse:
    return HttpResponse(
        content, content_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
