"""The notices of complaints: which act or clock step sends what to whom, and the values that their templates get."""
from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from wagecase.cases.clockwords import clock_view
from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.notices.registry import EMAIL, PARTY, NoticeRow
from wagecase.rules import law

LETTERS = "letters/complaints"


def _party(on: str, to: str, title: str, *, template: str = "", kinds: tuple[str, ...] = (), cite: str = "") -> NoticeRow:
    template = template or on
    return NoticeRow(
        kind=f"complaints.{on}", on=f"complaints.{on}", to=to, channel=PARTY, template=f"complaints/{template}",
        document=f"{LETTERS}/{template}.html", title=title, kinds=kinds, cite=cite,
    )  # fmt: skip


def _staff(on: str, to: str, template: str = "") -> NoticeRow:
    return NoticeRow(
        kind=f"complaints.{on}", on=f"complaints.{on}", to=to, channel=EMAIL, template=f"complaints/{template or on}"
    )


LW, UW = ("living_wage",), ("unpaid_wages",)
RECEIPT, FORM = _("Receipt for your complaint"), _("Sign your complaint to start the 20 days")

NOTICES: tuple[NoticeRow, ...] = (
    _party("file_online", "complainant", RECEIPT, template="receipt", kinds=LW, cite="104.05"),
    _party("file_online", "complainant", RECEIPT, template="wages_receipt", kinds=UW),
    _party("file_for_paper", "complainant", FORM, template="sign_form", cite="104.05"),
    _party("record_complaint", "complainant", RECEIPT, template="receipt", cite="104.05"),
    _party("record_unsigned", "complainant", FORM, template="sign_form", cite="104.05"),
    _party("record_verification", "complainant", RECEIPT, template="receipt", cite="104.05"),
    _staff("assign", "investigator"),
    _staff("reassign", "investigator", "assign"),
    _party("serve_employer", "employer", _("Notice of a living-wage complaint"), cite="104.05"),
    _party("request_information", "complainant", _("A question about your complaint")),
    _staff("answer_request", "investigator"),
    _staff("draft_determination", "supervisor"),
    _staff("return_draft", "investigator"),
    _party("sign_determination", "complainant", _("Determination"), cite="104.05"),
    _party("sign_determination", "told_employer", _("Determination"), cite="104.05"),
    _party("dismiss", "complainant", _("Your complaint was dismissed"), cite="104.05"),
    _party("dismiss", "told_employer", _("A complaint was dismissed"), template="ended_employer"),
    _party("request_withdrawal", "complainant", _("Your request to withdraw")),
    _staff("request_withdrawal", "supervisor", "withdrawal_to_decide"),
    _party("close_as_withdrawn", "complainant", _("Your complaint was withdrawn")),
    _party("close_as_withdrawn", "told_employer", _("A complaint was withdrawn"), template="ended_employer"),
    _party("continue_case", "complainant", _("Your case goes on")),
    _party("answer_complaint", "complainant", _("Answer to your complaint"), kinds=UW),
    *(
        _staff(f"determination:{role}-{step}", role, "determination_reminder")
        for role, steps in (("investigator", ("10", "5", "1", "due", "overdue")), ("supervisor", ("1", "overdue")))
        for step in steps
    ),
    _staff("employer_answer:investigator-overdue", "investigator", "employer_answer_overdue"),
    _staff("information:investigator-overdue", "investigator", "information_overdue"),
)


def complaint_context(case: Case, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values that every letter, order and e-mail of a complaint may use, in the language now active."""
    language = get_language() or "en"
    today = timezone.localdate(facts["at"]) if "at" in facts else timezone.localdate()
    clocks = list(case.clocks.order_by("id"))
    running = {
        c.key: clock_view(c, today=today, language=language) for c in clocks if c.status == Clock.Status.RUNNING
    }  # fmt: skip
    determination = case.determinations.exclude(signed_at=None).last()
    return {
        "complaint": case.complaint,
        "declaration": getattr(case, "declaration", None),
        "clock": running.get("complaints.determination"),
        "answer_clock": running.get("complaints.employer_answer"),
        "information_clock": running.get("complaints.information"),
        "request": case.information_requests.filter(answered_at=None, automatic=False).last(),
        "blanks": case.information_requests.filter(answered_at=None, automatic=True).last(),
        "determination": facts.get("determination") or determination,
        "attachments": list(case.attachments.exclude(purpose="scan")),
        "reminded_clock": clock_view(facts["clock"], today=today, language=language) if "clock" in facts else None,
        "review": review_rights(today),
    }


def review_rights(on: date) -> dict[str, Any]:
    """Return the periods of review in force on `on`; they are settings outside the source texts (ch. 227)."""
    return {"rehearing": law.in_force("review.rehearing", on), "court": law.in_force("review.court", on)}
