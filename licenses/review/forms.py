"""The forms of staff's acts on an application: one class per transition that asks something."""

from __future__ import annotations

from datetime import date
from typing import Any

from crispy_forms.layout import Fieldset, Layout, LayoutObject
from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string

from licenses import issuing
from licenses.content import ApplicationContent, from_dict
from licenses.fact_forms import FactsForm, FactShown
from licenses.facts import Found as FoundFact
from licenses.facts import facts_of
from licenses.guards.application import DENY, GRANT
from licenses.models import AllegedFact, Application, ReviewItem
from licenses.reading_language import hint
from licenses.review import conditions, criteria, flags
from licenses.review.deciding import Recommended
from licenses.review.progress import Found
from wagecase.cases import act_forms
from wagecase.cases.act_forms import ActForm, ReasonForm, reason_field
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.deadlines.table import BY_KEY
from wagecase.rules import calendar, law
from wagecase.rules.license_dates import term_ends
from wagecase.web.formatting import longdate
from wagecase.web.forms import NarrativeField

RESULTS = [*ReviewItem.Result.choices, ("", "Not decided yet")]


class AssignForm(act_forms.AssignForm):
    def set_up(self) -> None:
        """Say what the person is here."""
        super().set_up()
        self.fields["investigator"].label = "Specialist"


class Shown(LayoutObject):
    """What stands above the fields of one row: the law and what the application offers, or a warning."""

    def __init__(self, template: str, **values: Any) -> None:
        self.template, self.values = template, values

    def render(self, form: Any, context: Any, **kwargs: Any) -> str:
        """Return its HTML."""
        return render_to_string(self.template, self.values)


class ReviewForm(ActForm):
    """A fieldset for each criterion and each warning; a row may stay open."""

    def set_up(self) -> None:
        """Ask for what is found on each criterion, below what the application itself offers."""
        saved = {row.code: row for row in self.case.application.review.all()}
        offered = criteria.Offered(self.case.application)
        self.offered: dict[str, list[criteria.Line]] = {}
        parts: list[Any] = []
        for row in criteria.CRITERIA:
            self.offered[row.code] = row.evidence(offered)
            parts.append(self._criterion(row, saved.get(row.code)))
        self.flags = flags.flags_of(self.case)
        parts += [self._flag(flag) for flag in self.flags]
        self.helper.layout = Layout(*parts)
        self.helper.render_hidden_fields = True

    def _criterion(self, row: criteria.Criterion, saved: ReviewItem | None) -> Fieldset:
        result, evidence = f"result_{row.code}", f"evidence_{row.code}"
        self.fields[result] = forms.ChoiceField(
            label="Finding",
            choices=RESULTS,
            widget=forms.RadioSelect,
            required=False,
            initial=saved.result if saved else "",
        )
        self.fields[evidence] = NarrativeField(
            label="On what evidence", noun=f"the evidence on “{row.question}”", rows=2, max_length=4000, required=False,
            initial=saved.evidence if saved else "",
            help_text="" if any(line.ok is False for line in self.offered[row.code]) else
            "Leave it blank for “Met” to keep what the application says above.",
        )  # fmt: skip
        shown = Shown("licenses/staff/criterion.html", row=row, lines=self.offered[row.code])
        return Fieldset(row.question, shown, result, evidence, css_class="wc-review-row")

    def _flag(self, flag: flags.Flag) -> Fieldset:
        name = _field_of(flag)
        self.fields[name] = NarrativeField(
            label="Why it does not stand in the way", noun=f"why “{flag.text}” does not stand in the way", rows=2,
            max_length=4000, required=False, initial=flag.cleared,
            help_text=f"No {'license' if flag.of_grants else 'decision'} can be recommended while this is blank.",
        )  # fmt: skip
        shown = Shown("licenses/staff/flag.html", flag=flag)
        return Fieldset(f"Warning: {flag.text}", shown, name, css_class="wc-review-row")

    def clean(self) -> dict[str, Any]:
        """A finding has its evidence; where the application offers all of it, that is kept."""
        data = super().clean() or {}
        for code, lines in self.offered.items():
            result, evidence = data.get(f"result_{code}"), data.get(f"evidence_{code}")
            if not result or evidence or f"evidence_{code}" in self.errors:
                continue
            moot = result == ReviewItem.Result.NOT_APPLICABLE and bool(lines) and all(line.nothing for line in lines)
            if moot or (result == ReviewItem.Result.MET and lines and not any(line.ok is False for line in lines)):
                data[f"evidence_{code}"] = " ".join(line.text for line in lines)[:4000]
            else:
                self.add_error(
                    f"evidence_{code}",
                    ValidationError(f"Say on what evidence you find so on “{_question(code)}”", code="blank"),
                )
        return data

    def facts(self) -> dict[str, Any]:
        """Return the findings and the reasons."""
        data = self.cleaned_data
        return {
            "found": [Found(code, data[f"result_{code}"], data[f"evidence_{code}"]) for code in criteria.CODES],
            "cleared": {flag.code: data[_field_of(flag)] for flag in self.flags},
        }


