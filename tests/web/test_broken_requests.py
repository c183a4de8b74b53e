"""A request that is broken on purpose gets a page in words and the right number, and never a bare server error."""

import json
import logging
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from wagecase.web import logs
from wagecase.web.entry import guarded

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _cache(db: Any) -> None:
    call_command("createcachetable", verbosity=0)


def ask(environ: dict[str, str]) -> tuple[str, dict[str, str], bytes]:
    """Ask the real door, as the server does, and return status, headers and body."""
    from wagecase.wsgi import application

    told: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> None:
        told.update(status=status, headers=dict(headers))

    from io import BytesIO

    whole = {
        "REQUEST_METHOD": "GET", "PATH_INFO": "/", "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "8000",
        "HTTP_HOST": "127.0.0.1", "wsgi.input": BytesIO(b""), "wsgi.url_scheme": "http", "SERVER_PROTOCOL": "HTTP/1.1",
        **environ,
    }  # fmt: skip
    body = b"".join(application(whole, start_response))
    return told["status"], told["headers"], body


@pytest.mark.parametrize("target", ["http://[", "http%3A%2F%2F%5B", "//[", "http://[::1", "https://exa mple[/"])
def test_a_next_page_that_is_no_address_is_ignored(client: Client, target: str):
    page = client.get("/accounts/login/", {"next": target})
    assert page.status_code == 200


def test_the_address_of_the_attack_itself_answers(client: Client):
    assert client.get("/accounts/login/?next=http%3A%2F%2F%5B").status_code == 200


@pytest.mark.parametrize("header", ["origin", "referer"])
@pytest.mark.parametrize("value", ["http://[", "http://[::1", "null", "///", "http://127.0.0.1:port["])
def test_a_sender_that_is_no_address_is_refused_in_words(header: str, value: str):
    client = Client(enforce_csrf_checks=True)
    page = client.post("/complaints/file/", {"story": "kept"}, headers={header: value})
    assert page.status_code == 403
    assert b"This page has expired" in page.content


@pytest.mark.parametrize(
    "charset", ["base64", "rot13", "hex", "idna", "punycode", "utf-16", "utf-7", "no-such", "zlib"]
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_character_set_that_is_none_of_texts_is_a_broken_request(client: Client, charset: str, method: str):
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    body = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    page = client.generic(method.upper(), "/complaints/file/", body, content_type=kind)
    assert page.status_code == 400
    assert b"We could not read what was sent" in page.content


@pytest.mark.parametrize("charset", ["utf-8", "UTF8", "us-ascii", "iso-8859-1", "windows-1252"])
def test_a_character_set_of_texts_is_read(client: Client, charset: str):
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    body = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
    assert client.generic("POST", "/complaints/file/", body, content_type=kind).status_code == 303


@pytest.mark.parametrize("kind", [
    "text/plain; charset=a\0b", "multipart/form-data; boundary*=no-such''x", "text/html; charset*=base64''%41",
    "x" * 10 + "; a*=utf-8'", "multipart/form-data; boundary*=idna''%ff",
])  # fmt: skip
def test_a_content_type_that_cannot_be_read_gets_our_page(kind: str):
    status, headers, body = ask({"CONTENT_TYPE": kind})
    assert status[:3] in {"200", "400"}
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert b"Internal Server Error" not in body


def test_the_first_of_them_is_refused_with_a_reference_that_stands_in_the_log(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.ERROR):
        status, _headers, body = ask({"CONTENT_TYPE": "text/plain; charset=a\0b"})
    assert status == "400 Bad Request"
    assert b"We could not read what was sent" in body
    assert any("a request could not be begun" in record.getMessage() for record in caplog.records)


def test_a_fault_of_ours_outside_all_middleware_is_said_and_logged_with_its_reference():
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(logs.JsonFormatter().format(record))

    def broken(environ: Any, start_response: Any) -> Any:
        raise RuntimeError("a secret detail")

    told: list[str] = []
    handler = Keep()
    logging.getLogger("wagecase.web.entry").addHandler(handler)
    try:
        from io import BytesIO

        environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "wsgi.input": BytesIO(b"")}
        body = b"".join(guarded(broken)(environ, lambda status, headers: told.append(status)))
    finally:
        logging.getLogger("wagecase.web.entry").removeHandler(handler)
    reference = json.loads(lines[0])["reference"]
    assert told == ["500 Internal Server Error"]
    assert reference.encode() in body
    assert b"secret detail" not in body


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("path", ["/staff/", "/complaints/file/", "/accounts/login/", "/"])
def test_a_method_that_no_page_has_is_refused_before_anything_else(method: str, path: str):
    assert Client(enforce_csrf_checks=True).generic(method, path).status_code == 405
