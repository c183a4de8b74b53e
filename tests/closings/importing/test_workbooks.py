"""A list in a workbook is read like the same list as CSV, and kept as the workbook that it was."""

import csv
import datetime as dt
import io

import openpyxl
import pytest
from django.conf import settings

from closings.importing import batches
from closings.importing.forms import AddListForm
from closings.importing.opening import open_list
from closings.importing.piles import sort_list, sort_sheet
from closings.importing.reading import LARGEST_FILE, UnreadableFile
from closings.importing.report import figures
from closings.importing.rows import fingerprint
from tests.closings.importing.lists import HEADS, row, written
from tests.factories import at, person
from tests.web.workbook_files import packed, workbook
from wagecase.cases import jobs
from wagecase.documents import store
from wagecase.web import rows_of_files

LIST = (
    row(),
    row("Acme Invented Widgets - Revision 1", workers="50", kind="AW", received="4/1/2020"),
    row("Held Invented", layoff="11/03"),
)


def cells():
    return list(csv.reader(io.StringIO(written(*LIST).decode())))


def test_a_workbook_gives_the_figures_of_the_same_list_as_csv():
    assert figures(sort_sheet(open_list(workbook(cells()), "list.xlsx"))) == figures(sort_list(written(*LIST)))


def test_real_dates_and_numbers_of_a_workbook_are_read_as_the_texts_of_a_list():
    rows = cells()
    for line in rows[1:3]:
        for place, text in enumerate(line):
            if text.count("/") == 2:
                month, day, year = map(int, text.split("/"))
                line[place] = dt.date(year, month, day)
            elif text.isdigit():
                line[place] = int(text)
    assert figures(sort_sheet(open_list(workbook(rows), "list.xlsx"))) == figures(sort_list(written(*LIST)))


def test_a_damaged_workbook_is_refused():
    with pytest.raises(UnreadableFile, match="The workbook is damaged"):
        open_list(b"PK\x03\x04", "list.xlsx")


def test_a_blank_cell_at_the_end_of_a_row_is_blank_and_no_line_that_ends_early():
    found = sort_sheet(open_list(workbook([HEADS, row(area="")]), "list.xlsx"))
    assert found.rows[0].problems == ()
    assert found.rows[0].pile.key == "ready"


SHEET = (
    "PK",
    "FK",
    "PDF",
    "Company",
    "City",
    "AffectedWorkers",
    "NoticeRcvd",
    "NoticeType",
    "LayoffBeginDate",
    "HasUpdates",
)
ORIGINALS = (
    SHEET,
    ("101", "", "", "Acme Invented", "Madison", 60, 20260302, "CL", "5/1/2026", "Y"),
    ("102", "", "", "Stresau Invented", "Spooner", 70, 20260303, "CL", "5/2/2026", "Y"),
)
UPDATES = (
    ("FK", "PK", "Company", "City", "AffectedWorkers", "NoticeRcvd", "NoticeType", "LayoffBeginDate", "Entered by"),
    ("102", "201", "Stresau Invented", "Spooner", 0, 20260315, "RN", "", "a clerk"),
    ("101", "202", "Acme Invented", "Madison", 40, 20260401, "AW", "5/1/2026", "a clerk"),
)


def book(*sheets, hidden=()):
    """Return a workbook of (title, rows)."""
    made = openpyxl.Workbook()
    made.remove(made.active)
    for title, rows in sheets:
        sheet = made.create_sheet(title)
        for one in rows:
            sheet.append(list(one))
        sheet.sheet_state = "hidden" if title in hidden else "visible"
    return packed(made)


def test_the_updates_in_a_sheet_of_their_own_belong_to_the_originals_of_the_first_sheet():
    """The department's sheet since 2020; who reads its first tab alone does not see that Stresau was rescinded."""
    found = sort_sheet(open_list(book(("Originals", ORIGINALS), ("Updates", UPDATES)), "list.xlsx"))
    assert found.sheet.columns.layout == "wisconsin-sheet"
    assert [[r.line.number for r in chain.rows] for chain in found.chains] == [[1, 4], [2, 3]]
    assert figures(found)["read"] == 4
    assert figures(found)["workers_last_revision"] == 40
    assert [r.pile.key for r in found.rows] == ["ready", "ready", "ready", "ready"]
    assert found.sheet.heads == (*SHEET, "Entered by")
    assert found.rows[2].row.cells()["Entered by"] == "a clerk"
    assert found.sheet.notes[:2] == (
        "Rows 1 to 2 are of the sheet “Originals”.",
        "Rows 3 to 4 are of the sheet “Updates”.",
    )


