"""A revocation at each step, made by the services: Lin finds the facts, Sue signs, Olive owns the facility.

The license is issued on Monday, March 2, 2026, through March 1, 2027. The notice leaves on Monday, June 1; served on
Tuesday, June 2, its 20 days end on Monday, June 22. The order follows from Tuesday, June 23.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

from licenses import issuing
from licenses.facts import Answered, FactLine, Found
from licenses.models import License
from licenses.review import asking, progress
from licenses.revoking import notice, order
from licenses.revoking.opening import open_revocation
from tests import licenses as building
from tests.factories import at, make_pdfs, person, send_mail, taken
from wagecase.accounts.models import Membership, User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.cases.returned import record_returned_mail
from wagecase.lifecycle import Actor
from wagecase.notices.models import Notice

ISSUED, OPENED, SENT, SERVED_ON = "2026-03-02 10:00", "2026-05-29 09:00", "2026-06-01 09:00", dt.date(2026, 6, 2)
ANSWERED, JUDGED, DRAFTED, SIGNED = "2026-06-10 09:00", "2026-06-23 09:00", "2026-06-23 10:00", "2026-06-24 10:00"
MAILED, CLOSED = "2026-06-24 10:30", "2026-09-01 09:00"
LINES = (
    FactLine(
        "new1",
        "Four workers were not reviewed for eight months.",
        "DWD 272.09 (8) (j) 3.",
        "Records of a review of each of the four, with the wage adjusted",
    ),
    FactLine(
        "new2", "The poster was not shown at the branch.", "DWD 272.09 (10)", "A photo of the poster at its place"
    ),
)
REASONS = "Four workers were not reviewed.\n\nThe poster hangs again."
INTEREST = "Workers are locked in at night."


def owner() -> Membership:
    """Return the owner of the sample facility, made when first asked for."""
    found = Membership.objects.filter(user__email="olive.owner@works.example.com").first()
    return found or building.member(building.organization(at=at(ISSUED)), at=at(ISSUED))


def license_in_force(*, membership: Membership | None = None, when: str = ISSUED, **changes: Any) -> License:
    """Return a license that was issued at `when` for a year."""
    application = building.file(membership or owner(), at=at(when), **changes).application
    with cases.unit_of_work():
        term = issuing.issue_license(application, signer=person("sue"), actor=person("sue").actor, at=at(when))
        application.decided_by, application.decided_on = person("sue"), at(when).date()
        application.save()
    return term.license


def opened(*, of: License | None = None, by: str | Actor = "lin", when: str = OPENED, **changes: Any) -> Case:
    """Return a revocation with two facts, of which the employer knows nothing yet."""
    values = {"ground": "violation", "lines": LINES, **changes}
    actor = by if isinstance(by, Actor) else person(by).actor
    return open_revocation(of or license_in_force(), actor=actor, at=at(when), **values)


def do(case: Case, name: str, *, by: str | Actor | User, when: str, **facts: Any) -> Case:
    """Do the act `name` with what it usually asks, on the case as it is now."""
    case = Case.objects.get(pk=case.pk)
    actor = by if isinstance(by, Actor) else by.actor if isinstance(by, User) else person(by).actor
    who = User.objects.filter(pk=actor.id or 0).first()
    first, *_others = case.alleged_facts.values_list("pk", flat=True) or [0]
    draft = case.license_orders.last()
    usual: dict[str, tuple[Any, dict[str, Any]]] = {
        "assign": (progress.assign, {"investigator": person("sam")}),
        "change_facts": (notice.change_facts, {"lines": [FactLine("new1", "A third fact.")]}),
        "serve_notice": (notice.serve_notice, {}),
        "record_notice_service": (notice.record_notice_service, {"served_on": SERVED_ON, "method": "e-mail"}),
        "correct_notice_service": (notice.correct_notice_service, {"served_on": SERVED_ON, "method": "personal"}),
        "reopen_notice_service": (notice.reopen_notice_service, {}),
        "answer_facts": (notice.answer_facts, {"answers": [Answered(first, "All four are reviewed now.", (taken(),))]}),
        "add_evidence": (asking.add_evidence, {"files": [taken()]}),
        "record_finding": (notice.record_finding, {"findings": findings(case)}),
        "record_public_interest": (notice.record_public_interest, {"reason": INTEREST, "recorded_by": who}),
        "confirm_public_interest": (notice.confirm_public_interest, {"confirmed_by": who}),
        "refuse_public_interest": (
            notice.refuse_public_interest,
            {"reason": "Nobody is locked in.", "refused_by": who},
        ),
        "draft_order": (order.draft_order, {"reasons": REASONS, "drafted_by": who}),
        "draft_order_at_once": (order.draft_order_at_once, {"reasons": REASONS, "drafted_by": who}),
        "revise_order": (order.revise_order, {"reasons": REASONS, "drafted_by": who}),
        "return_order": (order.return_order, {"reason": "Say more about fact 1."}),
        "sign_order": (order.sign_order, {"signer": who, "draft_sha256": draft.draft.sha256 if draft else ""}),
        "record_service": (order.record_service, {"served_on": at(when).date()}),
        "reopen_service": (order.reopen_service, {}),
        "end_without_order": (order.end_without_order, {"reason": "Every fact is cured."}),
        "close": (order.close, {}),
    }
    if name not in usual:
        return cases.advance(case, name, actor=actor, at=at(when), expected_version=case.version, **facts)
    service, values = usual[name]
    if name not in {"answer_facts", "add_evidence"}:
        values["expected_version"] = case.version
    return service(case, actor=actor, at=at(when), **{**values, **facts})


def findings(case: Case, *words: str) -> list[Found]:
    """Return a finding on each fact: the first stands and the others are cured, unless `words` say otherwise."""
    pks = list(case.alleged_facts.values_list("pk", flat=True))
    found = words or ("stands", "cured", "cured")[: len(pks)]
    return [Found(pk, word, f"As found on fact {n}.") for n, (pk, word) in enumerate(zip(pks, found, strict=True), 1)]


def noticed(clock: Any, **changes: Any) -> Case:
    """Return a revocation whose notice was taken by the employer's mail server on June 1."""
    clock.set(SENT)
    case = do(opened(**changes), "serve_notice", by="lin", when=SENT)
    make_pdfs(at("2026-06-01 09:05"))
    send_mail(at("2026-06-01 09:10"))
    return Case.objects.get(pk=case.pk)


