"""The notices of the kind "revocation": which act sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from licenses.facts import facts_of
from licenses.guards.revocation import ORDERS
from licenses.review.rights import review_of
from licenses.revoking.addressees import resolve as addressees  # noqa: F401  read by the registration
from licenses.revoking.notice import CURE, cure_by
from licenses.revoking.order import order_parts
from licenses.revoking.wording import GROUNDS, HOW_SERVED
from licenses.status import EXPIRED, status_of
from wagecase.cases import review
from wagecase.cases.clockwords import clock_view
from wagecase.cases.models import Case
from wagecase.cases.orders import signature_of, signer_words
from wagecase.notices.registry import NoticeRow, party_row, staff_row
from wagecase.rules import law

KINDS = ("revocation",)
EMPLOYER, TOLD, SPECIALIST, CONFIRMER = "employer", "told_employer", "specialist", "confirmer"
CITE = "DWD 272.09 (16) (b)"

_employer = partial(party_row, app="licenses", to=EMPLOYER, kinds=KINDS, cite=CITE)
_staff = partial(staff_row, app="licenses", kinds=KINDS)

NOTICES: tuple[NoticeRow, ...] = (
    _staff("assign", SPECIALIST, "revocation_assigned"),
    _employer("serve_notice", _("Notice of facts that may lead to revocation")),
    _employer("record_notice_service", _("Your time to show compliance")),
    _employer("correct_notice_service", _("Your time to show compliance"), template="record_notice_service"),
    _staff("answer_facts", SPECIALIST, "revocation_answered"),
    _employer("cure:employer-5", _("Reminder: the notice of facts"), template="facts_reminder"),
    _staff("cure:specialist-overdue", SPECIALIST, "time_is_over"),
    _staff("record_public_interest", CONFIRMER),
    _staff("draft_order", "signer"),
    _staff("draft_order_at_once", "signer", "draft_order"),
    _staff("return_order", "drafter"),
    _employer("sign_order", _("Letter with the order of revocation"), cite="DWD 272.09 (16), (17)"),
    _employer("end_without_order", _("No order of revocation"), to=TOLD),
)


def context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter and e-mail of such a case may use, in the language now active."""
    language = get_language() or "en"
    today = timezone.localdate(facts["at"]) if "at" in facts else timezone.localdate()
    row = case.revocation
    clock = case.clocks.filter(key=CURE, status="running").last()
    return {
        "revocation": row, "license": row.license, "organization": row.license.organization,
        "ground": GROUNDS[row.ground], "how_served": HOW_SERVED.get(row.service_method, ""), "told_facts": facts_of(case),
        "days_to_comply": law.in_force("licenses.compliance_days", today).number,
        "over": status_of(row.license, today).value == EXPIRED,
        "if_served_on": today, "would_end_on": cure_by(today),
        "compliance_clock": clock_view(clock, today=today, language=language) if clock else None,
        **_order(case, facts, today=today),
    }  # fmt: skip


def _order(case: Case, facts: Mapping[str, Any], *, today: date) -> dict[str, Any]:
    """The parts of the order; for a look at the letter before the signature, those of the draft."""
    row = facts.get("order") or ORDERS.current_draft(case) or ORDERS.signed(case)
    if row is None:
        return {}
    return {
        "order": row, "order_signature": signature_of(row), **signer_words(row.intended_signer),
        **order_parts(case, row.reasons, on=today),
    }  # fmt: skip


def dated_parts(on: date, language: str) -> dict[str, str]:
    """Return the HTML, in `language`, of what a letter made again on `on` says of the times to comply and to ask for review."""
    with translation.override(language):
        words = render_to_string(
            "letters/licenses/parts/review_dates_line.html", {"review": review_of(on, language=language)}
        )
        served = render_to_string(
            "letters/licenses/parts/serve_dates.html", {"if_served_on": on, "would_end_on": cure_by(on)}
        )
    return {**review.dated_parts(on, language), "reconsideration-dates": words, "serve-dates": served}
