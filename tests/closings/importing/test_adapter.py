"""Imported rows as historic notices: the Wisconsin list whole, and what a blank cell must not do."""

import datetime as dt

import pytest
from django.test import Client

from closings.imported import restore_imported
from closings.importing import batches
from closings.models import ClosingNotice, Revision
from tests.closings.importing.lists import REAL, row, written
from tests.complaints.staff_pages import words
from tests.factories import at, person
from wagecase.cases import jobs
from wagecase.cases.models import Case
from wagecase.errors import TransitionNotAllowed

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
    assert (second.affected, second.first_on, second.codes, second.changes) == (60, dt.date(2020, 5, 1), "LS", [])
    assert (third.kind, third.affected, notice.affected) == ("rescission", 0, 60)
    assert (notice.counted, notice.rescinded_on, notice.places) == (0, dt.date(2020, 4, 9), "Madison")
    assert (notice.first_on, notice.counties) == (dt.date(2020, 5, 1), "Dane")
    assert first.source_text["Affected Workers"] == "60"


@pytest.mark.parametrize("said", ["N/A", "TBD", "Unknown", "", "Not specified"])
def test_an_accepted_revision_of_unknown_content_changes_nothing_that_is_known(said):
    """Regal Beloit of Indiana (requirement 4): the row names its employer and the day, and everything else is N/A."""
    batch = batches.add_batch(
        data=written(
            row("Regal Invented America, Inc.", "Valparaiso", "100", "9/1/2021", "CL", "11/1/2021"),
            row("Regal Invented America, Inc.-Revised (9/13/21)", *[said] * 8),
        ),
        name="indiana.csv", actor=person("sue").actor, at=WHEN,
    )  # fmt: skip
    held = batch.rows.get(number=2)
    assert [one["code"] for one in held.problems] == ["says-nothing"]
    batches.accept_row(row=held, joins=1, actor=person("sue").actor, at=WHEN)
    batches.import_ready(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    notice = ClosingNotice.objects.get()
    assert (notice.revision, notice.changed_on, notice.affected) == (1, dt.date(2021, 9, 13), 100)
    assert (notice.first_on, notice.event) == (dt.date(2021, 11, 1), "closing")
    assert (notice.places, notice.counties) == ("Valparaiso", "Dane")
    assert (notice.industry, notice.workforce_area) == ("Widgets", "South Central")
    assert notice.revisions.get(number=1).changes == []


def test_a_revision_of_unknown_content_without_a_day_needs_one_before_it_is_accepted():
    """90 rows of the Indiana list bear no day in their label either."""
    batch = batches.add_batch(
        data=written(row("Regal Invented"), row("Regal Invented-Revised", *["N/A"] * 8)),
        name="indiana.csv", actor=person("sue").actor, at=WHEN,
    )  # fmt: skip
    held = batch.rows.get(number=2)
    assert [one["code"] for one in held.problems] == ["says-nothing", "received-not-stated"]
    with pytest.raises(TransitionNotAllowed, match="Correct the cell first"):
        batches.accept_row(row=held, joins=1, actor=person("sue").actor, at=WHEN)


@pytest.mark.parametrize(
    ("place", "county", "places", "counties"),
    [
        ("Madison", "", "Madison", "Dane"),
        ("", "Rock", "Madison", "Rock"),
        ("", "Rock, Green", "Madison", "Dane"),
        ("Statewide", "", "Madison", "Dane"),
        ("Madison, Monona", "", "Madison, Monona", "Dane"),
        ("Janesville", "Rock", "Janesville", "Rock"),
        ("Janesville", "", "Janesville", ""),
    ],
)
def test_a_revision_that_says_where_leaves_standing_what_it_does_not_say(place, county, places, counties):
    batch = imported(
        row(), row("Acme Invented Widgets - Revision 1", place, "50", "4/1/2020", "AW", county=county, area="", industry="")
    )  # fmt: skip
    for held in batch.rows.filter(status="waiting"):
        batches.accept_row(row=held, joins=1, actor=person("sue").actor, at=WHEN)
    if batch.rows.filter(status="waiting").exists():
        batches.import_ready(batch=batch, actor=person("sue").actor, at=WHEN)
        jobs.work_due(now=WHEN)
    notice = ClosingNotice.objects.get()
    assert (notice.places, notice.counties, notice.affected) == (places, counties, 50)
    assert (notice.industry, notice.workforce_area) == ("Widgets", "South Central")


def test_a_revision_that_names_a_month_takes_the_day_away_which_is_true_no_more():
    imported(row(), row("Acme Invented Widgets - Revision 1", kind="LS", received="4/1/2020", layoff="June 2020"))
    notice = ClosingNotice.objects.get()
    assert (notice.first_on, notice.separations.get().words) == (None, "June 2020")


def test_what_stays_because_a_revision_states_no_day_is_said_beside_the_row():
    batch = imported(
        row(), row("Acme Invented Widgets - Revision 1", kind="LS", workers="50", received="4/1/2020", layoff="TBD")
    )
    said = [one["wrong"] for one in batch.rows.get(number=2).problems]
    assert said == [
        "The employer did not say when.",
        "The day is not stated; 2020-05-01 stays, as an earlier row of the event has it.",
    ]


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


def test_a_name_longer_than_its_column_is_asked_about_and_then_cut_off_everywhere():
    name = "Very Invented " * 20 + "Mills Example"
    batch = batches.add_batch(data=written(row(name, "Madison")), name="list.csv", actor=person("sue").actor, at=WHEN)
    held = batch.rows.get()
    assert [one["code"] for one in held.problems if one["pile"] == 2] == ["long-name"]
    batches.accept_row(row=held, joins=None, actor=person("sue").actor, at=WHEN)
    batches.import_ready(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    case = Case.objects.get()
    assert len(case.employer.legal_name) == len(case.closing.employer_name) == 200
    assert case.closing.revisions.get().content["employer_name"] == " ".join(name.split())
    case.employer.full_clean()


def test_a_revision_that_is_taken_back_leaves_the_notice_as_before():
    first = imported(row())
    later = imported(row(), row("Acme Invented Widgets - Revision 1", "Monona", "0", kind="RN", received="4/1/2020"))
    notice = ClosingNotice.objects.get()
    assert (notice.revision, notice.counted, notice.rescinded_on) == (1, 0, dt.date(2020, 4, 1))
    batches.undo_import(batch=later, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    notice = ClosingNotice.objects.get()
    assert (notice.revision, notice.counted, notice.rescinded_on) == (0, 60, None)
    assert (notice.places, notice.changed_on, notice.case.state) == ("Madison", dt.date(2020, 3, 2), "historic")
    assert notice.revisions.count() == 1
    batches.undo_import(batch=first, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    assert Case.objects.get().state == "removed"
    assert client_sees_that_the_list_was_taken_back()


def client_sees_that_the_list_was_taken_back():
    page = Client().get(f"/closings/notices/{Case.objects.get().number}/").content.decode()
    return "the department took back the whole list as it had brought it in" in page


def test_a_notice_whose_import_was_undone_is_not_put_back():
    batch = imported(row())
    batches.undo_import(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    case = Case.objects.get()
    with pytest.raises(TransitionNotAllowed, match="Its import was undone"):
        restore_imported(case, reason="x", actor=person("sue").actor, at=WHEN, expected_version=case.version)


def accepted(*rows, joins=None):
    """Bring rows in, accept what is held as it stands, and import all."""
    batch = batches.add_batch(data=written(*rows), name="list.csv", actor=person("sue").actor, at=WHEN)
    for held in batch.rows.filter(pile=2, status="waiting"):
        batches.accept_row(row=held, joins=joins, actor=person("sue").actor, at=WHEN)
    batches.import_ready(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    batch.refresh_from_db()
    return batch


def stands(notice):
    return notice.counted, notice.affected, notice.rescinded_on


@pytest.mark.parametrize(
    "name", ["Manitowoc Invented", "Manitowoc Invented -Revised", "Manitowoc Invented - Revision 1"]
)
def test_a_rescission_whose_notice_is_not_in_the_list_is_a_notice_that_counts_nothing(name):
    """Row 652 of the Wisconsin list: 80 workers, code RN, and no other row of that employer."""
    batch = accepted(row(name, workers="80", kind="RN", layoff=""))
    notice = ClosingNotice.objects.get()
    assert stands(notice) == (0, 80, dt.date(2020, 3, 2))
    only = notice.revisions.get()
    assert (only.number, only.kind, only.codes, only.affected) == (0, "rescission", "RN", 0)
    assert batch.figures["workers_last_revision"] == 0
    page = words(Client().get(f"/closings/notices/{notice.case.number}/"))
    assert "On Monday, March 2, 2020 we were told that it does not take place. It counts 0 workers." in page
    assert "Original notice" not in page


def test_an_update_whose_original_is_not_in_the_list_is_not_called_an_original():
    accepted(row("Acme Invented Widgets - Revision 2", workers="50", kind="AW"))
    only = Revision.objects.get()
    assert (only.number, only.kind, only.codes, only.affected) == (0, "update", "AW", 50)


RESCINDED = (
    row(),
    row("Acme Invented Widgets - Revision 1", workers="0", kind="RN", received="4/1/2020", layoff=""),
)
REVIVED = row("Acme Invented Widgets - Revision 2", workers="40", kind="AW", received="4/20/2020")


def test_an_update_that_a_person_accepts_after_a_rescission_revives_the_notice():
    batch = accepted(*RESCINDED, REVIVED)
    notice = ClosingNotice.objects.get()
    assert stands(notice) == (40, 40, None)
    assert batch.figures["workers_last_revision"] == 40
    assert [(one.kind, one.affected) for one in notice.revisions.all()] == [
        ("original", 60), ("rescission", 0), ("update", 40),
    ]  # fmt: skip
    assert notice.revisions.get(number=2).changes == [{"field": "affected", "before": 0, "after": 40}]


def test_the_update_waits_and_the_notice_stays_rescinded_while_nobody_has_said_so():
    batch = imported(*RESCINDED, REVIVED)
    assert stands(ClosingNotice.objects.get()) == (0, 60, dt.date(2020, 4, 1))
    assert batch.rows.get(number=3).status == "waiting"


def test_an_update_of_unknown_content_leaves_a_rescinded_notice_rescinded():
    batch = accepted(*RESCINDED, row("Acme Invented Widgets -Revised (4/25/20)", *["N/A"] * 8), joins=1)
    notice = ClosingNotice.objects.get()
    assert stands(notice) == (0, 60, dt.date(2020, 4, 1))
    last = notice.revisions.get(number=2)
    assert (last.kind, last.affected, last.changes) == ("update", 0, [])
    assert batch.figures["workers_last_revision"] == 0


def test_a_revival_that_is_undone_leaves_the_notice_rescinded_and_an_undone_rescission_leaves_it_standing():
    accepted(row())
    rescinding = accepted(*RESCINDED)
    reviving = accepted(*RESCINDED, REVIVED)
    again = accepted(
        *RESCINDED, REVIVED, row("Acme Invented Widgets - Revision 3", workers="30", kind="AW", received="5/1/2020")
    )
    assert stands(ClosingNotice.objects.get()) == (30, 30, None)
    for batch, left in (
        (again, (40, 40, None)), (reviving, (0, 60, dt.date(2020, 4, 1))), (rescinding, (60, 60, None)),
    ):  # fmt: skip
        batches.undo_import(batch=batch, actor=person("sue").actor, at=WHEN)
        jobs.work_due(now=WHEN)
        assert stands(ClosingNotice.objects.get()) == left
