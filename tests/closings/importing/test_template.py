"""The department's own template: each of its 28 columns is taken over, or said to be kept as text."""

import datetime as dt

import pytest

from closings.content import RecipientFacts, SeparationFacts, SiteFacts
from closings.importing import batches, pages
from closings.importing.models import ImportBatch
from closings.importing.piles import sort_list
from closings.models import ClosingNotice, Revision
from closings.recording import latest
from tests.closings.importing.lists import written
from tests.factories import at, person
from wagecase.cases import jobs

WHEN = at("2026-03-02 09:00")
HEADS = (
    "notice_no", "parent_no", "revision_no", "event_kind", "update_kinds", "employer", "dba", "site_name", "street",
    "municipality", "municipality_type", "county", "wda", "received_on", "dated_on", "layoff_first", "layoff_last",
    "affected_total", "affected_excluded", "workforce_state", "permanence", "union", "naics", "to_employees_on",
    "to_union_on", "to_municipality_on", "letter_ref", "remark",
)  # fmt: skip
FULL = dict(zip(HEADS, (
    "X-1", "", "0", "closing", "", "Acme Invented", "Widget World", "North site", "1 Main St", "Brookfield", "town",
    "Waukesha", "WOW", "2020-03-02", "2020-03-01", "2020-05-01", "2020-06-30", "60", "5", "120", "temporary",
    "Invented Local 1", "333120", "2020-02-27", "2020-02-28", "2020-03-05", "letter 7", "a remark",
), strict=True))  # fmt: skip


def line(**cells):
    return tuple({**FULL, **cells}.values())


def revision(number, **cells):
    """Return a row that states nothing but which revision it is, and `cells`."""
    blank = dict.fromkeys(HEADS, "")
    keep = {"notice_no": "X-1", "employer": "Acme Invented", "received_on": "2020-04-01", "revision_no": str(number)}
    return tuple({**blank, **keep, **cells}.values())


def sorted_template(*rows):
    return sort_list(written(*rows, heads=HEADS))


def imported(*rows):
    batch = batches.add_batch(data=written(*rows, heads=HEADS), name="own.csv", actor=person("sue").actor, at=WHEN)
    for held in batch.rows.filter(pile=2):
        batches.accept_row(row=held, joins=None, actor=person("sue").actor, at=WHEN)
    batches.import_ready(batch=batch, actor=person("sue").actor, at=WHEN)
    jobs.work_due(now=WHEN)
    return ClosingNotice.objects.get()


