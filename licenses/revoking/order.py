"""The order of revocation: drafted from the findings, signed by another person, served; or the end without one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Unpack

from django.utils import timezone

from licenses import facts, issuing
from licenses.guards.revocation import NOTICE, ORDERS, interest_confirmed, notices_of_facts, open_matters, still_time
from licenses.review.rights import review_of
from licenses.revoking.notice import drop_interest_task, reopen_notice_service
from licenses.revoking.wording import FINDINGS, GROUNDS, HOW_SERVED, ground_words
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.orders import Drafting, ask_to_close, close_key, paragraphs
from wagecase.cases.review import review_rights
from wagecase.cases.tasks import person_of
from wagecase.lifecycle import Actor
from wagecase.notices.models import Notice
from wagecase.web.formatting import longdate

FOUND = {
    "stands": "Fact %d stands.", "cured": "On fact %d compliance was shown or reached.",
    "not-proved": "Fact %d is not proved.", "": "On fact %d nothing is found yet.",
}  # fmt: skip


def proposed_reasons(case: Case) -> str:
    """Return the reasons of an order as they follow from the record: what was done, then each finding. A person edits them."""
    row = case.revocation
    parts = [f"The ground of this order is: {ground_words(row.ground)} (DWD 272.09 (16) (a))."]
    if row.served_on:
        parts.append(
            f"The employer was told of the facts by a notice served on {longdate(row.served_on)} and could show or reach "
            f"compliance until {longdate(row.cure_by)} (DWD 272.09 (16) (b))."
        )
    if interest_confirmed(case) and still_time(case, on=timezone.localdate()):
        parts.append(f"The public interest requires an order without waiting for that: {row.interest_reason}")
    found = [FOUND[fact.finding] % number for number, fact in enumerate(facts.facts_of(case), start=1)]
    parts.append(" ".join([*found, "What was found on each fact, and why, stands below."]))
    return "\n\n".join(parts)


def draft_order(case: Case, *, reasons: str, **act: Unpack[Drafting]) -> Case:
    """Draft the order: freezes the draft and asks a second person to sign it.

    TransitionNotAllowed before the time to show compliance is over, unless the public interest was confirmed.
    """
    return _draft(case, "draft_order", reasons, **act)


def draft_order_at_once(case: Case, *, reasons: str, **act: Unpack[Drafting]) -> Case:
    """Draft the order before any notice, because two persons found that the public interest cannot wait."""
    return _draft(case, "draft_order_at_once", reasons, **act)


def revise_order(case: Case, *, reasons: str, **act: Unpack[Drafting]) -> Case:
    """Replace the draft by a new one."""
    return _draft(case, "revise_order", reasons, **act)


def _draft(case: Case, name: str, reasons: str, **act: Unpack[Drafting]) -> Case:
    def parts(case: Case) -> Mapping[str, Any]:
        return {"context": order_parts(case, reasons, on=timezone.localdate(act["at"])), "reasons": reasons}

    return ORDERS.draft(case, name, parts=parts, **act)


return_order, reopen_service = ORDERS.return_draft, ORDERS.reopen_service


def order_parts(case: Case, reasons: str, *, on: date) -> dict[str, Any]:
    """Return what the order and the letter that carries it print, with the days of review for a letter of `on`."""
    row = case.revocation
    told = facts.facts_of(case)
    return {
        "revocation": row, "license": row.license, "ground": GROUNDS[row.ground],
        "reason_paragraphs": paragraphs(reasons), "how_served": HOW_SERVED.get(row.service_method, ""),
        "findings": [(fact, FINDINGS[fact.finding]) for fact in told],
        "without_waiting": interest_confirmed(case) and still_time(case, on=on) is not None,
        "review": review_rights(on), "reconsideration": review_of(on),
    }  # fmt: skip


def sign_order(
    case: Case, *, draft_sha256: str, signer: User, actor: Actor, at: datetime, expected_version: int
) -> Case:
    """Sign the draft whose PDF has the hash `draft_sha256`: the license is revoked that day and the employer is told.

    StaleVersion when the draft was changed after the page was shown, NotPermitted when `signer` is not who acts.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        draft = ORDERS.to_sign(case, draft_sha256=draft_sha256, signer=signer, actor=actor)
        license, seen = case.revocation.license, " ".join(open_matters(case))
        told = ORDERS.sign(case, draft, signer=signer, at=at)
        drop_interest_task(case, actor=actor, at=at)
        issuing.revoke(license, on=timezone.localdate(at), actor=actor, at=at, order_id=draft.pk)
        _ask_about_renewal(case, at=at)
        case.parties.filter(role="employer", told_on=None).update(told_on=timezone.localdate(at))
        return {**told, **({"changes": {"signed_knowing": ("", seen)}} if seen else {})}

    # The license's file is the older one: whoever holds both takes it first (`case_unit`).
    with cases.case_unit(case.revocation.license.case_id, case.pk):
        return cases.advance(case, "sign_order", actor=actor, at=at, expected_version=expected_version, apply=apply)


