"""The people of an organization at the same moment: owners who leave or put each other out, invitations that outlive nobody."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.concurrency.together import together
from tests.factories import at, person
from tests.licenses import member, organization
from wagecase.accounts import organizations, oversight, services
from wagecase.accounts.models import Invitation, Membership, Organization, User
from wagecase.accounts.organizations import Named
from wagecase.errors import NotPermitted, TransitionNotAllowed
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


def open_addresses() -> list[str]:
    return list(Invitation.objects.filter(accepted_at=None, taken_back_at=None).values_list("email", flat=True))


def test_of_two_owners_who_put_each_other_out_one_stays_though_a_third_is_there():
    works = organization(at=NOW)
    member(works, "Cleo Third Example", at=NOW)
    for turn in range(4):
        first, second = (
            member(works, f"Adam{turn} Owner Example", at=NOW),
            member(works, f"Ben{turn} Owner Example", at=NOW),
        )
        answers = together(
            lambda first=first, second=second: organizations.end_membership(second, by=first, at=NOW),
            lambda first=first, second=second: organizations.end_membership(first, by=second, at=NOW),
        )
        assert refusals(answers) == [NotPermitted]
        assert Membership.objects.filter(pk__in=[first.pk, second.pk], ended_at=None).count() == 1


@pytest.mark.parametrize("act", ["end", "demote", "department", "account"])
def test_an_owner_who_is_put_out_leaves_no_invitation_that_was_sent_meanwhile(act: str):
    works, sue = organization(at=NOW), person("sue")
    owner = member(works, at=NOW)
    acts = {
        "end": lambda row: organizations.end_membership(row, by=owner, at=NOW),
        "demote": lambda row: organizations.change_role(row, role="viewer", by=owner, at=NOW),
        "department": lambda row: oversight.end_membership(row, reason="Stolen.", actor=sue.actor, at=NOW),
        "account": lambda row: services.deactivate(person=row.user, actor=sue.actor, at=NOW),
    }
    for turn in range(4):
        bad = member(works, f"Ben{turn} Second Example", at=NOW)
        email = f"alias{turn}@elsewhere.example.com"
        answers = together(
            lambda bad=bad: acts[act](bad),
            lambda bad=bad, email=email: organizations.invite(by=bad, email=email, role="owner", language="en", at=NOW),
        )
        assert refusals(answers) in ([], [NotPermitted])
        assert open_addresses() == []


def test_whoever_accepts_while_the_inviter_is_put_out_joined_or_did_not_and_nobody_waits_for_good():
    works = organization(at=NOW)
    owner = member(works, at=NOW)
    for turn in range(4):
        bad = member(works, f"Ben{turn} Second Example", at=NOW)
        row = organizations.invite(by=bad, email=f"vera{turn}@works.example.com", role="viewer", language="en", at=NOW)
        answers = together(
            lambda bad=bad: organizations.end_membership(bad, by=owner, at=NOW),
            lambda row=row: organizations.accept_anew(row, name="Vera Viewer Example", password=PASSWORD, at=NOW),
        )
        assert refusals(answers) in ([], [TransitionNotAllowed])
        row.refresh_from_db()
        assert (row.accepted_at is None) == (row.taken_back_at is not None)
        assert User.objects.filter(email=row.email).exists() == (row.accepted_at is not None)


def test_two_specialists_do_not_end_both_owners():
    works, lin = organization(at=NOW), person("lin")
    both = [member(works, name, at=NOW) for name in ("Adam Owner Example", "Ben Owner Example")]
    answers = together(*[
        lambda row=row: oversight.end_membership(row, reason="Left.", actor=lin.actor, at=NOW) for row in both
    ])  # fmt: skip
    assert refusals(answers) == [NotPermitted]
    assert works.memberships.filter(ended_at=None).count() == 1


def test_of_two_supervisors_who_close_one_account_one_does_and_the_member_is_told_once():
    olive = member(organization(at=NOW), at=NOW)
    answers = together(*[
        lambda who=who: services.deactivate(
            person=User.objects.get(pk=olive.user_id), actor=person(who).actor, at=NOW, reason="Stolen."
        )
        for who in ("sue", "sam")
    ])  # fmt: skip
    assert refusals(answers) == [TransitionNotAllowed]
    assert Notice.objects.filter(kind="accounts.account_closed").count() == 1


def test_a_supervisor_whose_account_is_closed_meanwhile_leaves_no_invitation():
    works, sue, ada = organization(at=NOW), person("sue"), person("ada")
    for turn in range(4):
        email = f"nora{turn}@works.example.com"
        answers = together(
            lambda: services.deactivate(person=User.objects.get(pk=sue.pk), actor=ada.actor, at=NOW),
            lambda email=email: oversight.invite_owner(
                works, email=email, reason="Left.", checked="Called.", language="en", actor=sue.actor, at=NOW
            ),
        )
        assert refusals(answers) in ([], [NotPermitted])
        assert open_addresses() == []
        services.reactivate(person=User.objects.get(pk=sue.pk), actor=ada.actor, at=NOW)


def test_two_windows_open_an_organization_of_one_name_once():
    owner = member(organization(at=NOW), at=NOW)
    named = Named("Second Works Example", "employer")
    answers = together(*[lambda: organizations.add_organization(named, owner=owner.user, at=NOW) for _ in range(3)])
    assert refusals(answers) == [ValidationError] * 2
    assert Organization.objects.filter(name="Second Works Example").count() == 1
