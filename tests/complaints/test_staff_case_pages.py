"""The sections of a case: one frame for all, the next step, what is lawful, and nobody sees what is not theirs."""

from dataclasses import replace

import pytest

from complaints.lifecycle import LIFECYCLES
from complaints.views.staff.frame import RESERVED, SECTIONS
from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import (
    CONTENT,
    INVESTIGATING,
    TO_POST,
    UNPAID,
    at,
    case_in,
    do,
    file_for_paper,
    file_online,
    make_pdfs,
    person,
    record_paper,
    send_mail,
    taken,
    walk,
)
from wagecase.cases.links import access_code
from wagecase.cases.models import Case, Note

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]


def test_every_section_has_the_same_identity_bar_and_marks_itself():
    case = case_in("investigating")
    client = signed_in("ina")
    for name, label in SECTIONS:
        page = client.get(f"/complaints/{case.number}/{name}{'/' if name else ''}")
        assert page.status_code == 200
        text = words(page)
        for part in (case.number, "Under investigation", "Wanda Worker Example", "Made-Up Mills", "Assigned to Ina"):
            assert part in text, (name, part)
        assert f'aria-current="page">{label}<' in page.content.decode()
        assert page.content.decode().count("<h1") == 1
        assert "How we got this date" in text
        assert "Decision due" in text


@pytest.mark.parametrize(
    "state", ["unverified", "received", "drafted", "countersigned", "closed", "dismissed", "reopened"]
)
def test_every_section_of_a_case_in_every_state_can_be_read_by_both_roles(state):
    case = case_in(state)
    for who in ("ina", "sue"):
        client = signed_in(who)
        for name, _label in SECTIONS:
            address = f"/complaints/{case.number}/{name}{'/' if name else ''}"
            assert client.get(address).status_code == 200, address


def test_a_kind_without_a_clock_never_shows_one():
    case = file_online(content=UNPAID)
    page = signed_in("sue").get(f"/complaints/{case.number}/")
    assert "No statutory clock" in words(page)
    assert "20 days" not in words(page).replace("The 20", "")
    assert "Decision due" not in words(page)


def test_an_unsigned_complaint_says_that_the_days_have_not_started():
    case = file_for_paper()
    assert "The 20 days have not started" in words(signed_in("ina").get(f"/complaints/{case.number}/"))


def test_the_next_step_is_the_one_button_and_the_others_are_links_with_their_sentence():
    case = case_in("drafted")
    html = signed_in("sue").get(f"/complaints/{case.number}/").content.decode()
    assert html.count('class="usa-button" href') == 1
    assert f'class="usa-button" href="/complaints/{case.number}/sign_determination/"' in html
    assert f'href="/complaints/{case.number}/return_draft/"' in html
    assert "Sends the draft back to the investigator with your reasons." in html


def test_what_is_not_possible_now_stands_with_its_reason():
    case = case_in("investigating")
    text = words(signed_in("ina").get(f"/complaints/{case.number}/"))
    after = text.split("Not possible now")[1]
    assert "Draft the determination Serve the employer first, or record why you go on without it." in after
    assert "Record service" not in after  # not its turn: no reason, so no line
    assert "Sign the determination" not in after  # never this person's act


def test_a_next_step_that_is_held_up_is_named_with_its_reason_and_nobody_is_told_to_wait():
    content = replace(CONTENT, employer=replace(CONTENT.employer, email="", postal=""))
    case = walk(file_online(content=content), INVESTIGATING, when="2026-03-03 09:00")
    text = words(signed_in("ina").get(f"/complaints/{case.number}/"))
    assert (
        "Not possible yet: Serve the employer. We have no address of the employer. Record one under Parties first"
        in text
    )
    assert "Nothing for you to do now" not in text


def test_flags_are_said_in_words():
    case = file_online(content=replace(CONTENT, identity_disclosure="no"))
    text = words(signed_in("sue").get(f"/complaints/{case.number}/"))
    assert "Identity protected" in text
    assert "Safe contact only" in text
    paper = record_paper(stamped="2026-02-27", keyed="2026-03-02 08:30")
    assert "On paper" in words(signed_in("sue").get(f"/complaints/{paper.number}/"))


