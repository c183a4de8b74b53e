"""What staff read after an act, beside a withdrawal, while letters are made, and of our own questions in Spanish."""

from dataclasses import replace

import pytest

from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import COMPLAINANT, CONTENT, DRAFTED, TO_POST, at, case_in, do, file_online, make_pdfs, walk

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files", "clock")]


def test_after_an_act_the_page_says_what_was_done_sent_and_started():
    case = case_in("investigating")
    client = signed_in("ina")
    sent = send(client, f"/complaints/{case.number}/serve_employer/", names_complainant="yes")
    text = words(client.get(sent["Location"]))
    assert (
        "Employer served. E-mail to Made-Up Mills Example LLC. "
        "Clock started: employer's answer due Thursday, March 12, 2026." in text
    )


def test_a_supervisor_sees_the_choices_about_a_withdrawal_side_by_side():
    case = case_in("withdrawal_requested")
    html = signed_in("sue").get(f"/complaints/{case.number}/").content.decode()
    for name in ("close_as_withdrawn", "continue_case", "take_back_withdrawal"):
        assert html.count(f'href="/complaints/{case.number}/{name}/"') == 1
    assert "Choose one:" in html


def test_after_the_signature_letters_are_being_made_and_then_each_is_the_next_step():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-02 10:00")
    case = do(case, "sign_determination", by="supervisor", when="2026-03-02 15:00")
    client = signed_in("ina")
    assert "Letters are being made and sent." in words(client.get(f"/complaints/{case.number}/"))
    make_pdfs(at("2026-03-02 15:10"))
    letter = case.notices.filter(kind="complaints.sign_determination").first()
    page = client.get(f"/complaints/{case.number}/")
    assert f"Mail the letter to {letter.recipient_label}" in words(page)
    assert f'href="/complaints/{case.number}/notices/{letter.pk}/mailed/"' in page.content.decode()
    home = client.get("/staff/").content.decode()
    assert "Mail the letter to" in home
    assert f'href="/complaints/{case.number}/notices/{letter.pk}/mailed/"' in home


def test_our_own_questions_stand_in_english_beside_the_spanish():
    case = file_online(content=replace(CONTENT, complainant=replace(COMPLAINANT, language="es")))
    text = words(signed_in("ina").get(f"/complaints/{case.number}/"))
    assert "left blank when the complaint was filed" in text
    assert "In English: How many hours a week are worked?" in text


def test_a_wage_that_names_its_unit_is_not_told_twice():
    from complaints.models import Complaint
    from complaints.views.staff.facts import wage

    assert wage(Complaint(wage="$7.25 an hour", wage_unit="hour")) == "$7.25 an hour"
    assert wage(Complaint(wage="7.25", wage_unit="hour")) == "7.25 (by the hour)"
