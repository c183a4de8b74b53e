"""Walks every address of the URLconf and holds each answer against the row of the matrix that tells it beforehand."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils.html import escape

from tests.access.scene import COMPLAINANT_ONLY, DRAFT_NAME, STAFF_ONLY, Scene, payload
from tests.complaints.staff_pages import hidden
from tests.factories import undone

MATRIX = Path(__file__).with_name("matrix.csv")
PERSONAS = (
    "anonymous", "drafter", "complainant", "other_complainant", "employer", "assigned", "investigator", "other_unit",
    "coordinator", "specialist", "supervisor", "administrator", "deactivated", "unverified", "stale",
    "member_owner", "member_filer", "member_viewer", "other_member",
)  # fmt: skip
METHODS = ("GET", "POST")
OUTCOMES = ("200", "302-sign-in", "302-find", "302-done", "403", "404", "405", "409", "422")
MAY_READ_THE_CASE = ("complainant", "employer", "assigned", "investigator", "supervisor")
# "everybody": the demonstration's mailbox, which no real site has; "number": operations name the case, never people.
# Asking for a document of another organization (the events stand first).
REFUSED_ON_RECORD = (
    "employer_document", "licenses:status_document", "licenses:status_file", "closings:document",
)  # fmt: skip
SHOWS = ("", "everybody", "number")


@dataclass(frozen=True)
class Row:
    """One address, one method, and what everybody gets."""

    name: str
    pattern: str
    method: str
    with_: str
    sends: str
    shows: str
    expected: dict[str, str]

    @property
    def label(self) -> str:
        return " ".join(filter(None, [self.method, self.name, self.with_, self.sends]))

    def address(self, scene: Scene) -> str:
        """Return the address with the scene's numbers; a word that the scene does not know stands for itself."""
        words = [word for word in self.with_.split() if not word.startswith("?")]
        asked = [word.partition("=") for word in self.with_.split() if word.startswith("?")]
        query = "".join(f"{key}{sign}{scene.things.get(value, value)}" for key, sign, value in asked)
        given = dict(word.split("=", 1) for word in words)
        return reverse(self.name, kwargs={key: scene.things.get(word, word) for key, word in given.items()}) + query


def rows() -> list[Row]:
    """Return the matrix as it stands in the file."""
    with MATRIX.open(encoding="utf-8", newline="") as file:
        return [
            Row(
                line["name"], line["pattern"], line["method"], line["with"], line["sends"], line["shows"],
                {persona: line[persona] for persona in PERSONAS},
            )
            for line in csv.DictReader(file)
        ]  # fmt: skip


def patterns(found: Iterable[Any], *, prefix: str = "", space: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    """Yield (name, pattern, URLPattern) of every address below `found`."""
    for entry in found:
        whole = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            inner = f"{space}{entry.namespace}:" if entry.namespace else space
            yield from patterns(entry.url_patterns, prefix=whole, space=inner)
        else:
            yield f"{space}{entry.name}", whole, entry


def site() -> list[tuple[str, str, URLPattern]]:
    """Return every address of the project."""
    return list(patterns(get_resolver().url_patterns))


def gaps(matrix: Iterable[Row], addresses: Iterable[tuple[str, str, Any]]) -> list[str]:
    """Return what the matrix does not know and what it knows that does not exist."""
    known = {(row.name, row.pattern, row.method) for row in matrix}
    real = {(name, pattern, method) for name, pattern, _entry in addresses for method in METHODS}
    missing = [f"no row for {method} {name} ({pattern})" for name, pattern, method in sorted(real - known)]
    return missing + [f"no such address: {method} {name} ({pattern})" for name, pattern, method in sorted(known - real)]


def outcome(response: Any) -> str:
    """Return the answer in the words of the matrix."""
    if response.status_code not in {301, 302, 303}:
        return str(response.status_code)
    path = urlsplit(response["Location"]).path
    return {"/accounts/login/": "302-sign-in", "/complaints/find/": "302-find", "/closings/find/": "302-find"}.get(
        path, "302-done"
    )


def body(response: Any) -> str:
    """Return the bytes that reached the browser as text."""
    content = b"".join(response.streaming_content) if response.streaming else response.content
    return content.decode(errors="replace")


def ask(scene: Scene, row: Row, persona: str) -> Any:
    """Send the row's request as `persona`, with the hidden fields of the page where the person can open it."""
    client, address = scene.client(persona), row.address(scene)
    if row.method == "GET":
        return client.get(address)
    marks = {}
    if row.expected[persona] == "302-done":  # whoever is refused has no page to take the marks from
        page = client.get(address)
        marks = hidden(page) if page.status_code == 200 else {}
    return client.post(address, {**payload(scene, row.sends), **marks})


def faults(scene: Scene, row: Row, personas: Iterable[str] = PERSONAS) -> list[str]:
    """Return what is wrong with the answers to one row; nothing that a request did stays."""
    found = []
    for persona in personas:
        with undone():
            response = ask(scene, row, persona)
            # The page's language switch repeats the address that was asked for: that tells nobody anything new.
            got, text = outcome(response), body(response).replace(escape(response.wsgi_request.get_full_path()), "")
            if got != row.expected[persona]:
                found.append(f"{persona}: {row.expected[persona]} expected, got {got}")
            found += [f"{persona}: {got} tells {word!r}" for word in told(scene, row, persona, got, text)]
            if (row.method == "GET" or got not in {"200", "302-done"}) and _changed(scene, row, got):
                found.append(f"{persona}: {got}, and yet something was changed")
    return found


def _changed(scene: Scene, row: Row, got: str) -> bool:
    """Return whether a request left anything behind; some refusals are put on record, and nothing else of them."""
    now = scene.trace()
    if row.name in REFUSED_ON_RECORD and got == "404":
        return (now[:-1], now[-1][1:]) != (scene.before[:-1], scene.before[-1][1:])
    return now != scene.before


def told(scene: Scene, row: Row, persona: str, got: str, text: str) -> list[str]:
    """Return the words in an answer that this person must not read there."""
    if row.shows == "everybody":
        return []
    secret: list[str] = []
    refused = got.startswith("302") or got in {"403", "404", "405"}
    if refused or persona not in MAY_READ_THE_CASE:
        secret += [word for word in scene.canaries if row.shows != "number" or word != scene.case.number]
    if persona not in {"complainant", "assigned", "investigator", "supervisor"}:
        secret += COMPLAINANT_ONLY
    if persona not in {"assigned", "investigator", "supervisor"}:
        secret += STAFF_ONLY
    if persona != "drafter" and row.name != "complaints:resume":
        secret.append(DRAFT_NAME)
    return [word for word in secret if re.search(re.escape(word), text)]
