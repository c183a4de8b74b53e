"""Two windows, two people, one notice: nothing typed is lost, no row takes another's place, both versions are shown."""

import datetime as dt
import re
from dataclasses import replace

import pytest

from closings import intake
from closings.models import ClosingNotice
from closings.recording import latest
from tests.closings.notice import ANSWERS, BASE, CONTENT, begun, case_in, date_parts, do, submit, write
from tests.closings.test_public_filing import filed
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import at, person
from wagecase.cases import drafts
from wagecase.cases.models import Case, Draft
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
NORTH, SOUTH = ANSWERS[3][1], ANSWERS[4][1]


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def version(client, page):
    return re.search(r'name="version" value="(\d+)"', client.get(page).content.decode())[1]


def names():
    rows = drafts.answers(Draft.objects.get())["sites"]["rows"]
    return [(row["name"], row["affected"]) for row in rows]


def two_sites():
    client = begun()
    write(client, BASE, [("sites/new/", NORTH), ("sites/new/", SOUTH)])
    return client


def test_a_stale_edit_of_a_row_never_lands_on_the_row_that_moved_into_its_place():
    client = two_sites()
    seen = version(client, f"{BASE}sites/0/")
    client.post(f"{BASE}sites/0/remove/", {"version": seen})
    assert names() == [("South mill", 30)]
    typed = {**NORTH, "affected": "77", "version": seen}
    page = client.post(f"{BASE}sites/0/", typed)
    assert page.status_code == 409
    assert "This row was removed in another window Nothing is lost." in words(page)
    assert 'value="77"' in page.content.decode()
    again = {**typed, **hidden(page)}
    assert client.post(f"{BASE}sites/0/", again).status_code == 303
    assert names() == [("South mill", 30), ("North mill", 77)]


def test_the_name_of_a_removed_row_is_not_given_again():
    client = two_sites()
    client.post(f"{BASE}sites/1/remove/", {"version": version(client, f"{BASE}sites/1/")})
    write(client, BASE, [("sites/new/", {**SOUTH, "name": "East mill"})])
    assert f"{BASE}sites/2/" in client.get(f"{BASE}sites/").content.decode()
    page = client.get(f"{BASE}sites/1/", follow=True)
    assert "That row was removed, perhaps in another window." in words(page)
    assert client.get(f"{BASE}sites/9/").status_code == 404


def test_removing_twice_removes_once():
    client = two_sites()
    seen = version(client, f"{BASE}sites/0/")
    for _ in range(2):
        assert client.post(f"{BASE}sites/0/remove/", {"version": seen}).status_code == 303
    assert names() == [("South mill", 30)]


def test_a_row_that_another_window_changed_is_shown_beside_what_was_typed():
    client = two_sites()
    seen = version(client, f"{BASE}sites/0/")
    write(client, BASE, [("sites/0/", {**NORTH, "affected": "61"})])
    page = client.post(f"{BASE}sites/0/", {**NORTH, "affected": "99", "version": seen})
    assert page.status_code == 409
    assert "Employees affected at this site 61 99" in words(page)
    assert names()[0] == ("North mill", 61)


def test_a_page_that_another_window_saved_is_shown_beside_what_was_typed():
    client = begun()
    write(client, BASE, ANSWERS[:1])
    page = client.post(f"{BASE}employer/", {**ANSWERS[0][1], "version": "0", "employer_name": "Other Name Example"})
    assert page.status_code == 409
    assert "Legal name of the employer Made-Up Mills Example LLC Other Name Example" in words(page)


def begin(client, case):
    assert client.post(f"/closings/status/{case.number}/begin-update/").status_code == 303
    return f"/closings/status/{case.number}/update/"


def staff_update(case, **changes):
    content = replace(latest(Case.objects.get(pk=case.pk).closing), **changes)
    intake.file_update(case, content=content, actor=person("cora").actor, at=at("2026-03-10 09:00"))


def test_an_update_that_is_too_late_keeps_its_answers_and_takes_over_what_it_did_not_touch():
    client, case = filed()
    base = begin(client, case)
    write(client, base, [("workforce/", {"persons_in_state": "150"})])
    staff_update(case, industry="Paper and pulp")
    page = submit(client, base)
    assert page.status_code == 409
    told = words(page)
    assert "The notice was changed while you wrote Nothing is lost and nothing was sent." in told
    assert "Brought up to date, since you had not changed it: What happens." in told
    assert ClosingNotice.objects.get().revision == 1
    assert submit(client, base).status_code == 303
    now = latest(ClosingNotice.objects.get())
    assert (now.persons_in_state, now.industry) == (150, "Paper and pulp")
    assert ClosingNotice.objects.get().revision == 2


