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
from closings.aftermath import aftermath
from closings.content import NoticeContent
from closings.forms.filing import EmailForm, FindForm, RescindForm
from closings.guards import ORDERS
from closings.models import ClosingNotice
from closings.panel import panel
from closings.printing import change_rows, whole_parts
from closings.recording import latest
from closings.stages import stages
from closings.views.door import Door, own_page
from closings.views.flow import DRAFT, UPDATING
from closings.views.public import determined
from closings.wording import KINDS
from wagecase.accounts.members import FILER, OWNER, account_required, member_required, membership_of, memberships_here
from wagecase.accounts.models import Membership
from wagecase.cases import drafts, links
from wagecase.cases.addresses import party_url
from wagecase.cases.models import Draft, Party
from wagecase.cases.services import unit_of_work
from wagecase.cases.views import finding
from wagecase.cases.views.employer.refusals import refusals_noted
from wagecase.cases.views.party import too_many
from wagecase.documents.models import PARTY, PUBLIC, Document
from wagecase.documents.services import read_pdf
from wagecase.errors import AlreadyDone
from wagecase.web import submissions, throttles
from wagecase.web.formatting import day, filesize
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.pdf_answers import pdf_answer

DECISIONS = frozenset({"closings.determination", "closings.sign_determination"})  # the order, and the letter with it
MAILS = 10  # from one place in ten minutes
MAILS_TO_ONE, HOUR = 5, 3600  # links to one address, from wherever they are asked for; an hour in seconds


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Tell who files what, and mail the link that opens the form to the address that is typed here."""
    form = EmailForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if too_many(request, "closing-link", most=MAILS):
            form.add_error(None, _("You asked for too many messages. Try again in ten minutes, or call us."))
            return _start_page(request, form, status=429)
        to, language = form.cleaned_data["email"], get_language() or "en"
        if throttles.too_many(what="closing-link-to", whom=to.casefold(), most=MAILS_TO_ONE, seconds=HOUR):
            words = _(
                "We sent this address several links in the last hour. Open the newest one, or try again in an hour."
            )
            form.add_error("email", words)
            return _start_page(request, form, status=429)
        with unit_of_work():
            filing.begin(email=to, language=language, at=timezone.now())
        request.session["closing_link_to"] = to
        return HttpResponseRedirect(reverse("closings:sent"), status=303)
    return _start_page(request, form, status=422 if form.errors else 200)


def _start_page(request: HttpRequest, form: EmailForm, *, status: int) -> HttpResponse:
    pk, membership = request.session.get(DRAFT), membership_of(request)
    open_now = Draft.objects.filter(pk=pk, kind=filing.FILE, filed_case=None).exists() if pk else False
    return render(request, "closings/public/start.html", {
        "form": form, "open_now": open_now, "membership": membership, "staff": bool(getattr(request.user, "role", "")),
        "drafts": filing.open_drafts(membership.organization) if membership else (),
    }, status=status)  # fmt: skip


@require_POST
@member_required(OWNER, FILER)
def start_for(request: HttpRequest, membership: Membership) -> HttpResponse:
    """Begin a notice of the organization that the page named; another chosen meanwhile is told and begins nothing."""
    if request.POST.get("organization") != str(membership.organization_id):
        messages.warning(request, _("You work for another organization now. Look at its name and start again."))
        return HttpResponseRedirect(reverse("closings:file"), status=303)
    draft = filing.begin_for(membership, language=get_language() or "en", at=timezone.now())
    return HttpResponseRedirect(reverse("closings:member_hub", args=[draft.pk]), status=303)


@require_safe
@account_required
def signed_in(request: HttpRequest, number: str) -> HttpResponse:
    """Lead a member from our message to the notice of the organization; whoever is not signed in is asked to."""
    mine = [row.organization_id for row in memberships_here(request)]
    notice = get_object_or_404(
        ClosingNotice.objects.select_related("case"), case__number=number, organization__in=mine
    )  # fmt: skip
    return HttpResponseRedirect(party_url(notice.case))


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
@own_page
def receipt(request: HttpRequest, door: Door) -> HttpResponse:
    """Confirm what was filed and what happens next."""
    notice, party = door.case.closing, door.party
    return render(request, "closings/public/receipt.html", {
        "case": door.case, "party": party, "closing": notice,
        "code": "" if door.membership else links.access_code(party),
        "papers": [row for row in documents(party) if row["kind"] == "closings.file_online"],
        "panel": panel(latest(notice), today=timezone.localdate()),
        "find_address": request.build_absolute_uri(reverse("closings:find")),
        "steps": _steps(latest(notice)), **door.context(),
    })  # fmt: skip


def _steps(content: NoticeContent) -> list[dict[str, str]]:
    follows = aftermath(content, today=timezone.localdate())
    return [
        {"heading": _("We read it"), "text": _("If something is not clear we call the person you named.")},
        {"heading": _("It goes on the public list"),
         "text": _("As soon as we have read it; the law sets no day for that. The list shows employer, places, number and dates. It shows no contact and no file.")},
        {"heading": _("You keep it true"),
         "text": _("When a date or a number changes, or it does not take place after all, tell us on your page.")},
        *({"heading": _("What short notice may lead to"), "text": words} for words in follows[:1]),
        *({"heading": _("What else it may lead to"), "text": words} for words in follows[1:]),
    ]  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def find(request: HttpRequest) -> HttpResponse:
    """Open a notice with its number and code."""
    return finding.find_page(request, form=FindForm(request.POST or None), template="closings/public/find.html")


@require_http_methods(["GET", "HEAD", "POST"])
def open_notice(request: HttpRequest, number: str, code: str) -> HttpResponse:
    """Open a notice by its private link."""
    return finding.open_page(request, number=number, code=code, template="closings/public/open.html")


@require_safe
@own_page
def status(request: HttpRequest, door: Door) -> HttpResponse:
    """Show where the notice stands, what it says, and what the employer can do now."""
    case, party = door.case, door.party
    revisions = case.closing.revisions.order_by("-number")
    content = latest(case.closing)
    return render(request, "closings/public/status.html", {
        "case": case, "party": party, "closing": case.closing, "stages": stages(case), "parts": whole_parts(content),
        "panel": panel(content, today=timezone.localdate()) if case.state in {"received", "listed"} else None,
        "history": [
            {"kind": KINDS[row.kind], "received_on": row.received_on, "changes": change_rows(row.changes)} for row in revisions
        ],
        "documents": documents(party), "files": case.attachments.filter(party_id=party.pk),
        "can": {name: door.can(name) for name in ("file_update", "rescind", "add_evidence")}, "writes": door.writes,
        "decided": determined(case.closing), "begun": _begun(door), **door.context(),
    })  # fmt: skip


def _begun(door: Door) -> Draft | None:
    return filing.update_of(door.membership.organization, door.case) if door.membership else None


def documents(party: Party) -> list[dict[str, Any]]:
    """Return the documents this party may read, newest first."""
    found = Document.objects.filter(case=party.case, visibility__in=[PARTY, PUBLIC]).defer("html")
    signed = ORDERS.signed(party.case)
    rows = [doc for doc in found.order_by("-created_at", "-id") if doc.party_id in (None, party.pk)]
    return [
        {"title": _(doc.title) if doc.title else "", "ready": doc.is_ready,
         "replaced": doc.kind in DECISIONS and signed is not None and doc.created_at < signed.signed_at, "failed": doc.status == "failed",
         "day": day(doc.created_at), "facts": f"PDF, {filesize(doc.size)}" if doc.is_ready else "", "kind": doc.kind,
         "href": reverse("closings:document", args=[party.case.number, doc.pk])}
        for doc in rows
    ]  # fmt: skip


@require_safe
@refusals_noted("pk")
@own_page
def document(request: HttpRequest, door: Door, pk: int) -> HttpResponse:
    """Give a document of this party as stored. A member's asking for another's is put on the record."""
    party = door.party
    found = get_object_or_404(Document, pk=pk, case=party.case, visibility__in=[PARTY, PUBLIC])
    if found.party_id not in (None, party.pk) or not found.is_ready:
        raise Http404
    return pdf_answer(read_pdf(found), f"{party.case.number}-{found.filename}")


@require_POST
@own_page
def begin_update(request: HttpRequest, door: Door) -> HttpResponse:
    """Begin an update with the notice as it stands, or go on with the one that a colleague began."""
    if not door.can("file_update"):
        return HttpResponseRedirect(party_url(door.case), status=303)
    draft = filing.begin_update(
        door.case, language=get_language() or "en", at=timezone.now(), membership=door.membership
    )  # fmt: skip
    if door.membership is None:
        request.session[UPDATING] = draft.pk
    return HttpResponseRedirect(party_url(door.case, "update"), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@own_page
def rescind(request: HttpRequest, door: Door) -> HttpResponse:
    """Say that the closing or layoff does not take place."""
    form = RescindForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _rescind_page(request, door, form=form)
    try:
        with unit_of_work(), _acting_once(request, door, form=form) as row:
            intake.rescind(door.case, reason=form.cleaned_data["reason"], actor=door.actor, at=timezone.now())
            row.location = party_url(door.case)
    except AlreadyDone:
        return HttpResponseRedirect(party_url(door.case), status=303)
    except ValidationError as error:
        form.add_error(None, error.messages)
        return _rescind_page(request, door, form=form)
    messages.success(request, _("The notice is rescinded."))
    return HttpResponseRedirect(party_url(door.case), status=303)


def _acting_once(request: HttpRequest, door: Door, *, form: SubmissionKeyMixin) -> Any:
    return submissions.once(
        actor_key=door.actor.key, key=form.cleaned_data["submission_key"], path=request.path,
        body_hash=submissions.body_hash(request),
    )  # fmt: skip


def _rescind_page(request: HttpRequest, door: Door, *, form: RescindForm) -> HttpResponse:
    return render(request, "closings/public/rescind.html", {
        "form": form, "case": door.case, "possible": door.can("rescind"), "back_url": party_url(door.case),
        **door.context(),
    }, status=422 if form.errors else 200)  # fmt: skip
