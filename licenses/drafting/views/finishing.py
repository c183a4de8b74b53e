"""The check of all answers, the signature, and what whoever signed is told afterwards."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from licenses.drafting import attesting, stamps, submitting, unsigned, words
from licenses.drafting.forms.signing import CheckForm, SignForm
from licenses.drafting.marks import mark_of
from licenses.drafting.printing import AS_FILED
from licenses.drafting.sections import ASKED, JOBS, MEASURES, SLOTS, SOURCES, WORKERS, Section
from licenses.drafting.submitting import NotChecked
from licenses.drafting.views.desk import Desk, draft_page
from licenses.drafting.views.pages import where
from licenses.drafting.whole import Whole
from licenses.notices.application import GOAL
from wagecase.accounts.members import member_required
from wagecase.accounts.models import Membership
from wagecase.audit.chain import unit_of_work
from wagecase.cases import drafts
from wagecase.cases.addresses import party_url
from wagecase.cases.filing_once import sending_of
from wagecase.cases.models import Draft
from wagecase.documents.models import Document
from wagecase.errors import StaleVersion
from wagecase.web.formatting import counted, day, filesize


@require_http_methods(["GET", "HEAD", "POST"])
@draft_page
def check(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every answer, warnings first; POST notes what was looked at and goes on to the signature."""
    mark = mark_of(desk.draft)
    form = CheckForm(request.POST or None, initial={"mark": mark})
    if request.method != "POST" or not form.is_valid() or desk.progress.open_sections:
        moved = request.method != "POST" and unsigned.was_sent_back(request, desk.draft, mark=mark)
        return _check(request, desk, form=form, status=422 if request.method == "POST" else 200, moved=moved)
    try:
        _note(desk, reason=form.cleaned_data["total_reason"], mark=form.cleaned_data["mark"])
    except StaleVersion:
        fresh = Desk(desk.membership, desk.draft)
        again = {"mark": mark_of(desk.draft), "total_reason": form.cleaned_data["total_reason"]}
        return _check(request, fresh, form=CheckForm(initial=again), status=409, moved=True)
    return HttpResponseRedirect(desk.url("sign"), status=303)


def _note(desk: Desk, *, reason: str, mark: str) -> None:
    """Keep that the answers of `mark` were looked at, and why figures disagree; StaleVersion when they changed since."""
    at, by = timezone.now(), desk.membership.user
    with unit_of_work():
        held = drafts.hold(desk.draft)
        if mark_of(held) != mark:
            raise StaleVersion("The answers were changed in another window.")
        if reason:
            totals = Whole(held).section("totals")
            values = {**totals.answers, "total_reason": reason}
            drafts.save_section(held, "totals", values=values, at=at, by=by, expected_version=totals.version)
        drafts.save_section(held, "check", values={"mark": mark_of(held)}, at=at, by=by)


def _check(request: HttpRequest, desk: Desk, *, form: CheckForm, status: int, moved: bool = False) -> HttpResponse:
    progress = desk.progress
    missing = [{"text": one.text, "href": where(desk, one)} for one in progress.faults]
    named = {JOBS if one.slug == SOURCES else one.slug for one in progress.faults}
    missing += [
        {"text": _("Complete the section “%(name)s”") % {"name": one.label}, "href": desk.url(one.slug)}
        for one in progress.open_sections if one.slug not in named
    ]  # fmt: skip
    warnings = [{"text": one.text, "href": where(desk, one), "reason": one.reason} for one in progress.warnings]
    return render(request, "licenses/apply/check.html", desk.context(
        form=form, groups=[_group(desk, section) for section in ASKED], files=_files(desk), missing=missing, moved=moved,
        warnings=warnings, asks_reason=any(one["reason"] for one in warnings), back_url=desk.url(),
        asked=request.method == "POST" and bool(missing), has_errors=request.method == "POST" and bool(missing),
    ), status=status)  # fmt: skip


def _group(desk: Desk, section: Section) -> dict[str, Any]:
    href = desk.url(section.slug)
    if section.slug == WORKERS:
        return {"name": section.label, "href": href, "rows": _worker_rows(desk), "parts": []}
    if not section.rows:
        return {
            "name": section.label,
            "href": href,
            "rows": words.summary(desk.whole.section(section.slug)),
            "parts": [],
        }
    parts = []
    for line in desk.whole.rows(section.slug):
        name = words.line_name(section, line.answers)
        if section.slug == MEASURES:
            job = desk.whole.row(JOBS, line.key)
            if job is None:
                continue
            name = str(job.answers.get("name", ""))
        parts.append({
            "name": name or _("Without a name"), "rows": words.summary(line), "href": desk.url(section.slug, line.key),
            **(words.job_row(desk.progress, line) if section.slug == JOBS else {}),
        })  # fmt: skip
    return {"name": section.label, "href": href, "rows": [], "parts": parts}


def _worker_rows(desk: Desk) -> list[dict[str, str]]:
    states = desk.whole.worker_outcomes
    troubled = states.get(stamps.PROBLEM, 0) + states.get(stamps.OPEN, 0) + states.get("", 0)
    rows = [
        (_("Workers"), desk.whole.worker_count), (_("The rate paid covers the wage due"), states.get(stamps.COVERS, 0)),
        (_("The rate paid is short"), states.get(stamps.SHORT, 0)), (_("Lines with a problem"), troubled),
    ]  # fmt: skip
    return [{"label": label, "value": counted(count)} for label, count in rows]


