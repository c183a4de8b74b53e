"""Shows what a person typed on a page that was refused as questions and answers, in the words of the page itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext as _

from complaints import flow
from complaints.forms import public_sign, public_status
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


def rows(request: HttpRequest) -> list[dict[str, Any]] | None:
    """Return the typed answers of a public page, or None for a page of somebody else."""
    match = request.resolver_match
    if match is None or match.namespace != "complaints":
        return None
    if match.url_name == "page":
        form = next((page.form for page in flow.PAGES if page.slug == match.kwargs["slug"]), None)
    else:
        form = FORMS.get(match.url_name or "")
    if form is None:
        return None
    found = [(field.label, _typed(request, name, field)) for name, field in form.base_fields.items()]
    return [{"label": label, "value": value} for label, value in found if value and label]


def _typed(request: HttpRequest, name: str, field: forms.Field) -> Any:
    if isinstance(field, DatePartsField):
        return " ".join(filter(None, (request.POST.get(f"{name}_{part}", "") for part in range(3))))
    value = request.POST.get(name, "")
    if isinstance(field, forms.ChoiceField):
        return dict(field.choices).get(value, value)
    return _("Yes") if value and isinstance(field, forms.BooleanField) else value
