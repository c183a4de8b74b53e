"""What the act page needs of each transition of the kind "revocation": its form, its service, and who acts."""

from __future__ import annotations

from typing import Any

from licenses.fact_forms import FindingsForm, PaperAnswerForm
from licenses.guards.revocation import ORDERS, open_matters
from licenses.review import asking, progress
from licenses.revoking import forms, notice, order
from licenses.revoking.wording import TIMELINE as WORDS
from wagecase.cases import order_forms
from wagecase.cases.act_forms import AddEvidenceForm, PlainForm
from wagecase.cases.actions import Action

__all__ = ["ACTIONS", "ORDERS", "WORDS", "give", "open_matters", "returned", "unneeded"]

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("assign", forms.AssignForm, progress.assign, chooses="specialist"),
        Action("change_facts", forms.FactsForm, notice.change_facts),
        Action("serve_notice", PlainForm, notice.serve_notice),
        Action("record_notice_service", forms.NoticeServiceForm, notice.record_notice_service),
        Action("correct_notice_service", forms.NoticeServiceForm, notice.correct_notice_service),
        Action("reopen_notice_service", PlainForm, notice.reopen_notice_service),
        Action("answer_facts", PaperAnswerForm, notice.answer_facts, versioned=False, inward=True),
        Action("add_evidence", AddEvidenceForm, asking.add_evidence, versioned=False),
        Action("record_finding", FindingsForm, notice.record_finding),
        Action("record_public_interest", forms.InterestForm, notice.record_public_interest, person="recorded_by"),
        Action(
            "confirm_public_interest", PlainForm, notice.confirm_public_interest, person="confirmed_by", confirmed=True
        ),
        Action(
            "refuse_public_interest", forms.RefuseInterestForm, notice.refuse_public_interest, person="refused_by",
            inward=True,
        ),
        Action("draft_order", forms.OrderForm, order.draft_order, person="drafted_by", chooses="signer"),
        Action(
            "draft_order_at_once", forms.OrderForm, order.draft_order_at_once, person="drafted_by", chooses="signer"
        ),
        Action("revise_order", forms.OrderForm, order.revise_order, person="drafted_by"),
        Action("return_order", order_forms.ReturnDraftForm, order.return_order, inward=True),
        Action("sign_order", order_forms.SignForm, order.sign_order, person="signer", confirmed=True, danger=True),
        Action("record_service", order_forms.RecordServiceForm, order.record_service),
        Action("reopen_service", PlainForm, order.reopen_service),
        Action("end_without_order", forms.EndForm, order.end_without_order, danger=True),
        Action("close", PlainForm, order.close),
    )
}  # fmt: skip
returned, unneeded = order.mail_came_back, notice.nothing_left_to_answer


def give(case: Any, **facts: Any) -> Any:
    """Assign the revocation, for a press that assigns several cases."""
    return progress.assign(case, **facts)
