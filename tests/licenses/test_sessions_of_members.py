"""What a member meets around a session: the way home on public pages, and what was typed after the session had ended."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from django.test import Client

from tests.complaints.staff_pages import signed_in, words
from tests.factories import at
from tests.licenses import member, organization
from tests.licenses.drafting import Writer, empty

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]
NOW = at("2026-03-02 09:00")


def test_a_form_kept_after_the_session_shows_the_questions_in_the_words_of_its_page(clock):
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    writer = Writer(olive, empty(olive, at=NOW))
    page = writer.page("sites", "new")
    clock.set("2026-03-02 09:50")
    late = writer.client.post(writer.url("sites", "s1"), {**page, "name": "Main hall", "workers": "7"})
    assert late.status_code == 303
    writer.client.force_login(olive.user)
    shown = words(writer.client.get(unquote(re.search(r"next=([^&]+)", late.url)[1])))
    assert "Name of the place Main hall" in shown
    assert "Workers at less than the minimum wage here in the last quarter 7" in shown


def test_a_form_kept_for_a_member_is_nothing_to_the_next_who_signs_in_on_that_browser(clock):
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    rita = member(organization("Rival Works Example, LLC", at=NOW), "Rita Rival Example", at=NOW)
    writer = Writer(olive, empty(olive, at=NOW))
    typed = {**writer.page("workers", "new"), "name": "Secretworker Example", "disability": "psychiatric"}
    clock.set("2026-03-02 09:50")
    browser, address = writer.client, writer.url("workers", "w1")
    browser.post(address, {**typed, "autosave": "1"})  # ends the session; nobody is signed in when she presses Save
    late = browser.post(address, typed)
    kept = unquote(re.search(r"next=([^&]+)", late.url)[1])
    assert kept.startswith("/employer/kept/")
    browser.force_login(rita.user)
    refused = browser.get(kept)
    assert refused.status_code == 404
    assert "Secretworker" not in refused.content.decode()
    assert "Olive" not in refused.content.decode()
    browser.force_login(olive.user)
    assert "Secretworker Example" in words(browser.get(kept))


def test_the_banner_of_a_public_page_leads_whoever_is_signed_in_to_their_own_home(clock):
    clock.set("2026-03-02 09:00")
    olive = member(organization(at=NOW), at=NOW)
    at_home = Client()
    at_home.force_login(olive.user)
    for path in ("/", "/licenses/list/"):
        assert "Sign in for employers" in words(Client().get(path))
        page = at_home.get(path)
        assert "Sign in for employers" not in words(page)
        assert '<a href="/employer/">Your organization\'s home</a>' in page.content.decode()
        assert "Sign in for employers" not in words(signed_in("lin").get(path))
