"""How an organization gets its account and its people: by proven addresses, on the record, and never without an owner."""

import re
from datetime import date

import pytest
from django.core.exceptions import ValidationError

from tests.factories import at, person
from tests.licenses import member, organization
from wagecase.accounts import organizations
from wagecase.accounts.members import memberships_of
from wagecase.accounts.models import Invitation, Membership, Organization, Registration, User
from wagecase.accounts.organizations import Named
from wagecase.audit.models import Event
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
NOW, LATER = at("2026-03-02 10:00"), at("2026-03-03 10:00")
MAY = at("2026-05-02 10:00")  # an invitation of NOW is too old
WORKS = Named("New Works Example, Inc.", "facility", "New Works")
PASSWORD = "an invented sentence for tests"


def ask(email: str = "nora@works.example.com") -> None:
    organizations.ask_to_register(WORKS, email=email, name="Nora New Example", language="en", at=NOW)


def token_of(kind: str) -> str:
    """Return the token of the last mailed link."""
    text = Notice.objects.filter(kind=kind).latest("pk").text
    return re.findall(r"/employer/(?:register|join)/([^/\s]+)/", text)[0]


@pytest.fixture
def works() -> Organization:
    return organization(at=NOW)


@pytest.fixture
def owner(works: Organization) -> Membership:
    return member(works, at=NOW)


def invite(owner: Membership, email: str = "vera@works.example.com", role: str = "viewer") -> Invitation:
    return organizations.invite(by=owner, email=email, role=role, language="en", at=NOW)


# Registration


def test_asking_opens_nothing_but_a_pending_row():
    ask("Nora@Works.example.com")
    row = Registration.objects.get()
    assert (row.email, row.legal_name, row.expires_on) == ("nora@works.example.com", WORKS.legal_name, date(2026, 3, 5))
    assert not User.objects.exists()
    assert not Organization.objects.exists()
    assert row.token_hash not in Notice.objects.get().text


def test_the_mail_names_nothing_that_a_stranger_typed():
    ask()
    notice = Notice.objects.get()
    assert notice.is_account_mail
    assert WORKS.legal_name not in notice.subject + notice.text + notice.html
    assert "Nora" not in notice.subject + notice.text + notice.html


def test_an_address_with_an_account_gets_another_mail_and_nothing_is_pending(owner: Membership):
    ask(owner.user.email)
    notice = Notice.objects.get()
    assert notice.kind == "accounts.account_exists"
    assert "has an account already" in notice.text
    assert not Registration.objects.exists()


def test_a_staff_address_gets_the_mail_of_an_account_too():
    ask(person("ina").email)
    assert Notice.objects.get().kind == "accounts.account_exists"


def test_the_link_opens_person_organization_and_ownership_once():
    ask()
    row = organizations.pending(token_of("accounts.register"), at=LATER)
    made = organizations.register(row, password=PASSWORD, at=LATER)
    assert (made.role, made.organization.name, made.organization.kind) == ("owner", WORKS.legal_name, "facility")
    assert made.user.check_password(PASSWORD)
    assert made.user.role == ""
    assert made.user.emailaddress_set.get().verified
    assert Event.objects.filter(verb="accounts.register_organization").count() == 1
    assert organizations.pending(token_of("accounts.register"), at=LATER) is None
    with pytest.raises(TransitionNotAllowed):
        organizations.register(row, password=PASSWORD, at=LATER)
    assert Organization.objects.count() == 1


@pytest.mark.parametrize(("when", "opens"), [("2026-03-05 23:59", True), ("2026-03-06 00:01", False)])
def test_the_link_works_through_its_last_day(when: str, opens: bool):
    ask()
    assert (organizations.pending(token_of("accounts.register"), at=at(when)) is not None) is opens


def test_two_links_of_one_address_open_one_account():
    ask()
    first = organizations.pending(token_of("accounts.register"), at=NOW)
    ask()
    second = organizations.pending(token_of("accounts.register"), at=NOW)
    organizations.register(first, password=PASSWORD, at=NOW)
    with pytest.raises(TransitionNotAllowed, match="has an account already"):
        organizations.register(second, password="another invented sentence", at=NOW)
    assert User.objects.get().check_password(PASSWORD)
    assert Organization.objects.count() == 1


def test_what_nobody_opened_is_removed_when_its_days_are_over():
    ask()
    assert organizations.forget_old(at("2026-03-05 23:00")) == 0
    assert organizations.forget_old(at("2026-03-06 00:10")) == 1


def test_staff_open_no_organization_of_their_own():
    with pytest.raises(NotPermitted):
        organizations.add_organization(WORKS, owner=person("ina"), at=NOW)


# Invitations


