"""The start of a filing and the employer's own page of a notice: link, receipt, status, update, rescission, files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from closings import filing, intake
from closings.forms.filing import EmailForm, RescindForm
from closings.guards import ORDERS
from closings.panel import panel
from closings.printing import change_rows, whole_parts
from closings.recording import latest
from closings.stages import stages
from closings.views.flow import DRAFT, UPDATING
from closings.wording import KINDS
from wagecase.cases import acts, drafts, kinds, links
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Draft, Party
from wagecase.cases.services import unit_of_work
from wagecase.cases.views.party import actor_of, party_page, too_many
from wagecase.documents.models import PARTY, PUBLIC, Document
from wagecase.documents.services import read_pdf
from wagecase.errors import AlreadyDone
from wagecase.web import submissions, throttles
from wagecase.web.formatting import day, filesize
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.pdf_answers import pdf_answer

MAILS = 10  # from one place in ten minutes
MAILS_TO_ONE, HOUR = 5, 3600  # links to one address, from wherever they are asked for; an hour in seconds


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Tell who files what, and mail the link that opens the form to the address that is typed here."""
    form = EmailForm(request.POST or None)
    pk = request.session.get(DRAFT)
    open_now = Draft.objects.filter(pk=pk, kind=filing.FILE, filed_case=None).exists() if pk else False
    if request.method == "POST" and form.is_valid():
        if too_many(request, "closing-link", most=MAILS):
            form.add_error(None, _("You asked for too many messages. Try again in ten minutes, or call us."))
            return render(request, "closings/public/start.html", {"form": form, "open_now": open_now}, status=429)
        to, language = form.cleaned_data["email"], get_language() or "en"
        if throttles.too_many(what="closing-link-to", whom=to.casefold(), most=MAILS_TO_ONE, seconds=HOUR):
            words = _(
                "We sent this address several links in the last hour. Open the newest one, or try again in an hour."
            )
            form.add_error("email", words)
            return render(request, "closings/public/start.html", {"form": form, "open_now": open_now}, status=429)
        with unit_of_work():
            filing.begin(email=to, language=language, at=timezone.now())
        request.session["closing_link_to"] = to
        return HttpResponseRedirect(reverse("closings:sent"), status=303)
    status = 422 if form.errors else 200
    return render(request, "closings/public/start.html", {"form": form, "open_now": open_now}, status=status)


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Say that the link is on its way."""
    return render(request, "closings/public/sent.html", {"to": request.session.get("closing_link_to", "")})


@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for a press of a button, since mail scanners follow links; then open the notice."""
    request.private_page = True  # type: ignore[attr-defined]
    if request.method != "POST":
        return render(request, "closings/public/resume.html")
    if too_many(request, "resume"):
        return render(request, "closings/public/resume.html", {"tried_too_often": True, "has_errors": True}, status=429)
    draft = drafts.resume(token) if len(token) <= 100 else None
    if draft is None or draft.kind != filing.FILE:
        return render(request, "closings/public/resume.html", {"unknown": True, "has_errors": True}, status=404)
    request.session.cycle_key()
    request.session[DRAFT] = draft.pk
    return HttpResponseRedirect(reverse("closings:hub"), status=303)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """End the session at once."""
    request.session.flush()
    return HttpResponseRedirect(reverse("complaints:left"), status=303)


@require_safe
@party_page
def receipt(request: HttpRequest, party: Party) -> HttpResponse:
    """Confirm what was filed and what happens next."""
    notice = party.case.closing
    return render(request, "closings/public/receipt.html", {
        "case": party.case, "party": party, "closing": notice, "code": links.access_code(party),
        "papers": [row for row in documents(party) if row["kind"] == "closings.file_online"],
        "panel": panel(latest(notice), today=timezone.localdate()), "leave_url": reverse("closings:leave"),
        "find_address": request.build_absolute_uri(reverse("complaints:find")),
        "steps": _steps(),
    })  # fmt: skip


def _steps() -> list[dict[str, str]]:
    return [
        {"heading": _("We read it"), "text": _("If something is not clear we call the person you named.")},
        {"heading": _("It goes on the public list"),
         "text": _("The list shows employer, places, number and dates. It shows no contact and no file.")},
        {"heading": _("You keep it true"),
         "text": _("When a date or a number changes, or it does not take place after all, tell us on your page.")},
    ]  # fmt: skip


