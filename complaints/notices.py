"""The notices of complaints: which act or clock step sends what to whom, and the values that their templates get."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import partial
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from complaints import naming
from complaints.declarations import DEFAULT_LANGUAGE, current
from complaints.disclosure import employer_learns
from complaints.filed import filed_sections
from complaints.guards import ORDERS, why_untold
from complaints.models import Determination
from wagecase.cases.acts import state_of, step_words
from wagecase.cases.clockwords import clock_view
from wagecase.cases.models import Case, Party
from wagecase.cases.orders import paragraphs, signature_of, signer_words
from wagecase.cases.review import review_rights
from wagecase.deadlines.models import Clock
from wagecase.notices.registry import PARTY, NoticeRow, party_row, staff_row

ANSWER, DECISION = "complaints.employer_answer", "complaints.determination"  # keys of clocks

_staff = partial(staff_row, app="complaints")


def _party(on: str, to: str, title: str, **more: Any) -> NoticeRow:
    return party_row(on, title, app="complaints", to=to, **more)


LW, UW = ("living_wage",), ("unpaid_wages",)
# The order itself is titled "Determination": staff who choose between the two must not have to guess.
DECISION_LETTER = _("Letter with the determination")
NEW_LINK = _("Your new private link")
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
    _staff("draft_determination", "signer"),
    _staff("return_draft", "investigator"),
    _party("sign_determination", "complainant", DECISION_LETTER, cite="104.05"),
    _party("sign_determination", "decided_employer", DECISION_LETTER, cite="104.05"),
    _party("dismiss", "complainant", _("Your complaint was dismissed"), cite="104.05"),
    _party("dismiss", "ended_employer", _("A complaint was dismissed"), template="ended_employer"),
    _party("request_withdrawal", "complainant", _("Your request to withdraw")),
    _staff("request_withdrawal", "supervisor", "withdrawal_to_decide"),
    _party("close_as_withdrawn", "complainant", _("Your complaint was withdrawn")),
    _party("close_as_withdrawn", "ended_employer", _("A complaint was withdrawn"), template="ended_employer"),
    _party("continue_case", "complainant", _("Your case goes on")),
    _party("take_back_withdrawal", "complainant", _("Your complaint is not withdrawn")),
    _party("answer_complaint", "complainant", _("Answer to your complaint"), kinds=UW),
    *(
        NoticeRow(
            kind="complaints.replace_link",
            on="cases.replace_link",
            to=to,
            channel=PARTY,
            template="complaints/replace_link",
            document="letters/complaints/replace_link.html",
            title=NEW_LINK,
            kinds=LW + UW,
        )
        for to in ("complainant", "told_employer")
    ),
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
    if "step" in facts:  # a reminder names its case and its clock only: a night may bring a thousand of them
        return _of_a_step(case, facts, today=today, language=language)
    running = {
        c.key: clock_view(c, today=today, language=language)
        for c in case.clocks.order_by("id")
        if c.status == Clock.Status.RUNNING
    }
    determination = facts.get("determination") or ORDERS.signed(case)
    attachments = list(case.attachments.exclude(purpose="scan"))
    return {
        "complaint": case.complaint,
        "declaration": getattr(case, "declaration", None),
        "clock": running.get(DECISION),
        "answer_clock": running.get(ANSWER),
        "information_clock": running.get("complaints.information"),
        "request": case.information_requests.filter(answered_at=None, automatic=False).last(),
        "blanks": case.information_requests.filter(answered_at=None, automatic=True).last(),
        "determination": determination,
        "attachments": attachments,
        "employer_learns": employer_learns(case.complaint.identity_disclosure),
        "review": review_rights(today),
        "find_address": urljoin(settings.SITE_URL + "/", reverse("complaints:find")),
        **_parties(case, attachments),
        **_declaration(language),
        **_order(case, determination),
        **_reminder(facts, today=today, language=language),
    }


def _parties(case: Case, attachments: list[Any]) -> dict[str, Any]:
    """Who is who, and what may be said to the employer: names only as decided (see `naming`)."""
    person = case.parties.filter(role=Party.Role.COMPLAINANT).first()
    return {
        "complainant_name": naming.complainant_of(case) if naming.complainant_is_named(case.complaint) else "",
        "concerned": naming.concerned(case),
        "filed_sections": partial(filed_sections, case, person, attachments) if person else (),
    }


def _declaration(language: str) -> dict[str, Any]:
    """The words to sign, with the English beside a translation that nobody has approved yet."""
    words = current(language)
    return {
        "declaration_words": words,
        "declaration_english": None if words.approved else current(DEFAULT_LANGUAGE),
    }


def _order(case: Case, determination: Determination | None) -> dict[str, Any]:
    """The parts of the determination; for a look at the letter before the signature, those of the draft."""
    found = determination or ORDERS.current_draft(case)
    if found is None:
        return {}
    return {
        "findings": found, "order_signature": signature_of(found), **order_parts(found), **signer_words(found.intended_signer),
    }  # fmt: skip


def order_parts(findings: Any) -> dict[str, list[str]]:
    """Return the lists and paragraphs of a determination as it prints them."""
    return {
        "evidence_items": [line.strip() for line in findings.evidence.splitlines() if line.strip()],
        "economic_items": [line.strip() for line in findings.economic_material.splitlines() if line.strip()],
        "reason_paragraphs": paragraphs(findings.reasons),
    }


def _of_a_step(case: Case, facts: Mapping[str, Any], *, today: date, language: str) -> dict[str, Any]:
    """The clock that is due and the one of the decision, which mostly are the same."""
    values = _reminder(facts, today=today, language=language)
    if facts["clock"].key == DECISION:
        return {"clock": values["reminded_clock"], **values}
    decision = case.clocks.filter(key=DECISION, status=Clock.Status.RUNNING).first()
    return {"clock": clock_view(decision, today=today, language=language) if decision else None, **values}


def _reminder(facts: Mapping[str, Any], *, today: date, language: str) -> dict[str, Any]:
    """What a reminder is about: its clock, its step, and how many days are left (below zero: how many late)."""
    if "clock" not in facts:
        return {"reminded_clock": None, "step": None}
    clock = facts["clock"]
    return {
        "reminded_clock": clock_view(clock, today=today, language=language),
        "step": facts.get("step"),
        "untold": why_untold(clock.case) if clock.key == ANSWER else "",
        "next_step": step_words(clock.case, state_of(clock.case).waits_on),
        "days_left": (clock.legal_due - today).days,
        "days_late": (today - clock.legal_due).days,
    }
