"""The pages of the import: a list is looked at, imported, worked off row by row and undone by a supervisor."""

import io
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from closings.importing import adding, steps
from closings.importing.models import ImportBatch, ImportRow
from tests.closings.importing.lists import row, written
from tests.closings.importing.test_batches import LIST
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import at
from wagecase.cases import jobs

pytestmark = pytest.mark.django_db(transaction=True)
LISTS = "/closings/imports/"


def upload(client, data, name="list.csv"):
    file = io.BytesIO(data)
    file.name = name
    return send(client, LISTS, file=file)


@pytest.fixture
def sue(shelf):
    return signed_in("sue")


@pytest.fixture
def batch(sue):
    upload(sue, written(*LIST))
    return ImportBatch.objects.get()


def page(client, batch, tail=""):
    return words(client.get(f"{LISTS}{batch.pk}/{tail}"))


def press(client, batch, tail, **answers):
    here = f"{LISTS}{batch.pk}/"
    return client.post(here + tail, {**hidden(client.get(here)), **answers})


def test_a_list_is_looked_at_before_anything_is_imported(sue, shelf):
    answer = upload(sue, written(*LIST))
    batch = ImportBatch.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, f"{LISTS}{batch.pk}/")
    told = page(sue, batch)
    assert "5 + 1 + 2 + 1 = 9 rows read" in told
    assert "Import 5 rows" in told
    assert "1 ready row waits behind a held row of the same event." in told
    assert "Row 5 line 6 Next Invented - Revision 2 Layoff Begin Date 11/03 A day without a year." in told
    assert shelf.stored == {}


def test_the_lists_are_listed_with_their_sum(sue, batch):
    assert "list.csv The Wisconsin list 5 ready, 1 ready with a warning, 2 held, 1 refused: 9 rows read" in words(
        sue.get(LISTS)
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04", "The workbook is damaged."),
        (b"Name,Town\r\nA,B\r\n", "No line of the first 6 names the columns of a list."),
        (b" ", "The file is empty."),
        (b"", "The file is empty. Choose it again."),
    ],
)
def test_a_file_that_is_no_list_is_said_beside_the_field(sue, data, sentence):
    answer = upload(sue, data)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not ImportBatch.objects.exists()


def test_no_file_is_asked_for(sue):
    assert "Choose the file" in words(send(sue, LISTS))


def test_each_pile_shows_its_rows(sue, batch):
    assert "Row 8 line 9 TOTALS:" in page(sue, batch, "?pile=refused")
    assert "Row 1 line 2 Acme Invented Widgets Read without a question." in page(sue, batch, "?pile=ready")
    assert "An exact copy of row 1." in page(sue, batch, "?pile=warned")
    assert "Held" in page(sue, batch, "?pile=nonsense&after=x")


def test_importing_shows_how_far_it_is_and_then_what_came_of_it(sue, batch, shelf):
    press(sue, batch, "start/")
    told = page(sue, batch)
    assert "0 of 3 events." in told
    assert "Import 5 rows" not in told
    jobs.work_due(now=at("2026-03-02 09:00"))
    told = page(sue, batch)
    assert "5 rows imported, 2 notices made." in told
    assert "Undo this import" in told
    assert shelf.names() == [[1, 2], [3, 4]]


def test_the_part_that_shows_the_progress_reloads_the_page_once_the_work_is_over(sue, batch):
    press(sue, batch, "start/")
    here, part = f"{LISTS}{batch.pk}/", {"HX-Request": "true"}
    assert "0 of 3 events." in words(sue.get(here, headers=part))
    jobs.work_due(now=at("2026-03-02 09:00"))
    assert sue.get(here, headers=part)["HX-Refresh"] == "true"


def test_a_row_is_shown_beside_the_rows_that_its_question_names(sue, shelf):
    upload(
        sue,
        written(
            row("Calibre, Inc.", workers="204", received="6/1/2021", layoff="12/31/2020"), row("A"), row("B"), row("C"),
            row("Calibre, Inc.", workers="204", received="10/28/2020", layoff="12/31/2020"),
        ),
    )  # fmt: skip
    told = words(sue.get(f"{LISTS}{ImportBatch.objects.get().pk}/rows/1/"))
    assert (
        "Row 5 Calibre, Inc. Same employer and place Madison; 204; 10/28/2020; CL; 12/31/2020 Another event so far Ready"
        in told
    )


def rows_beside(client, number):
    told = words(client.get(f"{LISTS}{ImportBatch.objects.get().pk}/rows/{number}/"))
    return [int(found) for found in re.findall(r"Row (\d+) \S", told.partition("Rows to compare it with")[2])]


