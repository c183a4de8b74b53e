"""What tests of staff pages share: a signed-in client, and an act's form as the browser would send it back."""

import re
import time
from typing import Any

from django.test import Client

from tests.factories import person

HIDDEN = re.compile(r'<input type="hidden" name="([a-z_0-9]+)" value="([^"]*)"')


def signed_in(key: str) -> Client:
    """Return a client signed in as one of the staff of tests/factories.py; the language is Spanish on purpose."""
    client = Client(headers={"accept-language": "es"})
    sign_in(client, key)
    return client


def sign_in(client: Client, key: str) -> None:
    """Begin a session that proved who it is just now, without the pages that ask."""
    who = person(key)
    client.force_login(who)
    session = client.session
    session["account_authentication_methods_user"] = str(who.pk)
    session["account_authentication_methods"] = [{"method": "password", "at": time.time()}]
    session.save()


def hidden(response: Any) -> dict[str, str]:
    """Return the hidden fields of the page's forms."""
    return {name: value for name, value in HIDDEN.findall(response.content.decode()) if name != "csrfmiddlewaretoken"}


def words(response: Any) -> str:
    """Return the page's text without tags, with single spaces."""
    plain = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    plain = re.sub(r'<span class="wc-nowrap">([^<]*)</span>', r"\1", plain)
    plain = re.sub(r"<[^>]+>", " ", plain)
    for code, sign in (("&#x27;", "'"), ("&amp;", "&"), ("&quot;", '"'), ("&lt;", "<"), ("&gt;", ">")):
        plain = plain.replace(code, sign)
    return " ".join(plain.split())


def send(client: Client, address: str, **answers: Any) -> Any:
    """Open an act's page, fill it and send it."""
    page = client.get(address)
    assert page.status_code == 200, words(page)
    return client.post(address, {**hidden(page), **answers})
