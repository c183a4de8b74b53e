"""The forms of staff's acts on a closing notice: one class per transition that asks something."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils import timezone

from closings import deciding, duty, wording
from closings.deciding import Decided
from closings.determinations import Findings, check, findings_of
from closings.estimate import estimate
from closings.guards import ORDERS, letters_of, still_counting
from closings.recording import latest
from closings.stamps import Days, days_of
from closings.together import Other, apart, near, words
from wagecase.accounts.models import User
from wagecase.cases.act_forms import YES_NO, ActForm, ReasonForm, offer_people, reason_field
from wagecase.cases.forms import StaffDateField
from wagecase.cases.order_forms import offer_signers, signer_field
from wagecase.web.formatting import day
from wagecase.web.forms import GovForm, MoneyField, NarrativeField

BOTH_FOUND = (
    "It holds if both are found: when notice was due, the employer was actively seeking capital or business that would have "
    "avoided the event; and it believed, reasonably and in good faith, that the notices would have kept it from getting that."
)
DECISIONS = [("yes", "It holds"), ("no", "It does not hold")]


class CorrectForm(GovForm):
    why = NarrativeField(
        label="What is wrong, and how you know", noun="what is wrong", rows=3, max_length=500,
        help_text="The public list says that the department corrected the notice, and not why.",
    )  # fmt: skip


class CorrectLetterForm(ActForm):
    letter = forms.ChoiceField(
        label="Which letter", widget=forms.RadioSelect, error_messages={"required": "Choose the letter"}
    )
    received_on = StaffDateField(
        label="Day stamped on the letter", noun="the day stamped on the letter", past=True, required=False,
        help_text="The public list shows it. A day that you leave blank stays as it is.",
    )  # fmt: skip
    postmarked_on = StaffDateField(label="Postmark", noun="the postmark", past=True, required=False)
    dated_on = StaffDateField(label="Date on the letter", noun="the date on the letter", past=True, required=False)
    reason = reason_field(
        "What was keyed wrongly, and how you know",
        "The public list says that the department corrected the notice, and not why.", noun="what was keyed wrongly",
        rows=3, max_length=500,
    )  # fmt: skip

    def set_up(self) -> None:
        """Offer each letter with its days; ask for none where there is one, whose days are filled in."""
        notice = self.case.closing
        self.letters = {str(row.number): days_of(notice, row) for row in letters_of(notice)}
        choice = cast(forms.ChoiceField, self.fields["letter"])
        choice.choices = [(key, self._words(key, days)) for key, days in self.letters.items()]
        if len(self.letters) == 1:
            self.initial = {**vars(next(iter(self.letters.values()))), **self.initial}
            del self.fields["letter"]

    def _words(self, key: str, days: Days) -> str:
        what = "The notice" if key == "0" else f"Revision {key}"
        parts = [f"stamped {day(days.received_on)}", days.postmarked_on and f"postmarked {day(days.postmarked_on)}",
                 days.dated_on and f"dated {day(days.dated_on)}"]  # fmt: skip
        return f"{what}: {', '.join(filter(None, parts))}"

    def facts(self) -> dict[str, Any]:
        """Return the days and the number of the revision with which the letter came."""
        found = super().facts()
        key = found.pop("letter", None) or next(iter(self.letters), "0")
        return {**found, "number": int(key)}


class RescindForm(ActForm):
    received_on = StaffDateField(
        label="Day on which we were told", noun="the day on which we were told", past=True,
        help_text="Of a letter the day stamped on it. The public list shows it.",
    )  # fmt: skip
    reason = reason_field(
        "Why it does not take place, and how you know", "The public list does not show it.",
        noun="why it does not take place", max_length=500,
    )  # fmt: skip


class AssignForm(ActForm):
    person = forms.ChoiceField(
        label="Who gets it", error_messages={"required": "Choose who gets it"}, widget=forms.Select
    )

    def set_up(self) -> None:
        """Offer whoever may get it."""
        self.people = offer_people(self, "person")

    def clean_person(self) -> User:
        """Return the person."""
        return self.people[self.cleaned_data["person"]]


class RemoveImportedForm(ReasonForm):
    reason = reason_field(
        "Why this notice is taken off the list",
        "It stays on record. The page of its number says that the department took it off, and not why.",
        noun="why it is taken off the list", rows=3, max_length=300,
    )  # fmt: skip


class RestoreImportedForm(ReasonForm):
    reason = reason_field(
        "Why this notice is put back", "It stays on record. The public list does not show it.",
        noun="why it is put back", rows=3, max_length=300,
    )  # fmt: skip


class RefuseForm(ReasonForm):
    reason = reason_field(
        "Why this is no closing notice, and what the filer can do", "Whoever filed it reads it. The public does not.",
        noun="why this is no closing notice", max_length=4000,
    )  # fmt: skip


class TakeUpForm(ReasonForm):
    reason = reason_field(
        "Why it is taken up after all", "Whoever filed it reads it.", noun="why it is taken up", max_length=4000
    )


class RemoveListedForm(ReasonForm):
    reason = reason_field(
        "Why this notice is taken off the list",
        "The employer reads it. The page of its number says that the department took it off, and not why.",
        noun="why it is taken off the list", rows=3, max_length=300,
    )  # fmt: skip


class RestoreListedForm(ReasonForm):
    reason = reason_field(
        "Why this notice is put back", "The employer reads it. The public list does not show it.",
        noun="why it is put back", rows=3, max_length=300,
    )  # fmt: skip


class ReinstateForm(ReasonForm):
    reason = reason_field(
        "Why the rescission is taken back, and how you know", "The employer reads it. The public list does not show it.",
        noun="why the rescission is taken back", max_length=500,
    )  # fmt: skip


class ReopenForm(ReasonForm):
    reason = reason_field(
        "Why the case is opened again", "It stays on record.", noun="why the case is opened again", max_length=4000
    )


class CloseForm(ActForm):
    """Asks why no determination is made, where one is called for and nobody made it."""

    reason = reason_field(
        "Why no determination is made",
        "An official seems to be told too late, and the law has the department assess a surcharge (109.07 (4m) (a)). "
        "The reason stays on record. The public list does not show it.",
        noun="why no determination is made", max_length=4000,
    )  # fmt: skip

    def set_up(self) -> None:
        """Ask nothing where every official was told in time, or a determination was signed, which stays in force.

        Whoever typed a reason and found that a colleague had closed the file keeps the words.
        """
        listed = self.case.state == duty.LISTED and ORDERS.signed(self.case) is None
        content = latest(self.case.closing)
        others = duty.perhaps_with(self.case, content) if listed else []
        owed = listed and (bool(others) or duty.owed(content))
        too_late = not self.case.is_open and self.data.get("reason")
        if not owed and not too_late:
            del self.fields["reason"]
        elif others:
            self.fields["reason"].help_text = (
                f"An official seems to be told too late, and as one with {duty.numbers(others)}, notice seems to be "
                "required (109.07 (4m) (a), DWD 279.04 (2)). The reason stays on record. The public list does not show it."
            )


class DeterminationForm(ActForm):
    wide = True
    daily_amount = MoneyField(
        label="Surcharge for each day of short notice to an official", noun="the surcharge for each day", required=False,
        high="99999.99",
    )  # fmt: skip
    surcharge_reason = NarrativeField(
        label="Why this amount", noun="why this amount", required=False, rows=4, max_length=4000,
        help_text="The employer reads it.",
    )  # fmt: skip
    reasons = NarrativeField(
        label="Reasons for the determination", noun="the reasons", rows=8, max_length=10_000,
        help_text="Leave an empty line between paragraphs. The employer reads them.",
    )  # fmt: skip
    intended_signer = signer_field()

    def set_up(self) -> None:
        """Ask each question of coverage and each claimed exception, and for an amount only where an official was told late.

        What the notice plainly says is chosen already where it asks for notice; what would free the employer is not.
        """
        self.content = latest(self.case.closing)
        self.found = estimate(self.content)
        self.codes = deciding.exceptions_claimed(self.content)
        self.near = near(self.case)
        self.fields = {**self._others(), **self._questions(), **self._exceptions(), **self.fields}
        last, signed = ORDERS.last_draft(self.case), ORDERS.signed(self.case)
        if last is not None and signed is not None and last.pk < signed.pk:
            last = None  # a version of before the signature: what was signed came after it
        self.signers = offer_signers(self)
        self.fields[
            "daily_amount"
        ].help_text = (
            "At most $500.00 a day (109.07 (4m) (a)). Only where an official was told late and no exception holds."
        )
        plain = {f"is_{code}": "yes" if holds else "no" for code, holds in deciding.stated(self.content, self.found).items()
                 if holds is deciding.BY_CODE[code].reached}  # fmt: skip
        self.initial = {**plain, **(self._drafted(last) if last is not None else {}), **self.initial}

    def _others(self) -> dict[str, forms.Field]:
        """The employer's other notices that may be one with this; no question where there is none."""
        why_not = {row.number: apart(self.content, row.content) for row in self.near}
        choices = [(row.number, words(row.notice)) for row in self.near if not why_not[row.number]]
        if not choices:
            return {}
        left_out = "; ".join(f"{number}: {why}" for number, why in why_not.items() if why)
        field = forms.MultipleChoiceField(
            label="Other notices of this employer that are one with it", required=False,
            widget=forms.CheckboxSelectMultiple, choices=choices,
            help_text="Job losses within 90 days are counted together where they are one reduction (DWD 279.04 (2)). "
            "Choose only what you found to be one, and say so in your reasons."
            + (f" Not offered: {left_out}." if left_out else ""),
            error_messages={"invalid_choice": "%(value)s is not offered any more. Look at the notices and choose anew"},
        )  # fmt: skip
        return {"together": field}

    def _questions(self) -> dict[str, forms.Field]:
        """Each question of coverage with its reason."""
        ordered: dict[str, forms.Field] = {}
        for row in deciding.QUESTIONS:
            ordered[f"is_{row.code}"] = forms.ChoiceField(
                label=f"{row.asks} ({row.cite})", choices=YES_NO, widget=forms.RadioSelect,
                help_text=deciding.said(row.code, self.content, self.found), error_messages={"required": "Choose yes or no"},
            )  # fmt: skip
            ordered[f"why_{row.code}"] = NarrativeField(
                label=f"Why, as to {row.about}", noun="why", rows=2, max_length=4000, required=False,
                help_text="Needed where the answer frees the employer or differs from the notice.",
            )  # fmt: skip
        return ordered

    def _exceptions(self) -> dict[str, forms.Field]:
        """Each claimed exception with its reason, and one that nobody claimed."""
        ordered: dict[str, forms.Field] = {}
        for code in self.codes:
            claim, cite = wording.EXCEPTIONS[code]
            ordered[f"holds_{code}"] = forms.ChoiceField(
                label=f"Claimed exception: {claim} ({cite})", choices=DECISIONS, widget=forms.RadioSelect,
                error_messages={"required": "Say whether the exception holds"},
            )  # fmt: skip
            ordered[f"reason_{code}"] = NarrativeField(
                label="Why", noun="why the exception holds or does not", rows=3, max_length=4000
            )
            if code == deciding.CAPITAL:
                ordered[f"holds_{code}"].help_text = BOTH_FOUND
                ordered |= self._proofs(claimed=True)
        others = [(code, f"{claim} ({cite})") for code, (claim, cite) in wording.EXCEPTIONS.items()
                  if code not in {*self.codes, deciding.STRIKE}]  # fmt: skip
        ordered["unclaimed"] = forms.ChoiceField(
            label="An exception that holds and that the employer does not claim", required=False,
            choices=[("", "None"), *others],
        )  # fmt: skip
        ordered["why_unclaimed"] = NarrativeField(
            label="Why it holds", noun="why it holds", rows=2, max_length=4000, required=False
        )
        if deciding.CAPITAL not in self.codes:
            ordered |= self._proofs(claimed=False)
        return ordered

    def _proofs(self, *, claimed: bool) -> dict[str, forms.Field]:
        """The three papers without which seeking capital is no exception; beside an unclaimed one only if it is that."""
        return {
            f"proof_{name}": forms.ChoiceField(
                label=f"{row.asks} ({deciding.SEEKING})", choices=YES_NO, widget=forms.RadioSelect, required=claimed,
                error_messages={"required": "Choose yes or no"},
                help_text="" if claimed else "Only for an employer that was seeking capital or business.",
            )
            for name, row in deciding.PROOFS.items()
        }  # fmt: skip

    def _drafted(self, last: Any) -> dict[str, Any]:
        found = findings_of(last)
        values: dict[str, Any] = {
            "together": [other.number for other in found.together], "reasons": found.reasons, "daily_amount": found.daily_amount, "surcharge_reason": found.surcharge_reason,
        }  # fmt: skip
        for one in found.decisions:
            values |= {f"is_{one.code}": "yes" if one.holds else "no", f"why_{one.code}": one.reason}
        for one in found.exceptions:
            if one.code in self.codes:
                values |= {f"holds_{one.code}": "yes" if one.holds else "no", f"reason_{one.code}": one.reason}
            else:
                values |= {"unclaimed": one.code, "why_unclaimed": one.reason}
            values |= {f"proof_{name}": "yes" if there else "no" for name, there in one.proofs.items()}
        return values

    def findings(self) -> Findings:
        """Return what was decided."""
        data = self.cleaned_data
        return Findings(
            together=tuple(
                Other(row.number, row.notice.revision) for row in self.near if row.number in data.get("together", ())
            ),
            reasons=data["reasons"], daily_amount=data.get("daily_amount"),
            surcharge_reason=data.get("surcharge_reason", ""),
            decisions=tuple(
                Decided(row.code, data[f"is_{row.code}"] == "yes", data.get(f"why_{row.code}", ""))
                for row in deciding.QUESTIONS
            ),
            exceptions=tuple(
                self._decided(code, data[f"holds_{code}"] == "yes", data[f"reason_{code}"]) for code in self.codes
            ) + ((self._decided(data["unclaimed"], True, data.get("why_unclaimed", "")),) if data.get("unclaimed") else ()),
        )  # fmt: skip

    def _decided(self, code: str, holds: bool, reason: str) -> Decided:
        given = {name: self.cleaned_data.get(f"proof_{name}") for name in deciding.PROOFS}
        proofs = {name: value == "yes" for name, value in given.items() if value} if code == deciding.CAPITAL else {}
        return Decided(code, holds, reason, proofs)

    def clean(self) -> dict[str, Any]:
        """Refuse here, beside its field, what the service would refuse."""
        data = super().clean() or {}
        if data.get("unclaimed") and not data.get("why_unclaimed") and "why_unclaimed" not in self.errors:
            self.add_error("why_unclaimed", "Say why the exception holds")
        if not self.errors:
            try:
                worked = check(self.content, self.findings())
            except forms.ValidationError as error:
                self.add_error(None, error)
            else:
                waits = still_counting(self.content, on=timezone.localdate()) if worked.required else None
                if waits:
                    self.add_error(None, waits)
        return data

    def facts(self) -> dict[str, Any]:
        """Return the findings and who is to sign."""
        return {"findings": self.findings(), "intended_signer": self.signers[self.cleaned_data["intended_signer"]]}
