"""One case with words that must not leak, a second one beside it, and a client for everybody who may knock."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.mail import EmailMessage
from django.test import Client
from django.test.client import ClientHandler

from closings import filing as closing_filing
from closings.content import SeparationFacts
from closings.importing import batches
from complaints import filing
from licenses.review import asking, progress
from tests.access import organizations
from tests.closings import notice as closing_notice
from tests.complaints.public_filing import LIVING, SIGNED, begin, picture
from tests.complaints.staff_pages import send, signed_in
from tests.factories import (
    CONTENT,
    DRAFTED,
    NAMES,
    SECRET,
    TO_POST,
    at,
    count_rows,
    do,
    file_online,
    make_pdfs,
    name_signer,
    person,
    send_mail,
    signature,
    taken,
    trace,
    walk,
)
from tests.rates.workbench import DATED, INDEX, LINE, TYPED, authority, drafted, put_in_force
from wagecase.accounts import second_factor
from wagecase.accounts import services as accounts
from wagecase.accounts.models import ActingSigner, Invitation, KeptPost, Membership, Organization, Registration, User
from wagecase.audit.models import Event
from wagecase.cases import drafts, mailroom
from wagecase.cases.links import access_code
from wagecase.cases.models import Case, Draft, Job, Note, Task
from wagecase.cases.services import add_note
from wagecase.documents.models import Document
from wagecase.notices.models import DemoMessage, Notice
from wagecase.rates.models import RateRow, RateSchedule, RulePacket

NOW = "2026-03-02 15:00"
PASSWORD = "an invented sentence for tests"
NAME, EMPLOYER = "Wilhelmina Canary Example", "Hollow Canary Mine Example LLC"
COMPLAINANT_ONLY = ("canary-mail@example.com", "608-555-0177", "17 Birdcage Street", "Only after the night shift")
STAFF_ONLY = ("The canary was in the mine at noon",)
DRAFT_NAME = "Rosa Canary Sample"


def _handlers() -> dict[bool, ClientHandler]:
    """Return what answers requests, without and with the check of the form's token."""
    found = {checks: ClientHandler(checks) for checks in (False, True)}
    for handler in found.values():
        handler.load_middleware()
    return found


@dataclass
class Scene:
    """What the addresses of the matrix name, who asks for them, and the words that nobody else may read."""

    case: Case
    things: dict[str, Any] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)
    handlers: dict[bool, ClientHandler] = field(default_factory=_handlers)
    before: tuple[Any, ...] = ()  # the trace of the whole scene, to which every row returns

    @property
    def canaries(self) -> tuple[str, ...]:
        """The words by which the case would be known."""
        return NAME, EMPLOYER, self.case.number

    def client(self, persona: str, *, csrf: bool = False) -> Client:
        """Return a client of its own with the cookies of `persona`, so that no row sees what another row did."""
        fresh = Client(enforce_csrf_checks=csrf)
        fresh.handler = self.handlers[csrf]  # what stands between a client and the views holds nothing of a person
        for name, morsel in self.clients[persona].cookies.items():
            fresh.cookies[name] = morsel.value
        return fresh

    def trace(self) -> tuple[Any, ...]:
        """Return what a refused request must leave as it was."""
        counted = (
            Event, Case, User, Note, Draft, Document, Notice, RateSchedule, RateRow, RulePacket, Organization,
            Membership, Invitation, Registration,
        )  # fmt: skip
        people = tuple(User.objects.order_by("pk").values_list("role", "is_active", "password"))
        tasks = Task.objects.filter(done_at=None).count()
        return trace(self.case), people, tasks, count_rows(*counted)


def build() -> Scene:
    """Play both cases and let everybody sign in or open their link."""
    case, other = _case(), file_online(content=replace(CONTENT, identity_disclosure="no"))
    scene, by_post = Scene(case), file_online(content=TO_POST)
    works = organizations.open_accounts(PASSWORD)
    make_pdfs(at("2026-03-02 13:00"))
    send_mail(at("2026-03-02 13:00"))
    scene.things = {**works, **_things(case), **{f"other_{name}": value for name, value in _others(other).items()}}
    scene.clients = {**_public(case, other), **_staff(), **_members()}
    _drafts(scene)
    scene.things |= _rates(scene)
    scene.things |= _application()
    scene.things |= organizations.issue_licenses()
    scene.things |= _closing()  # after whatever makes papers: those of the notice stay in the making
    scene.things |= _mailroom(by_post.notices.get()) | _signers() | {"case_mark": f"{case.pk}:{case.version}"}
    scene.things["import"] = _import()
    stopped = Job.objects.create(kind="closings.import_ready", key="access", status="failed", asked_at=at(NOW))
    scene.things["stopped_job"] = stopped.pk
    scene.things["message_with_file"] = _message_with_file(Notice.objects.get(pk=scene.things["mail"]))
    # Last, so that the files above were made first: what the administrator is to send and to make again.
    Notice.objects.filter(pk=scene.things["failed_notice"]).update(status="failed")
    Document.objects.filter(pk=scene.things["failed_document"]).update(status="failed", attempts=3)
    scene.before = scene.trace()
    return scene


