"""Ways out of what was filed wrongly: refused, off the list, called off or changed after the decision, a slip taken back."""

import csv
import datetime as dt
import io
import re
from dataclasses import replace

import pytest

from closings import determinations, intake, standing
from closings.content import SeparationFacts
from closings.models import ClosingNotice
from tests.closings.notice import CONTENT, case_in, do, file_online, rescinded, updated
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, make_pdfs, person
from wagecase.cases.models import Case, Task
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

DECIDED = ["signed", "served", "closed"]


def lines(client) -> list[dict[str, str]]:
    answer = client.get("/closings/list.csv")
    return list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))


def letter(kind: str) -> str:
    found = Notice.objects.get(kind=f"closings.{kind}")
    assert found.recipient_label == "Made-Up Mills Example LLC"
    return " ".join(re.sub(r"<[^>]+>", " ", found.document.html).split())


def asked(case: Case) -> list[str]:
    rows = Task.objects.filter(case=case, done_at=None, key__startswith="revision:").order_by("pk")
    return list(rows.values_list("what", flat=True))


def own_page(client, case: Case) -> str:
    from wagecase.cases import links

    answer = client.post(
        "/complaints/find/", {"number": case.number, "code": links.access_code(case.parties.get())}, follow=True
    )
    return words(answer)


# A filing that is no notice


def test_a_hoax_is_refused_without_ever_being_listed_and_the_filer_is_told_why(client):
    case = case_in("refused")
    assert (case.state, case.is_open, case.closing.listed_on) == ("refused", False, None)
    assert client.get(f"/closings/notices/{case.number}/").status_code == 404
    assert lines(client) == []
    said = letter("refuse")
    assert "We did not take your filing as a closing notice" in said
    assert f"We closed the filing {case.number} of Tuesday, March 10, 2026." in said
    assert "Nobody of that name files here." in said


def test_a_refused_filing_is_taken_up_as_of_the_day_it_came_in(client):
    case = do(case_in("refused"), standing.take_up, by="cora", when="2026-03-16 09:00", reason="It was their counsel.")
    assert (case.state, case.is_open, case.received_on) == ("received", True, dt.date(2026, 3, 10))
    assert "It counts from Tuesday, March 10, 2026, the day on which we received it." in letter("take_up")


def test_refusing_asks_for_a_reason_and_says_what_it_does(clock):
    clock.set("2026-03-11 09:00")
    case = case_in("received")
    client, address = signed_in("cora"), f"/closings/{case.number}/refuse/"
    assert "It can be taken up again." in words(client.get(address))
    refused = send(client, address)
    assert (refused.status_code, "Enter why this is no closing notice" in words(refused)) == (422, True)
    assert send(client, address, reason="It is a joke.").status_code == 303
    assert Case.objects.get(pk=case.pk).state == "refused"


# Off the list, and back


def test_a_listed_notice_leaves_a_page_of_its_number_and_comes_back_as_it_was(client):
    case = case_in("unlisted")
    page = client.get(f"/closings/notices/{case.number}/")
    assert page.status_code == 410
    told = words(page)
    assert "On Thursday, March 12, 2026 the department took this notice off the public list." in told
    assert "old list" not in told
    assert "The employer did not file it." not in told
    assert lines(client) == []
    assert "The employer did not file it." in letter("remove_listed")
    case = do(case, standing.restore_listed, by="cora", when="2026-03-16 09:00", reason="They did.")
    assert (case.state, case.is_open) == ("listed", True)
    assert ClosingNotice.objects.get().listed_on == dt.date(2026, 3, 11), "the first day on the list stays"
    assert client.get(f"/closings/notices/{case.number}/").status_code == 200
    assert f"Notice {case.number} is on the public list again, as it was before." in letter("restore_listed")


