"""The questions of a worker's line; what is wrong with an answer is told by the rules that read spreadsheets too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from licenses import studies
from licenses import worker_columns as columns
from licenses import worker_rules as rules
from licenses.content import WorkerFacts
from licenses.drafting import typed
from licenses.drafting.fields import AskForm
from wagecase.rules import calendar
from wagecase.web.fields import SharedChoices
from wagecase.web.forms import DatePartsField, TextField

WIDTHS = {columns.NUMBER: 12, columns.COUNT: 3, columns.NUMBERS: 32}
GROUPS: tuple[tuple[Any, tuple[str, ...]], ...] = (
    (_("Who"), ("worker_id", "name", "born_on", "young")),
    (_("Counseling of a worker who is 24 or younger"), ("counseled", "counseled_on")),
    (_("The disability for this work"), ("disability", "disability_words", "evidence", "evidence_kind", "evidence_on")),
    (_("The work"), ("site", "job", "jobs", "elsewhere", "weekly_hours", "quarter_hours", "average_earnings")),
    (
        _("What the worker makes, and the pay"),
        ("pay_basis", "worker_units", "standard_units", "productivity", "rate", "studied_on", "next_study_on"),
    ),
    (_("How the productivity was found"), studies.ANSWERS),
)
HINTS: dict[str, Any] = {
    "worker_id": _("Your own number of the worker. It finds the line again when you upload a spreadsheet."),
    "name": _("Needed only without an id. Only you, the license specialist and the supervisor see it."),
    "young": _("Only if you do not enter a date of birth."),
    "counseled": _("Federal law asks for career counseling before such a worker is paid less than the minimum wage."),
    "counseled_on": _("Only if it is documented."),
    "disability": _("A category only, no diagnosis."),
    "disability_words": _("Only if you chose other."),
    "evidence_kind": _("Only if there is evidence on file."),
    "evidence_on": _("Only if there is evidence on file."),
    "weekly_hours": _("For example 22.5. Hours over 40 are paid at one and a half times the rate."),
    "average_earnings": _("For example 7.75."),
    "worker_units": _("What the worker made in the measured time. With units we work out the percent."),
    "standard_units": _("What a worker without a disability makes in the same time."),
    "productivity": _("Only if you know no units. For example 64.8."),
    "rate": _("An hour, or a piece with up to four places, for example 0.0375."),
    "studied_on": _("Needed for pay by the hour."),
    "study_measure": _(
        "Only for pay by the hour, and only if you enter a sample study. We work it out and compare it with the line."
    ),
    "study_setter": _(
        "A worker without a disability at the same work. For example 20, 22, 21: one number for each trial."
    ),
    "study_worker": _("As many trials, in the same order."),
    "study_quantity": _("For example 90. Both weights come to 100."),
    "study_quality": _("For example 10, or 0 if quality does not count apart."),
    "study_checked": _("Of the worker’s own work in these trials. Only if quality has a weight."),
    "study_errors": _("0 is an answer. Only if quality has a weight."),
}


@lru_cache(maxsize=4)
def _only_if(today: date) -> dict[str, str]:
    """Return what calls for each question: `worker_rules.unasked` says the same of the lines of a spreadsheet."""
    young = f"young=yes|born_on>{calendar.years_after(today, -(rules.YOUNG_UP_TO + 1)).isoformat()}"
    return {
        "counseled": young, "counseled_on": f"{young}&counseled=yes", "disability_words": "disability=other",
        "evidence_kind": "evidence=yes", "evidence_on": "evidence=yes",
        **dict.fromkeys(studies.ANSWERS, "pay_basis=hourly"),
    }  # fmt: skip


class TypedDateField(DatePartsField):
    """Three boxes of a date; the rules of the line read what was typed."""

    def clean(self, value: Any) -> str:  # type: ignore[override]
        """Return month/day/year as typed."""
        parts = [str(part or "").strip().replace("/", "") for part in value or ()]
        return "/".join(parts) if any(parts) else ""


def _field(column: columns.Column) -> forms.Field:
    label, hint = column.label, HINTS.get(column.name, "")
    if column.name in {"site", "job"}:
        field: forms.Field = forms.ChoiceField(label=label, required=False, help_text=hint)
    elif column.kind == columns.CHOICE:
        field = forms.ChoiceField(
            label=label,
            choices=SharedChoices(column.options.items()),
            widget=forms.RadioSelect,
            required=False,
            help_text=hint,
        )
    elif column.kind == columns.DATE:
        field = TypedDateField(label=label, noun=column.noun, required=False, help_text=hint)
    else:
        field = TextField(label=label, noun=column.noun, required=False, help_text=hint, max_length=1000,
                          width=WIDTHS.get(column.kind, 32 if column.longest > 60 else 24))  # fmt: skip
        if column.name in {"rate", "average_earnings"}:
            field.prefix = "$"  # type: ignore[attr-defined]
    return field


class WorkerForm(AskForm):
    """One worker on one job at one place. `facts` and `warnings` are there once the form was checked."""

    title = _("A worker")
    # The rules of the line ask for these; of units and percent they ask for one.
    asked_for = (*rules.NEEDED, "worker_id", "born_on", "worker_units", "standard_units", "studied_on")
    groups = GROUPS
    optional_still = frozenset(studies.ANSWERS)
    facts: WorkerFacts
    warnings: list[rules.Problem]
    for _column in columns.ANSWERS:
        locals()[_column.name] = _field(_column)
    del _column

    def __init__(self, *args: Any, sites: Sequence[str] = (), jobs: Sequence[str] = (), **kwargs: Any) -> None:
        self.only_if = _only_if(timezone.localdate())
        super().__init__(*args, **kwargs)
        self.lists = rules.Lists.of(sites=sites, jobs=jobs)
        for name, known in (("site", sites), ("job", jobs)):
            sent = self.data.get(name, "") if self.is_bound else self.initial.get(name, "")
            same = {rules.same_name(one): one for one in known}
            words = _("Choose a place of work") if name == "site" else _("Choose the main job")
            more = [(sent, sent)] if sent and sent not in known else []
            if rules.same_name(sent) in same and more:  # written otherwise in a spreadsheet
                more = [(sent, same[rules.same_name(sent)])]
            self.fields[name].choices = [("", words), *((one, one) for one in known), *more]

    def clean(self) -> dict[str, Any]:
        """Read the line and put each problem at its answer."""
        data = super().clean() or {}
        cells = {name: value for name, value in data.items() if isinstance(value, str)}
        self.facts, problems = rules.read_worker(cells, lists=self.lists)
        self.warnings = [problem for problem in problems if problem.warns]
        for problem in problems:
            if not problem.warns and problem.column not in self.errors:
                code = "required" if problem.code in MISSING else problem.code
                self.add_error(problem.column, ValidationError(problem.text(), code=code))
        return data

    @classmethod
    def cells(cls, answers: typed.Answers) -> dict[str, str]:
        """Return kept answers as the texts that the rules read."""
        return {name: value for name, value in answers.items() if isinstance(value, str) and not name.startswith("_")}


MISSING = frozenset({"blank", "name_or_id", "birth_or_young", "measure", "one_unit", "counsel"})