def served(clock: Any, **changes: Any) -> Case:
    """Return a revocation whose notice was served on June 2; the clock stands on June 3."""
    case = noticed(clock, **changes)
    clock.set("2026-06-03 09:00")
    return do(case, "record_notice_service", by="lin", when="2026-06-03 09:00")


def answered(clock: Any, **changes: Any) -> Case:
    """Return a revocation whose first fact was answered by the owner on June 10."""
    case = served(clock, **changes)
    clock.set(ANSWERED)
    return do(case, "answer_facts", by=owner().actor, when=ANSWERED)


def judged(clock: Any, *words: str, **changes: Any) -> Case:
    """Return a revocation in which the time to comply is over and every fact is judged; the clock stands on June 23."""
    case = answered(clock, **changes)
    clock.set(JUDGED)
    return do(case, "record_finding", by="lin", when=JUDGED, findings=findings(case, *words))


def drafted(clock: Any, *, by: str = "lin", **changes: Any) -> Case:
    """Return a revocation whose order is drafted and has its PDF."""
    case = judged(clock, **changes)
    clock.set(DRAFTED)
    signer = person("sue") if by != "sue" else None
    case = do(case, "draft_order", by=by, when=DRAFTED, intended_signer=signer)
    make_pdfs(at(DRAFTED) + dt.timedelta(minutes=5))
    return Case.objects.get(pk=case.pk)


def signed(clock: Any, **changes: Any) -> Case:
    """Return a revocation whose order Sue signed on June 24; the employer's mail server took it."""
    case = drafted(clock, **changes)
    clock.set(SIGNED)
    do(case, "sign_order", by="sue", when=SIGNED)
    make_pdfs(at("2026-06-24 10:05"))
    send_mail(at("2026-06-24 10:10"))
    return Case.objects.get(pk=case.pk)


def case_in(state: str, clock: Any) -> Case:
    """Return a revocation that came to `state` by the usual way."""
    if state in {"opened", "ended"}:
        clock.set(OPENED)
        case = opened()
        return case if state == "opened" else do(case, "end_without_order", by="lin", when=OPENED)
    if state in {"noticed", "drafted"}:
        return served(clock) if state == "noticed" else drafted(clock)
    case = signed(clock)
    if state == "signed":
        return case
    clock.set(MAILED)
    case = do(case, "record_service", by="lin", when=MAILED)
    if state == "served":
        return case
    clock.set(CLOSED)
    return do(case, "close", by="lin", when=CLOSED)


def comes_back(notice: Notice, when: str) -> Case:
    """Return the case whose notice came back to Lin."""
    record_returned_mail(
        notice=notice, returned_on=at(when).date(), reason="Unknown", actor=person("lin").actor, at=at(when)
    )
    return Case.objects.get(pk=notice.case_id)
