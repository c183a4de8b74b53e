"""The act page: it says what it does, does it once, and keeps what was typed when somebody was faster."""

import re
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from complaints.actions import ACTIONS
from complaints.lifecycle import LIFECYCLES
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import CONTENT, TO_POST, UNPAID, at, case_in, do, file_online, make_pdfs, pdf, person, taken, trace
from wagecase.cases import acts
from wagecase.cases.files import keep
from wagecase.cases.models import Case
from wagecase.documents.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]
STAFF = {"investigator": "ina", "supervisor": "sue"}


def fresh(case):
    return Case.objects.get(pk=case.pk)


def test_every_act_of_staff_has_its_row_and_every_row_an_act():
    wanted = {
        row.name
        for lifecycle in LIFECYCLES
        for row in lifecycle.transitions
        if row.source and {"investigator", "supervisor"} & set(row.by)
    }
    assert set(ACTIONS) == wanted


@pytest.mark.parametrize(
    "state",
    [
        "unverified",
        "received",
        "docketed",
        "assigned",
        "investigating",
        "drafted",
        "countersigned",
        "served",
        "closed",
        "withdrawal_requested",
        "reopened",
    ],
)
def test_every_lawful_act_has_a_page_and_every_letter_on_it_can_be_seen(state):
    case = case_in(state)
    for role, key in STAFF.items():
        client, actor = signed_in(key), person(key).actor
        found = acts.offers(case, actor)
        for row in filter(None, (found.next, *found.others)):
            page = client.get(f"/complaints/{case.number}/{row.name}/")
            assert page.status_code == 200, (role, row.name)
            assert "What this does" in words(page)
            for letter in set(re.findall(r'href="(/\S+letter/\d+\.pdf)"', page.content.decode())):
                before = trace(case)
                shown = client.get(letter)
                assert shown.status_code == 200, letter
                assert shown["Content-Type"] == "application/pdf"
                assert "frame-ancestors 'self'" in shown["Content-Security-Policy"]
                assert trace(case) == before


def test_the_box_names_recipients_channel_clocks_and_law():
    case = case_in("investigating")
    text = words(signed_in("ina").get(f"/complaints/{case.number}/serve_employer/"))
    assert "E-mail with a link to the letter to Made-Up Mills Example LLC (employer)" in text
    assert "Starts the clock: employer's answer due Thursday, March 12, 2026 (10 days, office practice)." in text
    assert (
        "The complainant’s page will show: Employer told, as soon as the notice is mailed or the mail server takes it."
        in text
    )
    assert "Law: s. 104.05." in text


def test_an_assignment_names_nobody_before_the_choice():
    case = case_in("docketed")
    text = words(signed_in("sue").get(f"/complaints/{case.number}/assign/"))
    assert "E-mail to the person you choose" in text
    person("ina")
    page = signed_in("sue").get(f"/complaints/{case.number}/assign/")
    assert "Ina Investigator Example, Investigator: 0 open cases" in words(page)


def test_a_preview_shows_the_words_as_typed_and_writes_nothing():
    case = case_in("received")
    client = signed_in("ina")
    address = f"/complaints/{case.number}/request_information/"
    seen = []
    from wagecase.cases.views import act

    original = act.documents.preview
    act.documents.preview = lambda *, html, at: seen.append(html) or b"%PDF-1.7"
    try:
        page = client.get(address)
        before = trace(case)
        shown = client.post(f"{address}letter/0.pdf", {**hidden(page), "question": "Which shifts did you work?"})
        blank = client.get(f"{address}letter/0.pdf")
    finally:
        act.documents.preview = original
    assert shown.status_code == blank.status_code == 200
    assert "Which shifts did you work?" in seen[0]
    assert "[Your question to the complainant]" in seen[1]
    assert trace(case) == before


def test_an_act_of_another_role_is_forbidden_and_one_that_does_not_exist_is_not_found():
    case = case_in("docketed")
    client = signed_in("ina")
    assert client.get(f"/complaints/{case.number}/assign/").status_code == 403
    assert client.post(f"/complaints/{case.number}/assign/", {}).status_code == 403
    for name in ("file_online", "nonsense", "record_unsigned"):
        assert client.get(f"/complaints/{case.number}/{name}/").status_code == 404
        assert client.post(f"/complaints/{case.number}/{name}/", {}).status_code == 404


