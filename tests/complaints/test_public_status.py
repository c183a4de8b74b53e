"""The party's own page: found by number and code only, showing this party's things only, with the few lawful acts."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from complaints import services
from complaints.stages import stages
from tests.complaints.public_filing import NOTARIZED, PAPER, UNPAID, begin, picture, sign, text_of
from wagecase.accounts.models import User
from wagecase.cases import links
from wagecase.cases.models import Attachment, Case, Party
from wagecase.documents.models import PARTY, STAFF, Document

pytestmark = pytest.mark.django_db
WRONG = "No case fits this number and code. Check both and try again, or call us."


@pytest.fixture(autouse=True)
def _place(clock, media):
    """A fixed day and an empty store of files."""


@pytest.fixture
def filed() -> Case:
    """A complaint filed online that says where the employer gets its mail, seen by nobody yet."""
    sign(begin(Client(), employer_contact={"postal": "400 Invented Road\nMonroe, WI 53566"}))
    return Case.objects.get()


@pytest.fixture
def staff() -> dict[str, User]:
    """An investigator and a supervisor."""
    return {
        role: User.objects.create_user(f"{role}@example.org", None, name=f"A. {role}", role=role, title="", office="")
        for role in ("investigator", "supervisor")
    }


def party_of(case: Case, role: str = "complainant") -> Party:
    return case.parties.get(role=role)


def visitor(case: Case, role: str = "complainant") -> Client:
    """A client that opened the case by its private link."""
    client, party = Client(), party_of(case, role)
    response = client.post(f"/complaints/open/{case.number}/{links.access_code(party)}/")
    assert response["Location"] == f"/complaints/status/{case.number}/"
    return client


def page_of(case: Case) -> str:
    return f"/complaints/status/{case.number}/"


def act(case: Case, name: str, by: User, **values: Any) -> Case:
    case = Case.objects.get(pk=case.pk)
    return getattr(services, name)(case, actor=by.actor, at=timezone.now(), expected_version=case.version, **values)


def investigate(case: Case, staff: dict[str, User]) -> None:
    supervisor, investigator = staff["supervisor"], staff["investigator"]
    act(case, "docket", supervisor, jurisdiction="Work in this state.")
    act(case, "assign", supervisor, investigator=investigator)
    act(case, "begin_investigation", investigator)


def told(case: Case, staff: dict[str, User]) -> None:
    investigate(case, staff)
    act(case, "serve_employer", staff["investigator"], disclosure_reason="Agreed by telephone.")


def test_number_and_code_open_the_case_however_they_are_typed(filed):
    code = links.access_code(party_of(filed)).replace("-", " ").lower()
    client = Client()
    response = client.post("/complaints/find/", {"number": f" {filed.number.lower()} ", "code": code})
    assert response["Location"] == page_of(filed)
    assert client.get(page_of(filed)).status_code == 200


@pytest.mark.parametrize(
    "number", ["LW-2026-000001", "LW-2026-999999", "nonsense", "LW-2026-000001\x00", "ⅬⅤ", "9" * 30]
)
@pytest.mark.parametrize("code", ["AAAA-AAAA-AAAA-AAAA", "x", "💥", "A" * 50])
def test_whatever_is_wrong_one_message_answers(filed, number, code):
    response = Client().post("/complaints/find/", {"number": number, "code": code})
    assert response.status_code == 422
    assert WRONG in text_of(response) or "cannot store" in text_of(response)
    assert number.replace("\x00", "")[:10] in response.content.decode(), "what was typed is kept"


def test_guessing_is_slowed_down_with_the_phone_number(filed):
    client = Client()
    for _ in range(20):
        assert WRONG in text_of(client.post("/complaints/find/", {"number": filed.number, "code": "x"}))
    right = {"number": filed.number, "code": links.access_code(party_of(filed))}
    page = text_of(client.post("/complaints/find/", right))
    assert "There were too many tries." in page
    assert "608-555-0100" in page
    link = client.post(f"/complaints/open/{filed.number}/{right['code']}/")
    assert "There were too many tries." in text_of(link)


def test_following_the_link_opens_nothing_until_the_button_is_pressed(filed):
    path = f"/complaints/open/{filed.number}/{links.access_code(party_of(filed))}/"
    client = Client()
    response = client.get(path)
    assert "Open my case" in text_of(response)
    assert "party_id" not in client.session
    assert "Rosa Sample" not in text_of(response)
    assert response["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/complaints/open/{}/WRONG/", "/complaints/open/LW-2026-999999/AAAA/", "/complaints/open/x/y/"]
)
def test_a_wrong_link_gets_the_same_message(filed, path):
    response = Client().post(path.format(filed.number))
    assert response.status_code == 404
    assert WRONG in text_of(response)


def test_another_case_and_a_missing_one_answer_alike(filed):
    client = visitor(filed)
    stranger = begin(Client())
    sign(stranger)
    other = Case.objects.exclude(pk=filed.pk).get()
    document = other.documents.first()
    for path in (
        "", "answer/", "evidence/", "withdraw/", f"documents/{document.pk}.pdf", "files/1/", "documents/99999999999.pdf",
    ):  # fmt: skip
        real = client.get(f"/complaints/status/{other.number}/{path}")
        missing = client.get(f"/complaints/status/LW-2026-777777/{path}")
        assert real.status_code == missing.status_code == 404, path
    assert client.get(f"/complaints/file/receipt/{other.number}/").status_code == 404
    assert client.get(f"{page_of(filed)}documents/{document.pk}.pdf").status_code == 404
    assert client.get(f"{page_of(filed)}documents/{10**25}.pdf").status_code == 404
    assert client.get(f"{page_of(filed)}files/{10**25}/").status_code == 404


def test_without_a_link_the_number_alone_leads_to_the_door(filed):
    for number in (filed.number, "LW-2026-777777"):
        assert Client().get(f"/complaints/status/{number}/")["Location"] == "/complaints/find/"
        assert Client().get(f"/complaints/file/receipt/{number}/")["Location"] == "/complaints/find/"


def test_text_sent_after_the_session_ended_is_shown_back(filed):
    response = Client().post(f"{page_of(filed)}withdraw/", {"reason": "I found other work"})
    assert response.status_code == 409
    assert "I found other work" in text_of(response)
    assert Case.objects.get(pk=filed.pk).state == "received"


def test_the_page_says_first_what_to_do_then_when_we_decide(filed):
    page = text_of(visitor(filed).get(page_of(filed)))
    assert page.index("Nothing for you to do now") < page.index("Monday, March 23, 2026")
    assert "How we got this date" in page
    assert "Questions you left blank" in page


def test_a_late_decision_is_said_plainly(filed, clock):
    clock.set("2026-03-26 10:00")
    page = text_of(visitor(filed).get(page_of(filed)))
    assert "Our decision is late" in page
    assert "It was due on Monday, March 23, 2026. It is now 3 days late." in page


def test_stages_follow_the_recorded_acts(filed, staff):
    def words() -> dict[str, str]:
        return {label: state for label, state, _detail in stages(Case.objects.get(pk=filed.pk))}

    assert words()["Filed"] == "now"
    assert words()["Decision sent"] == "later"
    investigate(filed, staff)
    assert (words()["Filed"], words()["Investigator assigned"], words()["Employer told"]) == ("done", "now", "later")
    act(filed, "dismiss", staff["supervisor"], ground="no_jurisdiction", reason="Work in another state.")
    assert (words()["Employer told"], words()["Decision sent"], words()["Closed"]) == ("skipped", "skipped", "done")
    act(filed, "reopen", staff["supervisor"], reason="New papers.")
    assert (words()["Filed"], words()["Investigator assigned"]) == ("now", "later")


def test_paper_is_asked_for_until_it_comes():
    sign(begin(Client()), PAPER)
    case = Case.objects.get()
    page = text_of(visitor(case).get(page_of(case)))
    assert "Sign the form and send it to us" in page
    assert "We wait for your signed form." in page


def test_a_notarized_copy_needs_nothing_more():
    sign(begin(Client()), NOTARIZED, copy=picture())
    case = Case.objects.get()
    page = text_of(visitor(case).get(page_of(case)))
    assert "Nothing for you to do now The 20 days have not started." in page
    assert "We check your notarized copy." in page


def test_a_question_is_asked_with_its_date_and_answered_once(filed, staff):
    investigate(filed, staff)
    act(filed, "request_information", staff["investigator"], question="Which bank?", asked_by=staff["investigator"])
    client = visitor(filed)
    page = text_of(client.get(page_of(filed)))
    assert "Answer our question We ask for your answer by" in page
    question = filed.information_requests.get(automatic=False)
    path = f"{page_of(filed)}answer/?question={question.pk}"
    assert client.post(path, {"submission_key": uuid4()}).status_code == 422
    sent = {"submission_key": uuid4(), "answer": "The one on Sample Street", "papers": [picture("letter.png")]}
    assert client.post(path, sent)["Location"] == page_of(filed)
    sent["papers"] = [picture("letter.png")]
    assert client.post(path, sent)["Location"] == page_of(filed), "a second press changes nothing"
    question.refresh_from_db()
    assert question.answer == "The one on Sample Street"
    assert Attachment.objects.get().party_id == party_of(filed).pk
    again = client.post(path, {"submission_key": uuid4(), "answer": "Another answer"})
    assert again.status_code == 409
    assert "Another answer" in text_of(again)


@pytest.mark.parametrize("question", ["0", "x", "1" * 30, "-1", "²"])
def test_an_altered_question_is_no_error(filed, question):
    assert visitor(filed).get(f"{page_of(filed)}answer/?question={question}").status_code in {200, 404}


def test_files_are_added_and_come_back_only_as_downloads(filed):
    client = visitor(filed)
    path = f"{page_of(filed)}evidence/"
    assert client.post(path, {"submission_key": uuid4()}).status_code == 422
    client.post(path, {"submission_key": uuid4(), "papers": [picture("Stub März.png")]})
    attachment = Attachment.objects.get()
    assert "Stub März.png" in text_of(client.get(page_of(filed)))
    response = client.get(f"{page_of(filed)}files/{attachment.pk}/")
    assert response["Content-Disposition"].startswith("attachment")
    assert response["X-Content-Type-Options"] == "nosniff"
    assert b"".join(response.streaming_content).startswith(b"\x89PNG")


def test_withdrawing_says_what_happens_and_needs_no_reason(filed):
    client = visitor(filed)
    path = f"{page_of(filed)}withdraw/"
    assert "A supervisor reads your request" in text_of(client.get(path))
    client.post(path, {"submission_key": uuid4()})
    assert Case.objects.get(pk=filed.pk).state == "withdrawal_requested"
    page = text_of(client.get(page_of(filed)))
    assert "You asked to withdraw on March 2, 2026; a supervisor decides A supervisor reads your request." in page
    assert "Nothing for you to do now" not in page
    now = [detail for _label, state, detail in stages(Case.objects.get(pk=filed.pk)) if state == "now"]
    assert now == ["You asked to withdraw on March 2, 2026; a supervisor decides"]
    assert "A supervisor reads your request." in page
    assert "We then take the request back and your case goes on." in page
    assert "Monday, March 23, 2026" in page, "the clock runs on"
    assert "cannot be withdrawn now" in text_of(client.get(path))
    assert client.post(path, {"submission_key": uuid4(), "reason": "Again"}).status_code == 409


def test_the_employer_sees_its_own_things_only(filed, staff):
    complainant = visitor(filed)
    complainant.post(f"{page_of(filed)}evidence/", {"submission_key": uuid4(), "papers": [picture("secret.png")]})
    told(filed, staff)
    client = visitor(filed, "employer")
    response = client.get(page_of(filed))
    page = text_of(response)
    assert "Send us your answer We ask for it by" in page
    for hidden in ("Rosa", "secret.png", "Night cleaner", "Withdraw", links.access_code(party_of(filed))):
        assert hidden not in response.content.decode(), hidden
    mine = Document.objects.filter(case=filed, party_id=party_of(filed, "employer").pk)
    assert mine.exists()
    for document in Document.objects.filter(case=filed).exclude(pk__in=mine):
        if document.party_id is not None or document.visibility == STAFF:
            assert client.get(f"{page_of(filed)}documents/{document.pk}.pdf").status_code == 404
    assert client.get(f"{page_of(filed)}files/{Attachment.objects.get().pk}/").status_code == 404
    for path in ("answer/", "withdraw/"):
        assert client.get(f"{page_of(filed)}{path}").status_code == 404
    assert client.get(f"/complaints/file/receipt/{filed.number}/").status_code == 404


def test_the_employer_sends_files_and_the_complainant_does_not_get_them(filed, staff):
    told(filed, staff)
    client = visitor(filed, "employer")
    client.post(f"{page_of(filed)}evidence/", {"submission_key": uuid4(), "papers": [picture("payroll.png")]})
    attachment = Attachment.objects.get()
    assert attachment.source == "employer"
    assert "payroll.png" in text_of(client.get(page_of(filed)))
    other = visitor(filed)
    assert "payroll.png" not in text_of(other.get(page_of(filed)))
    assert other.get(f"{page_of(filed)}files/{attachment.pk}/").status_code == 404


def test_an_employer_nobody_told_finds_no_case(filed):
    code = links.access_code(party_of(filed, "employer"))
    assert WRONG in text_of(Client().post("/complaints/find/", {"number": filed.number, "code": code}))


def test_a_document_is_given_as_stored_or_said_to_be_prepared(filed, monkeypatch):
    client = visitor(filed)
    document = Document.objects.filter(case=filed, visibility=PARTY).first()
    path = f"{page_of(filed)}documents/{document.pk}.pdf"
    assert "being prepared" in text_of(client.get(path))
    assert "Being prepared" in text_of(client.get(page_of(filed)))
    Document.objects.filter(pk=document.pk).update(status="ready", size=40_960, pages=2)
    monkeypatch.setattr("complaints.views.public_status.read_pdf", lambda _document: b"%PDF-1.7")
    assert "(PDF, 2 pages, 40 KB)" in text_of(client.get(page_of(filed)))
    response = client.get(path)
    assert (response.content, response["Content-Type"]) == (b"%PDF-1.7", "application/pdf")
    assert response["Content-Disposition"] == f'inline; filename="{document_name(document, filed)}"'


def document_name(document: Document, case: Case) -> str:
    word = {"complaints.as_filed": "complaint", "complaints.file_online": "receipt"}[document.kind]
    return f"{word}-{case.number}.pdf"


def test_an_answered_complaint_about_pay_shows_the_answer(staff):
    sign(begin(Client(), UNPAID))
    case = Case.objects.get()
    act(case, "answer_complaint", staff["supervisor"], answer="We wrote to the employer.")
    client = visitor(case)
    page = text_of(client.get(page_of(case)))
    assert "We wrote to the employer." in page
    assert "20 days" not in page
    assert client.get(f"{page_of(case)}answer/").status_code == 404


def test_opening_a_case_gives_the_session_a_new_name(filed):
    client = Client()
    client.post("/complaints/file/")
    before = client.session.session_key
    client.post(f"/complaints/open/{filed.number}/{links.access_code(party_of(filed))}/")
    assert client.session.session_key != before


def test_number_and_access_code_can_be_copied(filed):
    page = visitor(filed).get(page_of(filed)).content.decode()
    assert f'data-copy="{links.access_code(party_of(filed))}"' in page
    client = Client()
    receipt = client.get(sign(begin(client))["Location"]).content.decode()
    second = Case.objects.latest("pk")
    assert f'data-copy="{second.number}"' in receipt
    assert f'data-copy="{links.access_code(party_of(second))}"' in receipt
