"""The check, the signature and the filing of an application: once, as it stood, without what was left; cases D1, D4, D6, D32."""

from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from licenses.content import ApplicationContent, from_dict
from licenses.drafting.attesting import ITEMS
from licenses.drafting.sections import WORKERS
from licenses.drafting.views import finishing
from licenses.models import Application
from tests.complaints.staff_pages import hidden
from tests.factories import QuickRenderer, at, make_pdfs
from tests.licenses import content, member, organization, worker
from tests.licenses.drafting import STUDY, Writer, filled, text_of
from wagecase.cases import drafts, files
from wagecase.cases.models import Attachment, Case
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]
NOW = at("2026-03-02 09:00")
TICKED = {f"attest_{item.code}": "on" for item in ITEMS}
SIGNED = {**TICKED, "name": "Olive Owner Example", "title": "Director", "authority": "Director of the corporation"}


@pytest.fixture
def olive():
    return member(organization(at=NOW), at=NOW)


def ready(olive, **changes):
    """Return a member who has looked at the check page and may sign."""
    writer = Writer(olive, filled(olive, at=NOW, **changes))
    assert writer.send("check").headers["Location"] == writer.url("sign")
    return writer


def filed_content():
    return from_dict(ApplicationContent, Application.objects.get().content)


def test_a_signed_application_becomes_a_case_with_its_workers_and_its_words(olive):
    writer = ready(olive)
    answer = writer.send("sign", **SIGNED)
    assert (answer.status_code, answer.headers["Location"]) == (303, writer.url("done"))
    case = Case.objects.get()
    assert (case.kind, case.state, case.number) == ("application", "received", "LA-2026-000001")
    attestation = filed_content().attestation
    assert (attestation.name, attestation.title, attestation.version) == ("Olive Owner Example", "Director", "2026-12")
    assert attestation.ticked == (
        "commensurate", "six-months", "yearly", "overtime", "told", "poster", "records", "deductions", "not-retroactive",
    )  # fmt: skip
    assert [line.digest != "" for line in case.application.workers.all()] == [True, True]
    words = writer.words("done")
    assert "LA-2026-000001" in words
    assert "Signed and received on March 2, 2026, 9:00 a.m. Central time." in words


def test_every_sentence_is_ticked_by_itself(olive):
    writer = ready(olive)
    answer = writer.send("sign", **{**SIGNED, "attest_records": ""})
    assert answer.status_code == 422
    assert "Tick the sentence about the records, or call us if it is not true" in text_of(answer)
    assert not Case.objects.exists()


def test_an_incomplete_application_cannot_be_signed(olive):
    writer = Writer(olive, filled(olive, at=NOW, papers=False))
    answer = writer.send("check")
    assert answer.status_code == 422
    assert "Add a file: Studies of the work" in text_of(answer)
    assert writer.get("sign").headers["Location"] == writer.url("check")


def test_a_change_after_the_check_leads_back_to_the_check(olive):
    writer = ready(olive)
    page = hidden(writer.get("sign"))
    writer.send("services", services_verified="no", services_words="W-002 has none yet")
    answer = writer.send("sign", page=page, **SIGNED)
    assert answer.headers["Location"] == writer.url("check")
    assert not Case.objects.exists()


@pytest.mark.parametrize(("year", "month", "answer"), [("2026", "9", 303), ("2026", "10", 422), ("2062", "3", 422)])
def test_the_wished_first_day_lies_at_most_six_months_ahead(olive, year, month, answer):
    writer = Writer(olive, filled(olive, at=NOW))
    kept = writer.draft.sections.get(name="filing").answers
    typed = {name: value for name, value in kept.items() if isinstance(value, str)}
    page = writer.send("filing", **typed, start_on_0=month, start_on_1="2", start_on_2=year)
    assert page.status_code == answer
    assert ("Enter a day up to" in text_of(page)) == (answer == 422)


def changed_by_a_colleague(draft):
    row = draft.sections.get(name="employer")
    values = {**row.answers, "legal_name": "Other Works Example, Inc."}
    drafts.save_section(draft, "employer", values=values, at=NOW)


def test_nobody_signs_what_a_colleague_changed_and_checked_meanwhile_and_nothing_typed_is_lost(olive):
    writer = ready(olive)
    page = hidden(writer.get("sign"))
    felix = Writer(member(olive.organization, "Felix Filer Example", "filer", at=NOW), writer.draft)
    changed_by_a_colleague(writer.draft)
    assert felix.send("check").headers["Location"] == writer.url("sign")
    answer = writer.send("sign", page=page, **{**SIGNED, "title": "Acting director"})
    assert answer.headers["Location"] == writer.url("check")
    assert not Case.objects.exists()
    assert "Your answers changed" in writer.words("check")
    writer.send("check")
    html = writer.get("sign").content.decode()
    assert 'value="Acting director"' in html
    assert 'value="Director of the corporation"' in html
    assert writer.send("sign", **SIGNED).headers["Location"] == writer.url("done")
    assert filed_content().employer.legal_name == "Other Works Example, Inc."


