"""The staff pages of organizations in a real browser: they fit a phone and pass axe, also with a fault."""

from typing import Any

import pytest
from django.utils import timezone

from tests.complaints import staff_pages
from tests.complaints.test_staff_browser import look, page_url
from tests.factories import person
from tests.licenses import file, member, organization
from wagecase.accounts import organizations, oversight

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def sign_in(page: Any, client: Any) -> None:
    """Put the supervisor's session into the browser, as one that proved who it is just now."""
    staff_pages.sign_in(client, "sue")
    page.context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": page_url(page)}])


def test_every_page_fits_a_phone_and_passes_axe(new_page: Any, client: Any, axe: Any):
    now = timezone.now()
    works = organization(at=now)
    owner = member(works, at=now)
    file(owner, at=now)
    row = organizations.invite(by=owner, email="vera@works.example.com", role="viewer", language="en", at=now)
    oversight.invite_owner(
        works, email="a.very.long.name.of.a.person@works.example.com", reason="The only owner left.", checked="Called.",
        language="en", actor=person("sue").actor, at=now,
    )  # fmt: skip
    page = new_page()
    sign_in(page, client)
    acts = (
        f"{works.pk}/invite-owner/", f"members/{owner.pk}/end/", f"members/{owner.pk}/deactivate/",
        f"invitations/{row.pk}/take-back/",
    )  # fmt: skip
    look(page, axe, [f"/staff/organizations/{path}" for path in ("", "?q=nobody", f"{works.pk}/", *acts)])


def test_an_owner_is_invited_by_keyboard_and_a_fault_is_named_first(new_page: Any, client: Any, axe: Any):
    works = organization(at=timezone.now())
    page = new_page(width=320, javascript=False)
    sign_in(page, client)
    page.goto(f"/staff/organizations/{works.pk}/")
    page.get_by_role("link", name="Invite a new owner").press("Enter")
    page.get_by_label("E-mail address of the new owner").fill("nora@works.example.com")
    page.get_by_label("Why the department invites an owner").fill("The only owner left the firm.")
    page.get_by_role("button", name="Invite new owner").press("Enter")
    page.get_by_role("heading", name="There is a problem").wait_for()
    page.get_by_label("How you checked who asks").fill("Called back.")
    page.get_by_role("button", name="Invite new owner").press("Enter")
    page.get_by_text("We mailed the invitation to nora@works.example.com.").wait_for()
    assert works.invitations.get().by_department
