"""Drafting, returning, signing and serving the determination on a closing notice; whoever drafted it never signs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Unpack

from django.core.exceptions import ValidationError
from django.utils import timezone

from closings import deciding, duty, wording
from closings.content import OFFICIAL, NoticeContent
from closings.deciding import Decided
from closings.estimate import Estimate, counted_at, estimate, surcharge
from closings.guards import ORDERS, still_counting
from closings.models import Determination
from closings.recording import content_at, latest
from closings.sections import recipient_words
from closings.together import Other, apart, contents_of, moved
from closings.unsettled import unsettled
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.orders import Drafting, ask_to_close, close_key, paragraphs
from wagecase.cases.review import review_rights
from wagecase.cases.tasks import person_of
from wagecase.errors import TransitionNotAllowed
from wagecase.lifecycle import Actor
from wagecase.rules import calendar, closings, law
from wagecase.rules.closing_notices import PER_EVENT
from wagecase.rules.finding import Finding
from wagecase.web.formatting import day


@dataclass(frozen=True)
class Findings:
    """What a person decides; all else is worked out from the notice."""

    reasons: str
    decisions: tuple[Decided, ...] = ()  # of the questions of coverage
    exceptions: tuple[Decided, ...] = ()
    daily_amount: Decimal | None = None
    surcharge_reason: str = ""
    together: tuple[Other, ...] = ()  # other notices of the employer that are one with it


@dataclass(frozen=True)
class Worked:
    """What the law makes of the notice with these findings: whether notice was due, how late, and what follows."""

    required: bool
    excused: bool
    estimate: Estimate
    surcharge: Finding[Any] | None

    @property
    def late_officials(self) -> bool:
        """Whether an official was told late, so that the department must assess a surcharge (R-109.07-4ma)."""
        return (
            self.required
            and not self.excused
            and any(row.short for row in self.estimate.told if row.facts.kind == OFFICIAL)
        )

    @property
    def amount(self) -> Decimal | None:
        """The surcharge in dollars, None where none is assessed."""
        if not self.late_officials or self.surcharge is None:
            return None
        return self.surcharge.value["surcharge"]  # type: ignore[no-any-return]


def worked_out(content: NoticeContent, findings: Findings) -> Worked:
    """Return what follows from the notice and the findings (R-109.07-1m, -4ma, -5-6-dept)."""
    found = estimate(content, others=contents_of(findings.together))
    excused = any(row.holds for row in findings.exceptions)
    given = deciding.answers(content, found, findings.decisions)
    required = (
        all(given[row.code] is row.reached for row in deciding.QUESTIONS)
        if findings.decisions
        else bool(found.required)
    )
    charged = surcharge(content, daily_amount=findings.daily_amount) if required and not excused else None
    return Worked(required, excused, found, charged)


def check(content: NoticeContent, findings: Findings) -> Worked:
    """Return what follows; ValidationError at the field that the law does not allow as it is.

    Each question of coverage is decided, with a reason where the answer frees the employer or is not plainly the
    notice's own. An amount is needed where an official was told late, lies within the limits of the law, and has a reason;
    without lateness there is none. Every exception that the notice claims is decided, each with a reason; one that it does
    not claim is named only where it holds. That of seeking capital says which of its three proofs there are, and holds
    with all of them only (R-109.07-5b). Another notice counts as it stands now, and only with employees in a municipality
    of this one.
    """
    _check_together(content, findings)
    worked = worked_out(content, findings)
    if said := unsettled(content):
        raise ValidationError(" ".join(said))
    _check_decisions(content, findings, worked.estimate)
    claimed = set(deciding.exceptions_claimed(content))
    named = {row.code: row for row in findings.exceptions}
    if not claimed <= named.keys() or any(not row.reason.strip() for row in named.values()):
        raise ValidationError("Decide each exception that the employer claims, and say why")
    if any(not row.holds for code, row in named.items() if code not in claimed):
        raise ValidationError("An exception that the employer does not claim is named only where it holds")
    if deciding.CAPITAL in named:
        _check_proofs(named[deciding.CAPITAL])
    if worked.late_officials:
        if findings.daily_amount is None:
            raise ValidationError({"daily_amount": "Enter the amount for each day: an official was told late"})
        if worked.surcharge is not None and worked.surcharge.value["amount_accepted"] is False:
            raise ValidationError({"daily_amount": "The amount must be from $0.01 to $500.00 a day"})
        if not findings.surcharge_reason.strip():
            raise ValidationError({"surcharge_reason": "Say why this amount"})
    elif findings.daily_amount is not None:
        raise ValidationError({"daily_amount": "No official was told late, so there is no surcharge. Leave it blank"})
    return worked


def _check_together(content: NoticeContent, findings: Findings) -> None:
    if numbers := moved(findings.together):
        raise ValidationError({"together": f"Look at it again and choose anew, it was changed: {', '.join(numbers)}"})
    for other, said in zip(findings.together, contents_of(findings.together), strict=True):
        if why := apart(content, said):
            raise ValidationError({"together": f"{other.number} cannot be counted with this notice: {why}"})


def _check_decisions(content: NoticeContent, findings: Findings, found: Estimate) -> None:
    decided = {one.code: one for one in findings.decisions}
    if decided.keys() != deciding.BY_CODE.keys():
        raise ValidationError("Decide each question of coverage")
    for one in decided.values():
        if deciding.needs_reason(one, content, found) and not one.reason.strip():
            raise ValidationError({f"why_{one.code}": "Say why: the employer reads it"})


def _check_proofs(one: Decided) -> None:
    if unanswered := deciding.PROOFS.keys() - one.proofs.keys():
        raise ValidationError({f"proof_{name}": "Choose yes or no" for name in unanswered})
    if one.holds and (lacking := [name for name, there in one.proofs.items() if not there]):
        words = (
            "Without it the department may not find that the employer was seeking capital or business (109.07 (5) (b))"
        )
        raise ValidationError({f"proof_{name}": words for name in lacking})


def earlier(case: Case, before: Determination | None = None) -> Determination | None:
    """Return the signed determination that `before`, or the next one where none is given, replaces; None for a first."""
    signed = case.closing_determinations.exclude(signed_at=None)
    return signed.filter(pk__lt=before.pk).last() if before is not None else signed.last()


def _replaced(row: Determination | None) -> dict[str, Any] | None:
    """What is told of a replaced determination: the day of its signature and the surcharge that is due no more, if any."""
    if row is None or row.signed_at is None:
        return None
    return {"signed_on": timezone.localdate(row.signed_at), "surcharge": row.surcharge or None}


def worksheet(content: NoticeContent, worked: Worked, *, findings: Findings) -> dict[str, Any]:
    """Return every input, test and count as JSON values, with the sentences as they are printed."""
    found = worked.estimate
    coverage = found.coverage
    return {
        "inputs": content.to_dict(),
        "together": [
            {**other.to_dict(), "inputs": inputs.to_dict()}
            for other, inputs in zip(findings.together, contents_of(findings.together), strict=True)
        ],
        "coverage": coverage and {**coverage.to_dict(), "sentences": coverage.sentences("en")},
        "due": found.due and {**found.due.to_dict(), "sentences": found.due.sentences("en")},
        "told": [
            {"who": recipient_words(row.facts, where=row.where), "given_on": row.facts.given_on and row.facts.given_on.isoformat(),
             "days_short": row.short, "sentences": row.finding.sentences("en")}
            for row in found.told
        ],
        "surcharge": worked.surcharge and {**worked.surcharge.to_dict(), "sentences": worked.surcharge.sentences("en")},
        "excused": worked.excused, "required": worked.required,
    }  # fmt: skip


def draft_determination(case: Case, *, findings: Findings, **act: Unpack[Drafting]) -> Case:
    """Draft the determination: freezes the draft order with its worksheet and asks a second person to sign.

    ValidationError as `check` raises it. TransitionNotAllowed where notice was required and days of lateness may still
    pass for somebody: the surcharge counts to the earlier of telling and event, and a determination before that day would
    not be final (R-109.07-4ma). A determination after a signed one replaces it once it is signed itself.
    """
    return _draft(case, "draft_determination", findings, **act)


def revise_determination(case: Case, *, findings: Findings, **act: Unpack[Drafting]) -> Case:
    """Replace the draft by a new one; ValidationError as for the first."""
    return _draft(case, "revise_determination", findings, **act)


def _draft(case: Case, name: str, findings: Findings, **act: Unpack[Drafting]) -> Case:
    def parts(case: Case) -> Mapping[str, Any]:
        content = latest(case.closing)
        worked = check(content, findings)
        if worked.required and (waits := still_counting(content, on=timezone.localdate(act["at"]))):
            raise TransitionNotAllowed(waits, transition=name, state=case.left_state)
        old = earlier(case)
        cases.finish_tasks(keys=duty.keys(case), at=act["at"], by=act["drafted_by"])
        return {
            "context": {
                **order_parts(case, content, findings=findings, worked=worked, replaces=old),
                "review": review_rights(timezone.localdate(act["at"])),
            },
            "revision": case.closing.revision, "required": worked.required, "worksheet": {
                **worksheet(content, worked, findings=findings), "replaces": old and old.pk,
            },
            "decisions": [one.to_dict() for one in findings.decisions],
            "together": [other.to_dict() for other in findings.together],
            "exceptions": [one.to_dict() for one in findings.exceptions], "daily_amount": findings.daily_amount,
            "surcharge": worked.amount, "surcharge_reason": findings.surcharge_reason, "reasons": findings.reasons,
        }  # fmt: skip

    return ORDERS.draft(case, name, parts=parts, **act)


return_draft, reopen_service = ORDERS.return_draft, ORDERS.reopen_service


def sign_determination(
    case: Case, *, draft_sha256: str, signer: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Sign the draft whose PDF has the hash `draft_sha256`; the order goes to the employer the same day.

    A determination that was signed before is replaced from now on, and its surcharge is due no more.
    StaleVersion when the draft was changed after the page was shown, NotPermitted when `signer` is not who acts,
    TransitionNotAllowed for a draft that could not be drafted today: what is checked may have grown since it was.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        draft = ORDERS.to_sign(case, draft_sha256=draft_sha256, signer=signer, actor=actor)
        try:
            check(content_at(case.closing, draft.revision), findings_of(draft))
        except ValidationError as error:
            said = " ".join(dict.fromkeys(error.messages))
            raise TransitionNotAllowed(f"Return the draft: it could not be drafted so today. {said}") from error
        facts, old = ORDERS.sign(case, draft, signer=signer, at=at), earlier(case, draft)
        if old is None or old.signed_at is None:
            return facts
        old.superseded = True
        old.save(update_fields=["superseded"])
        # Whether the old one still stands after what this one judges is asked no more: nor of notices counted with it,
        # for those of this one were looked at as they stand when it was signed.
        read = [f"revision:{case.pk}:{number}" for number in range(draft.revision + 1)]
        cases.finish_tasks(keys=[*read, *duty.keys_where_counted(case)], at=at, by=signer)
        words = f"the determination of {day(timezone.localdate(old.signed_at))}"
        return {**facts, "changes": {"replaces": ("", words)}}

    return cases.advance(case, "sign_determination", actor=actor, at=at, expected_version=expected_version, apply=apply)


def record_service(case: Case, *, served_on: date, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record the day on which the determination was served: the day on which the last copy left, or a later one.

    ValidationError (served_on) for a day before a copy left or after today.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        facts = ORDERS.serve(case, served_on=served_on, at=at)
        ask_to_close(case, role="coordinator", due_on=review_rights(served_on)["court_by"], at=at)
        return facts

    return cases.advance(case, "record_service", actor=actor, at=at, expected_version=expected_version, apply=apply)


def close(case: Case, *, reason: str = "", actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close the file; the notice stays on the public list.

    ValidationError (reason) where a determination is owed, or will be, and nothing says why none is made (R-109.07-4ma).
    One that was signed before the file was opened again stays in force, so nothing is asked.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        notice = case.closing
        without = case.left_state == duty.LISTED and ORDERS.signed(case) is None and duty.owed_now(case)
        if without and not reason.strip():
            raise ValidationError({"reason": "Say why no determination is made: an official seems to be told too late"})
        cases.finish_tasks(keys=[close_key(case), *duty.keys(case)], at=at, by=person_of(actor))
        if not without:
            return {}
        before, notice.no_determination = notice.no_determination, reason.strip()
        notice.save(update_fields=["no_determination"])
        return {"changes": {"no_determination": (before, notice.no_determination)}}

    return cases.advance(case, "close", actor=actor, at=at, expected_version=expected_version, apply=apply)


def pay_by(signed_on: date) -> date:
    """Return the day by which a surcharge is asked for: a period of office practice from the signature."""
    length = law.in_force("goals.surcharge_payment", signed_on)
    return calendar.due(start=signed_on, length=length.number, act="filing").value.legal_due


def findings_of(row: Determination) -> Findings:
    """Return the decided parts of a stored determination."""
    return Findings(
        reasons=row.reasons, decisions=tuple(Decided(**one) for one in row.decisions), exceptions=tuple(Decided(**one) for one in row.exceptions), daily_amount=row.daily_amount,
        surcharge_reason=row.surcharge_reason, together=tuple(Other(**one) for one in row.together),
    )  # fmt: skip


def order_parts(
    case: Case,
    content: NoticeContent,
    *,
    findings: Findings,
    worked: Worked,
    judged: int | None = None,
    replaces: Determination | None = None,
) -> dict[str, Any]:
    """Return what the order and the letter that carries it print.

    `judged` is the revision, the latest if not given, and `replaces` the determination that this one takes the place of.
    """
    found = worked.estimate
    return {
        "closing": case.closing, "content": content, "findings": findings, "worked": worked,
        "inputs": [*_inputs(content), *_counted_too(content, findings)], "judged": case.closing.revision if judged is None else judged,
        "coverage_sentences": found.coverage.sentences("en") if found.coverage else [],
        "coverage_law": ", ".join(found.coverage.citations) if found.coverage else "",
        "due_sentences": found.due.sentences("en") if found.due else [], "due": found.due.value if found.due else None,
        "told": [
            {"who": recipient_words(row.facts, where=row.where), "given_on": row.facts.given_on, "short": row.short} for row in found.told
        ],
        "decisions": [
            {"words": deciding.BY_CODE[one.code].answer(one.holds), "cite": deciding.BY_CODE[one.code].cite,
             "reason": one.reason, "frees": one.holds is not deciding.BY_CODE[one.code].reached}
            for one in findings.decisions
        ],
        "exceptions": [
            {"words": wording.EXCEPTIONS[one.code][0], "cite": wording.EXCEPTIONS[one.code][1], "holds": one.holds,
             "reason": one.reason, "proofs": [(deciding.PROOFS[name].words, there) for name, there in one.proofs.items()]}
            for one in findings.exceptions
        ],
        "once": closings.setting("surcharge_per") == PER_EVENT, "pay_days": law.newest("goals.surcharge_payment").number,
        "charges": worked.surcharge.value if worked.late_officials and worked.surcharge else None,
        "reason_paragraphs": paragraphs(findings.reasons), "replaces": _replaced(replaces), "seeking_law": deciding.SEEKING,
    }  # fmt: skip


def _counted_too(content: NoticeContent, findings: Findings) -> Sequence[tuple[str, str]]:
    """The other notices that count with this one, a row each with what of them counts."""
    shown = []
    for other, said in zip(findings.together, contents_of(findings.together), strict=True):
        counts = "; ".join(
            f"{row.counted + row.left_out:,} affected in {name}, {row.left_out:,} of them new or low-hour"
            for name, row in counted_at(content, said)
        )
        first = f", from {day(said.first_on)}" if said.first_on else ""
        shown.append((f"Notice {other.number}, revision {other.revision}, counted with it", f"{counts}{first}"))
    return shown


def _inputs(content: NoticeContent) -> Sequence[tuple[str, str]]:
    rows = [
        ("Persons employed in the state", content.persons_in_state), ("New among them", content.new_in_state),
        ("Low-hour among them", content.low_hour_in_state),
    ]  # fmt: skip
    shown = [(label, f"{value:,}" if value is not None else "Not stated") for label, value in rows]
    for site in content.sites:
        where = ", ".join(filter(None, [site.name, wording.place(site.municipality, site.municipality_type)]))
        left = (site.new_employees or 0) + (site.low_hour_employees or 0)
        affected = "not stated" if site.affected is None else f"{site.affected:,}"
        shown.append((where, f"{affected} affected, {left:,} of them new or low-hour"))
    return shown
