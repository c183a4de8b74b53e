"""A list in a workbook is read like the same list as CSV, and kept as the workbook that it was."""

import csv
import datetime as dt
import io

import pytest

from closings.importing import batches
from closings.importing.opening import as_text
from closings.importing.piles import sort_list
from closings.importing.reading import UnreadableFile
from closings.importing.report import figures
from tests.closings.importing.lists import row, written
from tests.factories import at, person
from tests.web.workbook_files import workbook
from wagecase.documents import store

LIST = (
    row(),
    row("Acme Invented Widgets - Revision 1", workers="50", kind="AW", received="4/1/2020"),
    row("Held Invented", layoff="11/03"),
)


def cells():
    return list(csv.reader(io.StringIO(written(*LIST).decode())))


def test_a_workbook_gives_the_figures_of_the_same_list_as_csv():
    assert figures(sort_list(as_text(workbook(cells()), "list.xlsx"))) == figures(sort_list(written(*LIST)))


def test_real_dates_and_numbers_of_a_workbook_are_read_as_the_texts_of_a_list():
    rows = cells()
    for line in rows[1:3]:
        for place, text in enumerate(line):
            if text.count("/") == 2:
                month, day, year = map(int, text.split("/"))
                line[place] = dt.date(year, month, day)
            elif text.isdigit():
                line[place] = int(text)
    assert figures(sort_list(as_text(workbook(rows), "list.xlsx"))) == figures(sort_list(written(*LIST)))


def test_separated_text_is_handed_on_as_it_is_and_a_damaged_workbook_is_refused():
    assert as_text(b"a,b", "list.csv") == b"a,b"
    with pytest.raises(UnreadableFile, match="The workbook is damaged"):
        as_text(b"PK\x03\x04", "list.xlsx")


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