def test_an_act_that_is_not_lawful_now_says_the_state():
    case = case_in("received")
    page = signed_in("sue").get(f"/complaints/{case.number}/sign_determination/")
    assert page.status_code == 409
    assert "“Sign the determination” is not possible now: the case is “Received”." in words(page)


def test_a_guard_says_its_reason_on_the_page():
    case = case_in("investigating")
    page = signed_in("ina").get(f"/complaints/{case.number}/draft_determination/")
    assert page.status_code == 409
    assert "Serve the employer first" in words(page)


def test_a_stale_page_keeps_the_text_and_says_who_changed_what():
    case = case_in("investigating")
    client, address = signed_in("ina"), f"/complaints/{case.number}/skip_service/"
    sent = {**hidden(client.get(address)), "reason": "The plant burned down."}
    do(case, "reassign", by="supervisor", when="2026-03-02 11:30", investigator=person("ivo"))
    do(case, "reassign", by="supervisor", when="2026-03-02 11:40", investigator=person("ina"))
    page = client.post(address, sent)
    assert page.status_code == 409
    text = words(page)
    assert "Somebody was faster. Your text is kept." in text
    assert "The plant burned down." in text
    assert "Case reassigned by Sue Supervisor Example (supervisor), 11:30 a.m. Central time" in text
    assert fresh(case).complaint.service_skipped_reason == ""
    again = client.post(address, {**sent, **hidden(page)})
    assert again.status_code == 303
    assert fresh(case).complaint.service_skipped_reason == "The plant burned down."


def test_a_stale_page_whose_act_is_over_keeps_the_text_to_copy():
    case = case_in("received")
    client, address = signed_in("sue"), f"/complaints/{case.number}/docket/"
    sent = {**hidden(client.get(address)), "jurisdiction": "Work in Wisconsin."}
    do(case, "docket", by="investigator", when="2026-03-02 10:40")
    page = client.post(address, sent)
    assert page.status_code == 409
    assert "Work in Wisconsin." in words(page)
    assert "Complaint docketed by Ina" in words(page)
    assert "the case is “Docketed”" in words(page)


def test_a_note_or_a_file_of_a_colleague_does_not_make_the_page_stale():
    case = case_in("received")
    client, address = signed_in("sue"), f"/complaints/{case.number}/docket/"
    sent = {**hidden(client.get(address)), "jurisdiction": "Work in Wisconsin."}
    from wagecase.cases.services import add_note

    add_note(case, text="Read it.", author=person("ina"), at=at("2026-03-02 10:20"))
    assert client.post(address, sent).status_code == 303
    assert fresh(case).state == "docketed"


