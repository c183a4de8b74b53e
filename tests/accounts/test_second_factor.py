"""The second factor: demanded before any staff page, used once a code, never shown outside the demonstration."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.management import call_command
from django.test import Client

from tests.complaints.staff_pages import signed_in, words
from tests.factories import SECRET, person
from wagecase.accounts import second_factor
from wagecase.accounts.models import User
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
PASSWORD = "an invented phrase of words"
CODE = re.compile(r'wc-number">(\d{6})<')


@pytest.fixture
def people(db, settings, clock):
    call_command("createcachetable", verbosity=0)
    for key in ("ina", "ivo", "ada"):
        user = person(key)
        user.set_password(PASSWORD)
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return clock


def password_page(browser, key="ina", password=PASSWORD, **more):
    return browser.post("/accounts/login/", {"login": f"{key}@example.org", "password": password}, **more)


def code_page(browser, code, **more):
    return browser.post("/accounts/second-factor/authenticate/", {"code": code}, **more)


def test_a_password_alone_opens_no_staff_page(client, people):
    assert password_page(client).url == "/accounts/second-factor/authenticate/"
    assert client.get("/staff/").status_code == 302
    assert client.get("/staff/cases/").url.startswith("/accounts/login/")


def test_password_and_code_open_the_work(client, people):
    password_page(client)
    page = client.get("/accounts/second-factor/authenticate/").content.decode()
    (code,) = CODE.findall(page)
    assert code_page(client, code).url == "/staff/"
    assert client.get("/staff/").status_code == 200


def test_the_code_stands_on_the_page_in_the_demonstration_only(client, people, settings):
    settings.DEMO = False
    password_page(client)
    page = client.get("/accounts/second-factor/authenticate/").content.decode()
    assert not CODE.findall(page)
    assert second_factor.demo_code(person("ina")) == ""
    assert second_factor.demo_code(secret=SECRET) == ""


def test_a_code_works_once(people):
    code = second_factor.demo_code(person("ina"))
    first, second = Client(), Client()
    password_page(first)
    assert code_page(first, code).status_code == 302
    password_page(second)
    again = code_page(second, code)
    assert again.status_code == 200
    assert "it was used already" in words(again)
    assert second.get("/staff/").status_code == 302


def test_an_old_code_and_another_persons_code_are_refused(client, people):
    old, of_ivo = second_factor.demo_code(person("ina")), None
    people.advance(minutes=2)
    Authenticator.objects.filter(user=person("ivo")).delete()
    second_factor.set_up(person("ivo"), secret="KRSXG5CTMVRXEZLUKRSXG5CTMVRXEZLU")
    of_ivo = second_factor.demo_code(person("ivo"))
    password_page(client)
    assert code_page(client, old).status_code == 200
    assert code_page(client, of_ivo).status_code == 200
    assert client.get("/staff/").status_code == 302


def test_a_recovery_code_works_once_in_place_of_the_phone(people):
    codes = Authenticator.objects.get(user=person("ina"), type="recovery_codes").wrap().get_unused_codes()
    assert len(codes) == 10
    for expected in (302, 200):
        browser = Client()
        password_page(browser)
        assert code_page(browser, codes[0]).status_code == expected


def test_fifty_guesses_are_cut_off_after_five(client, people):
    password_page(client)
    answers = [words(code_page(client, f"{n:06}")) for n in range(50)]
    assert sum("it was used already" in answer for answer in answers) == 5
    right = second_factor.demo_code(person("ina"))
    assert code_page(client, right).status_code == 200


def test_secrets_are_unreadable_in_the_database(people):
    for row in Authenticator.objects.filter(user=person("ina")):
        assert SECRET not in str(row.data)
        assert str(row.data.get("secret") or row.data["seed"]).startswith("gAAAA")


@pytest.mark.parametrize("address", ["/staff/", "/staff/cases/", "/staff/letters/", "/staff/search/?q=x"])
def test_without_a_second_factor_every_staff_page_leads_to_its_set_up(people, address):
    Authenticator.objects.filter(user=person("ina")).delete()
    answer = signed_in("ina").get(address)
    assert (answer.status_code, answer.url) == (303, "/accounts/second-factor/totp/activate/")


def test_setting_it_up_shows_the_key_as_picture_and_text_and_then_the_recovery_codes(people):
    Authenticator.objects.filter(user=person("ina")).delete()
    browser = Client()
    password_page(browser)
    address = "/accounts/second-factor/totp/activate/"
    page = browser.get(address, follow=True)
    if "Enter your password once more" in words(page):  # setting it up is itself a change of the account
        page = browser.post("/accounts/reauthenticate/?next=" + address, {"password": PASSWORD}, follow=True)
    html = page.content.decode()
    assert 'src="data:image/svg+xml;base64,' in html
    (code,) = CODE.findall(html)
    refused = browser.post(address, {"code": "000000"})
    assert "This code is not right" in words(refused)
    done = browser.post(address, {"code": code}, follow=True)
    assert done.redirect_chain[-1][0] == "/accounts/second-factor/recovery-codes/"
    assert len(re.findall(r'<li class="wc-number">\d{8}</li>', done.content.decode())) == 10
    assert browser.get("/staff/").status_code == 200


def test_nobody_takes_off_their_own(people):
    browser = signed_in("ina")
    browser.post("/accounts/second-factor/totp/deactivate/")
    assert Authenticator.objects.filter(user=person("ina"), type="totp").exists()


def test_an_administrator_resets_it_on_the_record_and_the_person_is_told(people):
    ina = signed_in("ina")
    assert ina.get("/staff/").status_code == 200
    ada = signed_in("ada")
    address = f"/staff/people/{person('ina').pk}/second-factor/"
    page = ada.get(address)
    assert "Call Ina Investigator Example back on the number you know" in words(page)
    key = re.search(r'name="submission_key" value="([^"]+)"', page.content.decode())[1]
    assert ada.post(address, {"submission_key": key}).status_code == 303
    assert not Authenticator.objects.filter(user=person("ina")).exists()
    assert ina.get("/staff/").url.startswith("/accounts/login/")
    assert Notice.objects.get(kind="accounts.reset_second_factor").address == "ina@example.org"
    assert User.objects.get(email="ina@example.org").session_round == 1
    own = ada.post(f"/staff/people/{person('ada').pk}/second-factor/", {"submission_key": key})
    assert own.status_code in {403, 422, 303}
    assert Authenticator.objects.filter(user=person("ada")).exists()


def test_a_victim_signs_in_while_somebody_guesses(people):
    home = {"REMOTE_ADDR": "192.0.2.10"}
    browser = Client()
    password_page(browser, **home)
    assert code_page(browser, second_factor.demo_code(person("ina")), **home).status_code == 302
    browser.logout()
    for n in range(70):  # from many addresses, one account
        password_page(Client(), password="wrong words here", REMOTE_ADDR=f"198.51.100.{n}")
    stranger = password_page(Client(), REMOTE_ADDR="203.0.113.9")
    assert "Too many tries" in words(stranger)
    people.advance(minutes=2)
    assert password_page(Client(), **home).url == "/accounts/second-factor/authenticate/"


def test_guesses_from_one_address_are_slowed_down_even_with_invented_forwarding_headers(people):
    answers = [
        words(password_page(Client(), password="wrong words here", headers={"x-forwarded-for": f"10.0.0.{n}"}))
        for n in range(12)
    ]
    assert ["Too many tries" in answer for answer in answers] == [False] * 10 + [True] * 2
