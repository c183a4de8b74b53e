"""Drafting, returning, signing and serving the determination on a closing notice; whoever drafted it never signs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Unpack

from django.core.exceptions import ValidationError
from django.utils import timezone

from closings import deciding, duty, wording
from closings.content import OFFICIAL, NoticeContent, RecipientFacts
from closings.deciding import Decided
from closings.estimate import Estimate, counted_at, estimate, surcharge
from closings.guards import ORDERS, still_counting
from closings.models import Determination
from closings.recording import latest
from closings.sections import recipient_words
from closings.together import Other, apart, contents_of, moved
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


def misplaced(found: Estimate) -> tuple[RecipientFacts, ...]:
    """Return officials of places without a site where a place with one has none: a slip of the pen would be charged."""
    lacking = any(row.kind == OFFICIAL for row in found.missing_recipients)
    return found.elsewhere if lacking else ()


def check(content: NoticeContent, findings: Findings) -> Worked:
    """Return what follows; ValidationError at the field that the law does not allow as it is.

    Each question of coverage is decided, with a reason where the answer frees the employer or is not plainly the
    notice's own. An amount is needed where an official was told late, lies within the limits of the law, and has a reason;
    without lateness there is none. Every exception that the notice claims is decided, each with a reason; one that it does
    not claim is named only where it holds. Another notice counts as it stands now, and only with employees in a municipality
    of this one.
    """
    _check_together(content, findings)
    worked = worked_out(content, findings)
    if worked.estimate.unclear:
        names = "; ".join(recipient_words(row) for row in worked.estimate.unclear)
        raise ValidationError(f"Record first, in an update, of which municipality this is the official: {names}")
    if strangers := misplaced(worked.estimate):
        names = "; ".join(recipient_words(row) for row in strangers)
        raise ValidationError(
            f"No site is in the place of this official: {names}. Nobody is named for a place that has one. Correct the "
            "notice first: name the place that was meant, or take the row off if that official counts for nothing."
        )
    _check_decisions(content, findings, worked.estimate)
    claimed = set(deciding.exceptions_claimed(content))
    named = {row.code: row for row in findings.exceptions}
    if not claimed <= named.keys() or any(not row.reason.strip() for row in named.values()):
        raise ValidationError("Decide each exception that the employer claims, and say why")
    if any(not row.holds for code, row in named.items() if code not in claimed):
        raise ValidationError("An exception that the employer does not claim is named only where it holds")
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

    ValidationError as `check` raises it. TransitionNotAllowed while days of lateness may still pass for somebody: the
    surcharge counts to the earlier of telling and event, and a determination before that day would not be final
    (R-109.07-4ma).
    """
    return _draft(case, "draft_determination", findings, **act)


def revise_determination(case: Case, *, findings: Findings, **act: Unpack[Drafting]) -> Case:
    """Replace the draft by a new one; ValidationError as for the first."""
    return _draft(case, "revise_determination", findings, **act)


def _draft(case: Case, name: str, findings: Findings, **act: Unpack[Drafting]) -> Case:
    def parts(case: Case) -> Mapping[str, Any]:
        content = latest(case.closing)
        if waits := still_counting(content, on=timezone.localdate(act["at"])):
            raise TransitionNotAllowed(waits, transition=name, state=case.left_state)
        worked = check(content, findings)
        cases.finish_tasks(keys=duty.keys(case), at=act["at"], by=act["drafted_by"])
        return {
            "context": {
                **order_parts(case, content, findings=findings, worked=worked),
                "review": review_rights(timezone.localdate(act["at"])),
            },
            "revision": case.closing.revision, "required": worked.required, "worksheet": worksheet(content, worked, findings=findings),
            "decisions": [asdict(one) for one in findings.decisions],
            "together": [other.to_dict() for other in findings.together],
            "exceptions": [asdict(one) for one in findings.exceptions], "daily_amount": findings.daily_amount,
            "surcharge": worked.amount, "surcharge_reason": findings.surcharge_reason, "reasons": findings.reasons,
        }  # fmt: skip

    return ORDERS.draft(case, name, parts=parts, **act)


return_draft, reopen_service = ORDERS.return_draft, ORDERS.reopen_service


def sign_determination(
    case: Case, *, draft_sha256: str, signer: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Sign the draft whose PDF has the hash `draft_sha256`; the order goes to the employer the same day.

    StaleVersion when the draft was changed after the page was shown, NotPermitted when `signer` is not who acts.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        draft = ORDERS.to_sign(case, draft_sha256=draft_sha256, signer=signer, actor=actor)
        return ORDERS.sign(case, draft, signer=signer, at=at)

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
    """

    def apply(case: Case) -> Mapping[str, Any]:
        notice, without = case.closing, case.left_state == duty.LISTED and duty.owed_now(case)
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
    case: Case, content: NoticeContent, *, findings: Findings, worked: Worked, judged: int | None = None
) -> dict[str, Any]:
    """Return what the order and the letter that carries it print; `judged` is the revision, the latest if not given."""
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
             "reason": one.reason}
            for one in findings.exceptions
        ],
        "once": closings.setting("surcharge_per") == PER_EVENT, "pay_days": law.newest("goals.surcharge_payment").number,
        "charges": worked.surcharge.value if worked.late_officials and worked.surcharge else None,
        "reason_paragraphs": paragraphs(findings.reasons),
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
