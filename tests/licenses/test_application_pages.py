"""The pages of an application, as the specialist, the supervisor and the members of the organization see them."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licenses.models import ReviewItem
from licenses.review import deciding
from tests import licenses as building
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import at, make_pdfs, pdf, person
from tests.licenses import applications, review
from wagecase.accounts.models import Membership
from wagecase.audit.models import Event
from wagecase.cases import files
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db
MONDAY = "2026-03-02 10:00"
NOBODY = ("Worker Number1 Example", "Intellectual")


@pytest.fixture(autouse=True)
def _place(clock: Any, media: Any) -> None:
    """Monday, March 2, 2026, and an empty store of files."""


def page_of(case: Case, page: str = "") -> str:
    return f"/licenses/{case.number}/{page}"


def status_of(case: Case, page: str = "") -> str:
    return f"/licenses/status/{case.number}/{page}"


def member(membership: Membership | None = None) -> Client:
    """Return a client signed in as a member, the owner unless told otherwise."""
    client = Client()
    client.force_login((membership or review.owner(at(MONDAY))).user)
    return client


# Staff


def test_the_overview_names_the_next_step_and_what_must_not_be_overlooked():
    filing = replace(building.content().filing, previous=("revoked",), previous_words="Federal, 2019")
    case = review.received(at(MONDAY), filing=filing)
    page = words(signed_in("lin").get(page_of(case)))
    assert "Next step Begin the review. Records that the review has begun" in page
    assert "The application states an earlier revocation (Federal, 2019). Not cleared." in page
    assert "15 of 15 criteria open" in page


def test_in_review_the_next_step_is_the_checklist_and_then_the_recommendation():
    case = review.in_review(at(MONDAY))
    lin = signed_in("lin")
    assert "Next step Fill in the checklist." in words(lin.get(page_of(case)))
    review.checked(case, at(MONDAY))
    assert "Next step Recommend a decision." in words(lin.get(page_of(case)))


def test_names_and_disabilities_stand_on_the_workers_page_and_nowhere_else():
    case = applications.asked(review.in_review(at(MONDAY)))
    lin = signed_in("lin")
    assert NOBODY[0] in words(lin.get(page_of(case, "workers/")))
    for name in ("", "form/", "checklist/", "timeline/", "notices/", "parties/", "documents/"):
        page = words(lin.get(page_of(case, name)))
        assert NOBODY[0] not in page, name
    for notice in case.notices.all():
        assert NOBODY[0] not in notice.text + notice.html


def test_the_workers_page_shows_the_arithmetic_and_only_the_short_ones_when_asked():
    lines = [building.worker(1), building.worker(2, rate=Decimal("7.63")), building.worker(3, worker_units=None)]
    case = building.file(review.owner(at(MONDAY)), at=at(MONDAY), workers=lines)
    lin = signed_in("lin")
    page = words(lin.get(page_of(case, "workers/")))
    assert "Short by $0.12" in page
    assert "Cannot be worked out Missing: the productivity." in page
    assert "$15.50" in page  # the prevailing wage, in the arithmetic
    short = words(lin.get(page_of(case, "workers/?show=short")))
    assert "W-002" in short
    assert "W-001" not in short


def test_many_workers_are_paged_in_a_constant_number_of_queries():
    few = building.file(review.owner(at(MONDAY)), at=at(MONDAY), workers=[building.worker(1)])
    many = building.file(review.owner(at(MONDAY)), at=at(MONDAY), workers=[building.worker(n) for n in range(1, 121)])
    lin = signed_in("lin")
    lin.get(page_of(few))  # the first page of a session writes it
    counts = []
    for case in (few, many):
        with CaptureQueriesContext(connection) as asked:
            page = lin.get(page_of(case, "workers/"))
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert "W-050" in words(page)
    assert "W-051" not in words(page)


def test_the_checklist_is_filled_in_on_one_page_and_may_stay_open_in_part():
    case = review.in_review(at(MONDAY))
    lin = signed_in("lin")
    answer = send(lin, page_of(case, "record_review/"), result_fein="met", evidence_survey="I must call the firms.")
    assert answer.status_code == 303
    rows = {row.code: row for row in ReviewItem.objects.all()}
    assert rows["fein"].evidence == "FEIN XX-XXX0001 stated."
    assert (rows["survey"].result, rows["survey"].evidence) == ("", "I must call the firms.")
    assert "14 of 15 criteria open" in words(lin.get(page_of(case)))


def test_a_criterion_that_bars_a_license_is_cited_with_one_dot():
    page = words(signed_in("lin").get(page_of(review.in_review(at(MONDAY)), "record_review/")))
    assert "DWD 272.09 (5) (b) 1. No license may be issued while this is not met." in page
    assert "DWD 272.09 (6) (h). No license may be issued while this is not met." in page


def test_a_result_that_the_application_does_not_bear_out_needs_words():
    case = review.in_review(at(MONDAY), attestation=replace(review.SIGNED, ticked=()))
    answer = send(
        signed_in("lin"),
        page_of(case, "record_review/"),
        **{"result_assures-review": "met", "result_survey": "not-met"},
    )
    assert answer.status_code == 422
    assert words(answer).count("Say on what evidence") >= 2
    assert not ReviewItem.objects.exists()


def test_a_stale_checklist_keeps_what_was_typed_and_says_who_was_faster():
    case = review.in_review(at(MONDAY))
    lin, sue = signed_in("lin"), signed_in("sue")
    address = page_of(case, "record_review/")
    seen = hidden(lin.get(address))
    assert send(sue, address, result_fein="met").status_code == 303
    answer = lin.post(address, {**seen, "result_fein": "not-met", "evidence_fein": "The number is another firm's."})
    assert answer.status_code == 409
    page = words(answer)
    assert "Somebody was faster. Your text is kept." in page
    assert "Sue Supervisor Example" in page
    assert "The number is another firm's." in page
    assert ReviewItem.objects.get(code="fein").result == "met"


def test_a_double_click_on_a_decision_grants_once():
    case = review.recommended(at(MONDAY))
    sue = signed_in("sue")
    address = page_of(case, "grant/")
    seen = hidden(sue.get(address))
    first, second = sue.post(address, seen), sue.post(address, seen)
    assert (first.status_code, second.status_code) == (303, 303)
    assert Case.objects.filter(kind="license").count() == 1


def test_whoever_decides_reads_the_recommendation_with_its_term_and_conditions():
    case = review.recommended(at(MONDAY))
    page = words(signed_in("sue").get(page_of(case, "grant/")))
    assert review.REASONS in page
    assert "Term: March 2, 2026 through March 1, 2027." in page
    assert "Pay at least 1.5 times the regular rate for each hour over 40 in a week." in page


def test_the_specialist_who_recommended_is_not_offered_the_decision():
    case = review.recommended(at(MONDAY))
    assert signed_in("lin").get(page_of(case, "grant/")).status_code == 403


def test_a_recommendation_through_its_page_from_typing_to_certificate():
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    lin = signed_in("lin")
    page = lin.get(page_of(case, "recommend/"))
    assert 'value="2026-03-02"' in page.content.decode()
    answer = send(
        lin, page_of(case, "recommend/"), decision="grant", reasons=review.REASONS, starts_on="2026-03-02",
        ends_on="2027-03-01", codes=["new-study"], own="Only the packing line.",
    )  # fmt: skip
    assert answer.status_code == 303, words(answer)
    assert send(signed_in("sue"), page_of(case, "grant/")).status_code == 303
    case.refresh_from_db()
    assert [row["code"] for row in case.application.term.conditions][-2:] == ["new-study", "own-1"]


def test_the_reasons_of_a_returned_grant_do_not_stand_under_a_denial():
    case = review.recommended(at(MONDAY))
    sue = person("sue")
    deciding.return_recommendation(
        case, reason="The survey asked one firm.", actor=sue.actor, at=at(MONDAY), expected_version=case.version
    )
    lin = signed_in("lin")
    shown = words(lin.get(page_of(case, "recommend/")))
    assert "What was recommended came back with this reason: The survey asked one firm." in shown
    refused = send(lin, page_of(case, "recommend/"), decision="deny", reasons=review.REASONS)
    assert refused.status_code == 422
    assert "These reasons were written for a grant. Write the reasons for a denial" in words(refused)
    reasons = "The survey asked one firm only."
    assert send(lin, page_of(case, "recommend/"), decision="deny", reasons=reasons).status_code == 303
    page = words(signed_in("sue").get(page_of(case, "deny/")))
    assert "No criterion is marked “Not met”, and no fact of a notice stands" in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"decision": ""}, "Choose grant or deny"),
        ({"reasons": ""}, "the reasons"),
        ({"starts_on": "2026-02-31"}, "Enter a date that exists"),
        ({"ends_on": "2099-12-31"}, "The last day must lie from March 2, 2026 to March 1, 2027"),
        ({"own": "\n".join(f"Condition {n}" for n in range(11))}, "at most 10 conditions"),
        ({"own": "x" * 401}, "400 characters or fewer"),
    ],
)
def test_odd_answers_to_the_recommendation_are_told_at_their_field(typed, said):
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    whole = {"decision": "grant", "reasons": "Sound.", "starts_on": "2026-03-02", "ends_on": "2027-03-01", "own": ""}
    answer = send(signed_in("lin"), page_of(case, "recommend/"), **{**whole, **typed})
    assert answer.status_code == 422
    assert said in words(answer)
    assert Case.objects.get(pk=case.pk).state == "in_review"


def test_the_notice_of_facts_and_the_answer_from_paper_through_their_pages():
    case = applications.renewal(MONDAY)
    lin = signed_in("lin")
    empty = send(lin, page_of(case, "notify_of_facts/"))
    assert empty.status_code == 422
    assert "Enter the fact or conduct that may lead to a denial" in words(empty)
    answer = send(
        lin, page_of(case, "notify_of_facts/"), text_new1="Reviews are missing.", cite_new1="DWD 272.09 (8) (j) 3."
    )
    assert answer.status_code == 303, words(answer)
    fact = case.alleged_facts.get()
    answer = send(
        lin, page_of(case, "answer_facts/"), received_on="2026-03-02", **{f"answer_{fact.pk}": "They were made up for."}
    )
    assert answer.status_code == 303, words(answer)
    assert "They were made up for." in words(lin.get(page_of(case)))


def test_an_application_of_another_kind_has_no_workers_page():
    granted = review.decide(review.recommended(at(MONDAY)), "grant", at(MONDAY))
    license = granted.application.license.case
    for name in ("workers/", "checklist/", "form/"):
        assert signed_in("lin").get(page_of(license, name)).status_code == 404


# Members


def test_a_member_sees_first_what_is_asked_by_when():
    case = review.received(at(MONDAY))
    plan = "We plan to decide by Monday, March 23, 2026. That day is a plan of our office. The law sets none."
    assert plan in words(member().get(status_of(case)))
    applications.asked(review.begun(case, at(MONDAY)))
    page = words(member().get(status_of(case)))
    assert "Answer our questions by Tuesday, March 17, 2026" in page
    assert plan in page


def test_a_viewer_reads_and_does_nothing():
    case = applications.asked(review.in_review(at(MONDAY)))
    viewer = building.member(review.owner(at(MONDAY)).organization, "Vera Viewer Example", "viewer", at=at(MONDAY))
    client = member(viewer)
    page = words(client.get(status_of(case)))
    assert "An owner or a filer of your organization can answer." in page
    assert "Withdraw the application" not in page
    for name in ("questions/", "notice/", "files/", "withdraw/"):
        assert client.get(status_of(case, name)).status_code == 404


def test_a_stranger_and_staff_get_the_page_of_what_is_missing():
    case = review.received(at(MONDAY))
    other = building.member(
        building.organization("Other Works Example", at=at(MONDAY)), "Otto Other Example", at=at(MONDAY)
    )
    missing = member(other).get("/licenses/status/LA-2026-777777/")
    for client in (member(other), signed_in("lin"), signed_in("sue")):
        answer = client.get(status_of(case))
        assert (answer.status_code, missing.status_code) == (404, 404)
        assert case.number not in words(answer)
    assert Client().get(status_of(case))["Location"].startswith("/accounts/login/")


def test_a_member_of_two_organizations_opens_the_case_of_either():
    case = review.received(at(MONDAY))
    owner = review.owner(at(MONDAY))
    first = building.organization("Another Works Example", at=at(MONDAY))
    Membership.objects.create(organization=first, user=owner.user, role="owner", began_at=at(MONDAY))
    assert member().get(status_of(case)).status_code == 200


def test_an_answer_with_files_comes_back_as_a_download_only_to_its_members():
    case = applications.asked(review.in_review(at(MONDAY)))
    client = member()
    answer = send(
        client, status_of(case, "questions/"), answer="Three firms.", files=[SimpleUploadedFile("study.pdf", pdf())]
    )
    assert answer.status_code == 303, words(answer)
    file = case.attachments.get()
    given = client.get(status_of(case, f"sent-files/{file.pk}/"))
    assert given["Content-Disposition"] == 'attachment; filename="study.pdf"'
    assert given["Content-Type"] == "application/octet-stream"
    other = building.member(
        building.organization("Other Works Example", at=at(MONDAY)), "Otto Other Example", at=at(MONDAY)
    )
    assert member(other).get(status_of(case, f"sent-files/{file.pk}/")).status_code == 404


def test_an_answer_that_somebody_else_gave_meanwhile_is_told_and_the_text_kept():
    case = applications.asked(review.in_review(at(MONDAY)))
    client = member()
    address = f"{status_of(case, 'questions/')}?question={case.application.requests.get().pk}"
    seen = hidden(client.get(address))
    applications.act(case, "answer_request", "employer", MONDAY)
    answer = client.post(address, {**seen, "answer": "My own words."})
    assert answer.status_code == 409
    assert "My own words." in words(answer)
    assert case.application.requests.get().answer == "Three firms."


def test_a_blank_answer_is_refused_and_an_empty_file_too():
    case = applications.asked(review.in_review(at(MONDAY)))
    answer = send(member(), status_of(case, "questions/"), answer="  ")
    assert answer.status_code == 422
    assert "Write your answer or add a file" in words(answer)


def test_a_withdrawal_asks_first_and_acts_once():
    case = review.received(at(MONDAY))
    client = member()
    page = client.get(status_of(case, "withdraw/"))
    assert "You cannot take it back." in words(page)
    assert Case.objects.get(pk=case.pk).state == "received"
    seen = hidden(page)
    first, second = client.post(status_of(case, "withdraw/"), seen), client.post(status_of(case, "withdraw/"), seen)
    assert (first.status_code, second.status_code) == (303, 303)
    assert case.events.filter(verb="licenses.withdraw").count() == 1
    assert "The application is decided or withdrawn already." in words(client.get(status_of(case, "withdraw/")))


def test_a_letter_is_given_out_as_stored_and_a_draft_of_staff_never():
    case = review.received(at(MONDAY))
    make_pdfs(at(MONDAY))
    letter = case.documents.get(kind="licenses.file_application")
    given = member().get(status_of(case, f"documents/{letter.pk}.pdf"))
    assert given.content.startswith(b"%PDF") if not given.streaming else True
    type(letter).objects.filter(pk=letter.pk).update(visibility="staff")
    assert member().get(status_of(case, f"documents/{letter.pk}.pdf")).status_code == 404


def test_whoever_asks_for_a_letter_of_another_organization_is_put_on_the_record():
    case = review.received(at(MONDAY))
    make_pdfs(at(MONDAY))
    letter = case.documents.get(kind="licenses.file_application")
    others = building.organization("Other Works Example LLC", at=at(MONDAY))
    stranger = building.member(others, "Otto Other Example", at=at(MONDAY))
    assert member(stranger).get(status_of(case, f"documents/{letter.pk}.pdf")).status_code == 404
    (event,) = Event.objects.filter(verb="cases.refuse_document")
    assert event.actor_id == stranger.user_id
    assert member(stranger).get(status_of(case, "documents/987654321.pdf")).status_code == 404
    other = building.file(review.owner(at(MONDAY)), at=at(MONDAY))
    assert member().get(status_of(other, f"documents/{letter.pk}.pdf")).status_code == 404
    assert Event.objects.filter(verb="cases.refuse_document").count() == 1, "what is one's own is no stranger's"


def test_whoever_asks_for_a_file_of_another_organization_is_put_on_the_record():
    case = review.received(at(MONDAY))
    taken = files.Taken("study.pdf", "application/pdf", pdf())
    study = files.keep(taken, source="employer", at=at(MONDAY), case=case)
    others = building.organization("Other Works Example LLC", at=at(MONDAY))
    stranger = building.member(others, "Otto Other Example", at=at(MONDAY))
    assert member().get(status_of(case, f"sent-files/{study.pk}/")).status_code == 200
    assert member(stranger).get(status_of(case, f"sent-files/{study.pk}/")).status_code == 404
    (event,) = Event.objects.filter(verb="cases.refuse_file")
    told = json.loads(event.body)["facts"]
    assert (event.actor_id, told) == (
        stranger.user_id, {"attachment_id": study.pk, "organization_id": others.pk},
    )  # fmt: skip
    assert member(stranger).get(status_of(case, "sent-files/987654321/")).status_code == 404
    other = building.file(review.owner(at(MONDAY)), at=at(MONDAY))
    assert member().get(status_of(other, f"sent-files/{study.pk}/")).status_code == 404
    assert Event.objects.filter(verb="cases.refuse_file").count() == 1, "what is one's own is no stranger's"


def test_the_page_of_a_denial_gives_the_last_day_to_ask_for_a_review():
    case = review.decide(review.recommended(at(MONDAY), "deny"), "deny", at(MONDAY))
    page = words(member().get(status_of(case)))
    assert "You may ask us for a review until Monday, May 4, 2026." in page


def test_a_notice_is_answered_fact_by_fact_on_the_members_page():
    case = applications.noticed(applications.renewal(MONDAY), MONDAY)
    fact = case.alleged_facts.get()
    client = member()
    assert "Answer our notice by Monday, March 23, 2026" in words(client.get(status_of(case)))
    answer = send(client, status_of(case, "notice/"), **{f"answer_{fact.pk}": "The reviews were made."})
    assert answer.status_code == 303, words(answer)
    assert "The reviews were made." in words(client.get(status_of(case)))
    assert case.clocks.get(key="licenses.compliance").status == "running"
    assert "We have nothing more to send" in words(client.get(status_of(case, "notice/")))
    assert send(client, status_of(case, "notice/"), nothing_more="on").status_code == 303
    assert case.clocks.get(key="licenses.compliance").status == "met"
