"""An employer files by a verified address, sees the estimate, updates by private link and rescinds."""

import datetime as dt
import re

import pytest

from closings.models import ClosingNotice
from tests.closings.notice import ANSWERS, BASE, begun, date_parts, file_online, mailed_link, submit, write
from tests.complaints.staff_pages import hidden, words
from tests.factories import at, make_pdfs
from wagecase.cases.models import Case, Draft
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]
ADDRESS = "paula@made-up-mills.example.com"


@pytest.fixture(autouse=True)
def _when(clock):
    clock.set("2026-03-10 10:00")


def filed():
    client = begun()
    write(client, BASE)
    assert submit(client, BASE).status_code == 303
    return client, Case.objects.get()


def test_the_link_goes_to_the_address_and_nowhere_else(client):
    page = client.get("/closings/file/")
    sent = client.post("/closings/file/", {**hidden(page), "email": ADDRESS})
    text = words(client.get(sent["Location"]))
    assert ADDRESS in text
    assert "/closings/file/resume/" not in text
    assert client.get(BASE).status_code == 200
    assert "No notice is open here" in words(client.get(BASE))
    assert client.get(mailed_link(ADDRESS)).status_code == 200, "the link alone opens nothing: mail scanners follow it"
    assert "No notice is open here" in words(client.get(BASE))


def test_a_notice_is_filed_once_and_is_a_case_with_its_original():
    client, case = filed()
    notice = ClosingNotice.objects.get()
    assert (case.number, case.state, case.received_on) == ("BC-2026-000001", "received", dt.date(2026, 3, 10))
    assert (notice.affected, notice.places, notice.first_on) == (90, "Monroe, Invented Springs", dt.date(2026, 5, 1))
    assert notice.days_of_notice == 52  # March 10 to May 1, 2026
    assert notice.listed_on is None
    assert [row.kind for row in notice.revisions.all()] == ["original"]
    assert submit_again(client).status_code in {302, 303}
    assert Case.objects.count() == 1
    assert Draft.objects.get().filed_case == case


def submit_again(client):
    return client.post(f"{BASE}check/", {"mark": "0" * 64, "submission_key": "b5a0b4f4-0d83-4b8e-9d3e-0f7f0f7f0f7f"})


def test_the_department_counts_as_told_by_the_filing():
    filed()
    told = {(row.kind, row.given_on) for row in ClosingNotice.objects.get().recipients.all()}
    assert told == {("department", dt.date(2026, 3, 10)), ("employee", dt.date(2026, 3, 2))}


def test_the_estimate_names_the_test_the_day_and_each_recipient():
    client = begun()
    write(client, BASE)
    text = words(client.get(BASE))
    assert "Estimate, not a determination" in text
    assert "As a business closing: 58 employees count, 25 are enough." in text
    assert "Notice was due on Monday, March 2, 2026." in text
    assert "60 days before Friday, May 1, 2026: Monday, March 2, 2026." in text
    assert "Affected employees: All shifts Told on March 2, 2026 In time, on the last day" in text
    assert "This department Told on March 10, 2026 8 days short" in text
    # Nobody of the two municipalities is named: one official in Monroe, two in Invented Springs.
    assert text.count("Highest official, Village of Invented Springs Not told yet If told today: 8 days short") == 2
    assert text.count("Highest official, City of Monroe Not told yet If told today: 8 days short") == 1
    assert not re.search(r"\blate\b", text, re.IGNORECASE)


def test_a_small_employer_may_file_all_the_same():
    client = begun()
    write(client, BASE, [(page, {**values, "persons_in_state": "49"} if page == "workforce/" else values)
                         for page, values in ANSWERS])  # fmt: skip
    assert "The law does not seem to ask for notice. You may give it all the same." in words(client.get(BASE))
    assert submit(client, BASE).status_code == 303
    assert Case.objects.get().state == "received"


def test_what_is_missing_is_named_and_nothing_is_filed():
    client = begun()
    write(client, BASE, ANSWERS[:3])
    page = client.get(f"{BASE}check/")
    assert "Complete these sections before you file Sites Schedule Who was told" in words(page)
    sent = client.post(
        f"{BASE}check/", {**hidden(page), "mark": "0" * 64, "submission_key": "b5a0b4f4-0d83-4b8e-9d3e-0f7f0f7f0f7f"}
    )
    assert sent.status_code == 422
    assert not Case.objects.exists()


def test_a_faulty_row_keeps_what_was_typed():
    client = begun()
    page = client.post(
        f"{BASE}sites/new/", {"version": "0", "municipality": "Monroe", "affected": "sixty", "county": "Green"}
    )
    text = page.content.decode()
    assert page.status_code == 422
    assert 'value="sixty"' in text
    assert "Enter the number of employees affected as a number, such as 120" in words(page)
    assert "Choose city, village or town" in words(page)