def test_a_row_whose_days_were_misread_stands_beside_the_row_of_its_employer_and_place(sue, shelf):
    upload(
        sue,
        written(
            row("The Acme Invented Widgets, Inc.", workers="60"), row("A"), row("B"),
            row("Acme Invented Widgets", city="Monroe", workers="60"), row("Acme Invented Bolts", workers="60"), row("C"),
            row("ACME INVENTED WIDGETS", received="13/45/2020", layoff="99/99/2020"), row("D"),
        ),
    )  # fmt: skip
    assert rows_beside(sue, 7) == [1, 6, 8]
    told = words(sue.get(f"{LISTS}{ImportBatch.objects.get().pk}/rows/7/"))
    assert "Row 1 The Acme Invented Widgets, Inc. Same employer and place Madison; 60; 3/2/2020" in told


def test_of_many_rows_of_an_employer_and_place_those_that_agree_most_stand_beside_it(sue, shelf):
    upload(
        sue,
        written(
            *(row("Acme Invented Widgets", workers=str(n), received="1/2/2019", layoff="3/1/2019") for n in range(10, 20)),
            row("Acme Invented Widgets", workers="19", received="13/45/2020", layoff="99/99/2020"),
        ),
    )  # fmt: skip
    assert rows_beside(sue, 11) == [1, 2, 3, 4, 10]


def test_a_corrected_name_is_compared_as_corrected(sue, shelf):
    upload(sue, written(row("Acme Invented Widgets"), row("A"), row("B"), row("Acm", received="13/45/2020"), row("C")))
    here = f"{LISTS}{ImportBatch.objects.get().pk}/rows/4/"
    assert rows_beside(sue, 4) == [3, 5]
    send(sue, here, choice="correct", column="0", text="Acme Invented Widgets")
    assert rows_beside(sue, 4) == [1, 3, 5]


def test_pressing_twice_starts_once(sue, batch):
    key = hidden(sue.get(f"{LISTS}{batch.pk}/"))
    for _ in range(2):
        assert sue.post(f"{LISTS}{batch.pk}/start/", key).status_code == 303
    batch.refresh_from_db()
    assert batch.runs == 1


def test_held_rows_are_worked_off_one_by_one(sue, batch):
    first = f"{LISTS}{batch.pk}/rows/5/"
    told = words(sue.get(first))
    assert "A day without a year." in told
    assert "Layoff Begin Date 11/03 In question" in told
    answer = send(sue, first, choice="correct", column="5", text="11/3/2020")
    assert answer["Location"] == f"{LISTS}{batch.pk}/rows/7/"
    assert "Corrected: 11/3/2020" in words(sue.get(first))
    answer = send(sue, f"{LISTS}{batch.pk}/rows/7/", choice="refuse", reason="Never filed")
    assert answer["Location"] == f"{LISTS}{batch.pk}/"
    told = words(sue.get(f"{LISTS}{batch.pk}/rows/7/"))
    assert "by Sue Supervisor Example: Never filed." in told
    assert "No other row is held." in told


def test_a_correction_that_does_not_help_stays_on_the_row(sue, batch):
    here = f"{LISTS}{batch.pk}/rows/5/"
    assert send(sue, here, choice="correct", column="5", text="11/33/2020")["Location"] == here
    assert "There is no such day in the calendar." in words(sue.get(here))


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({}, "Press one of the buttons"),
        ({"choice": "refuse"}, "Say why it is refused"),
        ({"choice": "correct", "text": "x"}, "Choose the column"),
        ({"choice": "correct", "column": "77", "text": "x"}, "Choose one of the answers listed"),
        ({"choice": "accept", "joins": "99"}, "There is no other event with a row 99 in this file."),
    ],
)
def test_a_decision_that_lacks_something_is_not_taken_and_nothing_typed_is_lost(sue, batch, answers, sentence):
    answer = send(sue, f"{LISTS}{batch.pk}/rows/7/", **{"reason": "", **answers})
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert ImportRow.objects.get(number=7).accepted is None


def test_a_row_is_accepted_as_an_update_and_the_decision_is_taken_back(sue, batch):
    here = f"{LISTS}{batch.pk}/rows/7/"
    send(sue, here, choice="accept", joins="1")
    assert "Accepted as an update of row 1" in words(sue.get(here))
    send(sue, here, choice="reopen")
    assert ImportRow.objects.get(number=7).accepted is None