@pytest.mark.parametrize(("name", "state", "answers"), [
    ("docket", "received", {"jurisdiction": "Here."}), ("assign", "docketed", {"investigator": "ina"}),
])  # fmt: skip
def test_pressing_twice_acts_once_and_leads_to_the_same_place(name, state, answers):
    case = case_in(state)
    client, address = signed_in("sue"), f"/complaints/{case.number}/{name}/"
    answers = {k: str(person(v).pk) if k == "investigator" else v for k, v in answers.items()}
    sent = {**hidden(client.get(address)), **answers}
    first, events = client.post(address, sent), case.events.count()
    second = client.post(address, sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"] == f"/complaints/{case.number}/"
    assert case.events.count() == events
    changed = client.post(address, {**sent, "jurisdiction": "Other words.", "investigator": "0"})
    assert changed.status_code == 422


@pytest.mark.parametrize("altered", [
    {"version": "999"}, {"version": "-1"}, {"version": "one"}, {"version": ""}, {"version": "9" * 40},
    {"seen": "x"}, {"seen": "9" * 60}, {"submission_key": "not-a-key"}, {"submission_key": ""},
])  # fmt: skip
def test_altered_hidden_fields_are_answered_in_words_and_change_nothing(altered):
    case = case_in("received")
    client, address = signed_in("sue"), f"/complaints/{case.number}/docket/"
    before = trace(case)
    page = client.post(address, {**hidden(client.get(address)), "jurisdiction": "Here.", **altered})
    assert page.status_code in {409, 422}
    assert "Here." in page.content.decode()
    assert trace(case) == before


HOSTILE = ["nul\x00", "x" * 20_001, "\u202etxt.exe"]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_that_cannot_be_kept_is_refused_with_the_text_still_there(text):
    case = case_in("received")
    client, address = signed_in("sue"), f"/complaints/{case.number}/dismiss/"
    sent = {**hidden(client.get(address)), "ground": "other", "reason": text}
    page = client.post(address, sent)
    assert page.status_code == 422
    assert fresh(case).state == "received"


def test_markup_and_emoji_are_shown_as_typed():
    case = case_in("received")
    reason = "<script>alert(1)</script> 🙂 " + "ñ" * 300
    page = send(signed_in("sue"), f"/complaints/{case.number}/dismiss/", ground="other", reason=reason)
    assert page.status_code == 303
    html = signed_in("sue").get(f"/complaints/{case.number}/").content.decode()
    assert "<script>alert(1)" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt; 🙂" in html


@pytest.mark.parametrize(("day", "said"), [
    ("9999-01-01", "between 2000 and 2099"), ("2026-03-03", "March 3, 2026 is after today"),
    ("2026-02-30", "a date that exists"), ("soon", "a date that exists"), ("", "Enter the day the answer came in"),
    ("2026-03-01", "before the employer was served"),
])  # fmt: skip
def test_impossible_days_are_refused_in_words(day, said):
    case = do(case_in("investigating"), "serve_employer", by="investigator", when="2026-03-02 11:30")
    page = send(signed_in("ina"), f"/complaints/{case.number}/record_employer_answer/", answered_on=day, summary="No.")
    assert page.status_code == 422
    assert said in words(page)


def test_a_refused_file_costs_neither_the_text_nor_the_case():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when="2026-03-02 11:30")
    client, address = signed_in("ina"), f"/complaints/{case.number}/record_employer_answer/"
    answers = {"answered_on": "2026-03-02", "summary": "They deny it."}
    for name, data in (
        ("a.pdf", b"<html>not a pdf</html>"),
        ("a.exe", b"MZ"),
        ("big.pdf", b"%PDF-" + b"0" * 11_000_000),
    ):
        page = send(client, address, **answers, files=SimpleUploadedFile(name, data))
        assert page.status_code == 422
        assert "They deny it." in page.content.decode()
    assert fresh(case).attachments.count() == 0
    good = send(client, address, **answers, files=SimpleUploadedFile("a.pdf", pdf("answer")))
    assert good.status_code == 303
    assert fresh(case).attachments.count() == 1


def test_naming_the_complainant_is_a_choice_that_needs_a_reason_without_consent():
    case = case_in("investigating", content=replace(CONTENT, identity_disclosure="no"))
    client, address = signed_in("ina"), f"/complaints/{case.number}/serve_employer/"
    page = client.get(address)
    assert "said no to being named" in words(page)
    assert re.search(r'name="names_complainant"[^>]*value="no"[^>]*checked', page.content.decode())
    assert "names_employees" not in page.content.decode()
    blank = send(client, address, names_complainant="yes", disclosure_reason="")
    assert blank.status_code == 422
    assert "Enter why the employer is told the name" in words(blank)
    assert send(client, address, names_complainant="no").status_code == 303
    assert fresh(case).complaint.names_complainant is False
    agreed = case_in("investigating")
    page = signed_in("ina").get(f"/complaints/{agreed.number}/serve_employer/")
    assert "disclosure_reason" not in page.content.decode()
    assert re.search(r'name="names_complainant"[^>]*value="yes"[^>]*checked', page.content.decode())


def test_the_determination_has_no_default_answer_and_the_last_draft_comes_back():
    case = do(case_in("investigating"), "serve_employer", by="investigator", when="2026-03-02 11:30")
    client, address = signed_in("ina"), f"/complaints/{case.number}/draft_determination/"
    html = client.get(address).content.decode()
    assert "checked" not in html
    assert "The complaint says: Cheese packer" in html
    answers = {
        "reasonable_cause": "no", "concerning": "Wanda Worker Example", "occupation": "Packer", "wage_found": "$9",
        "evidence": "Stub", "economic_material": "Rents", "reasons": "It suffices.", "intended_signer": person("sue").pk,
    }  # fmt: skip
    blank = send(client, address)
    assert blank.status_code == 422
    assert "Say whether there is reasonable cause" in words(blank)
    assert send(client, address, **answers).status_code == 303
    assert fresh(case).state == "drafted"
    do(case, "return_draft", by="supervisor", when="2026-03-02 12:30")
    html = client.get(address).content.decode()
    assert 'value="no" checked' in html
    assert "It suffices." in html


