"""What a newcomer reads on the pages of an application and on its copy: names of jobs, ways to mend, files, languages."""

import datetime as dt
import re
from decimal import Decimal

import pytest

from licenses.actions.application import ACTIONS
from licenses.content import ApplicationContent, from_dict
from licenses.drafting import printing
from licenses.drafting.checks import of_workers
from licenses.drafting.progress import Progress
from licenses.drafting.views.desk import Desk
from licenses.drafting.views.pages import where
from licenses.drafting.whole import Whole
from licenses.models import Application
from licenses.renewal_drafts import begin_renewal
from licenses.views.public.papers import file_rows, in_language
from tests.factories import at
from tests.licenses import file, member, organization, worker
from tests.licenses.drafting import Writer, empty, filled
from tests.licenses.licenses_kept import licensed
from tests.licenses.test_apply_filing import SIGNED
from wagecase.cases.models import Attachment
from wagecase.web.templatetags.gov import before_dot

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")


@pytest.fixture
def olive():
    return member(organization(at=NOW), at=NOW)


def value_of(writer, name, *parts):
    html = writer.get(*parts).content.decode()
    return re.search(rf'<input[^>]*name="{name}"[^>]*>', html)[0]


def test_the_legal_name_of_a_new_application_is_that_of_the_organization(olive):
    assert f'value="{olive.organization.name}"' in value_of(
        Writer(olive, empty(olive, at=NOW)), "legal_name", "employer"
    )


def test_a_federal_number_is_written_with_its_hyphen_in_form_and_check(olive):
    writer = Writer(olive, filled(olive, at=NOW))
    digits = Progress(writer_whole(writer)).content.employer.fein
    written = f"{digits[:2]}-{digits[2:]}"
    assert f'value="{written}"' in value_of(writer, "fein", "employer")
    assert written in writer.words("check")
    assert digits not in writer.words("check")


def writer_whole(writer):
    return Whole(writer.draft)


def test_measurement_and_firm_pages_name_the_job_and_show_the_piece_rate(olive):
    writer = Writer(olive, filled(olive, at=NOW))
    jobs = {row.answers["name"]: row.key for row in writer_whole(writer).lists["jobs"]}
    assert "For the job “Assembly”" in writer.words("measurement", jobs["Assembly"])
    assert "For the job “Assembly”" in writer.words("sources", "new", job=jobs["Assembly"])
    assert "Piece rate $0.1824" in writer.words("measurement")


def test_a_fault_of_a_survey_opens_the_page_of_a_firm_and_a_short_rate_the_short_lines(olive):
    writer = Writer(olive, filled(olive, at=NOW, workers=(worker(1, rate=Decimal("7.74")),)))
    writer.draft.rows.filter(section="sources").delete()
    desk = Desk(olive, writer.draft)
    job = next(row.key for row in desk.whole.lists["jobs"] if row.answers["name"] == "Assembly")
    add = next(one for one in desk.progress.faults if "Add the firms" in one.text)
    assert where(desk, add) == writer.url("sources", "new") + f"?job={job}"
    short = next(one for one in of_workers(desk.whole) if one.warns)
    assert where(desk, short) == writer.url("workers") + "?only=short"
    assert "you then assure that the wage due is paid from the first day of the license on" in short.text


def test_a_job_with_more_workers_than_are_listed_is_told_and_stops_nothing(olive):
    progress = Progress(Whole(filled(olive, at=NOW)))
    assert "Workers on the job “Packing”: 1 by your answer, 0 in the list." in [one.text for one in progress.warnings]
    assert not any("“Assembly”" in one.text for one in progress.warnings)
    assert not progress.faults


def test_the_copy_lists_the_files_and_keeps_the_signature_together(olive):
    writer = Writer(olive, filled(olive, at=NOW))
    writer.send("check")
    writer.send("sign", **SIGNED)
    html = Application.objects.get().filed_document.html
    assert re.search(r"<td>Studies of the work</td>\s*<td>study.pdf</td>\s*<td>[0-9a-f]{16}</td>", html)
    assert '<div class="part follows">' in html
    content = from_dict(ApplicationContent, Application.objects.get().content)
    parts = printing.parts_of(content, renewal=False, on=dt.date(2026, 3, 2))
    job = next(part for part in parts if part.below and part.below[0].steps)
    assert job.below[0].answer.startswith("Prevailing wage $15.50 an hour")
    assert not job.below[0].steps[0].startswith("Prevailing wage")
    assert [row["slot"] for row in file_rows(Attachment.objects.all())] == ["Studies of the work"]


def test_the_copy_works_wages_out_by_the_day_of_filing_and_not_by_that_of_drawing(olive, clock):
    clock.set("2026-06-30 09:00")
    file(olive, at=NOW)
    html = Application.objects.get().filed_document.html
    assert "minimum wage on Monday, March 2, 2026" in html
    assert "June 30, 2026" not in html


def test_a_renewal_says_of_which_application_it_was_filled_in():
    license = licensed(at=at("2025-03-14 09:00"))
    owner = license.organization.memberships.get(role="owner")
    draft = begin_renewal(license, membership=owner, at=NOW)
    assert re.search(
        r"Filled in from the application of \w+\.? \d+, 2025 for this license", Writer(owner, draft).words()
    )


def test_optional_answers_of_a_worker_say_so_and_needed_ones_do_not(olive):
    words = Writer(olive, filled(olive, at=NOW)).words("workers", "new")
    assert "Next time study due (optional)" in words
    assert "Rate paid (optional)" not in words


def test_a_name_that_ends_with_a_dot_ends_a_sentence_with_one():
    assert f"{before_dot('Placeholder Example Inc.')}." == "Placeholder Example Inc."


def test_the_law_of_a_job_by_the_piece_ends_with_one_dot(olive):
    words = Writer(olive, filled(olive, at=NOW)).words("jobs")
    assert "DWD 272.09 (8) (h) 2. b., DWD 272.09 (8) (h) 1. a." in words
    assert "1. a.." not in words


def test_a_subject_in_another_language_says_so():
    assert in_language("The license", "en") == "The license (in English)"


def test_the_buttons_of_staff_say_what_they_save_or_send():
    assert (ACTIONS["record_review"].press, ACTIONS["request_information"].press) == (
        "Save the checklist",
        "Send the questions",
    )
