"""Recommending and deciding applications: who may, when, with which term, conditions and words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.core.exceptions import ValidationError

from licenses import issuing
from licenses.facts import Answered, FactLine, Found
from licenses.guards import application as guards
from licenses.models import License, Term
from licenses.review import compliance, deciding
from licenses.review.forms import NoticeForm
from tests.complaints.staff_pages import signed_in
from tests.factories import at, name_signer, person
from tests.licenses import applications, content, review
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed

pytestmark = pytest.mark.django_db
MONDAY = "2026-03-02 10:00"
YEAR = (date(2026, 3, 2), date(2027, 3, 1))


def test_a_license_is_granted_by_a_second_person(clock):
    case = review.decide(review.recommended(at(MONDAY)), "grant", at(MONDAY))
    assert case.state == "granted"
    term = case.application.term
    assert (term.starts_on, term.ends_on) == YEAR
    assert [row["code"] for row in term.conditions] == [
        "overtime", "adjustment", "review", "information", "poster", "records",
    ]  # fmt: skip
    assert term.conditions[0]["text"] == "Pay at least 1.5 times the regular rate for each hour over 40 in a week."


def test_whoever_recommended_does_not_decide_not_even_an_earlier_version(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    sue, sam = person("sue"), person("sam")
    case = review.recommend(case, review.granting(*YEAR), at(MONDAY), by=sue)
    with pytest.raises(TransitionNotAllowed, match="Another person must decide"):
        review.decide(case, "grant", at(MONDAY), by=sue)
    case = deciding.return_recommendation(
        case, reason="Say more", actor=sam.actor, at=at(MONDAY), expected_version=case.version
    )
    case = review.recommend(case, review.granting(*YEAR), at(MONDAY), by=review.specialist())
    with pytest.raises(TransitionNotAllowed, match="now or earlier"):
        review.decide(case, "grant", at(MONDAY), by=sue)
    assert review.decide(case, "grant", at(MONDAY), by=sam).state == "granted"


def test_nobody_recommends_or_decides_in_anothers_name(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    with pytest.raises(NotPermitted):
        deciding.recommend(
            case, recommended=review.granting(*YEAR), recommended_by=person("sue"), actor=review.specialist().actor,
            at=at(MONDAY), expected_version=case.version,
        )  # fmt: skip
    case = review.recommended(at(MONDAY))
    with pytest.raises(NotPermitted):
        deciding.grant(
            case, signer=person("sam"), actor=person("sue").actor, at=at(MONDAY), expected_version=case.version
        )


def test_an_acting_signer_decides_in_the_supervisors_place(clock):
    case = review.recommended(at(MONDAY))
    ivo = person("ivo")
    with pytest.raises(NotPermitted):
        review.decide(case, "grant", at(MONDAY), by=ivo)
    name_signer(ivo)
    assert review.decide(case, "grant", at(MONDAY), by=ivo).application.term.issued_by == ivo


def test_a_recommendation_needs_the_whole_checklist(clock):
    case = review.in_review(at(MONDAY))
    with pytest.raises(TransitionNotAllowed, match="15 criteria of the checklist have no finding"):
        review.recommend(case, review.granting(*YEAR), at(MONDAY))
    case = review.checked(case, at(MONDAY), minimum="")
    with pytest.raises(TransitionNotAllowed, match="1 criterion of the checklist has no finding"):
        review.recommend(case, review.granting(*YEAR), at(MONDAY))


@pytest.mark.parametrize("criterion", ["fein", "rates", "assures_review", "assures_adjustment", "minimum"])
def test_a_license_is_not_recommended_where_the_law_bars_it(clock, criterion):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY), **{criterion: "not-met"})
    with pytest.raises(ValidationError, match="The law bars a license"):
        review.recommend(case, review.granting(*YEAR), at(MONDAY))
    assert review.recommend(case, review.denying(), at(MONDAY)).state == "recommended"


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "field"),
    [
        (date(2026, 3, 1), date(2027, 2, 28), "starts_on"),  # yesterday: never retroactive
        (date(2026, 3, 2), date(2027, 3, 2), "ends_on"),  # a year ends the day before the anniversary
        (date(2026, 3, 2), date(2026, 3, 1), "ends_on"),
        (date(2026, 3, 2), None, "ends_on"),
        (None, date(2027, 3, 1), "starts_on"),
        (date(2026, 9, 3), date(2027, 9, 2), "starts_on"),
        (date(2035, 3, 2), date(2036, 3, 1), "starts_on"),
        (date(9999, 3, 2), date(9999, 3, 3), "starts_on"),
    ],
)
def test_a_term_that_no_license_may_have_is_refused_at_its_field(clock, starts_on, ends_on, field):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    with pytest.raises(ValidationError) as refused:
        review.recommend(case, review.granting(starts_on, ends_on), at(MONDAY))
    assert list(refused.value.error_dict) == [field]


def test_a_shorter_term_and_a_later_start_are_possible(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    case = review.recommend(case, review.granting(date(2026, 4, 1), date(2026, 9, 30)), at(MONDAY))
    term = review.decide(case, "grant", at(MONDAY)).application.term
    assert (term.starts_on, term.ends_on) == (date(2026, 4, 1), date(2026, 9, 30))


def test_a_term_whose_first_day_has_passed_begins_on_the_day_of_the_grant(clock):
    case = review.recommended(at(MONDAY))
    clock.set("2026-03-09 10:00")
    term = review.decide(case, "grant", at("2026-03-09 10:00")).application.term
    assert (term.starts_on, term.ends_on) == (date(2026, 3, 9), date(2027, 3, 8))


@pytest.mark.parametrize("day", ["2026-05-01 10:00", "2026-05-15 10:00"])
def test_a_short_term_that_has_passed_is_returned_and_never_becomes_a_year(clock, day):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    case = review.recommend(case, review.granting(date(2026, 3, 2), date(2026, 4, 30)), at(MONDAY))
    clock.set(day)
    with pytest.raises(TransitionNotAllowed, match=r"The recommended term ended on .*2026\. Return the recommendation"):
        review.decide(case, "grant", at(day))
    assert not Term.objects.exists()


def test_a_short_term_keeps_its_last_day_when_its_first_has_passed(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    case = review.recommend(case, review.granting(date(2026, 3, 2), date(2026, 4, 30)), at(MONDAY))
    clock.set("2026-04-30 10:00")
    term = review.decide(case, "grant", at("2026-04-30 10:00")).application.term
    assert (term.starts_on, term.ends_on) == (date(2026, 4, 30), date(2026, 4, 30))


@pytest.mark.parametrize("wished", [date(2062, 3, 2), date(9999, 12, 31)])
def test_a_wish_for_a_far_day_leads_to_a_term_that_can_be_granted(clock, wished):
    filing = replace(content().filing, start_on=wished)
    case = review.in_review(at(MONDAY), filing=filing)
    starts, ends = issuing.proposed_term(case.application, on=date(2026, 3, 2))
    assert (starts, ends) == (date(2026, 9, 2), date(2027, 9, 1))
    case = review.recommend(review.checked(case, at(MONDAY)), review.granting(starts, ends), at(MONDAY))
    assert review.decide(case, "grant", at(MONDAY)).application.term.ends_on == date(2027, 9, 1)


def test_conditions_are_added_and_demanded_ones_stay(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    chosen = review.granting(*YEAR, codes=("new-study",), own=("Only the packing line.", " Only the  packing line. "))
    case = review.recommend(case, chosen, at(MONDAY))
    term = review.decide(case, "grant", at(MONDAY)).application.term
    assert [row["code"] for row in term.conditions][6:] == ["new-study", "own-1"]
    assert term.conditions[-1] == {"code": "own-1", "text": "Only the packing line.", "cite": ""}


def test_a_second_signature_keeps_the_reasons(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    case = review.recommend(case, review.denying("The survey asked one firm.\n\nIt is not enough."), at(MONDAY))
    case = review.decide(case, "deny", at(MONDAY))
    assert case.application.recommendation == "The survey asked one firm.\n\nIt is not enough."
    letter = case.documents.get(kind="licenses.deny")
    assert "<p>The survey asked one firm.</p>" in letter.html
    assert "It is not enough." in letter.html


def test_a_denial_needs_reasons(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    with pytest.raises(ValidationError, match="Enter the reasons"):
        review.recommend(case, review.denying("  \n "), at(MONDAY))


def test_what_was_recommended_is_what_is_decided(clock):
    granting, denying = review.recommended(at(MONDAY)), review.recommended(at(MONDAY), "deny")
    with pytest.raises(TransitionNotAllowed, match="A grant is recommended"):
        review.decide(granting, "deny", at(MONDAY))
    with pytest.raises(TransitionNotAllowed, match="A denial is recommended"):
        review.decide(denying, "grant", at(MONDAY))


def test_a_second_press_and_a_second_decider_change_nothing(clock):
    case = review.recommended(at(MONDAY))
    seen = case.version
    review.decide(case, "grant", at(MONDAY))
    for who in (person("sue"), person("sam")):
        with pytest.raises(StaleVersion, match="Somebody was faster"):
            deciding.grant(case, signer=who, actor=who.actor, at=at(MONDAY), expected_version=seen)
    assert (License.objects.count(), Term.objects.count()) == (1, 1)


def test_a_decision_on_a_page_that_is_out_of_date_is_refused(clock):
    case = review.recommended(at(MONDAY))
    seen = case.version
    deciding.return_recommendation(
        case, reason="Say more", actor=person("sam").actor, at=at(MONDAY), expected_version=seen
    )
    with pytest.raises(StaleVersion):
        deciding.grant(case, signer=person("sue"), actor=person("sue").actor, at=at(MONDAY), expected_version=seen)
    assert not License.objects.exists()


# Renewals


def told(case: Case) -> list[int]:
    return list(case.alleged_facts.order_by("place").values_list("pk", flat=True))


def answer(case: Case, facts: list[int], when: str, **more: bool) -> Case:
    return compliance.answer_facts(
        Case.objects.get(pk=case.pk), answers=[Answered(pk, "We changed it.") for pk in facts],
        actor=review.owner(at(MONDAY)).actor, at=at(when), **more,
    )  # fmt: skip


def denial(case: Case, when: str) -> Case:
    findings = applications.found_on(case, "stands")
    return review.recommend(Case.objects.get(pk=case.pk), review.denying(findings=findings), at(when))


def test_a_renewal_is_not_denied_without_a_notice_of_facts(clock):
    case = review.checked(applications.renewal(MONDAY), at(MONDAY))
    with pytest.raises(ValidationError, match="Send a notice of the facts first"):
        denial(case, MONDAY)


def test_a_renewal_is_denied_only_after_the_time_to_comply(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    assert case.clocks.get(key="licenses.compliance", status="running").legal_due == date(2026, 3, 23)  # 22 is a Sunday
    for last in ("2026-03-10 09:00", "2026-03-23 23:59"):
        clock.set(last)
        with pytest.raises(ValidationError, match="until Monday, March 23, 2026"):
            denial(case, last)
    clock.set("2026-03-24 00:01")
    case = denial(case, "2026-03-24 00:01")
    assert review.decide(case, "deny", at("2026-03-24 09:00")).state == "to_serve"


def test_an_answer_to_every_fact_does_not_end_the_time_to_comply(clock):
    two = (applications.FACT, FactLine("new2", "The poster was not shown.", "DWD 272.09 (10)"))
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY, two), at(MONDAY))
    first, second = told(case)
    case = answer(case, [first], MONDAY)
    assert case.clocks.get(key="licenses.compliance").status == "running"
    case = answer(case, [second], MONDAY)
    assert case.clocks.get(key="licenses.compliance").status == "running"
    clock.set("2026-03-23 23:30")
    with pytest.raises(ValidationError, match="until Monday, March 23, 2026"):
        denial(case, "2026-03-23 23:30")
    clock.set("2026-03-24 00:01")
    case = denial(case, "2026-03-24 00:01")
    assert review.decide(case, "deny", at("2026-03-24 09:00")).state == "to_serve"


def test_a_renewal_may_be_denied_at_once_where_the_employer_sends_nothing_more(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    with pytest.raises(ValidationError, match="once the employer says that it sends nothing more"):
        denial(answer(case, told(case), MONDAY), MONDAY)
    case = answer(case, [], MONDAY, nothing_more=True)
    assert case.clocks.get(key="licenses.compliance").status == "met"
    assert case.events.last().verb == "licenses.answer_facts"
    case = denial(case, MONDAY)
    assert review.decide(case, "deny", at(MONDAY)).state == "to_serve"


def test_what_the_employer_said_of_an_earlier_notice_does_not_end_the_time_of_a_later_one(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    case = answer(case, told(case), MONDAY, nothing_more=True)
    clock.set("2026-03-04 09:00")
    later = (FactLine("new1", "The poster was not shown.", "DWD 272.09 (10)"),)
    case = applications.noticed(case, "2026-03-04 09:00", later)
    with pytest.raises(ValidationError, match="until Tuesday, March 24, 2026"):
        denial(case, "2026-03-04 09:00")


def test_a_notice_that_came_back_gives_no_time_that_could_be_over(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    case.notices.filter(kind="licenses.notify_of_facts").update(status="bounced")
    clock.set("2026-04-20 09:00")
    with pytest.raises(ValidationError, match="or came back"):
        denial(answer(case, told(case), "2026-03-10 09:00"), "2026-04-20 09:00")


@pytest.mark.parametrize("answered", [True, False])
def test_a_fact_of_which_the_employer_was_told_is_never_another_fact(clock, answered):
    case = applications.noticed(applications.renewal(MONDAY), MONDAY)
    (key,) = told(case)
    if answered:
        case = answer(case, [key], MONDAY)
    clock.set("2026-04-01 09:00")
    for lines, removed in (
        ([FactLine(str(key), "Twelve workers got no pay at all."), FactLine("new1", "A new one.")], []),
        ([FactLine(str(key), applications.FACT.text, "DWD 272.09 (10)"), FactLine("new1", "A new one.")], []),
        ([FactLine("new1", "A new one.")], [str(key)]),
    ):
        with pytest.raises(ValidationError) as refused:
            compliance.notify_of_facts(
                case, lines=lines, removed=removed, actor=review.specialist().actor, at=at("2026-04-01 09:00"),
                expected_version=case.version,
            )  # fmt: skip
        assert list(refused.value.error_dict) == [f"text_{key}"]
    assert [row.text for row in case.alleged_facts.all()] == [applications.FACT.text]


def test_a_further_allegation_is_a_fact_of_its_own_and_each_notice_keeps_its_words(clock):
    case = applications.noticed(applications.renewal(MONDAY), MONDAY)
    clock.set("2026-04-01 09:00")
    case = applications.noticed(case, "2026-04-01 09:00", (FactLine("new1", "The poster was not shown."),))
    assert [row.text for row in case.alleged_facts.all()] == [applications.FACT.text, "The poster was not shown."]
    first, second = case.documents.filter(kind="licenses.notify_of_facts").order_by("id")
    assert "The poster was not shown." not in first.html
    assert "The poster was not shown." in second.html


def test_the_form_of_a_second_notice_asks_only_for_new_facts(clock):
    case = applications.noticed(applications.renewal(MONDAY), MONDAY)
    form = NoticeForm(case=case, user=review.specialist(), today=date(2026, 3, 3))
    assert [name for name in form.fields if name.startswith("text_")] == ["text_new1", "text_new2", "text_new3"]


def test_a_notice_that_has_not_left_begins_no_time_that_could_be_over(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    case.notices.filter(kind="licenses.notify_of_facts").update(status="queued")
    clock.set("2026-04-20 09:00")
    with pytest.raises(ValidationError, match="has not left yet"):
        denial(case, "2026-04-20 09:00")


def test_a_denial_rests_on_a_fact_that_stands(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    case = answer(case, told(case), MONDAY, nothing_more=True)
    cured = tuple(Found(pk, "cured", "The reviews were made up for.") for pk in told(case))
    with pytest.raises(ValidationError, match="No fact of the notice was found to stand"):
        review.recommend(case, review.denying(findings=cured), at(MONDAY))


def test_an_answer_in_time_after_the_findings_is_weighed_before_a_denial(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    case = denial(answer(case, told(case), MONDAY, nothing_more=True), MONDAY)
    clock.set("2026-03-03 09:00")
    case = answer(case, told(case), "2026-03-03 09:00")
    with pytest.raises(TransitionNotAllowed, match="so that the answer is weighed"):
        review.decide(case, "deny", at("2026-03-03 10:00"))


def test_a_first_application_is_denied_without_a_notice(clock):
    case = review.in_review(at(MONDAY))
    assert "This is a first application" in (guards.may_notify_of_facts(case, review.specialist().actor) or "")
    assert review.decide(review.recommended(at(MONDAY), "deny"), "deny", at(MONDAY)).state == "denied"


def test_the_denial_of_a_first_application_ends_it_and_is_not_served_on_record(clock):
    case = review.decide(review.recommended(at(MONDAY), "deny"), "deny", at(MONDAY))
    assert (case.state, case.is_open) == ("denied", False)
    case.notices.filter(kind="licenses.deny").update(status="bounced")
    with pytest.raises(TransitionNotAllowed, match="No license ends by the denial of a first application"):
        deciding.reopen_service(case, actor=person("sue").actor, at=at(MONDAY), expected_version=case.version)


def test_a_renewal_that_is_granted_early_follows_the_old_term_without_a_gap(clock):
    case = review.checked(applications.renewal(MONDAY), at(MONDAY))
    with pytest.raises(ValidationError, match="so that there is no gap"):
        review.recommend(case, review.granting(date(2027, 3, 3), date(2028, 3, 2)), at(MONDAY))
    case = review.recommend(case, review.granting(date(2027, 3, 2), date(2028, 3, 1)), at(MONDAY))
    term = review.decide(case, "grant", at(MONDAY)).application.term
    assert (term.number, term.starts_on, term.ends_on) == (2, date(2027, 3, 2), date(2028, 3, 1))
    assert License.objects.count() == 1


def test_no_further_term_is_granted_for_a_license_that_was_revoked(clock):
    case = review.checked(applications.renewal(MONDAY), at(MONDAY))
    recommended = review.recommend(case, review.granting(date(2027, 3, 2), date(2028, 3, 1)), at(MONDAY))
    License.objects.update(revoked_on=date(2026, 3, 2))
    with pytest.raises(TransitionNotAllowed, match="revoked or given up"):
        review.decide(recommended, "grant", at(MONDAY))


def test_a_withdrawal_ends_the_application_and_lets_another_renewal_be_filed(clock):
    case = applications.renewal(MONDAY)
    case = deciding.withdraw(case, actor=review.owner(at(MONDAY)).actor, at=at(MONDAY))
    assert (case.state, case.application.withdrawn_on) == ("withdrawn", date(2026, 3, 2))
    assert not case.application.renews.renewals.filter(decided_on=None, withdrawn_on=None).exists()


def test_the_page_of_a_second_notice_shows_the_facts_that_were_told(clock):
    case = applications.noticed(applications.renewal(MONDAY), MONDAY)
    clock.set("2026-04-01 09:00")
    page = signed_in("lin").get(f"/licenses/{case.number}/notify_of_facts/").content.decode()
    assert "Fact 1, as told" in page
    assert applications.FACT.text in page
    assert f'name="text_{told(case)[0]}"' not in page
