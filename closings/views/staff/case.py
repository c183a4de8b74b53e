"""The sections of a closing notice that only this kind has: overview with the next step, the notice, its parties."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from closings import duty, proofs
from closings.content import NoticeContent
from closings.contents import not_stated
from closings.doubts import slips
from closings.estimate import estimate
from closings.guards import ORDERS
from closings.lifecycle import CHANGEABLE
from closings.panel import panel
from closings.printing import change_rows, public_parts, whole_parts
from closings.recording import latest
from closings.sections import recipient_words
from closings.together import apart, near, words
from closings.unsettled import lesser, misplaced
from closings.wording import CODES, KINDS
from wagecase.accounts.access import case_staff_required
from wagecase.cases import acts
from wagecase.cases.addresses import case_url
from wagecase.cases.models import Case
from wagecase.cases.views import frame
from wagecase.cases.views.sections import employer_reached, parties_page
from wagecase.web.formatting import day

# What is refused for good, for want of a letter or of a place on the list, is not told as something to wait for.
FOR_GOOD = frozenset({"correct_letter", "remove_listed"})


@require_safe
@case_staff_required
def overview(request: HttpRequest, number: str) -> HttpResponse:
    """The next step above the facts, the estimate, and who was told when."""
    case = frame.find(request, number)
    content = latest(case.closing)
    found = estimate(content)
    today, around = timezone.localdate(), frame.overview(case, request.user)
    offers = acts.offers(case, request.user.actor, at=timezone.now())
    offers = acts.asked_next(case, offers, around["own_tasks"], on=today)
    offers = replace(offers, refused=tuple(one for one in offers.refused if one[0].name not in FOR_GOOD))
    shown = panel(content, today=today)
    return render(request, "closings/staff/overview.html", {
        **around, "offers": offers, "panel": shown, "before_service": ORDERS.before_service(case),
        "parts": public_parts(content), "gaps": [recipient_words(row) for row in found.missing_recipients],
        "unclear": [recipient_words(row) for row in found.unclear],
        "misplaced": [recipient_words(row) for row in misplaced(found)], "lesser": lesser(content),
        **(_near(case, content) if case.state in CHANGEABLE else {}),
        "not_stated": not_stated(content) if case.state in CHANGEABLE else (),
        "slips": slips(content, today=case.received_on) if case.state in CHANGEABLE else (),
        "determinations": _determinations(case),
    })  # fmt: skip


def _determinations(case: Case) -> list[dict[str, Any]]:
    """Every draft and signed determination, and on which day a signed one was replaced by the next."""
    rows = list(case.closing_determinations.select_related("draft", "issued", "drafted_by", "signed_by"))
    signed = [row for row in rows if row.signed_at is not None]
    replaced = {row.pk: timezone.localdate(later.signed_at) for row, later in pairwise(signed)}
    return [{"row": row, "replaced_on": replaced.get(row.pk)} for row in rows]


def _near(case: Case, content: NoticeContent) -> dict[str, Any]:
    """The employer's other notices within 90 days, and those with which alone notice would be required."""
    rows = near(case)
    perhaps = duty.perhaps_with(case, content, rows) if case.state != "drafted" else []
    return {
        "perhaps": duty.numbers(perhaps),
        "near": [
            {"href": case_url(row.notice.case), "words": words(row.notice), "why": apart(content, row.content)}
            for row in rows
        ],
    }  # fmt: skip


@require_safe
@case_staff_required
def notice(request: HttpRequest, number: str) -> HttpResponse:
    """The whole notice as its latest revision has it, and each revision with what it changed."""
    case = frame.find(request, number)
    content = latest(case.closing)
    rows = case.closing.revisions.select_related("document").defer("document__html").order_by("-number")
    history = [
        {"row": row, "kind": KINDS[row.kind], "changes": change_rows(row.changes),
         "codes": [CODES[code] for code in row.codes.split() if code in CODES]}
        for row in rows
    ]  # fmt: skip
    return render(request, "closings/staff/notice.html", {
        **frame.context(case, "notice"), "parts": whole_parts(content), "history": history,
        "proofs": proofs.of_case(case, content),
    })  # fmt: skip


parties = parties_page(lambda party: [*employer_reached(party), ("Has its private link since", day(party.told_on))])
