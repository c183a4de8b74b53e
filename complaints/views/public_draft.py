"""Leaving a complaint and coming back to it: the resume link, and clearing the device."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from complaints import filing, flow
from complaints.forms.public_status import SaveForm
from complaints.views import public_session as session
from wagecase.cases import drafts
from wagecase.cases.models import Draft


@require_http_methods(["GET", "HEAD", "POST"])
@session.draft_page
def save(request: HttpRequest, draft: Draft) -> HttpResponse:
    """Show the link that opens the draft again, and mail it where the person says it is safe."""
    token = request.session[session.TOKEN]
    answers = drafts.answers(draft)
    going_on = flow.reached(draft.kind, answers) if draft.kind else "problem"
    back = reverse("complaints:check") if going_on == "check" else reverse("complaints:page", args=[going_on])
    form = SaveForm(request.POST or None, initial={"email": session.safe_email(answers)})
    if request.method == "POST" and form.is_valid():
        session.mail_link(request, draft, to=form.cleaned_data["email"])
        return HttpResponseRedirect(reverse("complaints:save"), status=303)
    context = {**session.chrome(request, back=back), "form": form, "link": filing.resume_link(token), "draft": draft}
    return render(request, "complaints/public/save.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def resume(request: HttpRequest, token: str) -> HttpResponse:
    """Ask for a press of a button, since mail scanners follow links; then open the draft."""
    request.private_page = True  # type: ignore[attr-defined]
    if request.method != "POST":
        return render(request, "complaints/public/resume.html")
    if session.too_many(request, "resume"):
        return render(request, "complaints/public/resume.html", {"tried_too_often": True}, status=429)
    draft = drafts.resume(token) if len(token) <= 100 else None
    if draft is None:
        return render(request, "complaints/public/resume.html", {"unknown": True}, status=404)
    session.open_draft(request, draft, token)
    if draft.filed_case is not None:
        return session.filed_already(request, draft.filed_case)
    if drafts.is_outdated(draft):
        messages.info(request, _("Our questions changed since you began. Please look at each page once more."))
    slug = flow.reached(draft.kind, drafts.answers(draft)) if draft.kind else "problem"
    target = reverse("complaints:check") if slug == "check" else reverse("complaints:page", args=[slug])
    return HttpResponseRedirect(target, status=303)


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """End the session at once; the draft opens again only by its link."""
    request.session.flush()
    return HttpResponseRedirect(reverse("complaints:left"), status=303)


@require_safe
def left(request: HttpRequest) -> HttpResponse:
    """Say that this device is cleared."""
    return render(request, "complaints/public/left.html")
