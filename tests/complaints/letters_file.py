"""Plays invented cases through the services, so that the tests of letters read what parties would really get."""

import io
import re
from datetime import date, datetime
from html import unescape
from zoneinfo import ZoneInfo

from pypdf import PdfReader

from complaints import determinations, intake, services
from complaints.content import Content, EmployerFacts, Person, Signature
from complaints.declarations import current
from wagecase.accounts.models import User
from wagecase.cases.models import Case
from wagecase.documents import services as documents
from wagecase.documents.models import Document
from wagecase.documents.renderer import renderer
from wagecase.lifecycle import Actor
from wagecase.notices.models import SENT

CENTRAL = ZoneInfo("America/Chicago")
STATEMENT = "After rent and the bus I cannot buy enough food for two children."
EVIDENCE = ("Verified complaint", "Telephone interview with the complainant", "Employer's pay scale")


def at(day: int, hour: int = 10, month: int = 2) -> datetime:
    return datetime(2026, month, day, hour, 30, tzinfo=CENTRAL)


def staff(role: str, name: str) -> User:
    email = f"{name.split()[0].lower()}@example.org"
    found, _ = User.objects.get_or_create(
        email=email, defaults={"name": name, "title": f"Invented {role}", "role": role, "unit": "labor-standards"}
    )
    return found


def investigator() -> User:
    return staff("investigator", "Ana Invented")


def supervisor() -> User:
    return staff("supervisor", "Dora Invented")


def content(*, language: str = "en", mail: bool = True, name: str = "Rosa Relleno", **changes) -> Content:
    values = {
        "kind": "living_wage",
        "complainant": Person(
            name=name, email="rosa@example.com" if mail else "", phone="608-555-0123",
            postal="114 Invented Street\nMadison, WI 53700", language=language, safe_contact="After 6 p.m.",
        ),
        "employer": EmployerFacts(
            name="Made-Up Bakery Cooperative", email="pay@bakery.example.com", work_site="410 Sample Street, Madison",
            postal="410 Sample Street\nMadison, WI 53700",
        ),
        "occupation": "Packer", "wage": "$8.75 an hour", "statement": STATEMENT, "identity_disclosure": "yes",
        "capacity": "employee", "hours_per_week": "38",
    }  # fmt: skip
    return Content(**{**values, **changes})


def signature(of: Content, when: datetime, method: str = "online") -> Signature:
    words = current(of.complainant.language)
    return Signature(
        version=words.version, language=words.language, text=words.text, name=of.complainant.name, city="Madison",
        state="Wisconsin", signed_on=when.date(), signed_at=when if method == "online" else None, method=method,
    )  # fmt: skip


def filed(of: Content | None = None, when: datetime | None = None) -> Case:
    """File online, by default on Monday, February 9, 2026, 8:30 p.m.: day 20 is a Sunday."""
    of, when = of or content(), when or at(9, 20)
    return intake.file_online(content=of, signature=signature(of, when), at=when)


def act(case: Case, service, when: datetime, who: User, **values) -> Case:
    case = Case.objects.get(pk=case.pk)
    return service(case, actor=who.actor, at=when, expected_version=case.version, **values)


def investigated(of: Content | None = None, *, reason: str = "", named: bool | None = None) -> Case:
    """A filed case that was assigned and whose employer was served on February 12, 2026."""
    case = filed(of)
    act(case, services.docket, at(10), supervisor(), jurisdiction="Work in this state")
    act(case, services.assign, at(10, 11), supervisor(), investigator=investigator())
    act(case, services.begin_investigation, at(11), investigator())
    served = act(
        case, services.serve_employer, at(12), investigator(), disclosure_reason=reason, names_complainant=named
    )
    # An employer whose notice never left is not told of any ending.
    served.notices.filter(kind="complaints.serve_employer").update(status=SENT, sent_at=at(12))
    return served


def findings(*, cause: bool = True, **changes) -> determinations.Findings:
    values = {
        "reasonable_cause": cause, "concerning": "Rosa Relleno", "occupation": "Packer", "wage_found": "$8.75 an hour",
        "evidence": "\n".join(EVIDENCE), "economic_material": "Fair market rents of the county",
        "reasons": "The wage falls short of rent and food.\n\nThe employer's answer does not change this.",
    }  # fmt: skip
    return determinations.Findings(**{**values, **changes})


def decided(case: Case, **changes) -> Case:
    """Draft, render and sign; the signature is on Monday, March 2, 2026."""
    act(
        case, determinations.draft_determination, at(26), investigator(), findings=findings(**changes),
        drafted_by=investigator(),
    )  # fmt: skip
    draft = Case.objects.get(pk=case.pk).determinations.get(superseded=False, signed_at=None)
    ready = documents.render_now(draft.draft)
    return act(
        case, determinations.sign_determination, at(2, 9, month=3), supervisor(), draft_sha256=ready.sha256,
        signer=supervisor(),
    )  # fmt: skip


def withdrawn(case: Case) -> Case:
    """The complainant asks for withdrawal on February 17, 2026."""
    case = Case.objects.get(pk=case.pk)
    party = case.parties.get(role="complainant")
    actor = Actor("link", party.pk, "complainant", party.name)
    return services.request_withdrawal(case, reason="Found other work.", actor=actor, at=at(17))


def paper(of: Content | None = None) -> Case:
    return intake.file_for_paper(content=of or content(mail=False), at=at(9, 20))


def signed_form(case: Case, stamped_on: date) -> Case:
    return act(
        case, intake.record_verification, at(16), supervisor(), stamped_on=stamped_on,
        signature=signature(content(), at(14), "paper"),
    )  # fmt: skip


def document(case: Case, kind: str, role: str = "") -> Document:
    found = Document.objects.filter(case=case, kind=f"complaints.{kind}")
    if role:
        found = found.filter(party_id=case.parties.get(role=role).pk)
    return found.latest("id")


def words(case: Case, kind: str, role: str = "") -> str:
    """The words of a frozen letter in one line."""
    return unescape(documents.plain_text(document(case, kind, role)))


def pdf(found: Document) -> PdfReader:
    """The printed letter, by the real renderer whatever the folder's other tests use."""
    return PdfReader(io.BytesIO(renderer.render(html=found.html, epoch=int(found.created_at.timestamp())).pdf))


def pdf_words(reader: PdfReader) -> str:
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in reader.pages))
