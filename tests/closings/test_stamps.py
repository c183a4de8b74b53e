"""A day that was keyed wrongly of a letter is set right: the list, the days of notice and the estimate follow."""

import csv
import datetime as dt
import io
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from closings import determinations, intake, publishing, stamps, standing
from closings.estimate import estimate
from closings.models import ClosingNotice
from closings.recording import latest
from tests.closings.notice import CONTENT, case_in, do, drafted, keyed
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, person
from wagecase.cases.models import Case, Task
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
MARCH = {number: dt.date(2026, 3, number) for number in range(1, 32)}


def corrected(case, *, when="2026-03-12 09:00", number=0, **days):
    return do(case, stamps.correct_letter, by="cora", when=when, number=number, reason="The stamp says so.", **days)


def line(client):
    answer = client.get("/closings/list.csv")
    (found,) = csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode()))
    return found


def test_the_day_of_receipt_is_corrected_everywhere_and_the_number_stays(client):
    case = do(keyed(), publishing.publish, by="cora", when="2026-03-11 09:00")
    assert (line(client)["received_on"], line(client)["days_of_notice"]) == ("2026-03-09", "53")
    sent = Notice.objects.count()
    case = corrected(case, received_on=MARCH[6], postmarked_on=MARCH[5], dated_on=MARCH[4])
    found = line(client)
    assert [found[name] for name in ("received_on", "days_of_notice", "dated_on", "revision_no", "status")] == [
        "2026-03-06", "56", "2026-03-04", "1", "updated",
    ]  # fmt: skip
    assert (case.number, case.received_on, case.state) == ("BC-2026-000001", MARCH[6], "listed")
    notice = ClosingNotice.objects.get()
    assert notice.postmarked_on == MARCH[5]
    assert [row.given_on for row in latest(notice).recipients if row.kind == "department"] == [MARCH[6]]
    assert {row.facts.kind: row.short for row in estimate(latest(notice)).told}["department"] == 4
    assert Notice.objects.count() == sent
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert "Received Friday, March 6, 2026" in page
    assert "Correction by the department , March 12, 2026" in page
    assert "Received March 9, 2026 March 6, 2026" in page
    assert "Original notice , March 6, 2026" in page
    assert "The stamp says so." not in page
    html = notice.revisions.get(number=1).document.html
    assert "received Friday, March 6, 2026." in html
    assert "Corrected by the department on Thursday, March 12, 2026." in html
    assert "received Friday, March 6, 2026." in notice.revisions.get(number=0).document.html
    told = words(signed_in("cora").get(f"/closings/{case.number}/timeline/"))
    assert "Days of a letter corrected by the department" in told
    assert "Postmark: from “March 6, 2026” to “March 5, 2026” Date on the letter: March 4, 2026" in told


@pytest.mark.parametrize(
    ("days", "field", "said"),
    [
        ({"received_on": MARCH[11]}, "received_on", "The day stamped on it must lie from January 1, 2000 to March 10, 2026"),
        ({"received_on": MARCH[5]}, "postmarked_on", "It cannot be after the day stamped on the letter, March 5, 2026"),
        ({"dated_on": MARCH[10]}, "dated_on", "It cannot be after the day stamped on the letter, March 9, 2026"),
        ({"received_on": MARCH[9]}, "__all__", "Nothing differs from the days on record"),
        ({"received_on": MARCH[9], "number": 3}, "letter", "Choose a letter that was keyed"),
    ],
)  # fmt: skip
def test_a_day_that_cannot_be_is_refused(days, field, said):
    with pytest.raises(ValidationError) as refused:
        corrected(keyed(), **days)
    found = refused.value
    assert (found.message_dict if hasattr(found, "error_dict") else {"__all__": found.messages}) == {field: [said]}


def test_the_day_of_a_later_letter_is_corrected_and_a_notice_never_follows_its_update(client):
    case = do(keyed(), publishing.publish, by="cora", when="2026-03-11 09:00")
    intake.file_update(
        case, content=replace(CONTENT, trade_name="Second Mills"), actor=person("cora").actor, at=at("2026-03-16 10:00"),
        received_on=MARCH[15],
    )  # fmt: skip
    case = corrected(case, when="2026-03-17 09:00", number=1, received_on=MARCH[13], dated_on=MARCH[12])
    row = case.closing.revisions.get(number=1)
    assert (row.received_on, row.dated_on) == (MARCH[13], MARCH[12])
    assert "received Friday, March 13, 2026." in row.document.html
    assert line(client)["received_on"] == "2026-03-09"
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert "A later letter received March 15, 2026 March 13, 2026" in page
    with pytest.raises(ValidationError, match="must lie from March 9, 2026 to March 16, 2026"):
        corrected(case, when="2026-03-17 10:00", number=1, received_on=MARCH[8])
    other = keyed()
    intake.file_update(
        other, content=replace(CONTENT, trade_name="Second Mills"), actor=person("cora").actor, at=at("2026-03-10 12:00"),
        received_on=MARCH[9],
    )  # fmt: skip
    with pytest.raises(ValidationError, match="to March 9, 2026"):
        corrected(other, received_on=MARCH[10])


