"""Drafting, revising and returning: each draft is a document of its own with its own hash, and an old one is dead."""

from dataclasses import replace

import pytest

from tests.factories import FINDINGS, SERVED_EMPLOYER, at, case_in, do, file_online, make_pdfs, person, walk
from wagecase.documents.models import Document
from wagecase.errors import StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"
OTHER = replace(FINDINGS, reasonable_cause=False, reasons="The wage covers rent and food.")


def ready():
    return walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")


def test_the_draft_order_says_draft_and_the_supervisors_are_asked():
    person("sam")
    case = do(ready(), "draft_determination", by="investigator", when=NOW)
    draft = case.determinations.get()
    assert (case.state, draft.drafted_by, draft.signed_by, draft.superseded) == ("drafted", person("ina"), None, False)
    assert (draft.draft.visibility, draft.draft.status) == ("staff", "pending")
    assert "not signed" in draft.draft.html.lower()
    asked = case.notices.filter(kind="complaints.draft_determination")
    assert {n.address for n in asked} == {"sue@example.org", "sam@example.org"}


def test_the_order_names_findings_and_lists_and_never_an_amount_owed():
    html = do(ready(), "draft_determination", by="investigator", when=NOW).determinations.get().draft.html
    for words in ("Cheese packer", "$7.25 an hour", "Pay stubs of March", "Rents of Green County", "104.05"):
        assert words in html
    assert "owe" not in html.lower()


def test_reasons_and_lists_typed_in_a_browser_keep_their_paragraphs():
    typed = replace(FINDINGS, reasons="Rent was paid late.\r\n\r\nFood ran out.", evidence="Pay stubs\r\n\r\nLease\r\n")
    case = do(ready(), "draft_determination", by="investigator", when=NOW, findings=typed)
    html = case.determinations.get().draft.html
    for words in ("<p>Rent was paid late.</p>", "<p>Food ran out.</p>", "<li>Pay stubs</li>", "<li>Lease</li>"):
        assert words in html


def test_the_parties_see_no_draft():
    case = do(ready(), "draft_determination", by="investigator", when=NOW)
    assert not Document.objects.filter(case=case, kind="complaints.draft_determination", visibility="party").exists()
    assert not case.notices.filter(kind="complaints.draft_determination", party_id__isnull=False).exists()


def test_a_revision_is_a_new_row_and_the_old_draft_can_no_longer_be_signed():
    case = case_in("drafted")
    old = case.determinations.get()
    case = do(case, "revise_determination", by="investigator", when=NOW, findings=OTHER)
    make_pdfs(at(NOW))
    first, second = case.determinations.order_by("id")
    assert (first.superseded, second.superseded, second.reasonable_cause) == (True, False, False)
    assert first.draft.html_sha256 != second.draft.html_sha256
    with pytest.raises(StaleVersion, match="The draft was changed"):
        do(case, "sign_determination", by="supervisor", when=NOW, draft_sha256=old.draft.sha256)


@pytest.mark.parametrize(("key", "allowed"), [("ina", True), ("ivo", False), ("sue", False)])
def test_only_its_drafter_or_the_assignee_revises(key, allowed):
    case = case_in("drafted")
    if allowed:
        do(case, "revise_determination", by=person(key), when=NOW)
    else:
        with pytest.raises(TransitionNotAllowed, match="Only the person who drafted it"):
            do(case, "revise_determination", by=person(key), when=NOW)


def test_another_investigator_does_not_draft():
    with pytest.raises(TransitionNotAllowed, match="somebody else"):
        do(ready(), "draft_determination", by=person("ivo"), when=NOW)


def test_a_returned_draft_goes_back_with_its_reasons_and_is_dead():
    case = do(case_in("drafted"), "return_draft", by="supervisor", when=NOW, reason="Say more about food.")
    draft = case.determinations.get()
    assert (case.state, draft.superseded, draft.returned_reason) == ("investigating", True, "Say more about food.")
    (notice,) = case.notices.filter(kind="complaints.return_draft")
    assert notice.address == "ina@example.org"
    assert case.clocks.get(key="complaints.determination").status == "running"
    case = do(case, "draft_determination", by="investigator", when=NOW)
    assert list(case.determinations.order_by("id").values_list("superseded", flat=True)) == [True, False]
