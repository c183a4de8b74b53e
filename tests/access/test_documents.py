"""A party's link opens the documents that were sent to that party and the files that it gave, and no other, all life long."""

from dataclasses import replace

import pytest
from django.test import Client

from tests.access.scene import opened
from tests.factories import (
    CONTENT,
    FINDINGS,
    INVESTIGATING,
    SIGNED,
    QuickRenderer,
    at,
    case_in,
    do,
    file_online,
    make_pdfs,
    taken,
    walk,
)
from wagecase.cases.links import access_code
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]
# Each document of a case that was decided, by kind, and who finds it behind the private link.
READERS = {
    "complaints.as_filed": {"complainant"},
    "complaints.file_online": {"complainant"},
    "complaints.serve_employer": {"employer"},
    "complaints.draft_determination": set(),
    "complaints.determination": {"complainant", "employer"},
}
LETTER_OF_THE_DETERMINATION = "complaints.sign_determination"  # one for each party


@pytest.fixture
def quick_files(monkeypatch, media):
    """Files in a folder of the test's own, PDFs without the child."""
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())


def readers(case: Case, path: str) -> set[str]:
    """Return whose link opens `path` below the case's page; everybody else gets 404."""
    found = set()
    for role in ("complainant", "employer"):
        answer = opened(case, role).get(f"/complaints/status/{case.number}/{path}")
        assert answer.status_code in {200, 404}
        if answer.status_code == 200:
            found.add(role)
    return found


def test_each_document_of_a_decided_case_opens_for_whom_it_was_sent_to():
    case = walk(file_online(), SIGNED, when="2026-03-02 10:00")
    seen = set()
    for document in case.documents.all():
        wanted = READERS.get(document.kind)
        if document.kind == LETTER_OF_THE_DETERMINATION:
            wanted = {case.parties.get(pk=document.party_id).role}
        assert wanted is not None, f"say in this test who may read {document.kind}"
        assert readers(case, f"documents/{document.pk}.pdf") == wanted, document.kind
        seen.add(document.kind)
    assert seen == {*READERS, LETTER_OF_THE_DETERMINATION}


def test_an_employer_that_nobody_told_opens_nothing_while_its_determination_is_drafted():
    hidden = file_online(content=replace(CONTENT, identity_disclosure="no"))
    case = walk(hidden, (*INVESTIGATING, ("skip_service", "investigator")), when="2026-03-02 10:00")
    nameless = replace(FINDINGS, concerning="One packer")
    case = do(case, "draft_determination", by="investigator", when="2026-03-02 12:00", findings=nameless)
    make_pdfs(at("2026-03-02 12:10"))
    employer = case.parties.get(role="employer")
    told = case.notices.filter(party_id=employer.pk).exists()
    answer = Client().post(f"/complaints/open/{case.number}/{access_code(employer)}/")
    assert (told, answer.status_code) == (False, 404)


def test_a_file_comes_back_to_the_party_that_gave_it_and_to_no_other():
    case = case_in("investigating")
    do(case, "serve_employer", by="investigator", when="2026-03-02 12:00")
    for role in ("complainant", "employer"):
        do(case, "add_evidence", by=role, when="2026-03-02 12:10", files=[taken(f"{role}.pdf")])
    do(case, "add_evidence", by="investigator", when="2026-03-02 12:20", files=[taken("staff.pdf")])
    make_pdfs(at("2026-03-02 12:30"))
    found = {file.name: readers(case, f"files/{file.pk}/") for file in case.attachments.all()}
    assert found == {"complainant.pdf": {"complainant"}, "employer.pdf": {"employer"}, "staff.pdf": set()}


def test_a_revoked_or_foreign_code_opens_no_document():
    case, other = walk(file_online(), SIGNED, when="2026-03-02 10:00"), file_online()
    foreign = opened(other, "complainant")
    for document in case.documents.all():
        for number in (case.number, other.number):
            assert foreign.get(f"/complaints/status/{number}/documents/{document.pk}.pdf").status_code == 404
