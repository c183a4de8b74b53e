"""What the department does for an organization whose owners cannot, and that nothing lives on of whoever leaves."""

import re

import pytest
from django.core.exceptions import ValidationError

from tests.factories import at, person
from tests.licenses import member, organization
from wagecase.accounts import organizations, oversight, services
from wagecase.accounts.models import Invitation, Membership, Organization, User
from wagecase.accounts.organizations import Named
from wagecase.audit.models import Event
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
NOW, LATER = at("2026-03-02 10:00"), at("2026-03-03 10:00")
PASSWORD = "an invented sentence for tests"
WHY = {"reason": "The only owner left the firm.", "checked": "Called back at the number of the license."}


@pytest.fixture
def works() -> Organization:
    return organization(at=NOW)


@pytest.fixture
def olive(works: Organization) -> Membership:
    return member(works, at=NOW)


@pytest.fixture
def ben(works: Organization) -> Membership:
    return member(works, "Ben Second Example", "owner", at=NOW)


def invite(by: Membership, email: str, role: str = "viewer") -> Invitation:
    return organizations.invite(by=by, email=email, role=role, language="en", at=NOW)


def invite_owner(
    works: Organization, email: str = "nora@works.example.com", by: str = "sue", **facts: str
) -> Invitation:
    return oversight.invite_owner(
        works, email=email, **{**WHY, "language": "en", **facts}, actor=person(by).actor, at=LATER
    )


def mails(kind: str) -> list[tuple[str, str]]:
    """Return (address, subject) of the mails of a kind, in order of address."""
    return sorted(Notice.objects.filter(kind=f"accounts.{kind}").values_list("address", "subject"))


def said(kind: str) -> str:
    """Return the words of the one mail of a kind."""
    return " ".join(Notice.objects.get(kind=f"accounts.{kind}").text.split())


def open_addresses() -> list[str]:
    return sorted(Invitation.objects.filter(accepted_at=None, taken_back_at=None).values_list("email", flat=True))


# A new owner


def test_an_organization_whose_owner_is_gone_gets_one_by_a_link(works: Organization, olive: Membership):
    row = invite_owner(works, "Nora@Works.example.com")
    assert (row.email, row.role, row.by_department) == ("nora@works.example.com", "owner", True)
    text = said("invitation")
    assert "We invite you to own the account of Sample Works Example, Inc. on our site" in text
    assert "Sue Supervisor Example invites" not in text
    token = re.findall(r"/employer/join/([^/\s]+)/", text)[0]
    made = organizations.accept_anew(
        organizations.invitation_of(token, at=LATER), name="Nora New Example", password=PASSWORD, at=LATER
    )
    assert (made.role, made.organization) == ("owner", works)


def test_the_owners_are_told_and_neither_reason_nor_check_is_in_a_message(
    works: Organization, olive: Membership, ben: Membership
):
    member(works, "Phil Filer Example", "filer", at=NOW)
    invite_owner(works)
    assert mails("owner_invited") == [
        ("ben.second@works.example.com", "A new owner is invited to Sample Works Example, Inc."),
        ("olive.owner@works.example.com", "A new owner is invited to Sample Works Example, Inc."),
    ]
    assert "Somebody asked us for access to Sample Works Example, Inc. We checked who it is" in " ".join(
        Notice.objects.filter(kind="accounts.owner_invited")[0].text.split()
    )
    for notice in Notice.objects.all():
        assert "left the firm" not in notice.text + notice.html
        assert "number of the license" not in notice.text + notice.html
        assert notice.is_account_mail


def test_reason_and_check_stand_on_the_record_apart_from_the_chain(works: Organization):
    invite_owner(works)
    event = Event.objects.get(verb="accounts.invite_owner")
    assert {row.field: row.after for row in event.details.all()} == {
        "email": "nora@works.example.com", "reason": WHY["reason"], "checked": WHY["checked"],
    }  # fmt: skip
    assert (event.actor_role, "left the firm" in event.body) == ("supervisor", False)


