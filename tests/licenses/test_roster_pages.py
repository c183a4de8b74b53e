"""The pages of a roster, from the template to the workers, without script and whoever asks."""

import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from licenses.roster import uploads
from licenses.roster.models import RosterUpload
from tests.complaints.staff_pages import words as words_of
from tests.licenses import member, organization, worker
from tests.licenses.rosters import begin, checked, csv_file, line, lines_of, upload
from wagecase.cases.jobs import work_due
from wagecase.cases.models import Job
from wagecase.web.sheets import read_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def at(clock):
    return clock.set("2026-03-02 09:00")


def signed_in(who):
    client = Client()
    client.force_login(who.user)
    return client


def key_of(page):
    return page.content.decode().split('name="submission_key" value="')[1].split('"')[0]


def page_of(client, address, **query):
    page = client.get(address, query)
    assert page.status_code == 200, page.status_code
    return page


def test_a_roster_goes_from_the_file_to_the_application(at):
    who, draft = begin(at, workers=[worker(7)])
    client, base = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/"
    page = page_of(client, base)
    file = SimpleUploadedFile("workers.csv", csv_file([line(1), line(2, rate="7.63"), line(3, rate="free")]))
    sent = client.post(base, {"submission_key": key_of(page), "file": file})
    made = RosterUpload.objects.get()
    here = f"{base}{made.pk}/"
    assert (sent.status_code, sent["Location"]) == (303, here)

    page = page_of(client, here)
    assert "3 rows of workers." in page.content.decode()
    chosen = {f"column_{place}": name for place, name in enumerate(made.columns)}
    assert client.post(here, {**chosen, "submission_key": key_of(page)}).status_code == 303
    page = page_of(client, here).content.decode()
    assert "0 of 3 rows (0 %)" in page
    assert f'<a href="{here}">Refresh</a>' in page

    work_due(now=at)
    report = page_of(client, here).content.decode()
    assert "2 new + 0 changed + 0 unchanged + 1 with a problem = 3 rows read" in report
    assert "Enter the rate paid as a number, such as 7.75" in report
    assert "1 row pays less than the wage that is due." in report
    assert "1 worker of the application is not in the file" in report
    assert "Short by $0.12" in page_of(client, here, pile="short").content.decode()

    page = page_of(client, here)
    form = {"submission_key": key_of(page), "remove": [draft.rows.get(section="workers").key]}
    for _press in range(2):  # twice, as people do
        assert client.post(f"{here}take-over/", form).status_code in (302, 303)
    assert sorted(lines_of(draft)) == ["W-001", "W-002"]
    done = page_of(client, here).content.decode()
    assert "2 workers added." in done
    assert "1 worker removed." in done


def test_a_reading_that_stands_still_says_by_when_it_goes_on(at, clock):
    who, draft = begin(at)
    made = upload(who, draft, csv_file([line(1)]), at=at)
    uploads.start_reading(made, columns=made.columns, membership=who, at=at)
    client, here = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/{made.pk}/"
    clock.set("2026-03-02 09:02")
    assert "The work has not begun yet. It begins by itself; you do not have to send the file again." in words_of(
        page_of(client, here)
    )
    Job.objects.update(status="running", lease_until=clock.set("2026-03-02 09:05"))
    clock.set("2026-03-02 09:04")
    assert "Nothing has moved" not in words_of(page_of(client, here))
    clock.set("2026-03-02 09:04:40")
    said = words_of(page_of(client, here))
    assert "It will start again by itself by March 2, 2026, 9:06 a.m. Central time. What is checked is kept." in said


def test_the_report_tells_what_changes_and_gives_its_problems_as_a_safe_file(at):
    who, draft = begin(at, workers=[worker(1)])
    made = checked(who, draft, csv_file([line(1, rate="8"), line(2, rate="=1+1", name="=2")]), at=at)
    client, here = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/{made.pk}/"
    report = page_of(client, here, pile="changed").content.decode()
    assert "<strong>Rate paid:</strong> 7.75 → 8" in report
    assert "<strong>Disability category:</strong> Intellectual or developmental → Visual" in report
    problems = b"".join(client.get(f"{here}problems.csv").streaming_content).decode("utf-8-sig")
    assert "3,W-002,Rate paid,'=1+1," in problems


