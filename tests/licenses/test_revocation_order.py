"""A revocation from its findings to the order and its service: who may do what, when, and what becomes of the license."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from licenses.facts import Found
from licenses.issuing import close_file, surrender
from licenses.models import License
from licenses.review import flags
from licenses.revoking.opening import open_revocation_of
from licenses.revoking.order import proposed_reasons
from licenses.status import status_of
from tests import licenses as building
from tests.factories import at, make_pdfs, name_signer, person, send_mail
from tests.licenses import proceeding
from tests.licenses.proceeding import do, findings
from wagecase.audit.models import EventDetail
from wagecase.cases.mailing import mark_mailed
from wagecase.cases.models import Case
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


# Findings


def test_nothing_is_found_while_the_employer_may_still_answer(clock):
    case = proceeding.served(clock)
    with pytest.raises(TransitionNotAllowed, match=r"until Monday, June 22, 2026"):
        do(case, "record_finding", by="lin", when="2026-06-03 10:00")


def test_an_answer_may_be_judged_before_the_last_day_and_some_facts_stay_open(clock):
    case = proceeding.answered(clock)
    first, second = case.alleged_facts.all()
    do(case, "record_finding", by="lin", when=proceeding.ANSWERED, findings=[Found(first.pk, "cured", "All reviewed.")])
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.finding, first.finding_reason, second.finding) == ("cured", "All reviewed.", "")


def test_a_finding_has_its_reason(clock):
    case = proceeding.answered(clock)
    first = case.alleged_facts.first()
    with pytest.raises(ValidationError) as refused:
        do(case, "record_finding", by="lin", when=proceeding.ANSWERED, findings=[Found(first.pk, "stands", " ")])
    assert set(refused.value.error_dict) == {f"reason_{first.pk}"}


# No order before its time


def test_no_order_is_drafted_before_the_last_day_has_passed(clock):
    case = proceeding.answered(clock)
    clock.set("2026-06-22 23:00")
    case = do(case, "record_finding", by="lin", when="2026-06-22 23:00")
    with pytest.raises(TransitionNotAllowed, match=r"until Monday, June 22, 2026"):
        do(case, "draft_order", by="lin", when="2026-06-22 23:30")
    clock.set("2026-06-23 00:01")
    assert do(case, "draft_order", by="lin", when="2026-06-23 00:01").state == "drafted"


def test_no_order_is_drafted_before_service_is_recorded(clock):
    case = proceeding.noticed(clock)
    clock.set("2026-12-01 09:00")
    with pytest.raises(TransitionNotAllowed, match="Record service of the notice first"):
        do(case, "draft_order", by="lin", when="2026-12-01 09:00")


def test_every_fact_is_judged_before_the_order(clock):
    case = proceeding.answered(clock)
    clock.set(proceeding.JUDGED)
    case = do(case, "record_finding", by="lin", when=proceeding.JUDGED, findings=findings(case, "stands", "cured")[:1])
    with pytest.raises(TransitionNotAllowed, match="every fact"):
        do(case, "draft_order", by="lin", when=proceeding.JUDGED)


@pytest.mark.parametrize("words", [("cured", "cured"), ("not-proved", "cured")])
def test_where_no_fact_stands_there_is_no_order(clock, words):
    case = proceeding.judged(clock, *words)
    with pytest.raises(TransitionNotAllowed, match="No fact stands"):
        do(case, "draft_order", by="lin", when=proceeding.JUDGED)


def test_an_answer_in_time_that_was_keyed_after_the_findings_is_weighed_first(clock):
    case = proceeding.judged(clock)
    case = do(case, "answer_facts", by="lin", when="2026-06-23 09:30", received_on=dt.date(2026, 6, 22))
    with pytest.raises(TransitionNotAllowed, match="Record what you find now"):
        do(case, "draft_order", by="lin", when="2026-06-23 10:00")
    case = do(case, "record_finding", by="lin", when="2026-06-23 10:00")
    assert do(case, "draft_order", by="lin", when="2026-06-23 10:05").state == "drafted"


def test_a_late_answer_does_not_hold_up_the_order_but_the_signer_is_told(clock):
    from licenses.guards.revocation import open_matters

    case = proceeding.drafted(clock)
    do(case, "answer_facts", by=proceeding.owner().actor, when="2026-06-23 11:00")
    assert any("answered after the findings" in line for line in open_matters(case))
    clock.set(proceeding.SIGNED)
    assert do(case, "sign_order", by="sue", when=proceeding.SIGNED).state == "signed"


def test_an_answer_in_time_that_was_keyed_after_the_draft_sends_it_back(clock):
    case = proceeding.drafted(clock)
    do(case, "answer_facts", by="lin", when="2026-06-23 11:00", received_on=dt.date(2026, 6, 20))
    with pytest.raises(TransitionNotAllowed, match="Return the draft"):
        do(case, "sign_order", by="sue", when=proceeding.SIGNED)


# The public interest


def interest(case: Case, *, recorded: str = "lin", confirmed: str = "sue", when: str = "2026-06-03 10:00") -> Case:
    case = do(case, "record_public_interest", by=recorded, when=when)
    return do(case, "confirm_public_interest", by=confirmed, when=when) if confirmed else case


def asked(case: Case, kind: str) -> list[str]:
    return sorted(case.notices.filter(kind=f"licenses.{kind}").values_list("address", flat=True))


def test_only_those_who_may_confirm_or_sign_are_asked_to(clock):
    person("sue"), person("sam")
    case = proceeding.served(clock)
    case = do(case, "record_public_interest", by="sue", when="2026-06-03 10:00")
    assert asked(case, "record_public_interest") == ["sam@example.org"]
    case = do(case, "confirm_public_interest", by="sam", when="2026-06-03 10:05")
    case = do(case, "record_finding", by="lin", when="2026-06-03 10:10", findings=findings(case))
    case = do(case, "draft_order", by="lin", when="2026-06-03 10:15", intended_signer=None)
    assert asked(case, "draft_order") == ["sam@example.org"]  # Sue found that it cannot wait and signs no order


def test_a_supervisor_who_drafted_an_order_is_not_asked_to_sign_it(clock):
    person("sue"), person("sam")
    case = proceeding.drafted(clock, by="sue")
    assert asked(case, "draft_order") == ["sam@example.org"]


def test_the_public_interest_alone_lets_nothing_come_earlier(clock):
    case = interest(proceeding.served(clock), confirmed="")
    with pytest.raises(TransitionNotAllowed):
        do(case, "record_finding", by="lin", when="2026-06-03 11:00")
    with pytest.raises(TransitionNotAllowed, match=r"until Monday, June 22"):
        do(case, "draft_order", by="lin", when="2026-06-03 11:00")


def test_confirmed_by_a_second_person_it_lets_the_order_come_before_the_last_day(clock):
    case = interest(proceeding.served(clock))
    case = do(case, "record_finding", by="lin", when="2026-06-03 11:00")
    case = do(case, "draft_order", by="lin", when="2026-06-03 11:05", reasons=proposed_reasons(case))
    order = case.license_orders.get()
    assert proceeding.INTEREST in order.draft.html
    assert "Not waited for" in order.draft.html
    make_pdfs(at("2026-06-03 11:10"))
    case = do(case, "sign_order", by="sue", when="2026-06-03 12:00")
    assert License.objects.get().revoked_on == dt.date(2026, 6, 3)


def test_confirmed_it_lets_the_order_come_without_any_notice(clock):
    clock.set(proceeding.OPENED)
    case = interest(proceeding.opened(), when=proceeding.OPENED)
    case = do(case, "record_finding", by="lin", when=proceeding.OPENED)
    case = do(case, "draft_order_at_once", by="lin", when=proceeding.OPENED)
    make_pdfs(at("2026-05-29 10:00"))
    case = do(case, "sign_order", by="sam", when="2026-05-29 10:30")
    assert case.parties.get().told_on == dt.date(2026, 5, 29)
    assert case.notices.filter(kind="licenses.sign_order").exists()


def test_without_a_confirmed_public_interest_there_is_no_order_without_notice(clock):
    clock.set(proceeding.OPENED)
    case = proceeding.opened()
    with pytest.raises(TransitionNotAllowed, match="recorded public interest that a second person confirmed"):
        do(case, "draft_order_at_once", by="lin", when=proceeding.OPENED)
    case = interest(case, confirmed="", when=proceeding.OPENED)
    with pytest.raises(TransitionNotAllowed, match="Send the notice of facts first"):
        do(case, "record_finding", by="lin", when=proceeding.OPENED)
    with pytest.raises(TransitionNotAllowed, match="second person confirmed"):
        do(case, "draft_order_at_once", by="lin", when=proceeding.OPENED)


def test_whoever_recorded_it_neither_confirms_it_nor_signs(clock):
    case = interest(proceeding.served(clock), recorded="sue", confirmed="")
    with pytest.raises(TransitionNotAllowed, match="You recorded it"):
        do(case, "confirm_public_interest", by="sue", when="2026-06-03 10:30")
    case = do(case, "confirm_public_interest", by="sam", when="2026-06-03 10:30")
    case = do(case, "record_finding", by="lin", when="2026-06-03 11:00")
    case = do(case, "draft_order", by="lin", when="2026-06-03 11:05")
    make_pdfs(at("2026-06-03 11:10"))
    with pytest.raises(TransitionNotAllowed, match="Another person must sign"):
        do(case, "sign_order", by="sue", when="2026-06-03 12:00")
    assert do(case, "sign_order", by="sam", when="2026-06-03 12:00").state == "signed"


def test_a_second_person_refuses_it_with_a_reason_and_the_order_waits(clock):
    case = interest(proceeding.served(clock), confirmed="")
    with pytest.raises(TransitionNotAllowed, match="You recorded it"):
        do(interest(proceeding.served(clock, of=proceeding.license_in_force()), recorded="sue", confirmed=""),
           "refuse_public_interest", by="sue", when="2026-06-03 10:30")  # fmt: skip
    with pytest.raises(ValidationError):
        do(case, "refuse_public_interest", by="sue", when="2026-06-03 10:30", reason=" ")
    case = do(case, "refuse_public_interest", by="sue", when="2026-06-03 10:30")
    assert (case.revocation.interest_reason, case.revocation.interest_by) == ("", None)
    assert case.tasks.get(key=f"interest:{case.pk}").done_at == at("2026-06-03 10:30")
    assert "Nobody is locked in." in EventDetail.objects.values_list("after", flat=True)
    with pytest.raises(TransitionNotAllowed, match="until Monday, June 22"):
        do(case, "record_finding", by="lin", when="2026-06-03 11:00")
    assert interest(case, when="2026-06-03 11:00").revocation.interest_confirmed_at is not None


def test_it_needs_a_reason_and_is_recorded_and_confirmed_once(clock):
    case = proceeding.served(clock)
    with pytest.raises(ValidationError):
        do(case, "record_public_interest", by="lin", when="2026-06-03 10:00", reason="  ")
    with pytest.raises(TransitionNotAllowed, match="Nobody has recorded"):
        do(case, "confirm_public_interest", by="sue", when="2026-06-03 10:00")
    case = interest(case)
    with pytest.raises(TransitionNotAllowed, match="recorded already"):
        do(case, "record_public_interest", by="lin", when="2026-06-03 10:00")
    with pytest.raises(TransitionNotAllowed, match="confirmed already"):
        do(case, "confirm_public_interest", by="sam", when="2026-06-03 10:00")


def test_an_answer_at_once_does_not_hold_up_an_order_that_cannot_wait(clock):
    case = interest(proceeding.served(clock))
    case = do(case, "record_finding", by="lin", when="2026-06-03 11:00")
    case = do(case, "draft_order", by="lin", when="2026-06-03 11:05")
    make_pdfs(at("2026-06-03 11:10"))
    do(case, "answer_facts", by=proceeding.owner().actor, when="2026-06-03 11:30")
    assert do(case, "sign_order", by="sue", when="2026-06-03 12:00").state == "signed"


# The order


def test_the_order_is_drafted_from_the_findings(clock):
    case = proceeding.judged(clock)
    words = proposed_reasons(case)
    assert words.startswith("The ground of this order is: violation of labor standards law or of a term of the license")
    assert "served on Tuesday, June 2, 2026" in words
    assert "until Monday, June 22, 2026" in words
    assert "Fact 1 stands. On fact 2 compliance was shown or reached." in words


def test_signing_revokes_the_license_that_day(clock):
    case = proceeding.signed(clock)
    license = License.objects.get()
    assert license.revoked_on == dt.date(2026, 6, 24)
    assert status_of(license, dt.date(2026, 6, 23)).value == "in-force"
    assert status_of(license, dt.date(2026, 6, 24)).value == "revoked"
    assert status_of(license, dt.date(2027, 6, 24)).value == "revoked"
    assert license.case.state == "ended"
    row = case.license_orders.get()
    assert row.signed_draft_sha256 == row.draft.sha256
    assert row.issued.html != row.draft.html
    assert "Signed electronically on June 24, 2026" in row.issued.html
    assert "Draft, not signed" not in row.issued.html
    assert not case.clocks.filter(status="running").exists()
    assert row.finding == "the license is revoked on the day of the signature"
    signed = EventDetail.objects.get(event__case=case, event__verb="licenses.sign_order", field="signed_knowing")
    assert signed.after == "Facts that the employer did not answer: 1."


def test_the_letter_gives_both_ways_of_review_with_their_last_days(clock):
    case = proceeding.signed(clock)
    letter = case.documents.get(kind="licenses.sign_order", party_id__isnull=False).html
    assert "within 60 days after you learn of it" in letter
    assert "on June 27, 2026" in letter  # learned of three days after mailing
    assert "August 26, 2026" in letter  # 60 days after June 27
    assert "July 14, 2026" in letter  # rehearing: 20 days after June 24
    assert "July 24, 2026" in letter  # court: 30 days after June 24
    assert "Signed electronically" in letter


@pytest.mark.parametrize("key", ["lin", "sam"])
def test_whoever_drafted_any_version_does_not_sign(clock, key):
    if key == "sam":
        case = proceeding.drafted(clock, by="sam")
        case = do(case, "return_order", by="sue", when=proceeding.DRAFTED)
        case = do(case, "draft_order", by="lin", when=proceeding.DRAFTED)
        make_pdfs(at("2026-06-23 11:00"))
    else:
        case = proceeding.drafted(clock)
    with pytest.raises((TransitionNotAllowed, NotPermitted)):
        do(case, "sign_order", by=key, when=proceeding.SIGNED)
    assert License.objects.get().revoked_on is None


def test_an_acting_signer_signs_what_others_worked_on(clock):
    case = proceeding.drafted(clock)
    ivo = person("ivo")
    name_signer(ivo, first="2026-06-24", last="2026-06-30", when="2026-06-20 09:00")
    clock.set(proceeding.SIGNED)
    case = do(case, "sign_order", by="ivo", when=proceeding.SIGNED)
    assert case.license_orders.get().signer_named_on == dt.date(2026, 6, 20)
    assert License.objects.get().revoked_on == dt.date(2026, 6, 24)


def test_a_changed_draft_is_not_signed_by_an_old_page(clock):
    case = proceeding.drafted(clock)
    old = case.license_orders.get().draft.sha256
    case = do(case, "revise_order", by="lin", when=proceeding.DRAFTED, reasons="Other words.")
    make_pdfs(at("2026-06-23 11:00"))
    with pytest.raises(StaleVersion, match="The draft was changed"):
        do(case, "sign_order", by="sue", when=proceeding.SIGNED, draft_sha256=old)


def test_a_second_press_signs_nothing_twice(clock):
    case = proceeding.drafted(clock)
    version = case.version
    clock.set(proceeding.SIGNED)
    do(case, "sign_order", by="sue", when=proceeding.SIGNED)
    with pytest.raises(StaleVersion):
        do(case, "sign_order", by="sam", when=proceeding.SIGNED, expected_version=version)
    assert case.license_orders.exclude(signed_at=None).count() == 1


def test_a_returned_draft_goes_back_with_reasons_to_where_it_came_from(clock):
    case = do(proceeding.drafted(clock), "return_order", by="sue", when=proceeding.DRAFTED)
    assert (case.state, case.license_orders.get().returned_reason) == ("noticed", "Say more about fact 1.")
    assert case.notices.filter(kind="licenses.return_order").get().recipient_label == "Lin Specialist Example"


def given_up(case: Case, when: str) -> Case:
    license = case.revocation.license.case
    surrender(license, actor=person("lin").actor, at=at(when), expected_version=license.version)
    return Case.objects.get(pk=case.pk)


def test_a_license_given_up_under_notice_leaves_a_case_to_be_ended_and_says_so_in_its_letter(clock):
    case = given_up(proceeding.judged(clock), proceeding.JUDGED)
    task = case.tasks.get(key=f"given-up:{case.pk}")
    assert (task.what, task.done_at) == ("End this revocation: the license was given up", None)
    case = do(case, "end_without_order", by="lin", when=proceeding.DRAFTED, reason="The license was given up.")
    html = case.documents.get(kind="licenses.end_without_order").html
    assert "The license was given up with Tuesday, June 23, 2026 as its last day, and that stays so." in html
    assert "The license stays as it is." not in html
    assert case.tasks.get(key=f"given-up:{case.pk}").done_at is not None


def letter_of_surrender(case: Case) -> str:
    html = case.revocation.license.case.documents.get(kind="licenses.surrender").html
    return " ".join(html.split())


def test_the_letter_of_a_surrender_under_notice_says_what_becomes_of_the_notice(clock):
    case = given_up(proceeding.judged(clock), proceeding.JUDGED)
    assert (
        f"We sent you a notice of facts about this license: case {case.number}. The notice of facts stays on record. "
        "That case ends with a letter of its own, and we look at the facts again if you apply for another license."
    ) in letter_of_surrender(case)


def test_the_letter_of_a_surrender_tells_nothing_of_facts_that_the_employer_was_not_told(clock):
    clock.set(proceeding.OPENED)
    assert "notice of facts" not in letter_of_surrender(given_up(proceeding.opened(), proceeding.OPENED))


def test_a_license_that_ended_meanwhile_is_not_said_to_stay(clock):
    case = proceeding.judged(clock)
    clock.set("2027-03-02 09:00")
    case = do(case, "end_without_order", by="lin", when="2027-03-02 09:00", reason="The term is over.")
    html = case.documents.get(kind="licenses.end_without_order").html
    assert "The license has ended meanwhile with its term" in html
    assert "The license stays as it is." not in html


def test_a_license_that_stays_is_said_to_stay(clock):
    case = do(proceeding.judged(clock), "end_without_order", by="lin", when=proceeding.JUDGED)
    assert "The license stays as it is." in case.documents.get(kind="licenses.end_without_order").html


def test_a_new_application_warns_of_a_license_that_was_given_up_under_notice(clock):
    case = given_up(proceeding.judged(clock), proceeding.JUDGED)
    do(case, "end_without_order", by="lin", when=proceeding.DRAFTED)
    again = building.file(proceeding.owner(), at=at("2026-06-24 09:00"))
    assert [flag.text for flag in flags.blocking(again)] == [
        f"License given up while revocation {case.number} was open"
    ]


def test_the_file_of_a_license_stays_open_while_a_revocation_is(clock):
    case = proceeding.judged(clock)
    clock.set("2027-03-02 09:00")
    license = case.revocation.license.case
    facts = {"actor": person("lin").actor, "at": at("2027-03-02 09:00")}
    with pytest.raises(TransitionNotAllowed, match=f"revocation of this license is open: {case.number}"):
        close_file(license, expected_version=license.version, **facts)
    do(case, "end_without_order", by="lin", when="2027-03-02 09:00")
    license.refresh_from_db()
    assert close_file(license, expected_version=license.version, **facts).state == "ended"


@pytest.mark.parametrize("told", [False, True])
def test_the_page_to_give_up_names_a_notice_only_to_an_employer_that_got_it(clock, told):
    if told:
        case = proceeding.served(clock)
    else:
        clock.set(proceeding.OPENED)
        case = proceeding.opened()
    client = Client()
    client.force_login(proceeding.owner().user)
    page = client.get(f"/licenses/status/{case.revocation.license.case.number}/give-up/").content.decode()
    assert "Today, " in page
    assert ("The notice of facts stays on record" in page) is told


def test_a_license_with_a_pending_renewal_is_revoked_and_the_renewal_keeps_nothing_alive(clock):
    case = proceeding.drafted(clock)
    license = License.objects.get()
    renewal = building.file_application(
        membership=proceeding.owner(), content=building.content(), workers=[building.worker(1)],
        at=at("2026-06-23 12:00"), renews=license,
    )  # fmt: skip
    clock.set(proceeding.SIGNED)
    do(case, "sign_order", by="sue", when=proceeding.SIGNED)
    license = License.objects.get()
    for day in (dt.date(2026, 6, 24), dt.date(2027, 3, 2)):
        assert status_of(license, day).value == "revoked"
    assert renewal.tasks.get(key__startswith="revoked:").what == "Decide this renewal: its license was revoked"


def test_a_license_that_was_given_up_meanwhile_is_not_revoked(clock):
    case = proceeding.drafted(clock)
    of = License.objects.get().case
    surrender(of, actor=person("lin").actor, at=at(proceeding.DRAFTED), expected_version=of.version)
    with pytest.raises(TransitionNotAllowed, match="End the case without an order"):
        do(case, "sign_order", by="sue", when=proceeding.SIGNED)
    assert do(case, "end_without_order", by="lin", when=proceeding.SIGNED).state == "ended"


# Service and the end


def test_service_waits_for_the_party_s_copy_only(clock):
    case = proceeding.signed(clock)
    clock.set(proceeding.MAILED)
    case = do(case, "record_service", by="lin", when=proceeding.MAILED)
    row = case.license_orders.get()
    assert (row.served_on, row.service_method) == (dt.date(2026, 6, 24), f"{building.FACILITY}: e-mail, June 24, 2026")
    assert case.tasks.get(key=f"close:{case.pk}").due_on == dt.date(2026, 8, 26)


def test_an_order_that_came_back_opens_service_again(clock):
    case = proceeding.case_in("served", clock)
    copy = case.notices.get(kind="licenses.sign_order", party_id__isnull=False)
    case = proceeding.comes_back(copy, "2026-06-26 09:00")
    assert (case.state, case.license_orders.get().served_on) == ("signed", None)
    assert License.objects.get().revoked_on == dt.date(2026, 6, 24)


def test_without_an_order_the_license_stays_and_an_employer_that_knew_is_told(clock):
    case = proceeding.judged(clock, "cured", "cured")
    case = do(case, "end_without_order", by="lin", when=proceeding.JUDGED)
    assert case.state == "ended"
    assert not case.is_open
    assert "Every fact is cured." in case.documents.get(kind="licenses.end_without_order").html
    assert License.objects.get().revoked_on is None
    assert open_revocation_of(License.objects.get()) is None
    assert not case.clocks.filter(status="running").exists()


def test_an_employer_that_was_told_nothing_learns_nothing_of_the_end(clock):
    clock.set(proceeding.OPENED)
    case = do(proceeding.opened(), "end_without_order", by="lin", when=proceeding.OPENED)
    assert not case.notices.exists()


def test_a_letter_by_post_is_served_after_it_was_mailed(clock):
    clock.set(proceeding.SENT)
    case = proceeding.opened()
    case.parties.update(email_allowed=False)
    case = do(case, "serve_notice", by="lin", when=proceeding.SENT)
    make_pdfs(at("2026-06-01 09:05"))
    letter = case.notices.get(channel="letter")
    mark_mailed(
        notice=letter, mailed_on=dt.date(2026, 6, 2), method="certified mail", certified_number="70200000000000000001",
        actor=person("lin").actor, at=at("2026-06-02 15:00"),
    )  # fmt: skip
    clock.set("2026-06-05 09:00")
    with pytest.raises(ValidationError):
        do(case, "record_notice_service", by="lin", when="2026-06-05 09:00", served_on=dt.date(2026, 6, 1))
    case = do(
        case,
        "record_notice_service",
        by="lin",
        when="2026-06-05 09:00",
        served_on=dt.date(2026, 6, 4),
        method="certified mail",
    )
    assert case.revocation.cure_by == dt.date(2026, 6, 24)
    send_mail(at("2026-06-05 09:10"))
