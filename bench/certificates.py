"""Certificates of licenses made in one background batch (claimed, drawn apart, stored) against bare WeasyPrint."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from bench.letters import LEAST_SHARE, bare_printer, print_again
from bench.measure import AT_LEAST, Row, Size, in_turn
from licenses import issuing
from licenses.content import Address, ApplicationContent, EmployerFacts, FilingFacts, SiteFacts, to_dict
from licenses.models import Application
from wagecase.accounts.models import Organization, Role, User
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Party
from wagecase.documents.models import Document

TITLE = "Certificates"
ABOUT = (
    "The certificates of licenses that were granted together, made in one background batch: claim, the separate process, "
    "hash, synchronized write, row. The baseline calls WeasyPrint in this process on the same HTML with the same fonts "
    "and style sheets, asks for the same tagged PDF, and keeps nothing."
)
PLACE = Address("120 Placeholder Road", "Wausau", "WI", "54401", "Marathon")
CONDITIONS = [
    {
        "code": f"c{n}",
        "text": f"Invented condition number {n} of a license, about as long as a real one is.",
        "cite": cite,
    }
    for n, cite in enumerate(("DWD 272.09 (8) (e)", "DWD 272.09 (8) (f)", "DWD 272.09 (10)", "DWD 272.09 (11)"))
]


def run(size: Size) -> list[Row]:
    """Measure certificates a second."""
    documents = _certificates(size.certificates)
    bare = bare_printer()

    def make() -> None:
        print_again(documents)

    def print_bare() -> None:
        for document in documents:
            bare(document.html)

    print_again(documents[:2])  # the process that draws is started
    bare(documents[0].html)
    figure, baseline = in_turn(make, print_bare, repeats=1)
    count = len(documents)
    name, unit = f"certificates, {count} in one batch", "certificates a second"
    return [Row(name, count / figure, unit, LEAST_SHARE, AT_LEAST, baseline=count / baseline)]


def _certificates(count: int) -> list[Document]:
    now = timezone.now()
    signer, _ = User.objects.get_or_create(
        email="bench-signer@example.org", defaults={"name": "Sue Supervisor Example", "role": Role.SUPERVISOR}
    )
    with cases.unit_of_work():
        terms = [
            issuing.issue_license(_application(n, now), signer=signer, actor=signer.actor, at=now) for n in range(count)
        ]
    return [term.certificate for term in terms if term.certificate is not None]


def _application(number: int, now: datetime) -> Application:
    """Write a filed application as far as a license needs it: the filing itself is not what is measured."""
    name = f"Sample Works Example {number}, Inc."
    content = ApplicationContent(
        employer=EmployerFacts(legal_name=name, physical=PLACE), filing=FilingFacts(license_kind="facility"),
        sites=tuple(SiteFacts(key=f"s{n}", kind="main" if n == 0 else "branch", name=f"Shop {n}", address=PLACE) for n in range(3)),
    )  # fmt: skip
    case = Case.objects.create(
        number=f"LA-1999-{number:06d}", kind="application", state="recommended", title=name, opened_at=now,
        received_on=timezone.localdate(now),
    )  # fmt: skip
    Party.objects.create(case=case, role="employer", name=name, postal="120 Placeholder Road\nWausau, WI 54401")
    return Application.objects.create(
        case=case, organization=Organization.objects.create(name=name, kind="facility", created_at=now),
        filing="initial", license_kind="facility", content=to_dict(content), filed_at=now, conditions=CONDITIONS,
    )  # fmt: skip
