"""The party's own page of a case: finding it, where it stands, its papers, and the few acts a party can do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from complaints import services
from complaints.file_names import file_name
from complaints.forms.public_status import AnswerForm, FilesForm, FindForm, WithdrawForm
from complaints.models import InformationRequest
from complaints.review import review_of
from complaints.stages import asked_to_withdraw_on, stages
from complaints.views import public_receipt as receipts
from complaints.views import public_session as session
from wagecase.cases import files, kinds, links
from wagecase.cases.addresses import party_url
from wagecase.cases.clockwords import ClockView
from wagecase.cases.models import Case, Party
from wagecase.cases.services import unit_of_work
from wagecase.cases.views import finding
from wagecase.documents.models import PARTY, PUBLIC, Document
from wagecase.documents.services import read_pdf
from wagecase.errors import AlreadyDone
from wagecase.web import submissions
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.pdf_answers import pdf_answer


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """Open a case with its number and code."""
    return finding.find_page(request, form=FindForm(request.POST or None), template="complaints/public/find.html")


@require_http_methods(["GET", "HEAD", "POST"])
def open_case(request: HttpRequest, number: str, code: str) -> HttpResponse:
    """Open a case by its private link."""
    return finding.open_page(request, number=number, code=code, template="complaints/public/open.html")


@require_safe
@session.party_page
def status(request: HttpRequest, party: Party) -> HttpResponse:
    """Show where the case stands and the one thing asked of this party, if any."""
    complains = party.role == Party.Role.COMPLAINANT
    context = _complainant(party) if complains else _employer(party)
    attached = party.case.attachments.filter(party_id=party.pk)
    context |= {
        "party": party, "case": party.case, "documents": receipts.documents(party), "files": attached,
        "review": review_of(party.case, today=timezone.localdate(), language=get_language() or "en"),
        "can": {name: can(party, name) for name in ("answer_request", "add_evidence", "request_withdrawal")},
        **receipts.chrome(),
    }  # fmt: skip
    return render(request, f"complaints/public/status_{party.role}.html", context)


def can(party: Party, name: str) -> bool:
    """Return whether the lifecycle table lets this party do the act now."""
    row = kinds.get(party.case.kind).lifecycle.by_name.get(name)
    if row is None or party.role not in row.by or party.case.state not in row.source:
        return False
    return row.guard is None or row.guard(party.case, session.actor_of(party)) is None


def _knows(party: Party, name: str) -> bool:
    """Return whether the kind of this case has the act at all."""
    return name in kinds.get(party.case.kind).lifecycle.by_name


def _complainant(party: Party) -> dict[str, Any]:
    case = party.case
    clock = receipts.decision_clock(case)
    late = clock is not None and clock.running and clock.day < timezone.localdate()
    asked = case.information_requests.filter(answered_at=None)
    return {
        "stages": stages(case), "clock": clock, "late": late, "waiting": case.state == "unverified",
        "decided_on": decided_on(case), "state": case.state, "ground": case.complaint.ending_ground,
        "notarized": case.attachments.filter(purpose="declaration").exists(),
        "question": asked.filter(automatic=False).last(), "answer_clock": _running(case, "complaints.information"),
        "blanks": asked.filter(automatic=True).last(), "wages_answer": case.complaint.answer,
        "answered": case.information_requests.exclude(answered_at=None),
        "to_sign": next((row for row in receipts.documents(party) if row["kind"] in receipts.FORMS), None),
        "asked_to_withdraw_on": asked_to_withdraw_on(case),
        "code": links.access_code(party), "living": case.kind == "living_wage",
    }  # fmt: skip


def decided_on(case: Case) -> date | None:
    """Return the day on which the determination was signed, None while there is none."""
    signed = case.determinations.exclude(signed_at=None).last()
    return timezone.localdate(signed.signed_at) if signed else None


def _employer(party: Party) -> dict[str, Any]:
    return {"answer_clock": _running(party.case, "complaints.employer_answer")}


def _running(case: Case, key: str) -> ClockView | None:
    clock = case.clocks.filter(key=key, status="running").last()
    return receipts.shown_clock(clock) if clock else None


@require_safe
@session.party_page
def document(request: HttpRequest, party: Party, pk: int) -> HttpResponse:
    """Give a document of this party as stored, or say that it is being made."""
    found = get_object_or_404(Document, pk=pk, case=party.case, visibility__in=[PARTY, PUBLIC])
    if found.party_id not in (None, party.pk):
        raise Http404
    if not found.is_ready:
        return render(request, "complaints/public/preparing.html", {"title": receipts.title_of(found), **receipts.chrome(
            party_url(party.case))})  # fmt: skip
    return pdf_answer(read_pdf(found), file_name(found))


@require_safe
@session.party_page
def file(request: HttpRequest, party: Party, pk: int) -> HttpResponse:
    """Give back a file that this party sent; always as a download, never shown by the browser."""
    found = get_object_or_404(party.case.attachments, pk=pk, party_id=party.pk)
    response = FileResponse(
        files.read(found), as_attachment=True, filename=files.safe_name(found.name, found.content_type),
        content_type="application/octet-stream",
    )  # fmt: skip
    response["Content-Security-Policy"] = "default-src 'none'; sandbox; frame-ancestors 'none'"
    return response


def _act(
    request: HttpRequest, party: Party, *, form: SubmissionKeyMixin, template: str, do: Callable[[], Any], said: str,
    **more: Any,
) -> HttpResponse:  # fmt: skip
    """Show the form of an act, or do the act once and return to the case."""
    if request.FILES and session.too_many(request, "files", most=session.UPLOADS):
        return session.slow_down(request, back=party_url(party.case))
    if request.method != "POST" or not form.is_valid():
        context = {"form": form, "case": party.case, **receipts.chrome(party_url(party.case)), **more}
        return render(request, f"complaints/public/{template}.html", context, status=422 if form.errors else 200)
    key, target = form.cleaned_data["submission_key"], party_url(party.case)
    sent = {"key": key, "path": request.path, "body_hash": session.sent_hash(request)}
    try:
        with unit_of_work(), submissions.once(actor_key=session.actor_of(party).key, **sent) as row:
            do()
            row.location = target
    except AlreadyDone:
        return HttpResponseRedirect(target, status=303)
    except ValidationError as error:  # only the room for files is left to the service
        form.add_error("papers", error.messages)
        context = {"form": form, "case": party.case, **receipts.chrome(target), **more}
        return render(request, f"complaints/public/{template}.html", context, status=422)
    messages.success(request, said)
    return HttpResponseRedirect(target, status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@session.party_page
def answer(request: HttpRequest, party: Party) -> HttpResponse:
    """Answer the question that is open, or the blanks of the filing (`?question=`)."""
    asked = _asked(request, party)
    if asked is None:
        return HttpResponseRedirect(party_url(party.case), status=303)
    form = AnswerForm(request.POST or None, request.FILES or None)
    return _act(
        request, party, form=form, template="answer", said=_("We have your answer."), question=asked,
        answer_clock=None if asked.automatic else _running(party.case, "complaints.information"),
        do=lambda: services.answer_request(
            party.case, request=asked, answer=form.cleaned_data["answer"], files=form.cleaned_data["papers"],
            actor=session.actor_of(party), at=timezone.now(),
        ),
    )  # fmt: skip


def _asked(request: HttpRequest, party: Party) -> InformationRequest | None:
    """Return the question to answer; one that was answered meanwhile stays the answer's, so that a double is seen."""
    if party.role != Party.Role.COMPLAINANT or not _knows(party, "answer_request"):
        raise Http404
    asked = InformationRequest.objects.filter(case=party.case)
    wanted = request.GET.get("question", "")
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 12:
        return get_object_or_404(asked, pk=int(wanted))
    return asked.filter(answered_at=None).order_by("automatic", "-id").first()


