"""A roster from a spreadsheet: every row on one pile, old beside new, the wage of each, and nothing taken over unasked."""

import json
import logging

import pytest
from django.db import connection

from licenses.filing import file_application
from licenses.roster import dry_run, pages, uploads
from licenses.roster.models import Pile, RosterRow, RosterUpload
from tests.licenses import content, worker
from tests.licenses.rosters import HEADS, begin, checked, csv_file, line, lines_of, take, upload, xlsx_file
from wagecase.audit.models import Event
from wagecase.cases import drafts
from wagecase.cases.jobs import work_due
from wagecase.cases.models import Case, Job
from wagecase.errors import AlreadyDone, TransitionNotAllowed
from wagecase.web.rows_of_files import UnreadableSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(clock):
    return clock.set("2026-03-02 09:00")


def piles(made):
    return {pile: list(made.rows.filter(pile=pile).values_list("number", flat=True)) for pile in Pile.values}


@pytest.mark.parametrize("file", [csv_file, xlsx_file])
def test_a_first_roster_is_all_new_and_changes_nothing_before_it_is_taken_over(at, file):
    who, draft = begin(at)
    made = checked(who, draft, file([line(1), line(2), line(3, rate="7.74")]), at=at)
    assert (made.status, made.counts) == (
        "checked", {"new": 3, "changed": 0, "same": 0, "problem": 0, "short": 1},
    )  # fmt: skip
    assert lines_of(draft) == {}
    made = take(who, made, at=at)
    assert (made.result["new"], made.result["changed"], made.result["conflicts"]) == (3, 0, [])
    assert sorted(lines_of(draft)) == ["W-001", "W-002", "W-003"]
    assert lines_of(draft)["W-001"]["disability"] == "visual"
    assert dict(draft.rows.filter(section="workers").values_list("outcome", "place")) == {"covers": 1, "short": 2}


def test_what_was_uploaded_is_gone_once_it_is_taken_over(at):
    who, draft = begin(at)
    made = take(who, checked(who, draft, csv_file([line(1)]), at=at), at=at)
    assert (made.sheet, made.columns, RosterRow.objects.count()) == ({}, [], 0)


def test_a_second_upload_shows_old_and_new_and_finds_workers_by_their_ids(at):
    who, draft = begin(at, workers=[worker(1), worker(2), worker(3)])
    made = checked(who, draft, csv_file([
        line(1, disability="Intellectual or developmental"),
        line(2, disability="Intellectual or developmental", worker_id=" w-002", rate="8", job="packing"),
        line(4),
    ]), at=at)  # fmt: skip
    assert piles(made) == {"new": [4], "changed": [3], "same": [2], "problem": []}
    row = made.rows.get(number=3)
    assert row.content["changes"] == [
        ["worker_id", "W-002", "w-002"], ["job", "Assembly", "packing"], ["rate", "7.75", "8"],
    ]  # fmt: skip
    assert [one["worker"] for one in pages.others(made)["listed"]] == ["W-003"]
    take(who, made, at=at)
    assert lines_of(draft)["w-002"]["rate"] == "8"
    assert sorted(lines_of(draft)) == ["W-001", "W-003", "W-004", "w-002"]


def test_lines_that_are_not_in_the_file_go_only_if_ticked(at):
    who, draft = begin(at, workers=[worker(1), worker(2), worker(3)])
    keys = {row.answers["worker_id"]: row.key for row in draft.rows.filter(section="workers")}
    made = checked(who, draft, csv_file([line(1)]), at=at)
    made = take(who, made, at=at, remove=[keys["W-002"], keys["W-001"]])
    assert sorted(lines_of(draft)) == ["W-001", "W-003"]  # W-001 is in the file, so it stays whatever was sent
    made = take(who, checked(who, draft, csv_file([line(1)]), at=at), at=at, remove=uploads.EVERY)
    assert (made.result["removed"], sorted(lines_of(draft))) == (1, ["W-001"])