@require_safe
@party_page
def status(request: HttpRequest, party: Party) -> HttpResponse:
    """Show where the notice stands, what it says, and what the employer can do now."""
    case = party.case
    revisions = case.closing.revisions.order_by("-number")
    content = latest(case.closing)
    return render(request, "closings/public/status.html", {
        "case": case, "party": party, "closing": case.closing, "stages": stages(case), "parts": whole_parts(content),
        "panel": panel(content, today=timezone.localdate()) if case.state in {"received", "listed"} else None,
        "history": [
            {"kind": KINDS[row.kind], "received_on": row.received_on, "changes": change_rows(row.changes)} for row in revisions
        ],
        "documents": documents(party), "files": case.attachments.filter(party_id=party.pk),
        "can": {name: can(party, name) for name in ("file_update", "rescind", "add_evidence")},
        "decided": ORDERS.signed(case) is not None, "leave_url": reverse("closings:leave"),
    })  # fmt: skip


def can(party: Party, name: str) -> bool:
    """Return whether the lifecycle table lets this party do the act now."""
    row = kinds.get(party.case.kind).lifecycle.get(name)
    return party.role in row.by and not acts.refusal(party.case, row, actor_of(party))


def documents(party: Party) -> list[dict[str, Any]]:
    """Return the documents this party may read, newest first."""
    found = Document.objects.filter(case=party.case, visibility__in=[PARTY, PUBLIC]).defer("html")
    rows = [doc for doc in found.order_by("-created_at", "-id") if doc.party_id in (None, party.pk)]
    return [
        {"title": _(doc.title) if doc.title else "", "ready": doc.is_ready, "failed": doc.status == "failed",
         "day": day(doc.created_at), "facts": f"PDF, {filesize(doc.size)}" if doc.is_ready else "", "kind": doc.kind,
         "href": reverse("closings:document", args=[party.case.number, doc.pk])}
        for doc in rows
    ]  # fmt: skip


@require_safe
@party_page
def document(request: HttpRequest, party: Party, pk: int) -> HttpResponse:
    """Give a document of this party as stored."""
    found = get_object_or_404(Document, pk=pk, case=party.case, visibility__in=[PARTY, PUBLIC])
    if found.party_id not in (None, party.pk) or not found.is_ready:
        raise Http404
    return pdf_answer(read_pdf(found), f"{party.case.number}-{found.filename}")


@require_POST
@party_page
def begin_update(request: HttpRequest, party: Party) -> HttpResponse:
    """Begin an update with the notice as it stands."""
    if not can(party, "file_update"):
        return HttpResponseRedirect(party_url(party.case), status=303)
    draft = filing.begin_update(party.case, language=get_language() or "en", at=timezone.now())
    request.session[UPDATING] = draft.pk
    return HttpResponseRedirect(party_url(party.case, "update"), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@party_page
def rescind(request: HttpRequest, party: Party) -> HttpResponse:
    """Say that the closing or layoff does not take place."""
    form = RescindForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _rescind_page(request, party, form=form)
    try:
        with unit_of_work(), _acting_once(request, party, form=form) as row:
            intake.rescind(party.case, reason=form.cleaned_data["reason"], actor=actor_of(party), at=timezone.now())
            row.location = party_url(party.case)
    except AlreadyDone:
        return HttpResponseRedirect(party_url(party.case), status=303)
    except ValidationError as error:
        form.add_error(None, error.messages)
        return _rescind_page(request, party, form=form)
    messages.success(request, _("The notice is rescinded."))
    return HttpResponseRedirect(party_url(party.case), status=303)


def _acting_once(request: HttpRequest, party: Party, *, form: SubmissionKeyMixin) -> Any:
    return submissions.once(
        actor_key=actor_of(party).key, key=form.cleaned_data["submission_key"], path=request.path,
        body_hash=submissions.body_hash(request),
    )  # fmt: skip


def _rescind_page(request: HttpRequest, party: Party, *, form: RescindForm) -> HttpResponse:
    return render(request, "closings/public/rescind.html", {
        "form": form, "case": party.case, "possible": can(party, "rescind"), "back_url": party_url(party.case),
        "leave_url": reverse("closings:leave"),
    }, status=422 if form.errors else 200)  # fmt: skip
