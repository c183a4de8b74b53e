"""Coordinators key letters, publish, record updates and draft; a role that does not work on closings sees none."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from closings.duty import watch_all
from closings.intake import file_update
from closings.models import ClosingNotice
from closings.recording import latest
from tests.closings.notice import ANSWERS, CONTENT, DECIDED, case_in, date_parts, drafted, submit, write
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import at, file_online, make_pdfs, person
from wagecase.cases.models import Case
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
LETTER = (
    "letter/",
    {**date_parts("received_on", dt.date(2026, 3, 9)), **date_parts("postmarked_on", dt.date(2026, 3, 6))},
)


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def keyed(client) -> Case:
    base = client.post("/closings/key/")["Location"]
    write(client, base, [LETTER, *ANSWERS])
    assert submit(client, base).status_code == 303
    return Case.objects.get(kind="closing")


def test_a_letter_tells_the_department_on_the_day_of_its_stamp():
    case = keyed(signed_in("cora"))
    notice = ClosingNotice.objects.get()
    assert (case.channel, case.received_on, notice.postmarked_on) == ("paper", dt.date(2026, 3, 9), dt.date(2026, 3, 6))
    assert notice.recipients.get(kind="department").given_on == dt.date(2026, 3, 9)
    assert (notice.origin, notice.keyed_by) == ("keyed", person("cora"))
    assert Notice.objects.get().channel == "letter", "without an e-mail the receipt goes by post"


def test_a_postmark_after_the_stamp_is_refused():
    client = signed_in("cora")
    base = client.post("/closings/key/")["Location"]
    page = client.post(f"{base}letter/", {
        "version": "0", **date_parts("received_on", dt.date(2026, 3, 6)), **date_parts("postmarked_on", dt.date(2026, 3, 9)),
    })  # fmt: skip
    assert "The postmark cannot be after the day stamped on the letter" in words(page)


def test_nobody_opens_the_letter_that_another_keys():
    base = signed_in("cora").post("/closings/key/")["Location"]
    assert signed_in("sue").get(base).status_code == 404


def test_publishing_says_what_it_does_and_does_it():
    case = case_in("received")
    client = signed_in("cora")
    assert "Put on the public list" in words(client.get(f"/closings/{case.number}/"))
    sent = send(client, f"/closings/{case.number}/publish/")
    assert sent.status_code == 303
    assert ClosingNotice.objects.get().listed_on == dt.date(2026, 3, 10)


def test_staff_record_an_update_of_a_letter():
    case = case_in("listed")
    client = signed_in("cora")
    base = client.post(f"/closings/{case.number}/file_update/")["Location"]
    stamped = {**date_parts("received_on", dt.date(2026, 3, 10)), **date_parts("postmarked_on", dt.date(2026, 3, 6))}
    write(
        client,
        base,
        [("letter/", stamped), ("schedule/0/", {**date_parts("first_on", dt.date(2026, 5, 20)), "count": "90"})],
    )
    sent = submit(client, base)
    assert sent["Location"] == f"/closings/{case.number}/"
    row = ClosingNotice.objects.get().revisions.get(number=1)
    assert (row.by_role, row.received_on, row.first_on) == ("coordinator", dt.date(2026, 3, 10), dt.date(2026, 5, 20))


def test_the_drafter_sees_the_worksheet_and_an_amount_is_refused_beside_its_field(clock):
    clock.set("2026-05-04 09:00")
    case = case_in("listed")
    client = signed_in("cora")
    address = f"/closings/{case.number}/draft_determination/"
    person("sue")
    text = words(client.get(address))
    assert "Most are affected in City of Monroe: 57 affected employees count; 3 new or low-hour left out." in text
    assert "Mayor, City of Monroe March 22, 2026 20" in text
    assert "In all $40,000.00" in text
    answers = {
        "reasons": "Told late.",
        "intended_signer": person("sue").pk,
        "surcharge_reason": "A first case.",
        **DECIDED,
    }
    refused = send(client, address, **answers, daily_amount="500.01")
    assert refused.status_code == 422
    assert "The amount must be from $0.01 to $500.00 a day" in words(refused)
    assert send(client, address, **answers, daily_amount="250").status_code == 303
    row = Case.objects.get(pk=case.pk).closing_determinations.get()
    assert row.surcharge == 20_000


def test_a_signature_asks_for_the_password_and_shows_the_draft(clock):
    clock.set("2026-05-04 09:00")
    case = drafted(case_in("listed"), by="cora", when="2026-05-04 09:00")
    client = signed_in("sue")
    page = client.get(f"/closings/{case.number}/sign_determination/")
    assert "notice was required, surcharge $20,000.00" in words(page)
    sent = client.post(f"/closings/{case.number}/sign_determination/", hidden(page))
    assert sent.status_code == 303
    assert Case.objects.get(pk=case.pk).state == "signed"


@pytest.mark.parametrize(
    "state",
    [
        "received",
        "refused",
        "listed",
        "unlisted",
        "drafted",
        "signed",
        "served",
        "closed",
        "rescinded",
        "historic",
        "removed",
    ],
)
def test_every_section_of_a_notice_in_every_state_can_be_read(state, clock):
    clock.set("2026-06-10 09:00")
    case = case_in(state)
    make_pdfs(at("2026-06-10 09:00"))
    client = signed_in("cora")
    for page in ("", "notice/", "parties/", "documents/", "notices/", "notes/", "timeline/"):
        answer = client.get(f"/closings/{case.number}/{page}")
        assert answer.status_code == 200, (state, page)
        for link in re.findall(r'href="(/closings/[^"#?]+)"', answer.content.decode()):
            assert client.get(link).status_code in {200, 303}, (state, page, link)


def test_an_investigator_sees_no_notice_and_a_coordinator_no_complaint():
    notice, complaint = case_in("listed"), file_online()
    assert signed_in("ina").get(f"/closings/{notice.number}/").status_code == 404
    cora = signed_in("cora")
    assert cora.get(f"/complaints/{complaint.number}/").status_code == 404
    assert cora.get("/complaints/new/").status_code == 404
    assert complaint.number not in words(cora.get("/staff/cases/?open=all"))
    assert notice.number in words(cora.get("/staff/cases/?open=all"))
    home = words(cora.get("/staff/"))
    assert "Send a copy of the notice (PDF under Notice) to the" in home, "109.07 (1m)"
    assert "draft the determination" not in home, "nothing is to be decided before the day of the event"
    watch_all(dt.date(2026, 5, 1), at("2026-05-01 01:00"))
    assert "An official seems to be told too late: draft the determination" in words(cora.get("/staff/"))


def test_a_case_has_one_address():
    notice, complaint = case_in("listed"), file_online()
    sue = signed_in("sue")
    assert sue.get(f"/complaints/{notice.number}/timeline/").status_code == 404
    assert sue.get(f"/closings/{complaint.number}/timeline/").status_code == 404


def test_content_of_the_fixture_is_what_the_pages_make():
    case = keyed(signed_in("cora"))
    made = case.closing.revisions.get().content
    assert made["sites"][0]["municipality"] == CONTENT.sites[0].municipality
    assert made["separations"] == [{"first_on": "2026-05-01", "last_on": None, "count": 90, "words": ""}]


@pytest.mark.parametrize("stamp", [dt.date(1950, 6, 1), dt.date(1999, 12, 31)])
def test_a_stamp_before_this_century_is_refused_where_it_is_typed(stamp):
    client = signed_in("cora")
    base = client.post("/closings/key/")["Location"]
    page = client.post(f"{base}letter/", {"version": "0", **date_parts("received_on", stamp)})
    assert page.status_code == 422
    assert "The day stamped on the letter must be January 1, 2000 or later" in words(page)


def test_an_update_that_came_before_its_notice_is_refused():
    case = keyed(signed_in("cora"))
    before = latest(case.closing)
    with pytest.raises(ValidationError, match="the notice that it updates came later"):
        file_update(
            case, content=replace(before, industry="Trailers"), received_on=dt.date(2026, 3, 8),
            actor=person("cora").actor, at=at("2026-03-10 10:00"),
        )  # fmt: skip
    assert case.closing.revisions.count() == 1


def test_a_correction_of_ours_is_told_apart_from_an_update_of_the_employer(client):
    case = case_in("listed")
    before = Notice.objects.count()
    cora = signed_in("cora")
    refused = send(cora, f"/closings/{case.number}/correct_notice/")
    assert refused.status_code == 422
    assert "Enter what is wrong" in words(refused)
    base = send(cora, f"/closings/{case.number}/correct_notice/", why="We keyed the wrong day")["Location"]
    assert "How the letter came in" not in words(cora.get(base))
    write(cora, base, [("schedule/0/", {**date_parts("first_on", dt.date(2026, 5, 11)), "count": "90"})])
    assert submit(cora, base).status_code == 303
    row = ClosingNotice.objects.get().revisions.get(number=1)
    assert (row.kind, row.by_role, row.reason) == ("correction", "coordinator", "We keyed the wrong day")
    assert Notice.objects.count() == before
    told = words(cora.get(f"/closings/{case.number}/notice/"))
    assert "Correction by the department , March 10, 2026, by the coordinator: Change of the schedule" in told
    public = words(client.get(f"/closings/notices/{case.number}/"))
    assert "Correction by the department , March 10, 2026: Change of the schedule" in public
    assert "We keyed" not in public
