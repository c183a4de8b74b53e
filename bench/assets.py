"""What a reader's browser must load before a page looks and works as it should: style sheets and scripts."""

from __future__ import annotations

import re

from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import Client

from bench import rows
from bench.measure import Row, Size

TITLE = "Style sheets and scripts of a page"
ABOUT = (
    "The bytes of every style sheet and script that the page names, as they are served without compression; the font "
    "is not counted. Modules that a script imports are counted too."
)
LIMIT = 100.0
_NAMED = re.compile(r'(?:href|src)="/static/([^"]+\.(?:css|js))"')
_IMPORTED = re.compile(r"""(?:import\s*\(?|from)\s*["']\./([^"']+)["']""")


def run(_size: Size) -> list[Row]:
    """Sum the files of a public page and of a staff page."""
    visitor, staff = Client(), Client()
    staff.force_login(rows.supervisor())
    return [
        Row("public page", _kilobytes(visitor, "/complaints/file/"), "kB", LIMIT),
        Row("staff page", _kilobytes(staff, "/staff/cases/"), "kB", LIMIT),
    ]


def _kilobytes(client: Client, address: str) -> float:
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"bench: {address} answers {answer.status_code}")
    names = set(_NAMED.findall(answer.content.decode()))
    if not names:
        raise SystemExit(f"bench: {address} names no style sheet")
    waiting, seen = list(names), set(names)
    total = 0
    while waiting:
        name = waiting.pop()
        with staticfiles_storage.open(name) as file:
            body = file.read()
        total += len(body)
        if name.endswith(".js"):
            folder = name.rpartition("/")[0]
            more = {f"{folder}/{found}" for found in _IMPORTED.findall(body.decode())} - seen
            seen |= more
            waiting += more
    return total / 1000
