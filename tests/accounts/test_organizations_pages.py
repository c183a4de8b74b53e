"""The pages by which organizations and their people come, change and go: no hint to strangers, one organization at a time."""

import re
import time
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client

from tests.complaints.staff_pages import hidden, words
from tests.factories import at, person
from tests.licenses import file, member, organization
from wagecase.accounts import organizations, second_factor
from wagecase.accounts.models import KeptPost, Membership, Registration, User
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
NOW = at("2026-03-02 10:00")
PASSWORD = "an invented sentence for tests"
FORM = {
    "legal_name": "New Works Example, Inc.", "kind": "facility", "name": "Nora New Example", "email": "nora@works.example.com",
}  # fmt: skip
TWICE = {"password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture(autouse=True)
def _now(clock: Any) -> None:
    clock.set("2026-03-02 10:00")


@pytest.fixture
def owner() -> Membership:
    return member(organization(at=NOW), at=NOW)


def signed_in(membership: Membership) -> Client:
    """Sign in by the sign-in page, as people do."""
    user = membership.user
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    client = Client()
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert answer["Location"] == "/employer/"
    return client


def mailed(kind: str) -> str:
    """Return the path of the last mailed link."""
    return re.findall(r"(/employer/\S+/)", Notice.objects.filter(kind=kind).latest("pk").text)[0]


def posted(client: Client, path: str, **fields: Any) -> Any:
    return client.post(path, {**hidden(client.get(path)), **fields})


# Registration


def test_from_the_form_to_the_home(client: Client):
    assert client.post("/employer/register/", FORM)["Location"] == "/employer/register/sent/"
    assert "nora@works.example.com" in words(client.get("/employer/register/sent/"))
    path = mailed("accounts.register")
    assert User.objects.count() == 0
    page = client.get(path)
    assert page["Cache-Control"] == "no-store"
    assert "New Works Example, Inc." in words(page)
    assert User.objects.count() == 0, "looking opens nothing"
    assert client.post(path, TWICE)["Location"] == "/employer/"
    assert "The account of" not in words(client.get("/employer/"))
    home = words(client.get("/employer/"))
    assert "New Works Example, Inc." in home
    assert "Apply for a license" in home
    assert client.get(path).status_code == 404


def test_the_same_answer_for_an_address_that_has_an_account(client: Client, owner: Membership):
    fresh = client.post("/employer/register/", FORM)
    known = Client().post("/employer/register/", {**FORM, "email": owner.user.email.upper()})
    assert (fresh.status_code, fresh["Location"]) == (known.status_code, known["Location"])
    assert Registration.objects.count() == 1
    assert Notice.objects.get(address=owner.user.email).kind == "accounts.account_exists"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"legal_name": " "}, "Enter the legal name of the organization"),
        ({"kind": ""}, "Say what the organization is"),
        ({"kind": "school"}, "Choose one of the answers listed"),
        ({"name": "<b>"}, "Write your full name with letters"),
        ({"email": "nora@example.com, spy@example.com"}, "Enter one e-mail address"),
        ({"email": ""}, "Enter your e-mail address"),
        ({"legal_name": "x" * 201}, "Shorten the legal name of the organization to 200 characters"),
        ({"trade_name": "a\0b"}, "characters that we cannot store"),
    ],
)
def test_a_wrong_answer_is_named_and_nothing_is_mailed(client: Client, changes: dict[str, str], said: str):
    answer = client.post("/employer/register/", FORM | changes)
    assert answer.status_code == 422
    assert said in words(answer)
    assert not Notice.objects.exists()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"password1": "short", "password2": "short"}, "15"),
        ({"password1": PASSWORD, "password2": "another sentence of ours"}, "The two passwords differ"),
        ({"password1": "", "password2": ""}, "Enter a new password"),
        ({"password1": "x" * 300, "password2": "x" * 300}, "200 characters"),
    ],
)
def test_a_bad_password_opens_nothing(client: Client, fields: dict[str, str], said: str):
    client.post("/employer/register/", FORM)
    answer = client.post(mailed("accounts.register"), fields)
    assert answer.status_code == 422
    assert said in words(answer)
    assert PASSWORD not in answer.content.decode()
    assert not User.objects.exists()