def _question(code: str) -> str:
    return next(row.question for row in criteria.CRITERIA if row.code == code)


def _wished(application: Application) -> date | None:
    """Return the day from which a first license is wished; a further term follows the old one, whatever was wished."""
    if application.renews_id:
        return None
    return from_dict(ApplicationContent, application.content).filing.start_on


def _term_again(application: Application, starts_on: date, ends_on: date) -> tuple[date, date]:
    """Return the term that was recommended before, moved on to `starts_on` where its first day has passed.

    One of the usual length keeps that length; one that was meant to be shorter keeps its last day while it lasts.
    """
    first, last = application.starts_on, application.ends_on
    if first is None or last is None:
        return starts_on, ends_on
    if first >= starts_on:
        return first, last
    usual = term_ends(first).value == last
    return starts_on, ends_on if usual or last < starts_on else last


def _field_of(flag: flags.Flag) -> str:
    return f"flag_{flag.code.replace(':', '_')}"


class RequestInformationForm(ActForm):
    questions = NarrativeField(
        label="Your questions", noun="your questions", rows=8, max_length=5000,
        help_text="The applicant reads them. Name no worker: use the worker’s id.",
    )  # fmt: skip

    def set_up(self) -> None:
        """Say until when the applicant is asked to answer."""
        row = BY_KEY["licenses.information"]
        days = law.in_force(row.length, self.today).number
        due = calendar.due(start=self.today, length=days, act=row.act).value.legal_due
        self.fields[
            "questions"
        ].help_text += f" The answer is asked for by {longdate(due)} ({days} days, office practice).{hint(self.case)}"


class AnswerRequestForm(ActForm):
    """An answer that came by phone, by mail or in person."""

    received_on = StaffDateField(label="Day it came in", noun="the day it came in", past=True)
    answer = NarrativeField(
        label="What the applicant answered", noun="what the applicant answered", rows=6, max_length=5000, required=False
    )
    files = CaseFilesField(label="Files", noun="files", required=False)

    def clean(self) -> dict[str, Any]:
        """Some answer is needed."""
        data = super().clean() or {}
        if not self.errors and not data.get("answer") and not data.get("files"):
            self.add_error("answer", "Write the answer or add a file")
        return data


class NoticeForm(FactsForm):
    """The facts of the notice; the first one must be written down."""

    def set_up(self) -> None:
        """Ask for at least one fact."""
        super().set_up()
        first = self.fields["text_new1"] if not self.case.alleged_facts.exists() else None
        if first is not None:
            first.required = True
            first.error_messages["required"] = "Enter the fact or conduct that may lead to a denial"


class ReturnForm(ReasonForm):
    reason = reason_field(
        "What must be changed", "The specialist reads it. The applicant does not. Name no worker: use the worker’s id."
    )


class WithdrawForm(ReasonForm):
    reason = reason_field(
        "How you know that it is withdrawn",
        "It stays on record. Name no worker. The applicant gets a letter that the application is withdrawn.", rows=3, max_length=2000,
    )  # fmt: skip