def test_a_row_that_needs_a_value_says_so(sue, shelf):
    upload(sue, written(row(received="Unknown")))
    answer = send(sue, f"{LISTS}{ImportBatch.objects.get().pk}/rows/1/", choice="accept")
    assert answer.status_code == 422
    assert "Correct the cell first." in words(answer)


def test_undoing_says_what_it_does_and_does_it(sue, batch, shelf):
    press(sue, batch, "start/")
    jobs.work_due(now=at("2026-03-02 09:00"))
    assert "Takes the 2 notices that this list made off the public list." in page(sue, batch, "undo/")
    send(sue, f"{LISTS}{batch.pk}/undo/")
    jobs.work_due(now=at("2026-03-02 09:00"))
    told = page(sue, batch)
    assert "5 rows undone." in told
    assert len(shelf.removed) == 2


@pytest.mark.parametrize("who", ["ina", "ada"])
def test_nobody_else_finds_the_pages(who, batch):
    client = signed_in(who)
    for tail in ("", f"{batch.pk}/", f"{batch.pk}/undo/", f"{batch.pk}/rows/1/"):
        assert client.get(LISTS + tail).status_code == 404


def test_a_batch_or_a_row_that_is_not_there_is_nothing(sue, batch):
    for tail in ("99/", f"{batch.pk}/rows/99/", "99/undo/"):
        assert sue.get(LISTS + tail).status_code == 404


def test_the_file_of_a_batch_is_no_orphan(sue, batch):
    from closings.importing.sorting import stored_files
    from wagecase.cases import housekeeping

    assert list(stored_files()) == [batch.storage_key]
    assert stored_files in housekeeping.keys_of_kinds


def test_two_people_who_decide_one_row_see_each_other(sue, batch):
    here = f"{LISTS}{batch.pk}/rows/7/"
    seen = hidden(sue.get(here))
    send(signed_in("cora"), here, choice="refuse", reason="Never filed")
    late = sue.post(here, {**seen, "choice": "correct", "column": "5", "text": "11/3/2020"})
    assert late.status_code == 409
    told = words(late)
    assert "Somebody was faster. Your text is kept." in told
    assert "by Cora Coordinator Example: Never filed." in told
    assert 'value="11/3/2020"' in late.content.decode()
    assert ImportRow.objects.get(number=7).corrections == {}
    again = {**hidden(late), "choice": "correct", "column": "5", "text": "11/3/2020"}
    assert sue.post(here, again).status_code == 303
    assert ImportRow.objects.get(number=7).corrections == {"5": "11/3/2020"}


def test_pressing_a_decision_twice_takes_it_once(sue, batch):
    here = f"{LISTS}{batch.pk}/rows/7/"
    answers = {**hidden(sue.get(here)), "choice": "refuse", "reason": "Never filed"}
    assert [sue.post(here, answers).status_code for _ in range(2)] == [303, 303]
    batch.refresh_from_db()
    assert batch.decisions == 1


def test_a_decision_on_a_row_that_was_imported_meanwhile_is_shown_back(sue, batch):
    here = f"{LISTS}{batch.pk}/rows/1/"
    seen = hidden(sue.get(here))
    press(sue, batch, "start/")
    jobs.work_due(now=at("2026-03-02 09:00"))
    late = sue.post(here, {**seen, "choice": "refuse", "reason": "Never filed"})
    assert late.status_code == 422
    assert "Your decision was not taken" in words(late)
    assert "Your reason: Never filed" in words(late)


def test_work_whose_worker_died_says_so_after_a_minute_and_that_it_restarts(sue, batch, clock):
    clock.set("2026-03-02 09:00")
    press(sue, batch, "start/")
    assert "has not begun" not in page(sue, batch)
    clock.set("2026-03-02 09:02")
    assert "The work has not begun It will begin by itself as soon as a worker is free." in page(sue, batch)
    leased = at("2026-03-02 09:03") + timedelta(seconds=30)  # the worker took it at 09:02, for ninety seconds
    jobs.Job.objects.update(status="running", done=1, lease_until=leased)
    assert "Nothing has moved" not in page(sue, batch)
    clock.set("2026-03-02 09:03")
    told = page(sue, batch)
    assert "Nothing has moved for a minute" in told
    assert "The work will restart by itself by March 2, 2026, 9:04 a.m." in told


def test_work_that_stopped_is_started_again_on_the_page_of_its_list(sue, batch, shelf):
    press(sue, batch, "start/")
    jobs.Job.objects.update(status="failed", crashes=3, finished_at=at("2026-03-02 09:00"))
    told = page(sue, batch)
    assert "The work stopped 0 of 3 events are done and stay." in told
    assert "You may leave the page" not in told
    assert "Import 5 rows" not in told
    assert press(sue, batch, "restart/").status_code == 303
    jobs.work_due(now=at("2026-03-02 09:01"))
    assert shelf.names() == [[1, 2], [3, 4]]


