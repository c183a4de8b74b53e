"""The pages on which a notice is written, section by section: the list, a section, one row, the check, the filing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from closings import filing, merging, proofs, sections
from closings.changes import changed
from closings.contents import not_stated
from closings.doubts import Doubt, doubts
from closings.forms.filing import SubmitForm
from closings.printing import change_rows
from closings.recording import latest
from closings.sections import Section
from closings.views.flow import Flow
from wagecase.cases import drafts
from wagecase.cases.addresses import case_url, party_url
from wagecase.cases.filing_once import Moved, Sending, sending_of
from wagecase.cases.models import Attachment, Case
from wagecase.cases.services import unit_of_work
from wagecase.cases.views.party import open_party, too_many
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.web.questions import QuestionForm

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
    asked = sections.of_mode(staff=flow.asks_letter)
    rows = []
    for section in asked:
        tone, words = _tag(section, answers)
        rows.append({"label": section.label, "href": flow.url(section.slug), "tone": tone, "status": words,
                     "summary": _summary(section, answers)})  # fmt: skip
    open_ones = sections.missing(answers, staff=flow.asks_letter)
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
    found = sections.by_slug(slug, staff=flow.asks_letter)
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
        return _page(request, flow, found, form=found.form(initial=found.form.initial_of(saved or _known(flow, slug))))
    if request.FILES and too_many(request, "files", most=UPLOADS):
        return _page(request, flow, found, form=found.form(request.POST, request.FILES), status=429, slow=True)
    form = found.form(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, flow, found, form=form, status=422)
    if slug == "files":
        return _take(request, flow, found, form=form)
    return _save(
        request, flow, found, form=form, write=lambda: _write(request, flow, found, values=form.stored()),
        target=_after(flow, found), saved=saved,
    )  # fmt: skip


def _known(flow: Flow, slug: str) -> dict[str, str]:
    """Return what the account knows of a page that nobody saved yet: the organization is the employer, as a rule."""
    if flow.membership is None or slug != "employer":
        return {}
    organization = flow.membership.organization
    return {"employer_name": organization.name, "trade_name": organization.trade_name}


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
    asked = sections.of_mode(staff=flow.asks_letter)
    place = asked.index(found) + 1
    return flow.url(asked[place].slug) if place < len(asked) and not flow.updating else flow.url()


def _write(request: HttpRequest, flow: Flow, found: Section, *, values: Mapping[str, Any]) -> None:
    drafts.save_section(
        flow.draft, found.slug, values=values, at=timezone.now(), expected_version=_sent_version(request), by=flow.user
    )


def _save(
    request: HttpRequest, flow: Flow, found: Section, *, form: QuestionForm, write: Callable[[], None], target: str,
    saved: Mapping[str, Any], **more: Any,
) -> HttpResponse:  # fmt: skip
    """Save a page; where another window saved it meanwhile show both, `saved` beside what was typed, and save nothing."""
    try:
        write()
    except StaleVersion:
        both = sections.both(found, saved, form.stored())
        return _page(request, flow, found, form=form, status=409, stale=True, both=both, **more)
    return HttpResponseRedirect(flow.url() if "later" in request.POST else target, status=303)


def _page(
    request: HttpRequest, flow: Flow, found: Section, *, form: QuestionForm, status: int = 200, **more: Any
) -> HttpResponse:
    files = [
        {"name": file.name, "size": file.size, "status": "added", "remove_url": flow.url("files", file.pk, "remove")}
        for file in (_papers(flow) if found.slug == "files" else ())
    ]
    back = flow.url(found.slug) if "place" in more and sections.rows_of(flow.answers(), found.slug) else flow.url()
    return render(request, "closings/flow/section.html", flow.context(**{
        "section": found, "form": form, "version": _version(flow, found.slug), "files": files, "back_url": back,
        "panel": flow.panel(flow.answers()), "multipart": form.is_multipart(), "place": "",
        "estimate_url": "" if found.slug == "files" else flow.url("estimate", found.slug), **more,
    }), status=status)  # fmt: skip


def _papers(flow: Flow) -> QuerySet[Attachment]:
    """Return the letter and other files of the draft; a file that proves a row stands with its row."""
    return flow.draft.attachments.exclude(purpose=proofs.PURPOSE)


def _list(request: HttpRequest, flow: Flow, found: Section, *, answers: sections.Answers) -> HttpResponse:
    rows = []
    for row in sections.rows_of(answers, found.slug):
        what, rest = sections.row_words(found, row)
        rows.append({"what": what, "rest": rest, "place": row[sections.KEY]})
    return render(request, "closings/flow/rows.html", flow.context(
        section=found, rows=rows, panel=flow.panel(answers), back_url=flow.url(), after=_after(flow, found),
        version=_version(flow, found.slug), full=len(rows) >= sections.MOST_ROWS,
    ))  # fmt: skip


def _key(place: str) -> int | None:
    """Return the name of a row in an address; None for a new one. Http404 for what names no row."""
    if place == NEW:
        return None
    if not (place.isascii() and place.isdigit() and len(place) < 7):
        raise Http404
    return int(place)


@require_http_methods(["GET", "HEAD", "POST"])
def row(request: HttpRequest, flow: Flow, *, slug: str, place: str) -> HttpResponse:
    """Ask the questions of one row, a new one or the one called `place`; one that is gone is shown back with what was typed."""
    found, key = _section(flow, slug), _key(place)
    if not found.rows:
        raise Http404
    before = flow.answers().get(slug, {})
    rows = sections.rows_of({slug: before}, slug)
    saved = next((row for row in rows if row[sections.KEY] == key), None)
    if key is not None and key > sections.last_key(before):
        raise Http404
    if key is not None and saved is None and request.method != "POST":
        return _gone(request, flow, found)
    if request.method != "POST":
        form = found.form(initial=found.form.initial_of(saved or {}))
        proof = proofs.name_of(flow.draft, flow.case, saved or {})
        return _page(request, flow, found, form=form, place=place, proof=proof)
    form, lost = found.form(request.POST, request.FILES), bool(request.FILES)
    if request.FILES and too_many(request, "files", most=UPLOADS):
        return _page(request, flow, found, form=form, status=429, slow=True, place=place)
    if not form.is_valid():
        return _page(request, flow, found, form=form, status=422, place=place, lost=lost)
    if key is not None and saved is None and "again" not in request.POST:
        return _page(request, flow, found, form=form, status=409, gone=True, place=place, lost=lost)

    def write() -> None:
        # One transaction behind the draft's lock: no other window takes a file for unused whose row is not saved yet.
        with unit_of_work():
            drafts.hold(flow.draft)
            values = {**form.stored(), **_proof(flow, form, saved or {})}
            kept = [{sections.KEY: key, **values} if row is saved else row for row in rows]
            if saved is None and len(rows) < sections.MOST_ROWS:
                kept.append(values)
            _write(request, flow, found, values=sections.packed(kept, before=before))
            proofs.drop_unused(flow.draft)

    return _save(
        request, flow, found, form=form, write=write, target=flow.url(slug), place=place, saved=saved or {}, lost=lost
    )


def _proof(flow: Flow, form: QuestionForm, saved: Mapping[str, Any]) -> dict[str, Any]:
    """Return which file proves the row: the one chosen now, else the one that it has."""
    if taken := form.cleaned_data.get("proof_paper"):
        source = "staff" if flow.staff else "employer"
        return {proofs.FIELD: proofs.keep(flow.draft, taken[0], source=source, at=timezone.now())}
    return {proofs.FIELD: saved[proofs.FIELD]} if saved.get(proofs.FIELD) else {}


def _gone(request: HttpRequest, flow: Flow, found: Section) -> HttpResponse:
    """A row that is not there any more has no page; its list has."""
    messages.warning(request, _("That row was removed, perhaps in another window."))
    return HttpResponseRedirect(flow.url(found.slug), status=303)


@require_POST
def remove_row(request: HttpRequest, flow: Flow, *, slug: str, place: int) -> HttpResponse:
    """Take one row out; one that is out already stays out."""
    found = _section(flow, slug)
    before = flow.answers().get(slug, {})
    if not found.rows or place > sections.last_key(before):
        raise Http404
    rows = sections.rows_of({slug: before}, slug)
    left = [row for row in rows if row[sections.KEY] != place]
    if len(left) == len(rows):
        return _gone(request, flow, found)
    what, _rest = sections.row_words(found, next(row for row in rows if row[sections.KEY] == place))
    try:
        with unit_of_work():
            _write(request, flow, found, values=sections.packed(left, before=before))
            proofs.drop_unused(flow.draft)
        messages.success(request, _("“%(name)s” was removed.") % {"name": what})
    except StaleVersion:
        left = rows
        messages.warning(request, _("The list was changed in another window. Look at it and press Remove again."))
    return HttpResponseRedirect(flow.url(slug) if left else flow.url(), status=303)


@require_POST
def remove_file(request: HttpRequest, flow: Flow, pk: int) -> HttpResponse:
    """Take one file out of the draft."""
    file = get_object_or_404(_papers(flow), pk=pk)
    drafts.remove_file(flow.draft, pk=pk)
    messages.success(request, _("“%(name)s” was removed.") % {"name": file.name})
    return HttpResponseRedirect(flow.url("files"), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
def check(request: HttpRequest, flow: Flow) -> HttpResponse:
    """Show every answer and what happens on filing; POST files what was shown, once."""
    answers = flow.answers()
    mark = filing.mark(flow.draft, answers)
    form = SubmitForm(request.POST or None, initial={"mark": mark})
    missing = sections.missing(answers, staff=flow.asks_letter)
    if request.method != "POST" or not form.is_valid() or missing:
        return _check(request, flow, answers, form=form, status=422 if request.method == "POST" else 200)
    try:
        return _file(request, flow, shown=form.cleaned_data["mark"], sending=sending_of(request, form))
    except Moved:
        return _moved(request, flow)
    except ValidationError as error:
        form.add_error(None, error.messages)  # whatever field it names, it stands on another page
        return _check(request, flow, answers, form=form, status=422)
    except StaleVersion:
        return _caught_up(request, flow)
    except TransitionNotAllowed as refused:  # signed or rescinded meanwhile: the answers stay on the page
        form.add_error(None, refused.message)
        return _check(request, flow, answers, form=form, status=409)


def _moved(request: HttpRequest, flow: Flow) -> HttpResponse:
    """Somebody saved another page after this one was drawn: show the answers as they are now; nothing was filed."""
    answers = flow.answers()
    form = SubmitForm(initial={"mark": filing.mark(flow.draft, answers)})
    return _check(request, flow, answers, form=form, status=409, moved=True)


def _caught_up(request: HttpRequest, flow: Flow) -> HttpResponse:
    """The notice was revised while its update was written: merge the two and show where both changed the same answer."""
    assert flow.case is not None  # noqa: S101  (only an update can be too late)
    found = merging.catch_up(flow.draft, flow.case, at=timezone.now())
    flow.case.refresh_from_db()
    answers = flow.answers()
    form = SubmitForm(initial={"mark": filing.mark(flow.draft, answers)})
    return _check(request, flow, answers, form=form, status=409, both=found.both, caught_up=True,
                  taken=merging.words(found))  # fmt: skip


def _file(request: HttpRequest, flow: Flow, *, shown: str, sending: Sending) -> HttpResponse:
    at, correcting = timezone.now(), bool(flow.why)
    if flow.staff and flow.case is not None:
        filing.file_update(flow.draft, flow.case, shown=shown, actor=request.user.actor, sending=sending, at=at)
        words = "Correction recorded. Nothing was sent."
        updated = "Update recorded. A confirmation to the employer was written."
        messages.success(request, words if correcting else updated)
        return HttpResponseRedirect(case_url(flow.case), status=303)
    if flow.staff:
        case = filing.file_letter(flow.draft, shown=shown, user=request.user, sending=sending, at=at)
        messages.success(request, f"Notice recorded as {case.number}. A confirmation to the employer was written.")
        return HttpResponseRedirect(case_url(case), status=303)
    if flow.case is not None and flow.actor is not None:
        filing.file_update(flow.draft, flow.case, shown=shown, actor=flow.actor, sending=sending, at=at)
        messages.success(request, _("We have your update."))
        return HttpResponseRedirect(party_url(flow.case), status=303)
    case = filing.file_notice(flow.draft, shown=shown, sending=sending, at=at, membership=flow.membership)
    if flow.membership is None:
        open_party(request, case.parties.get(role="employer"), fresh=False)
    return HttpResponseRedirect(filing.receipt_url(case), status=303)


def _check(
    request: HttpRequest, flow: Flow, answers: sections.Answers, *, form: SubmitForm, status: int, **more: Any
) -> HttpResponse:
    files = list(_papers(flow))
    groups = [
        {"name": one.label, "rows": sections.shown(one, answers, files), "href": flow.url(one.slug)}
        for one in sections.of_mode(staff=flow.asks_letter)
    ]
    missing = [
        {"label": one.label, "href": flow.url(one.slug)} for one in sections.missing(answers, staff=flow.asks_letter)
    ]
    return render(request, "closings/flow/check.html", flow.context(
        form=form, groups=groups, missing=missing, panel=flow.panel(answers), back_url=flow.url(),
        changes=_changes(flow.case, answers) if flow.case is not None else (),
        asked=request.method == "POST" and missing, doubts=_doubts(flow, answers), left_out=_left_out(flow, answers), **more,
    ), status=status)  # fmt: skip


def _doubts(flow: Flow, answers: sections.Answers) -> list[dict[str, str]]:
    return _linked(flow, doubts(sections.content_of(answers), today=timezone.localdate()))


def _left_out(flow: Flow, answers: sections.Answers) -> list[dict[str, str]]:
    found = not_stated(sections.content_of(answers))
    if flow.asks_letter and not _papers(flow).exists():
        words = "No scan of the letter is added. Add it, so that everybody who works on the notice can read it."
        found.append(Doubt(words, "files"))
    return _linked(flow, found)


def _linked(flow: Flow, found: list[Doubt]) -> list[dict[str, str]]:
    return [{"text": doubt.text, "href": flow.url(doubt.slug)} for doubt in found]


def _changes(case: Case, answers: sections.Answers) -> list[dict[str, str]]:
    return change_rows(changed(latest(case.closing), sections.content_of(answers)))
