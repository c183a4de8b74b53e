"""The page that gives the ticked cases of the queue to one person: it names exactly those, and asks once."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from wagecase.accounts.access import role_required
from wagecase.accounts.models import Role, User
from wagecase.cases import assigning
from wagecase.cases.assigning import MOST, Assigned
from wagecase.cases.forms import show_refusal
from wagecase.cases.queue import people_of
from wagecase.cases.rows import rows
from wagecase.cases.views.once import acting_once
from wagecase.web.forms import SubmissionKeyMixin
from wagecase.web.paging import noun_count


class BulkAssignForm(SubmissionKeyMixin):
    """Whom the cases are given to, and which version of each the page showed."""

    investigator = forms.ChoiceField(label="Give them to", error_messages={"required": "Choose a person"})
    seen = forms.MultipleChoiceField(
        label="Cases", widget=forms.MultipleHiddenInput, required=False,
        error_messages={"invalid_choice": "Open the page again from the list of cases"},
    )  # fmt: skip

    def __init__(self, *args: Any, people: list[User], seen: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.people = {str(person.pk): person for person in people}
        choices = [(pk, f"{person.name} ({person.get_role_display().lower()})") for pk, person in self.people.items()]
        self.fields["investigator"].choices = [("", "Choose a person"), *choices]
        self.fields["seen"].choices = [(mark, mark) for mark in seen]
        self.fields["seen"].initial = seen


@role_required(Role.SUPERVISOR)
def assign(request: HttpRequest) -> HttpResponse:
    """GET names the ticked cases; POST gives exactly those to the chosen person and says which were skipped."""
    cases = assigning.ticked(request.user, request.GET.getlist("case"))
    if not 0 < len(cases) <= MOST:
        messages.warning(request, f"Tick between 1 and {MOST} cases, then choose Assign.")
        return HttpResponseRedirect(reverse("staff_queue"), status=303)
    by_pk = {case.pk: case for case in cases}
    marks = request.POST.getlist("seen") if request.method == "POST" else [f"{c.pk}:{c.version}" for c in cases]
    seen = {int(pk): int(version) for pk, version in map(_mark, marks) if pk in map(str, by_pk)}
    form = BulkAssignForm(request.POST or None, people=people_of(request.user), seen=marks)
    if request.method == "POST" and form.is_valid():
        try:
            return _done(request, form, seen)
        except ValidationError as error:
            show_refusal(form, error)
    return render(request, "staff/assign.html", {
        "form": form, "rows": rows(cases, role=request.user.role), "count": noun_count(len(cases), "case", "cases"),
        "today": timezone.localdate(),
    }, status=422 if form.errors else 200)  # fmt: skip


def _mark(text: str) -> tuple[str, str]:
    """Return (id, version) of a hidden mark; "0" for what no page of ours sent."""
    pk, _, version = text.partition(":")
    whole = pk.isascii() and pk.isdecimal() and version.isascii() and version.isdecimal() and len(text) < 20
    return (pk, version) if whole else ("0", "0")


def _done(request: HttpRequest, form: BulkAssignForm, seen: dict[int, int]) -> HttpResponse:
    person = form.people[form.cleaned_data["investigator"]]
    with acting_once(request, form) as submission:
        found = assigning.assign_cases(seen=seen, investigator=person, by=request.user, at=timezone.now())
        submission.location = reverse("staff_queue")
    _say(request, found, person)
    return HttpResponseRedirect(reverse("staff_queue"), status=303)


def _say(request: HttpRequest, found: Assigned, person: User) -> None:
    if found.done:
        numbers = ", ".join(case.number for case in found.done)
        count = noun_count(len(found.done), "case", "cases")
        messages.success(request, f"{count} assigned to {person.name}: {numbers}.")
    if found.skipped:
        reasons = "; ".join(f"{case.number} ({reason})" for case, reason in found.skipped)
        messages.warning(request, f"Not assigned: {reasons}.")