def test_no_raw_value_reaches_a_page():
    case = case_in("served")
    client = signed_in("sue")
    for name, _label in SECTIONS:
        text = words(client.get(f"/complaints/{case.number}/{name}{'/' if name else ''}"))
        for raw in ("None", "living_wage", "complaints.", "2026-03-0", "investigating", "any_person", "{{", "{%"):
            assert raw not in text, (name, raw)


def test_strangers_and_administrators_get_the_same_answer_as_for_nothing():
    case = case_in("received")
    other = person("ivo", unit="another-unit")
    assert other.unit == "another-unit"
    for key in ("ada", "ivo"):
        client = signed_in(key)
        for name in ("", "parties/", "timeline/", "docket/", "documents/1.pdf", "files/1/", "notices/1/"):
            found = client.get(f"/complaints/{case.number}/{name}")
            missing = client.get(f"/complaints/LW-2026-999999/{name}")
            assert found.status_code == missing.status_code == 404


def test_whoever_is_not_signed_in_is_asked_to_sign_in_and_comes_back(client):
    case = case_in("received")
    page = client.get(f"/complaints/{case.number}/timeline/")
    assert page.status_code == 302
    assert page["Location"] == f"/accounts/login/?next=%2Fcomplaints%2F{case.number}%2Ftimeline%2F"


def test_a_note_is_kept_once_and_does_not_make_a_colleagues_page_stale():
    case = case_in("assigned")
    client, address = signed_in("ina"), f"/complaints/{case.number}/notes/"
    sent = {**hidden(client.get(address)), "text": "Called, no answer. <b>Try</b> again."}
    assert client.post(address, sent).status_code == 303
    assert client.post(address, sent).status_code == 303
    assert Note.objects.count() == 1
    assert Case.objects.get(pk=case.pk).version == case.version
    assert "&lt;b&gt;Try&lt;/b&gt;" in client.get(address).content.decode()


def test_an_empty_note_is_refused_in_our_words():
    case = case_in("assigned")
    page = send(signed_in("ina"), f"/complaints/{case.number}/notes/", text=" ")
    assert page.status_code == 422
    assert "Enter the note" in words(page)


def test_a_frozen_copy_shows_the_words_but_not_the_private_link():
    case = case_in("received")
    send_mail(at("2026-03-02 10:30"))
    notice = case.notices.get(channel="email")
    code = access_code(case.parties.get(role="complainant"))
    assert code in notice.text
    page = signed_in("sue").get(f"/complaints/{case.number}/notices/{notice.pk}/")
    assert code not in page.content.decode()
    assert "••••" in words(page)


def test_a_letter_is_marked_as_mailed_once_with_its_day():
    case = file_online(content=TO_POST)
    make_pdfs(at("2026-03-02 10:05"))
    notice = case.notices.get(channel="letter")
    address = f"/complaints/{case.number}/notices/{notice.pk}/mailed/"
    client = signed_in("ina")
    late = send(client, address, mailed_on="2026-03-30", method="certified mail")
    assert late.status_code == 422
    assert "March 30, 2026 is after today" in words(late)
    assert "Enter the number on the certified mail receipt" in words(late)
    early = send(client, address, mailed_on="2026-03-01", method="first-class mail")
    assert "before the letter was written" in words(early)
    assert send(client, address, mailed_on="2026-03-02", method="first-class mail").status_code == 303
    notice.refresh_from_db()
    assert notice.status == "mailed"
    assert send(client, address, mailed_on="2026-03-02", method="first-class mail").status_code == 409


def test_no_section_has_the_name_of_an_act():
    acts = {row.name for lifecycle in LIFECYCLES for row in lifecycle.transitions}
    assert not acts & RESERVED


def test_the_documents_page_says_how_far_each_pdf_is():
    case = case_in("received")
    client = signed_in("ina")
    address = f"/complaints/{case.number}/documents/"
    assert "Being prepared" in words(client.get(address))
    make_pdfs(at("2026-03-02 10:05"))
    assert "Ready 1 page" in words(client.get(address))
    assert "No files yet." in words(client.get(address))
    do(case, "add_evidence", by="complainant", when="2026-03-02 10:10", files=[taken("my stub.pdf")])
    assert "my stub.pdf Complainant" in words(client.get(address))
