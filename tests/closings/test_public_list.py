"""The public list: one row an event at its latest revision, counts and never judgments, files that no program misreads."""

import csv
import datetime as dt
import io
import json
import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from closings import intake, publishing, standing
from closings.models import ClosingNotice
from tests.closings.notice import CONTENT, case_in, do, file_online, keyed, rescinded, updated
from tests.closings.test_record_imported import conagra, row
from tests.complaints.staff_pages import words
from tests.factories import at, make_pdfs, person
from wagecase.documents.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def lines(client) -> list[dict[str, str]]:
    answer = client.get("/closings/list.csv")
    return list(csv.DictReader(io.StringIO(b"".join(answer.streaming_content).decode())))


def test_a_notice_is_not_public_before_staff_read_it(client):
    case = case_in("received")
    assert "No notices are listed yet." in words(client.get("/closings/"))
    assert client.get(f"/closings/notices/{case.number}/").status_code == 404
    assert client.get(f"/closings/notices/{case.number}/0.pdf").status_code == 404
    assert lines(client) == []


def test_one_row_an_event_with_a_count_of_days_and_no_judgment(client):
    case = updated(case_in("listed"), separations=(replace(CONTENT.separations[0], first_on=dt.date(2026, 6, 1)),))
    text = words(client.get("/closings/"))
    assert text.count("Made-Up Mills Example LLC") == 1
    assert "90 Mar 10, 2026 Jun 1, 2026 83" in text
    assert not re.search(r"\blate\b", text, re.IGNORECASE)
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert "Update , March 15, 2026: Change of the schedule" in page
    assert "First day of work lost May 1, 2026 June 1, 2026" in page
    for private in ("Paula", "608-555-0122", "Signed list", "140", "Mayor"):
        assert private not in page, private


def test_a_rescinded_notice_stays_and_counts_nothing(client):
    rescinded(case_in("listed"))
    text = words(client.get("/closings/"))
    assert "Rescinded" in text
    assert "0 workers in notices received in 2026" in text
    (line,) = lines(client)
    assert (line["status"], line["workers"], line["workers_stated"]) == ("rescinded", "0", "90")


def test_a_number_that_was_not_stated_is_never_0(client):
    from closings.imported import record_imported

    record_imported(
        [row("original", None, "2020-10-05", 2, begins="")], actor=person("sue").actor, at=at("2026-03-02 09:00")
    )
    assert "Not stated" in words(client.get("/closings/"))
    (line,) = lines(client)
    assert (line["workers"], line["days_of_notice"], line["layoff_first"]) == ("", "", "")


def test_no_cell_is_a_formula_and_no_line_is_a_total(client):
    case_in("listed", replace(CONTENT, employer_name='=HYPERLINK("https://example.com")', trade_name="+1 Example"))
    (line,) = lines(client)
    assert line["employer"].startswith("'=HYPERLINK")
    assert line["dba"] == "'+1 Example"


def test_the_json_file_says_how_many_and_since_when(client):
    conagra()
    found = json.loads(b"".join(client.get("/closings/list.json").streaming_content))
    assert (found["count"], found["last_changed_on"]) == (1, "2026-03-02")  # the day on which it was brought in
    (line,) = found["notices"]
    assert (line["employer"], line["workers"], line["revision_no"], line["origin"]) == (
        "Invented Foods Example, Inc.", 153, 2, "imported",
    )  # fmt: skip


def test_the_file_says_on_which_day_the_list_changed_whatever_is_stamped_on_a_letter(client):
    def changed_on():
        return json.loads(b"".join(client.get("/closings/list.json").streaming_content))["last_changed_on"]

    case = keyed()  # stamped on March 9, recorded on March 10
    assert changed_on() is None
    case = do(case, publishing.publish, by="cora", when="2026-03-20 09:00")
    assert changed_on() == "2026-03-20"
    intake.file_update(
        case, content=replace(CONTENT, trade_name="Later Mills"), received_on=dt.date(2026, 3, 18),
        actor=person("cora").actor, at=at("2026-03-24 10:00"),
    )  # fmt: skip
    assert changed_on() == "2026-03-24"
    updated(file_online(), when="2026-03-26 10:00", trade_name="Never listed")
    assert changed_on() == "2026-03-24"
    case = do(
        rescinded(case, when="2026-03-27 10:00"), standing.remove_listed, by="cora", when="2026-03-30 09:00", reason="x"
    )
    assert changed_on() == "2026-03-30"


