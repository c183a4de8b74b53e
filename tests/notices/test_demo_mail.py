"""The demonstration's mailbox shows each message as its reader gets it, sealed, and only in demo mode."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.notices.conftest import AT
from wagecase.documents import services as documents
from wagecase.notices import outbox
from wagecase.notices.models import DemoMessage

HTML = (
    '<html><head><title>x</title></head><body><p style="color:red">We have your <b>complaint</b>.</p>'
    '<script>document.title = "run"</script><img src="http://127.0.0.1:9/pixel">'
    '<a href="{url}">Open the case</a></body></html>'
)


@pytest.fixture
def mail(queue: Any) -> DemoMessage:
    paper = documents.freeze(
        case=None, kind="complaints.receipt", title="Receipt", template="letters/base.html", context={}, language="en",
        visibility="party", at=AT,
    )  # fmt: skip
    documents.render_due(now=AT)
    queue(
        to="ana@example.com", document=paper, html=HTML.format(url="/healthz"), subject="We have your complaint",
        text="Open http://127.0.0.1/healthz or <b>not</b>.\n",
    )  # fmt: skip
    outbox.deliver_due(now=AT)
    return DemoMessage.objects.get()


def test_the_list_shows_the_newest_first_and_finds_a_reader(client: Any, queue: Any) -> None:
    for name in ("ana", "ben", "ana"):
        queue(to=f"{name}@example.com", subject=f"For {name}")
    outbox.deliver_due(now=AT)
    page = client.get("/demo/mail/").content.decode()
    assert re.findall(r">(For \w+)<", page) == ["For ana", "For ben", "For ana"]
    page = client.get("/demo/mail/", {"to": "BEN@"}).content.decode()
    assert re.findall(r">(For \w+)<", page) == ["For ben"]
    assert 'value="BEN@"' in page


def test_an_empty_mailbox_and_an_empty_search_say_so(client: Any, db: Any) -> None:
    assert "No messages yet." in client.get("/demo/mail/").content.decode()
    page = client.get("/demo/mail/", {"to": "<b>nobody"}).content.decode()
    assert "No message to “&lt;b&gt;nobody”." in page
    assert "Show all messages" in page


def test_a_long_list_is_paged(client: Any, queue: Any, settings: Any) -> None:
    settings.PAGE_SIZE = 2
    for number in range(5):
        queue(subject=f"Message {number}")
    outbox.deliver_due(now=AT)
    page = client.get("/demo/mail/").content.decode()
    assert re.findall(r">(Message \d)<", page) == ["Message 4", "Message 3"]
    older = re.search(r'rel="next" href="([^"]+)"', page).group(1).replace("&amp;", "&")
    assert re.findall(r">(Message \d)<", client.get("/demo/mail/" + older).content.decode()) == [
        "Message 2",
        "Message 1",
    ]


def test_a_message_page_shows_head_text_frame_and_files(client: Any, mail: DemoMessage) -> None:
    page = client.get(reverse("demo_mail:message", kwargs={"pk": mail.pk})).content.decode()
    for words in ("We have your complaint", "ana@example.com", "no-reply@example.org", "March 2, 2026", "receipt-"):
        assert words in page
    assert '<a href="http://127.0.0.1/healthz" rel="nofollow">' in page
    assert "&lt;b&gt;not&lt;/b&gt;" in page
    assert 'sandbox="allow-popups allow-same-origin allow-top-navigation-by-user-activation"' in page, "no script runs"
    assert "srcdoc" not in page


def test_the_html_part_is_sealed(client: Any, mail: DemoMessage) -> None:
    answer = client.get(reverse("demo_mail:html", kwargs={"pk": mail.pk}))
    policy = dict(part.strip().partition(" ")[::2] for part in answer["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == "'unsafe-inline'"
    assert policy["img-src"] == "data:"
    assert policy["frame-ancestors"] == "'self'"
    assert "script-src" not in policy
    assert '<base target="_top">' in answer.content.decode()
    assert answer.get("X-Frame-Options", "SAMEORIGIN") == "SAMEORIGIN"


def test_files_and_the_raw_message_are_downloads(client: Any, mail: DemoMessage) -> None:
    file = client.get(reverse("demo_mail:attachment", kwargs={"pk": mail.pk, "number": 1}))
    assert file.content.startswith(b"%PDF-")
    assert file["Content-Disposition"].startswith('attachment; filename="receipt-')
    raw = client.get(reverse("demo_mail:raw", kwargs={"pk": mail.pk}))
    assert raw.content == bytes(mail.raw)
    assert raw["Content-Disposition"] == f'attachment; filename="message-{mail.pk}.eml"'
    assert raw["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("number", [0, 2, 99])
def test_a_file_that_is_not_there_is_not_found(client: Any, mail: DemoMessage, number: int) -> None:
    assert client.get(reverse("demo_mail:attachment", kwargs={"pk": mail.pk, "number": number})).status_code == 404


def test_outside_demo_mode_there_is_no_mailbox(client: Any, mail: DemoMessage, settings: Any) -> None:
    settings.DEMO = False
    for name, more in (("message", {}), ("html", {}), ("raw", {}), ("attachment", {"number": 1})):
        assert client.get(reverse(f"demo_mail:{name}", kwargs={"pk": mail.pk, **more})).status_code == 404
    assert client.get("/demo/mail/").status_code == 404


def test_nothing_can_be_posted_to_the_mailbox(client: Any, mail: DemoMessage) -> None:
    assert client.post("/demo/mail/").status_code == 405


def test_the_account_mail_of_the_demonstration_is_shown_too(client: Any, queue: Any) -> None:
    queue(subject="Confirm your address", private=True)
    outbox.deliver_due(now=AT)
    assert "Confirm your address" in client.get("/demo/mail/").content.decode()