@pytest.mark.parametrize("who", ["lin", "ina", "cora", "ada"])
def test_only_a_supervisor_invites_an_owner(works: Organization, who: str):
    with pytest.raises(NotPermitted):
        invite_owner(works, by=who)
    assert not Invitation.objects.exists()


def test_a_supervisor_whose_account_is_closed_invites_nobody(works: Organization):
    actor = person("sue").actor
    User.objects.filter(email="sue@example.org").update(is_active=False)
    with pytest.raises(NotPermitted):
        oversight.invite_owner(works, email="nora@works.example.com", **WHY, language="en", actor=actor, at=LATER)


def test_a_member_who_accepts_becomes_an_owner(works: Organization, olive: Membership):
    phil = member(works, "Phil Filer Example", "filer", at=NOW)
    made = organizations.accept(invite_owner(works, phil.user.email), user=phil.user, at=LATER)
    assert (made.pk, Membership.objects.get(pk=phil.pk).role) == (phil.pk, "owner")
    event = Event.objects.get(verb="accounts.change_membership_role")
    assert [(row.before, row.after) for row in event.details.all()] == [("filer", "owner")]


def test_an_invitation_of_an_owner_still_makes_no_member_more_than_the_member_is(
    works: Organization, olive: Membership
):
    vera = member(works, "Vera Viewer Example", "viewer", at=NOW)
    row = invite(olive, "vera.two@works.example.com", "owner")
    Invitation.objects.filter(pk=row.pk).update(email=vera.user.email)
    organizations.accept(Invitation.objects.get(pk=row.pk), user=vera.user, at=LATER)
    assert Membership.objects.get(pk=vera.pk).role == "viewer"


def test_who_cannot_be_invited_is_named(works: Organization, olive: Membership):
    closed = member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW)
    services.deactivate(person=closed.user, actor=person("sue").actor, at=NOW)
    invite(olive, "vera@works.example.com")
    for email, words in (
        (olive.user.email, "Olive Owner Example is an owner already"),
        (person("ina").email, "works for the department"),
        (closed.user.email, "The account of this address is closed"),
        ("VERA@works.example.com", "There is an open invitation for this address"),
    ):
        with pytest.raises(ValidationError, match=words):
            invite_owner(works, email)


def test_many_open_invitations_do_not_keep_the_department_out(works: Organization, olive: Membership):
    for number in range(30):
        invite(olive, f"n{number}@works.example.com")
    assert invite_owner(works).pk


def test_the_message_is_in_the_language_that_was_chosen(works: Organization):
    invite_owner(works, language="es")
    notice = Notice.objects.get(kind="accounts.invitation")
    assert notice.language == "es"
    assert "Le invitamos a ser titular de la cuenta de Sample Works Example, Inc." in notice.text


def test_an_owner_who_knows_better_takes_the_invitation_back(works: Organization, olive: Membership):
    row = invite_owner(works)
    organizations.take_back(row, by=olive, at=LATER)
    with pytest.raises(TransitionNotAllowed):
        organizations.accept_anew(row, name="Nora New Example", password=PASSWORD, at=LATER)


def test_an_owner_may_send_the_department_s_invitation_of_a_member_again(works: Organization, olive: Membership):
    phil = member(works, "Phil Filer Example", "filer", at=NOW)
    row = organizations.resend(invite_owner(works, phil.user.email), by=olive, language="en", at=LATER)
    assert organizations.accept(row, user=phil.user, at=LATER).role == "owner"


# A membership that the department ends


def end(row: Membership, by: str = "sue", reason: str = "The mailbox was stolen.") -> None:
    oversight.end_membership(row, reason=reason, actor=person(by).actor, at=LATER)