def test_an_invitation_lets_a_new_person_join_once_in_the_role_it_names(owner: Membership):
    row = invite(owner, "Vera@Works.example.com", "filer")
    assert row.expires_on == date(2026, 3, 16)  # 14 days, office practice
    made = organizations.accept_anew(row, name="Vera Viewer Example", password=PASSWORD, at=LATER)
    assert (made.role, made.user.email, made.organization) == ("filer", "vera@works.example.com", owner.organization)
    with pytest.raises(TransitionNotAllowed):
        organizations.accept_anew(row, name="Somebody Else", password=PASSWORD, at=LATER)
    assert owner.organization.memberships.count() == 2
    assert [event.verb for event in Event.objects.order_by("seq")] == [
        "accounts.invite_member",
        "accounts.join_organization",
    ]


def test_an_invitation_is_accepted_with_an_account_that_is_there(owner: Membership):
    other = member(organization("Other Works Example", at=NOW), "Vera Viewer Example", at=NOW)
    made = organizations.accept(invite(owner, other.user.email), user=other.user, at=LATER)
    assert made.organization == owner.organization
    assert [one.organization.name for one in memberships_of(other.user)] == [
        "Other Works Example", "Sample Works Example, Inc.",
    ]  # fmt: skip


def test_staff_closed_accounts_and_other_addresses_do_not_join(owner: Membership):
    ina = person("ina")
    row = invite(owner, ina.email)
    with pytest.raises(NotPermitted, match="Staff accounts"):
        organizations.accept(row, user=ina, at=LATER)
    stranger = member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW).user
    with pytest.raises(NotPermitted, match="another address"):
        organizations.accept(row, user=stranger, at=LATER)
    stranger.is_active = False
    with pytest.raises(NotPermitted):
        organizations.accept(invite(owner, stranger.email), user=stranger, at=LATER)
    assert owner.organization.memberships.count() == 1


@pytest.mark.parametrize(("when", "opens"), [("2026-03-16 23:59", True), ("2026-03-17 00:01", False)])
def test_an_invitation_is_open_through_its_last_day(owner: Membership, when: str, opens: bool):
    invite(owner)
    assert (organizations.invitation_of(token_of("accounts.invitation"), at=at(when)) is not None) is opens


def test_sending_again_makes_a_new_link_and_ends_the_old_one(owner: Membership):
    row = invite(owner)
    old = token_of("accounts.invitation")
    organizations.resend(row, by=owner, language="en", at=LATER)
    new = token_of("accounts.invitation")
    assert organizations.invitation_of(old, at=LATER) is None
    assert organizations.invitation_of(new, at=LATER).expires_on == date(2026, 3, 17)


def test_what_is_taken_back_opens_nothing(owner: Membership):
    row = invite(owner)
    organizations.take_back(row, by=owner, at=LATER)
    assert organizations.invitation_of(token_of("accounts.invitation"), at=LATER) is None
    for act in (
        lambda: organizations.take_back(row, by=owner, at=LATER),
        lambda: organizations.resend(row, by=owner, language="en", at=LATER),
        lambda: organizations.accept_anew(row, name="Vera", password=PASSWORD, at=LATER),
    ):
        with pytest.raises(TransitionNotAllowed):
            act()
    assert not User.objects.filter(email="vera@works.example.com").exists()


def test_nobody_is_invited_twice(owner: Membership):
    invite(owner)
    with pytest.raises(ValidationError, match="open invitation"):
        invite(owner, "VERA@works.example.com")
    with pytest.raises(ValidationError, match="in your team already"):
        invite(owner, owner.user.email)
    organizations.take_back(Invitation.objects.get(), by=owner, at=LATER)
    assert invite(owner).pk


def test_an_old_invitation_is_not_sent_again_beside_a_later_one(owner: Membership):
    old = invite(owner, role="owner")
    new = organizations.invite(by=owner, email="vera@works.example.com", role="viewer", language="en", at=MAY)
    with pytest.raises(TransitionNotAllowed, match="A later invitation was sent to this address"):
        organizations.resend(old, by=owner, language="en", at=MAY)
    organizations.take_back(new, by=owner, at=MAY)
    with pytest.raises(TransitionNotAllowed):
        organizations.resend(old, by=owner, language="en", at=MAY)


def test_nothing_is_sent_again_to_somebody_who_joined(owner: Membership):
    row = invite(owner)
    member(owner.organization, "Vera Viewer Example", "viewer", at=NOW)
    User.objects.filter(name="Vera Viewer Example").update(email="vera@works.example.com")
    with pytest.raises(TransitionNotAllowed, match="This person is in your team already"):
        organizations.resend(row, by=owner, language="en", at=NOW)


def second_door(owner: Membership) -> tuple[Invitation, Invitation]:
    """Two open rows for one address, as they were made before a second one was refused."""
    first, other = invite(owner, role="owner"), invite(owner, "vera.two@works.example.com")
    Invitation.objects.filter(pk=other.pk).update(email=first.email)
    return first, Invitation.objects.get(pk=other.pk)


def test_whoever_joins_has_no_second_invitation_to_come_back_with(owner: Membership):
    first, other = second_door(owner)
    vera = organizations.accept_anew(other, name="Vera Viewer Example", password=PASSWORD, at=NOW)
    organizations.end_membership(vera, by=owner, at=LATER)
    with pytest.raises(TransitionNotAllowed):
        organizations.accept(first, user=vera.user, at=LATER)


