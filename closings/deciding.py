"""What only the department decides about coverage: four questions, what the notice says to each, and which answer needs a reason.

The employer's own words and figures are where the decision begins, and never the decision itself (109.07 (1) (d), (1m)).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from closings import wording
from closings.content import LAYOFF, NoticeContent
from closings.estimate import Estimate
from wagecase.rules import law
from wagecase.web.formatting import counted

STRIKE, CAPITAL = "strike", "capital"


@dataclass(frozen=True)
class Decided:
    """One question or claimed exception: whether it holds, and why. Only the department decides it (109.07 (5), (6)).

    `proofs` says of each of `PROOFS` whether it is there, where the exception is that of seeking capital.
    """

    code: str
    holds: bool
    reason: str = ""
    proofs: Mapping[str, bool] = field(default_factory=dict, hash=False)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values; `Decided(**...)` reads them back."""
        return {name: value for name, value in asdict(self).items() if name != "proofs" or value}


@dataclass(frozen=True)
class Proof:
    """One of the papers without which nobody may find that an employer was seeking capital or business."""

    asks: str
    words: str  # as the order prints it before yes or no


PROOFS: dict[str, Proof] = {  # 109.07 (5) (b), R-109.07-5b; the rule on the documents (109.12 (1) (b)) is not at hand
    "contemporaneous_record": Proof(
        "Is there a written record of seeking capital or business, made at that time?", "A written record made at the time"
    ),
    "notarized": Proof("Are the documents of that record notarized?", "Its documents notarized"),
    "affidavit": Proof(
        "Is there an affidavit that verifies what the notarized documents say?", "An affidavit verifying their content"
    ),
}  # fmt: skip
SEEKING = "109.07 (5) (b)"


@dataclass(frozen=True)
class Question:
    """One question; `reached` is the answer with which the law asks for notice. `yes` and `no` stand in the order."""

    code: str
    asks: str
    cite: str
    reached: bool
    yes: str
    no: str
    about: str  # ends "Why, as to …"

    def answer(self, holds: bool) -> str:
        """The answer as the order says it."""
        return self.yes if holds else self.no


QUESTIONS: tuple[Question, ...] = (
    Question(
        "enterprise", "Is the employer a business enterprise, which the law reaches?", "109.07 (1) (d)", True,
        "The employer is a business enterprise.", "The employer is no business enterprise that the law reaches.",
        "the kind of employer",
    ),
    Question(
        "fifty", "Does it employ enough persons in this state?", "109.07 (1) (d)", True,
        "It employs enough persons in this state.", "It employs too few persons in this state.", "the number of persons",
    ),
    Question(
        "event", "Is it a business closing or a mass layoff as the law defines it?", "109.07 (1) (b), (f)", True,
        "It is a business closing or mass layoff as the law defines it.",
        "It is no business closing or mass layoff as the law defines it.", "closing or layoff",
    ),
    Question(
        STRIKE, "Did a strike or lockout cause it?", "109.07 (1m)", False,
        "A strike or lockout caused it.", "No strike or lockout caused it.", "strike or lockout",
    ),
)  # fmt: skip
BY_CODE = {row.code: row for row in QUESTIONS}


def stated(content: NoticeContent, found: Estimate) -> dict[str, bool | None]:
    """Return what the notice says to each question; None where it says too little, or what only we can decide."""
    value = found.coverage.value if found.coverage else {}
    happened = value.get("mass_layoff") if content.event == LAYOFF else value.get("business_closing")
    return {
        "enterprise": True if content.employer_kind == "private" else None, "fifty": value.get("covered_employer"),
        "event": happened, STRIKE: None if claims_strike(content) else False,
    }  # fmt: skip


def claims_strike(content: NoticeContent) -> bool:
    """Whether the employer says that a strike or lockout caused it, as the cause or as an exception."""
    return content.cause in {"strike", "lockout"} or any(row.code == STRIKE for row in content.claims)


def exceptions_claimed(content: NoticeContent) -> list[str]:
    """Return the claimed exceptions that free from liability; a strike or lockout is a question of coverage."""
    return [code for code in dict.fromkeys(row.code for row in content.claims) if code != STRIKE]


def needs_reason(one: Decided, content: NoticeContent, found: Estimate) -> bool:
    """Whether an answer must say why: one that frees the employer, or that the notice does not plainly give."""
    return one.holds is not BY_CODE[one.code].reached or stated(content, found)[one.code] is not one.holds


def answers(content: NoticeContent, found: Estimate, decided: Sequence[Decided]) -> dict[str, bool | None]:
    """Return the answer to each question: as it was decided, else as the notice gives it."""
    return {**stated(content, found), **{one.code: one.holds for one in decided}}


def said(code: str, content: NoticeContent, found: Estimate) -> str:
    """Return what the notice says to a question, for whoever decides it."""
    value: dict[str, Any] = dict(found.coverage.value) if found.coverage else {}
    words = {"enterprise": _kind, "fifty": _persons, "event": _event, STRIKE: _strike}[code](content, value)
    return f"The notice says: {words}."


def _kind(content: NoticeContent, value: dict[str, Any]) -> str:
    return str(wording.EMPLOYER_KINDS.get(content.employer_kind, "nothing")).lower()


def _persons(content: NoticeContent, value: dict[str, Any]) -> str:
    least = law.newest("closings.least_persons").value
    if content.persons_in_state is None:
        return f"nothing; {least} are enough"
    new, low = (counted(number or 0) for number in (content.new_in_state, content.low_hour_in_state))
    return f"{counted(content.persons_in_state)} persons, {new} new and {low} low-hour among them; {least} are enough"


def _event(content: NoticeContent, value: dict[str, Any]) -> str:
    what = str(wording.EVENTS.get(content.event, "nothing")).lower()
    if content.keeps_running:
        return f"{what}, and the business was sold and goes on without a stop"
    if value.get("affected_counted") is None or value.get("needed") is None:
        return what
    return (
        f"{what}; {counted(value['affected_counted'])} affected employees count, {counted(value['needed'])} are enough"
    )


def _strike(content: NoticeContent, value: dict[str, Any]) -> str:
    if content.cause not in {"strike", "lockout"} and claims_strike(content):
        return "it claims this as an exception"
    return {"strike": "yes, a strike", "lockout": "yes, a lockout"}.get(content.cause, "no")
