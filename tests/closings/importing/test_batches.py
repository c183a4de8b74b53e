"""A file is kept once, imported event by event, worked off row by row, and undone as a whole (issue 5, point 10)."""

import datetime as dt

import pytest

from closings.importing import adding, batches, steps
from closings.importing.models import ImportBatch, ImportRow
from closings.importing.reading import UnreadableFile
from closings.importing.sorting import counts
from tests.closings.importing.lists import row, written
from tests.factories import at, person
from wagecase.audit.models import Event
from wagecase.cases import jobs
from wagecase.cases.models import Case, Job
from wagecase.errors import NotPermitted, TransitionNotAllowed

pytestmark = pytest.mark.django_db(transaction=True)
WHEN = at("2026-03-02 09:00")
LIST = (
    row(),
    row("Acme Invented Widgets - Revision 1", workers="50", kind="AW", received="4/1/2020"),
    row("Next Invented"),
    row("Next Invented - Revision 1", workers="20", kind="AW", received="4/1/2020"),
    row("Next Invented - Revision 2", workers="10", kind="AW", received="4/2/2020", layoff="11/03"),
    row("Next Invented - Revision 3", workers="5", kind="AW", received="4/3/2020"),
    row("Held Invented", layoff="11/03"),
    row("TOTALS:", workers="145"),
    row(),
)


def actor():
    return person("sue").actor


def added(*rows, name="list.csv"):
    return batches.add_batch(data=written(*(rows or LIST)), name=name, actor=actor(), at=WHEN)


def imported(batch):
    batches.import_ready(batch=batch, actor=actor(), at=WHEN)
    jobs.work_due(now=WHEN)
    batch.refresh_from_db()
    return batch


def undone(batch):
    batches.undo_import(batch=batch, actor=actor(), at=WHEN)
    jobs.work_due(now=WHEN)
    batch.refresh_from_db()
    return batch


def numbered(batch, number):
    return batch.rows.get(number=number)


def test_a_file_is_sorted_and_kept_and_nothing_is_imported(shelf):
    batch = added()
    assert [counts(batch)[pile] for pile in counts(batch)] == [5, 1, 2, 1]
    assert (batch.status, batch.layout, batch.name) == ("sorted", "wisconsin-list", "list.csv")
    assert shelf.stored == {}
    assert numbered(batch, 5).cells[5] == "11/03"
    assert numbered(batch, 5).problems[0]["wrong"] == "A day without a year."


def test_the_same_file_again_is_the_same_batch(shelf):
    assert added().pk == added(name="again.csv").pk
    assert ImportBatch.objects.count() == 1


def test_a_file_that_is_no_list_leaves_nothing_behind(shelf):
    with pytest.raises(UnreadableFile):
        batches.add_batch(data=b"PK\x03\x04", name="book.xlsx", actor=actor(), at=WHEN)
    assert not ImportBatch.objects.exists()


def test_only_a_coordinator_or_a_supervisor_works_on_imports(shelf):
    with pytest.raises(NotPermitted, match="Only a closings coordinator"):
        batches.add_batch(data=written(*LIST), name="x", actor=person("ina").actor, at=WHEN)


def test_ready_events_are_stored_up_to_their_first_held_row_and_copies_go_with_their_row(shelf):
    batch = imported(added())
    assert shelf.names() == [[1, 2], [3, 4]]
    assert batch.status == "imported"
    assert steps.waiting(batch, steps.plan(batch)) == 1  # revision 3 of Next Invented, behind the held revision 2
    found = {r.number: r.status for r in batch.rows.all()}
    assert found == {1: "imported", 2: "imported", 3: "imported", 4: "imported", 5: "waiting", 6: "waiting", 7: "waiting",
                     8: "waiting", 9: "imported"}  # fmt: skip
    assert numbered(batch, 9).case_id == numbered(batch, 1).case_id
    assert [r.number for r in batch.rows.filter(made_case=True)] == [1, 3]


