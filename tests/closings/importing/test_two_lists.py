"""Two files of one list share rows: whichever is undone, imported or decided first, no row is lost and none comes twice."""

import pytest
from django.db import IntegrityError, OperationalError

from closings.importing import batches, steps
from closings.importing.models import ImportBatch, ImportRow
from tests.closings.importing.lists import row
from tests.closings.importing.test_batches import LIST, WHEN, actor, added, imported, numbered, undone
from wagecase.cases import jobs
from wagecase.cases.models import Case
from wagecase.errors import StaleVersion, TransitionNotAllowed

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = LIST[:2]
LATER = (*FIRST, row("Acme Invented Widgets - Revision 2", workers="40", kind="AW", received="5/1/2020"))


def statuses(batch):
    return [one.status for one in batch.rows.all()]


def test_a_corrected_list_that_was_uploaded_before_the_faulty_one_is_undone_can_be_imported_whole(shelf):
    faulty = imported(added(*FIRST))
    corrected = added(*FIRST, row("Brand New"))
    assert statuses(corrected) == ["known", "known", "waiting"]
    undone(faulty)
    assert statuses(corrected) == ["waiting", "waiting", "waiting"]
    imported(corrected)
    assert shelf.names() == [[1, 2], [3]]


def test_the_same_bytes_again_free_rows_whose_notice_is_gone(shelf):
    faulty = imported(added(*FIRST))
    corrected = added(*FIRST, row("Brand New"))
    undone(faulty)
    ImportRow.objects.filter(batch=corrected, number=1).update(status="known", case=numbered(faulty, 1).case)
    assert added(*FIRST, row("Brand New")).pk == corrected.pk
    assert statuses(corrected) == ["waiting", "waiting", "waiting"]


def test_rows_of_an_undone_list_are_not_freed_but_undone(shelf):
    faulty = imported(added(*FIRST))
    other = undone(imported(added(*FIRST, row("Brand New"))))
    assert (other.status, statuses(other)) == ("undone", ["known", "known", "undone"])
    undone(faulty)
    assert statuses(other) == ["undone"] * 3


def test_a_later_import_is_undone_first_and_the_earlier_stands_as_before(shelf):
    first, later = imported(added(*FIRST)), imported(added(*LATER))
    assert shelf.names() == [[1, 2, 3]]
    undone(later)
    assert (later.status, statuses(later)) == ("undone", ["known", "known", "undone"])
    assert shelf.names() == [[1, 2]]
    undone(first)
    assert (first.status, shelf.names()) == ("undone", [])


def test_the_earlier_import_is_undone_first_and_the_rows_of_the_later_wait_again(shelf):
    first, later = imported(added(*FIRST)), imported(added(*LATER))
    undone(first)
    assert (first.status, shelf.names()) == ("undone", [])
    assert statuses(later) == ["waiting"] * 3
    assert not later.rows.filter(made_case=True).exists()
    imported(later)
    assert shelf.names() == [[1, 2, 3]]
    undone(later)
    assert (later.status, shelf.names()) == ("undone", [])


def test_an_import_below_another_one_names_the_one_to_undo_first(shelf):
    imported(added(*FIRST))
    middle = imported(added(*LATER, name="middle.csv"))
    last = (*LATER, row("Acme Invented Widgets - Revision 3", workers="30", kind="AW", received="6/1/2020"))
    top = imported(added(*last, name="top.csv"))
    undone(middle)
    number = numbered(middle, 3).case.number
    assert numbered(middle, 3).failure == f"top.csv added to {number} after this list. Undo that import first."
    undone(top)
    undone(middle)
    assert shelf.names() == [[1, 2]]


def test_a_notice_that_a_person_took_off_does_not_keep_an_import_from_being_undone(shelf):
    batch = imported(added(*FIRST))
    Case.objects.update(state="removed", version=9)
    assert undone(batch).status == "undone"
    assert shelf.removed == []


def test_two_lists_with_a_common_row_brought_in_at_once_store_it_once(shelf):
    one, other = added(*FIRST), added(row("Brand New"), *FIRST, name="other.csv")
    imported(one)
    imported(other)
    assert statuses(other) == ["imported", "known", "known"]
    assert other.rows.exclude(failure="").count() == 0
    assert Case.objects.count() == 2


