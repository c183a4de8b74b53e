"""Shows what was typed on a page of closings that was refused, as questions and answers in the page's own words."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest

from closings import sections
from closings.actions import ACTIONS
from closings.forms.filing import EmailForm, FindForm, RescindForm
from wagecase.cases.contact_form import ContactForm, ReturnedForm
from wagecase.cases.forms import MailedForm, NoteForm
from wagecase.web.questions import typed_rows

FORMS: dict[str, type[forms.BaseForm]] = {
    "closings:file": EmailForm, "closings:find": FindForm, "closings:rescind": RescindForm, "closing_contact": ContactForm,
    "closing_notes": NoteForm, "closing_notice_mailed": MailedForm, "closing_notice_returned": ReturnedForm,
}  # fmt: skip
WRITING = ("section", "row")


def rows(request: HttpRequest) -> list[dict[str, Any]] | None:
    """Return the typed answers of a page of closings, or None for a page that is not known here."""
    match = request.resolver_match
    if match is None:
        return None
    name = match.view_name or ""
    if name.startswith(("closings:", "closing_")) and name.rpartition("_")[2].rpartition(":")[2] in WRITING:
        section = sections.by_slug(match.kwargs.get("slug", ""), staff=True)
        return typed_rows(request, section.form if section else None)
    if name == "closing_act":
        action = ACTIONS.get(match.kwargs.get("transition", ""))
        return typed_rows(request, action.form if action else None)
    return typed_rows(request, FORMS.get(name))
