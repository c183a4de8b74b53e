"""What staff enter for a revision: the figures of each method and their source, what was weighed, and the authority."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from wagecase.cases.forms import CaseFilesField, StaffDateField
from wagecase.rates.models import DATED, INDEX, POVERTY_LINE, TYPED, RateSchedule
from wagecase.rates.tables import class_name
from wagecase.rules import proposal_tables, proposals
from wagecase.rules.law import NoRateInSource
from wagecase.rules.proposals import FACTORS, Proposal, Refused
from wagecase.rules.ratebook import RateBook
from wagecase.rules.revisions import FORMULA_CLASSES
from wagecase.web.cells import FORMULA_STARTS
from wagecase.web.forms import MoneyField, NarrativeField, NumberField, SubmissionKeyMixin, TextField

# The words of 104.04 for what may be weighed when the living wage is determined, in its order.
FACTOR_LABELS = {
    "job_creation": "Effect on job creation",
    "job_retention": "Effect on job retention",
    "job_expansion": "Effect on job expansion",
    "entry_level_jobs": "Effect on the availability of entry-level jobs",
    "regional_conditions": "Effect on regional economic conditions within the state",
}
UNKEPT = ("submission_key", "version")


class YearField(NumberField):
    """A year, which no sentence writes with a comma."""

    def shown(self, value: Decimal) -> str:
        """Return a bound as a sentence writes it."""
        return str(value)


class RevisionForm(SubmissionKeyMixin):
    """What every method asks. `proposal` is there once the form is valid."""

    method = ""
    figures: tuple[str, ...] = ()

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=10**6)
    title = TextField(
        label="Title", noun="the title", max_length=120, width=48,
        help_text="As the rule packet will print it, such as “Minimum wage rates from September 1, 2027”.",
    )  # fmt: skip
    figures_source = NarrativeField(
        label="Where the figures come from", noun="where the figures come from", rows=3, max_length=1000,
        help_text="Publisher, title, table or page, and date, so that somebody else finds the same figures.",
    )  # fmt: skip

    def __init__(self, *args: Any, book: RateBook, **kwargs: Any) -> None:
        self.book = book
        self.proposal: Proposal | None = None
        super().__init__(*args, **kwargs)
        self.order_fields(["title", *self.figures, "figures_source"])  # the summary of faults follows the page
        for name in FACTORS:
            self.fields[f"factor_{name}"] = NarrativeField(
                label=FACTOR_LABELS[name],
                noun=f"the {FACTOR_LABELS[name].lower()}",
                rows=3,
                max_length=4000,
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        """Work out the table; what the rule refuses stands at its figure, with the law."""
        data = super().clean() or {}
        try:
            proposal_tables.check_words("title", data.get("title", ""))
        except Refused as refused:
            self._show(refused)
        if not self.errors:
            try:
                self.proposal = self.worked_out(data)
            except Refused as refused:
                self._show(refused)
        return data

    def worked_out(self, data: dict[str, Any]) -> Proposal:
        """Return the proposal that follows from valid figures; Refused if the rule or the law has none."""
        raise NotImplementedError

    def typed(self) -> dict[str, str]:
        """Return every answer as it was typed, so that the draft opens again with the same words."""
        return {name: str(self.data.get(name, "")) for name in self.fields if name not in UNKEPT}

    def figure_fields(self) -> list[forms.BoundField]:
        """Return the fields of this method's own figures."""
        return [self[name] for name in self.figures]

    def factor_fields(self) -> list[forms.BoundField]:
        """Return the fields of what 104.04 lets the department weigh."""
        return [self[f"factor_{name}"] for name in FACTORS]

    def _show(self, refused: Refused) -> None:
        self.add_error(refused.field if refused.field in self.fields else None, refused.sentence())


