"""A run is marked as mailed in one press: exactly the ticked letters, one day, a number each, and clocks count from that day."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.cases.test_mailroom import letter, printed
from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import CONTENT, EMPLOYER, INVESTIGATING, TO_POST, at, do, file_online, make_pdfs, person, walk
from tests.factories import replace as changed
from wagecase.cases import mailroom
from wagecase.cases.mailing import certified
from wagecase.cases.models import Case
from wagecase.documents.services import plain_text
from wagecase.notices.models import Notice
from wagecase.web.formatting import day as day_words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]
FIRST, SECOND = "94071118992231000001", "9407111899223100000002"


@pytest.fixture
def two(db):
    made = [letter("Abe Sample Example"), letter("Zoe Sample Example")]
    make_pdfs(at("2026-03-02 08:10"))
    return made


def mailed(batch, numbers, *, day="2026-03-03", method="first-class mail", who="ina", when="2026-03-03 16:00"):
    return mailroom.mark_batch_mailed(
        batch=batch, numbers=numbers, mailed_on=dt.date.fromisoformat(day), method=method, by=person(who), at=at(when)
    )


def statuses(notices):
    return [Notice.objects.get(pk=notice.pk).status for notice in notices]


# The number of a receipt


@pytest.mark.parametrize(("typed", "kept"), [
    (FIRST, FIRST), (SECOND, SECOND), ("9407 1118 9922 3100 0000 02", SECOND), ("9407-1118-9922-3100-0001", FIRST),
    ("ra123456785us", "RA123456785US"), (f"42053700{SECOND}", SECOND), (f"420537001234{FIRST}", FIRST),
])  # fmt: skip
def test_a_number_is_kept_as_the_receipt_means_it(typed, kept):
    assert certified(typed) == kept


@pytest.mark.parametrize(
    "typed", ["", "9407", "1" * 19, "1" * 23, "RA12345678US", "RA123456785CA", "９" * 20, "9407x" * 4]
)
def test_a_number_that_no_receipt_shows_is_refused(typed):
    with pytest.raises(ValidationError, match="Enter the 20 to 22 digits under the barcode"):
        certified(typed)


# One press


def test_exactly_the_ticked_letters_are_mailed_with_one_event_each_in_its_own_case(two):
    batch = printed(two)
    done = mailed(batch, {two[0].pk: ""})
    assert [notice.pk for notice in done] == [two[0].pk]
    assert statuses(two) == ["mailed", "printed"]
    assert two[0].case.events.filter(verb="cases.mark_mailed").count() == 1
    assert not two[1].case.events.filter(verb="cases.mark_mailed").exists()
    assert [found.left for found in mailroom.open_batches(person("ina"))] == [1]
    mailed(batch, {two[1].pk: ""})
    assert mailroom.open_batches(person("ina")) == []


def test_certified_letters_have_their_own_numbers_and_the_chain_never_holds_one(two):
    batch = printed(two)
    mailed(batch, {two[0].pk: FIRST, two[1].pk: SECOND}, method="certified mail")
    rows = [Notice.objects.get(pk=notice.pk) for notice in two]
    assert [(row.certified_number, row.mailed_method) for row in rows] == [
        (FIRST, f"certified mail, {FIRST}"), (SECOND, f"certified mail, {SECOND}"),
    ]  # fmt: skip
    assert FIRST not in two[0].case.events.get(verb="cases.mark_mailed").body


@pytest.mark.parametrize(("numbers", "said"), [
    (("", SECOND), "Enter the 20 to 22 digits"), (("12", SECOND), "Enter the 20 to 22 digits"),
    ((FIRST, FIRST), f"Another letter has the number {FIRST}"),
])  # fmt: skip
def test_a_wrong_or_repeated_number_stops_the_whole_press(two, numbers, said):
    batch = printed(two)
    with pytest.raises(ValidationError, match=said):
        mailed(batch, dict(zip([n.pk for n in two], numbers, strict=True)), method="certified mail")
    assert statuses(two) == ["printed", "printed"]
    assert not two[0].case.events.filter(verb="cases.mark_mailed").exists()


def test_the_database_itself_refuses_a_number_twice(two):
    Notice.objects.filter(pk=two[0].pk).update(certified_number=FIRST)
    with pytest.raises(IntegrityError), transaction.atomic():
        Notice.objects.filter(pk=two[1].pk).update(certified_number=FIRST)


@pytest.mark.parametrize(("day", "method", "field"), [
    ("2026-03-01", "first-class mail", "mailed_on"), ("2026-03-04", "first-class mail", "mailed_on"),
    ("2026-03-03", "by hand", "method"),
])  # fmt: skip
def test_an_impossible_day_or_another_method_stops_the_whole_press(two, day, method, field):
    batch = printed(two)
    with pytest.raises(ValidationError) as refusal:
        mailed(batch, {two[0].pk: "", two[1].pk: ""}, day=day, method=method)
    assert list(refusal.value.message_dict) == [field]
    assert statuses(two) == ["printed", "printed"]


def test_no_letter_and_a_letter_of_another_run_are_refused(two):
    batch, other = printed(two[:1]), printed(two[1:])
    for numbers, said in (({}, "Tick at least one letter"), ({two[1].pk: ""}, "only letters of this run")):
        with pytest.raises(ValidationError, match=said):
            mailed(batch, numbers)
    assert other.letters.count() == 1
    assert statuses(two) == ["printed", "printed"]


def test_the_page_asks_a_number_for_each_certified_letter_and_keeps_what_was_typed(two):
    batch = printed(two)
    client = signed_in("ina")
    address = f"/staff/letters/runs/{batch.pk}/"
    page = client.get(address)
    answers = {
        **hidden(page), "letters": [n.pk for n in two], "mailed_on": "2026-03-02", "method": "certified mail",
        f"certified_{two[0].pk}": "9407 1118 9922 3100 0001",
    }  # fmt: skip
    again = client.post(address, answers)
    assert again.status_code == 422
    assert "Enter the certified mail number for Zoe Sample Example" in words(again)
    assert "9407 1118 9922 3100 0001" in again.content.decode()
    twice = client.post(address, {**answers, f"certified_{two[1].pk}": FIRST})
    assert "another letter of this run has it" in words(twice)
    assert client.post(address, {**answers, f"certified_{two[1].pk}": SECOND}).status_code == 303
    assert statuses(two) == ["mailed", "mailed"]


def test_a_second_press_is_harmless_and_leads_to_the_same_page(two):
    batch = printed(two)
    client = signed_in("ina")
    address = f"/staff/letters/runs/{batch.pk}/"
    answers = {
        **hidden(client.get(address)), "letters": [n.pk for n in two], "mailed_on": "2026-03-02",
        "method": "first-class mail",
    }  # fmt: skip
    for _press in range(2):
        answer = client.post(address, answers)
        assert (answer.status_code, answer["Location"]) == (303, address)
    assert two[0].case.events.filter(verb="cases.mark_mailed").count() == 1


# Clocks that count from the mailing


def served(content=TO_POST):
    case = walk(file_online(content=content, when="2026-03-02 10:00"), INVESTIGATING, when="2026-03-02 10:00")
    case = do(case, "serve_employer", by="investigator", when="2026-03-03 10:00")
    make_pdfs(at("2026-03-03 10:10"))
    return case


def answer_clock(case):
    return case.clocks.get(key="complaints.employer_answer", status="running")


def notice_to_employer(case):
    return case.notices.filter(kind="complaints.serve_employer").latest("pk")


def test_the_employers_days_count_from_the_mailing_of_the_notice():
    case = served()
    assert (answer_clock(case).start_on, answer_clock(case).legal_due) == (dt.date(2026, 3, 3), dt.date(2026, 3, 13))
    batch = printed([notice_to_employer(case)], when="2026-03-04 09:00")
    mailed(batch, {notice_to_employer(case).pk: ""}, day="2026-03-05", when="2026-03-06 09:00")
    clock = answer_clock(case)
    assert (clock.start_on, clock.legal_due) == (dt.date(2026, 3, 5), dt.date(2026, 3, 16))  # the 15th is a Sunday
    old = case.clocks.get(key="complaints.employer_answer", status="replaced")
    assert old.replaced_by == clock
    assert [step.step for step in clock.steps.filter(handled_at=None)] == ["investigator-overdue"]
    assert Case.objects.get(pk=case.pk).complaint.employer_served_on == dt.date(2026, 3, 5)
    text = words(signed_in("ina").get(f"/complaints/{case.number}/timeline/"))
    assert (
        "Mailed March 5, 2026 by first-class mail. Employer's answer due: March 16, 2026, counted from that day."
        in text
    )


def test_a_letter_mailed_on_the_day_of_the_act_moves_no_clock():
    case = served()
    mailed(printed([notice_to_employer(case)], when="2026-03-03 11:00"), {notice_to_employer(case).pk: ""})
    assert not case.clocks.filter(status="replaced").exists()


def test_a_notice_by_email_counts_from_the_act():
    case = served(changed(CONTENT, complainant=changed(CONTENT.complainant, email="")))
    receipt = case.notices.get(kind="complaints.file_online")
    mailed(printed([receipt], when="2026-03-04 09:00"), {receipt.pk: ""}, day="2026-03-04", when="2026-03-04 12:00")
    assert answer_clock(case).start_on == dt.date(2026, 3, 3)


def test_an_answer_that_came_first_is_left_as_it_was():
    case = do(served(), "record_employer_answer", by="investigator", when="2026-03-04 10:00")
    batch = printed([notice_to_employer(case)], when="2026-03-04 11:00")
    mailed(batch, {notice_to_employer(case).pk: ""}, day="2026-03-05", when="2026-03-06 09:00")
    assert not case.clocks.filter(key="complaints.employer_answer", status="running").exists()
    assert Case.objects.get(pk=case.pk).complaint.employer_served_on == dt.date(2026, 3, 3)


def test_the_date_of_a_question_stays_as_its_letter_says_it():
    case = do(served(), "request_information", by="investigator", when="2026-03-03 11:00")
    make_pdfs(at("2026-03-03 11:10"))
    notice = case.notices.get(kind="complaints.request_information")
    before = case.clocks.get(key="complaints.information", status="running")
    mailed(printed([notice], when="2026-03-04 09:00"), {notice.pk: ""}, day="2026-03-04", when="2026-03-04 12:00")
    assert case.clocks.get(key="complaints.information", status="running") == before
    assert day_words(before.legal_due) in plain_text(notice.document)


def test_the_days_of_the_decision_never_move_with_the_post():
    case = served()
    before = case.clocks.get(key="complaints.determination")
    receipt = case.notices.get(kind="complaints.file_online")
    mailed(printed([receipt], when="2026-03-04 09:00"), {receipt.pk: ""}, day="2026-03-05", when="2026-03-06 09:00")
    assert case.clocks.get(key="complaints.determination") == before
    assert EMPLOYER.name in {n.recipient_label for n in case.notices.all()}
