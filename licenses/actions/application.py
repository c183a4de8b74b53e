"""What the act page needs of each transition of the kind "application": its form, its service, and who acts."""

from __future__ import annotations

from typing import Any

from licenses.fact_forms import PaperAnswerForm
from licenses.guards.application import DENIALS
from licenses.review import asking, compliance, deciding, forms, progress
from wagecase.cases import order_forms
from wagecase.cases.act_forms import AddEvidenceForm, PlainForm
from wagecase.cases.actions import Action
from wagecase.cases.letters import Planned, planned

ACTIONS: dict[str, Action] = {
    action.name: action
    for action in (
        Action("assign", forms.AssignForm, progress.assign, chooses="specialist"),
        Action("begin_review", PlainForm, progress.begin_review, person="reviewer"),
        Action(
            "record_review",
            forms.ReviewForm,
            progress.record_review,
            person="reviewer",
            inward=True,
            press="Save the checklist",
        ),
        Action(
            "request_information",
            forms.RequestInformationForm,
            asking.request_information,
            person="asked_by",
            press="Send the questions",
        ),
        Action("answer_request", forms.AnswerRequestForm, asking.answer_request),
        Action("add_evidence", AddEvidenceForm, asking.add_evidence, versioned=False),
        Action("notify_of_facts", forms.NoticeForm, compliance.notify_of_facts),
        Action("answer_facts", PaperAnswerForm, compliance.answer_facts),
        Action("recommend", forms.RecommendForm, deciding.recommend, person="recommended_by"),
        Action("return_recommendation", forms.ReturnForm, deciding.return_recommendation, inward=True),
        Action("grant", PlainForm, deciding.grant, person="signer", confirmed=True),
        Action("deny", PlainForm, deciding.deny, person="signer", confirmed=True, danger=True),
        Action("record_service", order_forms.RecordServiceForm, deciding.record_service),
        Action("reopen_service", PlainForm, deciding.reopen_service),
        Action("withdraw", forms.WithdrawForm, deciding.withdraw, danger=True, inward=True),
    )
}


unneeded, returned, ORDERS = compliance.nothing_left_to_answer, deciding.mail_came_back, DENIALS


def sends_elsewhere(case: Any, act: str) -> list[tuple[Planned, str]]:
    """Return what a grant sends from the file of the license: the letter, with the certificate beside it."""
    if act != "grant":
        return []
    license = case.application.renews
    plans = planned(license.case, "licenses.add_term") if license else planned(case, "licenses.issue", kind="license")
    return [(plan, f"“{plan.row.title}”, with the certificate") for plan in plans]


def give(case: Any, **facts: Any) -> Any:
    """Assign the application, for a press that assigns several cases."""
    return progress.assign(case, **facts)