@pytest.mark.parametrize("state", ["rescinded", "closed"])
def test_one_that_ended_comes_back_where_it_was(state):
    case = case_in("closed") if state == "closed" else rescinded(case_in("listed"))
    case = do(case, standing.remove_listed, by="cora", when="2026-06-10 09:00", reason="Wrong employer.")
    assert case.state == "unlisted"
    case = do(case, standing.restore_listed, by="cora", when="2026-06-11 09:00", reason="A slip.")
    assert (case.state, case.is_open) == (state, False)


def test_what_was_rescinded_before_it_was_listed_has_no_place_on_the_list_to_lose_or_to_get(client, clock):
    clock.set("2026-03-21 09:00")
    case = rescinded(file_online())
    said = letter("rescind")
    assert "We were told on Friday, March 20, 2026 that the closing or layoff does not take place." in said
    assert "The notice is not on the public list." in said
    assert "stays on the public list" not in said
    with pytest.raises(TransitionNotAllowed, match="The notice is not on the public list"):
        do(case, standing.remove_listed, by="cora", when="2026-03-21 09:00", reason="A slip.")
    assert client.get(f"/closings/notices/{case.number}/").status_code == 404
    assert signed_in("cora").get(f"/closings/{case.number}/remove_listed/").status_code == 409


def test_a_listed_notice_that_is_rescinded_stays_on_the_list_and_may_be_taken_off():
    case = rescinded(case_in("listed"))
    assert "The notice stays on the public list, marked as rescinded, and counts 0 workers." in letter("rescind")
    case = do(case, standing.remove_listed, by="cora", when="2026-03-21 09:00", reason="Wrong employer.")
    assert (case.state, case.closing.listed_on) == ("unlisted", None)


def test_the_page_on_which_it_is_rescinded_says_what_becomes_of_the_list(client):
    listed, received = case_in("listed"), file_online()
    for case, said in ((listed, "The notice stays on the public list, marked as rescinded, and counts 0 workers."),
                       (received, "The notice is not on the public list, and we do not put it there.")):  # fmt: skip
        own_page(client, case)
        assert said in words(client.get(f"/closings/status/{case.number}/rescind/"))


def test_the_letter_of_an_update_names_the_day_stamped_on_it():
    case = updated(case_in("listed"), when="2026-03-15 10:00", trade_name="First Mills")
    Notice.objects.filter(kind="closings.file_update").delete()
    intake.file_update(
        case, content=replace(CONTENT, trade_name="Second Mills"), actor=person("cora").actor, at=at("2026-03-16 10:00"),
        received_on=dt.date(2026, 3, 12),
    )  # fmt: skip
    said = letter("file_update")
    assert "We received it on Thursday, March 12, 2026. It is revision 2 of the notice" in said
    assert "March 15" not in said.partition("It is revision 2")[0]
    assert "Revision 2 of March 12, 2026" in words(signed_in("cora").get(f"/closings/{case.number}/"))


# After the decision


@pytest.mark.parametrize("state", DECIDED)
def test_an_update_after_the_decision_changes_the_list_and_not_the_determination(client, state):
    case = case_in(state)
    before = case.closing_determinations.get()
    moved = (SeparationFacts(dt.date(2026, 7, 1), None, 90),)
    case = updated(case, when="2026-06-09 10:00", separations=moved)
    assert case.state == state
    (line,) = lines(client)
    assert (line["layoff_first"], line["revision_no"]) == ("2026-07-01", "1")
    after = case.closing_determinations.get()
    assert (after.issued_id, after.surcharge, after.revision) == (before.issued_id, 20_000, 0)
    assert asked(case) == ["Read the employer’s update: does the determination still stand?"]
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert (
        "determined that notice was required. It judges the notice as it was then. The notice was changed since."
        in page
    )


@pytest.mark.parametrize("state", DECIDED)
def test_a_closing_that_is_called_off_after_the_decision_counts_nothing_and_is_read(client, state):
    case = rescinded(case_in(state), when="2026-06-09 10:00")
    assert case.state == state
    (line,) = lines(client)
    assert (line["status"], line["workers"]) == ("rescinded", "0")
    assert asked(case) == ["Read the employer’s rescission: does the determination still stand?"]
    assert "determined that notice was required." in words(client.get(f"/closings/notices/{case.number}/"))
    with pytest.raises(TransitionNotAllowed, match="The notice is rescinded"):
        updated(case, when="2026-06-10 10:00", trade_name="Sample Mills")
    case = do(case, standing.reinstate, by="cora", when="2026-06-11 09:00", reason="They pressed the wrong button.")
    assert (case.state, lines(client)[0]["workers"]) == (state, "90")


