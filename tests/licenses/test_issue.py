"""What is issued when an application is granted: number, code, term, conditions, certificate, letter, clock."""

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from django.db import IntegrityError, transaction
from pdfua import Severity, validate
from pypdf import PdfReader

from licenses import certificates, issuing
from licenses.content import SiteFacts
from licenses.models import License, Term
from tests.factories import at, person
from tests.licenses import PLACE, content, file, member, organization
from tests.licenses.granting import CONDITIONS, grant, licensed, renew
from wagecase.deadlines.models import Clock
from wagecase.documents.models import Document
from wagecase.documents.services import read_pdf, render_due
from wagecase.errors import AlreadyDone, NotPermitted
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
JULY_1 = at("2026-07-01 10:00")
MANY = tuple(
    SiteFacts(
        key=f"s{n}", kind="main" if n == 0 else "branch", name=f"Workshop number {n} for assembly and packing of small parts Example",
        address=replace(PLACE, street=f"{100 + n} Very Long Placeholder Boulevard North, Building {n}, second floor"),
        public_contract="no", workers=3,
    )
    for n in range(12)
)  # fmt: skip
LONG = (
    "The Association for the Vocational Rehabilitation of Persons with Disabilities of the Northern Counties Example, "
    "Incorporated, a Nonstock Corporation of Wisconsin"
)


def test_a_first_license_gets_a_number_a_code_a_term_and_the_party_of_the_application():
    license = licensed(at=JULY_1)
    assert license.case.number == "SL-2026-000001"
    assert (license.case.kind, license.case.state, license.kind) == ("license", "kept", "facility")
    assert len(license.check_code) == 10
    assert not set(license.check_code) & set("0O1IL5S8B2Z")
    term = license.terms.get()
    assert (term.number, term.starts_on, term.ends_on) == (1, date(2026, 7, 1), date(2027, 6, 30))
    assert term.issued_on == date(2026, 7, 1)
    assert term.issued_by == person("sue")
    assert term.conditions == CONDITIONS
    assert (license.licensee, license.place, license.county) == ("Sample Works Example, Inc.", "Wausau", "Marathon")
    party = license.case.parties.get()
    asked = term.application.case.parties.get()
    assert party.pk != asked.pk
    assert (party.role, party.name, party.email, party.postal) == ("employer", asked.name, asked.email, asked.postal)
    assert term.application.license == license


def test_numbers_follow_each_other_and_codes_do_not():
    first = licensed(at=JULY_1)
    other = member(organization("Second Works Example, Inc.", at=JULY_1), "Otto Owner Example", at=JULY_1)
    second = licensed(at=JULY_1, membership=other)
    assert (first.case.number, second.case.number) == ("SL-2026-000001", "SL-2026-000002")
    assert first.check_code != second.check_code
    assert len({issuing.new_code() for _n in range(200)}) == 200


@pytest.mark.parametrize(
    ("wished", "starts", "ends"),
    [
        (None, date(2026, 7, 1), date(2027, 6, 30)),
        (date(2026, 5, 1), date(2026, 7, 1), date(2027, 6, 30)),  # never retroactive
        (date(2026, 9, 1), date(2026, 9, 1), date(2027, 8, 31)),
    ],
)
def test_a_first_term_begins_as_wished_but_never_before_the_grant(wished, starts, ends):
    whole = content()
    license = licensed(at=JULY_1, filing=replace(whole.filing, start_on=wished))
    term = license.terms.get()
    assert (term.starts_on, term.ends_on) == (starts, ends)


@pytest.mark.parametrize(
    ("granted", "starts", "ends"),
    [
        ("2026-11-30 10:00", date(2026, 11, 30), date(2027, 11, 29)),
        ("2026-12-03 10:00", date(2026, 12, 3), date(2027, 12, 2)),  # its first day has passed: the day of the grant
    ],
)
def test_a_term_that_was_recommended_before_the_wished_day_does_not_wait_for_that_day(granted, starts, ends):
    wish = replace(content().filing, start_on=date(2026, 12, 15))
    license = licensed(filed=JULY_1, at=at(granted), filing=wish, term=(date(2026, 11, 30), date(2027, 11, 29)))
    term = license.terms.get()
    assert (term.starts_on, term.ends_on) == (starts, ends)


def test_an_early_renewal_begins_the_day_after_the_old_term_and_leaves_it_alone():
    license = licensed(at=at("2024-03-15 09:00"))
    before = license.terms.get()
    assert (before.starts_on, before.ends_on) == (date(2024, 3, 15), date(2025, 3, 14))
    case = renew(license, at=at("2025-02-03 10:00"))
    term = grant(case, at=at("2025-03-01 10:00"))
    assert (term.number, term.starts_on, term.ends_on) == (2, date(2025, 3, 15), date(2026, 3, 14))
    old = Term.objects.get(pk=before.pk)
    assert (old.starts_on, old.ends_on, old.certificate_id) == (before.starts_on, before.ends_on, before.certificate_id)


def test_a_renewal_granted_after_the_end_begins_that_day_even_where_an_earlier_day_was_recommended():
    license = licensed(at=at("2025-03-15 09:00"))
    case = renew(license, at=at("2026-03-14 23:59"))
    term = grant(case, at=at("2026-05-20 10:00"), term=(date(2026, 3, 15), date(2027, 3, 14)))
    assert (term.starts_on, term.ends_on) == (date(2026, 5, 20), date(2027, 5, 19))