def test_columns_that_the_file_lacks_leave_the_answers_of_known_workers_alone(at):
    who, draft = begin(at, workers=[worker(1)])
    made = checked(who, draft, b"Id,Rate\nW-001,7.80\nW-009,7.80\n", at=at)
    assert piles(made) == {"new": [], "changed": [2], "same": [], "problem": [3]}
    take(who, made, at=at)
    assert lines_of(draft)["W-001"]["rate"] == "7.80"
    assert lines_of(draft)["W-001"]["evidence_kind"] == "Record of the county"


def test_each_problem_names_row_column_what_was_read_and_what_would_be_accepted(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1, rate="free", site="Elsewhere", jobs="")]), at=at)
    row = pages.shown_rows(made.rows.all(), content())[0]
    assert (row["number"], row["worker"]) == (2, "W-001")
    assert [(str(one["label"]), one["read"], one["wrong"], one["accepts"]) for one in row["problems"]] == [
        ("Rate paid", "free", "Enter the rate paid as a number, such as 7.75",
         "A number above 0 and up to 999, with at most 4 places after the point"),
        ("Number of jobs", "", "Enter the number of jobs", "A whole number from 1 to 99"),
        ("Place of work", "Elsewhere", "Check the place of work: it must be one of your places of work, written the same",
         "One of: Main shop"),
    ]  # fmt: skip


def test_the_wage_of_a_row_is_shown_with_its_arithmetic(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1, rate="7.63")]), at=at)
    wage = pages.shown_rows(made.rows.all(), content())[0]["wage"]
    assert (wage["result"], wage["answer"]) == ("Short by $0.12", "$7.75 an hour is due.")
    assert wage["steps"][-1] == "Paid: $7.63. That is short of $7.75 by $0.12."


def test_rows_that_only_warn_are_taken(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1, quarter_hours="20")]), at=at)
    assert (made.counts["new"], made.rows.get().warned) == (1, True)


def test_the_same_worker_place_and_job_twice_in_a_file_is_a_problem_of_both_rows(at):
    who, draft = begin(at)
    made = checked(
        who, draft, csv_file([line(1), line(1, job="ASSEMBLY "), line(1, job="Packing", pay_basis="piece")]), at=at
    )
    assert piles(made) == {"new": [4], "changed": [], "same": [], "problem": [2, 3]}
    told = pages.shown_rows(made.rows.filter(number=2), content())[0]["problems"]
    assert [one["wrong"] for one in told] == [
        "The same worker, place and job stand again in row 3. Leave one of them out"
    ]


def test_empty_rows_titles_and_the_example_line_are_no_rows(at):
    who, draft = begin(at)
    data = b"Our workers,,\n\n" + csv_file([line(1), [], line(2, worker_id="EXAMPLE (delete this line)"), line(3)])
    made = checked(who, draft, data, at=at)
    assert (made.total, piles(made)["new"]) == (2, [4, 7])


def test_texts_that_begin_like_a_formula_stay_texts(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1, name="=HYPERLINK(1)", worker_id="@7", rate="+7.75")]), at=at)
    assert (made.counts["problem"], [p["column"] for p in made.rows.get().content["problems"]]) == (1, ["rate"])
    made = checked(who, draft, csv_file([line(1, name="=HYPERLINK(1)", worker_id="@7")]), at=at)
    take(who, made, at=at)
    assert lines_of(draft)["@7"]["name"] == "=HYPERLINK(1)"


def test_a_line_that_somebody_changed_meanwhile_is_left_alone_and_named(at):
    who, draft = begin(at, workers=[worker(1), worker(2), worker(3)])
    made = checked(
        who, draft, csv_file([line(1, rate="8"), line(2, rate="8"), line(3, rate="8"), line(4), line(5)]), at=at
    )
    rows = {row.answers["worker_id"]: row for row in draft.rows.filter(section="workers")}
    drafts.save_row(draft, "workers", key=rows["W-001"].key, values={**rows["W-001"].answers, "rate": "9"}, at=at,
                    expected_version=1, by=who.user)  # fmt: skip
    drafts.remove_row(draft, "workers", key=rows["W-002"].key, at=at)
    other = checked(who, draft, csv_file([line(4)]), at=at)
    take(who, other, at=at)
    made = take(who, made, at=at)
    assert (made.result["new"], made.result["changed"]) == (1, 1)
    assert [(one["row"], one["text"]) for one in pages.conflicts(made)] == [
        (2, "Olive Owner Example changed this worker after the file was read. That version was kept."),
        (3, "This worker was removed from the application after the file was read."),
        (5, "Olive Owner Example added this worker after the file was read. That version was kept."),
    ]
    assert {name: answers["rate"] for name, answers in lines_of(draft).items()} == {
        "W-001": "9", "W-003": "8", "W-004": "7.75", "W-005": "7.75",
    }  # fmt: skip