def _ask_about_renewal(case: Case, *, at: datetime) -> None:
    """A renewal of a revoked license keeps nothing in force, but somebody must still decide it."""
    for pending in case.revocation.license.renewals.filter(decided_on=None, withdrawn_on=None).select_related("case"):
        cases.open_task(
            key=f"revoked:{pending.pk}", what="Decide this renewal: its license was revoked", at=at, case=pending.case,
            person=pending.case.assignee, role="specialist",
        )  # fmt: skip


def record_service(case: Case, *, served_on: date, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Record the day on which the order was served: the day on which the last copy left, or a later one.

    ValidationError (served_on) for a day before a copy left or after today.
    """

    def apply(case: Case) -> Mapping[str, Any]:
        told = ORDERS.serve(case, served_on=served_on, at=at)
        ask_to_close(case, role="specialist", due_on=review_of(served_on).last_day, at=at)
        return told

    return cases.advance(case, "record_service", actor=actor, at=at, expected_version=expected_version, apply=apply)


def mail_came_back(case: Case, notice: Notice, *, actor: Actor, at: datetime) -> None:
    """Open service again where a copy of a served order, or the notice of the facts, came back: it must be recorded anew."""
    if case.state == "served" and notice.kind == "licenses.sign_order" and notice.party_id:
        reopen_service(case, actor=actor, at=at, expected_version=case.version)
    counted = notice.kind == NOTICE and notice.party_id and case.revocation.served_on is not None
    if counted and case.state in ("noticed", "drafted"):
        reopen_notice_service(case, actor=actor, at=at, expected_version=case.version)


def end_without_order(case: Case, *, reason: str, actor: Actor, at: datetime, expected_version: int) -> Case:
    """End the case: no order ends the license. An employer that was told of the facts is told of the end."""

    def apply(case: Case) -> Mapping[str, Any]:
        ORDERS.drop_tasks(case, at=at, by=person_of(actor))
        ORDERS.rows(case).filter(signed_at=None).update(superseded=True)
        drop_interest_task(case, actor=actor, at=at)
        cases.finish_tasks(keys=[issuing.given_up_key(case)], at=at, by=person_of(actor))
        return {
            "ended_because": reason,
            "was_told": bool(notices_of_facts(case)),
            "changes": {"ended_because": ("", reason)},
        }

    return cases.advance(case, "end_without_order", actor=actor, at=at, expected_version=expected_version, apply=apply)


def close(case: Case, *, actor: Actor, at: datetime, expected_version: int) -> Case:
    """Close the file; the license stays revoked."""

    def apply(case: Case) -> None:
        cases.finish_tasks(keys=[close_key(case)], at=at, by=person_of(actor))

    return cases.advance(case, "close", actor=actor, at=at, expected_version=expected_version, apply=apply)