def test_the_rows_of_the_first_sheet_are_the_same_rows_whether_updates_stand_beside_it_or_not():
    alone = open_list(book(("Originals", ORIGINALS)), "list.xlsx")
    both = open_list(book(("Originals", ORIGINALS), ("Updates", UPDATES)), "list.xlsx")
    assert [fingerprint(line) for line in alone.lines] == [fingerprint(line) for line in both.lines[:2]]
    assert alone.notes == ("Kept as read, and not taken over into notices: 'PDF', 'HasUpdates'.",)


def test_what_of_a_workbook_is_not_read_is_said():
    sheet = open_list(
        book(
            ("Read me", [("These are the notices of 2026.",)]),
            ("Hidden one", ORIGINALS),
            ("2026", [HEADS, row()]),
            ("2025", [HEADS, row("Other Invented", received="3/2/2019", layoff="5/1/2019")]),
            ("Indiana", [("Company", "City", "Affected Workers", "Notice Date", "LO/CL Date"), ("A", "B", 5, "1/2/2020", "3/4/2020")]),
            ("Nothing", []),
            hidden=("Hidden one",),
        ),
        "list.xlsx",
    )  # fmt: skip
    assert [line.cells[0] for line in sheet.lines] == ["Acme Invented Widgets", "Other Invented"]
    assert sheet.notes == (
        "Row 1 is of the sheet “2026”.",
        "Row 2 is of the sheet “2025”.",
        "The sheet “Read me” was not read: none of its first 6 lines names the columns of a list.",
        "The sheet “Indiana” was not read: its columns are those of the Indiana list. Save it as a file of its own and "
        "bring that in.",
        "The hidden sheet “Hidden one” was not read.",
    )


def test_a_workbook_without_a_list_is_refused_with_what_a_list_needs():
    with pytest.raises(UnreadableFile, match="No line of the first 6 names the columns of a list"):
        open_list(book(("One", [("a", "b")]), ("Two", [("c", "d")])), "list.xlsx")


def test_a_formula_without_a_result_is_told():
    """openpyxl writes formulas without working them out, as many programs do."""
    sheet = open_list(workbook([HEADS, row(workers="=30+30"), row("Other Invented")]), "list.xlsx")
    assert sheet.lines[0].cells[2] == ""
    assert sheet.notes == (
        "1 formula has no result in the sheet “Workers” and was read as blank. Open the file in your spreadsheet "
        "program, save it and bring it in again.",
    )


@pytest.mark.django_db(transaction=True)
def test_a_workbook_that_is_brought_in_is_one_batch_and_kept_as_it_came(shelf):
    data = workbook(cells())
    found = [
        batches.add_batch(data=data, name="list.xlsx", actor=person("sue").actor, at=at("2026-03-02 09:00"))
        for _twice in range(2)
    ]
    assert found[0].pk == found[1].pk
    assert found[0].rows.count() == 3
    assert store.read(found[0].storage_key) == data


@pytest.mark.django_db(transaction=True)
def test_the_updates_of_a_second_sheet_are_imported_with_their_notices_and_the_page_says_what_was_not_read(shelf):
    data = book(("Originals", ORIGINALS), ("Updates", UPDATES), ("Read me", [("x",)]))
    batch = batches.add_batch(data=data, name="list.xlsx", actor=person("sue").actor, at=at("2026-03-02 09:00"))
    assert "The sheet “Read me” was not read: none of its first 6 lines names the columns of a list." in batch.notes
    batches.import_ready(batch=batch, actor=person("sue").actor, at=at("2026-03-02 09:00"))
    jobs.work_due(now=at("2026-03-02 09:00"))
    assert shelf.names() == [[1, 4], [2, 3]]


def test_the_reader_takes_as_much_as_the_page_lets_in_and_says():
    assert LARGEST_FILE == settings.UPLOAD_MAX_BYTES == 10 * 1024 * 1024
    assert rows_of_files.LARGEST_FILE == 5 * 1024 * 1024
    said = "A CSV file up to 10 MB, or an Excel workbook (.xlsx) up to 5 MB and 10,000 rows."
    assert AddListForm().fields["file"].help_text.startswith(said)