def test_the_sign_page_shows_the_draft_and_binds_the_signature_to_its_bytes():
    case = case_in("drafted")
    client, address = signed_in("sue"), f"/complaints/{case.number}/sign_determination/"
    page = client.get(address)
    draft = case.determinations.get().draft
    assert (
        f'<iframe class="wc-letter" src="/complaints/{case.number}/documents/{draft.pk}.pdf"' in page.content.decode()
    )
    assert "Drafted by Ina Investigator Example" in words(page)
    sent = hidden(page)
    assert sent["draft_sha256"] == Document.objects.get(pk=draft.pk).sha256
    wrong = client.post(address, {**sent, "draft_sha256": "0" * 64})
    assert wrong.status_code == 409
    assert fresh(case).state == "drafted"
    assert hidden(wrong)["draft_sha256"] == sent["draft_sha256"]
    assert client.post(address, sent).status_code == 303
    assert fresh(case).state == "countersigned"


def test_a_draft_revised_after_the_page_was_opened_cannot_be_signed():
    case = case_in("drafted")
    client, address = signed_in("sue"), f"/complaints/{case.number}/sign_determination/"
    sent = hidden(client.get(address))
    do(case, "revise_determination", by="investigator", when="2026-03-02 13:00")
    make_pdfs(at("2026-03-02 13:01"))
    page = client.post(address, sent)
    assert page.status_code == 409
    assert fresh(case).state == "drafted"
    assert "Draft revised by Ina" in words(page)


def test_the_signed_form_of_an_unsigned_complaint_starts_the_clock_from_its_stamp():
    case = case_in("unverified", when="2026-02-20 10:00")
    address = f"/complaints/{case.number}/record_verification/"
    answers = {
        "stamped_on": "2026-02-26", "method": "paper", "wording": "2026-11:en", "signed_name": "Wanda Worker Example", "city": "Madison",
        "state": "Wisconsin", "signed_on": "2026-02-24",
    }  # fmt: skip
    client = signed_in("ina")
    early = send(client, address, **{**answers, "stamped_on": "2026-02-01"})
    assert early.status_code == 422
    assert "The stamp cannot be earlier than the complaint itself" in words(early)
    notary = send(client, address, **{**answers, "method": "notarized"})
    assert "Enter the notary" in words(notary)
    assert send(client, address, **answers).status_code == 303
    assert fresh(case).due_on.isoformat() == "2026-03-18"


SIGNED_PAPER = {
    "stamped_on": "2026-02-26", "method": "paper", "signed_name": "Wanda Worker Example", "city": "Madison",
    "state": "Wisconsin", "signed_on": "2026-02-24", "wording": "2026-11:en",
}  # fmt: skip


def test_the_words_on_the_paper_are_those_that_staff_name_and_not_our_form():
    case = case_in("unverified", when="2026-02-20 10:00")
    client, address = signed_in("ina"), f"/complaints/{case.number}/record_verification/"
    page = client.get(address).content.decode()
    assert re.search(r'name="wording"[^>]*value="2026-11:en"[^>]*checked', page)
    blank = send(client, address, **{**SIGNED_PAPER, "wording": "other"})
    assert "Enter the words on the paper" in words(blank)
    assert "Choose the language of the words on the paper" in words(blank)
    said = {"wording": "other", "words": "Juro que es verdad.", "words_language": "es"}
    assert send(client, address, **{**SIGNED_PAPER, **said}).status_code == 303
    signed = fresh(case).declaration
    assert (signed.version, signed.language, signed.text) == ("other", "es", "Juro que es verdad.")


def test_the_spanish_form_signed_by_a_reader_of_english_is_recorded_as_such():
    case = case_in("unverified", when="2026-02-20 10:00")
    answers = {**SIGNED_PAPER, "wording": "2026-11:es"}
    assert send(signed_in("ina"), f"/complaints/{case.number}/record_verification/", **answers).status_code == 303
    signed = fresh(case).declaration
    assert (signed.version, signed.language) == ("2026-11", "es")
    assert signed.text.startswith("He leído esta queja.")


def test_another_name_on_the_paper_needs_a_word_on_why():
    case = case_in("unverified", when="2026-02-20 10:00")
    client, address = signed_in("ina"), f"/complaints/{case.number}/record_verification/"
    other = {**SIGNED_PAPER, "signed_name": "Gus Guardian Example"}
    refused = send(client, address, **other)
    assert refused.status_code == 422
    assert "Another name than Wanda Worker Example is signed: enter as what this person signed" in words(refused)
    assert send(client, address, **other, signs_as="Guardian of Wanda").status_code == 303
    signed = fresh(case).declaration
    assert (signed.name, signed.signs_as) == ("Gus Guardian Example", "Guardian of Wanda")
    assert "Guardian of Wanda" in words(client.get(f"/complaints/{case.number}/allegations/"))