def test_a_failure_while_rows_are_taken_over_leaves_the_draft_as_it_was(at, monkeypatch):
    who, draft = begin(at, workers=[worker(1)])
    made = checked(who, draft, csv_file([line(1, rate="8"), line(2)]), at=at)
    monkeypatch.setattr(uploads.taking, "settle", lambda held: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        take(who, made, at=at)
    made.refresh_from_db()
    assert (made.status, made.rows.count(), {k: v["rate"] for k, v in lines_of(draft).items()}) == (
        "checked", 2, {"W-001": "7.75"},
    )  # fmt: skip


def test_rows_are_taken_over_once_and_never_after_the_application_was_filed(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1)]), at=at)
    take(who, made, at=at)
    with pytest.raises(TransitionNotAllowed, match="taken over already"):
        take(who, made, at=at)
    other = checked(who, draft, csv_file([line(2)]), at=at)
    draft.filed_case = Case.objects.create(
        kind="application", number="LA-2026-000001", title="x", state="received", received_on=at.date(), opened_at=at
    )
    draft.save()
    with pytest.raises(AlreadyDone):
        take(who, other, at=at)


def test_an_application_holds_ten_thousand_workers(at, monkeypatch):
    monkeypatch.setitem(uploads.taking.MOST_ROWS, "workers", 2)
    who, draft = begin(at, workers=[worker(1)])
    made = checked(who, draft, csv_file([line(2), line(3)]), at=at)
    with pytest.raises(TransitionNotAllowed, match="holds up to 2 workers"):
        take(who, made, at=at)
    assert sorted(lines_of(draft)) == ["W-001"]


def test_a_worker_that_dies_leaves_what_it_read_and_the_next_one_goes_on(at, clock, monkeypatch):
    who, draft = begin(at)
    made = upload(who, draft, csv_file([line(n) for n in range(1, 251)]), at=at)
    job = uploads.start_reading(made, columns=made.columns, membership=who, at=at)
    assert job.total == 3
    real, calls = dry_run.RowReader.read, []

    def dies(self, row):
        calls.append(row.number)
        if len(calls) == 150:
            raise SystemExit
        return real(self, row)

    monkeypatch.setattr(dry_run.RowReader, "read", dies)
    with pytest.raises(SystemExit):
        work_due(now=at)
    made.refresh_from_db()
    assert made.rows.count() == 100
    assert pages.progress(made, at).done == 100
    stalled = pages.progress(made, clock.set("2026-03-02 09:02"))
    assert stalled.stalled
    assert stalled.again == clock.set("2026-03-02 09:02")  # 90 seconds behind the last step, and one look for work
    monkeypatch.setattr(dry_run.RowReader, "read", real)
    work_due(now=clock.set("2026-03-02 09:30"))
    made.refresh_from_db()
    assert (made.status, made.counts["new"], made.rows.count()) == ("checked", 250, 250)


def test_no_error_of_a_job_and_no_log_line_holds_a_cell(at, monkeypatch, caplog):
    who, draft = begin(at)
    made = upload(who, draft, csv_file([line(1), line(2)]), at=at)
    uploads.start_reading(made, columns=made.columns, membership=who, at=at)

    def breaks(self, row):
        raise ValueError(f"cannot read {row.cells['name']}")

    monkeypatch.setattr(dry_run.RowReader, "read", breaks)
    with caplog.at_level(logging.DEBUG):
        work_due(now=at)
    made.refresh_from_db()
    assert (made.status, made.counts["problem"]) == ("checked", 2)  # no row is missing from the sum
    kept = caplog.text + json.dumps(Job.objects.get().errors) + json.dumps(list(Event.objects.values()), default=str)
    assert "ValueError at test_roster.py" in kept
    for secret in ("Worker Number", "W-001", "visual", "Visual", "Pat Placeholder"):
        assert secret not in kept