def _case() -> Case:
    """A case with a draft to sign, an employer told by post, an open question, files of both parties and a note."""
    mail, phone, street, safe = COMPLAINANT_ONLY
    complainant = replace(
        CONTENT.complainant,
        name=NAME,
        email=mail,
        phone=phone,
        postal=f"{street}\nMadison, WI 53700",
        safe_contact=safe,
    )
    employer = replace(CONTENT.employer, name=EMPLOYER, trade_name="", email="")
    content = replace(CONTENT, complainant=complainant, employer=employer)
    signed = signature(dt.date(2026, 3, 2), name=NAME, signed_at=at("2026-03-02 10:00"))
    case = walk(file_online(content=content, signature=signed), DRAFTED, when="2026-03-02 10:00")
    do(case, "request_information", by="investigator", when="2026-03-02 12:00")
    do(case, "add_evidence", by="complainant", when="2026-03-02 12:10", files=[taken("stub.pdf")])
    do(case, "add_evidence", by="employer", when="2026-03-02 12:20", files=[taken("payroll.pdf")])
    add_note(case, text=STAFF_ONLY[0], author=person("ina"), at=at("2026-03-02 12:30"))
    return Case.objects.get(pk=case.pk)


def _import() -> int:
    """A list with a ready and a held row."""
    heads = b"Company,City,Affected Workers,Notice Received,Notice Type,Layoff Begin Date\r\n"
    data = heads + b"Listed Example,Madison,60,3/2/2020,CL,5/1/2020\r\nHeld Example,Madison,60,3/2/2020,CL,11/03\r\n"
    return batches.add_batch(data=data, name="list.csv", actor=person("sue").actor, at=at(NOW)).pk


def _things(case: Case) -> dict[str, Any]:
    complainant, employer = case.parties.get(role="complainant"), case.parties.get(role="employer")
    task = Task.objects.create(
        case=case, key="access:task", what="Read the file", person=person("ina"), created_at=at("2026-03-02 12:00")
    )
    mails, letters = case.notices.filter(channel="email"), case.notices.filter(channel="letter")
    receipt = mails.get(kind="complaints.file_online")
    return {
        "case": case.number, "missing": "LW-2026-777777", "missing_id": 987_654_321, "task": task.pk,
        "code": access_code(complainant), "employer_code": access_code(employer),
        "doc_complainant": receipt.document_id, "doc_employer": letters.get(party_id=employer.pk).document_id,
        "doc_filed": case.documents.get(kind="complaints.as_filed").pk,
        "doc_draft": case.determinations.get().draft_id, "draft_sha256": case.determinations.get().draft.sha256,
        "file_complainant": case.attachments.get(party_id=complainant.pk).pk,
        "file_employer": case.attachments.get(party_id=employer.pk).pk,
        "question": case.information_requests.get(automatic=False).pk,
        "employer_party": employer.pk,
        "letter": letters.get(party_id=employer.pk).pk, "mail": receipt.pk,
        "failed_notice": mails.get(kind="complaints.request_information").pk,
        "failed_document": mails.get(kind="complaints.request_information").document_id,
        "ivo": person("ivo").pk, "ada": person("ada").pk,
        "message": DemoMessage.objects.get(recipient__icontains=complainant.email, subject=receipt.subject).pk,
    }  # fmt: skip


def _others(case: Case) -> dict[str, Any]:
    return {
        "case": case.number, "code": access_code(case.parties.get(role="complainant")),
        "employer_code": access_code(case.parties.get(role="employer")),
        "doc": case.documents.first().pk, "notice": case.notices.first().pk,
    }  # fmt: skip


