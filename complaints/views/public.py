"""The start of a public complaint and its question pages, each saved on the server when the person goes on."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from complaints import answers as said
from complaints import filing, flow
from complaints.forms.public import QuestionForm
from complaints.views import public_session as session
from wagecase.cases import drafts
from wagecase.cases.models import Case, Draft, DraftSection
from wagecase.errors import DraftFiled, StaleVersion

REQUIRED_FIRST = "problem"


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Tell who can file and what it takes; Start now opens a draft.

    An empty one that lies open in this browser is taken, under a new name of the session and with a new link: somebody
    else may have planted it there.
    """
    draft = session.draft_of(request)
    open_now = draft if draft is not None and draft.filed_case_id is None else None
    if request.method != "POST":
        return render(request, "complaints/public/start.html", {"draft": open_now and _place(open_now)})
    if open_now is not None and not open_now.sections.exists():
        session.open_draft(request, open_now, drafts.renew_link(open_now))
        return _go(REQUIRED_FIRST)
    if session.too_many(request, "start", most=session.STARTS):
        return session.slow_down(request, back=reverse("complaints:file"))
    session.open_draft(request, *filing.start(language=get_language() or "en", at=timezone.now()))
    return _go(REQUIRED_FIRST)


def _place(draft: Draft) -> str:
    return _url(flow.reached(draft.kind, drafts.answers(draft)) if draft.kind else REQUIRED_FIRST)


def _url(slug: str) -> str:
    return reverse("complaints:check") if slug == "check" else reverse("complaints:page", args=[slug])


def _go(slug: str, *, to: str = "") -> HttpResponse:
    return HttpResponseRedirect(_url(slug) + ("?to=check" if to and slug != "check" else ""), status=303)


