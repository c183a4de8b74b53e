"""Only the account pages that the site offers exist: nobody changes the own address, signs up or signs in by a code."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.urls import NoReverseMatch, reverse

from tests.complaints.staff_pages import signed_in
from tests.factories import person
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
CLOSED = (
    "signup/", "email/", "password/set/", "login/code/confirm/", "reauthenticate/code/", "reauthenticate/code/confirm/",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _ina(db: None) -> None:
    call_command("createcachetable", verbosity=0)
    ina = person("ina")
    EmailAddress.objects.create(user=ina, email=ina.email, verified=True, primary=True)


@pytest.mark.parametrize("path", CLOSED)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_page_that_is_not_offered_is_not_there(client, path: str, method: str):
    for visitor in (client, signed_in("ina"), signed_in("ada")):
        assert getattr(visitor, method)(f"/accounts/{path}").status_code == 404


@pytest.mark.parametrize(
    "sent",
    [
        {"action_add": "", "email": "other@example.org"}, {"action_remove": "", "email": "ina@example.org"},
        {"action_primary": "", "email": "ina@example.org"}, {"action_send": "", "email": "ina@example.org"},
    ],
)  # fmt: skip
def test_nobody_changes_the_address_they_sign_in_with(sent: dict[str, str]):
    assert signed_in("ina").post("/accounts/email/", sent).status_code == 404
    assert list(EmailAddress.objects.values_list("email", "primary")) == [("ina@example.org", True)]
    assert not Notice.objects.exists()


@pytest.mark.parametrize("path", ["login/", "password/reset/", "password/reset/done/", "inactive/", "confirm-email/"])
def test_what_is_offered_is_there(client, path: str):
    assert client.get(f"/accounts/{path}").status_code == 200


def test_no_code_signs_anybody_in():
    with pytest.raises(NoReverseMatch):
        reverse("account_request_login_code")
