"""What the department determined stays on the public page and on the employer's, whatever becomes of the file."""

import pytest

from closings import determinations, standing
from closings.deciding import Decided
from closings.determinations import Findings
from tests.closings.notice import REACHED, case_in, do
from tests.complaints.staff_pages import words
from tests.factories import at, make_pdfs, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

REQUIRED = "On Tuesday, May 5, 2026 the department determined that notice was required."


@pytest.mark.parametrize(
    ("state", "shown"), [("listed", False), ("drafted", False), ("signed", True), ("served", True), ("closed", True)]
)
def test_the_public_page_says_it_from_the_signature_on(client, state, shown):
    case = case_in(state)
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert (REQUIRED in page) is shown
    assert "surcharge" not in page
    assert "It judges the notice as it was then" not in page


def test_the_page_of_a_notice_that_was_taken_off_the_list_says_it_too(client):
    case = do(case_in("closed"), standing.remove_listed, by="cora", when="2026-06-10 09:00", reason="Wrong place.")
    page = client.get(f"/closings/notices/{case.number}/")
    assert (page.status_code, REQUIRED in words(page)) == (410, True)


def test_it_says_so_too_where_no_notice_was_required(client):
    case = case_in("listed")
    decisions = (Decided("enterprise", False, "It is a church."), *REACHED[1:])
    case = do(case, determinations.draft_determination, by="cora", when="2026-05-04 09:00", drafted_by=person("cora"),
              findings=Findings("Not reached.", decisions))  # fmt: skip
    make_pdfs(at("2026-05-04 09:05"))
    do(case, determinations.sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
       draft_sha256=case.closing_determinations.get().draft.sha256)  # fmt: skip
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert "On Tuesday, May 5, 2026 the department determined that no notice was required." in page
