"""Headers, language, health and the pages for what is refused: no stock page, nothing typed is lost."""

import json
import logging
import re
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path
from django.utils.translation import get_language

from wagecase import errors
from wagecase.web import gallery, logs, urls, views

handler400, handler403, handler404, handler500 = views.handler400, views.handler403, views.handler404, views.handler500


def raising(error: Exception) -> Any:
    def view(request: HttpRequest) -> HttpResponse:
        raise error

    return view


def spoken(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_language())


def spoken_to_staff(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_language())


spoken_to_staff.staff_page = True


def remember(request: HttpRequest) -> HttpResponse:
    request.session["draft"] = 1
    return HttpResponse("kept")


def private(request: HttpRequest) -> HttpResponse:
    request.private_page = True
    return HttpResponse("link page")


urlpatterns = [
    path("", include("wagecase.web.urls")),
    path("stale/", raising(errors.StaleVersion("Ana Ruiz saved this at 10:42 a.m."))),
    path("unlawful/", raising(errors.TransitionNotAllowed("A closed case cannot be signed."))),
    path("forbidden/", raising(errors.NotPermitted("Only a supervisor may sign."))),
    path("denied/", raising(PermissionDenied())),
    path("done/", raising(errors.AlreadyDone("/receipt/1/"))),
    path("filed/", raising(errors.DraftFiled("BC-2026-000001"))),
    path("reused/", raising(errors.KeyReused("/receipt/1/"))),
    path("broken/", raising(RuntimeError("a secret detail"))),
    path("spoken/", spoken),
    path("staff/spoken/", spoken),
    path("acts/spoken/", spoken_to_staff),
    path("remember/", remember),
    path("private/", private),
]


@pytest.fixture(autouse=True)
def addresses(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


@pytest.fixture
def calm() -> Client:
    client = Client(raise_request_exception=False)
    logging.disable(logging.CRITICAL)
    yield client
    logging.disable(logging.NOTSET)


def test_every_page_carries_the_strict_headers(client: Client) -> None:
    answer = client.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert "Cache-Control" not in answer.headers


def test_pages_have_no_inline_style_or_script(client: Client) -> None:
    for address in ("/", "/gallery/", "/gallery/?part=staff", "/gallery/?part=error", "/nope/"):
        page = client.get(address).content.decode()
        assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)", page), address


@pytest.mark.django_db
def test_what_a_known_visitor_sees_is_not_stored(client: Client) -> None:
    assert client.get("/remember/").headers["Cache-Control"] == "no-store"
    assert client.get("/").headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "address", ["/private/", "/complaints/open/LW-2026-000123/abc123/", "/complaints/file/resume/abc123/"]
)
def test_private_link_pages_are_not_stored_and_not_passed_on(client: Client, address: str) -> None:
    headers = client.get(address).headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "same-origin"  # "no-referrer" would break the page's own form


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/nope/", 404, "Page not found"),
        ("/stale/", 409, "Ana Ruiz saved this at 10:42 a.m."),
        ("/unlawful/", 409, "A closed case cannot be signed."),
        ("/forbidden/", 403, "Only a supervisor may sign."),
        ("/denied/", 403, "You cannot do this"),
        ("/reused/", 422, "You have already sent this form"),
        ("/broken/", 500, "Sorry, the service is not working"),
    ],
)
def test_refusals_have_our_page_with_phone_and_reference(calm: Client, address: str, status: int, words: str) -> None:
    answer = calm.get(address)
    page = answer.content.decode()
    assert answer.status_code == status
    assert words in page
    assert "608-555-0100" in page
    assert re.search(r"Reference to quote: [2-9A-Z]{4}-[2-9A-Z]{4}", page)
    assert "secret detail" not in page


def test_a_stale_page_shows_the_typed_text_but_no_key_or_password(calm: Client) -> None:
    page = calm.post(
        "/stale/", {"reasons": "Because & so", "submission_key": "k-1", "password": "hush"}
    ).content.decode()
    assert "Because &amp; so" in page
    assert "k-1" not in page
    assert "hush" not in page


def test_a_form_sent_twice_leads_to_its_answer(client: Client) -> None:
    answer = client.post("/done/")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/receipt/1/")


def test_what_comes_after_the_filing_is_shown_back_and_never_leads_to_a_bare_number(client: Client) -> None:
    answer = client.post("/filed/", {"reasons": "Because", "paper": SimpleUploadedFile("late.pdf", b"%PDF-1.4")})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "This was submitted as BC-2026-000001. Its answers cannot be changed any more." in page
    assert "These files were not kept: late.pdf" in page
    assert "Because" in page


def test_the_error_page_stands_even_when_nothing_can_be_drawn(calm: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "render", raising(RuntimeError("templates are gone")))
    page = calm.get("/broken/")
    assert page.status_code == 500
    assert "Sorry, the service is not working" in page.content.decode()


def strict_post(address: str, data: dict, **headers: str) -> HttpResponse:
    return Client(enforce_csrf_checks=True).post(address, data, **headers)


