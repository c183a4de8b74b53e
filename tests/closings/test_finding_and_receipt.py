"""The way back to a notice has closings' own addresses and words, and the receipt says what short notice may lead to."""

import datetime as dt
from dataclasses import replace

import pytest

from closings.content import RecipientFacts
from tests.closings.notice import CONTENT, file_online
from tests.complaints.staff_pages import words
from tests.factories import at, make_pdfs, send_mail
from wagecase.cases.links import access_code, link
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
SURCHARGE = (
    "An official seems to be told too late. For that the department must assess a surcharge of not more than $500 a day"
)
CLAIMS = "Employees seem to be told too late. They may claim pay and benefits"


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def test_number_and_code_open_the_notice_below_closings(client):
    case = file_online()
    code = access_code(case.parties.get())
    page = words(client.get("/closings/find/"))
    assert "Notice number For example: BC-2026-000123" in page
    assert "Sign in, and open it from your home" in page
    wrong = client.post("/closings/find/", {"number": case.number, "code": "AAAA-AAAA-AAAA-AAAA"})
    assert wrong.status_code == 422
    assert "No case fits this number and code." in words(wrong)
    assert client.post("/closings/find/", {"number": "bc 2026 000001", "code": code})["Location"] == (
        "/closings/status/BC-2026-000001/"
    )


def test_the_private_link_of_a_notice_is_below_closings_and_an_old_one_still_opens(client):
    case = file_online()
    party = case.parties.get()
    assert link(party).endswith(f"/closings/open/BC-2026-000001/{access_code(party)}/")
    path = link(party).partition("/closings/")[2]
    assert "This link belongs to notice BC-2026-000001" in words(client.get(f"/closings/{path}"))
    assert client.post(f"/closings/{path}")["Location"] == "/closings/status/BC-2026-000001/"
    sent_before = client.post(f"/complaints/open/BC-2026-000001/{access_code(party)}/")
    assert sent_before["Location"] == "/closings/status/BC-2026-000001/"


def test_letter_mail_and_lost_session_name_the_notices_own_address(client):
    case = file_online()
    make_pdfs(at("2026-03-10 10:05"))
    send_mail(at("2026-03-10 10:10"))
    assert "/closings/open/BC-2026-000001/" in Notice.objects.get(kind="closings.file_online").text
    receipt = case.documents.get(kind="closings.file_online").html
    assert "/closings/find/" in receipt
    assert "/complaints/" not in receipt
    assert client.get("/closings/status/BC-2026-000001/")["Location"] == "/closings/find/"
    late = client.post("/closings/status/BC-2026-000001/rescind/", {"reason": "A buyer was found."})
    assert (late.status_code, 'href="/closings/find/"' in late.content.decode()) == (409, True)


def test_the_home_page_and_the_top_of_the_list_lead_to_the_filing(client):
    home = client.get("/").content.decode()
    assert 'href="/closings/file/"' in home
    page = client.get("/closings/").content.decode()
    assert page.index('href="/closings/file/"') < page.index("</h1>") + 700, "beside the heading, not below the table"


def test_the_receipt_says_what_short_notice_may_lead_to(client):
    late = replace(CONTENT, recipients=(
        RecipientFacts("department", given_on=dt.date(2026, 3, 10)),
        RecipientFacts("employee", given_on=dt.date(2026, 3, 9)),
        RecipientFacts("official", "Mayor", "Monroe", dt.date(2026, 3, 9)),
        RecipientFacts("official", "President", "Invented Springs", dt.date(2026, 3, 1)),
        RecipientFacts("official", "Manager", "Invented Springs", dt.date(2026, 3, 1)),
    ))  # fmt: skip
    case = file_online(late)
    client.post(f"/closings/open/{case.number}/{access_code(case.parties.get())}/")
    page = words(client.get(f"/closings/file/receipt/{case.number}/"))
    assert SURCHARGE in page
    assert CLAIMS in page
    receipt = case.documents.get(kind="closings.file_online").html
    assert "What short notice may lead to" in receipt
    status = words(client.get(f"/closings/status/{case.number}/"))
    assert "On the public list Later As soon as we have read it. The law sets no day." in status


def test_a_receipt_in_time_threatens_nobody(client):
    in_time = tuple(replace(row, given_on=dt.date(2026, 3, 1)) for row in CONTENT.recipients)
    case = file_online(replace(CONTENT, recipients=in_time), when="2026-03-01 10:00")
    client.post(f"/closings/open/{case.number}/{access_code(case.parties.get())}/")
    page = words(client.get(f"/closings/file/receipt/{case.number}/"))
    assert "You keep it true" in page
    assert "too late" not in page