class RecommendForm(ActForm):
    """Grant or deny, with the reasons; term and conditions of a grant; findings on the facts of a notice."""

    decision = forms.ChoiceField(
        label="What do you recommend?", widget=forms.RadioSelect,
        choices=[(GRANT, "Grant the license"), (DENY, "Deny the application")],
        error_messages={"required": "Choose grant or deny"},
    )  # fmt: skip
    reasons = NarrativeField(
        label="Reasons", noun="the reasons", rows=8, max_length=10_000,
        help_text="Leave an empty line between paragraphs. The applicant reads those of a denial in the letter: name no "
        "worker, use the worker’s id.",
    )  # fmt: skip
    starts_on = StaffDateField(label="First day of the term", noun="the first day of the term", required=False)
    ends_on = StaffDateField(label="Last day of the term", noun="the last day of the term", required=False)
    codes = forms.MultipleChoiceField(
        label="Further conditions", required=False, widget=forms.CheckboxSelectMultiple,
        choices=[(row.code, f"{row.name}: {row.text} ({row.cite})") for row in conditions.OPTIONAL],
    )  # fmt: skip
    own = NarrativeField(
        label="Conditions in your own words", noun="the conditions", rows=4, max_length=4000, required=False,
        help_text="One a line. They are printed on the certificate and stay as they are for the whole term: name no worker.",
    )  # fmt: skip

    def set_up(self) -> None:
        """Start from what was recommended before, else from the term that could be granted today."""
        application = self.case.application
        starts_on, ends_on = issuing.proposed_term(application, on=self.today)
        kept = [row["code"] for row in application.conditions]
        own = [row["text"] for row in application.conditions if row["code"].startswith("own-")]
        first, last = _term_again(application, starts_on, ends_on)
        self.initial = {
            "decision": application.recommended, "reasons": application.recommendation,
            "starts_on": first, "ends_on": last,
            "codes": [code for code in kept if code in conditions.BY_CODE], "own": "\n".join(own), **self.initial,
        }  # fmt: skip
        self.fields["reasons"].help_text += hint(self.case)
        self.told = facts_of(self.case)
        returned = (
            [Shown("licenses/staff/returned.html", application=application)] if application.returned_reason else []
        )
        self.helper.layout = Layout(
            *returned, "decision", "reasons",
            Fieldset(
                "Term, if granted", Shown("licenses/staff/term.html", application=application, wished=_wished(application)), "starts_on", "ends_on"
            ),
            Fieldset(
                "Conditions, if granted",
                Shown("licenses/staff/demanded.html", rows=conditions.frozen((), (), on=self.today)), "codes", "own",
            ),
            *(self._fact(number, fact) for number, fact in enumerate(self.told, 1)),
        )  # fmt: skip
        self.helper.render_hidden_fields = True

    def _fact(self, number: int, fact: AllegedFact) -> Fieldset:
        self.fields[f"finding_{fact.pk}"] = forms.ChoiceField(
            label="Finding", choices=AllegedFact.Finding.choices, widget=forms.RadioSelect, initial=fact.finding,
            error_messages={"required": "Say what you found on this fact"},
        )  # fmt: skip
        self.fields[f"reason_{fact.pk}"] = NarrativeField(
            label="Why", noun=f"why you find so on fact {number}", rows=3, max_length=2000, initial=fact.finding_reason,
            help_text="The applicant reads it in the letter of a denial. Name no worker: use the worker’s id.",
        )  # fmt: skip
        shown = FactShown(fact, for_staff=True)
        return Fieldset(f"Fact {number} of the notice", shown, f"finding_{fact.pk}", f"reason_{fact.pk}")

    def clean_reasons(self) -> str:
        """Refuse the reasons of the recommendation before under another decision: the letter of a denial prints them."""
        reasons: str = self.cleaned_data["reasons"]
        before, chosen = self.case.application.recommended, self.cleaned_data.get("decision")
        kept = self.case.application.recommendation
        if before and chosen and chosen != before and reasons.split() == kept.split():
            said = {GRANT: "a grant", DENY: "a denial"}
            raise ValidationError(
                f"These reasons were written for {said[before]}. Write the reasons for {said[chosen]}", code="reasons"
            )
        return reasons

    def clean_own(self) -> list[str]:
        """Return the conditions, one a line."""
        lines = [" ".join(line.split()) for line in self.cleaned_data["own"].splitlines() if line.strip()]
        if len(lines) > conditions.MOST_ADDED:
            raise ValidationError(
                f"A license holds at most {conditions.MOST_ADDED} conditions in your own words", code="many"
            )
        if any(len(line) > 400 for line in lines):
            raise ValidationError("Shorten each condition to 400 characters or fewer", code="long")
        return lines

    def facts(self) -> dict[str, Any]:
        """Return the recommendation."""
        data = self.cleaned_data
        findings = [FoundFact(row.pk, data[f"finding_{row.pk}"], data[f"reason_{row.pk}"]) for row in self.told]
        return {"recommended": Recommended(
            decision=data["decision"], reasons=data["reasons"], starts_on=data["starts_on"], ends_on=data["ends_on"],
            codes=tuple(data["codes"]), own=tuple(data["own"]), findings=tuple(findings),
        )}  # fmt: skip