def _closing() -> dict[str, Any]:
    """A closing notice on the public list, and a letter that the supervisor keys."""
    over = replace(closing_notice.CONTENT, separations=(SeparationFacts(at(NOW).date(), None, 90),))
    listed = closing_notice.case_in("listed", over)  # a determination waits for the day of the event
    key = closing_filing.begin_key(person("sue"), at=at("2026-03-02 12:00"))
    updating = closing_filing.begin_key(person("sue"), at=at("2026-03-02 12:00"), case=listed)
    owner = Membership.objects.select_related("user", "organization").get(user__email="member-owner@example.org")
    own = closing_notice.file_online(when="2026-03-02 12:00", membership=owner)
    begun = closing_filing.begin_for(owner, language="en", at=at("2026-03-02 12:00"))
    return {
        "notice_code": access_code(listed.parties.get()), "work_notice_code": access_code(own.parties.get()),
        "work_notice": own.number, "work_notice_draft": begun.pk,
        "work_notice_doc": own.documents.get(kind="closings.file_online").pk,
        "notice": listed.number, "notice_doc": listed.documents.get(kind="closings.notice").pk,
        "notice_mail": listed.notices.get().pk, "notice_party": listed.parties.get().pk, "key": key.pk,
        "update_key": updating.pk,
    }  # fmt: skip


def _application() -> dict[str, Any]:
    """An application of the members' organization in review, with open questions, a file of theirs and a letter."""
    owner = Membership.objects.select_related("user", "organization").get(user__email="member-owner@example.org")
    lin, moment = person("lin"), at("2026-03-02 12:00")
    case = organizations.application()
    asking.add_evidence(case, files=[taken("study.pdf")], actor=owner.actor, at=moment)
    case = progress.begin_review(case, reviewer=lin, actor=lin.actor, at=moment, expected_version=case.version)
    case = asking.request_information(
        case, questions="Which firms?", asked_by=lin, actor=lin.actor, at=moment, expected_version=case.version
    )
    make_pdfs(at("2026-03-02 12:30"))
    return {
        "application": case.number, "application_file": case.attachments.get().pk,
        "application_letter": case.documents.get(kind="licenses.file_application").pk,
    }  # fmt: skip


def _mailroom(letter: Notice) -> dict[str, Any]:
    """Print one letter that waits to be marked as mailed."""
    moment = at("2026-03-02 13:10")
    prepared = mailroom.prepare(ids=[letter.pk], two_sided=True, by=person("ina"), at=moment)
    batch = mailroom.print_batch(prepared=prepared, by=person("ina"), at=moment)
    return {"batch": batch.pk, "batch_letter": letter.pk}


def _rates(scene: Scene) -> dict[str, Any]:
    """Put a schedule in force, put another forward, and leave a third as a draft; the supervisor prepared none."""
    drafter, sam = scene.clients["investigator"], signed_in("sam")
    keys = {}
    for name in ("published", "proposal", "draft"):
        made = drafted(drafter, "typed" if name == "published" else "index")
        keys[f"{name}_schedule"] = made.key
        if name != "draft":
            assert send(sam, f"/staff/rates/{made.key}/propose/").status_code == 303
        if name == "published":
            assert put_in_force(scene.clients["supervisor"], made).status_code == 303
    make_pdfs(at("2026-03-02 14:30"))
    return keys


def _signers() -> dict[str, Any]:
    """Name a signer for days to come, and one of another unit."""
    row = name_signer(person("ivo"), first="2026-04-01", last="2026-04-03")
    far = ActingSigner.objects.create(
        person=person("ivo"), unit="equal-rights", from_on=row.from_on, to_on=row.to_on, named_by=person("sue"),
        named_at=row.named_at,
    )  # fmt: skip
    return {"appointment": row.pk, "other_appointment": far.pk}


def opened(case: Case, role: str) -> Client:
    """Return the client of a party who pressed the button behind its private link."""
    client = Client()
    answer = client.post(f"/complaints/open/{case.number}/{access_code(case.parties.get(role=role))}/")
    assert answer["Location"] == f"/complaints/status/{case.number}/"
    return client


def _public(case: Case, other: Case) -> dict[str, Client]:
    drafter = begin(
        Client(), {**LIVING, "papers": {"papers": [picture()]}, "name": {"name": DRAFT_NAME}}
    )  # every question answered, one paper added
    return {
        "anonymous": Client(), "drafter": drafter, "complainant": opened(case, "complainant"),
        "other_complainant": opened(other, "complainant"), "employer": opened(case, "employer"),
    }  # fmt: skip


