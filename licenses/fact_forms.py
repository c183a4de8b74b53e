"""The forms of facts: writing them down, answering each, finding on each. Every field carries the id of its row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crispy_forms.layout import Fieldset, Layout, LayoutObject
from django import forms
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from licenses.facts import MOST, Answered, FactLine, Found, facts_of, were_told
from licenses.models import AllegedFact
from wagecase.cases.act_forms import ActForm
from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.web.forms import GovForm, NarrativeField, SubmissionKeyMixin, TextField

NEW = ("new1", "new2", "new3")  # rows for new facts; whoever has more saves and writes on
NAMELESS = "The employer reads it. Name no worker: use the worker’s id."
APART = "wc-apart"
FINDINGS = [*AllegedFact.Finding.choices, ("", "Not decided yet")]


class FactShown(LayoutObject):
    """A fact as alleged above the fields that are about it."""

    def __init__(self, fact: AllegedFact, *, for_staff: bool) -> None:
        self.fact, self.for_staff = fact, for_staff

    def render(self, form: Any, context: Any, **kwargs: Any) -> str:
        """Return its HTML."""
        return render_to_string("licenses/parts/fact.html", {"fact": self.fact, "for_staff": self.for_staff})


def _lay_out(form: GovForm, *parts: Any) -> None:
    form.helper.layout = Layout(*parts)
    form.helper.render_hidden_fields = True


def add_line_fields(
    form: GovForm, facts: Sequence[AllegedFact], *, leading: Sequence[str] = (), at_least_one: bool = False,
    told: bool = False,
) -> None:  # fmt: skip
    """Give the form a fieldset for each fact and for a few new ones, below the fields `leading`.

    Facts of which the employer was told stand there to be read only.
    """
    room = max(0, MOST - len(facts))
    rows = [(str(fact.pk), fact) for fact in facts] + [(key, None) for key in NEW[:room]]
    parts: list[Any] = list(leading)
    for number, (key, fact) in enumerate(rows, start=1):
        noun = f"fact {number}"
        if told and fact is not None:
            parts.append(Fieldset(f"Fact {number}, as told", FactShown(fact, for_staff=True), css_class=APART))
            continue
        form.fields[f"text_{key}"] = NarrativeField(
            label="Fact or conduct", noun=noun, rows=3, max_length=2000, initial=fact.text if fact else "",
            required=at_least_one and number == 1, error_messages={"required": "Write down at least one fact or conduct"},
            help_text=NAMELESS if fact else f"{NAMELESS} Leave the row blank if you do not need it.",
        )  # fmt: skip
        form.fields[f"cite_{key}"] = TextField(
            label="Law or condition of the license", noun=f"the law for {noun}", max_length=100, width=32, required=False,
            initial=fact.cite if fact else "", help_text="" if fact else "For example: DWD 272.09 (8) (j) 3.",
        )  # fmt: skip
        form.fields[f"remedy_{key}"] = NarrativeField(
            label="What would show or reach compliance", noun=f"what would show compliance with {noun}", rows=2,
            max_length=2000, required=False, initial=fact.remedy if fact else "", help_text=NAMELESS,
        )  # fmt: skip
        names = [f"text_{key}", f"cite_{key}", f"remedy_{key}"]
        if fact is not None:
            form.fields[f"remove_{key}"] = forms.BooleanField(label=f"Remove {noun}", required=False)
            names.append(f"remove_{key}")
        parts.append(Fieldset(noun.capitalize() if fact else f"New {noun}", *names, css_class=APART))
    _lay_out(form, *parts)


def lines_of(form: GovForm) -> tuple[list[FactLine], list[str]]:
    """Return the facts as typed, and the keys of those to remove."""
    data = form.cleaned_data
    keys = [name.removeprefix("text_") for name in form.fields if name.startswith("text_")]
    lines = [
        FactLine(key, data[f"text_{key}"].strip(), data[f"cite_{key}"].strip(), data[f"remedy_{key}"].strip())
        for key in keys
    ]
    return lines, [key for key in keys if data.get(f"remove_{key}")]


class FactsForm(ActForm):
    """The facts of a case, each in its own fieldset."""

    def set_up(self) -> None:
        """Ask for each fact that is written down, and leave room for three more; what was told is shown, not asked."""
        rows = facts_of(self.case)
        add_line_fields(self, rows, told=were_told(self.case))

    def facts(self) -> dict[str, Any]:
        """Return the facts as written, and those to remove."""
        lines, removed = lines_of(self)
        return {"lines": lines, "removed": removed}


def add_answer_fields(
    form: GovForm, facts: Sequence[AllegedFact], *, for_staff: bool, leading: Sequence[str] = (), may_end: bool = False
) -> None:
    """Give the form an answer and files for each fact, below the fields `leading`.

    With `may_end` the employer can say that nothing further follows, so that nobody waits for the last day.
    """
    parts: list[Any] = list(leading)
    for number, fact in enumerate(facts, start=1):
        form.fields[f"answer_{fact.pk}"] = NarrativeField(
            label="Answer" if for_staff else _("Your answer"), noun=_("the answer to fact %(number)s") % {"number": number},
            rows=4, max_length=5000, required=False,
        )  # fmt: skip
        form.fields[f"files_{fact.pk}"] = CaseFilesField(
            label="Evidence" if for_staff else _("Evidence for this answer"),
            noun=_("the evidence on fact %(number)s") % {"number": number}, required=False,
        )  # fmt: skip
        legend = f"Fact {number}" if for_staff else _("Fact %(number)s") % {"number": number}
        shown = FactShown(fact, for_staff=for_staff)
        parts.append(Fieldset(legend, shown, f"answer_{fact.pk}", f"files_{fact.pk}", css_class=APART))
    if may_end:
        form.fields["nothing_more"] = forms.BooleanField(
            label="The employer says that nothing more follows" if for_staff else _("We have nothing more to send"),
            required=False,
            help_text="The department may then decide before the last day."
            if for_staff
            else _("We may then decide before the last day. Leave it open while you may still send something."),
        )
        parts.append("nothing_more")
    _lay_out(form, *parts)


def answers_of(form: GovForm) -> list[Answered]:
    """Return the answer to each fact, blank ones too."""
    data = form.cleaned_data
    keys = [name.removeprefix("answer_") for name in form.fields if name.startswith("answer_")]
    return [Answered(int(key), data[f"answer_{key}"], tuple(data[f"files_{key}"] or ())) for key in keys]


def refuse_empty(form: GovForm) -> None:
    """Add an error above the form when no fact was answered at all."""
    if form.cleaned_data.get("nothing_more"):
        return
    if not form.errors and not any(one.text.strip() or one.files for one in answers_of(form)):
        form.add_error(None, _("Answer at least one of the facts, in words or with a file"))


class MemberAnswerForm(SubmissionKeyMixin):
    """The employer's answer on its own page; what is left blank can be answered later."""

    def __init__(self, *args: Any, facts: Sequence[AllegedFact], may_end: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        add_answer_fields(self, facts, for_staff=False, may_end=may_end)

    def clean(self) -> dict[str, Any]:
        """An answer holds something."""
        data = super().clean() or {}
        refuse_empty(self)
        return data


class PaperAnswerForm(ActForm):
    """An answer that came on paper, by phone or in person, as staff key it."""

    received_on = StaffDateField(
        label="Day it came in", noun="the day it came in", past=True, help_text="As stamped. It decides whether it is late."
    )  # fmt: skip

    def set_up(self) -> None:
        """Ask for an answer to each fact."""
        ends = self.case.kind == "application"
        add_answer_fields(self, facts_of(self.case), for_staff=True, leading=["received_on"], may_end=ends)

    def clean(self) -> dict[str, Any]:
        """An answer holds something."""
        data = super().clean() or {}
        refuse_empty(self)
        return data

    def facts(self) -> dict[str, Any]:
        """Return the answers and the day on which they came."""
        ended = {"nothing_more": True} if self.cleaned_data.get("nothing_more") else {}
        return {"answers": answers_of(self), "received_on": self.cleaned_data["received_on"], **ended}


class FindingsForm(ActForm):
    """What was found on each fact, and why."""

    mark_optional = False

    def set_up(self) -> None:
        """Ask for a finding on each fact, below what the employer answered to it."""
        parts = []
        for number, fact in enumerate(facts_of(self.case), start=1):
            self.fields[f"finding_{fact.pk}"] = forms.ChoiceField(
                label="Finding", choices=FINDINGS, widget=forms.RadioSelect, required=False, initial=fact.finding
            )
            self.fields[f"reason_{fact.pk}"] = NarrativeField(
                label="Why", noun=f"why you find so on fact {number}", rows=3, max_length=2000, required=False,
                initial=fact.finding_reason, help_text="The employer reads it in the order. Name no worker: use the worker’s id.",
            )  # fmt: skip
            shown = FactShown(fact, for_staff=True)
            parts.append(Fieldset(f"Fact {number}", shown, f"finding_{fact.pk}", f"reason_{fact.pk}", css_class=APART))
        _lay_out(self, *parts)

    def _keys(self) -> list[str]:
        return [name.removeprefix("finding_") for name in self.fields if name.startswith("finding_")]

    def clean(self) -> dict[str, Any]:
        """A finding has its reason, and a reason its finding."""
        data = super().clean() or {}
        for key in self._keys():
            finding, reason = data.get(f"finding_{key}"), data.get(f"reason_{key}")
            if finding and not reason and f"reason_{key}" not in self.errors:
                self.add_error(f"reason_{key}", "Say why you find so. The employer reads it")
            if reason and not finding and f"finding_{key}" not in self.errors:
                self.add_error(f"finding_{key}", "Say what you found on this fact, or take out the reason")
        return data

    def facts(self) -> dict[str, Any]:
        """Return the findings."""
        data = self.cleaned_data
        return {"findings": [Found(int(k), data[f"finding_{k}"], data[f"reason_{k}"]) for k in self._keys()]}
