"""What a revision takes over and what it leaves: the dates of letters, the ways to reach the employer, the day of the last change."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from closings import filing, intake
from closings.models import ClosingNotice
from tests.closings.notice import ANSWERS, CONTENT, date_parts, file_online, keyed, submit, updated, write
from tests.closings.test_proofs import TOLD, picture
from tests.complaints.staff_pages import hidden, signed_in, words
from tests.factories import at, person
from wagecase.cases.models import Attachment, Case, Draft
from wagecase.errors import AlreadyDone
from wagecase.lifecycle import Actor
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
LETTER = {**date_parts("received_on", dt.date(2026, 3, 9)), **date_parts("postmarked_on", dt.date(2026, 3, 6))}


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def key_letter(desk, **letter):
    """Key and record a letter; return its case."""
    base = desk.post("/closings/key/")["Location"]
    write(desk, base, [("letter/", letter), *ANSWERS])
    assert submit(desk, base).status_code == 303
    return Case.objects.latest("pk")


def test_a_letter_without_a_date_has_none_and_a_correction_leaves_the_date_alone():
    desk = signed_in("cora")
    undated = key_letter(desk, **LETTER)
    assert ClosingNotice.objects.get(case=undated).dated_on is None
    dated = key_letter(desk, **LETTER, **date_parts("dated_on", dt.date(2026, 3, 2)))
    page = desk.get(f"/closings/{dated.number}/correct_notice/")
    base = desk.post(page.request["PATH_INFO"], {**hidden(page), "why": "We misread the trade name."})["Location"]
    write(desk, base, [("employer/", {**ANSWERS[0][1], "trade_name": "Correct Mills"})])
    assert submit(desk, base).status_code == 303
    notice = ClosingNotice.objects.get(case=dated)
    assert (notice.trade_name, notice.dated_on) == ("Correct Mills", dt.date(2026, 3, 2))


def test_an_update_by_letter_keeps_the_postmark_and_date_of_its_own_letter():
    desk = signed_in("cora")
    case = key_letter(desk, **LETTER, **date_parts("dated_on", dt.date(2026, 3, 2)))
    base = desk.post(f"/closings/{case.number}/file_update/")["Location"]
    second = {
        **date_parts("received_on", dt.date(2026, 3, 10)), **date_parts("postmarked_on", dt.date(2026, 3, 8)),
        **date_parts("dated_on", dt.date(2026, 3, 7)),
    }  # fmt: skip
    write(desk, base, [("letter/", second), ("employer/", {**ANSWERS[0][1], "trade_name": "New Mills"})])
    assert submit(desk, base).status_code == 303
    notice = ClosingNotice.objects.get()
    assert (notice.dated_on, notice.postmarked_on) == (dt.date(2026, 3, 2), dt.date(2026, 3, 6))
    row = notice.revisions.get(number=1)
    assert (row.received_on, row.postmarked_on, row.dated_on) == (
        dt.date(2026, 3, 10), dt.date(2026, 3, 8), dt.date(2026, 3, 7),
    )  # fmt: skip
    text = words(desk.get(f"/closings/{case.number}/notice/"))
    assert "Its letter is dated March 7, 2026 and was postmarked March 8, 2026." in text


def test_a_new_address_reaches_the_party_and_the_letters_that_wait():
    case = intake.record_letter(
        content=replace(CONTENT, contact_email=""), received_on=dt.date(2026, 3, 9), postmarked_on=None,
        actor=person("cora").actor, at=at("2026-03-10 10:00"), keyed_by=person("cora"),
    )  # fmt: skip
    updated(case, contact_postal="9 New Street\nMadison, WI 53703", contact_phone="608-555-0199", contact_email="")
    party = case.parties.get()
    assert (party.postal, party.phone) == ("9 New Street\nMadison, WI 53703", "608-555-0199")
    letters = Notice.objects.filter(case=case, channel="letter").exclude(status="replaced")
    assert {letter.postal for letter in letters} == {"Made-Up Mills Example LLC\n9 New Street\nMadison, WI 53703"}
    assert letters.count() == 2, "the receipt once more, and the confirmation of the update"


def test_an_update_that_leaves_the_address_leaves_what_staff_corrected():
    case = file_online()
    case.parties.update(phone="608-555-0111")
    updated(case, trade_name="Mills")
    assert case.parties.get().phone == "608-555-0111"
    updated(case, trade_name="Mills", contact_postal="")
    assert case.parties.get().postal == "400 Placeholder Road\nMonroe, WI 53566", "a blank takes nothing away"


def test_an_employer_cannot_move_the_verified_e_mail_and_staff_can():
    case = keyed()
    updated(case, contact_email="other@example.com", trade_name="Mills")
    assert case.parties.get().email == "paula@made-up-mills.example.com"
    content = replace(CONTENT, contact_email="new@made-up-mills.example.com", trade_name="More Mills")
    intake.file_update(case, content=content, actor=person("cora").actor, at=at("2026-03-10 10:00"))
    assert case.parties.get().email == "new@made-up-mills.example.com"


def test_the_last_change_never_runs_backward():
    case, cora = keyed(), person("cora").actor
    for name, stamp in (("First", 10), ("Second", 20), ("Third", 12)):
        content = replace(CONTENT, trade_name=name)
        intake.file_update(
            case, content=content, received_on=dt.date(2026, 3, stamp), actor=cora, at=at("2026-03-25 10:00")
        )
    notice = ClosingNotice.objects.get()
    assert (notice.trade_name, notice.changed_on) == ("Third", dt.date(2026, 3, 20))
    assert notice.revisions.get(number=3).received_on == dt.date(2026, 3, 12)


def test_one_draft_of_a_letter_makes_one_notice():
    cora = person("cora")
    draft = filing.begin_key(cora, at=at("2026-03-10 10:00"))
    given = {
        "content": CONTENT, "received_on": dt.date(2026, 3, 9), "postmarked_on": None, "actor": cora.actor,
        "at": at("2026-03-10 10:00"), "keyed_by": cora, "draft": draft,
    }  # fmt: skip
    case = intake.record_letter(**given)
    with pytest.raises(AlreadyDone) as done:
        intake.record_letter(**given)
    assert done.value.location == case.number == "BC-2026-000001"
    assert Case.objects.count() == 1


def test_two_windows_that_record_one_letter_lead_to_one_case():
    desk = signed_in("cora")
    base = desk.post("/closings/key/")["Location"]
    write(desk, base, [("letter/", LETTER), *ANSWERS])
    drawn = desk.get(f"{base}check/")
    first = desk.post(f"{base}check/", hidden(drawn))
    assert first["Location"] == "/closings/BC-2026-000001/"
    assert desk.get(f"{base}check/")["Location"] == "/closings/BC-2026-000001/"
    assert Draft.objects.get().filed_case == Case.objects.get()


def test_a_rescission_by_letter_is_dated_by_its_stamp():
    case = keyed()
    desk = signed_in("cora")
    page = desk.get(f"/closings/{case.number}/rescind/")
    sent = desk.post(
        page.request["PATH_INFO"],
        {**hidden(page), "reason": "A buyer was found.", **date_parts("received_on", dt.date(2026, 3, 9))},
    )
    assert sent.status_code == 303
    notice = ClosingNotice.objects.get()
    assert (notice.rescinded_on, notice.revisions.get(number=1).received_on) == (
        dt.date(2026, 3, 9),
        dt.date(2026, 3, 9),
    )


@pytest.mark.parametrize("stamp", [dt.date(2026, 3, 8), dt.date(2026, 3, 11)])
def test_a_rescission_lies_neither_before_the_notice_nor_in_the_future(stamp):
    case = keyed()  # stamped on March 9
    with pytest.raises(ValidationError) as refused:
        intake.rescind(case, received_on=stamp, actor=person("cora").actor, at=at("2026-03-10 10:00"))
    assert list(refused.value.message_dict) == ["received_on"]


def test_a_proof_of_a_row_that_is_not_saved_leaves_no_file():
    desk = signed_in("cora")
    base = desk.post("/closings/key/")["Location"]
    write(desk, base, [("recipients/new/", TOLD)])
    late = desk.post(f"{base}recipients/new/", {**TOLD, "version": "0", "proof_paper": picture()})
    assert late.status_code == 409, "another window saved the list after this page was drawn"
    assert not Attachment.objects.exists()


def test_an_employer_rescinds_by_link_on_the_day_itself():
    case = file_online()
    party = case.parties.get()
    intake.rescind(case, actor=Actor("link", party.pk, "employer", party.name), at=at("2026-03-20 10:00"))
    assert ClosingNotice.objects.get().rescinded_on == dt.date(2026, 3, 20)