def _files(desk: Desk) -> list[dict[str, str]]:
    labels = {slot.code: slot.label for slot in SLOTS}
    return [{"label": labels.get(file.purpose, ""), "value": file.name} for file in desk.draft.attachments.all()]


@require_http_methods(["GET", "HEAD", "POST"])
@draft_page
def sign(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Tick each sentence, sign, and submit, once."""
    if not desk.writes:
        raise Http404
    mark = desk.progress.checked_mark
    known = {"name": desk.membership.user.name, **unsigned.typed(request, desk.draft), "mark": mark}
    form = SignForm(request.POST or None, initial=known)
    if not mark or (request.method == "POST" and request.POST.get("mark") != mark):
        return _back_to_check(request, desk)
    if request.method != "POST" or not form.is_valid():
        return _sign(request, desk, form=form)
    try:
        submitting.submit(
            desk.draft, membership=desk.membership, signed=form.cleaned_data, sending=sending_of(request, form),
            location=desk.url("done"), at=timezone.now(),
        )  # fmt: skip
    except NotChecked:
        return _back_to_check(request, desk)
    unsigned.forget(request, desk.draft)
    return HttpResponseRedirect(desk.url("done"), status=303)


def _back_to_check(request: HttpRequest, desk: Desk) -> HttpResponse:
    if request.method == "POST":
        unsigned.keep(request, desk.draft)
    return HttpResponseRedirect(desk.url("check"), status=303)


def _sign(request: HttpRequest, desk: Desk, *, form: SignForm) -> HttpResponse:
    items = [
        {"field": form[f"attest_{item.code}"], "cite": item.cite, "english": item.text} for item in attesting.ITEMS
    ]
    with translation.override("en"):  # what counts while nobody has approved a translation
        items = [{**item, "english": str(item["english"])} for item in items]
        declared = str(attesting.DECLARATION)
    return render(request, "licenses/apply/sign.html", desk.context(
        form=form, items=items, declaration=attesting.DECLARATION, declared_english=declared, version=attesting.VERSION, back_url=desk.url("check"),
        today=timezone.localdate(), legal_name=desk.progress.content.employer.legal_name,
    ), status=422 if form.errors else 200)  # fmt: skip


def _filed(membership: Membership, draft_id: int) -> Draft:
    found = Draft.objects.select_related("filed_case", "about")
    draft = get_object_or_404(found, pk=draft_id, owner=membership.organization)
    if draft.filed_case is None:
        raise Http404
    return draft


@require_safe
@member_required()
def done(request: HttpRequest, membership: Membership, draft_id: int) -> HttpResponse:
    """Say that the application was submitted, under which number, and what happens next."""
    draft = _filed(membership, draft_id)
    case = draft.filed_case
    assert case is not None  # noqa: S101 - asked before
    papers = [
        {"title": _(one.title), "ready": one.is_ready, "facts": f"PDF, {filesize(one.size)}" if one.is_ready else "",
         "href": reverse("licenses:status_document", args=[case.number, one.pk])}
        for one in Document.objects.filter(case=case, kind=AS_FILED).order_by("pk").defer("html")
    ]  # fmt: skip
    return render(request, "licenses/apply/done.html", {
        "case": case, "organization": membership.organization, "papers": papers, "status_url": party_url(case),
        "application": case.application, "steps": _steps(draft), "renews": draft.about,
    })  # fmt: skip


def _steps(draft: Draft) -> list[dict[str, str]]:
    case = draft.filed_case
    assert case is not None  # noqa: S101 - asked before
    first = {
        "heading": _("We have your application"), "when": day(case.received_on),
        "text": _("Every owner and filer of your organization gets an e-mail. It names no worker."),
    }  # fmt: skip
    kept = {
        "heading": _("Your license stays in force"), "when": "",
        "text": _("You filed on or before its last day, so it goes on until we decide. You get a paper that says so."),
    }  # fmt: skip
    goal = case.clocks.filter(key=GOAL, status="running").last()
    rest = [
        {"heading": _("A specialist reads it"), "when": "",
         "text": _("If something is not clear, we ask you by e-mail and say by when we need the answer.")},
        {"heading": _("We decide"), "when": _("Planned by %(day)s") % {"day": day(goal.legal_due)} if goal else "",
         "text": _("One person recommends, another decides. You get the license, or our reasons in writing. The day is a plan of our office; the law sets none.")},
    ]  # fmt: skip
    application = case.application  # type: ignore[attr-defined]
    timely = application.renews is not None and _in_time(application)
    last = {
        "heading": _("The next term begins"), "when": "",
        "text": _("It begins on the day after the present term, or on the day we grant it if that is later. Until we decide you may pay by the license as it is."),
    } if timely else {
        "heading": _("The license begins"), "when": "",
        "text": _("It never begins before the day it is issued. Until then, pay at least the minimum wage."),
    }  # fmt: skip
    return [first, *([kept] if timely else []), *rest, last]


def _in_time(application: Any) -> bool:
    last = application.renews.terms.order_by("-number").first()
    return last is not None and last.starts_on <= application.case.received_on <= last.ends_on
