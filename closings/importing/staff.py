"""The pages of the import: bring a list in, look at its piles, import what is ready, work off what is held, undo."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from closings.importing import batches, forms, pages
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.problems import LABELS, Pile
from closings.importing.reading import UnreadableFile
from wagecase.accounts.access import role_required
from wagecase.accounts.models import Role
from wagecase.cases.views.once import acting_once
from wagecase.errors import TransitionNotAllowed

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
    context = {"form": form, "batches": [(batch, pages.piles(batch)[1]) for batch in ImportBatch.objects.all()[:50]]}
    return render(request, "closings/staff/imports.html", context, status=422 if form.errors else 200)


def _added(request: HttpRequest, form: forms.AddListForm) -> ImportBatch:
    file = form.cleaned_data["file"]
    with acting_once(request, form) as submission:
        batch = batches.add_batch(data=file.read(), name=file.name, actor=request.user.actor, at=timezone.now())
        submission.location = _address(batch)
    return batch


@require_safe
@coordinator
def batch_page(request: HttpRequest, batch_id: int) -> HttpResponse:
    """One list: the four piles with their sum, how far the work is, and the rows of one pile."""
    batch = get_object_or_404(ImportBatch, pk=batch_id)
    pile = PILES.get(request.GET.get("pile", ""), Pile.HELD)
    after = request.GET.get("after", "0")
    rows, more = pages.rows_on(batch, pile, after=int(after) if after.isdecimal() and len(after) < 8 else 0)
    context = pages.overview(batch)
    if request.htmx and not context["running"]:
        return HttpResponseClientRefresh()  # the work is over: the whole page is another one
    context |= {
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


@coordinator
def row_page(request: HttpRequest, batch_id: int, number: int) -> HttpResponse:
    """One row: its cells exactly as read, what is wrong, and the decision; the next held row follows."""
    batch = get_object_or_404(ImportBatch, pk=batch_id)
    row = get_object_or_404(ImportRow, batch=batch, number=number)
    columns = [(index, pages.head_of(batch, index)) for index in range(len(row.cells))]
    cells = pages.cells_of(batch, row)
    first = next((cell["index"] for cell in cells if cell["wrong"]), 0)
    form = forms.DecideForm(request.POST or None, columns=columns, initial={"column": first})
    if request.method == "POST" and form.is_valid():
        try:
            return HttpResponseRedirect(_decided(request, row, form), status=303)
        except (ValueError, TransitionNotAllowed) as error:
            form.add_error(None, ValidationError(str(error)))
    context = {
        "batch": batch, "row": row, "cells": cells, "form": form,
        "near": pages.neighbors(batch, row), "next": pages.next_held(batch, after=number),
        "open": row.status == ImportRow.Status.WAITING,
    }  # fmt: skip
    return render(request, "closings/staff/import_row.html", context, status=422 if form.errors else 200)


def _decided(request: HttpRequest, row: ImportRow, form: forms.DecideForm) -> str:
    data = form.cleaned_data
    common: dict[str, Any] = {"row": row, "actor": request.user.actor, "at": timezone.now()}
    with acting_once(request, form) as submission:
        if data["choice"] == forms.CORRECT:
            batches.correct_cell(index=data["column"], text=data["text"], **common)
        elif data["choice"] == forms.REFUSE:
            batches.refuse_row(reason=data["reason"], **common)
        elif data["choice"] == forms.REOPEN:
            batches.reopen_row(**common)
        else:
            batches.accept_row(joins=data["joins"], **common)
        row.refresh_from_db()
        submission.location = where = _after(row)
    messages.success(request, f"Row {row.number} is now on the pile “{row.pile_label}”.")
    return where


def _after(row: ImportRow) -> str:
    """Return where to go after a decision: the row itself while it is held, else the next held one, else the batch."""
    following = row if row.pile == Pile.HELD else pages.next_held(row.batch, after=row.number)
    return reverse("closing_import_row", args=[row.batch_id, following.number]) if following else _address(row.batch)


def _see(batch: ImportBatch) -> HttpResponse:
    return HttpResponseRedirect(_address(batch), status=303)


def _address(batch: ImportBatch) -> str:
    return reverse("closing_import", args=[batch.pk])