def test_a_signature_without_the_mark_of_the_check_is_not_taken(olive):
    writer = ready(olive)
    page = hidden(writer.get("sign"))
    del page["mark"]
    assert writer.send("sign", page=page, **SIGNED).headers["Location"] == writer.url("check")
    assert not Case.objects.exists()


def test_a_change_while_the_check_is_noted_is_not_counted_as_looked_at(olive, monkeypatch):
    writer = Writer(olive, filled(olive, at=NOW))
    page, note = hidden(writer.get("check")), finishing._note

    def meanwhile(desk, **how):
        changed_by_a_colleague(desk.draft)
        return note(desk, **how)

    monkeypatch.setattr("licenses.drafting.views.finishing._note", meanwhile)
    answer = writer.send("check", page=page, total_reason="Two workers leave in June")
    assert answer.status_code == 409
    assert "Other Works Example, Inc." in text_of(answer)
    assert writer.get("sign").headers["Location"] == writer.url("check")


def test_a_check_page_that_grew_old_is_shown_anew(olive):
    writer = Writer(olive, filled(olive, at=NOW))
    page = hidden(writer.get("check"))
    writer.send("services", services_verified="no", services_words="W-002 has none yet")
    answer = writer.send("check", page=page)
    assert answer.status_code == 409
    assert "They were changed in another window after this page was drawn." in text_of(answer)


def test_the_same_form_sent_twice_files_once(olive):
    writer = ready(olive)
    page = hidden(writer.get("sign"))
    first, second = (writer.send("sign", page=dict(page), **SIGNED) for _press in range(2))
    assert first.headers["Location"] == second.headers["Location"] == writer.url("done")
    assert Case.objects.count() == 1
    assert Document.objects.filter(kind="licenses.as_filed").count() == 1
    to = list(Notice.objects.values_list("address", flat=True))
    assert len(to) == len(set(to))


def test_two_members_who_sign_at_once_make_one_case(olive):
    writer = ready(olive)
    felix = Writer(member(olive.organization, "Felix Filer Example", "filer", at=NOW), writer.draft)
    one, two = hidden(writer.get("sign")), hidden(felix.get("sign"))
    assert one["submission_key"] != two["submission_key"]
    writer.send("sign", page=one, **SIGNED)
    late = felix.send("sign", page=two, **{**SIGNED, "name": "Felix Filer Example"})
    assert Case.objects.count() == 1
    assert filed_content().attestation.name == "Olive Owner Example"
    assert late.status_code == 409
    assert "This application was submitted as LA-2026-000001" in text_of(late)
    assert "LA-2026-000001" in felix.words("done")


def test_nothing_of_the_draft_can_be_changed_after_the_submission(olive):
    writer = ready(olive)
    pages = {parts: hidden(writer.get(*parts)) for parts in (("services",), ("sites", "s1", "remove"))}
    writer.send("sign", **SIGNED)
    for parts, page in pages.items():
        assert writer.send(*parts, page=page).status_code == 409, parts
    assert drafts.rows(writer.draft, "sites").count() == 1
    assert writer.draft.sections.get(name="services").answers["services_verified"] == "yes"


def test_a_reason_for_figures_that_differ_is_filed_with_them(olive):
    filing = replace(content().filing, quarter_workers=10, quarter_split={"work-center": 9})
    writer = Writer(olive, filled(olive, at=NOW, filing=filing))
    assert "The parts add up to 9 workers, the total is 10." in writer.words("check")
    writer.send("check", total_reason="One worker changed over in the quarter.")
    writer.send("sign", **SIGNED)
    assert filed_content().filing.total_reason == "One worker changed over in the quarter."


def test_files_of_an_answer_that_was_left_are_told_kept_and_not_filed(olive):
    employer = replace(content().employer, service_contracts="yes", service_contract_count=1)
    draft = filled(olive, at=NOW, employer=employer)
    taken = [files.Taken("contract.pdf", "application/pdf", STUDY + b"2")]
    drafts.add_files(draft, taken=taken, source="employer", at=NOW, purpose="contracts", most=40)
    writer = Writer(olive, draft)
    row = draft.sections.get(name="employer")
    row.answers["service_contracts"] = "no"
    row.save()
    told = "These files will not be filed, because your answers no longer call for them: contract.pdf"
    assert told in writer.words("check")
    assert "Your answers no longer call for these files." in writer.words("files")
    writer.send("check")
    writer.send("sign", **SIGNED)
    case = Case.objects.get()
    assert [file.name for file in case.attachments.all()] == ["study.pdf"]
    assert Attachment.objects.get(name="contract.pdf").case is None
    assert filed_content().employer.service_contract_count is None


