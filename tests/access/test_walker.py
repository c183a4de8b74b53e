"""The matrix is complete and true to the site, and the walker that says so would notice if it were not."""

import csv
import runpy
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path

from tests.access import walker
from tests.access.scene import EMPLOYER, NAME, Scene
from tests.access.walker import PERSONAS, Row, body, faults, gaps, outcome, patterns, rows, site, told
from tests.factories import undone

pytestmark = pytest.mark.django_db
MATRIX = rows()
ADDRESSES = site()
BY_NAME = {name: entry for name, _pattern, entry in ADDRESSES}
# Methods that no page has; whoever may open the page gets the same answer as whoever may not.
STRANGE = ("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def layers(view: Any) -> Iterator[Any]:
    """Yield a view and what its decorators wrap, from the outside in."""
    while view is not None:
        yield view
        view = getattr(view, "__wrapped__", None)


def guarded(view: Any) -> Any:
    """Return the layer that checks the role, or None: the innermost one that says which roles it lets in."""
    return next((layer for layer in reversed(list(layers(view))) if hasattr(layer, "allowed_roles")), None)


GUARDED = sorted(name for name, entry in BY_NAME.items() if guarded(entry.callback) is not None)
STAFF_PAGES = ("staff_", "complaint_", "closing_", "license_")
PARTY_PAGES = ["receipt", "status", "document", "file_download", "answer", "evidence", "withdraw"]
EVERY = {row.name: row for row in MATRIX if row.method == "POST"}


# The file


def test_every_address_has_its_rows_and_every_row_an_address():
    assert gaps(MATRIX, ADDRESSES) == []


def test_the_walk_reached_the_whole_site():
    assert len(ADDRESSES) >= 80
    assert len(BY_NAME) == len(ADDRESSES), "no two addresses share a name"
    for part in ("home", "healthz", "gallery", "account_login", "staff_home", "open_case", "complaints:file",
                 "complaints:status", "complaint_act", "demo_mail:raw"):  # fmt: skip
        assert part in BY_NAME, part


def test_an_address_without_rows_is_noticed():
    new = [*ADDRESSES, *patterns([path("staff/export/", lambda request: HttpResponse(), name="staff_export")])]
    assert gaps(MATRIX, new) == [
        "no row for GET staff_export (staff/export/)", "no row for POST staff_export (staff/export/)",
    ]  # fmt: skip


def test_a_row_without_an_address_is_noticed():
    assert gaps(MATRIX, [entry for entry in ADDRESSES if entry[0] != "privacy"]) == [
        "no such address: GET privacy (privacy/)", "no such address: POST privacy (privacy/)",
    ]  # fmt: skip


def test_a_changed_pattern_is_noticed_on_both_sides():
    moved = [(name, "elsewhere/" if name == "privacy" else pattern, entry) for name, pattern, entry in ADDRESSES]
    assert len(gaps(MATRIX, moved)) == 4


def test_the_file_says_something_for_everybody_in_words_that_are_known():
    with walker.MATRIX.open(encoding="utf-8", newline="") as file:
        head = next(csv.reader(file))
    assert head == ["name", "pattern", "method", "with", "sends", "shows", *PERSONAS]
    for row in MATRIX:
        assert set(row.expected.values()) <= set(walker.OUTCOMES) | {"400", "413", "500"}, row.label
        assert row.shows in walker.SHOWS
    assert [label for label, times in Counter(row.label for row in MATRIX).items() if times > 1] == []


def test_every_page_of_staff_refuses_everybody_who_is_no_staff():
    outside = (
        "anonymous",
        "drafter",
        "complainant",
        "other_complainant",
        "employer",
        "deactivated",
        "unverified",
        "stale",
    )
    for row in MATRIX:
        if row.name.startswith(STAFF_PAGES):
            assert {row.expected[persona] for persona in outside} <= {"302-sign-in", "405"}, row.label


def test_no_member_of_an_organization_reaches_a_page_of_staff():
    members = ("member_owner", "member_filer", "member_viewer", "other_member")
    for row in MATRIX:
        if row.name.startswith(STAFF_PAGES):
            assert {row.expected[persona] for persona in members} <= {"404", "405"}, row.label


def test_an_administrator_and_another_unit_open_no_case():
    for row in MATRIX:
        if row.name.startswith("complaint_") and "number=" in row.with_:
            assert {row.expected["administrator"], row.expected["other_unit"]} <= {"404", "405"}, row.label


# Methods


@pytest.mark.parametrize("method", STRANGE)
def test_no_page_answers_another_method(scene: Scene, method: str):
    answered = []
    for row in EVERY.values():
        for persona in ("anonymous", "supervisor"):
            with undone():
                response = scene.client(persona).generic(method, row.address(scene))
                if response.status_code != 405 or response.content:
                    answered.append(f"{row.name} as {persona}: {response.status_code}")
    assert answered == []


def test_head_is_answered_like_get_without_a_body(scene: Scene):
    told = []
    for row in {row.name: row for row in MATRIX if row.method == "GET"}.values():
        with undone():
            response = scene.client("supervisor").head(row.address(scene))
            if outcome(response) != row.expected["supervisor"] or body(response):
                told.append(f"{row.label}: {outcome(response)}")
    assert told == []


# Forgery


@pytest.mark.parametrize(
    "persona", ["anonymous", "drafter", "complainant", "employer", "assigned", "supervisor", "administrator"]
)
def test_no_form_is_taken_without_its_token(scene: Scene, persona: str):
    taken = []
    for row in [row for row in MATRIX if row.method == "POST"]:
        with undone():
            sent = {**walker.payload(scene, row.sends)}
            response = scene.client(persona, csrf=True).post(row.address(scene), sent)
            if response.status_code != 403 or scene.trace() != scene.before:
                taken.append(f"{row.label}: {response.status_code}")
            taken += [f"{row.label} tells {word}" for word in (NAME, EMPLOYER) if word in body(response)]
    assert taken == []


def test_no_view_is_exempt_from_the_token():
    exempt = [n for n, e in BY_NAME.items() if any(getattr(v, "csrf_exempt", False) for v in layers(e.callback))]
    assert exempt == []


def test_the_token_is_what_was_missing(scene: Scene):
    """The control: with the check off, the same form is taken."""
    row = next(row for row in MATRIX if row.name == "complaint_notes" and row.expected["assigned"] == "302-done")
    with undone():
        assert outcome(walker.ask(scene, row, "assigned")) == "302-done"
        assert scene.trace() != scene.before


# What the walker would notice


def row_of(name: str, *, wanted: Callable[[Row], bool]) -> Row:
    return next(row for row in MATRIX if row.name == name and wanted(row))


def test_all_pages_of_staff_have_a_door():
    named = {row.name for row in MATRIX if row.name.startswith(STAFF_PAGES)}
    assert named == set(GUARDED)
    assert len(GUARDED) >= 30


@pytest.mark.parametrize("name", GUARDED)
def test_a_page_of_staff_without_its_decorator_fails_its_row(scene: Scene, monkeypatch: Any, name: str):
    entry: URLPattern = BY_NAME[name]
    row = row_of(name, wanted=lambda row: row.expected["anonymous"] == "302-sign-in")
    assert faults(scene, row, ["anonymous", "unverified"]) == []
    monkeypatch.setattr(entry, "callback", guarded(entry.callback).__wrapped__)
    with undone():  # the control: the bare view sends nobody to sign in
        try:
            got = outcome(scene.client("anonymous").generic(row.method, row.address(scene)))
        except (AttributeError, TypeError, ValueError):  # it reads a role that a visitor does not have
            got = "500"
        assert got != "302-sign-in"
    try:
        found = faults(scene, row, ["anonymous"])
    except (AttributeError, TypeError, ValueError) as error:
        found = [f"anonymous: {error}"]
    assert found, "the matrix did not notice"


def test_people_and_operations_without_their_decorator_are_open_to_all_and_that_is_noticed(
    scene: Scene, monkeypatch: Any
):
    entry = BY_NAME["staff_people"]
    row = row_of("staff_people", wanted=lambda row: row.method == "GET")
    assert faults(scene, row) == []
    monkeypatch.setattr(entry, "callback", guarded(entry.callback).__wrapped__)
    assert scene.client("anonymous").get("/staff/people/").status_code == 200, "the bare page is open"
    found = faults(scene, row)
    assert "anonymous: 302-sign-in expected, got 200" in found
    assert "assigned: 404 expected, got 200" in found


@pytest.mark.parametrize("name", PARTY_PAGES)
def test_a_party_s_page_that_takes_any_number_fails_its_row(scene: Scene, monkeypatch: Any, name: str):
    row = row_of(f"complaints:{name}", wanted=lambda row: row.method == "GET" and row.expected["complainant"] == "200")
    assert faults(scene, row, ["other_complainant"]) == []
    party = scene.case.parties.get(role="complainant")
    monkeypatch.setattr("wagecase.cases.views.party.party_of_session", lambda request: party)
    found = faults(scene, row, ["other_complainant", "anonymous"])
    assert "other_complainant: 404 expected, got 200" in found
    assert "anonymous: 302-find expected, got 200" in found


def test_a_name_in_a_refusal_is_noticed(scene: Scene):
    row = row_of("complaint_case", wanted=lambda row: row.method == "GET" and "number=case" in row.with_)
    page = scene.client("assigned").get(row.address(scene))
    text = body(page)
    for word in scene.canaries:
        assert word in text, "the page itself tells it, so the words can be found"
        assert told(scene, row, "anonymous", "404", text)
        assert word in told(scene, row, "assigned", "403", text)
    assert told(scene, row, "assigned", "200", text) == []
    assert told(scene, row, "employer", "200", "Only after the night shift") == ["Only after the night shift"]


def test_a_get_that_changes_something_is_noticed(scene: Scene, monkeypatch: Any):
    entry = BY_NAME["complaint_parties"]
    view = entry.callback

    def writes(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        scene.case.notes.create(author_id=scene.things["ada"], text="seen", at=scene.case.opened_at)
        return view(request, **kwargs)

    row = row_of("complaint_parties", wanted=lambda row: row.method == "GET" and "number=case" in row.with_)
    monkeypatch.setattr(entry, "callback", writes)
    assert faults(scene, row, ["assigned"]) == ["assigned: 200, and yet something was changed"]


def test_a_real_site_has_neither_gallery_nor_mailbox(settings: Any):
    demo = {"gallery", "gallery_error"}
    assert demo <= {entry.name for entry in runpy.run_module("wagecase.web.urls")["urlpatterns"]}
    settings.DEMO = False
    settings.GALLERY = False
    assert not demo & {entry.name for entry in runpy.run_module("wagecase.web.urls")["urlpatterns"]}
    spaces = {getattr(entry, "namespace", None) for entry in runpy.run_module("wagecase.urls")["urlpatterns"]}
    assert "demo_mail" not in spaces