@require_http_methods(["GET", "HEAD", "POST"])
@session.party_page
def evidence(request: HttpRequest, party: Party) -> HttpResponse:
    """Add files to the case; the employer sends its answer this way too."""
    form = FilesForm(request.POST or None, request.FILES or None)
    return _act(
        request,
        party,
        form=form,
        template="evidence",
        said=_("We have your files."),
        employer=party.role == Party.Role.EMPLOYER,
        do=lambda: services.add_evidence(
            party.case, files=form.cleaned_data["papers"], actor=session.actor_of(party), at=timezone.now()
        ),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@session.party_page
def withdraw(request: HttpRequest, party: Party) -> HttpResponse:
    """Ask that the complaint be withdrawn; a supervisor decides. A kind without withdrawal has no such page."""
    if party.role != Party.Role.COMPLAINANT or not _knows(party, "request_withdrawal"):
        raise Http404
    form = WithdrawForm(request.POST or None)
    return _act(
        request,
        party,
        form=form,
        template="withdraw",
        said=_("We have your request to withdraw. Your case stays open until a supervisor decides."),
        possible=can(party, "request_withdrawal"),
        do=lambda: services.request_withdrawal(
            party.case, reason=form.cleaned_data["reason"], actor=session.actor_of(party), at=timezone.now()
        ),
    )
