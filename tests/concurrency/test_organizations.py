"""The people of an organization at the same moment: two owners who leave, one link that two windows press."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.concurrency.together import together
from tests.factories import at
from tests.licenses import member, organization
from wagecase.accounts import organizations
from wagecase.accounts.models import Membership, Organization, User
from wagecase.accounts.organizations import Named
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db(transaction=True)
NOW = at("2026-03-02 10:00")
PASSWORD = "an invented sentence for tests"


def refusals(answers: list[Any]) -> list[type]:
    return [type(answer) for answer in answers if isinstance(answer, Exception)]


def test_of_two_owners_who_leave_at_once_one_stays():
    works = organization(at=NOW)
    first, second = member(works, at=NOW), member(works, "Ben Second Example", at=NOW)
    answers = together(*[
        lambda row=row: organizations.end_membership(row, by=row, at=NOW) for row in (first, second)
    ])  # fmt: skip
    assert refusals(answers) == [ValidationError]
    assert Membership.objects.filter(ended_at=None, role="owner").count() == 1


def test_an_invitation_that_two_windows_accept_makes_one_member():
    owner = member(organization(at=NOW), at=NOW)
    row = organizations.invite(by=owner, email="vera@works.example.com", role="viewer", language="en", at=NOW)
    answers = together(*[
        lambda: organizations.accept_anew(row, name="Vera Viewer Example", password=PASSWORD, at=NOW) for _ in range(4)
    ])  # fmt: skip
    assert refusals(answers) == [TransitionNotAllowed] * 3
    assert User.objects.filter(email="vera@works.example.com").count() == 1
    assert Membership.objects.filter(ended_at=None).count() == 2


def test_a_registration_that_two_windows_open_makes_one_organization():
    organizations.ask_to_register(
        Named("New Works Example, Inc.", "facility"), email="nora@works.example.com", name="Nora New Example",
        language="en", at=NOW,
    )  # fmt: skip
    (token,) = re.findall(r"/employer/register/([^/\s]+)/", Notice.objects.get().text)
    row = organizations.pending(token, at=NOW)
    answers = together(*[lambda: organizations.register(row, password=PASSWORD, at=NOW) for _ in range(4)])
    assert refusals(answers) == [TransitionNotAllowed] * 3
    assert (Organization.objects.count(), User.objects.count()) == (1, 1)