def test_the_department_ends_a_membership_with_a_reason_and_tells_both_sides(
    works: Organization, olive: Membership, ben: Membership
):
    before = ben.user.get_session_auth_hash()
    end(ben, by="lin")
    assert Membership.objects.get(pk=ben.pk).ended_at == LATER
    assert User.objects.get(pk=ben.user_id).get_session_auth_hash() != before
    assert mails("membership_ended") == [
        ("ben.second@works.example.com", "You no longer work for Sample Works Example, Inc.")
    ]
    assert mails("team_changed") == [
        ("olive.owner@works.example.com", "A change in the team of Sample Works Example, Inc.")
    ]
    assert "We ended the membership of Ben Second Example in the team of Sample Works Example, Inc." in said(
        "team_changed"
    )
    event = Event.objects.get(verb="accounts.end_membership")
    assert (event.actor_kind, event.actor_role) == ("staff", "specialist")
    assert [(row.field, row.after) for row in event.details.all()] == [("reason", "The mailbox was stolen.")]
    assert "stolen" not in said("team_changed") + said("membership_ended")


def test_what_a_thief_had_invited_goes_with_the_thief(works: Organization, olive: Membership, ben: Membership):
    invite(ben, "alias@elsewhere.example.com", "owner")
    invite(ben, "vera@works.example.com")
    invite(olive, "honest@works.example.com")
    end(ben)
    assert open_addresses() == ["honest@works.example.com"]
    assert mails("invitation_over") == [
        (address, "The invitation to work for Sample Works Example, Inc. is taken back")
        for address in ("alias@elsewhere.example.com", "vera@works.example.com")
    ]
    text = said("team_changed")
    assert "- alias@elsewhere.example.com - vera@works.example.com" in text
    assert "honest@works.example.com" not in text


def test_an_invitation_that_was_too_old_is_taken_back_without_a_word(
    works: Organization, olive: Membership, ben: Membership
):
    row = invite(ben, "vera@works.example.com")
    oversight.end_membership(ben, reason="Left.", actor=person("sue").actor, at=at("2026-05-02 10:00"))
    assert Invitation.objects.get(pk=row.pk).taken_back_at == at("2026-05-02 10:00")
    assert mails("invitation_over") == []
    assert "vera@works.example.com" not in said("team_changed")


def test_only_a_supervisor_ends_the_last_owner_and_the_organization_is_told_to_be_without(
    works: Organization, olive: Membership
):
    with pytest.raises(NotPermitted):
        end(olive, by="lin")
    assert not oversight.is_without_owner(works)
    end(olive)
    assert oversight.is_without_owner(works)
    assert invite_owner(works, "nora@works.example.com").pk


def test_a_second_end_is_refused(olive: Membership, ben: Membership):
    end(ben)
    with pytest.raises(TransitionNotAllowed, match="has ended already"):
        end(ben)
    assert Event.objects.filter(verb="accounts.end_membership").count() == 1


@pytest.mark.parametrize("who", ["ina", "cora", "ada"])
def test_other_staff_end_and_take_back_nothing(olive: Membership, ben: Membership, who: str):
    row = invite(olive, "vera@works.example.com")
    with pytest.raises(NotPermitted):
        end(ben, by=who)
    with pytest.raises(NotPermitted):
        oversight.take_back_invitation(row, actor=person(who).actor, at=LATER)
    assert open_addresses() == ["vera@works.example.com"]


def test_an_invitation_that_the_department_takes_back_opens_nothing(works: Organization, olive: Membership):
    row = invite(olive, "vera@works.example.com", "owner")
    oversight.take_back_invitation(row, actor=person("lin").actor, at=LATER)
    with pytest.raises(TransitionNotAllowed):
        organizations.accept_anew(row, name="Vera Viewer Example", password=PASSWORD, at=LATER)
    assert [address for address, _subject in mails("invitation_over")] == ["vera@works.example.com"]
    assert "We took back an invitation to work for Sample Works Example, Inc." in said("team_changed")
    with pytest.raises(TransitionNotAllowed):
        oversight.take_back_invitation(row, actor=person("lin").actor, at=LATER)


# An account that is closed


