"""Filing in public: what is required, when the 20 days start, and that one complaint is filed once."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from complaints import declarations
from complaints.declarations import current
from complaints.models import Complaint, Declaration
from tests.complaints.public_filing import (
    CHECK,
    LIVING,
    NOTARIZED,
    ONLINE,
    PAPER,
    SIGNED,
    UNPAID,
    begin,
    mark,
    picture,
    send,
    sign,
    text_of,
    url,
)
from wagecase.cases.models import Case, Draft, Task
from wagecase.deadlines.models import Clock
from wagecase.documents.models import Document

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _place(clock, media):
    """A fixed day and an empty store of files."""


def test_the_words_the_law_names_are_enough_to_file(client):
    begin(client)
    done = sign(client)
    case = Case.objects.get()
    assert done["Location"] == f"/complaints/file/receipt/{case.number}/"
    assert (case.state, case.channel, case.received_on) == ("received", "online", date(2026, 3, 2))
    complaint = case.complaint
    assert complaint.wage == "$7.50 an hour, tips only on Sundays"
    assert (complaint.verification, complaint.verified_on) == ("online", date(2026, 3, 2))
    assert case.clocks.get().legal_due == date(2026, 3, 23)
    assert case.information_requests.get().automatic, "what was left blank is asked for later"


@pytest.mark.parametrize("slug", ["problem", "who", "job", "employer", "pay", "story", "name"])
def test_what_the_law_names_is_required_in_words(client, slug):
    begin(client)
    response = send(client, slug)
    assert response.status_code == 422
    assert "There is a problem" in text_of(response)
    assert "required" not in text_of(response)


@pytest.mark.parametrize("slug", [slug for slug, values in LIVING.items() if not values])
def test_everything_else_may_stay_blank_and_says_so(client, slug):
    begin(client)
    assert "(optional)" in text_of(client.get(url(slug)))
    assert send(client, slug).status_code == 303


def test_the_receipt_shows_number_date_and_how_it_was_counted(client):
    begin(client)
    page = text_of(client.get(sign(client)["Location"]))
    assert "Complaint filed LW-2026-000001" in page
    assert "Monday, March 23, 2026" in page
    assert "How we got this date" in page
    assert "104.05" in page
    assert "Access code" in page


def test_the_clock_starts_with_the_signature_not_with_the_draft(client, clock):
    token = begin(client).session["resume_token"]
    clock.set("2026-03-10 20:30")
    later = Client()
    later.post(f"/complaints/file/resume/{token}/")
    sign(later)
    assert Clock.objects.get().start_on == date(2026, 3, 10)
    assert Clock.objects.get().legal_due == date(2026, 3, 30)


def test_the_signed_words_are_kept_with_place_and_day(client):
    begin(client)
    sign(client)
    declaration = Case.objects.get().declaration
    words = current("en")
    assert (declaration.version, declaration.language, declaration.text) == (words.version, "en", words.text)
    assert (declaration.name, declaration.city, declaration.state) == ("rosa sample", "Madison", "Wisconsin")
    assert declaration.signed_on == date(2026, 3, 2)
    assert declaration.ip_address == "127.0.0.1"


def test_a_declaration_in_spanish_is_kept_in_spanish_and_marked(client):
    begin(client)
    client.cookies["django_language"] = "es"
    page = text_of(client.get(ONLINE))
    assert current("es").paragraphs[0] in page
    assert current("en").paragraphs[0] in page, "the English stands beside a translation that nobody approved"
    sign(client)
    assert Case.objects.get().declaration.language == "es"


def test_nobody_signs_for_another_person(client):
    begin(client)
    response = sign(client, name="Somebody Else")
    assert response.status_code == 422
    assert "Type your name as it stands in the complaint: Rosa Sample" in text_of(response)
    assert "Madison" in response.content.decode(), "what was typed is kept"
    assert not Case.objects.exists()


def test_on_paper_the_20_days_have_not_started(client):
    begin(client)
    page = text_of(client.get(sign(client, PAPER)["Location"]))
    case = Case.objects.get()
    assert case.state == "unverified"
    assert not case.clocks.exists()
    assert "The 20 days have not started. They start when we receive your signed form." in page
    assert "Complaint filed" not in page
    status = text_of(client.get(f"/complaints/status/{case.number}/"))
    assert "The 20 days have not started." in status
    assert Document.objects.filter(case=case, kind="complaints.file_for_paper").exists()


def test_a_notarized_copy_waits_for_its_check(client):
    begin(client)
    page = text_of(client.get(sign(client, NOTARIZED, copy=picture("sworn.png"))["Location"]))
    case = Case.objects.get()
    assert case.state == "unverified"
    assert case.complaint.verification == Complaint.Verification.NONE
    assert case.attachments.get().purpose == "declaration"
    assert Task.objects.filter(case=case, role="supervisor").exists()
    assert "The 20 days have not started. Our staff first check your notarized copy." in page


def test_a_kind_without_the_clock_never_speaks_of_one(client):
    client.post("/complaints/file/")
    send(client, "problem", problem="unpaid_wages")
    pages = [client.get(url(slug)) for slug in UNPAID]
    begin(client, UNPAID)
    pages += [client.get(CHECK), client.get(ONLINE)]
    done = sign(client)
    case = Case.objects.get()
    pages += [client.get(done["Location"]), client.get(f"/complaints/status/{case.number}/")]
    assert case.kind == "unpaid_wages"
    assert not case.clocks.exists()
    for page in pages:
        assert page.status_code == 200
        assert "20 days" not in text_of(page)
        assert "due" not in text_of(page).lower().split()


def test_a_kind_without_paper_is_signed_online_whatever_the_address(client):
    begin(client, UNPAID)
    for path in (PAPER, NOTARIZED, "/complaints/file/sign/"):
        assert sign(client, path)["Location"] == ONLINE
    assert not Case.objects.exists()


def test_any_person_files_for_a_class(client):
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    assert send(client, "who", scope="class")["Location"] == url("workers")
    assert send(client, "workers").status_code == 422
    send(client, "workers", employees="All night cleaners\r\nat the plant", capacity="any_person")
    for slug, values in LIVING.items():
        if slug not in {"problem", "who"}:
            send(client, slug, **values)
    sign(client)
    complaint = Case.objects.get().complaint
    assert (complaint.scope, complaint.capacity) == ("class", "any_person")
    assert complaint.employees == "All night cleaners\nat the plant"


def test_two_presses_of_the_button_file_once(client):
    begin(client)
    key = uuid4()
    first, second = sign(client, key=key), sign(client, key=key)
    assert first["Location"] == second["Location"]
    assert Case.objects.count() == 1


def test_two_windows_file_once_and_get_the_same_receipt(client):
    begin(client)
    assert sign(client)["Location"] == sign(client)["Location"] == sign(client, PAPER)["Location"]
    assert Case.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same_key", [True, False])
def test_presses_at_the_same_instant_file_once(client, same_key):
    begin(client)
    key, cookie = uuid4(), client.cookies["sessionid"].value
    places: list[str] = []

    def press(_number: int) -> None:
        mine = Client()
        mine.cookies["sessionid"] = cookie
        try:
            places.append(sign(mine, key=key if same_key else uuid4())["Location"])
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(press, range(4)))
    case = Case.objects.get()
    assert places == [f"/complaints/file/receipt/{case.number}/"] * 4
    assert client.get(places[0]).status_code == 200, "the session still holds the case"


def test_the_same_form_with_other_words_is_told_apart(client):
    begin(client)
    key = uuid4()
    sign(client, key=key)
    response = sign(client, key=key, city="Milwaukee")
    assert response.status_code == 422
    page = text_of(response)
    assert "already sent" in page
    assert "Milwaukee" in page
    assert Case.objects.count() == 1


def test_back_after_filing_leads_to_the_receipt(client):
    begin(client)
    receipt = sign(client)["Location"]
    for path in (url("job"), CHECK, ONLINE, PAPER, "/complaints/file/sign/", "/complaints/file/save/"):
        assert client.get(path)["Location"] == receipt, path


def test_a_question_skipped_by_its_address_is_asked_before_signing(client):
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    assert client.get(ONLINE)["Location"].startswith(CHECK)
    assert sign(client)["Location"].startswith(CHECK)
    page = text_of(client.get(CHECK))
    assert "Answer these questions before you file" in page
    assert "What is the job?" in page
    assert not Case.objects.exists()


def test_change_on_the_check_page_returns_there(client):
    begin(client)
    page = client.get(CHECK)
    assert f"{url('job')}?to=check" in page.content.decode()
    response = send(client, "job", occupation="Baker", to="check")
    assert response["Location"] == CHECK
    assert "Baker" in text_of(client.get(CHECK))
    assert "Not given" in text_of(client.get(CHECK))


def test_a_change_that_opens_a_question_asks_it_at_once(client):
    begin(client)
    assert send(client, "who", scope="person", to="check")["Location"] == f"{url('workers')}?to=check"
    assert send(client, "workers", employees="Li Wei Sample", to="check")["Location"] == CHECK


def test_warnings_come_first_and_stop_nothing(client):
    begin(client, contact={"channel": "email", "phone": "608-555-0199"})
    page = text_of(client.get(CHECK))
    assert page.index("address or number for it is missing") < page.index("Your work")
    assert sign(client).status_code == 303


def test_one_address_for_both_sides_is_warned_of_and_stops_nothing(client):
    begin(client, contact={"email": "Both@example.com"}, employer_contact={"email": "both@example.com"})
    said = "You gave the same e-mail for you and for the employer. One of you then reads what is for the other."
    assert said in text_of(client.get(CHECK))
    assert sign(client).status_code == 303
    other = Client()
    begin(other, contact={"email": "both@example.com"}, employer_contact={"email": "boss@example.org"})
    assert said not in text_of(other.get(CHECK))


def test_something_else_says_where_to_turn(client):
    client.post("/complaints/file/")
    response = send(client, "problem", problem="other")
    page = text_of(client.get(response["Location"]))
    assert response["Location"] == "/complaints/file/elsewhere/"
    assert "608-555-0100" in page
    assert "20 days" not in page
    assert not Draft.objects.get().kind


def test_the_private_pages_are_not_kept_by_the_browser(client):
    begin(client)
    assert client.get(CHECK)["Cache-Control"] == "no-store"
    assert client.get(sign(client)["Location"])["Cache-Control"] == "no-store"


def seen_on(client) -> dict[str, str]:
    found = re.search(r'name="seen" value="([^"]+)"', client.get(ONLINE).content.decode())
    assert found
    return {"seen": found[1]}


def test_a_complaint_changed_in_another_window_is_read_again_before_it_is_signed(client):
    begin(client)
    shown = seen_on(client)
    send(client, "pay", wage="$99 an hour")
    refused = client.post(ONLINE, {"submission_key": str(uuid4()), **SIGNED, **shown})
    assert refused.status_code == 409
    page = text_of(refused)
    assert "Nothing was signed" in page
    assert "Please read them again" in page
    assert not Case.objects.exists()
    html = refused.content.decode()
    assert 'value="rosa  sample"' in html or 'value="rosa sample"' in html
    assert 'value="Madison"' in html
    assert 'name="agree" checked' not in html
    again = re.search(r'name="seen" value="([^"]+)"', html)[1]
    assert again != shown["seen"]
    assert client.post(ONLINE, {"submission_key": str(uuid4()), **SIGNED, "seen": again}).status_code == 303
    assert Case.objects.get().complaint.wage == "$99 an hour"


def test_a_signature_under_other_words_is_refused(client, monkeypatch):
    begin(client)
    shown = seen_on(client)
    changed = replace(declarations.current("en"), text="Other words that nobody on this page has read.")
    monkeypatch.setitem(declarations.VERSIONS, (changed.version, "en"), changed)
    refused = client.post(ONLINE, {"submission_key": str(uuid4()), **SIGNED, **shown})
    assert refused.status_code == 409
    assert "Other words that nobody on this page has read." in text_of(refused)
    assert not Declaration.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"seen": ""}, {"seen": "2026-11:en:0"}])
def test_a_signature_without_the_mark_of_the_page_is_refused(client, sent):
    begin(client)
    assert client.post(ONLINE, {"submission_key": str(uuid4()), **SIGNED, **sent}).status_code == 409
    assert not Case.objects.exists()


def test_a_paper_added_after_the_page_was_opened_is_seen_before_signing(client, media):
    begin(client)
    shown = seen_on(client)
    client.post(url("papers"), {"page_ref": mark(client.get(url("papers"))), "papers": [picture()], "add": "1"})
    assert client.post(ONLINE, {"submission_key": str(uuid4()), **SIGNED, **shown}).status_code == 409
