"""The page of a section or a line: what it asks, what was saved when and by whom, and two versions where two people wrote."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.forms.utils import ErrorDict
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from licenses.drafting import saving, typed, words
from licenses.drafting.fields import AskForm, SsnField
from licenses.drafting.saving import Conflict, Sent
from licenses.drafting.sections import JOBS, MEASURES, SOURCES, WORKERS, Section
from licenses.drafting.views.desk import Desk, new_page
from licenses.drafting.whole import Line
from wagecase.cases import drafts
from wagecase.web.formatting import clocktime, day

_KEY = re.compile(r"[a-z0-9]{1,12}\Z")
MINE, THEIRS = "mine", "theirs"


@dataclass
class Sheet:
    """One section or line as a page edits it."""

    desk: Desk
    section: Section
    key: str = ""
    new: bool = False

    @property
    def line(self) -> Line | None:
        """What is saved of it, None for a new line."""
        if not self.section.rows:
            return self.desk.whole.section(self.section.slug)
        return self.desk.whole.row(self.section.slug, self.key)

    @property
    def form_class(self) -> type[AskForm]:
        """The form that asks its questions."""
        return self.desk.whole.form_class(self.section, key=self.key)

    @property
    def url(self) -> str:
        """The address to which it is sent."""
        return self.desk.url(self.section.slug, self.key)

    def bind(self, answers: typed.Answers) -> AskForm:
        """Return its form with answers."""
        return self.desk.whole.bind(self.section, answers, key=self.key)

    @property
    def after(self) -> str:
        """Where a save leads: the list of a line, else the next section that is not complete."""
        if self.section.rows:
            return self.desk.url(JOBS if self.section.slug == SOURCES else self.section.slug)
        progress = Desk(self.desk.membership, self.desk.draft).progress
        return self.desk.url(progress.next.slug)

    @property
    def back(self) -> str:
        """The page above."""
        return self.after if self.section.rows else self.desk.url()


def edit(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    """Ask the questions; POST saves what was typed, whatever it is, and says what is wrong with it."""
    line = sheet.line
    if sheet.section.rows and not _KEY.match(sheet.key):
        raise Http404
    if request.method != "POST":
        if line is None and not sheet.new and sheet.section.slug != MEASURES:
            raise Http404
        answers = line.answers if line and line.answers else _begun(request, sheet)
        return _page(request, sheet, answers=answers, line=line)
    return _take(request, sheet)


def _begun(request: HttpRequest, sheet: Sheet) -> typed.Answers:
    if sheet.section.slug == "employer":  # whoever files for an organization need not type its name again
        return {"legal_name": sheet.desk.membership.organization.name}
    return {"job": request.GET.get("job", "")} if sheet.section.slug == SOURCES else {}


def _job_name(sheet: Sheet, answers: typed.Answers) -> str:
    """Return the job that a measurement or a firm is about."""
    if sheet.section.slug not in {MEASURES, SOURCES}:
        return ""
    key = sheet.key if sheet.section.slug == MEASURES else answers.get("job", "")
    return next((str(row.answers.get("name", "")) for row in sheet.desk.whole.lists[JOBS] if row.key == key), "")


def _take(request: HttpRequest, sheet: Sheet) -> HttpResponse:
    sent = Sent(_unmasked(sheet, typed.read(sheet.form_class, request.POST)), _number(request.POST.get("version", "")),
                request.POST.get("page", "")[:40])  # fmt: skip
    if "resolving" in request.POST:
        sent, open_picks = _picked(request, sheet, sent)
        if open_picks:
            return _conflict(request, sheet, sent, asked=True)
    auto = "autosave" in request.POST
    version = 0 if "again" in request.POST else sent.version
    try:
        kept = saving.save(
            sheet.desk.draft, sheet.section, key=sheet.key, by=sheet.desk.membership, at=timezone.now(),
            sent=Sent(sent.answers, version, sent.page), by_itself=auto,
        )  # fmt: skip
    except Conflict as conflict:
        if auto:
            return _not_saved(_who_saved(conflict.kept) + " " + _("Press Save to see both versions."))
        return _conflict(request, sheet, sent)
    except drafts.RowGone:
        if auto:
            return _not_saved(_("Somebody removed this line meanwhile. Press Save to see what you can do."))
        return _page(request, sheet, answers=dict(sent.answers), line=None, gone=True, status=409)
    except drafts.RowsFull:
        return _full(request, sheet, sent, auto=auto)
    if auto:
        said = _("Saved %(time)s") % {"time": clocktime(kept.saved_at)} if kept else ""
        return JsonResponse({"saved": said, "version": kept.version if kept else 0})
    sheet.desk = Desk(sheet.desk.membership, sheet.desk.draft)
    form = sheet.bind(dict(sent.answers))
    if not form.is_valid() and "later" not in request.POST:
        return _page(request, sheet, answers=dict(sent.answers), line=sheet.line, status=422, form=form, page=sent.page)
    target = (
        sheet.desk.url()
        if {"later", "confirm"} & request.POST.keys()
        else sheet.url
        if "stay" in request.POST
        else sheet.after
    )
    return HttpResponseRedirect(target, status=303)


def _unmasked(sheet: Sheet, answers: typed.Answers) -> typed.Answers:
    """Return what a page sent with the kept number where the page was given its mask alone."""
    masked = [name for name, field in sheet.form_class.base_fields.items() if isinstance(field, SsnField)]
    line = sheet.line if masked else None
    kept = line.answers if line else {}
    again = {name: SsnField.as_kept(str(answers[name]), str(kept.get(name, ""))) for name in masked if name in answers}
    return {**answers, **again}


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _not_saved(reason: str) -> JsonResponse:
    return JsonResponse({"error": reason}, status=409)


def _full(request: HttpRequest, sheet: Sheet, sent: Sent, *, auto: bool) -> HttpResponse:
    reason = _("This list is full. Remove a line before you add another.")
    if auto:
        return _not_saved(reason)
    form = sheet.bind(dict(sent.answers))
    form.is_valid()
    form.add_error(None, reason)
    return _page(request, sheet, answers=dict(sent.answers), line=None, form=form, status=422)


def _page(
    request: HttpRequest, sheet: Sheet, *, answers: typed.Answers, line: Line | None, status: int = 200,
    form: AskForm | None = None, gone: bool = False, page: str = "",
) -> HttpResponse:  # fmt: skip
    """Draw the page; without a checked form it shows what is kept, and says nothing of a line that nobody saved yet."""
    if not sheet.desk.writes:
        return _reading(request, sheet, line)
    if form is None and line is not None and not request.POST and not line.marked and typed.plain(line.answers):
        form = line.form
    elif form is None:
        form = sheet.bind(answers)
        if status == 200:
            form._errors = ErrorDict()  # what was typed, without a word on what is missing
    more = words.beside(sheet.desk.progress, sheet.section, line) if not gone else {}
    return render(request, "licenses/apply/section.html", sheet.desk.context(
        section=sheet.section, form=form, action=sheet.url, back_url=sheet.back, gone=gone,
        version=line.version if line else 0, page=page or new_page(), saved=_saved_words(line), line=line,
        is_row=sheet.section.rows, is_worker=sheet.section.slug == WORKERS,
        job_name=_job_name(sheet, answers), **more,
    ), status=status)  # fmt: skip


def _reading(request: HttpRequest, sheet: Sheet, line: Line | None) -> HttpResponse:
    rows = words.summary(line) if line else []
    return render(request, "licenses/apply/read.html", sheet.desk.context(
        section=sheet.section, rows=rows, back_url=sheet.back, title=words.title(sheet.section, line),
    ))  # fmt: skip


def _saved_words(line: Line | None) -> str:
    if line is None or line.saved_at is None:
        return ""
    today = timezone.localdate(line.saved_at) == timezone.localdate()
    when = clocktime(line.saved_at) if today else f"{day(line.saved_at)}, {clocktime(line.saved_at)}"
    if line.saved_by:
        return _("Saved %(time)s by %(name)s") % {"time": when, "name": line.saved_by}
    return _("Saved %(time)s") % {"time": when}


def _who_saved(kept: Any) -> str:
    name = (kept.saved_by.name or kept.saved_by.email) if kept.saved_by else ""
    values = {"name": name or _("Somebody"), "time": clocktime(kept.saved_at)}
    return _("%(name)s saved this at %(time)s. Your changes are kept.") % values


def _conflict(request: HttpRequest, sheet: Sheet, sent: Sent, *, asked: bool = False) -> HttpResponse:
    """Show both versions of the answers that differ; nothing is chosen beforehand."""
    line = Sheet(Desk(sheet.desk.membership, sheet.desk.draft), sheet.section, sheet.key).line
    assert line is not None  # noqa: S101 - whoever is in conflict with it has just read it
    mine = sheet.bind(dict(sent.answers))
    mine.is_valid()
    line.form.is_valid()
    names = typed.differing(type(mine), sent.answers, line.answers)
    rows = [
        {"name": name, "label": mine.fields[name].label, "mine": typed.shown(mine, name, sent.answers),
         "theirs": typed.shown(line.form, name, line.answers), "picked": request.POST.get(f"pick_{name}", ""),
         "open": asked and request.POST.get(f"pick_{name}") not in {MINE, THEIRS}}
        for name in names
    ]  # fmt: skip
    kept = {"saved_by": line.saved_by or _("Somebody"), "saved_at": line.saved_at}
    return render(request, "licenses/apply/conflict.html", sheet.desk.context(
        section=sheet.section, rows=rows, action=sheet.url, version=line.version, page=new_page(), kept=kept,
        typed=_pairs(sheet.form_class, sent.answers), back_url=sheet.back, asked=asked, title=words.title(sheet.section, line),
        has_errors=asked,
    ), status=422 if asked else 409)  # fmt: skip


def _pairs(form: type[AskForm], answers: Any) -> list[tuple[str, str]]:
    data = typed.data_of(form, answers)
    for name, field in form.base_fields.items():
        if isinstance(field, SsnField):
            data[name] = field.widget.format_value(data.get(name, ""))
    return [(name, value) for name in data for value in data.getlist(name) if value]


def _picked(request: HttpRequest, sheet: Sheet, sent: Sent) -> tuple[Sent, bool]:
    """Return the answers that were chosen of both versions, and whether a choice is still open."""
    line = sheet.line
    if line is None:
        return sent, False
    answers, open_picks = dict(sent.answers), False
    for name in typed.differing(sheet.form_class, sent.answers, line.answers):
        pick = request.POST.get(f"pick_{name}")
        if pick == THEIRS:
            answers.pop(name, None)
            if name in line.answers:
                answers[name] = line.answers[name]
        elif pick != MINE:
            open_picks = True
    if open_picks or line.version != sent.version:
        return sent, True
    return Sent(answers, sent.version, sent.page), False