class PovertyLineForm(RevisionForm):
    """The figures of AB622 104.035: the poverty line of a family of 3 and its dates."""

    method = POVERTY_LINE
    figures = ("line", "published", "revised_on")

    line = MoneyField(
        label="Poverty line of a family of 3, a year", noun="the poverty line", low="1000.00", high="1000000.00",
        help_text="The federal guideline for the continental United States.",
    )  # fmt: skip
    published = StaffDateField(
        label="Day it was published", noun="the day of publication", past=True,
        help_text="The rule is due within 30 days after this day.",
    )  # fmt: skip
    revised_on = StaffDateField(
        label="Day on which the rule will be made", noun="the day on which the rule will be made",
        help_text="The rates apply from the first day of the first month that begins after this day.",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for class_ in FORMULA_CLASSES:
            self.fields[raised_name(class_)] = MoneyField(
                label=f"{class_name(class_)}, an hour", noun=f"the rate of {class_name(class_).lower()}",
                low="0.01", high="1000.00", required=False,
            )  # fmt: skip

    def worked_out(self, data: dict[str, Any]) -> Proposal:
        """Return the hourly rates of the formula, and those of minors elsewhere than on farms with the general one."""
        raised = {name: data[raised_name(name)] for name in FORMULA_CLASSES if data[raised_name(name)] is not None}
        return proposals.by_poverty_line(
            book=self.book, line=data["line"], published=data["published"], revised_on=data["revised_on"], raised=raised
        )

    def raised_fields(self) -> list[forms.BoundField]:
        """Return the fields of rates that the department raised by rule."""
        return [self[raised_name(class_)] for class_ in FORMULA_CLASSES]

    def raised_given(self) -> bool:
        """Return whether one of them holds something, so that the page shows it open."""
        return any(field.value() or field.errors for field in self.raised_fields())


class IndexForm(RevisionForm):
    """The figures of SB130 104.035 (9): two averages of the price index."""

    method = INDEX
    figures = ("year", "last", "this")

    year = YearField(
        label="Year of the revision", noun="the year", places=0, low="2006", high="2099", width=6,
        help_text="The amounts in effect on August 31 of this year are adjusted; the new ones apply from September 1.",
    )  # fmt: skip
    last = NumberField(
        label="Index average for the 12 months ending May 31 of the year before", noun="the average of the year before",
        places=5, low="0.01", high="99999.99999",
        help_text="All urban consumers, U.S. city average, as the Bureau of Labor Statistics determined it.",
    )  # fmt: skip
    this = NumberField(
        label="Index average for the 12 months ending May 31 of the year of the revision", noun="the average of the year",
        places=5, low="0.01", high="99999.99999",
    )  # fmt: skip

    year.example, last.example, this.example = "2027", "320.415", "330.115"  # type: ignore[misc]

    def worked_out(self, data: dict[str, Any]) -> Proposal:
        """Return every amount adjusted by the index."""
        return proposals.by_index(book=self.book, year=int(data["year"]), last=data["last"], this=data["this"])


class TableForm(RevisionForm):
    """A table as it is typed or pasted, for which nothing is worked out."""

    figures: tuple[str, ...] = ("table", "cite")

    table = NarrativeField(
        label="The table", noun="the table", rows=14, max_length=20_000,
        help_text="One amount a line: class, item, unit, amount. You can paste from a spreadsheet.",
    )  # fmt: skip
    cite = TextField(
        label="Citation to print beside the amounts", noun="the citation", max_length=60, width=24,
        help_text="The provision that will hold the table, such as “DWD 272.03 (1)”.",
    )  # fmt: skip

    def clean_cite(self) -> str:
        """Refuse what no citation starts with and a spreadsheet would run as a formula."""
        text = str(self.cleaned_data["cite"])
        if text.startswith(FORMULA_STARTS):
            raise ValidationError("Start the citation with a letter or a number", code="cite")
        return text

    def clean_table(self) -> str:
        """Say at once what is wrong with a line, whatever else is missing; a table that separates the sexes first of all."""
        text = str(self.cleaned_data["table"])
        try:
            proposal_tables.read_table(text, first_day=None if self.method == DATED else proposal_tables.FIRST_DAY)
        except Refused as refused:
            raise ValidationError(refused.sentence(), code="table") from refused
        return text

    def worked_out(self, data: dict[str, Any]) -> Proposal:
        """Return the amounts as typed."""
        stated = proposal_tables.read_table(data["table"], first_day=data.get("first_day"))
        return proposals.by_table(book=self.book, stated=stated, dated=self.method == DATED, cite=data["cite"])

    @staticmethod
    def names() -> list[tuple[str, str]]:
        """Return each class as a table names it and the items it has."""
        items: dict[str, list[str]] = {}
        for class_, item, unit in proposals.PRINTED:
            items.setdefault(class_, []).append(f"{item}, {unit}")
        return [(class_, "; ".join(pairs)) for class_, pairs in items.items()]


class TypedForm(TableForm):
    """A table whose amounts all begin on one day."""

    method = TYPED
    figures = ("first_day", "table", "cite")

    first_day = StaffDateField(label="First day", noun="the first day", help_text="All amounts apply from this day.")


class DatedForm(TableForm):
    """A table with a first day for each amount, as AB77 has it."""

    method = DATED

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].help_text = (
            "One amount a line: class, item, unit, amount, first day. A later amount ends the one before it. "
            "You can paste from a spreadsheet."
        )