def test_an_administrator_starts_stopped_work_again(sue, batch, shelf):
    press(sue, batch, "start/")
    errors = [{"item": "", "error": "working on it ended the program three times"}]
    jobs.Job.objects.filter(kind="closings.import_ready").update(
        status="failed", crashes=3, finished_at=at("2026-03-02 09:00"), errors=errors
    )
    ada = signed_in("ada")
    told = words(ada.get("/staff/operations/"))
    assert f"closings.import_ready:{batch.pk}:1 0 of 3 working on it ended the program three times" in told
    job = jobs.Job.objects.get(kind="closings.import_ready")
    assert ada.post(f"/staff/operations/jobs/{job.pk}/restart/").status_code == 303
    assert ada.post(f"/staff/operations/jobs/{job.pk}/restart/").status_code == 409
    jobs.work_due(now=at("2026-03-02 09:01"))
    assert shelf.names() == [[1, 2], [3, 4]]


def test_a_list_whose_reader_died_says_that_it_goes_on_by_itself(sue, shelf, clock, monkeypatch):
    clock.set("2026-03-02 09:00")
    monkeypatch.setattr(adding, "fill", lambda batch, reading: None)  # the process ended before it wrote a row
    upload(sue, written(*LIST))
    batch = ImportBatch.objects.get()
    told = page(sue, batch)
    assert "The file is being read" in told
    assert "the reading goes on by itself by March 2, 2026, 9:02 a.m. Central time; nothing is lost." in told
    assert "0 + 0 + 0 + 0 = 0 rows read" in told
    assert "Import 5 rows" not in told
    jobs.work_due(now=at("2026-03-02 09:06"))
    assert "5 + 1 + 2 + 1 = 9 rows read" in page(sue, batch)
    assert "Import 5 rows" in page(sue, batch)


def test_a_reading_that_stopped_is_started_again_on_the_page_of_its_list(sue, shelf, monkeypatch):
    monkeypatch.setattr(adding, "fill", lambda batch, reading: None)
    upload(sue, written(*LIST))
    batch = ImportBatch.objects.get()
    jobs.Job.objects.update(status="failed", crashes=3, lease_until=None, finished_at=at("2026-03-02 09:00"))
    told = page(sue, batch)
    assert "The reading stopped" in told
    assert "The file is being read" not in told
    assert press(sue, batch, "restart/").status_code == 303
    jobs.work_due(now=at("2026-03-02 09:01"))
    assert "5 + 1 + 2 + 1 = 9 rows read" in page(sue, batch)


def test_a_list_of_before_whose_reader_died_says_how_it_goes_on(sue, batch):
    jobs.Job.objects.all().delete()
    ImportBatch.objects.update(status="reading")
    told = page(sue, batch)
    assert "If no row is added, bring the same file in once more: it goes on where it stopped." in told


def test_the_page_of_the_lists_asks_as_often_for_one_list_as_for_many(sue, batch):
    with CaptureQueriesContext(connection) as one:
        sue.get(LISTS)
    for number in range(4):
        upload(sue, written(*LIST, row(f"Another Invented {number}")), name=f"list-{number}.csv")
    with CaptureQueriesContext(connection) as many:
        told = words(sue.get(LISTS))
    assert "list-3.csv The Wisconsin list 6 ready, 1 ready with a warning, 2 held, 1 refused: 10 rows read" in told
    assert len(many) == len(one)


def test_the_sum_of_a_list_is_true_after_a_decision(sue, batch):
    send(sue, f"{LISTS}{batch.pk}/rows/7/", choice="refuse", reason="Never filed")
    assert "list.csv The Wisconsin list 5 ready, 1 ready with a warning, 1 held, 2 refused: 9 rows read" in words(
        sue.get(LISTS)
    )


def test_what_can_be_imported_is_worked_out_once_for_a_page_and_never_to_say_how_far_it_is(sue, batch, monkeypatch):
    asked = []
    plan = steps.plan
    monkeypatch.setattr(steps, "plan", lambda batch: asked.append(batch.pk) or plan(batch))
    page(sue, batch)
    assert asked == [batch.pk]
    press(sue, batch, "start/")
    asked.clear()
    told = words(sue.get(f"{LISTS}{batch.pk}/", headers={"HX-Request": "true"}))
    assert "0 of 3 events." in told
    assert "rows read" in page(sue, batch)
    assert asked == []
