"""What the lists of staff say of applications, licenses and revocations: what each is today, and the step that is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone

from licenses import facts, status
from licenses.guards import application as asking
from licenses.guards import revocation as proving
from licenses.models import License, ReviewItem, Revocation
from licenses.review.criteria import CODES
from licenses.wording import STATUS_TONES, STATUSES
from wagecase.cases.models import Case
from wagecase.cases.rows import Listed, Step
from wagecase.deadlines.models import Clock
from wagecase.lifecycle import Actor
from wagecase.notices.models import BOUNCED, Notice
from wagecase.web.formatting import shortday

DECIDE = {
    asking.GRANT: "Grant the license, or return the recommendation",
    asking.DENY: "Deny, or return the recommendation",
}
UNDECIDED = ("opened", "noticed", "drafted")
GIVEN_UP = "End without an order: the license was given up"
UNDER_NOTICE = ("noticed", "drafted")


def licenses_today(cases: list[Case]) -> dict[int, Listed]:
    """Return what each license is today, in a fixed number of questions however many there are."""
    today, ids = timezone.localdate(), [case.pk for case in cases]
    under = set(
        Revocation.objects.filter(license__case__in=ids, case__state__in=UNDER_NOTICE).values_list("license", flat=True)
    )
    found: dict[int, Listed] = {}
    for license in status.load(License.objects.filter(case__in=ids)):
        word = status.status_of(license, today).value
        label, tone = str(STATUSES[word]), STATUS_TONES[word]
        if license.pk in under and word not in (status.REVOKED, status.SURRENDERED, status.EXPIRED):
            label, tone = f"{label}, under notice", "attention"
        found[license.case_id] = Listed(state=label, tone=tone, note=_term_words(license, today))
    return found


def _term_words(license: License, today: date) -> str:
    term = status.term_on(license, today)
    if license.revoked_on or license.surrendered_on or term is None:
        return "No clock"
    if term.starts_on > today:
        return f"Begins {shortday(term.starts_on)}"
    return f"Term {'ended' if term.ends_on < today else 'ends'} {shortday(term.ends_on)}"


def application_steps(cases: list[Case]) -> dict[int, Step]:
    """Return of each application under way the step that is possible now, or what it waits for, with the day."""
    reviewed = [case for case in cases if case.state == "in_review"]
    ids = [case.pk for case in reviewed]
    done = Counter(
        ReviewItem.objects.filter(application__in=ids).exclude(result="").values_list("application", flat=True)
    )
    clocks = _running(ids, (asking.INFORMATION, asking.COMPLIANCE))
    found = {
        case.pk: Step(DECIDE[case.application.recommended])
        for case in cases
        if case.state == "recommended" and case.application.recommended in DECIDE
    }
    for case in reviewed:
        if (clock := clocks.get(case.pk)) and clock.legal_due >= timezone.localdate():
            questions = clock.key == asking.INFORMATION
            found[case.pk] = Step(
                f"Wait for the answer to the {'questions' if questions else 'notice of facts'}", clock.legal_due
            )
        elif case.application.waits_for_call:
            found[case.pk] = Step("Record whether the renewal was proper")
        elif done[case.pk] < len(CODES) or asking.may_recommend(case, _worker(case)):
            found[case.pk] = Step("Fill in the checklist")
        else:
            found[case.pk] = Step("Recommend a decision")
    return found


def _running(ids: list[int], keys: tuple[str, ...]) -> dict[int, Clock]:
    """Return of each case the clock of the employer that ends last."""
    rows = Clock.objects.filter(case__in=ids, key__in=keys, status=Clock.Status.RUNNING).order_by("legal_due")
    return {clock.case_id: clock for clock in rows}


def _worker(case: Case) -> Actor:
    return Actor("staff", case.assignee_id, "specialist")


def revocation_steps(cases: list[Case]) -> dict[int, Step]:
    """Return of each revocation without a draft the step that is possible now, or what it waits for, with the day.

    In a fixed number of questions however many there are.
    """
    told = Prefetch("notices", queryset=proving.told_employers(Notice.objects.all()), to_attr=proving.AT_HAND)
    prefetch_related_objects(cases, told, "alleged_facts__answers", "revocation__license__case")
    found: dict[int, Step] = {}
    for case in cases:
        if case.state in UNDECIDED and case.revocation.license.surrendered_on:
            found[case.pk] = Step(GIVEN_UP)
        elif step := _revocation_step(case):
            found[case.pk] = step
    return found


def _revocation_step(case: Case) -> Step | None:
    actor = _worker(case)
    if case.state == "opened":
        return Step("Write down the facts") if proving.has_facts(case, actor) else None
    if case.state != "noticed":
        return None
    waits = proving.may_draft(case, actor)
    if proving.may_record_notice_service(case, actor) is None:
        return Step("Record service of the notice")
    if proving.may_find(case, actor) is None and (facts.open_facts(case) or facts.unweighed(case)):
        return Step("Record what was found", case.revocation.cure_by)
    if waits is None:
        return Step("Draft the order")
    if any(notice.status == BOUNCED for notice in proving.notices_of_facts(case)):
        return Step("Correct the address: the notice came back")
    if case.revocation.served_on is None:
        return Step("Wait until the notice has left")
    if proving.still_time(case, on=timezone.localdate()) and not proving.interest_confirmed(case):
        return Step("Wait for the employer to show compliance", case.revocation.cure_by)
    return Step("End without an order") if not facts.standing(case) else None


LISTED: Mapping[str, Callable[[list[Case]], dict[int, Listed]]] = {"license": licenses_today}
STEPS: Mapping[str, Callable[[list[Case]], dict[int, Step]]] = {
    "application": application_steps, "revocation": revocation_steps,
}  # fmt: skip