def test_with_an_account_go_the_invitations_it_sent_for_every_organization(
    works: Organization, olive: Membership, ben: Membership
):
    other = organization("Other Works Example", at=NOW)
    second = Membership.objects.create(organization=other, user=ben.user, role="owner", began_at=NOW)
    tom = member(other, "Tom Other Example", "owner", at=NOW)
    invite(ben, "alias@elsewhere.example.com", "owner")
    invite(second, "vera@other.example.com")
    invite(tom, "honest@other.example.com")
    services.deactivate(person=ben.user, actor=person("sue").actor, at=LATER, reason="Stolen.")
    assert open_addresses() == ["honest@other.example.com"]
    assert [address for address, _subject in mails("invitation_over")] == [
        "alias@elsewhere.example.com", "vera@other.example.com",
    ]  # fmt: skip
    assert [address for address, _subject in mails("team_changed")] == [olive.user.email, tom.user.email]
    assert mails("account_closed") == [("ben.second@works.example.com", "Your account is closed")]
    assert Event.objects.get(verb="accounts.deactivate").details.get().after == "Stolen."


def test_an_account_that_is_opened_again_acts_again_but_its_invitations_stay_back(olive: Membership, ben: Membership):
    invite(ben, "vera@works.example.com")
    sue = person("sue").actor
    services.deactivate(person=ben.user, actor=sue, at=LATER)
    with pytest.raises(NotPermitted):
        invite(ben, "another@works.example.com")
    services.reactivate(person=User.objects.get(pk=ben.user_id), actor=sue, at=LATER)
    assert open_addresses() == []
    assert invite(ben, "another@works.example.com").pk


def test_what_a_supervisor_sent_goes_with_the_supervisor_s_account(works: Organization, olive: Membership):
    row = invite_owner(works)
    services.deactivate(person=person("sue"), actor=person("ada").actor, at=LATER)
    assert Invitation.objects.get(pk=row.pk).taken_back_at == LATER
    assert [address for address, _subject in mails("invitation_over")] == ["nora@works.example.com"]
    assert "We took back an invitation" in said("team_changed")
    assert mails("account_closed") == []


def test_the_mail_about_a_team_leads_to_that_team(works: Organization, olive: Membership, ben: Membership):
    invite_owner(works)
    services.deactivate(person=ben.user, actor=person("sue").actor, at=LATER, reason="Stolen.")
    for kind in ("owner_invited", "team_changed"):
        found = Notice.objects.filter(kind=f"accounts.{kind}", address=olive.user.email)
        assert f"/employer/organizations/{works.pk}/team/" in found.get().text


def test_an_account_that_is_closed_is_not_closed_again(olive: Membership, ben: Membership):
    services.deactivate(person=ben.user, actor=person("sue").actor, at=LATER, reason="Stolen.")
    with pytest.raises(TransitionNotAllowed, match="The account of Ben Second Example is closed already"):
        services.deactivate(person=ben.user, actor=person("sam").actor, at=LATER, reason="Stolen.")
    assert Event.objects.filter(verb="accounts.deactivate").count() == 1
    assert len(mails("account_closed")) == 1


@pytest.mark.parametrize("who", ["lin", "ina", "cora"])
def test_who_closes_the_account_of_a_member(olive: Membership, who: str):
    with pytest.raises(NotPermitted):
        services.deactivate(person=olive.user, actor=person(who).actor, at=LATER)
    assert User.objects.get(pk=olive.user_id).is_active


def test_a_supervisor_closes_no_account_of_staff():
    with pytest.raises(NotPermitted, match="Only an administrator"):
        services.deactivate(person=person("ina"), actor=person("sue").actor, at=LATER)


# What members do to each other


def test_whoever_an_owner_puts_out_is_told(olive: Membership, ben: Membership):
    organizations.end_membership(ben, by=olive, at=LATER)
    assert "An owner of Sample Works Example, Inc. ended your membership in its team" in said("membership_ended")
    assert mails("team_changed") == []


def test_whoever_leaves_by_themselves_gets_no_mail(works: Organization, olive: Membership):
    vera = member(works, "Vera Viewer Example", "viewer", at=NOW)
    organizations.end_membership(vera, by=vera, at=LATER)
    assert not Notice.objects.exists()