def _member(key: str, *, role: str = "investigator", verified: bool = True, **changes: Any) -> User:
    """Make one more member of staff, with a password and an address that was confirmed or was not."""
    email = f"{key}@example.org"
    who = User.objects.filter(email=email).first() or User.objects.create_user(
        email, None, name=f"{key.capitalize()} Example", role=role, title="Investigator", **changes
    )
    who.set_password(PASSWORD)
    who.save()
    if not Authenticator.objects.filter(user=who).exists():
        second_factor.set_up(who, secret=SECRET)
    EmailAddress.objects.create(user=who, email=email, verified=verified, primary=True)
    return who


CODE_PAGE = "/accounts/second-factor/authenticate/"


def sign_in(key: str) -> Client:
    """Return the client of a person who typed address, password and code, whatever came of it."""
    client = Client()
    answer = client.post("/accounts/login/", {"login": f"{key}@example.org", "password": PASSWORD})
    if answer.get("Location", "") == CODE_PAGE:
        client.post(CODE_PAGE, {"code": second_factor.demo_code(User.objects.get(email=f"{key}@example.org"))})
    return client


def _staff() -> dict[str, Client]:
    """Sign everybody in the way people do, then close one account and change one role."""
    for key in NAMES:
        person(key)
    for key in ("ina", "ivo", "sue", "ada", "dee", "sta", "cora", "lin"):
        _member(key)
    _member("ole", unit="equal-rights")
    _member("una", verified=False)
    clients = {
        "assigned": sign_in("ina"), "investigator": sign_in("ivo"), "other_unit": sign_in("ole"),
        "coordinator": sign_in("cora"), "specialist": sign_in("lin"), "supervisor": sign_in("sue"),
        "administrator": sign_in("ada"), "deactivated": sign_in("dee"), "unverified": sign_in("una"), "stale": sign_in("sta"),
    }  # fmt: skip
    for persona in ("deactivated", "stale"):  # both had the run of the house until now
        assert clients[persona].get("/staff/").status_code == 200
    ada, moment = person("ada").actor, at("2026-03-02 14:00")
    accounts.deactivate(person=User.objects.get(email="dee@example.org"), actor=ada, at=moment)
    accounts.change_role(person=User.objects.get(email="sta@example.org"), role="supervisor", actor=ada, at=moment)
    return clients


def _members() -> dict[str, Client]:
    """Sign in three members of one organization and the owner of another."""
    personas = ("member_owner", "member_filer", "member_viewer", "other_member")
    return {persona: sign_in(persona.replace("_", "-")) for persona in personas}


def _drafts(scene: Scene) -> None:
    session = scene.clients["drafter"].session
    own = Draft.objects.get(pk=session["draft_id"])
    begin(foreign := Client(), {**LIVING, "papers": {"papers": [picture()]}})
    other = Draft.objects.get(pk=foreign.session["draft_id"])
    kept = KeptPost.objects.create(
        id=uuid4(), user=person("ina"), path="/staff/", fields={"pairs": [["text", STAFF_ONLY[0]]], "files": []},
        kept_at=at(NOW),
    )  # fmt: skip
    scene.things["kept"] = kept.pk
    scene.things |= {
        "token": session["resume_token"], "draft_file": own.attachments.get().pk,
        "other_draft_file": other.attachments.get().pk,
    }  # fmt: skip


def _message_with_file(notice: Notice) -> int:
    """Put a message with a file into the demonstration's mailbox, whichever notices carry files."""
    mail = EmailMessage("The letter", "See the file.", "office@example.org", ["reader@example.com"])
    mail.attach("letter.pdf", b"%PDF-1.7 canary", "application/pdf")
    made = DemoMessage.objects.create(
        notice=notice, recipient="reader@example.com", subject="The letter", raw=mail.message().as_bytes(),
        received_at=at("2026-03-02 13:30"),
    )  # fmt: skip
    return int(made.pk)


# What a person would send, by the name that stands in the column `sends`; files are made anew for every request.

