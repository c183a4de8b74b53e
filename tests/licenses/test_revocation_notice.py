"""A revocation from its opening to the answers: its facts, the notice and its service, what the employer answers."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from licenses.facts import Answered, FactLine
from licenses.status import status_of
from tests import licenses as building
from tests.complaints.staff_pages import send, signed_in
from tests.factories import at, mail_letters, make_pdfs, person, taken
from tests.licenses import proceeding
from tests.licenses.proceeding import do
from wagecase.audit.models import Event, EventDetail
from wagecase.cases.contacts import correct_contact
from wagecase.cases.models import Case
from wagecase.cases.returned import record_returned_mail
from wagecase.cases.sweep import sweep
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


# Opening


def test_it_opens_with_a_ground_and_facts_and_tells_nobody_outside(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    assert (case.state, case.number, case.assignee) == ("opened", "LR-2026-000001", person("lin"))
    assert case.parent == case.revocation.license.case
    assert [fact.text for fact in case.alleged_facts.all()] == [line.text for line in proceeding.LINES]
    assert not case.notices.exists()
    assert not case.clocks.exists()
    assert case.parties.get().told_on is None
    assert status_of(case.revocation.license, dt.date(2026, 5, 29)).value == "in-force"


def test_a_second_revocation_of_a_license_is_refused_while_one_is_open(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    with pytest.raises(TransitionNotAllowed, match=f"open already: {case.number}"):
        proceeding.opened(of=case.revocation.license)
    do(case, "end_without_order", by="lin", when="2026-05-29 10:00")
    assert proceeding.opened(of=case.revocation.license, when="2026-05-29 11:00").state == "opened"


@pytest.mark.parametrize(
    ("column", "words"), [("revoked_on", "was revoked already"), ("surrendered_on", "was given up")]
)
def test_a_license_that_is_over_is_not_revoked(clock, column, words):
    clock.set(proceeding.OPENED)
    license = proceeding.license_in_force()
    setattr(license, column, dt.date(2026, 5, 1))
    license.save()
    with pytest.raises(TransitionNotAllowed, match=words):
        proceeding.opened(of=license)


def test_an_expired_license_is_not_revoked(clock):
    clock.set("2027-03-02 09:00")
    with pytest.raises(TransitionNotAllowed, match="has expired"):
        proceeding.opened(when="2027-03-02 09:00")


def test_it_opens_on_the_last_day_of_the_term(clock):
    clock.set("2027-03-01 23:30")
    assert proceeding.opened(when="2027-03-01 23:30").state == "opened"


@pytest.mark.parametrize(
    ("changes", "field"),
    [({"ground": "dislike"}, "ground"), ({"lines": [FactLine("new1", "")]}, "text_new1"),
     ({"lines": [FactLine("new1", "", "DWD 272.09 (10)")]}, "text_new1"),
     ({"lines": [FactLine("new1", "The same."), FactLine("new2", "the  SAME.")]}, "text_new2")],
)  # fmt: skip
def test_it_needs_a_known_ground_and_whole_facts(clock, changes, field):
    clock.set(proceeding.OPENED)
    with pytest.raises(ValidationError) as refused:
        proceeding.opened(**changes)
    assert set(refused.value.error_dict) == {field}
    assert not Case.objects.filter(kind="revocation").exists()


@pytest.mark.parametrize("key", ["ina", "cora", "ada"])
def test_only_specialists_and_supervisors_open_one(clock, key):
    clock.set(proceeding.OPENED)
    with pytest.raises(NotPermitted):
        proceeding.opened(by=key)


# Facts


def test_facts_are_changed_by_their_own_row_and_removed_one_by_one(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    first, second = case.alleged_facts.all()
    lines = [FactLine(str(second.pk), "The poster was not shown at two branches."), FactLine("new1", "A third fact."),
             FactLine("new2", "")]  # fmt: skip
    case = do(case, "change_facts", by="lin", when=proceeding.OPENED, lines=lines, removed=[str(first.pk)])
    assert [(fact.pk == second.pk, fact.text) for fact in case.alleged_facts.all()] == [
        (True, "The poster was not shown at two branches."), (False, "A third fact."),
    ]  # fmt: skip


def test_a_fact_that_is_gone_is_no_other_fact(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    gone = case.alleged_facts.first().pk
    do(case, "change_facts", by="lin", when=proceeding.OPENED, lines=[], removed=[str(gone)])
    with pytest.raises(StaleVersion, match="removed a fact"):
        do(case, "change_facts", by="lin", when=proceeding.OPENED, lines=[FactLine(str(gone), "Typed on an old page.")])
    assert case.alleged_facts.count() == 1


def test_a_fact_of_another_case_is_out_of_reach(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    other = proceeding.opened(of=proceeding.license_in_force())
    theirs = other.alleged_facts.first()
    with pytest.raises(StaleVersion):
        do(case, "change_facts", by="lin", when=proceeding.OPENED, lines=[FactLine(str(theirs.pk), "Mine now.")])
    with pytest.raises(StaleVersion):
        do(case, "change_facts", by="lin", when=proceeding.OPENED, lines=[], removed=[str(theirs.pk)])
    theirs.refresh_from_db()
    assert theirs.text == proceeding.LINES[0].text


def test_two_people_who_change_the_facts_do_not_undo_each_other(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    seen = case.version
    do(case, "change_facts", by="lin", when=proceeding.OPENED, expected_version=seen)
    with pytest.raises(StaleVersion):
        do(case, "change_facts", by="sue", when=proceeding.OPENED, expected_version=seen)
    assert case.alleged_facts.count() == 3


def test_a_notice_needs_a_fact(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    keys = [str(pk) for pk in case.alleged_facts.values_list("pk", flat=True)]
    case = do(case, "change_facts", by="lin", when=proceeding.OPENED, lines=[], removed=keys)
    with pytest.raises(TransitionNotAllowed, match="at least one fact"):
        do(case, "serve_notice", by="lin", when=proceeding.OPENED)


def test_facts_answers_and_reasons_are_unreadable_in_the_database(clock):
    from django.db import connection

    case = proceeding.judged(clock)
    with connection.cursor() as cursor:
        cursor.execute("SELECT text, remedy, finding_reason FROM licenses_allegedfact")
        stored = [value for row in cursor.fetchall() for value in row]
        cursor.execute("SELECT text FROM licenses_factanswer")
        stored += [row[0] for row in cursor.fetchall()]
    chain = str([*Event.objects.values_list("body"), *EventDetail.objects.values_list("before", "after")])
    assert not [value for value in stored if "reviewed" in value or "poster" in value or "As found" in value]
    assert "eight months" not in chain
    assert case.alleged_facts.first().finding_reason == "As found on fact 1."


# The notice and its service


def test_the_notice_tells_each_fact_and_starts_no_clock(clock):
    case = proceeding.noticed(clock)
    letter = case.documents.get(kind="licenses.serve_notice").html
    for line in proceeding.LINES:
        assert line.text in letter
        assert line.remedy in letter
    assert "20 days" in letter
    assert "If it is served on June 1, 2026, the last day is <strong>Monday, June 22, 2026</strong>." in letter
    assert not case.clocks.exists()
    assert case.parties.get().told_on == dt.date(2026, 6, 1)


def test_no_e_mail_holds_a_fact(clock):
    case = proceeding.judged(clock)
    for notice in case.notices.filter(channel="email"):
        for line in proceeding.LINES:
            assert line.text not in notice.text + notice.html + notice.subject


def test_service_is_recorded_only_after_the_notice_left(clock):
    clock.set(proceeding.SENT)
    case = do(proceeding.opened(), "serve_notice", by="lin", when=proceeding.SENT)
    with pytest.raises(TransitionNotAllowed, match="has not left yet"):
        do(case, "record_notice_service", by="lin", when=proceeding.SENT)


def test_the_time_to_comply_counts_from_service(clock):
    case = proceeding.served(clock)
    running = case.clocks.get(key="licenses.cure")
    assert (running.start_on, running.legal_due) == (dt.date(2026, 6, 2), dt.date(2026, 6, 22))
    assert case.revocation.cure_by == dt.date(2026, 6, 22)
    letter = case.documents.get(kind="licenses.record_notice_service").html
    assert "June 22, 2026" in letter


@pytest.mark.parametrize(
    ("served", "last"),
    [("2026-06-12", "2026-07-02"), ("2026-06-14", "2026-07-06"), ("2026-06-13", "2026-07-03"), ("2026-06-01", "2026-06-22")],
)  # fmt: skip
def test_the_20_days_are_calendar_days_and_move_on_from_a_closed_day(clock, served, last):
    case = proceeding.noticed(clock)
    clock.set("2026-06-15 09:00")
    case = do(case, "record_notice_service", by="lin", when="2026-06-15 09:00", served_on=dt.date.fromisoformat(served))
    assert case.revocation.cure_by == dt.date.fromisoformat(last)
    assert case.clocks.get(status="running").legal_due == case.revocation.cure_by


@pytest.mark.parametrize("day", [dt.date(2026, 5, 31), dt.date(2026, 6, 4)])
def test_service_lies_between_the_day_the_notice_left_and_today(clock, day):
    case = proceeding.noticed(clock)
    clock.set("2026-06-03 09:00")
    with pytest.raises(ValidationError) as refused:
        do(case, "record_notice_service", by="lin", when="2026-06-03 09:00", served_on=day)
    assert "served_on" in refused.value.error_dict


def test_service_needs_a_known_way(clock):
    case = proceeding.noticed(clock)
    with pytest.raises(ValidationError) as refused:
        do(
            case,
            "record_notice_service",
            by="lin",
            when=proceeding.SENT,
            served_on=dt.date(2026, 6, 1),
            method="pigeon",
        )
    assert "method" in refused.value.error_dict


def test_service_is_recorded_once_and_corrected_as_a_correction(clock):
    case = proceeding.answered(clock)
    with pytest.raises(TransitionNotAllowed, match="recorded already"):
        do(case, "record_notice_service", by="lin", when=proceeding.ANSWERED)
    case = do(case, "correct_notice_service", by="lin", when=proceeding.ANSWERED, served_on=dt.date(2026, 6, 5))
    assert case.revocation.cure_by == dt.date(2026, 6, 25)
    assert sorted(case.clocks.values_list("status", "legal_due")) == [
        ("replaced", dt.date(2026, 6, 22)), ("running", dt.date(2026, 6, 25)),
    ]  # fmt: skip


def test_a_notice_that_came_back_has_not_run_and_is_served_anew(clock):
    case = proceeding.served(clock)
    letter = case.notices.get(kind="licenses.serve_notice", party_id__isnull=False)
    proceeding.comes_back(letter, "2026-06-05 09:00")
    clock.set(proceeding.JUDGED)
    with pytest.raises(TransitionNotAllowed, match="came back"):
        do(case, "record_finding", by="lin", when=proceeding.JUDGED)
    with pytest.raises(TransitionNotAllowed, match="came back"):
        do(case, "record_notice_service", by="lin", when=proceeding.JUDGED)


def posted(clock):
    """Return a revocation whose notice went by post on June 1 and was served on June 2; the clock stands on June 3."""
    clock.set(proceeding.SENT)
    case = proceeding.opened()
    case.parties.filter(role="employer").update(email="", email_allowed=False, postal="1 Wrong Road\nMonroe, WI 53566")
    case = do(case, "serve_notice", by="lin", when=proceeding.SENT)
    make_pdfs(at("2026-06-01 09:05"))
    mail_letters(case, by=person("lin"), moment=at("2026-06-01 12:00"))
    clock.set("2026-06-03 09:00")
    return do(case, "record_notice_service", by="lin", when="2026-06-03 09:00", method="first-class mail")


@pytest.mark.parametrize("who", ["lin", "sue"])
def test_whoever_runs_the_mailroom_records_a_returned_notice_from_the_number_on_the_envelope(clock, who):
    """As on a complaint: specialists and supervisors print and mail the letters of licenses, so they take them back."""
    case = posted(clock)
    desk = signed_in(who)
    answer = desk.get("/staff/letters/returned/", {"q": case.number})
    assert answer["Location"] == f"/licenses/{case.number}/notices/{letter_of(case).pk}/returned/"
    sent = send(desk, answer["Location"], returned_on="2026-06-03", reason="Unknown")
    assert (sent.status_code, sent["Location"]) == (303, f"/licenses/{case.number}/notices/")
    assert [event.verb for event in case.events.order_by("-seq")[:2]] == [
        "licenses.reopen_notice_service", "cases.record_returned_mail",
    ]  # fmt: skip


@pytest.mark.parametrize("who", ["ina", "cora", "ada"])
def test_nobody_records_returned_mail_of_a_license_who_cannot_open_its_file(clock, who):
    case = posted(clock)
    with pytest.raises(NotPermitted, match="work on such cases"):
        record_returned_mail(
            notice=letter_of(case), returned_on=dt.date(2026, 6, 3), reason="Unknown", actor=person(who).actor,
            at=at("2026-06-03 09:00"),
        )  # fmt: skip
    assert letter_of(case).status == "mailed"


def letter_of(case):
    return case.notices.filter(kind="licenses.serve_notice", party_id__isnull=False).exclude(status="replaced").get()


def comes_back(case, when):
    return proceeding.comes_back(letter_of(case), when)


def goes_to(case, when, postal="9 Right Road\nMonroe, WI 53566"):
    correct_contact(case.parties.get(role="employer"), email="", postal=postal, actor=person("lin").actor, at=at(when))
    return Case.objects.get(pk=case.pk)


def test_a_notice_that_came_back_loses_its_service_and_the_time_counted_from_it(clock):
    case = comes_back(posted(clock), "2026-06-05 09:00")
    assert (case.revocation.served_on, case.revocation.cure_by) == (None, None)
    assert not case.clocks.filter(status="running").exists()
    case = goes_to(case, "2026-06-05 10:00")
    clock.set(proceeding.JUDGED)
    with pytest.raises(TransitionNotAllowed, match="has not left yet"):
        do(case, "record_finding", by="lin", when=proceeding.JUDGED)
    with pytest.raises(TransitionNotAllowed, match="has not left yet"):
        do(case, "record_notice_service", by="lin", when=proceeding.JUDGED)


def test_a_notice_that_is_re_addressed_is_served_anew_from_the_day_on_which_it_left(clock):
    case = goes_to(comes_back(posted(clock), "2026-06-05 09:00"), "2026-06-05 10:00")
    make_pdfs(at("2026-06-05 10:05"))
    mail_letters(case, by=person("lin"), moment=at("2026-06-08 12:00"))
    clock.set("2026-06-10 09:00")
    with pytest.raises(ValidationError) as refused:
        do(case, "record_notice_service", by="lin", when="2026-06-10 09:00", served_on=dt.date(2026, 6, 5))
    assert "served_on" in refused.value.error_dict
    case = do(case, "record_notice_service", by="lin", when="2026-06-10 09:00", served_on=dt.date(2026, 6, 9))
    assert case.revocation.cure_by == dt.date(2026, 6, 29)
    clock.set(proceeding.JUDGED)
    with pytest.raises(TransitionNotAllowed, match="until Monday, June 29, 2026"):
        do(case, "record_finding", by="lin", when=proceeding.JUDGED)


def test_the_re_addressed_notice_counts_its_example_from_its_own_day(clock):
    case = goes_to(comes_back(posted(clock), "2026-06-05 09:00"), "2026-06-08 10:00")
    html = letter_of(case).document.html
    assert "If it is served on June 8, 2026, the last day is <strong>Monday, June 29, 2026</strong>." in html
    assert "June 22, 2026" not in html


def test_a_notice_that_came_back_while_the_order_waits_for_its_signature_is_not_signed(clock):
    case = posted(clock)
    clock.set(proceeding.JUDGED)
    case = do(case, "record_finding", by="lin", when=proceeding.JUDGED)
    case = do(case, "draft_order", by="lin", when=proceeding.JUDGED, intended_signer=person("sue"))
    make_pdfs(at("2026-06-23 09:10"))
    case = goes_to(comes_back(case, "2026-06-23 10:00"), "2026-06-23 10:30")
    clock.set(proceeding.SIGNED)
    with pytest.raises(TransitionNotAllowed, match="has not left yet"):
        do(case, "sign_order", by="sue", when=proceeding.SIGNED)
    make_pdfs(at("2026-06-24 10:10"))
    mail_letters(case, by=person("lin"), moment=at("2026-06-24 10:30"))
    with pytest.raises(TransitionNotAllowed, match="Record service of the notice first"):
        do(case, "sign_order", by="sue", when=proceeding.SIGNED)


def test_service_that_was_corrected_does_not_count_for_a_notice_made_after_it(clock):
    case = posted(clock)
    letter = letter_of(case)
    letter.created_at = at("2026-06-04 09:00")
    letter.save(update_fields=["created_at"])
    with pytest.raises(TransitionNotAllowed, match="made anew"):
        do(case, "correct_notice_service", by="lin", when="2026-06-04 10:00")
    clock.set(proceeding.JUDGED)
    with pytest.raises(TransitionNotAllowed, match="made anew"):
        do(case, "record_finding", by="lin", when=proceeding.JUDGED)


# Answers


def test_each_fact_is_answered_on_its_own_with_files(clock):
    case = proceeding.answered(clock)
    first, second = case.alleged_facts.all()
    answer = first.answers.get()
    assert (answer.text, answer.by, answer.late) == ("All four are reviewed now.", "Olive Owner Example", False)
    assert [file.name for file in answer.files.all()] == ["pay-stub.pdf"]
    assert not second.answers.exists()
    clock.set("2026-06-12 09:00")
    do(
        case,
        "answer_facts",
        by=proceeding.owner().actor,
        when="2026-06-12 09:00",
        answers=[Answered(second.pk, "", (taken("photo.pdf"),))],
    )
    assert second.answers.get().files.get().name == "photo.pdf"
    assert first.answers.count() == 1


def test_a_further_answer_stands_beside_the_first(clock):
    case = proceeding.answered(clock)
    first = case.alleged_facts.first()
    do(
        case,
        "answer_facts",
        by=proceeding.owner().actor,
        when="2026-06-11 09:00",
        answers=[Answered(first.pk, "One more.")],
    )
    assert [answer.text for answer in first.answers.all()] == ["All four are reviewed now.", "One more."]


@pytest.mark.parametrize(("when", "late"), [("2026-06-22 23:59", False), ("2026-06-23 00:01", True)])
def test_an_answer_is_late_from_the_day_after_the_last_day(clock, when, late):
    case = proceeding.served(clock)
    clock.set(when)
    do(case, "answer_facts", by=proceeding.owner().actor, when=when)
    assert case.alleged_facts.first().answers.get().late is late


def test_a_paper_counts_by_its_stamp(clock):
    case = proceeding.judged(clock)
    paper = {"received_on": dt.date(2026, 6, 22)}
    do(case, "answer_facts", by="lin", when="2026-06-24 09:00", **paper)
    answer = case.alleged_facts.first().answers.last()
    assert (answer.keyed, answer.late, answer.by) == (True, False, building.FACILITY)


@pytest.mark.parametrize("day", [dt.date(2026, 5, 31), dt.date(2026, 6, 11)])
def test_a_paper_came_after_the_notice_and_not_after_today(clock, day):
    case = proceeding.answered(clock)
    with pytest.raises(ValidationError) as refused:
        do(case, "answer_facts", by="lin", when=proceeding.ANSWERED, received_on=day)
    assert "received_on" in refused.value.error_dict


def test_an_answer_that_says_nothing_is_none(clock):
    case = proceeding.served(clock)
    first = case.alleged_facts.first().pk
    with pytest.raises(ValidationError, match="at least one of the facts"):
        do(case, "answer_facts", by=proceeding.owner().actor, when=proceeding.ANSWERED, answers=[Answered(first, "  ")])


def test_a_correction_of_service_judges_anew_what_came_late(clock):
    case = proceeding.served(clock)
    clock.set("2026-06-23 09:00")
    do(case, "answer_facts", by=proceeding.owner().actor, when="2026-06-23 09:00")
    assert case.alleged_facts.first().answers.get().late
    do(case, "correct_notice_service", by="lin", when="2026-06-23 10:00", served_on=dt.date(2026, 6, 3))
    assert not case.alleged_facts.first().answers.get().late


def test_strangers_viewers_and_former_members_answer_nothing(clock):
    case = proceeding.served(clock)
    viewer = building.member(proceeding.owner().organization, "Vera Viewer Example", "viewer", at=at(proceeding.ISSUED))
    other = building.member(
        building.organization("Other Example", at=at(proceeding.ISSUED)), "Otto Other Example", at=at(proceeding.ISSUED)
    )
    former = building.member(proceeding.owner().organization, "Fritz Former Example", "filer", at=at(proceeding.ISSUED))
    former.ended_at = at("2026-06-01 09:00")
    former.save()
    for membership in (viewer, other, former):
        with pytest.raises(NotPermitted):
            do(case, "answer_facts", by=membership.actor, when=proceeding.ANSWERED)
    assert not case.alleged_facts.first().answers.exists()


@pytest.mark.parametrize(("answered", "when", "reminded"), [
    ([0], "2026-06-17 08:00", True), ([0, 1], "2026-06-17 08:00", False), ([], "2026-06-23 08:00", False),
])  # fmt: skip
def test_the_employer_is_reminded_of_what_it_can_still_answer_and_of_nothing_else(clock, answered, when, reminded):
    case = proceeding.served(clock)
    pks = list(case.alleged_facts.values_list("pk", flat=True))
    answers = [Answered(pks[place], "Done.") for place in answered]
    if answers:
        do(case, "answer_facts", by=proceeding.owner().actor, when="2026-06-10 09:00", answers=answers)
    sweep(now=clock.set(when))
    assert case.notices.filter(kind="licenses.cure:employer-5").exists() is reminded