@pytest.mark.parametrize(("act", "words"), [("end", "Ben Second Example no longer works for"), ("demote", "Ben Second Example is no longer an owner of")])  # fmt: skip
def test_the_invited_and_the_other_owners_learn_what_went_with_an_owner(
    works: Organization, olive: Membership, ben: Membership, act: str, words: str
):
    third = member(works, "Cleo Third Example", "owner", at=NOW)
    invite(ben, "vera@works.example.com")
    if act == "end":
        organizations.end_membership(ben, by=olive, at=LATER)
    else:
        organizations.change_role(ben, role="viewer", by=olive, at=LATER)
    assert [address for address, _subject in mails("invitation_over")] == ["vera@works.example.com"]
    assert [address for address, _subject in mails("team_changed")] == [third.user.email]  # olive did it and saw it
    assert words in said("team_changed")
    assert "vera@works.example.com" in said("team_changed")


def test_a_filer_who_gets_another_role_takes_no_invitation_along(works: Organization, olive: Membership):
    phil = member(works, "Phil Filer Example", "filer", at=NOW)
    invite(olive, "vera@works.example.com")
    organizations.change_role(phil, role="viewer", by=olive, at=LATER)
    assert open_addresses() == ["vera@works.example.com"]


def test_a_message_goes_in_the_language_of_its_reader(olive: Membership, ben: Membership):
    User.objects.filter(pk=ben.user_id).update(language="es")
    end(ben)
    assert mails("membership_ended") == [
        ("ben.second@works.example.com", "Usted ya no trabaja para Sample Works Example, Inc.")
    ]


def test_an_address_that_cannot_be_used_keeps_nobody_from_acting(olive: Membership, ben: Membership):
    User.objects.filter(pk=ben.user_id).update(email="ben@[127.0.0.1]")
    end(ben)
    assert mails("membership_ended") == []


def test_an_owner_who_came_to_the_department_counts_as_none(works: Organization, olive: Membership, ben: Membership):
    User.objects.filter(pk=ben.user_id).update(role="investigator")
    with pytest.raises(ValidationError, match="needs an owner"):
        organizations.end_membership(olive, by=olive, at=LATER)


def test_nobody_opens_the_same_organization_twice_by_mistake(olive: Membership):
    same = Named("sample works example, inc.", "facility")
    with pytest.raises(ValidationError, match="You act for an organization of this name already"):
        organizations.add_organization(same, owner=olive.user, at=LATER)
    assert organizations.add_organization(Named(same.legal_name, "facility", "North shop"), owner=olive.user, at=LATER)
    assert Organization.objects.count() == 2


# Finding


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("works", ["Other Works Example", "Sample Works Example, Inc."]),
        ("sample", ["Sample Works Example, Inc."]),
        ("NORTH", ["Other Works Example"]),
        ("olive.owner@", ["Sample Works Example, Inc."]),
        ("vera@else", ["Other Works Example"]),
        ("ben.second@works.example.com", ["Sample Works Example, Inc."]),
        ("owner@works", []),
        ("100%", []),
        ("", ["Other Works Example", "Sample Works Example, Inc."]),
    ],
)
def test_an_organization_is_found_by_name_member_or_invited_person(
    works: Organization, olive: Membership, ben: Membership, text: str, names: list[str]
):
    end(ben)  # whoever left is a way to find it too
    other = organization("Other Works Example", at=NOW)
    Organization.objects.filter(pk=other.pk).update(trade_name="North shop")
    tom = member(other, "Tom Other Example", at=NOW)
    invite(tom, "vera@elsewhere.example.com")
    assert [one.name for one in oversight.find(text)] == names


def test_another_account_of_the_same_name_is_pointed_out(works: Organization):
    same = organization("SAMPLE WORKS EXAMPLE, INC.", at=NOW)
    organization("Other Works Example", at=NOW)
    assert [one.pk for one in oversight.namesakes(works)] == [same.pk]