def test_an_answer_that_both_changed_is_shown_in_both_versions_before_anything_is_sent():
    client, case = filed()
    base = begin(client, case)
    write(client, base, [
        ("workforce/", {"persons_in_state": "150"}),
        ("schedule/0/", {**date_parts("first_on", dt.date(2026, 6, 1)), "count": "90"}),
    ])  # fmt: skip
    moved = (replace(latest(case.closing).separations[0], first_on=dt.date(2026, 5, 20)),)
    staff_update(case, persons_in_state=145, separations=moved)
    told = words(submit(client, base))
    assert "Everybody the employer employs in Wisconsin 145 150" in told
    assert "Schedule May 20, 2026: 90 employees June 1, 2026: 90 employees" in told
    assert submit(client, base).status_code == 303
    now = latest(ClosingNotice.objects.get())
    assert (now.persons_in_state, now.first_on) == (150, dt.date(2026, 6, 1))


def test_an_update_is_not_too_late_because_staff_listed_the_notice():
    from closings import publishing

    client, case = filed()
    base = begin(client, case)
    write(client, base, [("workforce/", {"persons_in_state": "150"})])
    do(case, publishing.publish, by="cora", when="2026-03-10 09:30")
    assert submit(client, base).status_code == 303
    assert latest(ClosingNotice.objects.get()).persons_in_state == 150


def test_an_update_that_is_not_possible_any_more_stays_on_its_page():
    client, case = filed()
    base = begin(client, case)
    write(client, base, [("workforce/", {"persons_in_state": "150"})])
    intake.rescind(case, actor=person("cora").actor, at=at("2026-03-10 09:00"))
    page = submit(client, base)
    assert page.status_code == 409
    assert "“Update the notice” is not possible now: the case is “Rescinded”." in words(page)
    assert "Everybody the employer employs in Wisconsin 150" in words(page)


def test_the_page_of_an_act_that_came_too_late_can_be_sent_again():
    case = case_in("received")
    cora = signed_in("cora")
    page = cora.get(f"/closings/{case.number}/publish/")
    staff_update(case, industry="Pulp")
    late = cora.post(f"/closings/{case.number}/publish/", hidden(page))
    assert late.status_code == 409
    assert cora.post(f"/closings/{case.number}/publish/", hidden(late)).status_code == 303
    assert Case.objects.get(pk=case.pk).state == "listed"


def test_one_address_gets_no_more_than_five_links_in_an_hour_wherever_they_are_asked_for(client):
    for number in range(6):
        page = client.get("/closings/file/")
        sent = client.post(
            "/closings/file/", {**hidden(page), "email": "Paula@Mills.example.com" if number % 2 else "paula@mills.example.com"},
            REMOTE_ADDR=f"198.51.100.{number}",
        )  # fmt: skip
    assert sent.status_code == 429
    assert "We sent this address several links in the last hour." in words(sent)
    assert 'value="Paula@Mills.example.com"' in sent.content.decode()
    assert Notice.objects.count() == 5


def test_the_public_page_does_not_name_the_file_that_was_uploaded(client):
    case = case_in("historic")
    told = words(client.get(f"/closings/notices/{case.number}/"))
    assert "Taken over from an old public list" in told
    assert "list.csv" not in told
    assert "From list.csv, line 2" in words(signed_in("cora").get(f"/closings/{case.number}/notice/"))


def test_a_notice_taken_off_by_mistake_is_put_back_as_it_was(client):
    case = case_in("historic")
    cora = signed_in("cora")
    assert send(cora, f"/closings/{case.number}/remove_imported/", reason="Wrong one").status_code == 303
    page = client.get(f"/closings/notices/{case.number}/")
    assert page.status_code == 410
    assert "the department took this one notice off the public list." in words(page)
    assert "Wrong one" not in words(page)
    assert send(cora, f"/closings/{case.number}/restore_imported/", reason="It was the right one").status_code == 303
    notice = ClosingNotice.objects.get()
    assert (notice.case.state, notice.listed_on, notice.removed_reason) == ("historic", dt.date(2020, 10, 5), "")
    assert client.get(f"/closings/notices/{case.number}/").status_code == 200


def test_the_files_of_the_list_are_never_known_by_a_mark_of_another_content(client):
    from closings import publishing
    from closings.imported import remove_imported

    old, new = case_in("historic"), case_in("received", replace(CONTENT, trade_name="Other Mills"))
    case_in("listed")
    marks = {client.get("/closings/list.csv")["ETag"]}
    remove_imported(old, reason="x", actor=person("cora").actor, at=at("2026-03-11 09:00"))
    do(new, publishing.publish, by="cora", when="2026-03-11 09:00")
    marks.add(client.get("/closings/list.csv")["ETag"])
    assert len(marks) == 2
    assert client.get("/closings/list.json")["ETag"].startswith('W/"')