def test_a_second_press_of_the_password_page_opens_no_second_account(client: Client):
    client.post("/employer/register/", FORM)
    path = mailed("accounts.register")
    assert client.post(path, TWICE).status_code == 303
    assert client.post(path, TWICE)["Location"] == "/employer/"
    assert User.objects.count() == 1


def test_a_link_that_was_used_signs_nobody_else_in(client: Client):
    client.post("/employer/register/", FORM)
    path = mailed("accounts.register")
    client.post(path, TWICE)
    stranger = Client()
    assert stranger.post(path, TWICE)["Location"] == "/employer/"
    assert stranger.get("/employer/")["Location"].startswith("/accounts/login/")
    assert stranger.get(path).status_code == 404
    assert stranger.post("/employer/register/never-mailed/", TWICE).status_code == 404


def test_one_place_cannot_flood_and_one_address_is_not_flooded(client: Client):
    for number in range(10):
        assert client.post("/employer/register/", FORM | {"email": f"n{number}@example.com"}).status_code == 303
    assert client.post("/employer/register/", FORM).status_code == 429
    for _ in range(4):
        answer = Client(REMOTE_ADDR=f"198.51.100.{_ + 1}").post(
            "/employer/register/", FORM | {"email": "one@example.com"}
        )
        assert answer.status_code == 303, "whoever asks learns nothing of the limit"
    assert Notice.objects.filter(address="one@example.com").count() == 3


def test_somebody_with_an_account_adds_an_organization_at_once(owner: Membership):
    client = signed_in(owner)
    answer = posted(client, "/employer/register/", legal_name="Second Works Example", kind="employer")
    assert answer["Location"] == "/employer/"
    assert "Second Works Example" in words(client.get("/employer/"))
    assert not Notice.objects.exists()


# Invitations


def invited(owner: Membership, email: str = "vera@works.example.com", role: str = "viewer") -> str:
    client = signed_in(owner)
    answer = posted(client, "/employer/team/invite/", email=email, role=role)
    assert answer["Location"] == "/employer/team/", words(answer)
    return mailed("accounts.invitation")


def test_an_invitation_from_the_team_page_to_the_home_of_the_invited(owner: Membership, client: Client):
    path = invited(owner)
    assert "Olive Owner Example" in words(client.get(path))
    answer = client.post(path, {"name": "Vera Viewer Example", **TWICE})
    assert answer["Location"] == "/employer/"
    assert "Sample Works Example, Inc." in words(client.get("/employer/"))
    assert client.get("/employer/team/invite/").status_code == 404
    assert client.get(path).status_code == 404


def test_a_second_press_of_either_way_to_join_leads_home(owner: Membership, client: Client):
    path = invited(owner)
    for _press in range(2):
        assert client.post(path, {"name": "Vera Viewer Example", **TWICE})["Location"] == "/employer/"
    other = member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW)
    path, tom = invited(owner, other.user.email), signed_in(other)
    sent = hidden(tom.get(path))
    assert [tom.post(path, sent)["Location"] for _press in range(2)] == ["/employer/"] * 2
    assert Membership.objects.filter(user=other.user, organization=owner.organization).count() == 1


def test_an_invitation_that_was_taken_back_is_no_used_one(owner: Membership, client: Client):
    path = invited(owner)
    organizations.take_back(owner.organization.invitations.get(), by=owner, at=NOW)
    assert client.post(path, {"name": "Vera Viewer Example", **TWICE}).status_code == 404


def test_an_account_signs_in_first_and_then_accepts_with_one_button(owner: Membership):
    other = member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW)
    path = invited(owner, other.user.email)
    assert f"/accounts/login/?next={path}" in Client().get(path).content.decode()
    assert Client().post(path, {"name": "Somebody Else", **TWICE}).status_code == 200
    client = signed_in(other)
    assert posted(client, path)["Location"] == "/employer/"
    assert {one.organization.name for one in Membership.objects.filter(user=other.user)} == {
        "Other Works Example", "Sample Works Example, Inc.",
    }  # fmt: skip


