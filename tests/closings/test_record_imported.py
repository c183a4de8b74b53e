"""One chain of an old list becomes one historic case: one event, its revisions frozen, no clock and no mail."""

import datetime as dt

import pytest

from closings.content import NoticeContent, SeparationFacts, SiteFacts
from closings.imported import ImportedRevision, record_imported, remove_imported
from closings.models import ClosingNotice
from closings.recording import Source
from tests.factories import at, person
from wagecase.cases.models import Case
from wagecase.deadlines.models import Clock
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
WHEN = at("2026-03-02 09:00")


def row(kind: str, workers: int | None, received: str, line: int, *, begins: str = "2020-12-01", codes: str = ""):
    content = NoticeContent(
        employer_name="Invented Foods Example, Inc.", event="closing", affected_stated=workers,
        sites=(SiteFacts(municipality="Darien", county="Walworth"),),
        separations=(SeparationFacts(first_on=dt.date.fromisoformat(begins), count=workers),) if begins else (),
    )  # fmt: skip
    return ImportedRevision(
        kind, content, dt.date.fromisoformat(received), Source("list.csv", line, {"Company": f"row {line}"}), codes
    )


def conagra() -> Case:
    chain = [
        row("original", 190, "2020-10-05", 7),
        row("update", 181, "2020-11-02", 6, codes="AW"),
        row("update", 153, "2020-12-14", 5, codes="AW LS", begins="2021-01-04"),
    ]
    return record_imported(chain, actor=person("sue").actor, at=WHEN)


def test_three_rows_are_one_event_at_its_latest_revision():
    case = conagra()
    notice = ClosingNotice.objects.get()
    assert (case.state, case.is_open, case.number[:8]) == ("historic", False, "BC-2020-")
    assert (notice.affected, notice.counted, notice.revision) == (153, 153, 2)
    assert (notice.received_on, notice.changed_on, notice.listed_on) == (
        dt.date(2020, 10, 5), dt.date(2020, 12, 14), dt.date(2020, 10, 5),
    )  # fmt: skip
    assert [row.affected for row in notice.revisions.all()] == [190, 181, 153]


def test_the_days_of_notice_count_from_the_receipt_of_the_original():
    conagra()
    assert ClosingNotice.objects.get().days_of_notice == 91  # October 5, 2020 to January 4, 2021


def test_each_revision_keeps_its_line_and_says_what_changed():
    conagra()
    last = ClosingNotice.objects.get().revisions.get(number=2)
    assert (last.source, last.source_line, last.source_text) == ("list.csv", 5, {"Company": "row 5"})
    assert last.changes == [
        {"field": "affected", "before": 181, "after": 153},
        {"field": "first_on", "before": "2020-12-01", "after": "2021-01-04"},
        {"field": "last_on", "before": "2020-12-01", "after": "2021-01-04"},
    ]


def test_a_rescission_counts_nothing_and_keeps_what_was_known():
    chain = [row("original", 70, "2021-05-03", 2), row("rescission", 70, "2021-05-15", 3, codes="RN", begins="")]
    record_imported(chain, actor=person("sue").actor, at=WHEN)
    notice = ClosingNotice.objects.get()
    assert (notice.counted, notice.affected, notice.rescinded_on) == (0, 70, dt.date(2021, 5, 15))


def test_a_number_that_the_list_does_not_state_is_not_zero():
    record_imported([row("original", None, "2021-05-03", 2)], actor=person("sue").actor, at=WHEN)
    notice = ClosingNotice.objects.get()
    assert (notice.affected, notice.counted) == (None, None)


def test_an_imported_notice_starts_no_clock_and_sends_nothing():
    conagra()
    assert not Clock.objects.exists()
    assert not Notice.objects.exists()


def test_an_undone_import_is_listed_no_more_and_keeps_its_number():
    case = remove_imported(conagra(), reason="Wrong file", actor=person("sue").actor, at=WHEN)
    notice = ClosingNotice.objects.get()
    assert (case.state, notice.listed_on, notice.removed_reason) == ("removed", None, "Wrong file")


def test_the_content_reads_back_as_it_was_written():
    content = row("original", 190, "2020-10-05", 7).content
    assert NoticeContent.from_dict(content.to_dict()) == content
