"""Shows what was typed on a page that was refused, public or staff, as questions and answers in the page's own words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest

from complaints import flow
from complaints.actions import ACTIONS
from complaints.forms import public_sign, public_status
from complaints.forms.intake import IntakeForm
from wagecase.cases.contact_form import ContactForm, ReturnedForm
from wagecase.cases.forms import MailedForm, NoteForm, PersonForm, RoleForm
from wagecase.web.forms import GovForm
from wagecase.web.questions import typed_rows

FORMS: dict[str, type[GovForm]] = {
    "find": public_status.FindForm,
    "save": public_status.SaveForm,
    "answer": public_status.AnswerForm,
    "evidence": public_status.FilesForm,
    "withdraw": public_status.WithdrawForm,
    "sign": public_sign.SignWayForm,
    "sign_online": public_sign.SignForm,
    "sign_notarized": public_sign.NotarizedForm,
    "sign_paper": public_sign.PaperForm,
}

STAFF_FORMS: dict[str, type[forms.BaseForm]] = {
    "complaint_intake": IntakeForm, "complaint_contact": ContactForm, "complaint_notes": NoteForm,
    "complaint_notice_mailed": MailedForm, "complaint_notice_returned": ReturnedForm,
    "staff_person_add": PersonForm, "staff_person": RoleForm,
}  # fmt: skip


def rows(request: HttpRequest) -> list[dict[str, Any]] | None:
    """Return the typed answers of a page of complaints or of staff, or None for a page that is not known here."""
    match = request.resolver_match
    if match is None:
        return None
    if match.url_name in STAFF_FORMS or match.url_name == "complaint_act":
        action = ACTIONS.get(match.kwargs.get("transition", ""))
        return typed_rows(request, action.form if action else STAFF_FORMS.get(match.url_name))
    if match.namespace != "complaints":
        return None
    if match.url_name == "page":
        form = next((page.form for page in flow.PAGES if page.slug == match.kwargs["slug"]), None)
    else:
        form = FORMS.get(match.url_name or "")
    return typed_rows(request, form)
