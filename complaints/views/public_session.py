"""Who is at the page: the draft or the party that this session holds, and what a page says when it holds none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from complaints import filing, flow
from wagecase.cases.files import clean_name
from wagecase.cases.models import Case, Draft, DraftSection
from wagecase.cases.views.party import TRIES, actor_of, number_of, open_party, party_of_session, party_page, too_many
from wagecase.errors import DraftFiled
from wagecase.web.submissions import body_hash
from wagecase.web.views import kept_answers

DRAFT, TOKEN = "draft_id", "resume_token"
__all__ = [
    "TRIES",
    "actor_of",
    "number_of",
    "open_party",
    "party_of_session",
    "party_page",
    "too_many",
]  # what every kind's public pages use, beside what follows here
REF_SALT = "complaint-page"
HIDDEN = frozenset({"Page ref", "To"})  # of a page whose questions are not known: its hidden fields
STARTS = 60  # new complaints from one address in ten minutes: a library or a union hall stays far below
MAILS = 10
UPLOADS = 120  # forms with files from one address in ten minutes


def draft_of(request: HttpRequest) -> Draft | None:
    """Return the draft that this session opened, filed or not."""
    pk = request.session.get(DRAFT)
    return Draft.objects.select_related("filed_case").filter(pk=pk).first() if pk else None


def open_draft(request: HttpRequest, draft: Draft, token: str) -> None:
    """Let this session work on `draft`; the token is kept so that the pages can show the link again."""
    request.session.cycle_key()
    request.session[DRAFT], request.session[TOKEN] = draft.pk, token


def page_ref(draft: Draft, slug: str) -> str:
    """Return the signed mark of one page as drawn: which draft, which page, which version of its answers."""
    section = DraftSection.objects.filter(draft=draft, name=slug).first()
    return signing.dumps([draft.pk, slug, section.version if section else 0], salt=REF_SALT)


def read_ref(request: HttpRequest, slug: str) -> tuple[int, int] | None:
    """Return (draft, version) of the page that was sent, or None when its mark is missing or was changed."""
    try:
        pk, page, version = signing.loads(request.POST.get("page_ref", ""), salt=REF_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (pk, version) if page == slug else None


def draft_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the session's unfiled draft; without one, the way back to it; a filed one leads to its receipt."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        draft = draft_of(request)
        if draft is None:
            return no_draft(request)
        if draft.filed_case is not None:
            return filed_already(request, draft.filed_case)
        if not draft.kind and kwargs.get("slug") not in {"problem", None}:
            return HttpResponseRedirect(reverse("complaints:page", args=["problem"]))
        try:
            return view(request, draft, *args, **kwargs)
        except DraftFiled as done:  # in another window, while this page was read
            return filed_already(request, Case.objects.get(number=done.location))

    return wrapped


def no_draft(request: HttpRequest, *, saved: bool = False, lost: Sequence[str] | None = None) -> HttpResponse:
    """Say that no draft is open here and how to open it; whatever was typed is saved or shown.

    `lost` are the names of files that were not kept; unless told otherwise, all that came where nothing was saved.
    """
    if lost is None:
        lost = [] if saved else [clean_name(file.name or "") for files in _uploads(request) for file in files]
    kept = [row for row in kept_answers(request) if not saved and row["label"] not in HIDDEN]
    status = 409 if request.method == "POST" else 200
    return render(
        request, "complaints/public/no_draft.html", {"kept": kept, "saved": saved, "lost": lost}, status=status
    )


def _uploads(request: HttpRequest) -> list[list[Any]]:
    return [request.FILES.getlist(name) for name in request.FILES] if request.method == "POST" else []


def filed_already(request: HttpRequest, case: Case) -> HttpResponse:
    """Lead to the receipt when this session may see it, else to the page that asks for number and code.

    Whatever was typed or uploaded after the filing is told, so that it can be sent another way.
    """
    party = party_of_session(request)
    mine = party is not None and party.case_id == case.pk
    kept = [row for row in kept_answers(request) if row["label"] not in HIDDEN]
    lost = [clean_name(file.name or "") for files in _uploads(request) for file in files]
    if mine and not kept and not lost:
        return HttpResponseRedirect(reverse("complaints:receipt", args=[case.number]), status=303)
    return render(
        request, "complaints/public/filed_already.html", {"case": case, "kept": kept, "lost": lost, "mine": mine},
        status=409 if kept or lost else 200,
    )  # fmt: skip


def mail_link(request: HttpRequest, draft: Draft, *, to: str, once: bool = False) -> None:
    """Mail the link that opens the session's draft again; `once` leaves out an address that had it already."""
    token = request.session.get(TOKEN, "")
    if not token or (once and request.session.get("link_mailed_to") == to):
        return
    if too_many(request, "link", most=MAILS):
        messages.warning(
            request, _("You asked for too many messages. Write the link down, or try again in ten minutes.")
        )
        return
    filing.mail_link(draft=draft, token=token, to=to, language=get_language() or "en", at=timezone.now())
    request.session["link_mailed_to"] = to
    messages.success(request, _("We sent the link to the address you gave."))


def safe_email(answers: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the address that the person called safe on any page, so that none asks for it twice; "" for none."""
    said = (str(answers.get(page, {}).get("email", "") or "") for page in ("contact", "link"))
    return next(filter(None, said), "")


def slow_down(request: HttpRequest, *, back: str) -> HttpResponse:
    """Say politely that too much came from this address, and show what was typed; nothing was done."""
    context = {**chrome(request, back=back), "kept": kept_answers(request), "back": back}
    return render(request, "complaints/public/slow_down.html", context, status=429)


def sent_hash(request: HttpRequest) -> str:
    """Return the hash of the form as sent."""
    return body_hash(request)


def chrome(request: HttpRequest, *, section: int = 0, back: str = "") -> dict[str, Any]:
    """Return what every page of the flow shows: the section, Back, and the way to leave and clear."""
    return {
        "section": section,
        "sections": flow.LAST_SECTION,
        "section_name": flow.SECTIONS[section - 1] if section else "",
        "back_url": back,
        "leave_url": reverse("complaints:leave"),
    }
