"""The review of an application: assignment, the checklist with what the application offers, warnings, questions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from licenses.filing import file_application
from licenses.models import ReviewItem
from licenses.review import asking, criteria, flags, progress
from licenses.review.progress import Found
from tests import licenses as building
from tests.complaints.staff_pages import signed_in
from tests.factories import at, file_online, person, taken
from tests.licenses import applications, proceeding, review
from wagecase.cases import assigning
from wagecase.cases.models import Case, Employer
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed

pytestmark = pytest.mark.django_db
MONDAY = "2026-03-02 10:00"
YEAR = (date(2026, 3, 2), date(2027, 3, 1))


def says(case: Case, code: str) -> list[tuple[str, bool | None]]:
    row = criteria.BY_CODE[code]
    return [(line.text, line.ok) for line in row.evidence(criteria.Offered(case.application))]


# Who has it


def test_an_application_that_nobody_has_becomes_that_of_whoever_begins(clock):
    case = review.in_review(at(MONDAY))
    assert (case.state, case.assignee) == ("in_review", person("lin"))


def test_beginning_leaves_a_case_that_was_given_to_somebody_with_that_person(clock):
    case, sue = review.received(at(MONDAY)), person("sue")
    case = progress.assign(
        case, investigator=person("lin"), actor=sue.actor, at=at(MONDAY), expected_version=case.version
    )
    case = progress.begin_review(case, reviewer=sue, actor=sue.actor, at=at(MONDAY), expected_version=case.version)
    assert case.assignee == person("lin")


def test_only_who_works_on_licenses_gets_an_application(clock):
    case, sue = review.received(at(MONDAY)), person("sue")
    for key in ("ina", "cora", "ada"):
        with pytest.raises(ValidationError, match="cannot be given this case"):
            progress.assign(
                case, investigator=person(key), actor=sue.actor, at=at(MONDAY), expected_version=case.version
            )


def test_several_applications_are_given_in_one_press(clock):
    mine = [review.received(at(MONDAY)) for _place in range(2)]
    done = assigning.assign_cases(
        seen={case.pk: case.version for case in mine}, investigator=person("lin"), by=person("sue"), at=at(MONDAY)
    )
    assert [case.pk for case in done.done] == [case.pk for case in mine]
    assert {case.assignee for case in Case.objects.filter(kind="application")} == {person("lin")}


# What the application offers


def test_the_checklist_has_a_row_for_each_criterion_of_the_rule():
    assert [(row.code, row.cite) for row in criteria.CRITERIA] == [
        ("fein", "104.07 (4)"), ("disability", "DWD 272.09 (5) (a) 1."), ("prevailing", "DWD 272.09 (5) (a) 2."),
        ("productivity", "DWD 272.09 (5) (a) 3."), ("rates", "DWD 272.09 (5) (a) 4., (8) (d)"),
        ("assures-review", "DWD 272.09 (5) (b) 1."), ("assures-adjustment", "DWD 272.09 (5) (b) 2."),
        ("objective", "DWD 272.09 (6) (a)"), ("own-rate", "DWD 272.09 (6) (b)"), ("survey", "DWD 272.09 (6) (c)"),
        ("other-sources", "DWD 272.09 (6) (d)"), ("experienced", "DWD 272.09 (6) (e)"),
        ("tabulated", "DWD 272.09 (6) (f)"), ("recorded", "DWD 272.09 (6) (g)"), ("minimum", "DWD 272.09 (6) (h)"),
    ]  # fmt: skip


def test_a_complete_application_offers_evidence_for_every_criterion(clock):
    case = review.received(at(MONDAY))
    assert [code for code in criteria.CODES if any(ok is False for _text, ok in says(case, code))] == []
    assert says(case, "rates") == [("The rate covers the commensurate wage for 2 of 2 workers.", True)]
    assert says(case, "survey")[0] == ("Assembly: 3 firms surveyed; 3 needed, so the survey is large enough.", True)
    assert says(case, "productivity")[-1] == ("Study at most 6 months old for 2 of 2 hourly workers.", True)


def test_what_falls_short_is_pointed_out(clock):
    lines = (
        building.worker(1, rate=Decimal("7.63")),  # due is $7.75
        building.worker(2, worker_units=None, evidence="no"),
        building.worker(3, studied_on=date(2025, 9, 2)),  # 181 days before March 2, 2026: six months have 180
        building.worker(4, studied_on=date(2025, 9, 3)),
    )
    case = building.file(review.owner(at(MONDAY)), at=at(MONDAY), workers=lines)
    assert says(case, "rates") == [
        ("The rate covers the commensurate wage for 2 of 4 workers.", False), ("Short: 1.", False),
        ("Cannot be worked out: 1.", False),
    ]  # fmt: skip
    assert says(case, "productivity")[-1] == ("Study at most 6 months old for 3 of 4 hourly workers.", False)
    assert says(case, "disability")[0] == ("Evidence of the disability on file for 3 of 4 workers.", False)
    assert says(case, "assures-review")[0] == ("Assurance not found among what was attested.", False)


def test_jobs_that_break_the_rules_on_prevailing_wages_are_pointed_out(clock):
    own = replace(building.ASSEMBLY, similar_own="yes")  # and yet a survey was used
    few = replace(building.PACKING, sources=building.SOURCES[:2], similar_firms=5)
    case = review.received(at(MONDAY), jobs=(own, few))
    assert says(case, "own-rate")[0][1] is False
    assert [ok for _text, ok in says(case, "survey")] == [True, False]
    gap = replace(
        building.ASSEMBLY, sources=(replace(building.SOURCES[0], not_entry="", phone=""), *building.SOURCES[1:])
    )
    case = review.received(at(MONDAY), jobs=(gap,))
    assert says(case, "experienced") == [("Assembly: 2 of 3 firms with why the wage is not entry level.", False)]
    assert says(case, "recorded") == [("Assembly: not all of it for First Example LLC.", False)]


@pytest.mark.parametrize("method", ["alternate", "public"])
def test_another_source_is_acceptable_only_where_a_survey_was_not_practical(clock, method):
    bare = replace(
        building.ASSEMBLY, method=method, sources=(), source_name="BLS", source_on=date(2026, 1, 2),
        source_wage=Decimal("15.50"), source_level="experienced",
    )  # fmt: skip
    case = review.received(at(MONDAY), jobs=(bare,))
    assert says(case, "other-sources") == [
        ("Assembly: BLS, January 2, 2026.", True),
        ("Assembly: why a survey was not practical: not stated.", False),
    ]
    case = review.received(at(MONDAY), jobs=(replace(bare, survey_reason="No firm nearby does it."),))
    assert says(case, "other-sources")[1] == (
        "Assembly: why a survey was not practical: No firm nearby does it.", True,
    )  # fmt: skip


def test_what_the_rule_wants_recorded_of_another_source_needs_evidence_and_is_not_passed_over(clock):
    other = replace(
        building.ASSEMBLY, method="alternate", sources=(), source_name="BLS", source_on=date(2026, 1, 2),
        source_wage=Decimal("15.50"), source_level="experienced",
    )  # fmt: skip
    case = review.received(at(MONDAY), jobs=(other,))
    [line] = criteria.BY_CODE["recorded"].evidence(criteria.Offered(case.application))
    assert (line.ok, line.nothing) == (None, False)
    assert line.text == (
        "Assembly: another source was used; the application does not ask for its address and phone, who was contacted "
        "there, and that person’s title."
    )


OWN_FIRST = (
    "Most of its workers have no disability, and (6) (c) opens a survey to employers most of whose workers have one."
)


@pytest.mark.parametrize(
    ("primarily", "similar", "method", "own_rate", "survey"),
    [
        ("no", "no", "survey", [
            ("Assembly: similar work of no workers without disabilities here; survey of firms. Why not its own rate: "
             "Nobody else assembles", False), ("Most of its workers have no disability.", None)],
         (OWN_FIRST, False)),
        ("no", "token", "survey", [
            ("Assembly: similar work of a token number of workers without disabilities here; survey of firms. Why "
             "not its own rate: Nobody else assembles", False), ("Most of its workers have no disability.", None)],
         (OWN_FIRST, False)),
        ("no", "yes", "own", [
            ("Assembly: similar work of workers without disabilities here; wage of its own experienced workers.", True),
            ("Most of its workers have no disability.", None)],
         ("No prevailing wage was found by a survey.", None)),
        ("yes", "token", "survey", [
            ("Assembly: similar work of a token number of workers without disabilities here; survey of firms. Why "
             "not its own rate: Nobody else assembles", None), ("Most of its workers have a disability.", None)],
         ("Assembly: 3 firms surveyed; 3 needed, so the survey is large enough.", True)),
        ("yes", "no", "survey", [("Most of its workers have a disability.", None)],
         ("Assembly: 3 firms surveyed; 3 needed, so the survey is large enough.", True)),
    ],
)  # fmt: skip
def test_whose_workers_mainly_have_no_disability_must_use_what_it_pays_its_own(
    clock, primarily, similar, method, own_rate, survey
):
    employer = replace(building.content().employer, primarily_disabled=primarily)
    job = replace(
        building.ASSEMBLY, similar_own=similar, method=method, own_reason="Nobody else assembles",
        **({"sources": (), "own_wage": Decimal("15.50")} if method == "own" else {}),
    )  # fmt: skip
    case = review.received(at(MONDAY), employer=employer, jobs=(job,))
    assert says(case, "own-rate") == own_rate
    assert says(case, "survey")[-1] == survey


# The checklist


def test_a_finding_keeps_who_made_it_and_when_until_it_changes(clock):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    later = at("2026-03-03 10:00")
    sue, found = (
        person("sue"),
        [Found("fein", "met", "As the application says"), Found("survey", "not-met", "One firm")],
    )
    progress.record_review(
        case, found=found, cleared={}, reviewer=sue, actor=sue.actor, at=later, expected_version=case.version
    )
    rows = {row.code: row for row in ReviewItem.objects.filter(application=case.pk)}
    assert (rows["fein"].by, rows["fein"].at) == (person("lin"), at(MONDAY))
    assert (rows["survey"].by, rows["survey"].at, rows["survey"].evidence) == (sue, later, "One firm")


def test_a_finding_needs_its_evidence_and_a_known_criterion(clock):
    case, lin = review.in_review(at(MONDAY)), person("lin")
    for found, words in (
        (Found("fein", "met", "  "), "Say on what evidence"),
        (Found("invented", "met", "x"), "not one of"),
    ):
        with pytest.raises(ValidationError, match=words):
            progress.record_review(
                case, found=[found], cleared={}, reviewer=lin, actor=lin.actor, at=at(MONDAY),
                expected_version=case.version,
            )  # fmt: skip


def test_two_who_fill_in_the_checklist_at_once_do_not_overwrite_each_other(clock):
    case = review.in_review(at(MONDAY))
    seen = case.version
    review.checked(case, at(MONDAY))
    sue = person("sue")
    with pytest.raises(StaleVersion, match="Your text is kept below"):
        progress.record_review(
            case, found=[Found("fein", "not-met", "None")], cleared={}, reviewer=sue, actor=sue.actor, at=at(MONDAY),
            expected_version=seen,
        )  # fmt: skip
    assert ReviewItem.objects.get(application=case.pk, code="fein").result == "met"


# Warnings


def test_an_earlier_denial_that_is_stated_blocks_until_it_is_cleared(clock):
    filing = replace(building.content().filing, previous=("applied", "denied"), previous_words="Federal, 2021")
    case = review.checked(review.in_review(at(MONDAY), filing=filing), at(MONDAY))
    assert [(flag.code, flag.detail) for flag in flags.blocking(case)] == [("stated-denied", "Federal, 2021")]
    with pytest.raises(TransitionNotAllowed, match="The application states an earlier denial"):
        review.recommend(case, review.granting(date(2026, 3, 2), date(2027, 3, 1)), at(MONDAY))
    case = review.checked(case, at(MONDAY), cleared={"stated-denied": "It was about another place."})
    assert flags.blocking(case) == []
    case = review.recommend(case, review.granting(date(2026, 3, 2), date(2027, 3, 1)), at(MONDAY))
    assert case.state == "recommended"


def test_an_open_complaint_about_the_same_employer_is_shown_by_number(clock):
    complaint = file_online(when=MONDAY)
    Employer.objects.filter(pk=complaint.employer_id).update(legal_name="SAMPLE WORKS EXAMPLE, INC.")
    if complaint.employer_id is None:
        complaint.employer = Employer.objects.create(legal_name="SAMPLE WORKS EXAMPLE, INC.", created_at=at(MONDAY))
        complaint.save(update_fields=["employer"])
    case = review.in_review(at(MONDAY))
    assert [flag.text for flag in flags.blocking(case)] == [f"Open: Living-wage complaint {complaint.number}"]
    Case.objects.filter(pk=complaint.pk).update(is_open=False)
    assert flags.blocking(case) == []


def test_an_earlier_denial_of_the_department_is_a_warning_of_its_own(clock):
    denied = review.decide(review.recommended(at(MONDAY), "deny"), "deny", at(MONDAY))
    case = review.in_review(at(MONDAY))
    assert [flag.code for flag in flags.blocking(case)] == [f"denied:{denied.number}"]


@pytest.mark.parametrize(
    ("legal_name", "fein"), [("Brand New Name Example", "390000001"), ("SAMPLE WORKS EXAMPLE, INC.", "390000099")]
)
def test_a_new_account_does_not_shed_what_the_employer_did_under_another_one(clock, legal_name, fein):
    denied = review.decide(review.recommended(at(MONDAY), "deny"), "deny", at(MONDAY))
    revoked = proceeding.license_in_force(membership=review.owner(at(MONDAY)), when=MONDAY)
    type(revoked).objects.update(revoked_on=date(2026, 3, 2))
    whole = building.content()
    content = replace(whole, employer=replace(whole.employer, legal_name=legal_name, fein=fein))
    other = building.member(
        building.organization("Another Account Example", at=at(MONDAY)), "Tina Twin Example", at=at(MONDAY)
    )
    case = file_application(membership=other, content=content, workers=(building.worker(1),), at=at(MONDAY))
    assert {flag.code for flag in flags.blocking(case)} == {f"denied:{denied.number}", f"revoked:{revoked.case.number}"}


def test_no_warning_is_left_out_however_many_there_are(clock):
    case = review.in_review(at(MONDAY))
    for number in range(25):
        complaint = Case.objects.create(
            kind="living_wage", number=f"LW-2026-{number + 900:06}", state="filed", is_open=True, employer=case.employer,
            received_on=date(2026, 3, 2), opened_at=at(MONDAY), title="Invented",
        )  # fmt: skip
        assert complaint.is_open
    assert len(flags.blocking(case)) == 25


# What the law bars


@pytest.mark.parametrize("criterion", ["fein", "rates", "minimum", "assures_adjustment", "assures_review"])
def test_what_the_law_demands_of_every_license_always_applies(clock, criterion):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY), **{criterion: "none"})
    with pytest.raises(ValidationError, match="The law bars a license"):
        review.recommend(case, review.granting(*YEAR), at(MONDAY))


def test_without_any_hourly_job_there_is_no_hourly_rate_to_review(clock):
    case = review.in_review(at(MONDAY), jobs=(building.PACKING,))
    case = review.checked(case, at(MONDAY), assures_review="none")
    assert review.recommend(case, review.granting(*YEAR), at(MONDAY)).state == "recommended"


def test_a_worker_below_the_commensurate_wage_needs_a_reason_that_the_signer_reads(clock):
    line = replace(building.worker(1), rate=Decimal("2.00"))
    case = review.in_review(at(MONDAY), workers=(line, building.worker(2)))
    case = review.checked(case, at(MONDAY), cleared={"wages:1:0": ""})
    assert flags.blocking(case) == []  # a denial needs no such reason
    with pytest.raises(ValidationError, match="below the commensurate wage for 1 of 2 workers"):
        review.recommend(case, review.granting(*YEAR), at(MONDAY))
    case = review.checked(case, at(MONDAY), cleared={"wages:1:0": "The rate was raised to $7.75 by letter of March 1."})
    case = review.recommend(case, review.granting(*YEAR), at(MONDAY))
    page = signed_in("sue").get(f"/licenses/{case.number}/grant/").content.decode()
    assert "The rate was raised to $7.75 by letter of March 1." in page


def test_a_wage_that_cannot_be_worked_out_needs_a_reason_too(clock):
    case = review.in_review(at(MONDAY), workers=(building.worker(1), building.worker(2)))
    case.application.workers.filter(pk=case.application.workers.last().pk).update(covers=None)
    case = review.checked(case, at(MONDAY), cleared={"wages:0:1": ""})
    with pytest.raises(ValidationError, match="without a commensurate wage that can be worked out for 1"):
        review.recommend(case, review.granting(*YEAR), at(MONDAY))


def test_a_revocation_that_was_opened_after_the_recommendation_is_weighed_before_a_grant(clock):
    case = review.checked(applications.renewal(MONDAY), at(MONDAY))
    case = review.recommend(case, review.granting(date(2027, 3, 2), date(2028, 3, 1)), at(MONDAY))
    revocation = proceeding.opened(of=case.application.renews, when=MONDAY)
    with pytest.raises(TransitionNotAllowed, match=f"Revocation of a license {revocation.number}"):
        review.decide(case, "grant", at(MONDAY))
    assert case.application.renews.terms.count() == 1


# Questions


def answer(case: Case, when: str, **facts: object) -> Case:
    values = {"answer": "Three firms.", "actor": review.owner(at(MONDAY)).actor, "at": at(when), **facts}
    return asking.answer_request(Case.objects.get(pk=case.pk), **values)  # type: ignore[arg-type]


def test_questions_start_the_clock_and_the_answer_stops_it(clock):
    case = applications.asked(review.in_review(at(MONDAY)))
    running = case.clocks.get(key="licenses.information")
    assert running.legal_due == date(2026, 3, 17)  # fifteen days
    case = answer(case, "2026-03-05 10:00", files=[taken()])
    assert case.clocks.get(key="licenses.information").stopped_on == date(2026, 3, 5)
    asked = case.application.requests.get()
    assert (asked.answer, asked.answered_by) == ("Three firms.", "Olive Owner Example")
    assert [(file.source, file.party_id) for file in case.attachments.all()] == [("employer", case.parties.get().pk)]


def test_one_set_of_questions_is_open_at_a_time(clock):
    case = applications.asked(review.in_review(at(MONDAY)))
    with pytest.raises(TransitionNotAllowed, match="Questions are still open"):
        applications.asked(case)
    applications.asked(answer(case, MONDAY))


def test_questions_are_answered_once(clock):
    case = applications.asked(review.in_review(at(MONDAY)))
    asked = case.application.requests.get()
    answer(case, MONDAY, request=asked)
    with pytest.raises(TransitionNotAllowed):
        answer(case, MONDAY, request=asked, answer="Another one.")
    assert case.application.requests.get().answer == "Three firms."


def test_a_paper_answer_stops_the_clock_on_the_day_it_came_in(clock):
    case = applications.asked(review.in_review(at(MONDAY)))
    with pytest.raises(ValidationError, match="before the questions"):
        answer(case, "2026-03-06 10:00", actor=person("lin").actor, received_on=date(2026, 3, 1))
    case = answer(case, "2026-03-06 10:00", actor=person("lin").actor, received_on=date(2026, 3, 4))
    assert case.clocks.get(key="licenses.information").stopped_on == date(2026, 3, 4)
    assert case.application.requests.get().answered_by == "Sample Works Example, Inc."


def test_no_decision_is_recommended_while_the_applicant_may_still_answer(clock):
    case = review.checked(applications.asked(review.in_review(at(MONDAY))), at(MONDAY))
    year = review.granting(date(2026, 3, 18), date(2027, 3, 17))
    clock.set("2026-03-17 23:00")
    with pytest.raises(TransitionNotAllowed, match="until Tuesday, March 17, 2026"):
        review.recommend(case, year, at("2026-03-17 23:00"))
    clock.set("2026-03-18 08:00")
    assert review.recommend(case, year, at("2026-03-18 08:00")).state == "recommended"


def test_only_owners_and_filers_of_the_organization_act(clock):
    case = applications.asked(review.in_review(at(MONDAY)))
    mine = review.owner(at(MONDAY)).organization
    viewer = building.member(mine, "Vera Viewer Example", "viewer", at=at(MONDAY))
    stranger = building.member(
        building.organization("Other Works Example", at=at(MONDAY)), "Otto Other Example", at=at(MONDAY)
    )
    left = building.member(mine, "Lena Left Example", "filer", at=at(MONDAY))
    left.ended_at = at(MONDAY)
    left.save(update_fields=["ended_at"])
    for membership in (viewer, stranger, left):
        for act in (
            lambda who: answer(case, MONDAY, actor=who.actor),
            lambda who: asking.add_evidence(case, files=[taken()], actor=who.actor, at=at(MONDAY)),
            lambda who: applications.deciding.withdraw(case, actor=who.actor, at=at(MONDAY)),
        ):
            with pytest.raises(NotPermitted, match="owner or a filer"):
                act(membership)
    assert not case.attachments.exists()