def test_the_day_of_a_rescission_that_was_keyed_follows_and_the_notice_still_counts_0(client):
    case = do(keyed(), publishing.publish, by="cora", when="2026-03-11 09:00")
    case = intake.rescind(
        case, reason="They called.", received_on=MARCH[19], actor=person("cora").actor, at=at("2026-03-20 10:00")
    )
    case = corrected(case, when="2026-03-23 09:00", number=1, received_on=MARCH[18])
    found = line(client)
    assert (case.state, found["rescinded_on"], found["workers"], found["status"]) == (
        "rescinded", "2026-03-18", "0", "rescinded",
    )  # fmt: skip
    case = do(case, standing.reinstate, by="cora", when="2026-03-24 09:00", reason="A slip.")
    case = corrected(case, when="2026-03-25 09:00", number=1, received_on=MARCH[17])
    assert (case.state, line(client)["rescinded_on"], line(client)["workers"]) == ("listed", "", "90")


def test_a_draft_falls_behind_and_a_determination_is_read_again():
    case = drafted(do(keyed(), publishing.publish, by="cora", when="2026-03-11 09:00"), by="cora")
    case = corrected(case, when="2026-05-05 09:00", received_on=MARCH[6])
    with pytest.raises(TransitionNotAllowed, match="The notice was changed after this was drafted"):
        do(case, determinations.sign_determination, by="sue", when="2026-05-05 10:00", signer=person("sue"),
           draft_sha256=case.closing_determinations.get().draft.sha256)  # fmt: skip
    case = case_in("served")
    ClosingNotice.objects.filter(pk=case.pk).update(origin="keyed")
    corrected(case, when="2026-05-20 09:00", received_on=MARCH[6])
    asked = Task.objects.filter(case=case, key__startswith="revision:", done_at=None).values_list("what", flat=True)
    assert list(asked) == ["Read our correction: does the determination still stand?"]


def test_what_was_filed_online_has_no_letter(clock):
    clock.set("2026-03-12 09:00")
    assert "Correct the days" not in words(signed_in("cora").get(f"/closings/{case_in('listed').number}/"))
    with pytest.raises(TransitionNotAllowed, match="It was filed online"):
        corrected(case_in("listed"), received_on=MARCH[6])


def test_the_page_shows_the_days_on_record_and_says_beside_the_field_what_cannot_be(clock):
    clock.set("2026-03-12 09:00")
    case, client = keyed(), signed_in("cora")
    address = f"/closings/{case.number}/correct_letter/"
    page = client.get(address)
    assert 'value="2026-03-09"' in page.content.decode()
    assert 'value="2026-03-06"' in page.content.decode()
    assert "Which letter" not in words(page)
    refused = send(client, address, received_on="2026-03-11", reason="The stamp says so.")
    assert (refused.status_code, "The day stamped on it must lie from" in words(refused)) == (422, True)
    assert send(client, address, received_on="2026-03-07").status_code == 422, "the reason is asked"
    done = send(client, address, received_on="2026-03-07", postmarked_on="2026-03-06", reason="The stamp says so.")
    assert done.status_code == 303
    assert Case.objects.get(pk=case.pk).received_on == MARCH[7]


def test_where_letters_are_several_the_page_asks_which(clock):
    clock.set("2026-03-17 09:00")
    case, client = keyed(), signed_in("cora")
    intake.file_update(
        case, content=replace(CONTENT, trade_name="Second Mills"), actor=person("cora").actor, at=at("2026-03-16 10:00"),
        received_on=MARCH[15],
    )  # fmt: skip
    address = f"/closings/{case.number}/correct_letter/"
    page = words(client.get(address))
    assert "The notice: stamped March 9, 2026, postmarked March 6, 2026" in page
    assert "Revision 1: stamped March 15, 2026" in page
    assert send(client, address, letter="1", received_on="2026-03-14", reason="The stamp says so.").status_code == 303
    assert case.closing.revisions.get(number=1).received_on == MARCH[14]
