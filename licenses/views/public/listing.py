"""The public list of licensed facilities: name, place, period and what each license is today."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from licenses import selectors
from licenses.forms.checking import ListForm
from licenses.models import License
from licenses.status import load, said_on, status_of, term_on
from licenses.wording import STATUS_TONES, STATUSES
from wagecase.web.paging import page

SIZE = 50


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The facilities by name, filtered by the address; a faulty filter is told and shows the first list."""
    now = timezone.now()
    today = timezone.localdate(now)
    form = ListForm(request.GET or None, counties=selectors.counties())
    data = form.cleaned_data if form.is_bound and form.is_valid() else {}
    licenses = selectors.filtered(data, on=today)
    shown = page(
        licenses, order=("licensee_key", "case_id"), cursor=request.GET.get("cursor"), size=SIZE, descending=False
    )
    load(shown.rows)
    return render(request, "licenses/public/list.html", {
        "form": form, "page": shown, "rows": [_row(one, today) for one in shown.rows], "filters": any(data.values()),
        "has_errors": form.is_bound and bool(form.errors), "now": now, "empty": not (shown.rows or any(data.values())),
    }, status=422 if form.is_bound and form.errors else 200)  # fmt: skip


def _row(license: License, today: Any) -> dict[str, Any]:
    status, term = status_of(license, today).value, term_on(license, today)
    return {
        **said_on(license, term), "term": term, "word": STATUSES[status], "tone": STATUS_TONES[status],
        "continued": status == "continued", "given_up_on": license.surrendered_on, "revoked_on": license.revoked_on,
    }  # fmt: skip
