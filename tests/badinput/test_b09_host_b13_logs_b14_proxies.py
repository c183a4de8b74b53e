"""B9, B13, B14: invented hosts, log lines and forwarding headers are not believed."""

import json
import logging

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.test import Client, RequestFactory

from tests.complaints.public_filing import begin
from tests.complaints.staff_pages import words
from tests.factories import QuickRenderer, person, send_mail
from wagecase.accounts import second_factor
from wagecase.notices.models import DemoMessage, Notice
from wagecase.web import logs
from wagecase.web.throttles import address_of, place_of

pytestmark = pytest.mark.django_db
PASSWORD = "an invented phrase of words"


@pytest.fixture(autouse=True)
def _place(clock, media, monkeypatch):
    call_command("createcachetable", verbosity=0)
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


@pytest.fixture
def ina():
    user = person("ina")
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "testserver.evil.example", "127.0.0.1@evil.example", "a b"]
)
@pytest.mark.parametrize("path", ["/", "/accounts/password/reset/", "/complaints/file/", "/staff/"])
def test_b9_a_host_that_is_not_ours_is_a_broken_request(host, path):
    assert Client(headers={"host": host}).get(path).status_code == 400
    assert Client(headers={"host": host}).post(path, {"email": "ina@example.org"}).status_code == 400
    assert not Notice.objects.exists()


def test_b9_a_forwarded_host_changes_no_link(ina, settings):
    settings.SITE_URL = "https://wages.example.org"
    evil = {"x-forwarded-host": "evil.example", "x-forwarded-server": "evil.example", "forwarded": "host=evil.example"}
    client = Client(headers=evil)
    client.post("/accounts/password/reset/", {"email": "ina@example.org"})
    begin(client).post("/complaints/file/save/", {"email": "rosa@example.com"})
    assert Notice.objects.count() == 2
    for notice in Notice.objects.all():
        assert "evil.example" not in notice.subject + notice.text + notice.html
        assert "https://wages.example.org/" in notice.text
    send_mail(Notice.objects.latest("id").created_at)
    assert DemoMessage.objects.count() == 2
    assert not [row for row in DemoMessage.objects.all() if b"evil.example" in bytes(row.raw)]


FORGED = 'x\r\n{"level": "error", "message": "forged"}\x1b[31mred\u2028next\x85line\x00'


def written(record):
    """Return the bytes that one record leaves in the log."""
    return logs.JsonFormatter().format(record).encode()


@pytest.mark.parametrize("where", ["message", "argument", "error"])
def test_b13_one_event_is_one_line_whatever_it_holds(where):
    given = None
    if where == "error":
        try:
            raise ValueError(FORGED)
        except ValueError as error:
            given = (ValueError, error, error.__traceback__)
    message, arguments = (FORGED.replace("%", "%%"), ()) if where == "message" else ("said %s", (FORGED,))
    line = written(logging.LogRecord("a", logging.ERROR, "p", 1, message, arguments, given))
    assert len(line.splitlines()) == 1
    assert not [byte for byte in line if byte < 32 or byte > 126]
    assert json.loads(line)["message"].endswith(FORGED)


def test_b13_a_path_an_agent_and_a_name_with_line_breaks_leave_one_line_an_event(ina):
    lines = []

    class Keep(logging.Handler):
        def emit(self, record):
            lines.append(written(record))

    handler, root = Keep(), logging.getLogger("django")
    root.addHandler(handler)
    try:
        client = Client(headers={"user-agent": FORGED.replace("\x00", ""), "referer": "x\ty"})
        client.get("/nothing/%0d%0a%7B%22level%22:1%7D/%1b%5b31m/")
        client.post("/accounts/login/", {"login": f"ina@example.org{FORGED}", "password": FORGED})
        client.post("/complaints/find/", {"number": FORGED, "code": FORGED})
    finally:
        root.removeHandler(handler)
    assert lines
    for line in lines:
        assert len(line.splitlines()) == 1
        assert json.loads(line)["level"] == "warning"
        assert b"forged" not in line, "what was typed does not belong into the log"


def asked(**meta):
    return RequestFactory().get("/", **meta)


@pytest.mark.parametrize(("proxies", "forwarded", "address"), [
    (0, "10.9.9.9", "192.0.2.1"), (0, "10.9.9.9, 10.8.8.8", "192.0.2.1"),
    (1, "10.9.9.9, 198.51.100.7", "198.51.100.7"), (1, "198.51.100.7", "198.51.100.7"), (1, "", "192.0.2.1"),
    (2, "10.9.9.9, 198.51.100.7, 203.0.113.5", "198.51.100.7"), (2, "203.0.113.5", "192.0.2.1"),
    (1, "10.9.9.9, not-an-address", None), (1, "10.9.9.9, " + "9" * 5_000, None), (1, "1.2.3.4\x00", None),
])  # fmt: skip
def test_b14_only_what_our_own_proxies_wrote_is_an_address(settings, proxies, forwarded, address):
    settings.TRUSTED_PROXIES = proxies
    assert address_of(asked(REMOTE_ADDR="192.0.2.1", HTTP_X_FORWARDED_FOR=forwarded)) == address


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"), ("", "unknown"),
    ],
)  # fmt: skip
def test_tries_are_counted_by_the_network_of_a_home(address, place):
    assert place_of(asked(REMOTE_ADDR=address)) == place


def test_b14_two_hundred_guesses_with_rotating_headers_are_slowed_and_the_victim_signs_in(ina, settings):
    settings.TRUSTED_PROXIES = 1
    home = {"headers": {"x-forwarded-for": "203.0.113.9"}, "REMOTE_ADDR": "192.0.2.1"}
    right, browser = {"login": "ina@example.org", "password": PASSWORD}, Client()
    browser.post("/accounts/login/", right, **home)
    done = browser.post("/accounts/second-factor/authenticate/", {"code": second_factor.demo_code(ina)}, **home)
    assert done.status_code == 302
    refused = 0
    for n in range(200):
        hops = f"10.{n % 250}.{n // 250}.1, 198.51.100.7"  # the last one is what our proxy wrote
        page = Client().post(
            "/accounts/login/", {**right, "password": "wrong words here"},
            headers={"x-forwarded-for": hops}, REMOTE_ADDR="192.0.2.1",
        )  # fmt: skip
        refused += b"Too many tries" in page.content
    assert refused == 190
    again = Client().post("/accounts/login/", right, **home)
    assert again.status_code == 302, words(again)
    assert again["Location"] == "/accounts/second-factor/authenticate/"
