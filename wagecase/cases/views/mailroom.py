"""The mailroom's pages: the day's letters, one print run and what was mailed of it, and the way to returned mail."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from wagecase.accounts.access import case_staff_required
from wagecase.cases import mailroom
from wagecase.cases.addresses import case_url
from wagecase.cases.forms import show_refusal
from wagecase.cases.views.mailroom_forms import BatchMailedForm, PrintForm
from wagecase.cases.views.once import acting_once
from wagecase.notices.models import MAILED, PRINTED, PrintBatch
from wagecase.web import submissions
from wagecase.web.paging import noun_count
from wagecase.web.pdf_answers import pdf_answer


@require_safe
@case_staff_required
def letters(request: HttpRequest) -> HttpResponse:
    """The letters of my unit that wait for the post, in the order of the pile; what cannot be printed stands apart."""
    pile = mailroom.pile(request.user)
    return _letters(request, pile, PrintForm(letters=pile.ready, most=mailroom.MOST))


def _letters(request: HttpRequest, pile: mailroom.Pile, form: PrintForm) -> HttpResponse:
    for notice in pile.ready:
        notice.case_href, notice.zip_code = case_url(notice.case), mailroom.zip_code(notice.postal)
        notice.ticked = notice.pk in form.ticked
    many = len(form.ticked)
    return render(request, "staff/letters.html", {
        "pile": pile, "form": form, "most": mailroom.MOST, "more": len(pile.ready) > mailroom.MOST,
        "button": f"Print {many} {'letter' if many == 1 else 'letters'}", "open_runs": mailroom.open_batches(request.user),
    }, status=422 if form.errors else 200)  # fmt: skip


@require_POST
@case_staff_required
def print_run(request: HttpRequest) -> HttpResponse:
    """Print the ticked letters in one run and lead to its page."""
    pile = mailroom.pile(request.user)
    form = PrintForm(request.POST, letters=pile.ready, most=mailroom.MOST)
    try:
        if form.is_valid():
            batch = _print(request, form)
            return HttpResponseRedirect(reverse("staff_run", args=[batch.pk]), status=303)
    except ValidationError as error:
        show_refusal(form, error)
    submissions.answer_again(request, actor_key=request.user.actor.key)  # a second press: its letters wait no more
    return _letters(request, mailroom.pile(request.user), form)


def _print(request: HttpRequest, form: PrintForm) -> PrintBatch:
    at, data = timezone.now(), form.cleaned_data
    prepared = mailroom.prepare(ids=data["letters"], two_sided=data["two_sided"], by=request.user, at=at)
    with acting_once(request, form) as submission:
        batch = mailroom.print_batch(prepared=prepared, by=request.user, at=at)
        submission.location = reverse("staff_run", args=[batch.pk])
    return batch


@case_staff_required
def run(request: HttpRequest, batch_id: int) -> HttpResponse:
    """One print run: its PDF, what lies in the pile in which order, and the form that says what was mailed."""
    batch = get_object_or_404(mailroom.batches(request.user), pk=batch_id)
    rows = list(batch.letters.select_related("notice__case"))
    left = [row for row in rows if row.notice.status == PRINTED]
    form = BatchMailedForm(request.POST or None, rows=left)
    try:
        if request.method == "POST" and form.is_valid():
            return _mailed(request, batch, form)
    except ValidationError as error:
        show_refusal(form, error)
    if request.method == "POST":
        submissions.answer_again(request, actor_key=request.user.actor.key)  # a second press: they are mailed already
    for row in rows:
        row.case_href, row.zip_code = case_url(row.notice.case), mailroom.zip_code(row.notice.postal)
        row.ticked = row.notice_id in form.ticked
        row.tick_id = f"id_letters_{left.index(row)}" if row in left else ""
        row.number = form[f"certified_{row.notice_id}"] if row in left else None
    return render(request, "staff/run.html", {
        "batch": batch, "rows": rows, "left": left, "form": form, "may_take_out": mailroom.may_take_out(batch),
        "mailed": sum(row.notice.status == MAILED for row in rows), "letters": noun_count(len(rows), "letter", "letters"),
    }, status=422 if form.errors else 200)  # fmt: skip


def _mailed(request: HttpRequest, batch: PrintBatch, form: BatchMailedForm) -> HttpResponse:
    here = reverse("staff_run", args=[batch.pk])
    with acting_once(request, form) as submission:
        done = mailroom.mark_batch_mailed(
            batch=batch, numbers=form.numbers, mailed_on=form.cleaned_data["mailed_on"],
            method=form.cleaned_data["method"], by=request.user, at=timezone.now(),
        )  # fmt: skip
        submission.location = here
    messages.success(request, f"{noun_count(len(done), 'letter', 'letters')} marked as mailed. Sends nothing.")
    return HttpResponseRedirect(here, status=303)


@require_POST
@case_staff_required
def run_pdf(request: HttpRequest, batch_id: int) -> HttpResponse:
    """The letters of a run as they go into their envelopes; a POST, because taking them out is put on record."""
    batch = get_object_or_404(mailroom.batches(request.user), pk=batch_id)
    data = mailroom.take_out(batch=batch, by=request.user, at=timezone.now())
    return pdf_answer(data, f"{batch.number}.pdf")


@require_safe
@case_staff_required
def returned(request: HttpRequest) -> HttpResponse:
    """Mail that came back: the number on the envelope leads to the page on which it is recorded."""
    text = request.GET.get("q", "")[:100]
    found = mailroom.find_mailed(request.user, text) if text.isprintable() else []
    for notice in found:
        notice.href = f"{case_url(notice.case, 'notices')}{notice.pk}/returned/"
    if len(found) == 1:
        return HttpResponseRedirect(found[0].href)
    return render(request, "staff/returned_mail.html", {"q": " ".join(text.split()), "found": found})
