"""Hostile answers to every form of the public pages: never an error page, never a lost text, never a stock message."""

from typing import Any
from uuid import uuid4

import pytest
from django import forms
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from complaints import flow
from tests.complaints.public_filing import NOTARIZED, ONLINE, PAPER, begin, mark, send, sign, text_of, url
from tests.factories import undone
from wagecase.cases import links
from wagecase.cases.models import Case
from wagecase.web.forms import DatePartsField

pytestmark = pytest.mark.django_db
HOSTILE = (
    "", " ", "\x00", "a\x00b", "\ud800", "\u202eevil", "<script>alert(1)</script>", "{{ 7*7 }}", "' OR 1=1 --",
    "😀" * 40, "x" * 300, "x" * 10_001, "9999", "-1", "0", "31", "١٢", "1e9", "NaN", "a@b.example\r\nBcc: c@d.example",
    "ñandú", "ﷺ", "\r\n\r\n", "%s%s%n", "..\\..\\", "=1+1", "living_wage", "other",
)  # fmt: skip
STOCK = ("This field is required", "Enter a valid", "Select a valid", "Ensure this value")


@pytest.fixture(autouse=True)
def _place(clock, media):
    """A fixed day and an empty store of files."""


def names(form: type) -> list[str]:
    """The names that a form's controls send."""
    found = []
    for name, field in form.base_fields.items():
        if isinstance(field, DatePartsField):
            found += [f"{name}_{part}" for part in range(3)]
        elif not isinstance(field.widget, forms.FileInput):
            found.append(name)
    return found


def calm(response: Any) -> str:
    """Check that a page is an answer in our own words, and return them."""
    assert response.status_code < 500
    page = text_of(response) if response.status_code != 303 else ""
    for words in STOCK:
        assert words not in page
    assert "<script>alert" not in response.content.decode()
    return page


@pytest.mark.parametrize("page", flow.PAGES, ids=lambda page: f"{page.slug}-{page.form.__name__}")
def test_every_question_answers_every_hostile_text(client, page):
    client.post("/complaints/file/")
    if page.slug != "problem":
        send(client, "problem", problem=page.kinds[-1])
    if page.slug == "workers":
        send(client, "who", scope="person" if "Named" in page.form.__name__ else "class")
    ref = mark(client.get(url(page.slug)))
    for text in HOSTILE:
        safe = dict.fromkeys(names(page.form), text.encode("utf-8", "replace").decode())
        with undone():  # each text meets the page as the first one did
            calm(client.post(url(page.slug), {"page_ref": ref, **safe}))


@pytest.mark.parametrize("slug", ["employer", "job", "pay", "story", "contact"])
def test_a_refused_text_is_still_in_its_box(client, slug):
    begin(client)
    page = flow.page_at(slug, kind="living_wage", answers={})
    name = next(n for n in names(page.form) if n not in {"channel", "wage_unit"})
    response = send(client, slug, **{name: "too long " * 1200})
    assert response.status_code == 422
    assert "too long too long" in response.content.decode()


def test_half_characters_sent_as_raw_bytes_are_refused_in_words(client):
    client.post("/complaints/file/")
    send(client, "problem", problem="living_wage")
    ref = mark(client.get(url("job")))
    for raw in ("%ED%A0%80", "%00", "%FF%FE", "a%0D%0AX-Header%3A+1", "%EF%BF%BF"):
        response = client.post(
            url("job"), f"page_ref={ref}&occupation={raw}", content_type="application/x-www-form-urlencoded"
        )
        calm(response)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_text_in_any_question_is_answered(client, data):
    page = data.draw(st.sampled_from([p for p in flow.PAGES if p.slug not in {"problem", "workers", "papers"}]))
    client.post("/complaints/file/")
    send(client, "problem", problem=page.kinds[-1])
    text = st.text(max_size=60).map(lambda t: t.encode("utf-8", "replace").decode())
    values = {name: data.draw(text) for name in names(page.form)}
    calm(client.post(url(page.slug), {"page_ref": mark(client.get(url(page.slug))), **values}))
    calm(client.get("/complaints/file/check/"))


@pytest.mark.parametrize("path", [ONLINE, PAPER, NOTARIZED, "/complaints/file/sign/", "/complaints/file/save/"])
def test_signing_answers_hostile_text(client, path):
    begin(client)
    for text in HOSTILE:
        text = text.encode("utf-8", "replace").decode()
        calm(
            client.post(path, dict.fromkeys(("name", "city", "state", "agree", "way", "email", "submission_key"), text))
        )
    assert not Case.objects.exists()


@pytest.mark.parametrize("key", ["", "x", "\x00", "0" * 500])
def test_an_altered_form_key_is_refused_and_the_text_kept(client, key):
    begin(client)
    response = sign(client, key=key or "-", city="Madison")
    assert response.status_code == 422
    assert "Part of this page was" in calm(response)
    assert "Madison" in response.content.decode()


def test_the_party_page_answers_hostile_text(client):
    begin(client)
    sign(client)
    case = Case.objects.get()
    for path in ("answer/", "evidence/", "withdraw/"):
        for text in HOSTILE:
            text = text.encode("utf-8", "replace").decode()
            sent = {"submission_key": uuid4(), "answer": text, "reason": text * 50, "papers": text}
            calm(client.post(f"/complaints/status/{case.number}/{path}", sent))
    for text in HOSTILE:
        text = text.encode("utf-8", "replace").decode()
        calm(Client(REMOTE_ADDR="192.0.2.7").post("/complaints/find/", {"number": text, "code": text}))


@pytest.mark.parametrize("address", ["", "not an address", "2001:db8::1"])
def test_an_odd_network_address_is_no_error(address):
    client = begin(Client(REMOTE_ADDR=address))
    assert sign(client).status_code == 303


def test_markup_in_names_is_shown_as_text(client):
    begin(client, employer={"name": "<b>Bold</b> & Sons"}, story={"statement": "<script>alert(1)</script>"})
    page = client.get("/complaints/file/check/").content.decode()
    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; Sons" in page
    assert "<script>alert" not in page
    receipt = sign(client)
    assert client.get(receipt["Location"]).status_code == 200


def test_a_name_of_300_letters_and_the_year_9999_are_told_in_words(client):
    begin(client)
    assert "Shorten your name to 100 characters or fewer. It has 300." in calm(send(client, "name", name="x" * 300))
    page = calm(send(client, "dates", started_on_0="2", started_on_1="3", started_on_2="9999"))
    assert "it cannot be after today" in page
    page = calm(send(client, "contact", email="a@b.example\r\nBcc: c@d.example"))
    assert "Enter one e-mail address" in page


def test_the_code_opens_no_case_through_the_wrong_number(client):
    begin(client)
    sign(client)
    first = Case.objects.get()
    sign(begin(Client()))
    second = Case.objects.exclude(pk=first.pk).get()
    code = links.access_code(first.parties.get(role="complainant"))
    assert Client().post(f"/complaints/open/{second.number}/{code}/").status_code == 404