def test_the_notices_get_each_cell_exactly_as_the_file_has_it(shelf):
    imported(added(row("Petco -\u00a0Invented", workers="1,303")))
    ((entry,),) = shelf.stored.values()
    assert entry.cells["Company"] == "Petco -\u00a0Invented"
    assert entry.cells["Affected Workers"] == "1,303"
    assert (entry.row.affected.value, entry.source) == (1303, "list.csv")


def test_importing_again_changes_nothing(shelf):
    batch = imported(added())
    with pytest.raises(TransitionNotAllowed, match="No row is ready"):
        batches.import_ready(batch=batch, actor=actor(), at=WHEN)
    assert shelf.names() == [[1, 2], [3, 4]]


def test_a_later_download_of_the_same_list_adds_only_what_is_new(shelf):
    imported(added(*LIST[:2]))
    later = added(
        row("Brand New"),
        *LIST[:2],
        row("Acme Invented Widgets - Revision 2", workers="40", kind="AW", received="5/1/2020"),
    )
    assert [r.status for r in later.rows.all()] == ["waiting", "known", "known", "waiting"]
    imported(later)
    assert shelf.names() == [[1], [1, 2, 4]]
    assert Case.objects.count() == 2


def test_a_correction_stands_beside_the_cell_and_lets_the_rest_of_the_event_follow(shelf):
    batch = imported(added())
    batches.correct_cell(row=numbered(batch, 5), index=5, text="11/3/2020", actor=actor(), at=WHEN)
    corrected = numbered(batch, 5)
    assert (corrected.cells[5], corrected.corrections, corrected.pile) == ("11/03", {"5": "11/3/2020"}, 0)
    assert corrected.decided_by is None
    imported(batch)
    assert shelf.names() == [[1, 2], [3, 4, 5, 6]]
    assert shelf.stored[numbered(batch, 3).case_id][2].row.layoff.first == dt.date(2020, 11, 3)
    assert shelf.stored[numbered(batch, 3).case_id][2].cells["Layoff Begin Date"] == "11/03"


def test_a_correction_is_taken_back_by_the_text_of_the_file(shelf):
    batch = added()
    for text in ("11/3/2020", "11/03"):
        batches.correct_cell(row=numbered(batch, 5), index=5, text=text, actor=actor(), at=WHEN)
    assert (numbered(batch, 5).corrections, numbered(batch, 5).pile_label) == ({}, "Held")


def test_a_held_row_is_accepted_as_it_stands_or_refused_with_a_reason_and_taken_back(shelf):
    batch = added()
    batches.accept_row(row=numbered(batch, 7), joins=None, actor=actor(), at=WHEN)
    accepted = numbered(batch, 7)
    assert (accepted.pile_label, accepted.accepted, accepted.decided_by) == (
        "Ready with a warning",
        True,
        person("sue"),
    )
    batches.refuse_row(row=accepted, reason="Never filed", actor=actor(), at=WHEN)
    assert numbered(batch, 7).pile_label == "Refused"
    with pytest.raises(ValueError, match="Say why"):
        batches.refuse_row(row=accepted, reason=" ", actor=actor(), at=WHEN)
    batches.reopen_row(row=accepted, actor=actor(), at=WHEN)
    assert (numbered(batch, 7).pile_label, numbered(batch, 7).accepted) == ("Held", None)
    assert sorted(Event.objects.filter(verb__contains="import_row").values_list("verb", flat=True)) == [
        "closings.accept_import_row", "closings.refuse_import_row", "closings.reopen_import_row",
    ]  # fmt: skip


def test_an_unlabeled_repeat_becomes_a_revision_when_a_person_says_so(shelf):
    batch = added(
        row("Calibre, Inc.", workers="204", received="10/28/2020", layoff="12/31/2020"),
        row("Calibre, Inc.", workers="204", received="6/1/2021", layoff="12/31/2020"),
    )
    assert numbered(batch, 2).pile_label == "Held"
    batches.accept_row(row=numbered(batch, 2), joins=1, actor=actor(), at=WHEN)
    imported(batch)
    assert shelf.names() == [[1, 2]]