def test_more_new_employees_than_employees_is_refused():
    client = begun()
    page = client.post(f"{BASE}workforce/", {"version": "0", "persons_in_state": "10", "new_in_state": "11"})
    assert "New and low-hour employees cannot be more than all employees" in words(page)


def test_two_windows_do_not_overwrite_each_other():
    client = begun()
    write(client, BASE, ANSWERS[:1])
    page = client.post(f"{BASE}employer/", {**ANSWERS[0][1], "version": "0", "employer_name": "Other Name Example"})
    assert page.status_code == 409
    assert "This page was saved in another window" in words(page)
    assert 'value="Other Name Example"' in page.content.decode()


def test_the_receipt_is_mailed_and_has_its_pdf():
    client, case = filed()
    make_pdfs(at("2026-03-10 10:01"))
    text = words(client.get(f"/closings/file/receipt/{case.number}/"))
    assert "Notice filed" in text
    assert "The department counts as told on Tuesday, March 10, 2026." in text
    receipt = Document.objects.get(kind="closings.file_online")
    assert client.get(f"/closings/status/{case.number}/documents/{receipt.pk}.pdf").status_code == 200
    mail = Notice.objects.get(kind="closings.file_online")
    assert (mail.channel, mail.address) == ("email", ADDRESS)
    assert mail.subject == f"Closing notice {case.number}: received"
    assert "Made-Up" not in mail.text


def test_an_update_is_a_revision_of_the_same_number():
    client, case = filed()
    assert client.post(f"/closings/status/{case.number}/begin-update/").status_code == 303
    base = f"/closings/status/{case.number}/update/"
    write(client, base, [("schedule/0/", {**date_parts("first_on", dt.date(2026, 6, 1)), "count": "90"})])
    assert "First day of work lost May 1, 2026 June 1, 2026" in words(client.get(f"{base}check/"))
    assert submit(client, base).status_code == 303
    notice = ClosingNotice.objects.get()
    assert (Case.objects.count(), notice.revision, notice.first_on) == (1, 1, dt.date(2026, 6, 1))
    row = notice.revisions.get(number=1)
    assert row.codes == "LS"
    assert row.changes[0] == {"field": "first_on", "before": "2026-05-01", "after": "2026-06-01"}
    assert notice.revisions.get(number=0).first_on == dt.date(2026, 5, 1), "the original stays as filed"
    assert Notice.objects.filter(kind="closings.file_update").count() == 1
    assert case.tasks.get(done_at=None).what == "Read the employer’s update"


def test_an_update_that_changes_nothing_is_refused():
    client, case = filed()
    client.post(f"/closings/status/{case.number}/begin-update/")
    sent = submit(client, f"/closings/status/{case.number}/update/")
    assert sent.status_code == 422
    assert "Nothing differs from the notice as it stands" in words(sent)
    assert ClosingNotice.objects.get().revision == 0


def test_a_rescission_counts_nothing_and_ends_the_case():
    client, case = filed()
    page = client.get(f"/closings/status/{case.number}/rescind/")
    assert (
        client.post(
            f"/closings/status/{case.number}/rescind/", {**hidden(page), "reason": "A buyer was found."}
        ).status_code
        == 303
    )
    case.refresh_from_db()
    notice = ClosingNotice.objects.get()
    assert (case.state, case.is_open) == ("rescinded", False)
    assert (notice.counted, notice.affected, notice.revision) == (0, 90, 1)
    assert "You rescinded it on Tuesday, March 10, 2026" in words(client.get(f"/closings/status/{case.number}/"))
    assert "A buyer was found" not in words(client.get("/closings/"))


def test_another_employer_opens_nothing_of_it(client):
    _mine, case = filed()
    other = file_online()
    party = other.parties.get()
    session = client.session
    session["party_id"], session["link_generation"] = party.pk, party.link_generation
    session.save()
    for page in ("", "rescind/", "update/"):
        assert client.get(f"/closings/status/{case.number}/{page}").status_code == 404
    assert client.post(f"/closings/status/{case.number}/begin-update/").status_code == 404
    assert client.get(f"/complaints/status/{other.number}/").status_code == 404
    assert client.get(f"/closings/status/{other.number}/").status_code == 200


def test_what_is_sent_without_an_open_notice_is_shown_back_in_the_words_of_the_page(client):
    page = client.post(f"{BASE}workforce/", {"version": "0", "persons_in_state": "140"})
    assert page.status_code == 409
    assert "Everybody the employer employs in Wisconsin 140" in words(page)
