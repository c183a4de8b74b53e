"""The files of an application, by purpose: what is needed, what is there, what would not be filed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from licenses.drafting import checks, earlier_files
from licenses.drafting.forms.signing import EarlierFilesForm, PapersForm
from licenses.drafting.sections import MOST_FILES, SLOTS, Slot
from licenses.drafting.views.desk import Desk, draft_page
from wagecase.cases import drafts
from wagecase.cases.views.party import too_many
from wagecase.web.formatting import counted, filesize

UPLOADS = 120  # forms with files from one address in ten minutes


@require_safe
@draft_page
def files(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Every purpose with its files, and what an earlier application had."""
    return _files(request, desk)


def _files(request: HttpRequest, desk: Desk, form: EarlierFilesForm | None = None) -> HttpResponse:
    content = desk.progress.content
    out, asked = checks.left_out(content), checks.asked_slots(content.employer, content.jobs)
    there = list(desk.draft.attachments.all())
    slots = [
        {"slot": slot, "needed": asked.get(slot.code, False), "out": slot.code in out, "href": desk.url("files", slot.code),
         "files": [_shown(desk, file) for file in there if file.purpose == slot.code]}
        for slot in SLOTS
    ]  # fmt: skip
    shown = [one for one in slots if one["files"] or not one["out"]]
    waits = earlier_files.undecided(desk.draft)
    return render(request, "licenses/apply/files.html", desk.context(
        slots=shown, back_url=desk.url(), next=desk.url("check"), most=MOST_FILES, undecided=waits,
        form=form or _earlier(desk, ticked=waits),
    ), status=422 if form else 200)  # fmt: skip


def _earlier(desk: Desk, data: Any = None, *, ticked: bool) -> EarlierFilesForm | None:
    """Return the form about the files of the earlier application; None where there is nothing to decide."""
    offered, labels = earlier_files.offered(desk.draft), {slot.code: slot.label for slot in SLOTS}
    if data is None and not offered and not ticked:
        return None
    named = [(str(one.pk), f"{one.name} ({labels[one.purpose]}, {filesize(one.size)})") for one in offered]
    return EarlierFilesForm(data, offered=named, ticked=ticked)


@require_POST
@draft_page
def keep_files(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Take the ticked files of the earlier application over; the others stay offered and are not filed."""
    form = _earlier(desk, request.POST, ticked=False)
    assert form is not None  # noqa: S101 - a form that was sent is always made
    if not form.is_valid():
        return _files(request, desk, form)
    ticked = {int(pk) for pk in form.cleaned_data["keep"]}
    kept = earlier_files.keep(desk.draft, ticked=ticked, by=desk.membership, at=timezone.now())
    words = ngettext("%(n)s file is kept.", "%(n)s files are kept.", kept.count) % {"n": counted(kept.count)}
    messages.success(request, words if kept.count else _("No file of the earlier application is kept."))
    if kept.too_many:
        words = _("There is room for %(most)s files. These were left out: %(names)s")
        messages.warning(request, words % {"most": MOST_FILES, "names": ", ".join(kept.too_many)})
    if kept.damaged:
        words = _("These files could not be read. Add them anew: %(names)s")
        messages.warning(request, words % {"names": ", ".join(kept.damaged)})
    return HttpResponseRedirect(desk.url("files"), status=303)


def _shown(desk: Desk, file: Any) -> dict[str, Any]:
    remove = desk.url("files", file.pk, "remove") if desk.writes else ""
    return {"name": file.name, "size": file.size, "status": "added", "remove_url": remove}


def _slot(code: str) -> Slot:
    found = next((slot for slot in SLOTS if slot.code == code), None)
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@draft_page
def slot(request: HttpRequest, desk: Desk, code: str) -> HttpResponse:
    """Add files for one purpose; each is opened and looked at before it is taken."""
    found = _slot(code)
    if not desk.writes:
        raise Http404
    slow = bool(request.FILES) and too_many(request, "files", most=UPLOADS)
    form = PapersForm(request.POST, request.FILES) if request.method == "POST" and not slow else PapersForm()
    if request.method == "POST" and not slow and form.is_valid():
        left = drafts.add_files(
            desk.draft, taken=form.cleaned_data["papers"], source="employer", at=timezone.now(), purpose=code,
            most=MOST_FILES,
        )  # fmt: skip
        if not left:
            return HttpResponseRedirect(desk.url("files"), status=303)
        words = _("There is room for %(most)s files. These were left out: %(names)s")
        form.add_error("papers", words % {"most": MOST_FILES, "names": ", ".join(left)})
    return render(request, "licenses/apply/slot.html", desk.context(
        slot=found, form=form, slow=slow, back_url=desk.url("files"), most=MOST_FILES,
    ), status=429 if slow else 422 if form.errors else 200)  # fmt: skip


@require_POST
@draft_page
def remove_file(request: HttpRequest, desk: Desk, pk: int) -> HttpResponse:
    """Take one file out."""
    file = get_object_or_404(desk.draft.attachments, pk=pk)
    drafts.remove_file(desk.draft, pk=pk)
    messages.success(request, _("“%(name)s” was removed.") % {"name": file.name})
    return HttpResponseRedirect(desk.url("files"), status=303)