def test_the_files_are_kept_until_the_list_changes(client):
    case = case_in("listed")
    first = client.get("/closings/list.csv")
    again = client.get("/closings/list.csv", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert first["Cache-Control"] == "public, max-age=300"
    rescinded(case)
    assert client.get("/closings/list.csv", headers={"if-none-match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize(
    ("query", "found"),
    [("", 2), ("year=2020", 1), ("county=Green", 1), ("county=Adams", 0), ("event=mass-layoff", 0), ("q=made-up", 1),
     ("q=mills", 0), ("status=rescinded", 0), ("q=Made-Up&year=2026&county=Green&event=closing", 1)],
)  # fmt: skip
def test_each_filter_finds_what_it_says(client, query, found):
    case_in("listed")
    conagra()
    page = client.get(f"/closings/?{query}")
    assert page.content.decode().count("/closings/notices/BC-") == found


def test_a_page_asks_at_most_6_questions_however_long_the_list(client):
    for place in range(60):
        case = conagra()
        ClosingNotice.objects.filter(case=case).update(employer_name=f"Invented Firm {place:02d} Example")
    client.get("/closings/")
    for address in ("/closings/", "/closings/?year=2020&county=Walworth&event=closing&q=invented"):
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert client.get(address).status_code == 200
        assert len(asked) <= 6, [query["sql"][:120] for query in asked]
    seen = []
    address = "/closings/"
    while address:
        page = client.get(address).content.decode()
        seen += [part.split("/")[0] for part in page.split("/closings/notices/")[1:]]
        older = page.split('rel="next" href="')[1:]
        address = "/closings/" + older[0].split('"')[0].replace("&amp;", "&") if older else ""
    assert (len(seen), len(set(seen))) == (60, 60)


def test_the_public_pdf_is_made_from_the_public_fields(client):
    case = case_in("listed")
    make_pdfs(at("2026-03-11 09:05"))
    assert client.get(f"/closings/notices/{case.number}/0.pdf")["Content-Type"] == "application/pdf"
    html = Document.objects.get(kind="closings.notice").html
    assert "North mill, City of Monroe" in html
    for private in ("Paula", "608-555-0122", "Signed list", "140"):
        assert private not in html, private


def test_an_undone_import_leaves_a_page_that_says_so(client):
    from closings.imported import remove_imported

    case = remove_imported(conagra(), reason="Wrong file", actor=person("sue").actor, at=at("2026-03-02 09:00"))
    page = client.get(f"/closings/notices/{case.number}/")
    assert page.status_code == 410
    told = words(page)
    assert "On Monday, March 2, 2026 the department took this one notice off the public list." in told
    assert "It does not say that the closing or layoff did not take place." in told


EXPLAINED = {  # the names never change: programs read the files by them
    "notice_no": "Number of the notice. It never changes and is never given twice.",
    "status": "original, updated or rescinded",
    "event_kind": "closing or mass-layoff",
    "duration": "permanent or temporary",
    "employer": "Name of the employer",
    "dba": "Other name it goes by",
    "municipalities": "Cities, villages and towns with a site",
    "counties": "Their counties",
    "workforce_area": "Workforce development areas of the counties; of an old list as the list names them",
    "industry": "Line of business",
    "received_on": "Day on which the department received the first notice",
    "dated_on": "Date on the notice",
    "layoff_first": "First day on which work is lost",
    "layoff_last": "Last day on which work is lost",
    "days_of_notice": "Days from received_on to layoff_first; below 0 where the notice came after it",
    "workers": "Workers affected, by the latest revision; 0 once rescinded",
    "workers_stated": "Workers affected as last stated, also of a rescinded notice",
    "revision_no": "Number of the latest revision; 0 is the original",
    "rescinded_on": "Day on which it was rescinded",
    "listed_on": "First day on this list",
    "last_changed_on": "Day on which the latest revision was received; a letter may be recorded later",
    "origin": "filed online, keyed from a letter, or imported from an old list",
}


def test_every_column_of_the_files_is_explained(client):
    case_in("listed")
    (line,) = lines(client)
    (notice,) = json.loads(b"".join(client.get("/closings/list.json").streaming_content))["notices"]
    assert list(line) == list(notice) == list(EXPLAINED)
    page = words(client.get("/closings/columns/"))
    for name, meaning in EXPLAINED.items():
        assert f" {name} {meaning} " in page


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL writes the file itself")
def test_a_reader_who_leaves_in_the_middle_of_the_file_leaves_the_database_in_order(monkeypatch):
    from closings import copied
    from closings.selectors import listed

    monkeypatch.setattr(copied, "BLOCK", 1)
    for _ in range(12):
        conagra()
    lines_of_the_file = copied.blocks(listed())
    assert next(lines_of_the_file).startswith(b"BC-2020-000012,updated,closing,")
    lines_of_the_file.close()
    assert len(list(copied.blocks(listed()))) == 13  # a line each, and what was left at the end


@pytest.mark.skipif(connection.vendor != "postgresql", reason="only PostgreSQL writes the file itself")
def test_a_slow_reader_gets_the_whole_file_and_pages_keep_their_limit():
    from closings import copied
    from closings.selectors import listed

    for _ in range(12):
        conagra()
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 200")
    slowly = listed().extra(where=["pg_sleep(0.05) IS NOT NULL"])  # 0.6 seconds for the one statement
    assert b"".join(copied.blocks(slowly)).count(b"\r\n") == 12
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("200ms",)


def test_a_line_break_within_a_cell_stays_what_it_is(client):
    case_in("listed", replace(CONTENT, trade_name="Mills\nof Example"))
    file = b"".join(client.get("/closings/list.csv").streaming_content)
    assert b'"Mills\nof Example"' in file
    assert file.count(b"\r\n") == 2
