"""Sessions end after 30 idle minutes or 12 hours; what was sent too late is kept for its own person."""

import re
import time
from html import unescape
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.complaints.staff_pages import hidden, sign_in, signed_in, words
from tests.factories import case_in, person
from wagecase.accounts.models import KeptPost, User
from wagecase.cases.housekeeping import tidy
from wagecase.cases.models import Note
from wagecase.encryption import encrypt

pytestmark = pytest.mark.django_db


@pytest.fixture
def ina(db, clock):
    return signed_in("ina")


def test_a_session_lives_while_there_is_something_to_do(ina, clock):
    for _ in range(12):
        assert ina.get("/staff/").status_code == 200
        clock.advance(minutes=28)


def test_thirty_idle_minutes_end_it(ina, clock):
    ina.get("/staff/")
    clock.advance(minutes=29, seconds=59)
    assert ina.get("/staff/").status_code == 200
    clock.advance(minutes=30)
    answer = ina.get("/staff/cases/?state=drafted")
    assert answer.status_code == 302
    assert answer.url == "/accounts/login/?next=%2Fstaff%2Fcases%2F%3Fstate%3Ddrafted&ended=idle"
    # Nobody is signed in there any more, so the page speaks the browser's language.
    assert "No hubo actividad durante 30 minutos" in words(ina.get(answer.url))
    assert "There was nothing to do for 30 minutes" in words(ina.get(answer.url, headers={"accept-language": "en"}))
    assert ina.get("/staff/").status_code == 302


def test_twelve_hours_end_it_however_busy(ina, clock):
    for _ in range(36):
        assert ina.get("/staff/").status_code == 200
        clock.advance(minutes=20)
    answer = ina.get("/staff/")
    assert (answer.status_code, answer.url) == (302, "/accounts/login/?next=%2Fstaff%2F&ended=long")


def test_a_public_page_goes_on_without_the_person(ina, clock):
    ina.get("/staff/")
    clock.advance(hours=1)
    assert ina.get("/").status_code == 200
    assert ina.get("/staff/").status_code == 302


def test_the_page_says_until_when_without_a_script(ina):
    page = words(ina.get("/staff/"))
    assert "Signed in until 9:30 a.m. Central time if you do nothing" in page


def test_staying_signed_in_moves_the_end(ina, clock):
    ina.get("/staff/")
    clock.advance(minutes=26)
    assert ina.post("/staff/session/").json() == {"seconds_left": 1800}
    assert "Signed in until 9:56 a.m." in words(ina.get("/staff/"))
    assert ina.get("/staff/session/").status_code == 405
    clock.advance(minutes=40)
    assert ina.post("/staff/session/").status_code == 303


TEXT = "Payroll clerk called: <b>hours</b> of March are missing 😀"


@pytest.fixture
def late(ina, clock):
    """A note that was typed for an hour and sent then."""
    case = case_in("investigating")
    address = f"/complaints/{case.number}/notes/"
    fields = {**hidden(ina.get(address)), "text": TEXT}
    clock.advance(minutes=50)
    answer = ina.post(address, fields)
    assert answer.status_code == 303
    return case, answer.url


def kept_address(url: str) -> str:
    """Return where the sign-in page will lead."""
    return unquote(re.search(r"next=([^&]+)", url)[1])


def test_a_form_that_came_too_late_is_shown_back_and_sent_with_one_press(ina, late):
    case, url = late
    assert not Note.objects.exists()
    assert url.endswith("&ended=idle")
    sign_in(ina, "ina")
    page = ina.get(kept_address(url))
    assert "Payroll clerk called: <b>hours</b> of March are missing 😀" in words(page).replace("&lt;", "<")
    assert "<b>hours</b>" not in page.content.decode()
    action = re.search(r'<form class="wc-form" method="post" action="([^"]+)"', page.content.decode())[1]
    assert action == f"/complaints/{case.number}/notes/"
    assert ina.post(action, posted(page)).status_code == 303
    assert Note.objects.get().text == TEXT