PAPER = {
    "channel": "paper", "stamped_on": "2026-02-23", "signed": "yes", "name": "Paula Paper Example", "language": "en",
    "scope": "self", "employer_name": "Paper Mill Example", "occupation": "Packer", "wage": "$7.25 an hour",
    "statement": "I cannot buy food.", "postal": "1 Invented Street\nMadison, WI 53700", "method": "paper", "wording": "2026-11:en",
    "signed_name": "Paula Paper Example", "city": "Madison", "state": "Wisconsin", "signed_on": "2026-02-20",
}  # fmt: skip
REVISED = {
    "reasonable_cause": "no", "concerning": "One packer", "occupation": "Packer", "wage_found": "$7.25 an hour",
    "evidence": "Pay stubs", "economic_material": "Rents", "reasons": "The wage is enough.",
}  # fmt: skip
NEW_PERSON = {
    "name": "Nia Newcomer Example", "email": "nia@example.org", "title": "Investigator", "role": "investigator",
}  # fmt: skip
NEW_PASSWORD = {
    "oldpassword": PASSWORD,
    "password1": "another invented sentence",
    "password2": "another invented sentence",
}
PAYLOADS: dict[str, Callable[[Scene], dict[str, Any]]] = {
    "": lambda _: {},
    "answer": lambda scene: {"answer": "Forty.", "request": scene.things["question"]},
    "dismissal": lambda _: {"ground": "no_jurisdiction", "reason": "The work was done in Illinois."},
    "bulk": lambda scene: {"seen": [scene.things["case_mark"]], "investigator": scene.things["ivo"]},
    "license_answer": lambda _: {"answer": "Three firms."},
    "email": lambda _: {"email": "safe@example.com"},
    "employer_answer": lambda _: {"answered_on": "2026-03-02", "summary": "The trade pays this."},
    "find_notice": lambda scene: {"number": scene.things["notice"], "code": scene.things["notice_code"]},
    "find": lambda scene: {"number": scene.things["case"], "code": scene.things["code"]},
    "find_wrong": lambda scene: {"number": scene.things["missing"], "code": scene.things["code"]},
    "invite": lambda scene: {
        "email": "newcomer@example.com",
        "role": "viewer",
        "submission_key": str(uuid4()),
    },
    "language": lambda _: {"language": "es", "next": "/privacy/"},
    "mailed": lambda _: {"mailed_on": "2026-03-02", "method": "first-class mail"},
    "because": lambda _: {"reason": "The person left the firm."},
    "new_owner": lambda _: {
        "email": "nora@example.com",
        "reason": "The only owner left.",
        "checked": "Called back.",
        "language": "en",
    },
    "note": lambda _: {"text": "Called the office."},
    "notarized": lambda _: {"copy": picture()},
    "paper": lambda _: dict(PAPER),
    "papers": lambda _: {"papers": [picture()]},
    "password": lambda _: dict(NEW_PASSWORD),
    "person": lambda _: dict(NEW_PERSON),
    "print": lambda scene: {"letters": [scene.things["letter"]]},
    "run_mailed": lambda scene: {
        "letters": [scene.things["batch_letter"]],
        "mailed_on": "2026-03-02",
        "method": "first-class mail",
    },
    "signer": lambda scene: {"person": scene.things["ivo"], "from_on": "2026-03-10", "to_on": "2026-03-12"},
    "reassign": lambda scene: {"investigator": scene.things["ivo"]},
    "revision": lambda _: {**REVISED, "intended_signer": person("sue").pk},
    "rates_authority": lambda _: authority(first_day="2027-09-01"),
    "rates_figures": lambda _: dict(INDEX),
    "rates_dated": lambda _: dict(DATED),
    "rates_line": lambda _: dict(LINE),
    "rates_typed": lambda _: dict(TYPED),
    "rates_reason": lambda _: {"reason": "A wrong index."},
    "register": lambda _: {
        "legal_name": "New Works Example",
        "kind": "facility",
        "name": "Nora New Example",
        "email": "nora@example.com",
    },
    "role": lambda _: {"role": "supervisor"},
    "team_role": lambda _: {"role": "filer"},
    "sign_in": lambda _: {"login": "ivo@example.org", "password": PASSWORD},
    "sign_up": lambda _: {"email": "intruder@example.org", "password1": "another invented sentence"},
    "signed": lambda scene: {**SIGNED, "name": DRAFT_NAME.lower(), "seen": _seen(scene)},
    "staff_files": lambda _: {"files": [picture()]},
    "story": lambda _: {"statement": "After rent I cannot buy food."},
    "way": lambda _: {"way": "online"},
}


def _seen(scene: Scene) -> str:
    """Return the mark that the page of signing carries."""
    draft = Draft.objects.get(pk=scene.clients["drafter"].session["draft_id"])
    return filing.shown_mark(draft, drafts.answers(draft), language="en")


def payload(scene: Scene, name: str) -> dict[str, Any]:
    """Return a well-formed form of the case as it is now, so that a refusal is about the person and not the form."""
    marks = {"submission_key": str(uuid4()), "version": scene.case.version, "seen": 0}
    return {**marks, "draft_sha256": scene.things["draft_sha256"], **PAYLOADS[name](scene)}