def test_the_invitations_of_an_owner_who_was_put_out_or_demoted_open_nothing(owner: Membership):
    for name, role in (("Adam", None), ("Berta", "viewer")):
        bad = member(owner.organization, f"{name} Owner Example", "owner", at=NOW)
        row = invite(bad, "alias@elsewhere.example.com", "owner")
        if role:
            organizations.change_role(bad, role=role, by=owner, at=NOW)
        else:
            organizations.end_membership(bad, by=owner, at=NOW)
        with pytest.raises(TransitionNotAllowed):
            organizations.accept_anew(row, name="Alias Example", password=PASSWORD, at=NOW)
    assert Event.objects.filter(verb="accounts.take_back_invitation").count() == 2


@pytest.mark.parametrize("role", ["filer", "viewer"])
def test_only_an_owner_invites_and_takes_back(works: Organization, owner: Membership, role: str):
    row = invite(owner)
    other = member(works, "Phil Filer Example", role, at=NOW)
    for act in (
        lambda: invite(other, "new@works.example.com"),
        lambda: organizations.resend(row, by=other, language="en", at=LATER),
        lambda: organizations.take_back(row, by=other, at=LATER),
        lambda: organizations.change_role(owner, role="viewer", by=other, at=LATER),
        lambda: organizations.end_membership(owner, by=other, at=LATER),
    ):
        with pytest.raises(NotPermitted):
            act()


def test_an_owner_of_another_organization_changes_nothing_here(works: Organization, owner: Membership):
    row, stranger = invite(owner), member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW)
    for act in (
        lambda: organizations.take_back(row, by=stranger, at=LATER),
        lambda: organizations.end_membership(owner, by=stranger, at=LATER),
        lambda: organizations.change_role(owner, role="viewer", by=stranger, at=LATER),
    ):
        with pytest.raises(NotPermitted):
            act()


# The team


def test_another_role_ends_the_sessions_and_is_on_the_record(works: Organization, owner: Membership):
    phil = member(works, "Phil Filer Example", "filer", at=NOW)
    before = phil.user.get_session_auth_hash()
    organizations.change_role(phil, role="viewer", by=owner, at=LATER)
    assert Membership.objects.get(pk=phil.pk).role == "viewer"
    assert User.objects.get(pk=phil.user_id).get_session_auth_hash() != before
    event = Event.objects.get(verb="accounts.change_membership_role")
    assert [(d.before, d.after) for d in event.details.filter(field="role")] == [("filer", "viewer")]


def test_the_same_role_again_is_refused(works: Organization, owner: Membership):
    phil = member(works, "Phil Filer Example", "filer", at=NOW)
    with pytest.raises(ValidationError, match="has this role already"):
        organizations.change_role(phil, role="filer", by=owner, at=LATER)


def test_the_last_owner_neither_leaves_nor_is_demoted(works: Organization, owner: Membership):
    member(works, "Phil Filer Example", "filer", at=NOW)
    with pytest.raises(ValidationError, match="needs an owner"):
        organizations.end_membership(owner, by=owner, at=LATER)
    with pytest.raises(ValidationError, match="needs an owner"):
        organizations.change_role(owner, role="viewer", by=owner, at=LATER)
    assert owner.organization.memberships.filter(ended_at=None, role="owner").count() == 1


def test_an_owner_whose_account_is_closed_does_not_count(works: Organization, owner: Membership):
    second = member(works, "Ben Second Example", "owner", at=NOW)
    User.objects.filter(pk=second.user_id).update(is_active=False)
    with pytest.raises(ValidationError, match="needs an owner"):
        organizations.end_membership(owner, by=owner, at=LATER)


def test_with_a_second_owner_the_first_may_leave_and_sees_nothing_any_more(works: Organization, owner: Membership):
    member(works, "Ben Second Example", "owner", at=NOW)
    organizations.end_membership(owner, by=owner, at=LATER)
    assert memberships_of(owner.user) == []
    assert Membership.objects.get(pk=owner.pk).ended_at == LATER
    with pytest.raises(NotPermitted):  # the right ended with the membership, whatever a stale page still holds
        invite(owner, "new@works.example.com")


def test_a_viewer_may_leave_and_be_invited_again(works: Organization, owner: Membership):
    vera = member(works, "Vera Viewer Example", "viewer", at=NOW)
    organizations.end_membership(vera, by=vera, at=LATER)
    again = organizations.accept(
        invite(owner, vera.user.email, "filer"), user=User.objects.get(pk=vera.user_id), at=LATER
    )
    assert (again.role, again.pk != vera.pk) == ("filer", True)
    with pytest.raises(TransitionNotAllowed):
        organizations.end_membership(vera, by=owner, at=LATER)


def test_whoever_works_for_the_department_has_no_membership_whatever_the_table_says(works: Organization):
    ina = person("ina")
    Membership.objects.create(organization=works, user=ina, role="owner", began_at=NOW)
    assert memberships_of(ina) == []