def test_nothing_of_a_roster_stands_readable_in_the_database(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1)]), at=at)
    with connection.cursor() as cursor:
        found = ""
        for table in (RosterUpload, RosterRow):
            cursor.execute(f'SELECT * FROM "{table._meta.db_table}"')
            found += str(cursor.fetchall())
    assert made.rows.count() == 1
    for secret in ("Worker Number1", "W-001", "isual", "Placeholder"):
        assert secret not in found


def test_a_file_without_rows_and_one_too_many_open_uploads_are_refused(at):
    who, draft = begin(at)
    with pytest.raises(UnreadableSheet, match="no rows of workers"):
        upload(who, draft, csv_file([]), at=at)
    for _n in range(5):
        upload(who, draft, csv_file([line(1)]), at=at)
    with pytest.raises(UnreadableSheet, match="Other spreadsheets wait here"):
        upload(who, draft, csv_file([line(1)]), at=at)


def test_an_upload_that_is_thrown_away_leaves_nothing(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1)]), at=at)
    uploads.throw_away(made, membership=who, at=at)
    assert (RosterUpload.objects.count(), RosterRow.objects.count(), lines_of(draft)) == (0, 0, {})


def test_a_draft_takes_its_uploads_with_it(at):
    who, draft = begin(at)
    checked(who, draft, csv_file([line(1)]), at=at)
    draft.delete()
    assert RosterUpload.objects.count() == 0


def test_columns_are_known_by_their_heads_in_any_order_and_others_are_told(at):
    who, draft = begin(at)
    made = upload(who, draft, b"Notes;Nombre;ID;Worker ID\nx;Pat;1;2\n", at=at)
    assert made.columns == ["", "name", "worker_id", ""]
    assert pages.heads(made) == ["Notes", "Nombre", "ID", "Worker ID"]
    assert pages.samples(made) == [["x"], ["Pat"], ["1"], ["2"]]
    assert "Rate paid" in pages.unmatched(made.columns)


def test_heads_of_the_template_are_all_known():
    assert len(HEADS) == 25
    assert dry_run.matching.find_heads([HEADS])[1].count("") == 0


def test_filing_forgets_the_rows_that_nobody_took_over(at):
    who, draft = begin(at)
    checked(who, draft, csv_file([line(1)]), at=at)
    file_application(membership=who, content=content(), workers=[worker(1)], at=at, draft=draft)
    assert (RosterUpload.objects.count(), RosterRow.objects.count()) == (0, 0)


def test_an_upload_that_is_thrown_away_while_it_is_read_stops_the_reading_in_peace(at):
    who, draft = begin(at)
    made = upload(who, draft, csv_file([line(n) for n in range(1, 251)]), at=at)
    job = uploads.start_reading(made, columns=made.columns, membership=who, at=at)
    asked = []

    def throw_away_after_the_first_part():
        asked.append(1)
        if len(asked) == 3:  # before the job, before its first part, before its second
            uploads.throw_away(made, membership=who, at=at)
        return False

    work_due(now=at, stop=throw_away_after_the_first_part)
    job.refresh_from_db()
    assert (job.status, job.errors, RosterUpload.objects.count(), RosterRow.objects.count()) == ("done", [], 0, 0)


def test_earnings_above_the_prevailing_wage_and_a_missing_second_place_are_told_and_taken(at):
    who, draft = begin(at, workers=[worker(3, site="Branch")])
    made = checked(who, draft, csv_file([
        line(1, average_earnings="15.51"), line(2, elsewhere="Yes"), line(3, elsewhere="Yes"), line(4, average_earnings="15.50"),
    ]), at=at)  # fmt: skip
    codes = {row.number: [one["code"] for one in row.content["problems"]] for row in made.rows.all()}
    assert codes == {2: ["above_prevailing"], 3: ["no_other_row"], 4: ["no_other_row"], 5: []}
    assert (made.counts["new"], made.counts["changed"], made.counts["problem"]) == (3, 1, 0)
