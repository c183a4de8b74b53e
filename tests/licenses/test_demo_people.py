"""The demonstration's facility has its people, who sign in with the password that is printed; a second run changes nothing."""

import pytest
from django.test import Client

from licenses import demo_people
from tests.factories import at
from wagecase.accounts.models import Membership, Organization

pytestmark = pytest.mark.django_db


def test_owner_filer_and_viewer_of_the_facility_sign_in():
    for _ in range(2):
        demo_people.open_accounts(password="demonstration only", at=at("2026-03-02 08:00"))
    assert Organization.objects.get().name == "Sample Works Example, Inc."
    assert list(Membership.objects.order_by("pk").values_list("role", flat=True)) == ["owner", "filer", "viewer"]
    for _role, email, _name in demo_people.MEMBERS:
        answer = Client().post("/accounts/login/", {"login": email, "password": "demonstration only"})
        assert answer["Location"] == "/employer/"
