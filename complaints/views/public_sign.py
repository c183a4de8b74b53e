"""The end of a public complaint: check the answers, sign in one of three ways, and the receipt."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from complaints import answers as said
from complaints import filing, flow
from complaints.declarations import DEFAULT_LANGUAGE, current
from complaints.disclosure import employer_learns
from complaints.forms.public_sign import NotarizedForm, PaperForm, SignForm, SignWayForm
from complaints.views import public_receipt as receipts
from complaints.views import public_session as session
from wagecase.cases import drafts
from wagecase.cases.files import Taken
from wagecase.cases.filing_once import Moved, sending_of
from wagecase.cases.models import Case, Draft, Party
from wagecase.web.forms import GovForm, SubmissionKeyMixin
from wagecase.web.throttles import address_of

WAYS = {"online": "complaints:sign_online", "notarized": "complaints:sign_notarized", "paper": "complaints:sign_paper"}


@require_safe
@session.draft_page
def check(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Show every answer, what is missing, and what happens when the complaint is filed."""
    if not draft.kind:
        return HttpResponseRedirect(reverse("complaints:page", args=["problem"]))
    answers = drafts.answers(draft)
    last = flow.pages(draft.kind, answers)[-1]
    content = said.content_of(draft.kind, answers, language=draft.language)
    context = {
        **session.chrome(request, section=flow.LAST_SECTION, back=reverse("complaints:page", args=[last.slug])),
        "groups": said.sections(draft.kind, answers, list(draft.attachments.all())),
        "missing": [_missing_row(page) for page in flow.unanswered(draft.kind, answers)],
        "warnings": said.warnings(draft.kind, answers), "blanks": content.blanks() if living(draft) else (),
        "living": living(draft), "content": content,
        "employer_learns": employer_learns(content.identity_disclosure), "asked_to_sign": "missing" in request.GET,
    }  # fmt: skip
    return render(request, "complaints/public/check.html", context)


def living(draft: Draft) -> bool:
    """Return whether the kind of this draft has the 20-day clock."""
    return draft.kind == flow.LIVING_WAGE


def _missing_row(page: flow.Page) -> dict[str, Any]:
    return {"label": page.form().page_title, "href": f"{reverse('complaints:page', args=[page.slug])}?to=check"}


def signing_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give the view the session's draft, filed or not, once it has all that the law names.

    A filed draft comes through, so that a second press of the button finds the first one's case.
    """

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        draft = session.draft_of(request)
        if draft is None:
            return session.no_draft(request)
        if draft.filed_case is not None and request.method != "POST":
            return session.filed_already(request, draft.filed_case)
        if not draft.kind or flow.unanswered(draft.kind, drafts.answers(draft)):
            return HttpResponseRedirect(reverse("complaints:check") + "?missing", status=303)
        return view(request, draft)

    return wrapped


@require_http_methods(["GET", "HEAD", "POST"])
@signing_page
def sign(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Ask how the person wants to sign; a kind without the clock is signed online only."""
    if not living(draft):
        return HttpResponseRedirect(reverse(WAYS["online"]), status=303)
    form = SignWayForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return HttpResponseRedirect(reverse(WAYS[form.cleaned_data["way"]]), status=303)
    status = 422 if form.errors else 200
    return _draw(request, draft, template="sign", form=form, back="complaints:check", status=status)


def _draw(
    request: HttpRequest,
    draft: Draft,
    *,
    template: str,
    form: GovForm,
    back: str = "complaints:sign",
    status: int = 200,
) -> HttpResponse:
    context = {
        **session.chrome(request, section=flow.LAST_SECTION, back=reverse(back)), "form": form,
        "declaration": current(get_language() or "en"), "english": current(DEFAULT_LANGUAGE),
        "changed": status == 409, "today": timezone.localdate(), "living": living(draft), "draft": draft,
        "content": said.content_of(draft.kind, drafts.answers(draft), language=draft.language),
    }  # fmt: skip
    return render(request, f"complaints/public/{template}.html", context, status=status)