def test_a_row_that_another_list_stores_while_the_work_runs_is_known_and_no_failure(shelf):
    one, other = added(*FIRST), added(*FIRST, row("Brand New"), name="other.csv")
    batches.import_ready(batch=other, actor=actor(), at=WHEN)
    job = batches.import_ready(batch=one, actor=actor(), at=WHEN)
    jobs.work_due(now=WHEN, only=job.pk)
    jobs.work_due(now=WHEN)
    assert statuses(other) == ["known", "known", "imported"]
    assert shelf.names() == [[1, 2], [3]]


def test_what_two_workers_store_at_one_moment_is_tried_again_and_never_told_in_words_of_a_database(shelf):
    tries = []

    def twice(rows):
        tries.append(rows)
        raise IntegrityError("UNIQUE constraint failed: index 'a_row_is_imported_once'")

    shelf.hook = twice
    batch = imported(added(*FIRST))
    assert len(tries) == 3
    assert numbered(batch, 1).failure == "Other work stored the same at the same moment. Start the work again."


def test_a_locked_database_is_no_failure_of_a_row(shelf):
    tries = []

    def locked(rows):
        tries.append(rows)
        if len(tries) < 3:
            raise OperationalError("database is locked")

    shelf.hook = locked
    batch = imported(added(*FIRST))
    assert (shelf.names(), len(tries)) == ([[1, 2]], 3)
    assert batch.rows.exclude(failure="").count() == 0


def test_a_second_decision_while_the_list_is_sorted_is_not_lost(shelf, monkeypatch):
    from closings.importing import deciding

    batch, real, sorted_so_far = added(), deciding.sorted_anew, []

    def overtaken(batch, **how):
        found = real(batch, **how)
        sorted_so_far.append(found)
        if len(sorted_so_far) == 1:
            batches.refuse_row(row=numbered(batch, 5), reason="Never filed", actor=actor(), at=WHEN)
        return found

    monkeypatch.setattr(deciding, "sorted_anew", overtaken)
    batches.accept_row(row=numbered(batch, 7), joins=None, actor=actor(), at=WHEN)
    batch.refresh_from_db()
    assert (numbered(batch, 5).accepted, numbered(batch, 7).accepted) == (False, True)
    assert (batch.decisions, len(sorted_so_far), batch.figures["held"]) == (2, 3, 0)


def test_two_people_do_not_decide_one_row_over_each_others_heads(shelf):
    from closings.importing.deciding import mark

    batch = added()
    seen = mark(numbered(batch, 7))
    batches.refuse_row(row=numbered(batch, 7), reason="Never filed", actor=actor(), at=WHEN, seen=seen)
    with pytest.raises(StaleVersion, match="Somebody decided on this row"):
        batches.accept_row(row=numbered(batch, 7), joins=None, actor=actor(), at=WHEN, seen=seen)
    assert numbered(batch, 7).accepted is False


def test_no_list_is_sorted_inside_a_transaction(shelf, monkeypatch):
    from django.db import connection

    from closings.importing import adding, sorting

    held = []

    def watched(real):
        def wrapped(*args, **kwargs):
            held.append(connection.in_atomic_block)
            return real(*args, **kwargs)

        return wrapped

    monkeypatch.setattr(adding, "sort_sheet", watched(adding.sort_sheet))
    monkeypatch.setattr(sorting, "sort_sheet", watched(sorting.sort_sheet))
    batch = added()
    batches.accept_row(row=numbered(batch, 7), joins=None, actor=actor(), at=WHEN)
    batches.correct_cell(row=numbered(batch, 5), index=5, text="11/3/2020", actor=actor(), at=WHEN)
    assert held == [False, False, False]


def test_a_file_whose_reader_was_killed_is_read_to_its_end_when_it_comes_again(shelf, monkeypatch):
    from closings.importing import adding

    monkeypatch.setattr(adding, "AT_ONCE", 4)
    real, steps_done = ImportRow.objects.bulk_create, []

    def killed(rows, **how):
        steps_done.append(len(rows))
        if len(steps_done) == 2:
            raise SystemExit
        return real(rows, **how)

    monkeypatch.setattr(type(ImportRow.objects), "bulk_create", lambda self, rows, **how: killed(rows, **how))
    with pytest.raises(SystemExit):
        added()
    batch = ImportBatch.objects.get()
    assert (batch.status, batch.rows.count()) == ("reading", 4)
    with pytest.raises(TransitionNotAllowed, match="not free: being read"):
        batches.import_ready(batch=batch, actor=actor(), at=WHEN)
    assert added().pk == batch.pk
    batch.refresh_from_db()
    assert (batch.status, batch.rows.count()) == ("sorted", len(LIST))
    assert len(steps.plan(batch)) == 3
