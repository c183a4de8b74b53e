"""An invented notice for two municipalities, the answers of its pages, and cases in each state, made by the services."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal
from typing import Any
from uuid import uuid4

from django.test import Client

from closings import assigning, determinations, intake, publishing, stamps, standing
from closings.content import NoticeContent, RecipientFacts, SeparationFacts, SiteFacts
from closings.deciding import Decided
from closings.determinations import Findings
from closings.imported import (
    ImportedRevision,
    add_imported,
    record_imported,
    remove_imported,
    restore_imported,
    take_back_imported,
)
from closings.recording import Source
from tests.factories import actor_of, at, make_pdfs, person, send_mail, taken
from wagecase.accounts.models import User
from wagecase.cases import services as cases
from wagecase.cases.models import Case
from wagecase.lifecycle import Actor
from wagecase.notices.models import Notice

FIRST_DAY = dt.date(2026, 5, 1)  # notice is due on March 2, 2026: 60 calendar days before
FILED = "2026-03-10 10:00"
CONTENT = NoticeContent(
    employer_name="Made-Up Mills Example LLC", event="closing", duration="permanent", whole_site="yes",
    employer_kind="private", persons_in_state=140, new_in_state=10, low_hour_in_state=5, cause="other", represented="no",
    industry="Paper mill", contact_name="Paula Placeholder Example", contact_phone="608-555-0122",
    contact_email="paula@made-up-mills.example.com", contact_postal="400 Placeholder Road\nMonroe, WI 53566",
    sites=(
        SiteFacts("Monroe", "Green", "city", "North mill", "400 Placeholder Road", "53566", 60, 2, 1, False),
        SiteFacts("Invented Springs", "Green", "village", "South mill", "", "", 30, 0, 0, True),
    ),
    separations=(SeparationFacts(FIRST_DAY, None, 90),),
    recipients=(
        RecipientFacts("department", given_on=dt.date(2026, 3, 10)),
        RecipientFacts("employee", "All shifts", "", dt.date(2026, 3, 2), "hand", "Signed list"),
        RecipientFacts("official", "Mayor", "Monroe", dt.date(2026, 3, 22), "certified"),
        RecipientFacts("official", "Village president", "Invented Springs", dt.date(2026, 2, 20), "mail"),
        RecipientFacts("official", "Village manager", "Invented Springs", None),
    ),
)  # fmt: skip
REACHED = (
    Decided("enterprise", True), Decided("fifty", True), Decided("event", True), Decided("strike", False),
)  # fmt: skip
DECIDED = {"is_enterprise": "yes", "is_fifty": "yes", "is_event": "yes", "is_strike": "no"}  # as the form sends it
FINDINGS = Findings(
    decisions=REACHED,
    reasons="The mill closed on May 1, 2026.\n\nThe mayor was told on March 22.", daily_amount=Decimal("250.00"),
    surcharge_reason="The employer told the employees in time and had no earlier case.",
)  # fmt: skip


def file_online(content: NoticeContent = CONTENT, *, when: str = FILED, **changes: Any) -> Case:
    """File the notice online."""
    given = {"email": content.contact_email, "language": "en", "at": at(when), **changes}
    return intake.file_online(content=content, **given)


def keyed(*, actor: Actor | None = None) -> Case:
    """Record the notice from a letter that was stamped on the day before it was keyed."""
    return intake.record_letter(
        content=CONTENT, received_on=dt.date(2026, 3, 9), postmarked_on=dt.date(2026, 3, 6), at=at(FILED),
        actor=actor or person("cora").actor, keyed_by=person("cora"),
    )  # fmt: skip


def do(case: Case, service: Any, *, by: str, when: str, **facts: Any) -> Case:
    """Do an act as one of the staff, on the case as it is now."""
    case = Case.objects.get(pk=case.pk)
    return service(case, actor=person(by).actor, at=at(when), expected_version=case.version, **facts)


def case_in(state: str, content: NoticeContent = CONTENT) -> Case:
    """Return a case that came to `state` by the usual way."""
    if state in {"historic", "removed"}:
        return imported(state)
    case = file_online(content)
    if state in {"received", "rescinded"}:
        return rescinded(case) if state == "rescinded" else case
    if state == "refused":
        return do(case, standing.refuse, by="cora", when="2026-03-11 09:00", reason="Nobody of that name files here.")
    case = do(case, publishing.publish, by="cora", when="2026-03-11 09:00")
    if state == "listed":
        return case
    if state == "unlisted":
        return do(
            case, standing.remove_listed, by="cora", when="2026-03-12 09:00", reason="The employer did not file it."
        )
    case = drafted(case, by="cora")
    if state == "drafted":
        return case
    case = do(
        case, determinations.sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
        draft_sha256=case.closing_determinations.get().draft.sha256,
    )  # fmt: skip
    make_pdfs(at("2026-05-05 09:05"))
    send_mail(at("2026-05-05 09:10"))
    if state == "signed":
        return case
    case = do(case, determinations.record_service, by="cora", when="2026-05-06 09:00", served_on=dt.date(2026, 5, 5))
    return case if state == "served" else do(case, determinations.close, by="cora", when="2026-06-08 09:00")


def drafted(case: Case, *, by: str, when: str = "2026-05-04 09:00") -> Case:
    """Draft the determination and make its PDF."""
    case = do(
        case, determinations.draft_determination, by=by, when=when, findings=FINDINGS, drafted_by=person(by),
        intended_signer=person("sue") if by != "sue" else None,
    )  # fmt: skip
    make_pdfs(at(when) + dt.timedelta(minutes=5))
    return case


def imported(state: str = "historic", *, actor: Actor | None = None) -> Case:
    """Return a notice that came from an old list, or one whose import was undone."""
    row = ImportedRevision("original", CONTENT, dt.date(2020, 10, 5), Source("list.csv", 2))
    case = record_imported([row], actor=actor or person("cora").actor, at=at(FILED))
    return (
        case
        if state == "historic"
        else remove_imported(case, reason="Undone", actor=person("cora").actor, at=at(FILED))
    )


def later_row() -> ImportedRevision:
    """Return an update of the notice that `imported` made."""
    return ImportedRevision(
        "update", replace(CONTENT, trade_name="Later Mills"), dt.date(2020, 11, 2), Source("list.csv", 3)
    )


def act(case: Case, name: str, *, by: str, when: str) -> Case:
    """Do the act `name` in a role, on the case as it is now, with what it usually asks."""
    case = Case.objects.get(pk=case.pk)
    actor = actor_of(by, case if by not in {"complainant"} else None)
    common: dict[str, Any] = {"actor": actor, "at": at(when)}
    who = User.objects.filter(pk=actor.id or 0).first() if actor.kind == "staff" else None
    draft = case.closing_determinations.last()
    acts: dict[str, Any] = {
        "add_imported": lambda: add_imported(case, [later_row()], **common),
        "take_back_imported": lambda: take_back_imported(case, 1, reason="Undone", **common),
        "remove_imported": lambda: remove_imported(case, reason="Undone", **common),
        "file_update": lambda: intake.file_update(case, content=replace(CONTENT, trade_name="Sample Mills"), **common),
        "correct_notice": lambda: intake.correct_notice(
            case, content=replace(CONTENT, trade_name="Correct Mills"), reason="A slip of ours", **common
        ),
        "rescind": lambda: intake.rescind(case, **common),
        "add_evidence": lambda: intake.add_evidence(case, files=[taken()], **common),
        "sign_determination": lambda: determinations.sign_determination(
            case, signer=who, draft_sha256=draft.draft.sha256 if draft else "", expected_version=case.version, **common
        ),
    }
    days = {"number": 0, "received_on": dt.date(2026, 3, 6), "reason": "The stamp says so."}
    plain: dict[str, tuple[Any, dict[str, Any]]] = {
        "assign": (assigning.assign, {"person": person("cora")}),
        "publish": (publishing.publish, {}),
        "draft_determination": (determinations.draft_determination, {"findings": FINDINGS, "drafted_by": who}),
        "revise_determination": (determinations.revise_determination, {"findings": FINDINGS, "drafted_by": who}),
        "return_draft": (determinations.return_draft, {"reason": "Say more."}),
        "record_service": (determinations.record_service, {"served_on": at(when).date()}),
        "reopen_service": (determinations.reopen_service, {}),
        "correct_letter": (stamps.correct_letter, days),
        "close": (determinations.close, {"reason": "The officials were told by telephone."}),
        **{
            name: (getattr(standing, name), {"reason": "An invented reason."})
            for name in ("refuse", "take_up", "remove_listed", "restore_listed", "reinstate", "reopen")
        },
        "restore_imported": (restore_imported, {"reason": "Taken off by mistake."}),
    }
    if name in acts:
        return acts[name]()
    if name not in plain:
        return cases.advance(case, name, expected_version=case.version, **common)
    service, facts = plain[name]
    return service(case, expected_version=case.version, **facts, **common)


def rescinded(case: Case, *, when: str = "2026-03-20 10:00") -> Case:
    """Let the employer rescind the notice."""
    party = case.parties.get()
    return intake.rescind(case, actor=Actor("link", party.pk, "employer", party.name), at=at(when))


def updated(case: Case, *, when: str = "2026-03-15 10:00", **changes: Any) -> Case:
    """Let the employer update the notice."""
    party = case.parties.get()
    content = replace(CONTENT, **changes)
    return intake.file_update(case, content=content, actor=Actor("link", party.pk, "employer", party.name), at=at(when))


def date_parts(name: str, day: dt.date) -> dict[str, str]:
    """Return a date as its three boxes send it."""
    return {f"{name}_0": str(day.month), f"{name}_1": str(day.day), f"{name}_2": str(day.year)}


ANSWERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("employer/", {
        "employer_name": "Made-Up Mills Example LLC", "employer_kind": "private",
        "contact_name": "Paula Placeholder Example", "contact_phone": "608-555-0122",
    }),
    ("event/", {"event": "closing", "duration": "permanent", "whole_site": "yes", "cause": "other", "represented": "no"}),
    ("workforce/", {"persons_in_state": "140", "new_in_state": "10", "low_hour_in_state": "5"}),
    ("sites/new/", {
        "name": "North mill", "municipality_type": "city", "municipality": "Monroe", "county": "Green", "affected": "60",
        "new_employees": "2",
    }),
    ("sites/new/", {
        "name": "South mill", "municipality_type": "village", "municipality": "Invented Springs", "county": "Green",
        "affected": "30", "two_officials": "on",
    }),
    ("schedule/new/", {**date_parts("first_on", FIRST_DAY), "count": "90"}),
    ("recipients/new/", {
        "kind": "employee", "name": "All shifts", **date_parts("given_on", dt.date(2026, 3, 2)), "method": "hand",
    }),
)  # fmt: skip


def write(client: Client, base: str, answers: Any = ANSWERS) -> None:
    """Fill the sections below `base` as a browser would."""
    for page, values in answers:
        drawn = client.get(base + page)
        assert drawn.status_code == 200, drawn.content.decode()[:500]
        version = re.search(r'name="version" value="(\d+)"', drawn.content.decode())
        sent = client.post(base + page, {"version": version[1] if version else "0", **values})
        assert sent.status_code == 303, re.sub(r"<[^>]+>", " ", sent.content.decode())[:3000]


def submit(client: Client, base: str, *, key: Any = None) -> Any:
    """Open the check page and press its button."""
    page = client.get(f"{base}check/").content.decode()
    mark = re.search(r'name="mark" value="([0-9a-f]{64})"', page)
    assert mark, re.sub(r"<[^>]+>", " ", page)[:3000]
    return client.post(f"{base}check/", {"mark": mark[1], "submission_key": str(key or uuid4())})


def mailed_link(address: str) -> str:
    """Return the path of the link in the last mail to an address."""
    notice = Notice.objects.filter(address=address).latest("pk")
    found = re.search(r"https?://[^\s/]+(/closings/file/resume/\S+)", notice.text)
    assert found, notice.text
    return found[1]


def begun(address: str = "paula@made-up-mills.example.com") -> Client:
    """Return a client that began a notice and opened the link of its mail."""
    client = Client()
    page = client.get("/closings/file/").content.decode()
    key = re.search(r'name="submission_key" value="([^"]+)"', page)
    assert key
    assert client.post("/closings/file/", {"email": address, "submission_key": key[1]}).status_code == 303
    assert client.post(mailed_link(address)).status_code == 303
    return client


BASE = "/closings/file/notice/"