def test_another_person_s_session_cannot_accept(owner: Membership):
    path = invited(owner)
    tom = signed_in(member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW))
    page = words(tom.get(path))
    assert "The invitation is for v…@works.example.com" in page
    assert "vera@" not in page
    tom.post(path, {"name": "Tom", **TWICE})
    assert owner.organization.memberships.count() == 1


def test_a_link_that_was_passed_on_shows_nobody_the_address_before_it_is_theirs(owner: Membership, client: Client):
    path = invited(owner)
    page = words(client.get(path))
    assert "v…@works.example.com" in page
    assert "vera@works.example.com" not in page


def test_a_staff_address_is_told_why_and_its_inviter_nothing(owner: Membership, client: Client):
    ina = person("ina")
    path = invited(owner, ina.email)
    assert "cannot act for an organization" in words(client.get(path))
    client.post(path, {"name": "Ina", **TWICE})
    assert not Membership.objects.filter(user=ina).exists()


def test_send_again_and_take_back_from_the_team_page(owner: Membership):
    first = invited(owner)
    client = signed_in(owner)
    row = organizations.open_invitations(owner.organization, at=NOW).get()
    keys = {"submission_key": "5c9a4bb4-5b4e-4f3e-8f43-3a5b0f3b0001"}
    assert client.post(f"/employer/team/invitations/{row.pk}/resend/", keys).status_code == 303
    assert Client().get(first).status_code == 404
    second = mailed("accounts.invitation")
    assert Client().get(second).status_code == 200
    keys = {"submission_key": "5c9a4bb4-5b4e-4f3e-8f43-3a5b0f3b0002"}
    assert client.post(f"/employer/team/invitations/{row.pk}/take-back/", keys).status_code == 303
    assert Client().get(second).status_code == 404
    assert "No open invitations" in words(client.get("/employer/team/"))


def test_send_again_and_take_back_of_one_page_are_two_acts(owner: Membership):
    invited(owner)
    client, row = signed_in(owner), owner.organization.invitations.get()
    page = client.get("/employer/team/").content.decode()
    keys = re.findall(r'name="submission_key" value="([^"]+)"', page)
    assert len(keys) == len(set(keys)) == 2
    for act, key in zip(("resend", "take-back"), keys, strict=True):
        answer = client.post(f"/employer/team/invitations/{row.pk}/{act}/", {"submission_key": key})
        assert answer["Location"] == "/employer/team/"
    row.refresh_from_db()
    assert row.taken_back_at is not None


def test_a_second_press_of_invite_mails_once(owner: Membership):
    client = signed_in(owner)
    fields = {**hidden(client.get("/employer/team/invite/")), "email": "vera@works.example.com", "role": "viewer"}
    client.post("/employer/team/invite/", fields)
    assert client.post("/employer/team/invite/", fields).status_code == 303
    assert Notice.objects.filter(kind="accounts.invitation").count() == 1


def test_an_invitation_goes_for_the_organization_that_the_page_named(owner: Membership):
    second = organization("Second Works Example", at=NOW)
    Membership.objects.create(organization=second, user=owner.user, role="owner", began_at=NOW)
    client = signed_in(owner)
    fields = {**hidden(client.get("/employer/team/invite/")), "email": "vera@works.example.com", "role": "viewer"}
    client.post(f"/employer/account/organizations/{second.pk}/")
    answer = client.post("/employer/team/invite/", fields)
    assert answer.status_code == 422
    assert "You changed the organization in another window" in words(answer)
    assert "vera@works.example.com" in answer.content.decode(), "what was typed is still there"


# The team


def test_a_changed_role_ends_the_member_s_session(owner: Membership):
    phil = member(owner.organization, "Phil Filer Example", "filer", at=NOW)
    theirs, mine = signed_in(phil), signed_in(owner)
    assert theirs.get("/employer/").status_code == 200
    answer = posted(mine, f"/employer/team/{phil.pk}/", role="viewer")
    assert answer["Location"] == "/employer/team/"
    assert theirs.get("/employer/")["Location"].startswith("/accounts/login/")


