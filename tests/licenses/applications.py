"""Applications in each state, and every act on them in every role, for the table of acts that people wrote by hand."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace
from typing import Any

from licenses.facts import Answered, FactLine
from licenses.filing import file_application
from licenses.review import asking, compliance, criteria, deciding, progress
from licenses.review.progress import Found
from tests import licenses as building
from tests.factories import actor_of, at, person, send_mail, taken
from tests.licenses import review
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor

FILED, ACT = "2026-03-02 10:00", "2026-03-03 10:00"
TERM = {"starts_on": date(2026, 3, 3), "ends_on": date(2027, 3, 2)}
FACT = FactLine("new1", "The rates of three workers were not reviewed in 2025.", "DWD 272.09 (8) (j) 3.")


def case_in(state: str) -> Case:
    """Return an application that came to `state` by the usual way."""
    now = at(FILED)
    if state == "received":
        return review.received(now)
    if state == "in_review":
        return review.in_review(now)
    if state == "withdrawn":
        return deciding.withdraw(review.received(now), actor=review.owner(now).actor, at=now)
    if state == "to_serve":
        return denied_renewal()
    if state == "denied":
        case = denied_renewal()
        who = review.specialist()
        return deciding.record_service(
            case, served_on=now.date(), actor=who.actor, at=now, expected_version=case.version
        )
    case = review.recommended(now)
    return case if state == "recommended" else review.decide(case, "grant", now)


def ready(name: str, state: str, *, role: str) -> Case | None:
    """Return an application on which the act's own conditions hold, where the ordinary one of the state is not enough."""
    now = at(FILED)
    if name == "answer_request":
        return asked(review.in_review(now))
    if name == "notify_of_facts":
        return renewal()
    if name == "answer_facts":
        told = noticed(renewal())
        return told if state == "in_review" else review.recommend(review.checked(told, now), granting(told), now)
    if name == "recommend":
        return review.checked(review.in_review(now), now)
    if name == "reopen_service":
        came_back = Case.objects.filter(kind="application", state=state).order_by("-pk").first() or case_in(state)
        came_back.notices.filter(kind="licenses.deny").update(status="bounced")
        return came_back
    return review.recommended(now, "deny") if name == "deny" else None


def granting(case: Case) -> Any:
    """Return the recommendation to grant a renewal: its term follows the old one."""
    return review.granting(date(2027, 3, 2), date(2028, 3, 1), findings=found_on(case))


def found_on(case: Case, finding: str = "cured") -> tuple[Any, ...]:
    """Return a finding on each fact of the notice."""
    from licenses.facts import Found as FoundFact

    return tuple(FoundFact(row.pk, finding, "As the file shows.") for row in case.alleged_facts.all())


def asked(case: Case, when: str = FILED) -> Case:
    """Return the application with questions that are not answered."""
    lin = review.specialist()
    return asking.request_information(
        case,
        questions="Which firms were asked?",
        asked_by=lin,
        actor=lin.actor,
        at=at(when),
        expected_version=case.version,
    )


def renewal(when: str = FILED) -> Case:
    """Return a renewal in review, of a license that was granted on the same day; the rates cover every worker."""
    now = at(when)
    granted = review.decide(review.recommended(now), "grant", now)
    license = granted.application.license
    lines = (building.worker(1), building.worker(2))
    content = building.content(attestation=review.SIGNED)
    return review.begun(
        file_application(membership=review.owner(now), content=content, workers=lines, at=now, renews=license), now
    )


def denied_renewal(when: str = FILED) -> Case:
    """Return a renewal that was denied at once, since the employer sent nothing more, and whose letter has left."""
    case = review.checked(noticed(renewal(when), when), at(when))
    compliance.answer_facts(
        case, answers=[], nothing_more=True, actor=review.owner(at(when)).actor, at=at(when)
    )  # fmt: skip
    case = Case.objects.get(pk=case.pk)
    case = review.recommend(case, review.denying(findings=found_on(case, "stands")), at(when))
    case = review.decide(case, "deny", at(when))
    case.notices.filter(kind="licenses.deny").update(status="sent", sent_at=at(when))
    return case


def noticed(case: Case, when: str = FILED, facts: tuple[FactLine, ...] = (FACT,)) -> Case:
    """Return the renewal after a notice of facts that has left."""
    lin = review.specialist()
    case = compliance.notify_of_facts(case, lines=facts, actor=lin.actor, at=at(when), expected_version=case.version)
    case.notices.filter(kind="licenses.notify_of_facts").update(status="sent")
    return case


def opened(name: str, role: str) -> Case:
    """File an application in a role."""
    now = at(FILED)
    mine = review.owner(now)
    actor = mine.actor if role == "employer" else actor_of(role)
    as_role: Any = SimpleNamespace(organization=mine.organization, user=mine.user, actor=actor)
    return file_application(
        membership=as_role, content=building.content(attestation=review.SIGNED), workers=(building.worker(1),), at=now
    )


def act(case: Case, name: str, role: str, when: str = ACT) -> Case:
    """Do the act `name` in a role, on the case as it is now, with what it usually asks."""
    case = Case.objects.get(pk=case.pk)
    actor: Actor = (
        review.owner(at(FILED)).actor if role == "employer" else actor_of(role, case if role != "complainant" else None)
    )
    common: dict[str, Any] = {"actor": actor, "at": at(when)}
    who = User.objects.filter(pk=actor.id or 0).first() or person("ina")
    versioned = {**common, "expected_version": case.version}
    found = [Found(code, "met", "As filed") for code in criteria.CODES]
    facts = tuple(Answered(row.pk, "It is corrected.") for row in case.alleged_facts.all())
    acts: dict[str, Any] = {
        "assign": lambda: progress.assign(case, investigator=person("sue"), **versioned),
        "begin_review": lambda: progress.begin_review(case, reviewer=who, **versioned),
        "record_review": lambda: progress.record_review(case, found=found, cleared={}, reviewer=who, **versioned),
        "request_information": lambda: asking.request_information(case, questions="Which firms?", asked_by=who, **versioned),
        "answer_request": lambda: asking.answer_request(case, answer="Three firms.", **common),
        "add_evidence": lambda: asking.add_evidence(case, files=[taken()], **common),
        "notify_of_facts": lambda: compliance.notify_of_facts(case, lines=(FACT,), **versioned),
        "answer_facts": lambda: compliance.answer_facts(case, answers=facts, **common),
        "recommend": lambda: deciding.recommend(
            case, recommended=review.granting(**TERM), recommended_by=who, **versioned
        ),
        "return_recommendation": lambda: deciding.return_recommendation(case, reason="Say more.", **versioned),
        "grant": lambda: deciding.grant(case, signer=who, **versioned),
        "record_service": lambda: deciding.record_service(case, served_on=at(when).date(), **versioned),
        "reopen_service": lambda: deciding.reopen_service(case, **versioned),
        "deny": lambda: deciding.deny(case, signer=who, **versioned),
        "withdraw": lambda: deciding.withdraw(case, reason="The employer called", **common),
        "file_application": lambda: _opening(case, common),
    }  # fmt: skip
    return acts[name]()


def _opening(case: Case, common: dict[str, Any]) -> Case:
    from wagecase.cases import services as cases

    return cases.advance(case, "file_application", expected_version=case.version, **common)


__all__ = ["act", "case_in", "opened", "ready", "send_mail"]
