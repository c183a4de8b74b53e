"""The queue with its filters, and search by number or by how a name begins."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from wagecase.accounts.access import case_staff_required
from wagecase.cases import queue, rows, selectors
from wagecase.cases.addresses import case_url
from wagecase.web.paging import noun_count, page

MOST = 50  # more results than a person reads: the page says that it shows no more
VIEWS = (
    ("My cases", "assignee=me&open=yes&sort=due"),
    ("Unassigned", "assignee=none&open=yes&sort=due"),
    ("Overdue", "due=overdue&sort=due"),
    ("All open", "open=yes&sort=due"),
    ("Closed", "open=no"),
)


@require_safe
@case_staff_required
def cases(request: HttpRequest) -> HttpResponse:
    """The list of cases; filters, order and place are all in the address."""
    query = queue.asked(request.GET, request.user)
    today, sort = timezone.localdate(), query.get("sort", "")
    form = queue.QueueForm(query, people=queue.people_of(request.user), role=request.user.role)
    data = form.cleaned_data if form.is_valid() else {}
    found = queue.filtered(request.user, data, today=today)
    found, order, descending = queue.ordered(found, sort, has_due=bool(data.get("due")))
    shown = page(found, order=order, cursor=request.GET.get("cursor"), size=settings.PAGE_SIZE, descending=descending)
    return render(request, "staff/queue.html", {
        "form": form, "page": shown, "rows": rows.rows(shown.rows, role=request.user.role), "today": today,
        "chips": queue.chips(form, query), "heads": queue.headers(sort), "sort": sort,
        "count": noun_count(shown.count, "case", "cases"), "views": _views(query),
        "kept": [(k, v) for k, v in query.items() if k not in {"sort", "cursor"} and v],
    })  # fmt: skip


def _views(query: QueryDict) -> list[tuple[str, str, bool]]:
    now = {k: v for k, v in query.items() if v and k not in {"cursor", "sort"}}
    wanted = []
    for label, query in VIEWS:
        own = dict(part.split("=") for part in query.split("&") if part and not part.startswith("sort"))
        wanted.append((label, f"?{query}", own == now))
    return wanted


@require_safe
@case_staff_required
def search(request: HttpRequest) -> HttpResponse:
    """Cases whose number or one of whose names starts with what was typed; a whole number opens its case."""
    text = " ".join(request.GET.get("q", "").split())[:100]
    wanted = selectors.search(request.user, text if text.isprintable() else "")
    found = list(rows.with_details(wanted)[:MOST])
    if len(found) == 1 and found[0].number == text.upper():
        return HttpResponseRedirect(case_url(found[0]))
    return render(request, "staff/search.html", {
        "q": text, "rows": rows.rows(found, role=request.user.role), "today": timezone.localdate(),
        "count": noun_count(len(found), "case", "cases"), "cut": len(found) >= MOST,
    })  # fmt: skip
