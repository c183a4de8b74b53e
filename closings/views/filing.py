"""The pages on which a notice is written, section by section: the list, a section, one row, the check, the filing."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from closings import filing, sections
from closings.changes import changed
from closings.doubts import doubts
from closings.forms.filing import SubmitForm
from closings.printing import change_rows
from closings.recording import latest
from closings.sections import Section
from closings.views.flow import Flow
from wagecase.cases import drafts
from wagecase.cases.addresses import case_url, party_url
from wagecase.cases.models import Case
from wagecase.cases.views.party import actor_of, open_party, too_many
from wagecase.errors import AlreadyDone, StaleVersion
from wagecase.web.questions import QuestionForm
from wagecase.web.submissions import body_hash

UPLOADS = 120  # forms with files from one address in ten minutes
NEW = "new"


def _tag(section: Section, answers: sections.Answers) -> tuple[str, str]:
    state = sections.status(section, answers)
    words = {"complete": _("Complete"), "problem": _("In progress"), "empty": _("Not started")}
    if state == "empty" and not section.needed:
        return "neutral", _("Optional")
    return {"complete": "done", "problem": "attention", "empty": "neutral"}[state], words[state]


@require_safe
def hub(request: HttpRequest, flow: Flow) -> HttpResponse:
    """The list of sections with their status, and the estimate so far."""
    answers = flow.answers()
    asked = sections.of_mode(staff=flow.staff)
    rows = []
    for section in asked:
        tone, words = _tag(section, answers)
        rows.append({"label": section.label, "href": flow.url(section.slug), "tone": tone, "status": words,
                     "summary": _summary(section, answers)})  # fmt: skip
    open_ones = sections.missing(answers, staff=flow.staff)
    done = sum(sections.status(section, answers) == "complete" for section in asked)
    return render(request, "closings/flow/hub.html", flow.context(
        rows=rows, missing=open_ones, done=done, total=len(asked), panel=flow.panel(answers),
        next=flow.url(open_ones[0].slug) if open_ones else flow.url("check"),
    ))  # fmt: skip


def _summary(section: Section, answers: sections.Answers) -> str:
    if section.slug == "employer":
        return str(answers.get("employer", {}).get("employer_name", ""))
    if section.rows:
        pairs = [sections.row_words(section, row) for row in sections.rows_of(answers, section.slug)]
        return "; ".join(f"{what}: {rest}" if rest else what for what, rest in pairs[:3]) + (
            "; …" if len(pairs) > 3 else ""
        )
    return ""


def _section(flow: Flow, slug: str) -> Section:
    found = sections.by_slug(slug, staff=flow.staff)
    if found is None:
        raise Http404
    return found


def _version(flow: Flow, slug: str) -> int:
    found = flow.draft.sections.filter(name=slug).first()
    return found.version if found else 0


def _sent_version(request: HttpRequest) -> int:
    text = request.POST.get("version", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


@require_http_methods(["GET", "HEAD", "POST"])
def section(request: HttpRequest, flow: Flow, slug: str) -> HttpResponse:
    """Ask the questions of a section, or list its rows; POST saves and goes on to the next section."""
    found = _section(flow, slug)
    answers = flow.answers()
    if found.rows:
        if not sections.rows_of(answers, slug):
            return HttpResponseRedirect(flow.url(slug, NEW), status=303)
        return _list(request, flow, found, answers=answers)
    saved = answers.get(slug, {})
    if request.method != "POST":
        return _page(request, flow, found, form=found.form(initial=found.form.initial_of(saved)))
    if request.FILES and too_many(request, "files", most=UPLOADS):
        return _page(request, flow, found, form=found.form(request.POST, request.FILES), status=429, slow=True)
    form = found.form(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, flow, found, form=form, status=422)
    if slug == "files":
        return _take(request, flow, found, form=form)
    return _save(request, flow, found, form=form, values=form.stored(), target=_after(flow, found))


def _take(request: HttpRequest, flow: Flow, found: Section, *, form: QuestionForm) -> HttpResponse:
    """Keep the files with the draft; without any the page is done."""
    source, at = "staff" if flow.staff else "employer", timezone.now()
    too_many_files = drafts.add_files(flow.draft, taken=form.cleaned_data["papers"], source=source, at=at)
    drafts.save_section(flow.draft, found.slug, values=form.stored(), at=at)
    if too_many_files:
        words = _("There is room for 5 files. These were left out: %(names)s")
        form.add_error("papers", words % {"names": ", ".join(too_many_files)})
        return _page(request, flow, found, form=form, status=422)
    return HttpResponseRedirect(
        flow.url(found.slug) if form.cleaned_data["papers"] else _after(flow, found), status=303
    )


def _after(flow: Flow, found: Section) -> str:
    asked = sections.of_mode(staff=flow.staff)
    place = asked.index(found) + 1
    return flow.url(asked[place].slug) if place < len(asked) and not flow.updating else flow.url()


def _save(
    request: HttpRequest, flow: Flow, found: Section, *, form: QuestionForm, values: dict[str, Any], target: str,
    **more: Any,
) -> HttpResponse:  # fmt: skip
    try:
        drafts.save_section(
            flow.draft, found.slug, values=values, at=timezone.now(), expected_version=_sent_version(request)
        )
    except AlreadyDone as done:
        return HttpResponseRedirect(f"/closings/status/{done.location}/", status=303)
    except StaleVersion:
        return _page(request, flow, found, form=form, status=409, stale=True, **more)
    return HttpResponseRedirect(flow.url() if "later" in request.POST else target, status=303)


def _page(
    request: HttpRequest, flow: Flow, found: Section, *, form: QuestionForm, status: int = 200, **more: Any
) -> HttpResponse:
    files = [
        {"name": file.name, "size": file.size, "status": "added", "remove_url": flow.url("files", file.pk, "remove")}
        for file in (flow.draft.attachments.all() if found.slug == "files" else ())
    ]
    back = flow.url(found.slug) if "place" in more and sections.rows_of(flow.answers(), found.slug) else flow.url()
    return render(request, "closings/flow/section.html", flow.context(**{
        "section": found, "form": form, "version": _version(flow, found.slug), "files": files, "back_url": back,
        "panel": flow.panel(flow.answers()), "multipart": form.is_multipart(), **more,
    }), status=status)  # fmt: skip


def _list(request: HttpRequest, flow: Flow, found: Section, *, answers: sections.Answers) -> HttpResponse:
    rows = [
        {"what": what, "rest": rest, "place": place}
        for place, (what, rest) in enumerate(
            sections.row_words(found, row) for row in sections.rows_of(answers, found.slug)
        )
    ]
    return render(request, "closings/flow/rows.html", flow.context(
        section=found, rows=rows, panel=flow.panel(answers), back_url=flow.url(), after=_after(flow, found),
        version=_version(flow, found.slug), full=len(rows) >= sections.MOST_ROWS,
    ))  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def row(request: HttpRequest, flow: Flow, *, slug: str, place: str) -> HttpResponse:
    """Ask the questions of one row, a new one or the one at `place`."""
    found = _section(flow, slug)
    rows = sections.rows_of(flow.answers(), slug)
    if not found.rows or not (
        place == NEW or (place.isascii() and place.isdigit() and len(place) < 5 and int(place) < len(rows))
    ):
        raise Http404
    saved = {} if place == NEW else rows[int(place)]
    form = found.form(request.POST) if request.method == "POST" else found.form(initial=found.form.initial_of(saved))
    if request.method != "POST" or not form.is_valid():
        return _page(request, flow, found, form=form, status=422 if form.errors else 200, place=place)
    values = form.stored()
    if place != NEW:
        rows[int(place)] = values
    elif len(rows) < sections.MOST_ROWS:
        rows.append(values)
    return _save(request, flow, found, form=form, values={sections.ROWS: rows}, target=flow.url(slug), place=place)


@require_POST
def remove_row(request: HttpRequest, flow: Flow, *, slug: str, place: int) -> HttpResponse:
    """Take one row out."""
    found = _section(flow, slug)
    rows = sections.rows_of(flow.answers(), slug)
    if not found.rows or place >= len(rows):
        raise Http404
    what, _rest = sections.row_words(found, rows.pop(place))
    try:
        drafts.save_section(
            flow.draft, slug, values={sections.ROWS: rows}, at=timezone.now(), expected_version=_sent_version(request)
        )
        messages.success(request, _("“%(name)s” was removed.") % {"name": what})
    except StaleVersion:
        messages.warning(request, _("The list was changed in another window. Look at it and press Remove again."))
    return HttpResponseRedirect(flow.url(slug) if rows else flow.url(), status=303)


@require_POST
def remove_file(request: HttpRequest, flow: Flow, pk: int) -> HttpResponse:
    """Take one file out of the draft."""
    file = get_object_or_404(flow.draft.attachments, pk=pk)
    drafts.remove_file(flow.draft, pk=pk)
    messages.success(request, _("“%(name)s” was removed.") % {"name": file.name})
    return HttpResponseRedirect(flow.url("files"), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, flow: Flow) -> HttpResponse:
    """Show every answer and what happens on filing; POST files what was shown, once."""
    answers = flow.answers()
    mark = filing.mark(flow.draft, answers)
    form = SubmitForm(request.POST or None, initial={"mark": mark})
    missing = sections.missing(answers, staff=flow.staff)
    if request.method != "POST" or not form.is_valid() or missing:
        return _check(request, flow, answers, form=form, status=422 if request.method == "POST" else 200)
    if form.cleaned_data["mark"] != mark:
        return _check(request, flow, answers, form=SubmitForm(initial={"mark": mark}), status=409, moved=True)
    sending = filing.Sending(form.cleaned_data["submission_key"], request.path, body_hash(request))
    try:
        return _file(request, flow, answers=answers, sending=sending)
    except ValidationError as error:
        form.add_error(None, error.messages)  # whatever field it names, it stands on another page
        return _check(request, flow, answers, form=form, status=422)
    except StaleVersion:
        words = _("The notice was changed since you began this update. Begin the update again.")
        form.add_error(None, words)
        return _check(request, flow, answers, form=form, status=409)


def _file(request: HttpRequest, flow: Flow, *, answers: sections.Answers, sending: filing.Sending) -> HttpResponse:
    at = timezone.now()
    if flow.staff and flow.case is not None:
        filing.file_update(flow.draft, flow.case, answers=answers, actor=request.user.actor, sending=sending, at=at)
        messages.success(request, "Update recorded. A confirmation to the employer was written.")
        return HttpResponseRedirect(case_url(flow.case), status=303)
    if flow.staff:
        case = filing.file_letter(flow.draft, answers=answers, user=request.user, sending=sending, at=at)
        messages.success(request, f"Notice recorded as {case.number}. A confirmation to the employer was written.")
        return HttpResponseRedirect(case_url(case), status=303)
    if flow.case is not None and flow.party is not None:
        filing.file_update(flow.draft, flow.case, answers=answers, actor=actor_of(flow.party), sending=sending, at=at)
        messages.success(request, _("We have your update."))
        return HttpResponseRedirect(party_url(flow.case), status=303)
    case = filing.file_notice(flow.draft, answers=answers, sending=sending, at=at)
    open_party(request, case.parties.get(role="employer"), fresh=False)
    return HttpResponseRedirect(filing.receipt_url(case), status=303)


def _check(
    request: HttpRequest, flow: Flow, answers: sections.Answers, *, form: SubmitForm, status: int, moved: bool = False
) -> HttpResponse:
    files = list(flow.draft.attachments.all())
    groups = [
        {"name": one.label, "rows": sections.shown(one, answers, files), "href": flow.url(one.slug)}
        for one in sections.of_mode(staff=flow.staff)
    ]
    missing = [{"label": one.label, "href": flow.url(one.slug)} for one in sections.missing(answers, staff=flow.staff)]
    return render(request, "closings/flow/check.html", flow.context(
        form=form, groups=groups, missing=missing, moved=moved, panel=flow.panel(answers), back_url=flow.url(),
        changes=_changes(flow.case, answers) if flow.case is not None else (),
        asked=request.method == "POST" and missing, doubts=_doubts(flow, answers),
    ), status=status)  # fmt: skip


def _doubts(flow: Flow, answers: sections.Answers) -> list[dict[str, str]]:
    found = doubts(sections.content_of(answers), today=timezone.localdate())
    return [{"text": doubt.text, "href": flow.url(doubt.slug)} for doubt in found]


def _changes(case: Case, answers: sections.Answers) -> list[dict[str, str]]:
    return change_rows(changed(latest(case.closing), sections.content_of(answers)))
