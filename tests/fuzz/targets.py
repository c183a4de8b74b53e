"""Every form of the site with somebody who may send it: the address, the person, and the fields of a well-formed form."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from complaints import flow
from tests.access.scene import Scene
from tests.access.walker import payload, rows
from tests.complaints.public_filing import url
from tests.complaints.staff_pages import hidden
from tests.factories import UNPAID, case_in, person, undone
from wagecase.cases import acts

CONTROL = re.compile(r"<(?:input|select|textarea)\b[^>]*\bname=\"([^\"]+)\"[^>]*>")
VALUE = re.compile(r'\bvalue="([^"]*)"')
# Sending these ends the session that asks, or makes the next request another person's.
LEFT_OUT = {"account_logout", "complaints:leave"}
STATES = ("unverified", "received", "docketed", "assigned", "investigating", "countersigned", "withdrawal_requested")
# Good answers to questions of staff, by their names, so that an act is done when nothing else is wrong.
ANSWERS = {
    "jurisdiction": "Work in Wisconsin.", "reason": "A reason.", "question": "How many hours?", "answer": "Forty.",
    "text": "Called the mill.", "summary": "The trade pays this.", "statement": "After rent I cannot buy food.",
    "name": "Rosa Sample", "occupation": "Packer", "wage": "$8 an hour", "answered_on": "2026-03-02",
    "served_on": "2026-03-02", "stamped_on": "2026-03-02", "signed_on": "2026-03-01", "city": "Madison",
    "state": "Wisconsin", "disclosure_reason": "She agreed by telephone.",
}  # fmt: skip


@dataclass(frozen=True)
class Target:
    """One form: who sends what where."""

    label: str
    address: str
    persona: str
    sends: str = ""

    def fields(self, scene: Scene) -> dict[str, Any]:
        """Return a well-formed form: what the page holds, and over it what the matrix of access would send."""
        given = payload(scene, self.sends)
        with undone():
            page = scene.client(self.persona).get(self.address)
        if page.status_code != 200:
            return given
        html = page.content.decode()
        found = {}
        for tag in CONTROL.finditer(html):
            value = VALUE.search(tag[0])
            found.setdefault(tag[1], unescape(value[1]) if value and 'type="checkbox"' not in tag[0] else "")
        found.pop("csrfmiddlewaretoken", None)
        answers = {name: ANSWERS[name] for name in found if name in ANSWERS and not found[name]}
        return {**found, **answers, **given, **hidden(page)}


def targets(scene: Scene) -> list[Target]:
    """Return the forms of the matrix, of every question of the public pages, and of every act in the states it is for."""
    return [*_of_the_matrix(scene), *_of_the_questions(), *_of_the_acts(scene)]


def _of_the_matrix(scene: Scene) -> Iterator[Target]:
    for row in rows():
        may = [persona for persona, outcome in row.expected.items() if outcome == "302-done"]
        if row.method == "POST" and may and row.name not in LEFT_OUT:
            yield Target(row.label, row.address(scene), may[0], row.sends)


def _of_the_questions() -> Iterator[Target]:
    for slug in sorted({page.slug for page in flow.PAGES}):
        yield Target(f"question {slug}", url(slug), "drafter")


def _of_the_acts(scene: Scene) -> Iterator[Target]:
    cases = [(state, case_in(state)) for state in STATES]
    cases += [("drafted", scene.case), ("wages", case_in("received", content=UNPAID))]
    people = {"assigned": person("ina"), "supervisor": person("sue")}
    for state, case in cases:
        done = set()
        for persona, who in people.items():
            found = acts.offers(case, who.actor)
            for row in filter(None, (found.next, *found.others)):
                if row.name not in done:
                    done.add(row.name)
                    yield Target(f"{row.name} on {state}", f"/complaints/{case.number}/{row.name}/", persona)
