"""Going on without serving the employer needs a reason and nothing else: 104.05 demands no service."""

import pytest

from tests.factories import at, case_in, do, make_pdfs
from wagecase.errors import TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-04 15:00"


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


def test_an_employer_that_was_never_told_gets_no_determination():
    case = do(case_in("investigating"), "skip_service", by="investigator", when=NOW)
    case = do(case, "draft_determination", by="investigator", when=NOW)
    make_pdfs(at(NOW))
    case = do(case, "sign_determination", by="supervisor", when=NOW)
    assert [n.recipient_label for n in case.notices.filter(kind="complaints.sign_determination")] == [
        "Wanda Worker Example"
    ]
