"""Imported rows as historic notices: the Wisconsin list whole, and what a blank cell must not do."""

import datetime as dt

import pytest

from closings.importing import batches
from closings.models import ClosingNotice, Revision
from tests.closings.importing.lists import REAL, row, written
from tests.factories import at, person
from wagecase.cases import jobs
from wagecase.cases.models import Case

pytestmark = pytest.mark.django_db(transaction=True)
WHEN = at("2026-03-02 09:00")


@pytest.fixture(autouse=True)
def _media(media):
    """Keep the files of the batches apart."""


def imported(*rows, data=b"", name="list.csv"):
    batch = batches.add_batch(data=data or written(*rows), name=name, actor=person("sue").actor, at=WHEN)
    batches.import_ready(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    batch.refresh_from_db()
    return batch


def test_a_row_is_a_historic_notice_with_its_cells():
    imported(row("Acme Invented, Inc.", "Grafton, Saukville", "204", county="Ozaukee", area="WOW"))
    notice = ClosingNotice.objects.get()
    assert (notice.case.state, notice.case.title) == ("historic", "Acme Invented, Inc.")
    assert (notice.employer_name, notice.event, notice.affected, notice.counted) == (
        "Acme Invented, Inc.",
        "closing",
        204,
        204,
    )
    assert (notice.received_on, notice.first_on, notice.last_on) == (
        dt.date(2020, 3, 2),
        dt.date(2020, 5, 1),
        dt.date(2020, 5, 1),
    )
    assert (notice.places, notice.counties) == ("Grafton, Saukville", "Ozaukee")
    assert notice.workforce_area == "Waukesha-Ozaukee-Washington"
    revision = Revision.objects.get()
    assert (revision.source, revision.source_line) == ("list.csv", 2)
    assert revision.source_text["Workforce Development Area"] == "WOW"


def test_what_a_revision_leaves_blank_stays_and_a_rescission_counts_zero():
    imported(
        row(),
        row("Acme Invented Widgets - Revision 1", "", "Unknown", "4/1/2020", "LS", "Unknown", "", "", ""),
        row("Acme Invented Widgets - Revision 2", "", "0", "4/9/2020", "RN", "", "", "", ""),
    )
    notice = ClosingNotice.objects.get()
    first, second, third = Revision.objects.order_by("number")
    assert (second.affected, second.first_on, second.codes) == (60, None, "LS")
    assert (third.kind, third.affected, notice.affected) == ("rescission", 0, 60)
    assert (notice.counted, notice.rescinded_on, notice.places) == (0, dt.date(2020, 4, 9), "Madison")
    assert first.source_text["Affected Workers"] == "60"


def test_a_day_that_is_no_day_is_kept_as_words():
    imported(row(layoff="Q2 2020"))
    notice = ClosingNotice.objects.get()
    assert (notice.first_on, notice.days_of_notice) == (None, None)
    assert notice.separations.get().words == "Q2 2020"


def test_a_later_revision_is_added_to_the_historic_notice():
    imported(row())
    imported(row(), row("Acme Invented Widgets - Revision 1", workers="50", kind="AW", received="4/1/2020"))
    notice = ClosingNotice.objects.get()
    assert (notice.affected, notice.revision, notice.case.state) == (50, 1, "historic")


def test_an_undone_import_lists_nothing():
    batch = imported(row())
    batches.undo_import(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    notice = ClosingNotice.objects.get()
    assert (notice.case.state, notice.listed_on, notice.removed_reason) == (
        "removed",
        None,
        "Import of list.csv undone",
    )


def test_the_head_of_the_wisconsin_list_becomes_its_events():
    """Its first 200 rows; the whole list gives 550 notices of 650 rows in the same way."""
    lines = (REAL / "wi-dwd-list-2016-2022.csv").read_bytes().splitlines(keepends=True)
    batch = imported(data=b"".join(lines[:201]), name="wi.csv")
    assert batch.figures["read"] == 200
    assert (batch.figures["chains"], batch.figures["held"]) == (155, 6)
    assert Case.objects.count() == 151
    assert batch.rows.exclude(failure="").count() == 0
