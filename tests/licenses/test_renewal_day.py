"""The day by which a begun renewal must be filed stands on every page that leads to the signature, and so does its passing."""

import re
from datetime import date

import pytest

from licenses import portal, renewal_drafts
from licenses.drafting import typed
from licenses.models import License
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.drafting import STUDY, Writer, empty
from tests.licenses.granting import licensed
from wagecase.cases import drafts, files

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
IN_TIME, LATE = "2026-03-02 09:00", "2026-03-20 09:00"
LAST = "File by Saturday, March 14, 2026 (in 12 days)"
ENDED = "The license ended on Saturday, March 14, 2026"
MINIMUM = "Until then, pay every worker at least the minimum wage."


def begun(clock, on=IN_TIME):
    license = licensed(at=ISSUED)
    clock.set(on)
    olive = license.organization.memberships.get(role="owner")
    draft = renewal_drafts.begin_renewal(License.objects.get(pk=license.pk), membership=olive, at=at(on))
    for section in draft.sections.all():
        section.answers = typed.plain(section.answers)
        section.save()
    taken = [files.Taken("study.pdf", "application/pdf", STUDY)]
    drafts.add_files(draft, taken=taken, source="employer", at=at(on), purpose="study", most=40)
    return olive, Writer(olive, draft)


def complete(writer):
    """Give what a renewal asks beside a first application, so that it can be signed."""
    writer.send("totals", quarter_end_0="12", quarter_end_1="31", quarter_end_2="2025", quarter_workers="2",
                expected_workers="2", split_work_center="2", split_residential="0", split_school="0", split_business="0")  # fmt: skip
    for row in writer.draft.rows.filter(section="sites"):
        row.answers = {**row.answers, "workers": "2"}
        row.save()


@pytest.mark.parametrize("page", ["hub", "check", "sign"])
def test_task_list_check_and_signature_name_the_last_day(clock, page):
    _olive, writer = begun(clock)
    complete(writer)
    assert writer.send("check").headers["Location"].endswith("/sign/")
    words = writer.words(*([] if page == "hub" else [page]))
    assert LAST in words
    assert "from the next day on, every worker is due at least the minimum wage" in words
    assert ENDED not in words


@pytest.mark.parametrize("page", ["hub", "check", "sign"])
def test_after_the_last_day_they_say_before_the_signature_that_nothing_is_continued(clock, page):
    _olive, writer = begun(clock, on=LATE)
    complete(writer)
    assert writer.send("check").headers["Location"].endswith("/sign/")
    words = writer.words(*([] if page == "hub" else [page]))
    assert ENDED in words
    assert "A renewal filed now does not continue the license" in words
    assert MINIMUM in words
    assert "stays in force until we decide" not in words
    assert "File by" not in words


def test_on_the_last_day_itself_it_is_today(clock):
    _olive, writer = begun(clock, on="2026-03-14 23:59")
    assert "File by Saturday, March 14, 2026 (today)" in writer.words()
    clock.set("2026-03-15 00:01")
    assert ENDED in writer.words()


def test_the_home_keeps_the_last_day_of_a_renewal_that_was_begun(clock):
    olive, _writer = begun(clock)
    [row] = [one for one in portal.rows(olive, date(2026, 3, 2)).to_do if "renewal" in one.what]
    assert (row.day, row.day_label, row.counts) == (date(2026, 3, 14), "File by", True)
    assert row.words.startswith(
        "File the renewal on or before the last day, and the license stays in force until we decide."
    )
    [row] = [one for one in portal.rows(olive, date(2026, 3, 15)).to_do if "renewal" in one.what]
    assert (row.day, row.day_label, row.counts) == (date(2026, 3, 14), "Ended", False)
    assert MINIMUM in row.words


def test_a_first_application_has_no_such_day(clock):
    clock.set(IN_TIME)
    olive = member(organization(at=at(IN_TIME)), at=at(IN_TIME))
    draft = empty(olive, at=at(IN_TIME))
    assert not re.search("File by|license ended", Writer(olive, draft).words())
    [row] = portal.rows(olive, date(2026, 3, 2)).to_do
    assert (row.day, row.day_label, row.counts) == (date(2026, 3, 2), "Last saved", False)


def test_what_a_renewal_must_count_is_not_called_optional(clock):
    _olive, writer = begun(clock)
    words = writer.words("totals")
    assert "Last day of the quarter (optional)" not in words
    assert "Workers at less than the minimum wage in that quarter (optional)" not in words
    site = writer.draft.rows.filter(section="sites").first()
    assert "here in the last quarter (optional)" not in writer.words("sites", site.key)
    refused = writer.send("totals", expected_workers="2", confirm="1")
    assert refused.status_code == 422
    assert "Enter the last day of the quarter" in refused.content.decode()
