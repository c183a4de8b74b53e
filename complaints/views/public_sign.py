"""The end of a public complaint: check the answers, sign in one of three ways, and the receipt."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from complaints import answers as said
from complaints import filing, flow
from complaints.declarations import DEFAULT_LANGUAGE, current
from complaints.disclosure import employer_learns
from complaints.forms.public_sign import NotarizedForm, PaperForm, SignForm, SignWayForm
from complaints.views import public_receipt as receipts
from complaints.views import public_session as session
from wagecase.cases import drafts
from wagecase.cases.models import Case, Draft, Party
from wagecase.web.forms import GovForm
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


def _sending(request: HttpRequest, form: GovForm) -> filing.Sending:
    return filing.Sending(form.cleaned_data["submission_key"], request.path, session.sent_hash(request))


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
        back = "complaints:sign" if living(draft) else "complaints:check"
        return _draw(request, draft, template="sign_online", form=form, back=back, status=422 if form.errors else 200)
    if not form.is_of_this and not Draft.objects.filter(pk=draft.pk).exclude(filed_case=None).exists():
        typed = {field: form.cleaned_data[field] for field in ("name", "city", "state")}
        again = SignForm(initial=typed, complainant=name, mark=mark)
        back = "complaints:sign" if living(draft) else "complaints:check"
        return _draw(request, draft, template="sign_online", form=again, back=back, status=409)
    at, given = timezone.now(), form.cleaned_data
    signed = filing.signature(
        name=given["name"], city=given["city"], state=given["state"], language=get_language() or "en", at=at,
        ip_address=address_of(request), user_agent=request.headers.get("User-Agent", ""),
    )  # fmt: skip
    return _done(request, filing.file_signed(
        draft=draft, answers=answers, signed=signed, sending=_sending(request, form), at=at))  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@signing_page
def notarized(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Take the notarized copy; the complaint waits for its check by staff."""
    if not living(draft):
        return HttpResponseRedirect(reverse(WAYS["online"]), status=303)
    form = NotarizedForm(request.POST or None, request.FILES or None)
    if request.method != "POST" or not form.is_valid():
        return _draw(request, draft, template="sign_notarized", form=form, status=422 if form.errors else 200)
    return _done(request, filing.file_unsigned(
        draft=draft, answers=drafts.answers(draft), sending=_sending(request, form), at=timezone.now(),
        copy=form.cleaned_data["copy"]))  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@signing_page
def paper(request: HttpRequest, draft: Draft) -> HttpResponse:
    """File the complaint to be signed on paper: a case, but no clock yet."""
    if not living(draft):
        return HttpResponseRedirect(reverse(WAYS["online"]), status=303)
    form = PaperForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _draw(request, draft, template="sign_paper", form=form, status=422 if form.errors else 200)
    return _done(request, filing.file_unsigned(
        draft=draft, answers=drafts.answers(draft), sending=_sending(request, form), at=timezone.now()))  # fmt: skip


@require_safe
@session.party_page
def receipt(request: HttpRequest, party: Party) -> HttpResponse:
    """Confirm what was filed, when the decision is due and why, and what happens next."""
    return render(request, "complaints/public/receipt.html", receipts.context(request, party))
