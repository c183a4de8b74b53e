"""The pages of a roster: template, upload, columns, dry run with its progress, report, and taking the good rows over."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from licenses.drafting.contents import work
from licenses.drafting.sections import WORKERS
from licenses.drafting.views.desk import Desk, draft_page
from licenses.roster import forms, pages, template_files, uploads
from licenses.roster.models import Pile, RosterUpload
from licenses.roster.reading import accepted
from licenses.worker_columns import COLUMNS
from wagecase.cases.views.once import acting_once
from wagecase.errors import TransitionNotAllowed
from wagecase.web import submissions
from wagecase.web.cells import safe_cell
from wagecase.web.rows_of_files import UnreadableSheet

Page = Callable[..., HttpResponse]
MATCHING, READING = uploads.MATCHING, uploads.READING
CHECKED, APPLIED = uploads.CHECKED, uploads.APPLIED


def writers(view: Page) -> Page:
    """Give the view a desk whose member may change the application; everybody else gets the 404 of a missing page."""

    @wraps(view)
    def inner(request: HttpRequest, desk: Desk, **kwargs: Any) -> HttpResponse:
        if not desk.writes:
            raise Http404
        return view(request, desk, **kwargs)

    return draft_page(inner)


def of_upload(view: Page) -> Page:
    """Give the view an upload of the draft."""

    @wraps(view)
    def inner(request: HttpRequest, desk: Desk, *, upload_id: int) -> HttpResponse:
        return view(request, desk, get_object_or_404(RosterUpload, pk=upload_id, draft=desk.draft))

    return writers(inner)


@require_http_methods(["GET", "HEAD", "POST"])
@writers
def upload(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Say how a spreadsheet brings the workers in, give the template, and take a file."""
    form = forms.UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return HttpResponseRedirect(_added(request, desk, form), status=303)
        except UnreadableSheet as error:
            form.add_error("file", str(error))
    open_ones = desk.draft.roster_uploads.exclude(status=APPLIED).select_related("uploaded_by")
    whole = work(desk.whole)
    context = desk.context(
        form=form, back_url=desk.url(WORKERS), open=[(one, _address(desk, one)) for one in open_ones],
        columns=[(column.label, accepted(column, whole)) for column in COLUMNS],
        no_lists=not whole.sites or not whole.jobs,
    )  # fmt: skip
    return render(request, "licenses/roster/upload.html", context, status=422 if form.errors else 200)


def _added(request: HttpRequest, desk: Desk, form: forms.UploadForm) -> str:
    file = form.cleaned_data["file"]
    with acting_once(request, form) as sent:
        made = uploads.add_upload(
            desk.draft, data=file.read(), name=file.name, membership=desk.membership, at=timezone.now()
        )
        sent.location = _address(desk, made)
    return _address(desk, made)