def test_a_correction_of_ours_after_the_decision_is_read_too():
    case = case_in("served")
    case = intake.correct_notice(
        case, content=replace(CONTENT, trade_name="Sample Mills"), reason="We misread it", actor=person("cora").actor,
        at=at("2026-05-20 10:00"),
    )  # fmt: skip
    assert asked(case) == ["Read our correction: does the determination still stand?"]


def test_an_update_of_a_file_closed_without_a_determination_asks_whether_it_calls_for_one():
    case = do(case_in("listed"), determinations.close, by="cora", when="2026-05-04 09:00", reason="Told in person.")
    assert asked(updated(case, when="2026-05-20 10:00", trade_name="Sample Mills")) == [
        "Read the employer’s update: does it call for a determination?"
    ]


def test_the_letter_of_a_determination_tells_what_was_judged_whatever_came_since():
    from closings.notices import closing_context

    case = updated(case_in("signed"), when="2026-05-06 10:00", sites=CONTENT.sites[:1])
    found = closing_context(case, {"at": at("2026-05-07 09:00")})
    assert (found["judged"], found["worked"].amount) == (0, 20_000)
    assert len(found["told"]) == 5


def test_a_rescission_ends_a_draft():
    case = rescinded(case_in("drafted"), when="2026-05-04 12:00")
    assert case.state == "rescinded"
    row = case.closing_determinations.get()
    assert (row.superseded, row.returned_reason) == (True, "The notice was rescinded.")
    assert not Task.objects.filter(case=case, done_at=None, key__startswith="sign:").exists()


# A slip in rescinding


def test_a_rescission_is_taken_back_as_a_revision_and_the_employer_is_told(client):
    case = rescinded(case_in("listed"))
    assert lines(client)[0]["workers"] == "0"
    case = do(case, standing.reinstate, by="cora", when="2026-03-23 09:00", reason="Another notice was meant.")
    assert (case.state, case.is_open, case.closing.rescinded_on) == ("listed", True, None)
    (line,) = lines(client)
    assert (line["status"], line["workers"], line["rescinded_on"], line["revision_no"]) == ("updated", "90", "", "2")
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert "Rescission taken back by the department , March 23, 2026" in page
    assert "Employees affected 0 90" in page
    assert "Another notice was meant." not in page
    assert "On Monday, March 23, 2026 we took back the rescission" in letter("reinstate")
    make_pdfs(at("2026-03-23 09:05"))
    html = case.closing.revisions.get(number=2).document.html
    assert "The department took its rescission back: the notice stands again." in html


def test_what_was_never_listed_is_received_again():
    case = do(case_in("rescinded"), standing.reinstate, by="cora", when="2026-03-23 09:00", reason="A slip.")
    assert (case.state, case.closing.listed_on) == ("received", None)


def test_nothing_is_taken_back_that_was_not_rescinded():
    with pytest.raises(TransitionNotAllowed, match="The notice is not rescinded"):
        do(case_in("served"), standing.reinstate, by="cora", when="2026-05-20 09:00", reason="A slip.")


# The employer's own page


@pytest.mark.parametrize(
    ("state", "shown"),
    [
        ("refused", "We did not take this as a closing notice"), ("unlisted", "The notice is off the public list"),
        ("served", "The determination stays as it is. We read your update and tell you if it changes anything."),
        ("rescinded", "If you rescinded it by a slip, call us."),
    ],
)  # fmt: skip
def test_the_employer_reads_how_it_stands(client, clock, state, shown):
    clock.set("2026-06-10 09:00")
    assert shown in own_page(client, case_in(state))