def test_wrong_files_are_refused_in_words_beside_the_field(at):
    who, draft = begin(at)
    client, base = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/"
    for data, words in (
        (b"%PDF-1.7", "This is no spreadsheet that we can read."),
        (b"", "The file is empty. Choose it again."),
        (b"x" * (5 * 1024 * 1024 + 1), "The file is larger than 5 MB. Cut it into smaller files."),
        (b"x" * (11 * 1024 * 1024), "The file is larger than 5 MB. Cut it into smaller files."),
    ):
        key = key_of(client.get(base))
        page = client.post(base, {"submission_key": key, "file": SimpleUploadedFile("w.csv", data)})
        assert (page.status_code, words in page.content.decode()) == (422, True), words
    assert "Choose the spreadsheet" in client.post(base, {"submission_key": key}).content.decode()


def test_a_column_that_is_named_twice_or_no_worker_at_all_is_refused(at):
    who, draft = begin(at)
    client, base = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/"
    sent = {"submission_key": key_of(client.get(base)), "file": SimpleUploadedFile("w.csv", b"A,B\n1,2\n")}
    here = client.post(base, sent)["Location"]
    key = key_of(client.get(here))
    page = client.post(here, {"submission_key": key, "column_0": "worker_id", "column_1": "worker_id"})
    assert (page.status_code, "“A” holds this answer already." in page.content.decode()) == (422, True)
    page = client.post(here, {"submission_key": key, "column_0": "rate"})
    assert "Choose the column with the worker’s id or name" in page.content.decode()
    page = client.post(here, {"submission_key": key, "column_0": "nonsense"})
    assert "Choose one of the answers in the list" in page.content.decode()


def test_the_template_comes_back_as_an_empty_roster_in_both_languages(at):
    who, draft = begin(at)
    client, base = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/"
    for language, words in (("en", "EXAMPLE (delete this line)"), ("es", "EJEMPLO (borre esta línea)")):
        client.cookies["django_language"] = language
        for kind in ("csv", "xlsx"):
            answer = client.get(f"{base}template.{kind}")
            rows = read_sheet(answer.content, f"a.{kind}").rows
            assert (len(rows), len(rows[0]), rows[1][0]) == (2, 25, words), (language, kind)
            key = key_of(client.get(base))
            file = SimpleUploadedFile(f"a.{kind}", answer.content)
            page = client.post(base, {"submission_key": key, "file": file})
            assert page.status_code == 422  # the example line is no worker
    book = openpyxl.load_workbook(io.BytesIO(client.get(f"{base}template.xlsx").content))
    lists = {
        str(rule.sqref).split(":")[0]: rule.formula1 for rule in book.worksheets[0].data_validations.dataValidation
    }
    assert lists["J2"] == '"Main shop"'
    assert lists["K2"] == '"Assembly,Packing"'
    assert client.get(f"{base}template.pdf").status_code == 404


def test_another_organization_a_viewer_and_another_draft_get_the_page_of_a_missing_one(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1)]), at=at)
    here = f"/licenses/apply/{draft.pk}/workers/upload/{made.pk}/"
    viewer = member(who.organization, "Vic Viewer Example", "viewer", at=at)
    stranger = member(organization("Other Works Example, Inc.", at=at), "Stan Stranger Example", at=at)
    missing = signed_in(who).get("/licenses/apply/999999/workers/upload/")
    assert missing.status_code == 404
    for person in (viewer, stranger):
        client = signed_in(person)
        for address in (here, f"{here}problems.csv", f"/licenses/apply/{draft.pk}/workers/upload/"):
            assert client.get(address).status_code == 404
        for act in ("take-over", "throw-away", "read-again"):
            assert client.post(f"{here}{act}/").status_code == 404
    assert RosterUpload.objects.count() == 1


def test_an_upload_can_be_thrown_away(at):
    who, draft = begin(at)
    made = checked(who, draft, csv_file([line(1)]), at=at)
    client, base = signed_in(who), f"/licenses/apply/{draft.pk}/workers/upload/"
    assert "A spreadsheet waits here" in page_of(client, base).content.decode()
    assert client.post(f"{base}{made.pk}/throw-away/").status_code == 303
    assert "The spreadsheet was thrown away." in page_of(client, base).content.decode()
    assert client.get(f"{base}{made.pk}/").status_code == 404
