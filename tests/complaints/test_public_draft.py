"""A complaint in the making survives closed windows, ended sessions, second windows and altered pages."""

import re

import pytest
from django.core import signing
from django.test import Client

from complaints.views import public_session
from tests.complaints.public_filing import CHECK, begin, mark, send, sign, text_of, url
from wagecase.cases.models import Draft, DraftSection
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _place(clock, media):
    """A fixed day and an empty store of files."""


@pytest.fixture
def started(client) -> Client:
    """A client that has said what is wrong with the pay."""
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    return client


def answers(slug: str) -> dict:
    return DraftSection.objects.get(name=slug).answers


def test_start_now_opens_a_draft_on_the_server_and_pressing_twice_opens_one(client):
    client.post("/complaints/file/")
    client.post("/complaints/file/")
    assert Draft.objects.count() == 1
    assert client.get("/complaints/file/").status_code == 200
    assert Draft.objects.count() == 1, "reading a page opens none"


def test_the_link_is_shown_at_once_and_opens_the_draft_on_another_device(started):
    page = started.get(url("link")).content.decode()
    token = re.search(r"/complaints/file/resume/([\w-]+)/", page)[1]
    assert token not in Draft.objects.get().token_hash
    send(started, "who", scope="self")
    other = Client()
    path = f"/complaints/file/resume/{token}/"
    asked = other.get(path)
    assert "Open my complaint" in text_of(asked)
    assert "draft_id" not in other.session, "a mail scanner that follows the link opens nothing"
    assert asked["Cache-Control"] == "no-store"
    assert other.post(path)["Location"] == url("link"), "it goes on with the first page not yet answered"
    assert 'value="self" checked' in re.sub(r'\s+id="[^"]*"', "", other.get(url("who")).content.decode())


@pytest.mark.parametrize("token", ["abc", "x" * 500, "%00", "..", "ñ"])
def test_an_unknown_link_says_so(client, token):
    response = client.post(f"/complaints/file/resume/{token}/")
    assert response.status_code == 404
    assert "DoesNotExist" not in text_of(response)


def test_guessing_links_is_slowed_down(client):
    codes = [client.post(f"/complaints/file/resume/guess{n}/").status_code for n in range(21)]
    assert codes == [404] * 20 + [429]


def test_the_link_is_mailed_to_a_safe_address_without_naming_the_matter(started):
    send(started, "link", email="rosa@example.com")
    notice = Notice.objects.get()
    assert notice.address == "rosa@example.com"
    assert started.session["resume_token"] in notice.text
    assert notice.is_account_mail, "staff never see a link that opens a draft"
    for word in ("complaint", "wage", "employer"):
        assert word not in notice.subject.lower()


def test_save_and_come_back_later_keeps_half_a_page(started):
    response = send(started, "employer", trade_name="The Corner", later="1")
    assert response["Location"] == "/complaints/file/save/"
    assert answers("employer")["trade_name"] == "The Corner"
    page = text_of(started.get("/complaints/file/save/"))
    assert "Your answers are saved" in page
    assert started.session["resume_token"] in page


def test_leaving_clears_the_device_and_keeps_the_draft(started):
    response = started.post("/complaints/file/leave/", follow=True)
    assert "This device is cleared" in text_of(response)
    assert not started.session.keys()
    assert "No complaint is open on this device" in text_of(started.get(url("job")))
    assert Draft.objects.exists()


def test_a_get_never_leaves(started):
    assert started.get("/complaints/file/leave/").status_code == 405
    assert started.session["draft_id"]


def test_a_page_sent_after_the_session_ended_is_saved_all_the_same(started):
    sent = {"page_ref": mark(started.get(url("job"))), "occupation": "Baker"}
    response = Client().post(url("job"), sent)
    assert response.status_code == 409
    assert "Your last page was saved" in text_of(response)
    assert answers("job") == {"occupation": "Baker"}


def test_a_page_that_cannot_be_saved_shows_what_was_typed(started):
    response = Client().post(url("job"), {"page_ref": "nothing", "occupation": "Baker"})
    assert response.status_code == 409
    assert "Baker" in text_of(response)
    assert not DraftSection.objects.filter(name="job").exists()