def test_the_last_owner_is_told_why_not(owner: Membership):
    client = signed_in(owner)
    for path, fields in ((f"/employer/team/{owner.pk}/", {"role": "viewer"}), (f"/employer/team/{owner.pk}/end/", {})):
        answer = posted(client, path, **fields)
        assert answer.status_code == 422
        assert "An organization needs an owner" in words(answer)


def test_a_member_who_left_is_asked_to_open_or_join_one(owner: Membership):
    vera = member(owner.organization, "Vera Viewer Example", "viewer", at=NOW)
    client = signed_in(vera)
    assert posted(client, f"/employer/team/{vera.pk}/end/")["Location"] == "/accounts/login/"
    vera.user.refresh_from_db()
    again = Client()
    again.post("/accounts/login/", {"login": vera.user.email, "password": PASSWORD})
    assert again.get("/employer/")["Location"] == "/employer/none/"
    assert "no organization has you in its team" in words(again.get("/employer/none/"))


def test_viewers_and_filers_see_the_team_and_cannot_change_it(owner: Membership):
    phil = member(owner.organization, "Phil Filer Example", "filer", at=NOW)
    client = signed_in(phil)
    page = words(client.get("/employer/team/"))
    assert "Olive Owner Example" in page
    assert "Invite a person" not in page
    for path in (f"/employer/team/{owner.pk}/", f"/employer/team/{owner.pk}/end/", "/employer/team/invite/"):
        assert client.get(path).status_code == 404


# Several organizations, and the session


def test_the_switch_changes_whose_pages_are_shown(owner: Membership):
    second = organization("A Second Works Example", at=NOW)
    Membership.objects.create(organization=second, user=owner.user, role="viewer", began_at=NOW)
    client = signed_in(owner)
    assert "A Second Works Example" in words(client.get("/employer/"))  # the first by name
    assert client.post(f"/employer/account/organizations/{owner.organization_id}/").status_code == 303
    page = words(client.get("/employer/team/"))
    assert "Who may act for Sample Works Example, Inc." in page


def test_a_thing_of_the_other_organization_is_opened_for_that_organization(owner: Membership):
    second = organization("A Second Works Example", at=NOW)
    mine = Membership.objects.create(organization=second, user=owner.user, role="owner", began_at=NOW)
    phil = member(owner.organization, "Phil Filer Example", "filer", at=NOW)
    client = signed_in(owner)
    assert "A Second Works Example" in words(client.get("/employer/"))
    assert client.get(f"/employer/team/{phil.pk}/").status_code == 200
    assert "Sample Works Example, Inc." in words(client.get("/employer/"))
    assert client.get(f"/employer/team/{mine.pk}/").status_code == 200


def test_the_address_of_a_team_opens_that_team_whatever_was_chosen(owner: Membership):
    second = organization("A Second Works Example", at=NOW)
    Membership.objects.create(organization=second, user=owner.user, role="owner", began_at=NOW)
    client = signed_in(owner)
    shown = client.get(f"/employer/organizations/{owner.organization_id}/team/", follow=True)
    assert "Who may act for Sample Works Example, Inc." in words(shown)
    other = organization("Other Works Example", at=NOW)
    assert client.get(f"/employer/organizations/{other.pk}/team/").status_code == 404


def test_a_second_press_of_end_membership_leads_where_the_first_led(owner: Membership):
    phil = member(owner.organization, "Phil Filer Example", "filer", at=NOW)
    client, path = signed_in(owner), f"/employer/team/{phil.pk}/end/"
    sent = hidden(client.get(path))
    assert [client.post(path, sent)["Location"] for _press in range(2)] == ["/employer/team/"] * 2


def test_whoever_ends_what_another_owner_ended_first_is_told_so(owner: Membership):
    phil = member(owner.organization, "Phil Filer Example", "filer", at=NOW)
    client, paths = signed_in(owner), (f"/employer/team/{phil.pk}/end/", f"/employer/team/{phil.pk}/")
    sent = [hidden(client.get(paths[0])), {**hidden(client.get(paths[1])), "role": "viewer"}]
    organizations.end_membership(phil, by=owner, at=NOW)
    for path, form in zip(paths, sent, strict=True):
        answer = client.post(path, form)
        assert answer.status_code == 409
        assert "This person is not in your team any more." in answer.content.decode()
        assert client.get(path).status_code == 404