def test_a_row_cannot_join_itself_or_a_row_that_is_not_there(shelf):
    batch = added()
    for target in (7, 99):
        with pytest.raises(ValueError, match=f"no other event with a row {target}"):
            batches.accept_row(row=numbered(batch, 7), joins=target, actor=actor(), at=WHEN)


def test_a_row_without_a_day_of_receipt_cannot_be_accepted(shelf):
    batch = added(row(received="Unknown"))
    with pytest.raises(TransitionNotAllowed, match="Correct the cell first"):
        batches.accept_row(row=numbered(batch, 1), joins=None, actor=actor(), at=WHEN)
    assert numbered(batch, 1).accepted is None


def test_an_imported_row_is_not_decided_any_more(shelf):
    batch = imported(added())
    with pytest.raises(TransitionNotAllowed, match="change its notice instead"):
        batches.refuse_row(row=numbered(batch, 1), reason="no", actor=actor(), at=WHEN)


def test_an_event_that_cannot_be_stored_is_named_and_the_others_go_on(shelf):
    def refuse(rows):
        if rows[0].row.employer == "Acme Invented Widgets":
            raise ValueError("the shelf is full")

    shelf.hook = refuse
    batch = imported(added())
    assert shelf.names() == [[3, 4]]
    assert numbered(batch, 1).failure == "the shelf is full"
    shelf.hook = lambda rows: None
    imported(batch)
    assert shelf.names() == [[1, 2], [3, 4]]
    assert numbered(batch, 1).failure == ""


def test_a_killed_worker_leaves_whole_events_and_the_next_one_goes_on(shelf):
    def kill(rows):
        if rows[0].row.employer == "Next Invented":
            raise SystemExit

    shelf.hook = kill
    batch = added()
    job = batches.import_ready(batch=batch, actor=actor(), at=WHEN)
    with pytest.raises(SystemExit):
        jobs.work_due(now=WHEN)
    assert [(r.number, r.status) for r in batch.rows.filter(status="imported")] == [(1, "imported"), (2, "imported")]
    shelf.hook = lambda rows: None
    jobs.work_due(now=WHEN + dt.timedelta(hours=1))
    job.refresh_from_db()
    assert (job.status, job.done, job.total) == ("done", 3, 3)
    assert shelf.names() == [[1, 2], [3, 4]]


def test_a_batch_is_undone_as_a_whole_and_its_file_may_come_again(shelf):
    batch = undone(imported(added()))
    assert batch.status == "undone"
    assert set(batch.rows.filter(case__isnull=False).values_list("status", flat=True)) == {"undone"}
    assert shelf.removed == ["Import of list.csv undone"] * 2
    assert shelf.names() == []
    assert added().pk != batch.pk


def test_a_notice_that_was_worked_on_since_is_not_undone(shelf):
    batch = imported(added())
    worked_on = numbered(batch, 1).case
    Case.objects.filter(pk=worked_on.pk).update(version=worked_on.version + 1)
    undone(batch)
    assert batch.status == "imported"
    assert numbered(batch, 1).failure == f"{worked_on.number} was worked on since it was imported."
    assert [r.status for r in batch.rows.filter(number__in=(1, 2, 3, 4))] == [
        "imported",
        "imported",
        "undone",
        "undone",
    ]


def test_an_event_of_another_list_is_a_question(shelf):
    imported(added(row("Stresau Invented, Inc", "Spooner", "70", "1/13/2021", "CL", "02/24/2021")))
    heads = (
        "dedupe_key",
        "employer_name",
        "location",
        "notice_date",
        "effective_date",
        "employees_affected",
        "layoff_type",
    )
    data = written(("k1", "Stresau Invented", "Spooner", "2021-01-13", "2021-02-24", "70", "closure"), heads=heads)
    batch = batches.add_batch(data=data, name="register.csv", actor=actor(), at=WHEN)
    (problem,) = numbered(batch, 1).problems
    assert problem["wrong"] == (
        "The same employer, place and day of receipt as BC-2020-000001, from the Wisconsin list. Same event?"
    )
    assert numbered(batch, 1).pile_label == "Held"
    batches.accept_row(row=numbered(batch, 1), joins=None, actor=actor(), at=WHEN)
    assert numbered(batch, 1).pile_label == "Ready with a warning"


