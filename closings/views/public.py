"""The public list of closing notices: one row an event, its notice page with the history, and what the columns mean."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from closings import selectors
from closings.charts import chart, month_names
from closings.columns import meanings
from closings.content import NoticeContent
from closings.determinations import earlier
from closings.forms.listing import ListForm
from closings.guards import ORDERS, import_undone
from closings.lifecycle import verb
from closings.models import ClosingNotice, Revision
from closings.panel import days_words
from closings.printing import change_rows, public_parts
from closings.wording import CODES, EVENTS, KINDS
from wagecase.audit.models import Event
from wagecase.documents.services import read_pdf
from wagecase.web.formatting import counted
from wagecase.web.paging import page
from wagecase.web.pdf_answers import pdf_answer

SIZE = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The list, filtered and sorted by the address; a faulty filter is told and shows the whole list."""
    span, today = selectors.span(), timezone.localdate()
    form = ListForm(request.GET or None, years=span.years)
    data = form.cleaned_data if form.is_bound and form.is_valid() else {}
    notices, sort = selectors.filtered(data), data.get("sort") or selectors.NEWEST
    order, down = selectors.SORTS[sort]
    cursor = request.GET.get("cursor")
    shown = page(selectors.ordered(notices), order=order, cursor=cursor, size=SIZE, descending=down)
    narrowed = any(value for name, value in data.items() if name != "sort")
    months = _months(notices, data, span, narrowed=narrowed) if shown.rows else None
    return render(request, "closings/public/index.html", {
        "form": form, "page": shown, "rows": [_row(row, row.case.number) for row in shown.rows], "empty": not span.years,
        "filters": any(data.values()), "has_errors": form.is_bound and bool(form.errors), "chart": months and chart(months),
        "months": months and list(zip(month_names(), months.workers, months.notices, strict=True))[: months.through],
        "found": months, "heads": _heads(request, sort), "span": span, "now": timezone.now(), "today": today,
    }, status=422 if form.is_bound and form.errors else 200)  # fmt: skip


def _months(
    notices: QuerySet[ClosingNotice], data: dict[str, Any], span: selectors.Span, *, narrowed: bool
) -> selectors.Months | None:
    """Return the months of the year that is asked for, else of the newest notice that the list shows."""
    year = int(data["year"]) if data.get("year") else (selectors.last_year(notices) if narrowed else span.years[0])
    return selectors.months(notices, year, today=timezone.localdate()) if year else None


def _heads(request: HttpRequest, sort: str) -> dict[str, dict[str, str]]:
    """Return for each column that sorts the link of its head and how the list is sorted by it now."""
    heads = {}
    for name, first in (
        ("employer", "employer"),
        ("workers", "workers_down"),
        ("received", "received_down"),
        ("first", "first"),
    ):
        other = name if first.endswith("_down") else f"{name}_down"
        asked = request.GET.copy()
        asked.pop("cursor", None)
        asked["sort"] = other if sort == first else first
        if asked["sort"] == selectors.NEWEST:
            asked.pop("sort")
        now = {name: "ascending", f"{name}_down": "descending"}.get(sort, "")
        heads[name] = {"href": f"?{asked.urlencode()}", "now": now}
    return heads


def _row(row: ClosingNotice, number: str) -> dict[str, Any]:
    return {
        "number": number, "employer": row.employer_name, "trade_name": row.trade_name, "places": row.places,
        "counties": row.counties, "event": EVENTS.get(row.event, ""), "received_on": row.received_on,
        "first_on": row.first_on, "days": days_words(row.days_of_notice), "rescinded_on": row.rescinded_on,
        "workers": None if row.counted is None else counted(row.counted), "revision": row.revision,
    }  # fmt: skip


def _listed(number: str) -> ClosingNotice:
    revisions = Prefetch("revisions", Revision.objects.select_related("document").defer("document__html"))
    notices = selectors.listed().select_related("case").prefetch_related(revisions)
    return get_object_or_404(notices, case__number=number)


@require_safe
def notice(request: HttpRequest, number: str) -> HttpResponse:
    """One event as its latest revision has it, and every revision with what it changed."""
    found = _removed(number)
    if found is not None:
        return render(request, "closings/public/removed.html", _taken_off(found), status=410)
    row = _listed(number)
    revisions = sorted(row.revisions.all(), key=lambda one: -one.number)
    content = NoticeContent.from_dict(revisions[0].content)
    return render(request, "closings/public/notice.html", {
        "closing": row, "case": row.case, "row": _row(row, number), "parts": public_parts(content),
        "history": [_history(one) for one in revisions], "determined": determined(row),
        "today": timezone.localdate(),
    })  # fmt: skip


def determined(row: ClosingNotice) -> dict[str, Any] | None:
    """Return what the department last determined on a notice, whatever became of its file since; None for nothing."""
    signed = ORDERS.signed(row.case)
    if signed is None:
        return None
    old = earlier(row.case, signed)
    return {
        "on": timezone.localdate(signed.signed_at), "required": signed.required,
        "changed_since": signed.revision < row.revision, "replaces": old and timezone.localdate(old.signed_at),
    }  # fmt: skip


def _removed(number: str) -> ClosingNotice | None:
    taken_off = ClosingNotice.objects.select_related("case").filter(case__state__in=("removed", "unlisted"))
    return taken_off.filter(case__number=number).first()


def _taken_off(row: ClosingNotice) -> dict[str, Any]:
    """Return what the page of a number says that is listed no more: when it was taken off, and in which of two ways."""
    verbs = [verb("remove_imported"), verb("remove_listed")]
    at = Event.objects.filter(case=row.case, verb__in=verbs).order_by("-seq").values_list("at", flat=True).first()
    return {
        "number": row.case.number,
        "undone": import_undone(row.case),
        "filed": row.case.state == "unlisted",
        "determined": determined(row),
        "on": at and timezone.localdate(at),
    }


def _history(row: Revision) -> dict[str, Any]:
    return {
        "number": row.number, "kind": KINDS[row.kind], "received_on": row.received_on,
        "codes": [CODES[code] for code in row.codes.split() if code in CODES],
        "changes": change_rows(row.changes), "ready": row.document is not None and row.document.is_ready,
        "workers": row.affected, "source": bool(row.source),  # the name of a file is not public
        "pages": row.document.pages if row.document else 0, "size": row.document.size if row.document else 0,
    }  # fmt: skip


@require_safe
def pdf(request: HttpRequest, number: str, revision: int) -> HttpResponse:
    """The PDF of one revision, made from its public fields; never the letter that the employer sent."""
    row = get_object_or_404(
        Revision.objects.select_related("document"), notice__case__number=number, notice__listed_on__isnull=False,
        number=revision,
    )  # fmt: skip
    if row.document is None or not row.document.is_ready:
        raise Http404
    return pdf_answer(read_pdf(row.document), f"closing-notice-{number}-{revision}.pdf")


@require_safe
def columns(request: HttpRequest) -> HttpResponse:
    """The data dictionary of the files."""
    return render(request, "closings/public/columns.html", {"columns": meanings()})
