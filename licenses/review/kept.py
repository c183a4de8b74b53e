"""Shows what was typed on a refused page of an application, as questions and answers in the page's own words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest

from licenses.actions.application import ACTIONS as APPLICATION
from licenses.actions.license import ACTIONS as LICENSE
from licenses.actions.revocation import ACTIONS as REVOCATION
from licenses.forms.status import AnswerForm, FilesForm, WithdrawForm
from wagecase.cases.contact_form import ContactForm, ReturnedForm
from wagecase.cases.forms import MailedForm, NoteForm
from wagecase.web.questions import typed_rows

FORMS: dict[str, type[forms.BaseForm]] = {
    "licenses:status_answer": AnswerForm, "licenses:status_files": FilesForm, "licenses:status_withdraw": WithdrawForm,
    "license_contact": ContactForm, "license_notes": NoteForm, "license_notice_mailed": MailedForm,
    "license_notice_returned": ReturnedForm,
}  # fmt: skip
# Their questions depend on the case, so what was typed is shown under the names of its controls.
MADE_FOR_THE_CASE = frozenset({"record_review", "recommend", "notify_of_facts", "answer_facts", "change_facts"})


def rows(request: HttpRequest) -> list[dict[str, Any]] | None:
    """Return the typed answers of a page of an application, or None for a page that is not known here."""
    match = request.resolver_match
    name = (match.view_name or "") if match else ""
    if name == "license_act" and match is not None:
        wanted = match.kwargs.get("transition", "")
        if wanted in MADE_FOR_THE_CASE:
            return None
        action = next((table[wanted] for table in (APPLICATION, LICENSE, REVOCATION) if wanted in table), None)
        return typed_rows(request, action.form if action else None)
    return typed_rows(request, FORMS[name]) if name in FORMS else None