def _done(request: HttpRequest, case: Case) -> HttpResponse:
    """Let the session see the case it filed, and lead to the receipt."""
    session.open_party(request, case.parties.get(role=Party.Role.COMPLAINANT), fresh=False)
    return HttpResponseRedirect(filing.receipt_url(case), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@signing_page
def online(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Show the statement and take the typed signature; the 20 days of 104.05 start here."""
    answers = drafts.answers(draft)
    name = str(answers.get("name", {}).get("name", ""))
    mark = filing.shown_mark(draft, answers, language=get_language() or "en")
    form = SignForm(request.POST or None, complainant=name, mark=mark)
    if request.method != "POST" or not form.is_valid():
        status, back = 422 if form.errors else 200, _before_signing(draft)
        return _draw(request, draft, template="sign_online", form=form, back=back, status=status)
    at, given = timezone.now(), form.cleaned_data
    signed = filing.signature(
        name=given["name"], city=given["city"], state=given["state"], language=get_language() or "en", at=at,
        ip_address=address_of(request), user_agent=request.headers.get("User-Agent", ""),
    )  # fmt: skip
    try:
        case = filing.file_signed(
            draft=draft, shown=given["seen"], signed=signed, sending=sending_of(request, form), at=at
        )
    except Moved:
        return _look_again(request, draft, given=given)
    return _done(request, case)


def _look_again(request: HttpRequest, draft: Draft, *, given: Mapping[str, Any]) -> HttpResponse:
    """Somebody saved another page after this one was drawn: show the statement as it is now; nothing was signed."""
    draft.refresh_from_db(fields=["kind"])
    answers = drafts.answers(draft)
    if flow.unanswered(draft.kind, answers):
        return HttpResponseRedirect(reverse("complaints:check") + "?missing", status=303)
    typed = {field: given[field] for field in ("name", "city", "state")}
    mark = filing.shown_mark(draft, answers, language=get_language() or "en")
    form = SignForm(initial=typed, complainant=str(answers["name"]["name"]), mark=mark)
    return _draw(request, draft, template="sign_online", form=form, back=_before_signing(draft), status=409)


def _before_signing(draft: Draft) -> str:
    return "complaints:sign" if living(draft) else "complaints:check"


@require_http_methods(["GET", "HEAD", "POST"])
@signing_page
def notarized(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Take the notarized copy; the complaint waits for its check by staff."""
    if not living(draft):
        return HttpResponseRedirect(reverse(WAYS["online"]), status=303)
    form = NotarizedForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _draw(request, draft, template="sign_notarized", form=form, status=422 if form.errors else 200)
    return _unsigned(request, draft, form=form, copy=form.cleaned_data["copy"])


@require_http_methods(["GET", "HEAD", "POST"])
@signing_page
def paper(request: HttpRequest, draft: Draft) -> HttpResponse:
    """File the complaint to be signed on paper: a case, but no clock yet."""
    if not living(draft):
        return HttpResponseRedirect(reverse(WAYS["online"]), status=303)
    form = PaperForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _draw(request, draft, template="sign_paper", form=form, status=422 if form.errors else 200)
    return _unsigned(request, draft, form=form)


def _unsigned(
    request: HttpRequest, draft: Draft, *, form: SubmissionKeyMixin, copy: Taken | None = None
) -> HttpResponse:
    """File without a signature of today; a notarized copy that came after the filing is not dropped without a word."""
    try:
        case = filing.file_unsigned(draft=draft, sending=sending_of(request, form), at=timezone.now(), copy=copy)
    except Moved:
        return HttpResponseRedirect(reverse("complaints:check") + "?missing", status=303)
    if copy is not None and not filing.has_copy(case, copy):
        messages.warning(request, _(
            "Your complaint was filed before, from another window. The notarized copy was not kept: send it to us."
        ))  # fmt: skip
    return _done(request, case)


@require_safe
@session.party_page
def receipt(request: HttpRequest, party: Party) -> HttpResponse:
    """Confirm what was filed, when the decision is due and why, and what happens next."""
    return render(request, "complaints/public/receipt.html", receipts.context(request, party))
