"""The notices of the kind "application": which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from licenses.facts import facts_of
from licenses.guards.application import COMPLIANCE, INFORMATION, open_request
from licenses.models import AllegedFact, Application
from licenses.renewing import last_term
from licenses.review.rights import review_of
from licenses.status import HOLDS, Ending, ending, renewed_term
from wagecase.accounts import acting
from wagecase.accounts.models import User
from wagecase.cases.clockwords import ClockView, clock_view
from wagecase.cases.models import Case
from wagecase.documents.services import Signature
from wagecase.notices.registry import NoticeRow, party_row, staff_row

KINDS = ("application",)
EMPLOYER, SPECIALIST = "employer", "specialist"
RECEIPT, QUESTIONS = _("Receipt for your application"), _("Questions about your application")
REMINDER, TIME_TO_COMPLY = _("Reminder: our questions"), _("Reminder: the notice of facts")
GOAL = "licenses.review_goal"

_employer = partial(party_row, app="licenses", to=EMPLOYER, kinds=KINDS)
_staff = partial(staff_row, app="licenses", kinds=KINDS)

NOTICES: tuple[NoticeRow, ...] = (
    _employer("file_application", RECEIPT, "receipt", cite="DWD 272.09 (4) (c)"),
    _staff("assign", SPECIALIST),
    _employer("request_information", QUESTIONS, "questions", cite="DWD 272.09 (4) (c)"),
    _staff("answer_request", SPECIALIST, "answered"),
    _employer("notify_of_facts", _("Notice of facts that may lead to a denial"), cite="DWD 272.09 (9) (d)"),
    _staff("answer_facts", SPECIALIST, "facts_answered"),
    _staff("recommend", "signer"),
    _staff("return_recommendation", "recommender"),
    _employer("deny", _("Your application is denied"), cite="DWD 272.09 (7), (17)"),
    _employer("withdraw", _("Your application is withdrawn"), "withdrawn"),
    _staff("withdraw", SPECIALIST, "withdrawn_staff"),
    _employer("information:employer-5", REMINDER, "questions_reminder"),
    _staff("information:specialist-overdue", SPECIALIST, "questions_overdue"),
    _employer("compliance:employer-5", TIME_TO_COMPLY, "facts_reminder", cite="DWD 272.09 (9) (d)"),
    _staff("compliance:specialist-overdue", SPECIALIST, "facts_overdue"),
)  # fmt: skip


def context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter and e-mail of such a case may use, in the language now active."""
    language = get_language() or "en"
    today = timezone.localdate(facts["at"]) if "at" in facts else timezone.localdate()
    application = case.application
    told = facts_of(case)
    ends = ending(application.renews, today, of=application) if application.renews is not None else None
    return {
        "application": application, "organization": application.organization,
        "is_renewal": application.renews_id is not None,
        "ending": ends, "by_service": _by_service(application, ends), "take_down": _continued(application, ends),
        "asked": facts.get("request") or open_request(case), "told_facts": told,
        "standing": [row for row in told if row.finding == AllegedFact.Finding.STANDS],
        "goal_clock": _running(case, GOAL, today=today, language=language),
        "answer_clock": _running(case, INFORMATION, today=today, language=language),
        "compliance_clock": _running(case, COMPLIANCE, today=today, language=language),
        "review": review_of(today, language=language),
        "signature": _signature(case, facts),
    }  # fmt: skip


def _by_service(application: Application, ends: Ending | None) -> bool:
    """Return whether the license ends with service of the denial, where that comes after its term (R-272.09-9c)."""
    if ends is None or application.proper is False:
        return False
    return ends.status in HOLDS and timezone.localdate(application.filed_at) <= renewed_term(application).ends_on


def _continued(application: Application, ends: Ending | None) -> bool:
    """Return whether a paper hangs beside the certificate that no longer holds: never the one of another renewal that does."""
    if application.renews is None or last_term(application.renews).continuation_id is None:
        return False
    in_time = timezone.localdate(application.filed_at) <= renewed_term(application).ends_on
    return in_time or ends is None or ends.other is None


def _running(case: Case, key: str, *, today: date, language: str) -> ClockView | None:
    clock = case.clocks.filter(key=key, status="running").last()
    return clock_view(clock, today=today, language=language) if clock else None


def _signature(case: Case, facts: Mapping[str, Any]) -> Signature | None:
    """The signature under a denial: whoever decided, for the department."""
    signer = facts.get("signer")
    return signature_of(case, signer, at=facts["at"]) if signer is not None else None


def signature_of(case: Case, signer: User, *, at: datetime) -> Signature:
    """Return the signature of whoever decided at `at`, for the department."""
    appointment = acting.in_force(signer.pk, unit=case.unit, at=at)
    return Signature(
        name=signer.name, title=signer.title or "Supervisor", signed_on=timezone.localdate(at),
        signed_for=settings.DEPARTMENT_NAME, draft_sha256="",
        named_on=timezone.localdate(appointment.named_at) if appointment else None,
    )  # fmt: skip


def dated_parts(on: date, language: str) -> dict[str, str]:
    """Return the HTML, in `language`, of what a letter made again on `on` says of the time to ask for review."""
    with translation.override(language):
        words = render_to_string(
            "letters/licenses/parts/review_dates_line.html", {"review": review_of(on, language=language)}
        )
    return {"review-dates": words}
