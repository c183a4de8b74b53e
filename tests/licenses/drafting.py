"""Builds applications in the making for tests, and a member at a browser who writes them."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from django.test import Client

from licenses.drafting import mapping, opening, typed
from tests.licenses import content, worker
from wagecase.accounts.models import Membership
from wagecase.cases import drafts, files
from wagecase.cases.models import Draft

STUDY = b"%PDF-1.4 a study that nobody reads in a test"


def empty(membership: Membership, *, at: datetime, **how: Any) -> Draft:
    """Return a draft without any answer."""
    return opening.open_draft(membership, language="en", at=at, **how)


def filled(membership: Membership, *, at: datetime, workers: Any = None, papers: bool = True, **changes: Any) -> Draft:
    """Return a draft in which every section is complete but the check and the signature."""
    draft = empty(membership, at=at)
    lines = tuple(workers) if workers is not None else (worker(1), worker(2))
    mapping.fill(draft, content(**changes), lines, at=at)
    for section in draft.sections.all():
        section.answers = typed.plain(section.answers)
        section.saved_by = membership.user
        section.save()
    if papers:
        taken = [files.Taken("study.pdf", "application/pdf", STUDY)]
        drafts.add_files(draft, taken=taken, source="employer", at=at, purpose="study", most=40)
    return draft


class Writer:
    """A member with a browser of their own."""

    def __init__(self, membership: Membership, draft: Draft) -> None:
        self.client, self.draft = Client(), draft
        self.client.force_login(membership.user)

    def url(self, *parts: Any) -> str:
        """Return an address of the draft."""
        return f"/licenses/apply/{self.draft.pk}/" + "".join(f"{part}/" for part in parts)

    def get(self, *parts: Any, **query: Any) -> Any:
        """Open a page."""
        return self.client.get(self.url(*parts), query)

    def words(self, *parts: Any, **query: Any) -> str:
        """Return what a page says in one line."""
        response = self.get(*parts, **query)
        assert response.status_code == 200, (response.status_code, parts)
        return text_of(response)

    def page(self, *parts: Any, **query: Any) -> dict[str, str]:
        """Open a form and return its hidden fields, as an open page keeps them."""
        html = self.get(*parts, **query).content.decode()
        return dict(re.findall(r'<input type="hidden" name="(\w+)"[^>]*? value="([^"]*)"', html))

    def send(self, *parts: Any, page: dict[str, str] | None = None, **answers: Any) -> Any:
        """Press a button of an open page, or of the page as it is drawn now."""
        hidden = page if page is not None else self.page(*parts)
        hidden.pop("csrfmiddlewaretoken", None)
        return self.client.post(self.url(*parts), {**hidden, **answers})


def text_of(response: Any) -> str:
    """Return the words of a page in one line."""
    html = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", " ", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&#x27;", "'").replace("&quot;", '"').split())
