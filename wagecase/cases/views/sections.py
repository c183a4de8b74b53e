"""The sections that the file of every kind has: parties, documents, notices, notes and the timeline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from wagecase.accounts.access import case_staff_required
from wagecase.cases import kinds, timeline
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import NoteForm
from wagecase.cases.links import masked
from wagecase.cases.mailing import can_go_by_post
from wagecase.cases.models import Party
from wagecase.cases.services import add_note
from wagecase.cases.views import frame
from wagecase.cases.views.once import acting_once
from wagecase.notices.models import Notice

Reached = Callable[[Party], list[tuple[str, Any]]]
SHOWN = {"acts": "Acts", "notes": "Notes", "reminders": "Reminders", "deliveries": "E-mail deliveries"}


def parties_page(reached: Reached) -> Callable[..., HttpResponse]:
    """Return the section of the parties of a kind, which tells how each is reached in the rows of `reached(party)`."""

    @require_safe
    @case_staff_required
    def parties(request: HttpRequest, number: str) -> HttpResponse:
        """Whoever takes part, and how to reach them."""
        case = frame.find(request, number)
        context = frame.context(case, "parties")
        shown = [(party, reached(party)) for party in context["parties"]]
        return render(request, "staff/case/parties.html", {**context, "shown": shown})

    parties.staff_page = True  # type: ignore[attr-defined]  # its address lies below the kind's, not below /staff/
    return parties  # type: ignore[no-any-return]


def employer_reached(party: Party) -> list[tuple[str, Any]]:
    """Return how an employer that deals with us itself is reached."""
    return [("Contact", party.attention), ("E-mail", party.email), ("Phone", party.phone), ("Mail", party.postal)]


@require_safe
@case_staff_required
def documents(request: HttpRequest, number: str) -> HttpResponse:
    """The department's documents with their PDFs, and the files that came in."""
    case = frame.find(request, number)
    context = frame.context(case, "documents")
    names = {party.pk: party.name for party in context["parties"]}
    made = list(case.documents.defer("html").order_by("-created_at", "-id"))
    for document in made:
        document.party_name = names.get(document.party_id, "")
    tones = {"ready": "done", "failed": "late"}
    return render(request, "staff/case/documents.html", {
        **context, "documents": [(document, tones.get(document.status, "waiting")) for document in made],
        "files": list(case.attachments.order_by("-added_at", "-id")),
    })  # fmt: skip


@require_safe
@case_staff_required
def notices(request: HttpRequest, number: str) -> HttpResponse:
    """One row per recipient, with what is known of its way."""
    case = frame.find(request, number)
    rows = _shown_notices(case).select_related("document").defer("text", "html", "document__html")
    shown = list(rows.order_by("-created_at", "-id"))
    for row in shown:
        row.can_go_by_post = can_go_by_post(row)
    return render(request, "staff/case/notices.html", {**frame.context(case, "notices"), "notices": shown})


@require_safe
@case_staff_required
def notice(request: HttpRequest, number: str, notice_id: int) -> HttpResponse:
    """The frozen copy of one notice; private links and codes are masked, because they open a party's page."""
    case = frame.find(request, number)
    row = get_object_or_404(_shown_notices(case).select_related("document"), pk=notice_id)
    return render(request, "staff/case/notice.html", {
        **frame.context(case, "notices"), "notice": row, "text": masked(row.text), "tries": list(row.tries.all()),
        "by_post": can_go_by_post(row),
    })  # fmt: skip


def _shown_notices(case: Any) -> Any:
    return Notice.objects.filter(case=case, is_account_mail=False)


@case_staff_required
def notes(request: HttpRequest, number: str) -> HttpResponse:
    """Staff notes, newest first, and the form for one more."""
    case = frame.find(request, number)
    form = NoteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with acting_once(request, form) as submission:
            add_note(case, text=form.cleaned_data["text"], author=request.user, at=timezone.now())
            submission.location = case_url(case, "notes")
        messages.success(request, "Note added. Sends nothing.")
        return HttpResponseRedirect(submission.location, status=303)
    return render(request, "staff/case/notes.html", {
        **frame.context(case, "notes"), "form": form, "notes": list(case.notes.select_related("author")),
    }, status=422 if form.errors else 200)  # fmt: skip


@require_safe
@case_staff_required
def record(request: HttpRequest, number: str) -> HttpResponse:
    """The timeline, newest first; reminders of one day are folded unless they are asked for."""
    case = frame.find(request, number)
    show = request.GET.get("show", "")
    days = timeline.days(case, words=kinds.get(case.kind).words, fold=show != "reminders", sent=show == "deliveries")
    if show in SHOWN:
        days = [(day, kept) for day, entries in days if (kept := [e for e in entries if timeline.sort_of(e) == show])]
    return render(request, "staff/case/timeline.html", {
        **frame.context(case, "timeline"), "days": days, "show": show, "kinds": SHOWN,
    })  # fmt: skip


for _view in (documents, notices, notice, notes, record):
    _view.staff_page = True  # type: ignore[attr-defined]  # their addresses lie below the kind's, not below /staff/