def test_two_windows_do_not_overwrite_each_other_unseen(started):
    first, second = mark(started.get(url("job"))), mark(started.get(url("job")))
    started.post(url("job"), {"page_ref": first, "occupation": "Baker"})
    response = started.post(url("job"), {"page_ref": second, "occupation": "Cook"})
    assert response.status_code == 409
    page = text_of(response)
    assert "This page was saved in another window" in page
    assert "Baker" in page
    assert 'value="Cook"' in response.content.decode()
    assert answers("job") == {"occupation": "Baker"}, "nothing was overwritten"
    again = started.post(url("job"), {"page_ref": mark(response), "occupation": "Cook"})
    assert again.status_code == 303
    assert answers("job") == {"occupation": "Cook"}, "knowing of it, the person may go on"


def test_two_complaints_in_two_windows_stay_apart(started):
    old = mark(started.get(url("job")))
    first = Draft.objects.get()
    started.post("/complaints/file/")
    response = started.post(url("job"), {"page_ref": old, "occupation": "Baker"})
    assert response.status_code == 409
    assert DraftSection.objects.get(name="job").draft == first


@pytest.mark.parametrize("made", [
    "", "x", "x" * 5000, "\x00", signing.dumps([1, "job", 0], salt="another"),
    signing.dumps({"a": 1}, salt="complaint-page"), signing.dumps([1, "name", 0], salt="complaint-page"),
], ids=["none", "short", "long", "nul", "other-salt", "no-list", "other-page"])  # fmt: skip
def test_an_altered_mark_is_refused_and_the_text_kept(started, made):
    response = started.post(url("job"), {"page_ref": made, "occupation": "Baker"})
    assert response.status_code == 422
    assert "Part of this page was changed or missing" in text_of(response)
    assert 'value="Baker"' in response.content.decode()


def test_a_page_no_longer_asked_leads_on(started):
    send(started, "who", scope="self")
    assert started.get(url("workers"))["Location"] == url("link")
    assert started.get(url("unpaid")).status_code == 303
    assert started.get("/complaints/file/nothing/").status_code == 404


def test_no_question_is_asked_before_the_first(client):
    client.post("/complaints/file/")
    assert client.get(url("job"))["Location"] == url("problem")
    assert client.get(CHECK)["Location"] == url("problem")


def test_the_kind_can_be_changed_and_the_answers_stay(client):
    begin(client)
    send(client, "problem", problem="unpaid_wages", to="check")
    page = text_of(client.get(CHECK))
    assert "What pay is missing?" in page
    assert "20 days" not in page
    assert "Night cleaner" in page


def test_a_page_sent_after_filing_shows_what_was_typed(client):
    old = mark(begin(client).get(url("job")))
    receipt = sign(client)["Location"]
    late = client.post(url("job"), {"page_ref": old, "occupation": "Baker"})
    assert late.status_code == 409
    assert "This complaint was filed" in text_of(late)
    assert "Baker" in text_of(late)
    assert f'href="{receipt}"' in late.content.decode()
    assert client.get(url("job"))["Location"] == receipt
    stranger = Client().post(url("job"), {"page_ref": old, "occupation": "Baker"})
    assert "This complaint was filed" in text_of(stranger)
    assert "Baker" in text_of(stranger)


def test_the_link_of_a_filed_complaint_shows_no_case(client):
    token = begin(client).session["resume_token"]
    sign(client)
    response = Client().post(f"/complaints/file/resume/{token}/")
    assert "This complaint was filed" in text_of(response)
    assert "Night cleaner" not in text_of(response)


def test_a_flood_of_new_complaints_from_one_address_is_slowed_down_politely(monkeypatch):
    monkeypatch.setattr(public_session, "STARTS", 3)
    for _ in range(3):
        assert Client().post("/complaints/file/").status_code == 303
    response = Client().post("/complaints/file/")
    assert response.status_code == 429
    page = text_of(response)
    assert "Please wait ten minutes" in page
    assert "You can also file by phone" in page
    assert Draft.objects.count() == 3
    assert Client(REMOTE_ADDR="192.0.2.7").post("/complaints/file/").status_code == 303


def test_going_on_with_an_empty_draft_is_no_new_start(client, monkeypatch):
    monkeypatch.setattr(public_session, "STARTS", 1)
    for _ in range(3):
        assert client.post("/complaints/file/").status_code == 303


@pytest.mark.parametrize(("version", "told"), [("2026-11", False), ("2020-01", True)])
def test_who_comes_back_after_the_questions_changed_is_told_so(started, version, told):
    Draft.objects.update(form_version=version)
    back = Client().post(f"/complaints/file/resume/{started.session['resume_token']}/", follow=True)
    assert back.status_code == 200
    assert ("Our questions changed since you began" in text_of(back)) is told