def test_a_full_row_of_the_template_is_ready():
    found = sorted_template(line())
    assert found.sheet.columns.layout == "template"
    assert found.rows[0].problems == ()
    assert found.sheet.notes == (
        "Kept as read, and not taken over into notices: 'affected_excluded', 'letter_ref', 'remark'.",
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("media")
class TestImported:
    def test_every_column_that_is_taken_over_is_in_the_notice(self):
        notice = imported(line())
        content = latest(notice)
        assert (notice.trade_name, notice.duration, notice.dated_on) == (
            "Widget World",
            "temporary",
            dt.date(2020, 3, 1),
        )
        assert (notice.first_on, notice.last_on) == (dt.date(2020, 5, 1), dt.date(2020, 6, 30))
        assert content.sites == (
            SiteFacts("Brookfield", county="Waukesha", municipality_type="town", name="North site", street="1 Main St"),
        )
        assert content.separations == (SeparationFacts(dt.date(2020, 5, 1), dt.date(2020, 6, 30)),)
        assert content.recipients == (
            RecipientFacts("employee", given_on=dt.date(2020, 2, 27)),
            RecipientFacts("union", name="Invented Local 1", given_on=dt.date(2020, 2, 28)),
            RecipientFacts("official", municipality="Brookfield", given_on=dt.date(2020, 3, 5)),
        )
        assert (content.persons_in_state, content.represented, content.naics) == (120, "yes", "333120")
        assert (content.affected, content.event, content.workforce_area) == (
            60,
            "closing",
            "Waukesha-Ozaukee-Washington",
        )

    def test_what_is_kept_as_text_stands_beside_the_revision(self):
        imported(line())
        told = Revision.objects.get().source_text
        assert (told["affected_excluded"], told["letter_ref"], told["remark"]) == ("5", "letter 7", "a remark")

    def test_a_revision_changes_what_it_states_and_nothing_else(self):
        notice = imported(
            line(), revision(1, affected_total="40", update_kinds="AW", layoff_first="2020-05-15", to_union_on="2020-03-30")
        )  # fmt: skip
        content = latest(notice)
        assert (notice.revision, notice.affected, notice.first_on) == (1, 40, dt.date(2020, 5, 15))
        assert (notice.last_on, notice.trade_name, notice.duration) == (
            dt.date(2020, 6, 30),
            "Widget World",
            "temporary",
        )
        assert (content.sites[0].street, content.sites[0].municipality_type) == ("1 Main St", "town")
        assert [one.given_on for one in content.recipients if one.kind == "union"] == [dt.date(2020, 3, 30)]
        assert [one.given_on for one in content.recipients if one.kind == "official"] == [dt.date(2020, 3, 5)]

    def test_an_unreadable_detail_that_a_person_accepts_is_kept_as_text_only(self):
        notice = imported(line(dated_on="11/03", permanence="maybe"))
        assert (notice.dated_on, notice.duration) == (None, "")
        assert Revision.objects.get().source_text["permanence"] == "maybe"

    def test_the_page_says_of_each_column_what_it_was_taken_for(self):
        imported(line())
        told = dict(pages.columns(ImportBatch.objects.get()))
        assert told == {
            "notice_no": "Key of the row", "parent_no": "Key of its original", "revision_no": "Number of the revision",
            "event_kind": "Kind of notice", "update_kinds": "Codes of an update", "employer": "Employer",
            "dba": "Trade name", "site_name": "Name of the site", "street": "Street of the site", "municipality": "Place",
            "municipality_type": "City, village or town", "county": "County", "wda": "Workforce area",
            "received_on": "Day of receipt", "dated_on": "Date on the notice", "layoff_first": "First day of work lost",
            "layoff_last": "Last day of work lost", "affected_total": "Workers", "affected_excluded": "Kept as text",
            "workforce_state": "Persons employed in the state", "permanence": "Permanent or temporary", "union": "Union",
            "naics": "Industry code", "to_employees_on": "Employees told on", "to_union_on": "Union told on",
            "to_municipality_on": "Highest official told on", "letter_ref": "Kept as text", "remark": "Kept as text",
        }  # fmt: skip


def test_revisions_that_bear_the_number_of_their_notice_belong_to_it():
    found = sorted_template(
        line(),
        revision(1, affected_total="40", update_kinds="AW", layoff_first="2020-05-01"),
        revision(2, affected_total="30", update_kinds="AW", layoff_first="2020-05-01", received_on="2020-04-02"),
        line(notice_no="X-2", municipality="Wausau", county="Marathon", wda="North Central"),
        revision(
            3, notice_no="X-9", parent_no="X-1", affected_total="20", update_kinds="AW", layoff_first="2020-05-01"
        ),
    )
    assert [[r.line.number for r in chain.rows] for chain in found.chains] == [[1, 2, 3, 5], [4]]
    assert [r.pile.key for r in found.rows[:2]] == ["ready", "warned"]  # the update names no place


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ({"dated_on": "11/03"}, "A day without a year."),
        ({"dated_on": "March 2020"}, "One exact day belongs here."),
        ({"dated_on": "2020-03-03"}, "The notice is dated after its receipt on 2020-03-02."),
        ({"layoff_last": "2020-04-30"}, "The last day is before the first (2020-05-01)."),
        ({"layoff_first": "5/1/2020 - 5/31/2020"}, "Another last day (2020-05-31) stands beside the first."),
        ({"permanence": "maybe"}, "Not one of: permanent, temporary."),
        ({"municipality_type": "hamlet"}, "Not one of: city, village, town."),
        ({"workforce_state": "about 100"}, "Not readable as a number of workers."),
        ({"workforce_state": "100+"}, "At least 100 are stated."),
        ({"to_union_on": "soon"}, "Not readable as a date."),
    ],
)
def test_a_detail_that_cannot_be_read_is_a_question_beside_its_column(cells, sentence):
    (found,) = sorted_template(line(**cells)).rows
    assert found.pile.key == "held"
    assert [(one.code, one.wrong) for one in found.problems] == [("detail", sentence)]


def test_a_detail_of_one_of_several_places_is_remarked_and_kept_as_text():
    (found,) = sorted_template(line(municipality="Brookfield, Wausau")).rows
    assert found.pile.key == "warned"
    assert [one.wrong for one in found.problems] == [
        "The row names 2 places; of which one this is is not said. Kept as text only."
    ]
    assert (found.row.details.street, found.row.details.told) == (
        "", (("employee", dt.date(2020, 2, 27)), ("union", dt.date(2020, 2, 28))),
    )  # fmt: skip


@pytest.mark.parametrize(("said", "represented", "name"), [
    ("Invented Local 1", "yes", "Invented Local 1"), ("none", "no", ""), ("No", "no", ""), ("", "", ""), ("Unknown", "", ""),
])  # fmt: skip
def test_a_union_is_named_denied_or_not_stated(said, represented, name):
    details = sorted_template(line(union=said)).rows[0].row.details
    assert (details.represented, details.union) == (represented, name)


def test_rows_that_differ_in_a_detail_only_are_no_copies():
    found = sorted_template(line(notice_no=""), line(notice_no="", street="9 Other St"))
    assert [one.copy_of for one in found.rows] == [None, None]