@pytest.mark.parametrize(
    ("name", "data"),
    [("study.pdf", b"%PDF-1.7\n<html>hello</html>"), ("study.pdf", b"<html><p>no</p></html>"), ("study.pdf", b"%PDF-")],
)
def test_an_unreadable_file_is_refused_when_it_is_added(olive, name, data):
    writer = Writer(olive, filled(olive, at=NOW, papers=False))
    answer = writer.send("files", "study", papers=SimpleUploadedFile(name, data))
    assert answer.status_code == 422
    assert "“study.pdf”" in text_of(answer) or "study.pdf is not" in text_of(answer)
    assert not Attachment.objects.exists()


def test_a_slot_without_a_file_asks_for_one_and_an_unknown_one_is_missing(olive):
    writer = Writer(olive, filled(olive, at=NOW, papers=False))
    answer = writer.send("files", "study")
    assert answer.status_code == 422
    assert "Choose at least one file" in text_of(answer)
    assert writer.client.post(writer.url("files", "nothing"), {}).status_code == 404


def test_the_copy_holds_every_answer_and_neither_names_nor_disabilities(olive):
    workers = [worker(n) for n in range(1, 42)]
    ready(olive, workers=workers).send("sign", **SIGNED)
    document = Document.objects.get(kind="licenses.as_filed")
    assert document == Application.objects.get().filed_document
    for words in (
        "Sample Works Example, Inc.",
        "W-041",
        "$7.75",
        "Third Example LLC",
        "Director of the corporation",
        "$7.75<br>By the hour",
    ):
        assert words in document.html
    for secret in ("Worker Number", "ntellectual", "Record of the county"):
        assert secret not in document.html
    assert document.visibility == "party"


def test_many_workers_go_on_in_a_further_document(olive):
    ready(olive, workers=[worker(n) for n in range(1, 402)]).send("sign", **SIGNED)
    first, second = Document.objects.filter(kind="licenses.as_filed").order_by("pk")
    assert ("W-400" in first.html, "W-401" in first.html, "W-401" in second.html) == (True, False, True)
    assert ("What was attested" in first.html, "What was attested" in second.html) == (False, True)


def test_the_copy_is_given_to_members_and_hidden_from_others(olive, monkeypatch):
    monkeypatch.setattr("wagecase.documents.services.renderer", QuickRenderer())
    writer = ready(olive)
    writer.send("sign", **SIGNED)
    make_pdfs(NOW)
    html = writer.get("done").content.decode()
    address = next(part for part in html.split('"') if part.endswith(".pdf"))
    assert writer.client.get(address).status_code == 200
    other = member(organization("Other Works Example LLC", at=NOW), "Otto Other Example", at=NOW)
    assert Writer(other, writer.draft).client.get(address).status_code == 404


def test_no_name_of_a_worker_leaves_the_application(olive, caplog):
    ready(olive).send("sign", **SIGNED)
    case = Case.objects.get()
    for text in (case.title, *(notice.text for notice in Notice.objects.all()), caplog.text,
                 *(str(event.__dict__) for event in case.events.all())):  # fmt: skip
        assert "Worker Number" not in text
        assert "intellectual" not in text


def test_a_prefilled_section_is_confirmed_or_changed_before_it_counts(olive):
    from licenses.drafting import mapping
    from tests.licenses.drafting import empty

    draft = empty(olive, at=NOW)
    mapping.fill(draft, content(), [worker(1)], at=NOW)
    writer = Writer(olive, draft)
    words = writer.words()
    assert "0 of 11 sections complete" in words
    assert "Employer Confirm" in words
    assert "Filled in from your last application" in writer.words("employer")
    assert writer.send("services", "confirm", page={"version": "1"}).headers["Location"] == writer.url()
    assert writer.send("workers", "confirm", page={"version": "1"}).status_code == 303
    assert "2 of 11 sections complete" in writer.words()
    assert drafts.rows(draft, WORKERS).count() == 1
    stale = writer.send("employer", "confirm", page={"version": "9"})
    assert stale.headers["Location"] == writer.url("employer")
    assert "Employer Confirm" in writer.words()
