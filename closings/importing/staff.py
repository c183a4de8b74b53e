"""The pages of the import: bring a list in, look at its piles, import what is ready, work off what is held, undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from closings.importing import adding, batches, deciding, forms, pages
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.problems import LABELS, Pile
from closings.importing.reading import UnreadableFile
from wagecase.accounts.access import role_required
from wagecase.accounts.models import Role
from wagecase.cases.views.once import acting_once
from wagecase.errors import StaleVersion, TransitionNotAllowed
from wagecase.web import submissions

coordinator = role_required(Role.COORDINATOR, Role.SUPERVISOR)
PILES = {pile.key: pile for pile in Pile}


@coordinator
def imports(request: HttpRequest) -> HttpResponse:
    """Every list that was brought in, and the form for another one."""
    form = forms.AddListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _see(_added(request, form))
        except UnreadableFile as error:
            form.add_error("file", str(error))
    context = {"form": form, "batches": pages.batches()}
    return render(request, "closings/staff/imports.html", context, status=422 if form.errors else 200)


def _added(request: HttpRequest, form: forms.AddListForm) -> ImportBatch:
    """Read and sort the file first, then put it on record once, then write its rows in short steps."""
    file = form.cleaned_data["file"]
    adding.may(request.user.actor)
    reading = adding.read(file.read(), file.name)
    with acting_once(request, form) as submission:
        batch = adding.open_batch(reading=reading, actor=request.user.actor, at=timezone.now())
        submission.location = _address(batch)
    adding.fill(batch, reading)
    return batch


@require_safe
@coordinator
def batch_page(request: HttpRequest, batch_id: int) -> HttpResponse:
    """One list: the four piles with their sum, how far the work is, and the rows of one pile."""
    batch = get_object_or_404(ImportBatch, pk=batch_id)
    pile = PILES.get(request.GET.get("pile", ""), Pile.HELD)
    after = request.GET.get("after", "0")
    if request.htmx:
        context = pages.progress(batch)
        if context["running"]:  # asked for every two seconds: nothing but how far the work is
            return render(request, "closings/staff/import.html", context)
        return HttpResponseClientRefresh()  # the work is over: the whole page is another one
    rows, more = pages.rows_on(batch, pile, after=int(after) if after.isdecimal() and len(after) < 8 else 0)
    context = pages.overview(batch) | {
        "pile": pile.key, "pile_label": LABELS[pile], "rows": rows, "more": more, "form": forms.StartForm(),
        "next": pages.next_held(batch, after=0),
    }  # fmt: skip
    return render(request, "closings/staff/import.html", context)


@require_POST
@coordinator
def start(request: HttpRequest, batch_id: int) -> HttpResponse:
    """Start to import what is ready."""
    return _start(
        request, batch_id, service=batches.import_ready, words="The import has begun. This page shows how far it is."
    )  # fmt: skip


@coordinator
def undo(request: HttpRequest, batch_id: int) -> HttpResponse:
    """Say what undoing does, then start it."""
    if request.method == "POST":
        return _start(request, batch_id, service=batches.undo_import, words="The import is being undone.")
    batch = get_object_or_404(ImportBatch, pk=batch_id)
    return render(request, "closings/staff/import_undo.html", {**pages.overview(batch), "form": forms.StartForm()})


def _start(request: HttpRequest, batch_id: int, *, service: Any, words: str) -> HttpResponse:
    batch = get_object_or_404(ImportBatch, pk=batch_id)
    form = forms.StartForm(request.POST)
    if form.is_valid():
        with acting_once(request, form) as submission:
            service(batch=batch, actor=request.user.actor, at=timezone.now())
            submission.location = _address(batch)
        messages.success(request, words)
    return _see(batch)


@require_POST
@coordinator
def restart(request: HttpRequest, batch_id: int) -> HttpResponse:
    """Let work that stopped go on."""
    return _start(request, batch_id, service=batches.restart, words="The work goes on where it stopped.")


@coordinator
def row_page(request: HttpRequest, batch_id: int, number: int) -> HttpResponse:
    """One row: its cells exactly as read, what is wrong, and the decision; the next held row follows."""
    batch = get_object_or_404(ImportBatch, pk=batch_id)
    row = get_object_or_404(ImportRow, batch=batch, number=number)
    form = _form(row, request.POST or None)
    if request.method == "POST" and form.is_valid():
        submissions.answer_again(request, actor_key=request.user.actor.key)  # a second press finds the row decided
        try:
            return HttpResponseRedirect(_decided(request, row, form), status=303)
        except StaleVersion:
            row.refresh_from_db()
            return _row(request, batch, row, form=_form(row, request.POST, seen=deciding.mark(row)), status=409)
        except (ValueError, TransitionNotAllowed) as error:
            form.add_error(None, ValidationError(str(error)))
    return _row(request, batch, row, form=form, status=422 if form.errors else 200)


def _form(row: ImportRow, typed: QueryDict | None, *, seen: str = "") -> forms.DecideForm:
    """Return the form of a row; `seen` is how the row looks now, in place of how whoever typed had seen it."""
    columns = [(index, pages.head_of(row.batch, index)) for index in range(len(row.cells))]
    first = next((cell["index"] for cell in pages.cells_of(row.batch, row) if cell["wrong"]), 0)
    if typed is not None and seen:
        typed = typed.copy()
        typed["seen"] = seen
    return forms.DecideForm(typed, columns=columns, initial={"column": first, "seen": deciding.mark(row)})


def _row(
    request: HttpRequest, batch: ImportBatch, row: ImportRow, *, form: forms.DecideForm, status: int
) -> HttpResponse:  # fmt: skip
    context = {
        "batch": batch, "row": row, "cells": pages.cells_of(batch, row), "form": form, "stale": status == 409,
        "near": pages.neighbors(batch, row), "next": pages.next_held(batch, after=row.number),
        "open": row.status == ImportRow.Status.WAITING,
    }  # fmt: skip
    return render(request, "closings/staff/import_row.html", context, status=status)


def _decided(request: HttpRequest, row: ImportRow, form: forms.DecideForm) -> str:
    data = form.cleaned_data
    where = [""]

    @contextmanager
    def unit() -> Iterator[None]:
        with acting_once(request, form) as submission:
            yield
            row.refresh_from_db()
            submission.location = where[0] = _after(row)

    common: dict[str, Any] = {
        "row": row, "actor": request.user.actor, "at": timezone.now(), "seen": data["seen"], "unit": unit,
    }  # fmt: skip
    if data["choice"] == forms.CORRECT:
        deciding.correct_cell(index=data["column"], text=data["text"], **common)
    elif data["choice"] == forms.REFUSE:
        deciding.refuse_row(reason=data["reason"], **common)
    elif data["choice"] == forms.REOPEN:
        deciding.reopen_row(**common)
    else:
        deciding.accept_row(joins=data["joins"], **common)
    messages.success(request, f"Row {row.number} is now on the pile “{row.pile_label}”.")
    return where[0]


def _after(row: ImportRow) -> str:
    """Return where to go after a decision: the row itself while it is held, else the next held one, else the batch."""
    following = row if row.pile == Pile.HELD else pages.next_held(row.batch, after=row.number)
    return reverse("closing_import_row", args=[row.batch_id, following.number]) if following else _address(row.batch)


def _see(batch: ImportBatch) -> HttpResponse:
    return HttpResponseRedirect(_address(batch), status=303)


def _address(batch: ImportBatch) -> str:
    return reverse("closing_import", args=[batch.pk])
