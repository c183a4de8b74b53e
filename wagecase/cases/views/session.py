"""The session itself: to stay signed in, and to get back a form that was sent after it had ended."""

from __future__ import annotations

import time
import uuid

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_http_methods, require_POST

from wagecase.accounts import kept, sessions
from wagecase.accounts.access import staff_required
from wagecase.accounts.models import KeptPost
from wagecase.web.views import kept_answers


@require_POST
@staff_required
def extend(request: HttpRequest) -> HttpResponse:
    """Stay signed in: the answer is how many seconds are left now."""
    return extended(request)


def extended(request: HttpRequest) -> HttpResponse:
    """Note that the person is here, and answer how many seconds are left."""
    sessions.touch(request, time.time(), at_once=True)
    return JsonResponse({"seconds_left": int(sessions.ends_at(request) - time.time())})


@require_http_methods(["GET", "HEAD", "POST"])
@staff_required
def kept_form(request: HttpRequest, kept_id: uuid.UUID) -> HttpResponse:
    """Show what was typed, with a button that sends it now; a POST throws it away."""
    return kept_page(request, kept_id, home="staff_home")


def kept_page(request: HttpRequest, kept_id: uuid.UUID, *, home: str) -> HttpResponse:
    """Answer for a kept form of whoever asks; 404 for another's. What was thrown away leads to the page `home`."""
    row = kept.find(request, kept_id)
    if row is None:
        raise Http404
    if request.method == "POST":
        row.delete()
        return HttpResponseRedirect(reverse(home), status=303)
    pairs = [(name, value) for name, value in row.fields["pairs"]]
    return render(request, "staff/kept_form.html", {"row": row, "pairs": pairs, "shown": kept_answers(_as_sent(row))})


HIDDEN = {"seen", "draft_sha256", "organization", "page", "autosave"}  # what the page itself had put into the form


def _as_sent(row: KeptPost) -> HttpRequest:
    """Return the form as it came, for the page's own words for its questions."""
    sent = HttpRequest()
    sent.method, sent.path, sent.POST = "POST", row.path, QueryDict(mutable=True)
    for name, value in row.fields["pairs"]:
        if name not in HIDDEN:
            sent.POST.appendlist(name, value)
    try:
        sent.resolver_match = resolve(row.path.partition("?")[0])
    except Resolver404:  # the page is gone since
        sent.resolver_match = None
    return sent
