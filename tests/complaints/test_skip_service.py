"""Going on without serving the employer needs a reason and nothing else: 104.05 demands no service."""

from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import CONTENT, FINDINGS, INVESTIGATING, at, case_in, do, file_online, make_pdfs, walk
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"
NAMELESS = replace(FINDINGS, concerning="One cheese packer")


def test_the_reason_is_kept_and_a_draft_is_possible():
    case = case_in("investigating")
    with pytest.raises(TransitionNotAllowed, match="Serve the employer first, or record why"):
        do(case, "draft_determination", by="investigator", when=NOW)
    case = do(case, "skip_service", by="investigator", when=NOW, reason="She would be known at once.")
    assert case.complaint.service_skipped_reason == "She would be known at once."
    assert do(case, "draft_determination", by="investigator", when=NOW).state == "drafted"


def test_the_reason_is_recorded_once():
    case = do(case_in("investigating"), "skip_service", by="investigator", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="already recorded"):
        do(case, "skip_service", by="investigator", when=NOW)


def test_after_service_there_is_nothing_to_skip():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="nothing to skip"):
        do(case, "skip_service", by="investigator", when=NOW)


def unserved(**changes):
    """Return a case that was drafted without service of the employer, its draft ready to be signed."""
    content = replace(CONTENT, identity_disclosure="no", **changes)
    case = walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")
    case = do(case, "skip_service", by="investigator", when=NOW)
    case = do(case, "draft_determination", by="investigator", when=NOW, findings=NAMELESS)
    make_pdfs(at(NOW))
    return case


def copies(case):
    return {n.recipient_label: n for n in case.notices.filter(kind="complaints.sign_determination")}


def test_an_employer_that_was_never_served_gets_the_determination_without_the_name():
    case = do(unserved(), "sign_determination", by="supervisor", when=NOW)
    sent = copies(case)
    assert set(sent) == {"Wanda Worker Example", "Made-Up Mills Example LLC"}
    theirs = sent["Made-Up Mills Example LLC"]
    assert theirs.address == "office@made-up-mills.example.com"
    assert "Name kept in our file" in theirs.document.html
    assert "Wanda" not in theirs.subject + theirs.text + theirs.html + theirs.document.html
    assert str(case.parties.get(role="employer").told_on) == "2026-03-04"


def test_withholding_the_determination_is_a_decision_of_the_signer_with_its_reason():
    case = do(unserved(), "sign_determination", by="supervisor", when=NOW, withheld_reason="She is the only packer.")
    assert set(copies(case)) == {"Wanda Worker Example"}
    assert case.complaint.determination_withheld == "She is the only packer."
    assert case.parties.get(role="employer").told_on is None


def test_an_employer_that_was_served_always_gets_the_determination():
    with pytest.raises(ValidationError) as refusal:
        do(case_in("drafted"), "sign_determination", by="supervisor", when=NOW, withheld_reason="Better so.")
    assert list(refusal.value.message_dict) == ["withheld_reason"]


@pytest.mark.usefixtures("clock")
def test_the_signing_page_says_who_gets_it_and_asks_for_the_reason():
    client, case = signed_in("sue"), unserved()
    address = f"/complaints/{case.number}/sign_determination/"
    page = words(client.get(address))
    assert "to Made-Up Mills Example LLC (employer), unless you withhold it below" in page
    assert "Do not send the determination to the employer" in page
    refused = send(client, address, withhold="on")
    assert refused.status_code == 422
    assert "Enter why the employer does not get it" in words(refused)
    alone = send(client, address, withheld_reason="She is the only packer.")
    assert "Tick the box to withhold" in words(alone)
    assert send(client, address, withhold="on", withheld_reason="She is the only packer.").status_code == 303
    assert set(copies(case)) == {"Wanda Worker Example"}
    served = words(client.get(f"/complaints/{case_in('drafted').number}/sign_determination/"))
    assert "Do not send" not in served
    assert "unless you withhold" not in served
