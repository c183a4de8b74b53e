"""The staff pages of organizations, and what members read of the department's acts."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.accounts.test_organizations_pages import PASSWORD, TWICE, mailed, posted
from tests.accounts.test_organizations_pages import signed_in as member_signed_in
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import at, person
from tests.licenses import file, granting, member, organization, proceeding
from wagecase.accounts import organizations, oversight, services
from wagecase.accounts.models import Invitation, Membership, Organization, User
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
NOW = at("2026-03-02 10:00")
NEW_OWNER = {
    "email": "nora@works.example.com", "reason": "The only owner left the firm.", "language": "en",
    "checked": "Called back at the number of the license.",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _now(clock: Any) -> None:
    clock.set("2026-03-02 10:00")


@pytest.fixture
def works() -> Organization:
    return organization(at=NOW)


@pytest.fixture
def olive(works: Organization) -> Membership:
    return member(works, at=NOW)


def invite(by: Membership, email: str, role: str = "viewer") -> Invitation:
    return organizations.invite(by=by, email=email, role=role, language="en", at=NOW)


def page_of(works: Organization, who: str = "sue") -> str:
    return words(signed_in(who).get(f"/staff/organizations/{works.pk}/"))


def test_from_the_search_to_a_new_owner(works: Organization, olive: Membership, client: Client):
    organization("Other Shop Example", at=NOW)
    sue = signed_in("sue")
    found = words(sue.get("/staff/organizations/?q=olive.owner"))
    assert "Organizations 1 organization" in found
    assert "Sample Works Example, Inc." in found
    assert "Other Shop Example" not in found
    assert "Tells Olive Owner Example (olive.owner@works.example.com) by e-mail" in words(
        sue.get(f"/staff/organizations/{works.pk}/invite-owner/")
    )
    answer = send(sue, f"/staff/organizations/{works.pk}/invite-owner/", **NEW_OWNER)
    assert answer["Location"] == f"/staff/organizations/{works.pk}/"
    path = mailed("accounts.invitation")
    assert "Invited by Sue Supervisor Example, Equal Rights Division" in words(client.get(path))
    assert client.post(path, {"name": "Nora New Example", **TWICE})["Location"] == "/employer/"
    shown = words(sue.get(f"/staff/organizations/{works.pk}/"))
    assert "Nora New Example nora@works.example.com Owner" in shown
    assert "Nora New Example, as owner, invited by Sue Supervisor Example." in shown


def test_the_history_gives_reason_and_check_and_no_organization_gets_another_s(works: Organization, olive: Membership):
    send(signed_in("sue"), f"/staff/organizations/{works.pk}/invite-owner/", **NEW_OWNER)
    shown = page_of(works, "lin")
    assert "New owner invited by the department" in shown
    assert "Reason: The only owner left the firm." in shown
    assert "How the identity was checked: Called back at the number of the license." in shown
    other = Organization.objects.create(pk=int(f"{works.pk}1"), name="Other Example", kind="employer", created_at=NOW)
    assert "Nothing stands on the record." in page_of(other)


def test_a_second_press_mails_once(works: Organization):
    sue = signed_in("sue")
    address = f"/staff/organizations/{works.pk}/invite-owner/"
    marks = dict(re.findall(r'name="(submission_key)" value="([^"]+)"', sue.get(address).content.decode()))
    for _press in range(2):
        assert sue.post(address, {**NEW_OWNER, **marks}).status_code == 303
    assert Notice.objects.filter(kind="accounts.invitation").count() == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"email": "no address"}, "Enter one e-mail address"),
        ({"reason": ""}, "Enter why the department invites an owner"),
        ({"checked": " "}, "Enter how you checked who asks"),
        ({"email": "olive.owner@works.example.com"}, "Olive Owner Example is an owner already"),
    ],
)
def test_a_wrong_answer_is_named_and_nothing_is_mailed(
    works: Organization, olive: Membership, changes: dict[str, str], said: str
):
    answer = send(signed_in("sue"), f"/staff/organizations/{works.pk}/invite-owner/", **{**NEW_OWNER, **changes})
    assert answer.status_code == 422
    assert said in words(answer)
    assert not Notice.objects.exists()


def test_acts_ask_for_the_password_again_when_the_sign_in_is_long_ago(works: Organization, olive: Membership):
    row = invite(olive, "vera@works.example.com")
    client = Client()
    client.force_login(person("sue"))
    for path in (
        f"{works.pk}/invite-owner/", f"members/{olive.pk}/end/", f"members/{olive.pk}/deactivate/",
        f"members/{olive.pk}/reactivate/", f"invitations/{row.pk}/take-back/",
    ):  # fmt: skip
        answer = client.get(f"/staff/organizations/{path}")
        assert answer["Location"].startswith("/accounts/reauthenticate/"), path


def test_a_specialist_looks_and_ends_but_neither_invites_nor_ends_the_last_owner(
    works: Organization, olive: Membership
):
    ben = member(works, "Ben Second Example", at=NOW)
    lin = signed_in("lin")
    shown = words(lin.get(f"/staff/organizations/{works.pk}/"))
    assert "Invite a new owner" not in shown
    assert "Close account" not in shown
    answer = send(lin, f"/staff/organizations/members/{ben.pk}/end/", reason="Left the firm.")
    assert answer["Location"] == f"/staff/organizations/{works.pk}/"
    barred = words(lin.get(f"/staff/organizations/members/{olive.pk}/end/"))
    assert "A supervisor must do this" in barred
    assert "Reason" not in barred
    assert lin.get(f"/staff/organizations/members/{ben.pk}/end/").status_code == 404


def test_the_end_of_a_membership_lists_what_goes_with_it(works: Organization, olive: Membership):
    ben = member(works, "Ben Second Example", at=NOW)
    invite(ben, "alias@elsewhere.example.com", "owner")
    invite(olive, "honest@works.example.com")
    sue = signed_in("sue")
    shown = words(sue.get(f"/staff/organizations/members/{ben.pk}/end/"))
    assert "alias@elsewhere.example.com, as owner, open until March 16, 2026" in shown
    assert "honest@works.example.com" not in shown
    after = sue.post(
        f"/staff/organizations/members/{ben.pk}/end/",
        {**dict(re.findall(r'name="(submission_key)" value="([^"]+)"', sue.get(f"/staff/organizations/members/{ben.pk}/end/").content.decode())), "reason": "Stolen."},
        follow=True,
    )  # fmt: skip
    shown = words(after)
    assert "Ben Second Example no longer works for Sample Works Example, Inc." in shown
    assert "Inc.." not in shown
    assert "Former members" in shown
    assert "Invitation taken back" in shown


def test_a_second_press_and_a_colleague_who_was_faster_are_told_apart_and_no_reason_is_lost(
    works: Organization, olive: Membership
):
    ben, phil = (member(works, name, at=NOW) for name in ("Ben Second Example", "Phil Third Example"))
    sue, path = signed_in("sue"), f"/staff/organizations/members/{ben.pk}/end/"
    sent = {**hidden(sue.get(path)), "reason": "He left the firm in February."}
    assert [sue.post(path, sent)["Location"] for _press in range(2)] == [f"/staff/organizations/{works.pk}/"] * 2
    path = f"/staff/organizations/members/{phil.pk}/end/"
    sent = {**hidden(sue.get(path)), "reason": "He left the firm in March."}
    oversight.end_membership(phil, reason="Called.", actor=person("lin").actor, at=NOW)
    answer = sue.post(path, sent)
    assert answer.status_code == 409
    assert "The membership of Phil Third Example has ended already." in words(answer)
    assert "He left the firm in March." in words(answer)


def test_a_second_supervisor_who_closes_an_account_is_told_and_keeps_the_reason(works: Organization, olive: Membership):
    sue, path = signed_in("sue"), f"/staff/organizations/members/{olive.pk}/deactivate/"
    sent = {**hidden(sue.get(path)), "reason": "Her mailbox was stolen."}
    services.deactivate(person=olive.user, actor=person("sam").actor, at=NOW, reason="Stolen.")
    answer = sue.post(path, sent)
    assert answer.status_code == 409
    assert "The account of Olive Owner Example is closed already." in words(answer)
    assert "Her mailbox was stolen." in words(answer)
    assert Notice.objects.filter(kind="accounts.account_closed").count() == 1


def test_the_last_owner_s_end_is_warned_of_and_said_afterwards(works: Organization, olive: Membership):
    sue = signed_in("sue")
    assert "No owner is left then" in words(sue.get(f"/staff/organizations/members/{olive.pk}/end/"))
    send(sue, f"/staff/organizations/members/{olive.pk}/end/", reason="Left.")
    assert "Nobody can act as an owner Invite a new owner once you are sure who asks." in page_of(works)
    assert "Ask a supervisor to invite a new owner." in page_of(works, "lin")


def test_an_account_is_closed_and_opened_for_all_its_organizations(works: Organization, olive: Membership):
    other = organization("Other Works Example", at=NOW)
    Membership.objects.create(organization=other, user=olive.user, role="viewer", began_at=NOW)
    invite(olive, "alias@elsewhere.example.com", "owner")
    client, sue = member_signed_in(olive), signed_in("sue")
    shown = words(sue.get(f"/staff/organizations/members/{olive.pk}/deactivate/"))
    assert "Sample Works Example, Inc.: owner. No other owner can act there." in shown
    assert "Other Works Example: viewer Sample" in shown
    assert "alias@elsewhere.example.com, as owner of Sample Works Example, Inc." in shown
    send(sue, f"/staff/organizations/members/{olive.pk}/deactivate/", reason="Stolen mailbox.")
    assert client.get("/employer/")["Location"].startswith("/accounts/login/")
    assert "Account closed" in page_of(works)
    assert "Reason: Stolen mailbox." in page_of(other)
    send(sue, f"/staff/organizations/members/{olive.pk}/reactivate/", reason="Checked.")
    assert User.objects.get(pk=olive.user_id).is_active
    assert "Account opened again" in page_of(works)


def test_what_befell_an_account_before_its_membership_is_not_the_organization_s(
    works: Organization, olive: Membership, clock: Any
):
    sue = person("sue").actor
    services.deactivate(person=olive.user, actor=sue, at=NOW, reason="Stolen.")
    services.reactivate(person=User.objects.get(pk=olive.user_id), actor=sue, at=NOW)
    later = organization("Later Works Example", at=at("2026-03-05 10:00"))
    Membership.objects.create(organization=later, user=olive.user, role="viewer", began_at=at("2026-03-05 10:00"))
    assert "Account closed" not in page_of(later)


def test_the_account_of_staff_is_not_closed_here(works: Organization, olive: Membership):
    User.objects.filter(pk=olive.user_id).update(role="investigator")
    assert signed_in("sue").get(f"/staff/organizations/members/{olive.pk}/deactivate/").status_code == 404


def test_an_invitation_is_taken_back_with_one_button(works: Organization, olive: Membership, client: Client):
    row = invite(olive, "vera@works.example.com")
    path = mailed("accounts.invitation")
    answer = send(signed_in("lin"), f"/staff/organizations/invitations/{row.pk}/take-back/")
    assert answer["Location"] == f"/staff/organizations/{works.pk}/"
    assert client.get(path).status_code == 404
    assert "Invitation taken back" in page_of(works)


def test_filings_and_licenses_are_linked_also_a_revocation_that_nobody_was_told_of(
    works: Organization, olive: Membership
):
    grant = granting.grant(file(olive, at=NOW), at=at("2026-03-02 10:05"))
    case = proceeding.opened(of=grant.license, when="2026-03-02 10:10")
    shown = signed_in("lin").get(f"/staff/organizations/{works.pk}/").content.decode()
    for number in (grant.license.case.number, case.number):
        assert f">{number}</a>" in shown
    assert case.number not in words(member_signed_in(olive).get("/employer/filings/"))


def test_an_account_of_the_same_name_is_linked(works: Organization):
    same = organization(at=NOW)
    assert (
        f'href="/staff/organizations/{same.pk}/"'
        in signed_in("lin").get(f"/staff/organizations/{works.pk}/").content.decode()
    )


def test_a_member_of_staff_whose_account_is_closed_takes_the_invitations_along(works: Organization):
    row = oversight.invite_owner(works, **NEW_OWNER, actor=person("sue").actor, at=NOW)
    shown = words(signed_in("ada").get(f"/staff/people/{person('sue').pk}/deactivate/"))
    assert "nora@works.example.com, as owner of Sample Works Example, Inc." in shown
    send(signed_in("ada"), f"/staff/people/{person('sue').pk}/deactivate/")
    assert Invitation.objects.get(pk=row.pk).taken_back_at is not None


# What members see


def test_members_read_what_goes_with_an_owner_before_they_act(works: Organization, olive: Membership):
    ben = member(works, "Ben Second Example", at=NOW)
    invite(ben, "vera@works.example.com")
    client = member_signed_in(olive)
    for path in (f"/employer/team/{ben.pk}/", f"/employer/team/{ben.pk}/end/"):
        assert "vera@works.example.com (Viewer), open until March 16, 2026" in words(client.get(path))
    assert posted(client, f"/employer/team/{ben.pk}/", role="viewer")["Location"] == "/employer/team/"
    assert "vera@works.example.com" not in words(client.get("/employer/team/"))


def test_an_owner_sees_that_an_invitation_is_the_department_s(works: Organization, olive: Membership):
    oversight.invite_owner(works, **NEW_OWNER, actor=person("sue").actor, at=NOW)
    assert "nora@works.example.com Owner. Open until March 16, 2026. Invited by the department." in words(
        member_signed_in(olive).get("/employer/team/")
    )


def test_members_without_a_reachable_owner_read_whom_to_call(works: Organization):
    phil = member(works, "Phil Filer Example", "filer", at=NOW)
    assert "If no owner can be reached any more, call us at 608-555-0100." in words(
        member_signed_in(phil).get("/employer/team/")
    )


def test_the_language_of_the_last_sign_in_is_the_language_of_messages(works: Organization, olive: Membership):
    ben = member(works, "Ben Second Example", at=NOW)
    ben.user.set_password(PASSWORD)
    ben.user.save()
    member_signed_in(ben)
    client = Client(headers={"accept-language": "es"})
    client.post("/accounts/login/", {"login": ben.user.email, "password": PASSWORD})
    assert User.objects.get(pk=ben.user_id).language == "es"
    organizations.end_membership(ben, by=olive, at=NOW)
    assert (
        Notice.objects.get(kind="accounts.membership_ended").subject
        == "Usted ya no trabaja para Sample Works Example, Inc."
    )


def test_the_same_organization_again_is_refused_in_words(olive: Membership):
    answer = posted(
        member_signed_in(olive), "/employer/register/", legal_name="Sample Works Example, Inc.", kind="facility"
    )
    assert answer.status_code == 422
    assert "You act for an organization of this name already. Choose it on the page of your account" in words(answer)
    assert Organization.objects.count() == 1
