"""Who signs for the supervisor, from when to when: a supervisor names a person, and ends it early."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from wagecase.accounts import acting
from wagecase.accounts.access import confirmed_person_required, role_required
from wagecase.accounts.models import ActingSigner, Role, User
from wagecase.cases.forms import KeyForm, StaffDateField, show_refusal
from wagecase.cases.views.once import acting_once
from wagecase.web.formatting import day
from wagecase.web.forms import SubmissionKeyMixin

supervisor = role_required(Role.SUPERVISOR)


class SignerForm(SubmissionKeyMixin):
    """Whom to name and for which days."""

    person = forms.ChoiceField(label="Person", error_messages={"required": "Choose a person"})
    from_on = StaffDateField(label="First day", noun="the first day")
    to_on = StaffDateField(label="Last day", noun="the last day", help_text="The person may still sign on this day.")

    def __init__(self, *args: Any, people: list[User], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(person.pk): person for person in people}
        choices = [(pk, f"{person.name} ({person.get_role_display().lower()})") for pk, person in self.people.items()]
        self.fields["person"].choices = [("", "Choose a person"), *choices]


@supervisor
@confirmed_person_required
def signers(request: HttpRequest) -> HttpResponse:
    """The appointments of my unit, and the form that makes one more."""
    form = SignerForm(request.POST or None, people=list(acting.candidates(request.user)))
    if request.method == "POST" and form.is_valid():
        try:
            return _name(request, form)
        except ValidationError as error:
            show_refusal(form, error)
    now = timezone.now()
    found = [(row, *_state(row)) for row in acting.appointments(request.user.unit)[:50]]
    return render(
        request, "staff/signers.html", {"form": form, "found": found, "now": now}, status=422 if form.errors else 200
    )


def _state(row: ActingSigner) -> tuple[str, str, bool]:
    """Return the words and the tone of an appointment today, and whether it can be ended."""
    today = timezone.localdate()
    if row.ended_at is not None:
        return f"Ended {day(row.ended_at)}", "neutral", False
    if row.to_on < today:
        return "Over", "neutral", False
    return ("Signs now", "done", True) if row.from_on <= today else ("Not yet", "waiting", True)


def _name(request: HttpRequest, form: SignerForm) -> HttpResponse:
    data, person = form.cleaned_data, form.people[form.cleaned_data["person"]]
    with acting_once(request, form) as submission:
        acting.name_acting_signer(
            person=person, from_on=data["from_on"], to_on=data["to_on"], actor=request.user.actor, at=timezone.now()
        )
        submission.location = reverse("staff_signers")
    days = f"from {day(data['from_on'])} to {day(data['to_on'])}"
    messages.success(request, f"{person.name} may sign {days}.")
    return HttpResponseRedirect(reverse("staff_signers"), status=303)


@supervisor
@confirmed_person_required
def end(request: HttpRequest, appointment_id: int) -> HttpResponse:
    """Ask, then end an appointment before its last day."""
    row = get_object_or_404(acting.appointments(request.user.unit), pk=appointment_id)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with acting_once(request, form) as submission:
            acting.end_acting_signer(appointment=row, actor=request.user.actor, at=timezone.now())
            submission.location = reverse("staff_signers")
        messages.success(request, f"{row.person.name} signs for the supervisor no more.")
        return HttpResponseRedirect(reverse("staff_signers"), status=303)
    return render(request, "staff/signer_end.html", {"row": row, "form": form}, status=422 if form.errors else 200)