def test_another_organization_cannot_be_chosen(owner: Membership):
    other = organization("Other Works Example", at=NOW)
    client = signed_in(owner)
    assert client.post(f"/employer/account/organizations/{other.pk}/").status_code == 404
    assert client.post("/employer/account/organizations/99999999999999999999/").status_code == 404


def test_a_form_that_came_after_the_session_had_ended_comes_back(owner: Membership, monkeypatch: Any):
    client = signed_in(owner)
    fields = {**hidden(client.get("/employer/team/invite/")), "email": "vera@works.example.com", "role": "viewer"}
    later = time.time() + 31 * 60
    monkeypatch.setattr("wagecase.accounts.sessions.time.time", lambda: later)
    answer = client.post("/employer/team/invite/", fields)
    kept = KeptPost.objects.get()
    assert answer["Location"].startswith("/accounts/login/?next=%2Femployer%2Fkept%2F")
    assert kept.user == owner.user
    back = client.post(
        "/accounts/login/?next=" + f"/employer/kept/{kept.pk}/", {"login": owner.user.email, "password": PASSWORD}
    )
    assert back["Location"] == f"/employer/kept/{kept.pk}/"
    page = client.get(back["Location"])
    assert "vera@works.example.com" in words(page)
    assert 'action="/employer/team/invite/"' in page.content.decode()
    stranger = signed_in(member(organization("Other Works Example", at=NOW), "Tom Other Example", at=NOW))
    assert stranger.get(f"/employer/kept/{kept.pk}/").status_code == 404


def test_staff_land_at_their_work_and_members_never_reach_it(owner: Membership):
    client = signed_in(owner)
    for path in ("/staff/", "/staff/cases/", "/staff/people/", "/staff/session/"):
        assert client.get(path).status_code in {404, 405}
    ina = person("ina")
    ina.set_password(PASSWORD)
    ina.save()
    EmailAddress.objects.create(user=ina, email=ina.email, verified=True, primary=True)
    staff = Client()
    staff.post("/accounts/login/", {"login": ina.email, "password": PASSWORD})
    answer = staff.post("/accounts/second-factor/authenticate/", {"code": second_factor.demo_code(ina)})
    assert answer["Location"] == "/staff/"
    assert staff.get("/employer/").status_code == 404


def test_a_member_may_take_up_and_lay_down_a_second_factor(owner: Membership):
    second_factor.set_up(owner.user, secret="JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    user = owner.user
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    client = Client()
    answer = client.post("/accounts/login/", {"login": user.email, "password": PASSWORD})
    assert answer["Location"] == "/accounts/second-factor/authenticate/"
    answer = client.post("/accounts/second-factor/authenticate/", {"code": second_factor.demo_code(user)})
    assert answer["Location"] == "/employer/"
    assert "Take the second factor off" in words(client.get("/accounts/second-factor/"))
    again = client.get("/accounts/second-factor/totp/deactivate/")["Location"]
    assert again.startswith("/accounts/reauthenticate/"), "the account library asks once more before that"
    assert client.post(again, {"password": PASSWORD})["Location"] == "/accounts/second-factor/totp/deactivate/"
    client.post("/accounts/second-factor/totp/deactivate/")
    assert not Authenticator.objects.filter(user=user, type="totp").exists()


def test_the_account_pages_speak_the_language_of_their_reader(owner: Membership):
    spanish = Client(headers={"accept-language": "es"})
    assert "Contraseña" in words(spanish.get("/accounts/login/"))
    client = signed_in(owner)
    assert "Sample Works Example, Inc." in words(client.get("/accounts/password/change/"))


def test_worker_names_and_disabilities_stand_on_no_list_of_the_portal(owner: Membership):
    file(owner, at=NOW)
    client = signed_in(owner)
    for path in ("", "filings/", "licenses/", "documents/", "messages/", "team/", "account/"):
        text = client.get(f"/employer/{path}").content.decode()
        assert "Worker Number1" not in text
        assert "intellectual" not in text.lower()
