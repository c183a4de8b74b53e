"""Account mail goes through the outbox, private and on our own address; nobody can sign up, and strangers get nothing."""

import datetime
import re

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import mail
from django.core.management import call_command
from django.db import transaction
from django.test import RequestFactory
from django.utils import timezone

from tests.factories import person, send_mail
from wagecase.accounts.adapter import AccountAdapter
from wagecase.accounts.models import User
from wagecase.notices.models import DemoMessage, Notice

pytestmark = pytest.mark.django_db
PASSWORD = "an invented phrase of words"


@pytest.fixture
def ina(db, settings):
    settings.SITE_URL = "https://work-kit.example.org"
    settings.SECURE_SSL_REDIRECT = False
    call_command("createcachetable", verbosity=0)
    user = person("ina")
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def reset(client, email: str):
    """Ask for a new password for an address."""
    return client.post("/accounts/password/reset/", {"email": email})


def test_a_reset_mail_is_queued_privately_for_its_person(client, ina):
    assert reset(client, "ina@example.org").status_code == 302
    notice = Notice.objects.get()
    assert (notice.address, notice.user, notice.case, notice.is_account_mail) == ("ina@example.org", ina, None, True)
    assert (notice.kind, notice.status) == ("account.email.password_reset_key", "queued")
    assert mail.outbox == []
    assert "testserver" not in notice.subject + notice.text + notice.html


def test_its_link_is_on_our_own_address_and_opens_the_page(client, ina):
    reset(client, "ina@example.org")
    (address,) = re.findall(r"https?://\S*/password/reset/\S+", Notice.objects.get().text)
    assert address.startswith("https://work-kit.example.org/accounts/password/reset/key/")
    page = client.get(address.removeprefix("https://work-kit.example.org"), follow=True)
    assert page.status_code == 200
    done = client.post(
        page.request["PATH_INFO"], {"password1": "other invented words", "password2": "other invented words"}
    )
    assert done.status_code == 302, done.content.decode()
    ina.refresh_from_db()
    assert ina.check_password("other invented words")


@pytest.mark.parametrize(("minutes", "opens"), [(59, True), (61, False)])
def test_its_link_works_for_one_hour(client, ina, monkeypatch, minutes, opens):
    reset(client, "ina@example.org")
    (address,) = re.findall(r"https?://\S*/password/reset/\S+", Notice.objects.get().text)
    later = PasswordResetTokenGenerator()._now() + datetime.timedelta(minutes=minutes)
    monkeypatch.setattr(PasswordResetTokenGenerator, "_now", lambda self: later)
    page = client.get(address.removeprefix("https://work-kit.example.org"), follow=True).content.decode()
    assert ('name="password1"' in page) is opens
    assert ("This link no longer works. It may be too old, or it was used before." in page) is not opens


@pytest.mark.parametrize(("language", "mailed", "shown"), [
    ("en", "Open it within one hour:", "The link works for one hour."),
    ("es", "Ábralo en un plazo de una hora:", "El enlace sirve durante una hora."),
])  # fmt: skip
def test_the_mail_and_the_page_say_how_long_it_works(client, ina, language, mailed, shown):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    assert shown in client.get(reset(client, "ina@example.org").url).content.decode()
    assert mailed in Notice.objects.get().text


def test_it_is_sent_like_every_other_notice(client, ina):
    reset(client, "ina@example.org")
    assert send_mail(timezone.now()) >= 1
    assert DemoMessage.objects.filter(recipient="ina@example.org").exists()


def test_each_request_is_a_mail_of_its_own(client, ina):
    reset(client, "ina@example.org")
    reset(client, "INA@example.org")
    assert Notice.objects.count() == 2


@pytest.mark.parametrize("address", ["stranger@example.com", "sue@example.org"])
def test_an_address_without_an_account_gets_no_mail_and_the_same_answer(client, ina, address):
    known, unknown = reset(client, "ina@example.org"), reset(client, address)
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert {n.address for n in Notice.objects.all()} == {"ina@example.org"}


@pytest.mark.parametrize(
    "address", ["ina@example.org\nBcc: spy@example.org", "ina@example.org,spy@example.org", "x", ""]
)
def test_an_address_that_is_none_is_refused(client, ina, address):
    assert reset(client, address).status_code in {200, 422}
    assert not Notice.objects.exists()


def test_an_account_mail_inside_a_transaction_of_the_library_stands_or_falls_with_it(ina):
    adapter = AccountAdapter(RequestFactory().get("/"))
    with pytest.raises(ZeroDivisionError):
        _send_and_fail(adapter, ina)
    assert not Notice.objects.exists()


def _send_and_fail(adapter: AccountAdapter, user: User) -> None:
    with transaction.atomic():
        adapter.send_mail("account/email/password_changed", user.email, {"user": user})
        assert Notice.objects.count() == 1
        raise ZeroDivisionError


def test_nobody_can_sign_up(client, ina):
    before = User.objects.count()
    page = client.post("/accounts/signup/", {"email": "new@example.com", "password1": PASSWORD, "password2": PASSWORD})
    assert page.status_code in {200, 403, 404}
    assert User.objects.count() == before
    assert not Notice.objects.exists()


def test_a_person_signs_in_by_address_and_password_and_is_then_asked_for_the_code(client, ina):
    page = client.post("/accounts/login/", {"login": "Ina@Example.org", "password": PASSWORD})
    assert (page.status_code, page.url) == (302, "/accounts/second-factor/authenticate/")
    assert "_auth_user_id" not in client.session


def test_a_person_who_left_does_not_sign_in(client, ina):
    ina.is_active = False
    ina.save()
    client.post("/accounts/login/", {"login": "ina@example.org", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