@require_safe
def elsewhere(request: HttpRequest) -> HttpResponse:
    """Say where to turn with what is neither missing pay nor a wage too low to live on."""
    return render(
        request, "complaints/public/elsewhere.html", session.chrome(request, section=1, back=_url(REQUIRED_FIRST))
    )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask one question, or save its answer and go on."""
    if slug not in flow.SLUGS:
        raise Http404
    if request.method != "POST":
        return ask(request, slug=slug)
    try:
        return save(request, slug=slug)
    except DraftFiled as done:  # in another window, while this page was read
        return session.filed_already(request, Case.objects.get(number=done.location))


@session.draft_page
def ask(request: HttpRequest, draft: Draft, slug: str) -> HttpResponse:
    """Draw the question with the answer saved before."""
    answers = drafts.answers(draft)
    found = flow.page_at(slug, kind=draft.kind, answers=answers)
    if found is None:  # an answer given since then made the question needless
        return _go(flow.reached(draft.kind, answers))
    form = found.form(initial=found.form.initial_of(answers.get(slug, _known(slug, answers))))
    return _draw(request, draft, found, form=form)


def _known(slug: str, answers: said.Answers) -> dict[str, str]:
    """Return what an earlier page told already: the safe e-mail address is not asked for twice."""
    return {"email": session.safe_email(answers)} if slug in {"contact", "link"} else {}


def _draw(
    request: HttpRequest, draft: Draft, found: flow.Page, *, form: QuestionForm, status: int = 200, **more: Any
) -> HttpResponse:
    answers = drafts.answers(draft)
    to = "check" if "check" in (request.GET.get("to"), request.POST.get("to")) else ""
    earlier = flow.before(found, kind=draft.kind, answers=answers)
    back = reverse("complaints:check") if to else _url(earlier) if earlier else reverse("complaints:file")
    context = {
        **session.chrome(request, section=found.section, back=back), "page": found, "form": form, "to": to,
        "page_ref": session.page_ref(draft, found.slug), "files": _files(draft) if found.slug == "papers" else [],
        "link": _link(request) if found.slug == "link" else "", "draft": draft, **more,
    }  # fmt: skip
    return render(request, "complaints/public/question.html", context, status=status)


def _files(draft: Draft) -> list[dict[str, Any]]:
    return [
        {"name": file.name, "size": file.size, "status": "added",
         "remove_url": reverse("complaints:remove_file", args=[file.pk])}
        for file in draft.attachments.all()
    ]  # fmt: skip


def _link(request: HttpRequest) -> str:
    token = request.session.get(session.TOKEN, "")
    return filing.resume_link(token) if token else ""


def save(request: HttpRequest, *, slug: str) -> HttpResponse:
    """Save the sent page into the draft it was drawn for, even when the session has ended since."""
    ref, mine = session.read_ref(request, slug), session.draft_of(request)
    draft = Draft.objects.select_related("filed_case").filter(pk=ref[0]).first() if ref else mine
    if draft is None:
        return session.no_draft(request)
    own = mine is not None and mine.pk == draft.pk
    if draft.filed_case is not None:
        return session.filed_already(request, draft.filed_case)
    answers = drafts.answers(draft)
    found = flow.page_at(slug, kind=draft.kind, answers=answers)
    if found is None:
        return _go(flow.reached(draft.kind, answers)) if own else session.no_draft(request)
    if request.FILES and session.too_many(request, "files", most=session.UPLOADS):
        return session.slow_down(request, back=_url(slug))
    form = found.form(request.POST, request.FILES)
    later = "later" in request.POST
    if not (form.is_valid() or (later and _only_blank(form))) or ref is None:
        return _refuse(request, draft, found, form=form) if own else session.no_draft(request)
    try:
        _keep(request, draft, found, form=form, version=ref[1])
    except StaleVersion:
        return _stale(request, draft, found, form=form) if own else session.no_draft(request)
    if own:
        return _onward(request, draft, found, form=form)
    lost = _take_files(draft, form) if found.slug == "papers" else []  # the signed page is theirs, so are its files
    return session.no_draft(request, saved=True, lost=lost)


def _only_blank(form: QuestionForm) -> bool:
    return all(error.code == "required" for errors in form.errors.as_data().values() for error in errors)


def _refuse(request: HttpRequest, draft: Draft, found: flow.Page, *, form: QuestionForm) -> HttpResponse:
    """Draw the page again with what was typed; files that were good are kept all the same."""
    if session.read_ref(request, found.slug) is None:
        form.add_error(None, _("Part of this page was changed or missing. Check your answers and send them again."))
    elif found.slug == "papers":
        _take_files(draft, form)
    return _draw(request, draft, found, form=form, status=422)


def _take_files(draft: Draft, form: QuestionForm) -> list[str]:
    too_many = drafts.add_files(draft, taken=form.fields["papers"].taken, source="complainant", at=timezone.now())
    if too_many:
        form.add_error("papers", _("There is room for 5 files. These were left out: %(names)s") % {
            "names": ", ".join(too_many)})  # fmt: skip
    return too_many


def _keep(request: HttpRequest, draft: Draft, found: flow.Page, *, form: QuestionForm, version: int) -> None:
    at, values = timezone.now(), form.stored()
    if values.get("problem") == "other":  # no complaint: nothing to keep
        return
    drafts.save_section(draft, found.slug, values=values, at=at, expected_version=version)
    if found.slug == "problem" and values.get("problem") in flow.BOTH:
        filing.name_kind(draft, kind=values["problem"])


def _stale(request: HttpRequest, draft: Draft, found: flow.Page, *, form: QuestionForm) -> HttpResponse:
    """Another window saved this page since: show both texts; going on keeps the one in the boxes."""
    if found.slug == "papers":  # nobody else's words stand against a file: it is kept whichever text wins
        _take_files(draft, form)
    section = DraftSection.objects.get(draft=draft, name=found.slug)
    rows = [row for row in said.page_rows(found, section.answers, list(draft.attachments.all())) if row["value"]]
    return _draw(request, draft, found, form=form, status=409, other=rows, other_at=section.saved_at, stale=True)


def _onward(request: HttpRequest, draft: Draft, found: flow.Page, *, form: QuestionForm) -> HttpResponse:
    """Go where the pressed button leads, once the page is saved."""
    values = form.stored()
    if found.slug == "papers" and _take_files(draft, form):
        return _draw(request, draft, found, form=form, status=422)
    if found.slug == "link" and values.get("email"):
        session.mail_link(request, draft, to=values["email"], once=True)
    if "later" in request.POST:
        return HttpResponseRedirect(reverse("complaints:save"), status=303)
    if found.slug == "papers" and "add" in request.POST:
        return _go("papers", to=request.POST.get("to", ""))
    if values.get("problem") == "other":
        return HttpResponseRedirect(reverse("complaints:elsewhere"), status=303)
    answers = drafts.answers(draft)
    following = flow.after(found, kind=draft.kind, answers=answers)
    if request.POST.get("to") != "check":
        return _go(following)
    open_pages = {missing.slug for missing in flow.unanswered(draft.kind, answers)}
    return _go(following, to="check") if following in open_pages else _go("check")


@require_POST
@session.draft_page
def remove_file(request: HttpRequest, draft: Draft, pk: int) -> HttpResponse:
    """Take one file out of the draft."""
    file = get_object_or_404(draft.attachments, pk=pk)
    drafts.remove_file(draft, pk=pk)
    messages.success(request, _("“%(name)s” was removed.") % {"name": file.name})
    return _go("papers")