FORMS: dict[str, type[RevisionForm]] = {
    POVERTY_LINE: PovertyLineForm, INDEX: IndexForm, DATED: DatedForm, TYPED: TypedForm,
}  # fmt: skip


def raised_name(class_: str) -> str:
    """Return the name of the field of a rate that was raised by rule."""
    return f"raised_{class_.replace('-', '_')}"


class ActOnSchedule(SubmissionKeyMixin):
    """The button of an act on one schedule, with the version that the page showed."""

    version = forms.IntegerField(
        widget=forms.HiddenInput, min_value=0, max_value=10**6,
        error_messages={"required": "Part of this page was missing. Open it again."},
    )  # fmt: skip


class ProposeForm(ActOnSchedule):
    """That a draft is put forward; amounts that fall with the index, or change by more than half, must be confirmed."""

    confirm_fall = forms.BooleanField(
        label="I confirm that the amounts go down with the index",
        error_messages={"required": "Confirm that the amounts go down, or change the figures of the draft"},
    )

    confirm_large = forms.BooleanField(
        label="I confirm the amounts that change by more than half",
        error_messages={
            "required": "Confirm the amounts that change by more than half, or change the figures of the draft"
        },
    )

    def __init__(self, *args: Any, proposal: Proposal | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if proposal is None or not proposal.fell:
            del self.fields["confirm_fall"]
        if proposal is None or not proposal.needs_large_confirmed:
            del self.fields["confirm_large"]


class WithdrawForm(ActOnSchedule):
    """Why a proposal is taken back."""

    reason = NarrativeField(label="Reason", noun="the reason", rows=3, max_length=1000)


class PublishForm(ActOnSchedule):
    """What puts a proposal in force, and from which day."""

    authority_kind = forms.ChoiceField(
        label="What puts it in force", choices=RateSchedule.AUTHORITIES, widget=forms.RadioSelect,
        error_messages={"required": "Choose the act or the register"},
    )  # fmt: skip
    authority_number = TextField(
        label="Its number", noun="the number", max_length=60, width=24,
        help_text="Such as “2027 Wisconsin Act 12”, or the number of the register with the rule’s clearinghouse number.",
    )  # fmt: skip
    authority_date = StaffDateField(label="Its date", noun="the date of the act or register", past=True)
    document = CaseFilesField(
        label="The act or the register page", error_messages={"required": "Add the act or the register page as a file"},
        help_text="One PDF, JPEG or PNG, up to 10 MB. Its hash is recorded with the schedule.",
    )  # fmt: skip
    first_day = StaffDateField(
        label="First day in force", noun="the first day",
        help_text="For today or an earlier day you are asked for the reason below.",
    )  # fmt: skip
    first_day_reason = NarrativeField(
        label="Where the authority itself sets a day that has begun already", noun="the reason", rows=2, max_length=1000,
        required=False, help_text="Asked only for a first day that is today or earlier. Leave blank for a later day.",
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["document"].widget.attrs["multiple"] = False  # one file: "Choose File"


def table_in_force(book: RateBook, on: date, *, dated: bool) -> str:
    """Return the table in force on a day as the box of a typed table holds it."""
    found = []
    for class_, item, unit in proposals.PRINTED:
        try:
            rate = book.find(source=proposals.SOURCE, class_=class_, item=item, unit=unit, on=on)
        except NoRateInSource:
            continue
        day = [on.isoformat()] if dated else []
        found.append(", ".join([class_, item, unit, f"{Decimal(rate.amount):.2f}", *day]))
    return "\n".join(found)