@require_safe
@writers
def template(request: HttpRequest, desk: Desk, *, kind: str) -> HttpResponse:
    """Give the empty spreadsheet with heads, an example line and, in a workbook, the allowed answers."""
    if kind not in template_files.MEDIA:
        raise Http404
    data = template_files.as_csv() if kind == "csv" else template_files.as_workbook(work(desk.whole))
    answer = HttpResponse(data, content_type=template_files.MEDIA[kind])
    name = _("workers")
    answer["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@of_upload
def roster(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    """Show where an upload is: its columns, the progress of its reading, its report, or what was taken over."""
    if request.method == "POST" or one.status == MATCHING or ("columns" in request.GET and one.status == CHECKED):
        return _columns(request, desk, one)
    if one.status == READING:
        return _reading(request, desk, one)
    if getattr(request, "htmx", False):
        return HttpResponseClientRefresh()  # the work is over: the whole page is another one
    return _applied(request, desk, one) if one.status == APPLIED else _report(request, desk, one)


def _columns(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    if one.status not in (MATCHING, CHECKED):
        submissions.answer_again(request, actor_key=desk.membership.actor.key)
        raise TransitionNotAllowed(_("The rows are being read or were taken over already."), state=one.status)
    form = forms.ColumnsForm(request.POST or None, heads=pages.heads(one), columns=one.columns)
    if request.method == "POST" and form.is_valid():
        with acting_once(request, form) as sent:
            uploads.start_reading(one, columns=form.chosen, membership=desk.membership, at=timezone.now())
            sent.location = _address(desk, one)
        return _see(desk, one)
    known = sum(map(bool, one.columns))
    context = _context(
        desk, one, form=form, known=known, columns=list(zip(form.rows, pages.samples(one), strict=True)),
        unmatched=pages.unmatched(one.columns), remarks=uploads.remarks(one),
    )  # fmt: skip
    return render(request, "licenses/roster/columns.html", context, status=422 if form.errors else 200)


def _reading(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    context = _context(desk, one, progress=pages.progress(one, timezone.now()), form=forms.ButtonForm())
    return render(request, "licenses/roster/reading.html", context)


def _report(
    request: HttpRequest, desk: Desk, one: RosterUpload, *, form: forms.TakeOverForm | None = None
) -> HttpResponse:  # fmt: skip
    others = pages.others(one)
    first = Pile.PROBLEM if one.counts.get(Pile.PROBLEM) else Pile.NEW if one.counts.get(Pile.NEW) else Pile.CHANGED
    chosen = request.GET.get("pile", "")
    chosen = chosen if chosen in {*Pile.values, pages.SHORT} else first.value
    after = request.GET.get("after", "0")
    rows, more = pages.rows_on(
        one, chosen, after=int(after) if after.isascii() and after.isdigit() and len(after) < 8 else 0
    )
    whole = work(desk.whole)
    context = _context(
        desk, one, piles=pages.piles(one), sum=pages.sum_in_words(one), good=pages.good(one), chosen=chosen,
        rows=pages.shown_rows(rows, whole), more=more, others=others, short=one.counts.get("short", 0),
        form=form or forms.TakeOverForm(keys=[row["key"] for row in others["listed"]]), remarks=uploads.remarks(one),
        chosen_label=pages.LABELS[Pile(chosen)] if chosen != pages.SHORT else _("Paid too little"),
        after=after if after != "0" else "",
    )  # fmt: skip
    return render(request, "licenses/roster/report.html", context, status=422 if form is not None else 200)


def _applied(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    short = desk.whole.worker_outcomes.get("short", 0)
    context = _context(
        desk, one, result=one.result, conflicts=pages.conflicts(one), workers=desk.whole.worker_count, short=short
    )
    return render(request, "licenses/roster/applied.html", context)


@require_POST
@of_upload
def take_over(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    """Take the good rows over into the application."""
    others = pages.others(one) if one.status == CHECKED else {"listed": []}
    form = forms.TakeOverForm(request.POST, keys=[row["key"] for row in others["listed"]])
    if not form.is_valid():
        submissions.answer_again(request, actor_key=desk.membership.actor.key)
        return _report(request, desk, one, form=form)
    with acting_once(request, form) as sent:
        uploads.take_over(one, remove=form.removed, membership=desk.membership, at=timezone.now())
        sent.location = _address(desk, one)
    return _see(desk, one)


@require_POST
@of_upload
def read_again(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    """Let a reading that stopped go on."""
    form = forms.ButtonForm(request.POST)
    if form.is_valid():
        with acting_once(request, form) as sent:
            uploads.read_again(one, membership=desk.membership, at=timezone.now())
            sent.location = _address(desk, one)
    return _see(desk, one)


@require_POST
@of_upload
def throw_away(request: HttpRequest, desk: Desk, one: RosterUpload) -> HttpResponse:
    """Forget the upload; the application stays as it is."""
    uploads.throw_away(one, membership=desk.membership, at=timezone.now())
    messages.success(request, _("The spreadsheet was thrown away. The application is as it was before."))
    return HttpResponseRedirect(reverse("licenses:roster", args=[desk.draft.pk]), status=303)


@require_safe
@of_upload
def problems(request: HttpRequest, desk: Desk, one: RosterUpload) -> StreamingHttpResponse:
    """Give every problem as CSV, safe to open in a spreadsheet program."""
    if one.status != CHECKED:
        raise Http404
    whole = work(desk.whole)
    heads = [_("Row"), _("Worker"), _("Column"), _("What was read"), _("What is wrong"), _("What would be accepted")]

    def lines() -> Iterator[list[Any]]:
        yield heads
        for row in one.rows.filter(pile=Pile.PROBLEM).iterator(chunk_size=200):
            for told in pages.shown_problems(row, whole):
                yield [row.number, told["worker"], told["label"], told["read"], told["wrong"], told["accepts"]]

    writer = csv.writer(_Echo())
    found = (writer.writerow([safe_cell(cell) for cell in line]) for line in lines())
    answer = StreamingHttpResponse(_with_mark(found), content_type=template_files.MEDIA["csv"])
    answer["Content-Disposition"] = f'attachment; filename="{_("problems")}.csv"'
    return answer


class _Echo:
    """Hands each written line on."""

    def write(self, text: str) -> str:
        """Return the line."""
        return text


def _with_mark(lines: Iterator[str]) -> Iterator[str]:
    yield "\ufeff"
    yield from lines


def _context(desk: Desk, one: RosterUpload, **more: Any) -> dict[str, Any]:
    here = [desk.draft.pk, one.pk]
    urls = {
        name: reverse(f"licenses:roster_{name}", args=here)
        for name in ("take_over", "throw_away", "problems", "read_again")
    }
    return desk.context(
        upload=one,
        urls=urls,
        here=_address(desk, one),
        back_url=desk.url(WORKERS),
        workers_url=desk.url(WORKERS),
        **more,
    )


def _see(desk: Desk, one: RosterUpload) -> HttpResponse:
    return HttpResponseRedirect(_address(desk, one), status=303)


def _address(desk: Desk, one: RosterUpload) -> str:
    return reverse("licenses:roster_upload", args=[desk.draft.pk, one.pk])
