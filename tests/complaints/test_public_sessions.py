"""A session that somebody planted in a browser shows that person nothing: it gets a new name at each door."""

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.complaints.public_filing import begin, sign, text_of
from wagecase.cases import drafts, links
from wagecase.cases.models import Case, Draft

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _place(clock: Any, media: Any) -> None:
    call_command("createcachetable", verbosity=0)


def planted() -> tuple[Client, Client]:
    """Return an attacker and a visitor whose browser carries the attacker's session."""
    attacker = Client()
    attacker.post("/complaints/file/")
    visitor = Client()
    visitor.cookies["sessionid"] = attacker.cookies["sessionid"].value
    return attacker, visitor


def test_start_gives_the_session_a_new_name_and_a_draft_of_its_own():
    attacker, visitor = planted()
    begin(visitor)
    assert visitor.cookies["sessionid"].value != attacker.cookies["sessionid"].value
    page = attacker.get("/complaints/file/check/")
    assert "Rosa Sample" not in text_of(page)


def test_the_link_of_a_planted_draft_opens_nothing_after_start():
    attacker, visitor = planted()
    token = attacker.session["resume_token"]
    begin(visitor)
    assert Client().post(f"/complaints/file/resume/{token}/").status_code == 404


def test_opening_a_draft_again_gives_a_new_name():
    _attacker, visitor = planted()
    _draft, token = drafts.start(kind="living_wage", language="en", at=Draft.objects.get().created_at)
    before = visitor.cookies["sessionid"].value
    assert visitor.post(f"/complaints/file/resume/{token}/").status_code == 303
    assert visitor.cookies["sessionid"].value != before


def test_whoever_planted_the_session_sees_no_receipt():
    attacker, visitor = planted()
    begin(visitor)
    receipt = sign(visitor)["Location"]
    assert visitor.get(receipt).status_code == 200
    assert attacker.get(receipt).status_code == 302


def test_a_private_link_gives_a_new_name(client: Client):
    begin(client)
    sign(client)
    party = Case.objects.get().parties.get(role="complainant")
    _attacker, visitor = planted()
    before = visitor.cookies["sessionid"].value
    sent = {"number": party.case.number, "code": links.access_code(party)}
    assert visitor.post("/complaints/find/", sent).status_code == 303
    assert visitor.cookies["sessionid"].value != before