def test_an_uploaded_signed_copy_was_received_on_the_day_of_its_upload():
    case = case_in("unverified", when="2026-02-20 10:00")
    keep(taken("oath.pdf"), source="complainant", at=at("2026-02-23 21:30"), case=case, purpose="declaration")
    client, address = signed_in("ina"), f"/complaints/{case.number}/record_verification/"
    page = client.get(address)
    assert 'value="2026-02-23"' in page.content.decode()
    assert "uploaded on February 23, 2026" in words(page)
    late = send(client, address, **{**SIGNED_PAPER, "signed_on": "2026-02-20"})
    assert late.status_code == 422
    assert "received on February 23, 2026: no later day counts" in words(late)
    assert (
        send(client, address, **{**SIGNED_PAPER, "signed_on": "2026-02-20", "stamped_on": "2026-02-23"}).status_code
        == 303
    )
    assert fresh(case).due_on.isoformat() == "2026-03-16"


def test_staff_can_record_an_answer_and_answer_an_unpaid_wages_complaint():
    case = do(case_in("received", content=replace(CONTENT, started_on=None)), "request_information", by="investigator",
              when="2026-03-02 10:30")  # fmt: skip
    page = signed_in("ina").get(f"/complaints/{case.number}/answer_request/")
    assert page.content.decode().count('name="request"') == 2
    question = case.information_requests.filter(automatic=False).get()
    done = send(signed_in("ina"), f"/complaints/{case.number}/answer_request/", request=question.pk, answer="In May.")
    assert done.status_code == 303
    wages = file_online(content=UNPAID)
    answered = send(signed_in("sue"), f"/complaints/{wages.number}/answer_complaint/", answer="We wrote to them.")
    assert answered.status_code == 303
    assert fresh(wages).state == "answered"


def test_every_button_is_a_verb_with_its_noun_and_no_stock_words_remain():
    case = case_in("drafted")
    client = signed_in("sue")
    for name in ("return_draft", "dismiss", "request_withdrawal", "reassign", "record_employer_answer", "add_evidence"):
        page = send(client, f"/complaints/{case.number}/{name}/")
        assert page.status_code == 422, name
        text = words(page)
        assert "There is a problem" in text
        assert "This field is required" not in text


def test_a_letter_that_cannot_be_made_says_so(monkeypatch):
    from wagecase.cases.views import act
    from wagecase.documents.renderer import RenderFailed

    def fail(**_: object) -> bytes:
        raise RenderFailed("no")

    monkeypatch.setattr(act.documents, "preview", fail)
    case = case_in("received", content=TO_POST)
    page = signed_in("sue").get(f"/complaints/{case.number}/dismiss/letter/0.pdf")
    assert page.status_code == 503
    assert "Nothing was sent or changed." in words(page)
    assert signed_in("sue").get(f"/complaints/{case.number}/dismiss/letter/7.pdf").status_code == 404
    assert timezone.localdate().isoformat() == "2026-03-02"


def test_a_services_refusal_stands_at_the_field_it_names_and_in_the_summary(monkeypatch):
    case = case_in("countersigned")

    def refuse(*_args, **_facts):
        raise ValidationError({"served_on": "The court was closed that day", "notice_ids": "Two copies differ"})

    monkeypatch.setitem(ACTIONS, "record_service", replace(ACTIONS["record_service"], service=refuse))
    page = send(signed_in("sue"), f"/complaints/{case.number}/record_service/", served_on="2026-03-02")
    assert page.status_code == 422
    assert page.context["form"].errors == {
        "served_on": ["The court was closed that day"], "__all__": ["Two copies differ"],
    }  # fmt: skip
    html = page.content.decode()
    assert '<a href="#id_served_on">The court was closed that day</a>' in html
    assert html.count("The court was closed that day") == 2


def test_a_refusal_that_names_a_hidden_field_stands_above_the_form(monkeypatch):
    case = case_in("countersigned")

    def refuse(*_args, **_facts):
        raise ValidationError({"version": "Read the case again"})

    monkeypatch.setitem(ACTIONS, "record_service", replace(ACTIONS["record_service"], service=refuse))
    page = send(signed_in("sue"), f"/complaints/{case.number}/record_service/", served_on="2026-03-02")
    assert page.context["form"].non_field_errors() == ["Read the case again"]
