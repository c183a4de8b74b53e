"""A password may be as long as a sentence and no longer; a longer one is refused in words and costs nothing."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client

from tests.complaints.public_filing import text_of
from tests.factories import person

pytestmark = pytest.mark.django_db
WORDS = "Use at most 128 characters. Four or five unrelated words are enough."
OLD = "an invented phrase of words"


@pytest.fixture
def ina(db: Any) -> Any:
    call_command("createcachetable", verbosity=0)
    who = person("ina")
    who.set_password(OLD)
    who.save()
    EmailAddress.objects.create(user=who, email=who.email, verified=True, primary=True)
    return who


def change(client: Client, new: str) -> Any:
    """Send the form that changes the own password."""
    return client.post("/accounts/password/change/", {"oldpassword": OLD, "password1": new, "password2": new})


@pytest.mark.parametrize("length", [129, 100_000])
def test_a_longer_password_is_refused_in_words(ina: Any, length: int):
    client = Client()
    client.force_login(ina)
    assert WORDS in text_of(change(client, "ab c" * (length // 4) + "x" * (length % 4)))
    ina.refresh_from_db()
    assert ina.check_password(OLD)


def test_the_longest_password_is_taken(ina: Any):
    client = Client()
    client.force_login(ina)
    new = "wxyz " * 25 + "end"
    assert len(new) == 128
    assert change(client, new).status_code == 302
    ina.refresh_from_db()
    assert ina.check_password(new)


def test_a_sign_in_with_a_longer_one_is_never_hashed(ina: Any, monkeypatch: Any):
    def hashed(*_args: Any, **_facts: Any) -> None:
        raise AssertionError("it was hashed")

    monkeypatch.setattr("wagecase.accounts.models.User.check_password", hashed)
    page = Client().post("/accounts/login/", {"login": "ina@example.org", "password": "x" * 129})
    assert WORDS in text_of(page)