def test_a_character_that_no_column_holds_is_kept_as_its_sign(shelf):
    batch = added(row("Acme\x00Invented"))
    assert numbered(batch, 1).cells[0] == "Acme\u2400Invented"
    assert numbered(batch, 1).pile_label == "Refused"


def test_nothing_starts_twice_at_once(shelf):
    batch = added()
    batches.import_ready(batch=batch, actor=actor(), at=WHEN)
    with pytest.raises(TransitionNotAllowed, match="The batch is not free: being imported"):
        batches.import_ready(batch=batch, actor=actor(), at=WHEN)
    with pytest.raises(TransitionNotAllowed, match="not free"):
        batches.refuse_row(row=numbered(batch, 7), reason="x", actor=actor(), at=WHEN)


def test_a_batch_that_imported_nothing_cannot_be_undone(shelf):
    with pytest.raises(TransitionNotAllowed, match="has imported nothing"):
        batches.undo_import(batch=added(), actor=actor(), at=WHEN)


def test_every_row_is_unique_and_counted_once(shelf):
    batch = imported(added())
    assert ImportRow.objects.filter(batch=batch).count() == len(LIST)
    assert sum(counts(batch).values()) == len(LIST)


LATER = WHEN + dt.timedelta(minutes=6)  # the lease of a process that died is over


def killed(monkeypatch, *, after):
    """Let the process that writes the rows of `LIST` die after so many parts of two rows each."""
    monkeypatch.setattr(adding, "AT_ONCE", 2)
    write, parts = adding.Part.write, []

    def dying(part):
        if len(parts) == after:
            raise KeyboardInterrupt
        parts.append(part)
        write(part)

    with monkeypatch.context() as patch:
        patch.setattr(adding.Part, "write", dying)
        with pytest.raises(KeyboardInterrupt):
            added()
    return ImportBatch.objects.get()


@pytest.mark.parametrize("after", [0, 1, 4])
def test_a_worker_reads_on_what_a_process_that_was_killed_left(shelf, monkeypatch, after):
    batch = killed(monkeypatch, after=after)
    assert (batch.status, batch.rows.count()) == ("reading", 2 * after)
    assert jobs.work_due(now=WHEN + dt.timedelta(seconds=89)) == 0  # the process may be alive
    assert batch.rows.count() == 2 * after
    assert jobs.work_due(now=LATER) == 5 - after
    batch.refresh_from_db()
    assert batch.status == "sorted"
    assert list(batch.rows.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert [counts(batch)[pile] for pile in counts(batch)] == [5, 1, 2, 1]
    imported(batch)
    assert shelf.names() == [[1, 2], [3, 4]]


def test_the_same_file_reads_on_too_and_the_worker_then_finds_nothing_to_do(shelf, monkeypatch):
    batch = killed(monkeypatch, after=1)
    assert added().pk == batch.pk
    assert Job.objects.get().status == "done"
    assert jobs.work_due(now=LATER) == 0
    assert batch.rows.count() == 9


def test_a_list_that_was_read_leaves_no_work_behind(shelf):
    added()
    job = Job.objects.get()
    assert (job.kind, job.status, job.done, job.total) == ("closings.read_list", "done", 1, 1)


def test_a_part_that_cannot_be_written_stops_the_reading_and_is_never_left_out(shelf, monkeypatch):
    batch = killed(monkeypatch, after=1)
    write = adding.Part.write
    with monkeypatch.context() as patch:
        patch.setattr(adding.Part, "write", lambda part: (_ for _ in ()).throw(ValueError("no")))
        jobs.work_due(now=LATER)
    batch.refresh_from_db()
    assert batch.status == "reading"
    job = Job.objects.get()
    assert job.status == "failed"
    assert job.errors[-1]["error"] == "ValueError: rows 3 to 4 could not be written: no"
    batches.restart(batch=batch, actor=actor(), at=LATER)
    jobs.work_due(now=LATER)
    batch.refresh_from_db()
    assert (batch.status, batch.rows.count(), adding.Part.write) == ("sorted", 9, write)