def test_an_expired_page_keeps_the_answers_for_a_page_of_our_own() -> None:
    page = strict_post(
        "/spoken/", {"story": "My “words” <b>", "csrfmiddlewaretoken": "old"}, HTTP_ORIGIN="http://testserver"
    ).content.decode()
    assert "This page has expired" in page
    assert 'name="story" value="My “words” &lt;b&gt;"' in page
    assert "Send these answers" in page


@pytest.mark.parametrize(
    "headers", [{"HTTP_ORIGIN": "https://evil.example.com"}, {"HTTP_REFERER": "https://evil.example.com/"}, {}]
)
def test_an_expired_page_repeats_nothing_that_another_site_sent(headers: dict) -> None:
    page = strict_post("/spoken/", {"story": "planted"}, **headers)
    assert page.status_code == 403
    assert "planted" not in page.content.decode()


def test_an_expired_page_never_repeats_a_password() -> None:
    page = strict_post(
        "/spoken/", {"login": "ana@example.org", "password": "hush"}, HTTP_ORIGIN="http://testserver"
    ).content.decode()
    assert "hush" not in page


@pytest.mark.parametrize(
    ("next_page", "target"),
    [
        ("/privacy/?a=1", "/privacy/?a=1"),
        ("https://evil.example.com/", "/"),
        ("//evil.example.com", "/"),
        ("/\\evil.example.com", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        ("http:///evil.example.com", "/"),
        ("/a\r\nSet-Cookie: x=1", "/a%0D%0ASet-Cookie:%20x=1"),
    ],
)
def test_the_language_link_returns_to_our_own_pages_only(client: Client, next_page: str, target: str) -> None:
    answer = client.post("/language/", {"language": "es", "next": next_page})
    assert answer.status_code == 303
    assert answer.headers["Location"] in {target, "/"}
    assert "evil" not in answer.headers["Location"]


def test_the_language_link_is_kept_in_its_cookie(client: Client) -> None:
    client.post("/language/", {"language": "es", "next": "/"})
    assert client.get("/spoken/").content == b"es"
    page = client.get("/").content.decode()
    assert '<html lang="es">' in page
    assert 'value="en" lang="en">English' in page


@pytest.mark.parametrize("data", [{"language": "xx"}, {"language": ""}, {}, {"language": "es\x00"}])
def test_an_unknown_language_changes_nothing(client: Client, data: dict) -> None:
    assert not client.post("/language/", data).cookies.get("django_language")


def test_opening_the_language_address_goes_home(client: Client) -> None:
    answer = client.get("/language/?language=es")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert "django_language" not in answer.cookies


def test_staff_pages_are_english_for_a_spanish_browser(client: Client) -> None:
    spanish = {"HTTP_ACCEPT_LANGUAGE": "es"}
    assert client.get("/spoken/", **spanish).content == b"es"
    assert client.get("/staff/spoken/", **spanish).content == b"en"
    assert client.get("/acts/spoken/", **spanish).content == b"en"
    assert client.get("/spoken/", **spanish).content == b"es"


def test_pages_that_do_not_exist_are_not_linked(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "You cannot check a license on this site yet." in page
    assert page.count("<h2>") >= 5
    for href in re.findall(r'href="(/[^"]*)"', page):
        assert href.startswith("/static/") or client.get(href).status_code == 200, href


def test_titles_differ_and_name_the_department(client: Client) -> None:
    titles = [
        re.search(r"<title>(.*?)</title>", client.get(a).content.decode(), re.S)[1]
        for a in ("/", "/privacy/", "/accessibility/", "/nope/")
    ]
    assert len(set(titles)) == 4
    assert all(title.endswith(" - Department of Workforce Development") for title in titles)


@pytest.mark.django_db
def test_health_says_that_the_database_answers(client: Client) -> None:
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "database": "ok"})
    assert "no-cache" in answer.headers["Cache-Control"]


def test_health_fails_in_words_when_the_database_does_not_answer(calm: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "connection", None)
    answer = calm.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "failed")


def test_the_gallery_stands_in_demonstrations() -> None:
    request = RequestFactory().get("/gallery/")
    assert b"invented people" in gallery.gallery(request).content
    assert any(str(pattern.pattern) == "gallery/" for pattern in urls.urlpatterns)


def test_log_lines_are_json_and_hide_the_keys_of_links() -> None:
    record = logging.LogRecord(
        "x", logging.ERROR, __file__, 1, "GET %s", ("/accounts/password/reset/key/1-abc-def/\n",), None
    )
    token = logs.reference.set("7F3K-92QD")
    line = logs.JsonFormatter().format(record)
    logs.reference.reset(token)
    assert "\n" not in line
    said = json.loads(line)
    assert said["reference"] == "7F3K-92QD"
    assert "1-abc-def" not in said["message"]
    assert (
        logs.masked("GET /complaints/open/LW-2026-000123/s3cr3t/ 200") == "GET /complaints/open/LW-2026-000123/***/ 200"
    )