def posted(page) -> dict[str, str]:
    """Return the hidden fields as a browser would send them."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page.content.decode())
    return {name: unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


def test_nobody_else_sees_it(late):
    address = kept_address(late[1])
    for key in ("ivo", "sue", "ada"):
        assert signed_in(key).get(address).status_code == 404


def test_it_is_unreadable_in_the_database_and_gone_after_seven_days(ina, late, clock):
    with connection.cursor() as cursor:
        cursor.execute("SELECT fields FROM accounts_keptpost")
        assert "Payroll" not in cursor.fetchone()[0]
    clock.advance(days=7, hours=2)
    sign_in(ina, "ina")
    assert ina.get(kept_address(late[1])).status_code == 404
    tidy(now=timezone.now())
    assert not KeptPost.objects.exists()


def test_throwing_it_away(ina, late):
    sign_in(ina, "ina")
    address = kept_address(late[1])
    assert ina.post(address).url == "/staff/"
    assert ina.get(address).status_code == 404


def forget_session(browser) -> None:
    """Take the cookie of the session away, as a browser does once it is too old."""
    del browser.cookies["sessionid"]


def test_a_heap_of_forms_of_one_person_keeps_the_newest(ina, clock):
    address = f"/complaints/{case_in('investigating').number}/notes/"
    ina.get(address)
    forget_session(ina)
    urls = []
    for number in range(23):
        clock.advance(seconds=1)
        urls.append(ina.post(address, {"text": f"Note {number}"}).url)
    assert KeptPost.objects.count() == 20
    sign_in(ina, "ina")
    assert ina.get(kept_address(urls[2])).status_code == 404
    assert "Note 22" in words(ina.get(kept_address(urls[22])))


def test_what_a_session_sent_is_not_pushed_out_by_whoever_has_the_cookie_alone(ina, clock, late):
    _case, url = late
    address = f"/complaints/{case_in('investigating').number}/notes/"
    forget_session(ina)
    for number in range(23):
        clock.advance(seconds=1)
        ina.post(address, {"text": f"Note {number}"})
    assert KeptPost.objects.count() == 21
    sign_in(ina, "ina")
    assert "Payroll clerk called" in words(ina.get(kept_address(url)))


def test_nothing_is_kept_for_an_account_that_is_closed(ina):
    address = f"/complaints/{case_in('investigating').number}/notes/"
    ina.get(address)
    forget_session(ina)
    User.objects.filter(pk=person("ina").pk).update(is_active=False)
    ina.post(address, {"text": TEXT})
    assert not KeptPost.objects.exists()


@pytest.mark.parametrize("by_itself", [{}, {"autosave": "1"}])
def test_a_form_of_a_browser_that_forgot_the_session_is_kept_for_whoever_was_signed_in_there(ina, by_itself):
    address = f"/complaints/{case_in('investigating').number}/notes/"
    ina.get(address)
    forget_session(ina)
    url = ina.post(address, {"text": TEXT, "password": "not this", **by_itself}).url
    sign_in(ina, "ivo")
    assert ina.get(kept_address(url)).status_code == 404
    sign_in(ina, "ina")
    page = ina.get(kept_address(url))
    assert "Payroll clerk called" in words(page)
    assert "not this" not in page.content.decode()
    other = signed_in("ina")
    assert "Payroll clerk called" in words(other.get(kept_address(url)))  # it is hers, in whatever browser


@pytest.mark.parametrize("ends", ["idle", "sign out", "password"])
def test_what_the_page_saves_by_itself_takes_no_owner_from_the_form_that_follows(ina, clock, ends):
    address = f"/complaints/{case_in('investigating').number}/notes/"
    ina.get(address)
    if ends == "idle":
        clock.advance(minutes=50)
    elif ends == "sign out":
        assert ina.post("/accounts/logout/").status_code == 302
    else:
        User.objects.filter(pk=person("ina").pk).update(session_round=7)
    assert ina.post(address, {"text": "Payroll clerk", "autosave": "1"}).status_code == 303
    assert ina.post(address, {"text": "Payroll clerk called", "autosave": "1"}).status_code == 303
    url = ina.post(address, {"text": TEXT}).url
    assert [row.user.name for row in KeptPost.objects.all()] == [person("ina").name]  # and the saved ones are gone
    sign_in(ina, "ivo")
    ina.get("/staff/")  # says that somebody signed out and in
    refused = ina.get(kept_address(url))
    nothing = ina.get("/staff/kept/00000000-0000-0000-0000-000000000000/")
    assert (refused.status_code, nothing.status_code) == (404, 404)
    said, said_of_none = (
        re.sub("[A-Z0-9]{4}-[A-Z0-9]{4}", "the code to quote", words(one)) for one in (refused, nothing)
    )
    assert said == said_of_none  # not a hint whose it was, or that there is one
    sign_in(ina, "ina")
    assert "Payroll clerk called: <b>hours</b>" in words(ina.get(kept_address(url))).replace("&lt;", "<")


def test_a_form_of_nobody_is_not_kept(db, clock):
    browser = Client()
    address = f"/complaints/{case_in('investigating').number}/notes/"
    assert unquote(browser.post(address, {"text": TEXT}).url) == f"/accounts/login/?next={address}"
    for cookie in ("", "x", "7 1772463600", encrypt("7"), encrypt(f"{person('ina').pk} 1")):
        browser.cookies["whose"] = cookie
        browser.post(address, {"text": TEXT})
    assert not KeptPost.objects.exists()


def test_the_cookie_that_says_whose_pages_it_were_cannot_be_read_and_opens_nothing(ina):
    answer = ina.get("/staff/")
    cookie = answer.cookies["whose"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 2_592_000
    assert cookie.value.startswith("gAAAA")  # a token of Fernet
    assert "whose" not in ina.get("/staff/").cookies  # it is written once a day
    forget_session(ina)
    assert ina.get("/staff/").status_code == 302
    assert "whose" not in Client().get("/").cookies


def test_a_form_without_its_own_token_is_never_kept(db, clock):
    browser = Client(enforce_csrf_checks=True)
    assert browser.post("/staff/session/", {"text": TEXT}).status_code == 403
    assert not KeptPost.objects.exists()


def test_signing_asks_for_the_password_again_and_brings_the_form_back(db, clock):
    case = case_in("drafted")
    sue = signed_in("sue")
    address = f"/complaints/{case.number}/sign_determination/"
    assert sue.get(address).status_code == 200
    fields = hidden(sue.get(address))
    clock.advance(minutes=16)
    asked = sue.get(address)
    assert (asked.status_code, asked.url) == (
        302,
        f"/accounts/reauthenticate/?next=%2Fcomplaints%2F{case.number}%2Fsign_determination%2F",
    )
    late = sue.post(address, fields)
    assert late.url.startswith("/accounts/reauthenticate/?next=%2Fstaff%2Fkept%2F")
    case.refresh_from_db()
    assert case.state == "drafted"
    confirm(sue)
    page = sue.get(kept_address(late.url))
    assert sue.post(address, posted(page)).status_code == 303
    case.refresh_from_db()
    assert case.state == "countersigned"


def test_changing_a_role_asks_for_the_password_again(db, clock):
    ada = signed_in("ada")
    address = f"/staff/people/{person('ina').pk}/"
    assert ada.get(address).status_code == 200
    clock.advance(minutes=15)
    assert ada.get(address).url.startswith("/accounts/reauthenticate/")


def confirm(browser) -> None:
    """Note a password that was given just now."""
    session = browser.session
    session["account_authentication_methods"] = [{"method": "password", "at": time.time(), "reauthenticated": True}]
    session.save()