def test_a_shorter_recommended_term_is_kept():
    term = licensed(at=JULY_1, term=(date(2026, 7, 15), date(2026, 12, 31))).terms.get()
    assert (term.starts_on, term.ends_on) == (date(2026, 7, 15), date(2026, 12, 31))


def test_granting_twice_issues_once():
    case = file(member(organization(at=JULY_1), at=JULY_1), at=JULY_1)
    grant(case, at=JULY_1)
    case.application.refresh_from_db()
    with pytest.raises(AlreadyDone) as refused:
        grant(case, at=JULY_1)
    assert refused.value.location == "SL-2026-000001"
    assert (License.objects.count(), Term.objects.count()) == (1, 1)


def test_only_a_supervisor_or_an_acting_signer_issues():
    case = file(member(organization(at=JULY_1), at=JULY_1), at=JULY_1)
    with pytest.raises(NotPermitted):
        issuing.issue_license(case.application, signer=person("ina"), actor=person("ina").actor, at=JULY_1)
    assert not License.objects.exists()


def test_a_term_before_its_issue_is_refused_by_the_database():
    license = licensed(at=JULY_1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Term.objects.filter(license=license).update(starts_on=date(2026, 6, 30))


def test_the_end_of_the_term_is_a_clock_that_never_rolls():
    license = licensed(at=at("2026-03-02 10:00"))  # through March 1, 2027
    early = licensed(
        at=at("2026-07-06 10:00"),
        membership=member(organization("Other Works Example, Inc.", at=JULY_1), "Otto Owner Example", at=JULY_1),
    )
    clock = Clock.objects.get(case=early.case)
    assert clock.key == "licenses.term_end"
    assert (clock.legal_due, clock.raw_due) == (date(2027, 7, 5), date(2027, 7, 5))  # a holiday: July 4 is a Sunday
    assert [step.step for step in clock.steps.all()] == [
        "employer-90",
        "employer-60",
        "employer-30",
        "specialist-overdue",
    ]
    assert Clock.objects.get(case=license.case).legal_due == date(2027, 3, 1)
    early.case.refresh_from_db()
    assert early.case.due_on is None, "the end of a term is no duty of the department"


def test_the_employer_gets_a_letter_with_the_certificate_behind_it():
    license = licensed(at=JULY_1)
    letter = Document.objects.get(case=license.case, kind="licenses.issue")
    for words in ("is granted", "Wednesday, June 30, 2027", "License to pay a special minimum wage", "SL-2026-000001"):
        assert words in letter.html
    notice = Notice.objects.filter(case=license.case).first()
    assert notice.kind == "licenses.issue"
    assert license.check_code not in notice.text
    assert "Worker Number" not in notice.text + letter.html


def text_of(document):
    reader = PdfReader(BytesIO(read_pdf(document)))
    return len(reader.pages), " ".join(page.extract_text() for page in reader.pages), reader.pages[0].mediabox


@pytest.mark.parametrize(
    ("extra", "last"), [(0, "Workshop number 11"), (4, "And 6 more, all of them named by the check page.")]
)
def test_a_certificate_is_one_tagged_landscape_page_with_all_that_belongs_on_it(extra, last, media, tmp_path):
    more = [
        {
            "code": "other",
            "text": f"Report to the department in writing every quarter how many workers moved to other work, number {n}. "
            * 2,
            "cite": "",
        }
        for n in range(extra)
    ]
    license = licensed(
        at=JULY_1,
        sites=MANY,
        conditions=[*CONDITIONS, *more],
        employer=replace(content().employer, legal_name=LONG, trade_name="Northern Works Example"),
    )
    document = license.terms.get().certificate
    render_due(now=JULY_1, only=document.pk)
    document.refresh_from_db()
    pages, text, box = text_of(document)
    assert (pages, document.pages) == (1, 1)
    assert (float(box.width), float(box.height)) == (792, 612)
    flat = "".join(text.split())
    for words in (
        "License to pay a special minimum wage", "No. SL-2026-000001", "From July 1, 2026 through June 30, 2027",
        "both days included", "Valid only if the check page says “in force”", "/licenses/check/", last,
        certificates.grouped(license.check_code), "DWD 272.09 (8) (e)", "Keep the records", "Sue Supervisor Example",
        "certificate@", certificates.mark_of(license.terms.get()), LONG,
    ):  # fmt: skip
        assert "".join(words.split()) in flat, words
    path = tmp_path / "certificate.pdf"
    path.write_bytes(read_pdf(document))
    assert [found for found in validate(path).findings if found.severity == Severity.ERROR] == []


def test_the_bytes_of_a_certificate_are_made_once_and_its_facts_never_change():
    license = licensed(at=JULY_1)
    term = license.terms.get()
    before = (term.certificate_id, term.certificate.html_sha256, certificates.mark_of(term))
    License.objects.filter(pk=license.pk).update(licensee="Renamed Works Example, Inc.")
    term = Term.objects.get(pk=term.pk)
    assert (term.certificate_id, term.certificate.html_sha256, certificates.mark_of(term)) == before
    assert "Renamed" not in term.certificate.html
