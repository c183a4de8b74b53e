"""Shows what was typed on a page that was refused, public or staff, as questions and answers in the page's own words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from complaints import flow
from complaints.actions import ACTIONS
from complaints.forms import public_sign, public_status
from complaints.forms.intake import IntakeForm
from wagecase.cases.contact_form import ContactForm, ReturnedForm
from wagecase.cases.forms import MailedForm, NoteForm, PersonForm, RoleForm
from wagecase.web.forms import DatePartsField, GovForm

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
        return _rows_of(request, action.form if action else STAFF_FORMS.get(match.url_name))
    if match.namespace != "complaints":
        return None
    if match.url_name == "page":
        form = next((page.form for page in flow.PAGES if page.slug == match.kwargs["slug"]), None)
    else:
        form = FORMS.get(match.url_name or "")
    return _rows_of(request, form)


def _rows_of(request: HttpRequest, form: type[forms.BaseForm] | None) -> list[dict[str, Any]] | None:
    if form is None:
        return None
    shown = {name: field for name, field in form.base_fields.items() if not field.widget.is_hidden}
    found = [(field.label, _typed(request, name, field)) for name, field in shown.items()]
    return [{"label": label, "value": value} for label, value in found if value and label]


def _typed(request: HttpRequest, name: str, field: forms.Field) -> Any:
    if isinstance(field, DatePartsField):
        return " ".join(filter(None, (request.POST.get(f"{name}_{part}", "") for part in range(3))))
    value = request.POST.get(name, "")
    if isinstance(field, forms.ChoiceField):
        return dict(field.choices).get(value, value)
    return _("Yes") if value and isinstance(field, forms.BooleanField) else value
