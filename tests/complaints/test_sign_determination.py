"""Signing: another person, the very draft that was read, one instant at which the clock stops."""

import pytest

from tests.complaints.staff_pages import signed_in
from tests.complaints.staff_pages import words as text_of
from tests.factories import (
    DRAFTED,
    SERVED_EMPLOYER,
    TO_POST,
    at,
    case_in,
    do,
    file_online,
    mail_letters,
    make_pdfs,
    person,
    send_mail,
    walk,
)
from wagecase.cases import mailroom
from wagecase.cases.mailing import mark_mailed
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-20 15:00"


def test_the_issued_order_is_the_draft_with_the_signature_block():
    case = do(case_in("drafted"), "sign_determination", by="supervisor", when=NOW)
    row = case.determinations.get()
    assert (row.signed_by, row.signed_at) == (person("sue"), at(NOW))
    assert (row.signed_draft_sha256, row.signed_html_sha256) == (row.draft.sha256, row.draft.html_sha256)
    issued = row.issued.html
    assert "not signed" not in issued.lower()
    for words in (
        "Sue Supervisor Example",
        "Supervisor of wages",
        "March 20, 2026",
        f"Mark of the draft that was signed: {row.draft.sha256[:12]}",
        "Pay stubs of March",
    ):
        assert words in issued
    assert row.issued.visibility == "party"


def test_both_parties_get_it_the_same_day_and_the_clock_stops():
    case = do(case_in("drafted"), "sign_determination", by="supervisor", when=NOW)
    assert case.state == "countersigned"
    assert case.clocks.get(key="complaints.determination").stopped_at == at(NOW)
    assert case.notices.filter(kind="complaints.sign_determination", created_at=at(NOW)).count() == 2


def test_the_drafter_never_signs():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "draft_determination", by="supervisor", when=NOW)
    make_pdfs(at(NOW))
    with pytest.raises(TransitionNotAllowed, match="You drafted this determination"):
        do(case, "sign_determination", by="supervisor", when=NOW)
    assert do(case, "sign_determination", by=person("sam"), when=NOW).determinations.get().signed_by == person("sam")


def test_a_revision_by_somebody_else_does_not_let_the_first_drafter_sign():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "draft_determination", by="supervisor", when=NOW)
    case = do(case, "revise_determination", by="investigator", when=NOW)
    make_pdfs(at(NOW))
    with pytest.raises(TransitionNotAllowed, match="You drafted this determination, or an earlier version"):
        do(case, "sign_determination", by="supervisor", when=NOW)
    assert do(case, "sign_determination", by=person("sam"), when=NOW).state == "countersigned"


def test_a_returned_draft_bars_its_drafter_too_and_reopening_begins_anew():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "draft_determination", by="supervisor", when=NOW)
    case = do(case, "return_draft", by=person("sam"), when=NOW)
    case = do(case, "draft_determination", by="investigator", when=NOW)
    make_pdfs(at(NOW))
    with pytest.raises(TransitionNotAllowed, match="or an earlier version"):
        do(case, "sign_determination", by="supervisor", when=NOW)
    later = "2026-03-23 10:00"
    for act, by in (("dismiss", "supervisor"), ("reopen", "supervisor"), ("docket", "supervisor"), ("assign", "supervisor"),
                    ("begin_investigation", "investigator"), ("draft_determination", "investigator")):  # fmt: skip
        case = do(case, act, by=by, when=later)
    make_pdfs(at(later))
    assert do(case, "sign_determination", by="supervisor", when=later).state == "countersigned"


def test_nobody_signs_or_drafts_in_anothers_name():
    case = case_in("drafted")
    with pytest.raises(NotPermitted, match="for somebody else"):
        do(case, "sign_determination", by="supervisor", when=NOW, signer=person("sam"))
    with pytest.raises(NotPermitted, match="for somebody else"):
        do(case, "revise_determination", by="investigator", when=NOW, drafted_by=person("ivo"))
    assert case.determinations.get().signed_at is None


def test_a_draft_whose_pdf_nobody_could_read_is_not_signed():
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    case = do(case, "draft_determination", by="investigator", when=NOW)
    with pytest.raises(TransitionNotAllowed, match="still being made"):
        do(case, "sign_determination", by="supervisor", when=NOW, draft_sha256="")


@pytest.mark.parametrize("shown", ["", "0" * 64])
def test_another_hash_than_the_one_read_is_refused(shown):
    with pytest.raises(StaleVersion, match="Read the new draft before you sign"):
        do(case_in("drafted"), "sign_determination", by="supervisor", when=NOW, draft_sha256=shown)


def test_a_draft_that_was_left_when_the_case_was_dismissed_is_not_signed_after_reopening():
    case = do(case_in("drafted"), "dismiss", by="supervisor", when=NOW)
    case = do(case, "reopen", by="supervisor", when=NOW)
    for act, by in (("docket", "supervisor"), ("assign", "supervisor"), ("begin_investigation", "investigator")):
        case = do(case, act, by=by, when=NOW)
    old = case.determinations.get()
    case = do(case, "draft_determination", by="investigator", when=NOW)
    make_pdfs(at(NOW))
    old.refresh_from_db()
    assert old.superseded
    case = do(case, "sign_determination", by="supervisor", when=NOW)
    assert case.determinations.exclude(signed_at=None).get() != old


def test_the_letter_of_a_party_without_email_is_dated_and_addressed():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-03 09:00")
    case = do(case, "sign_determination", by="supervisor", when=NOW)
    letters = case.notices.filter(kind="complaints.sign_determination")
    assert {n.channel for n in letters} == {"letter"}
    assert {n.postal.splitlines()[0] for n in letters} == {"Wanda Worker Example", "Made-Up Mills Example LLC"}


def test_the_page_warns_of_an_answer_that_is_not_in_and_the_signature_records_that_it_was_seen():
    case = case_in("drafted")
    send_mail(at("2026-03-02 12:00"))
    page = text_of(signed_in("sue").get(f"/complaints/{case.number}/sign_determination/"))
    said = "The employer has not answered. We asked for its answer by Thursday, March 12, 2026."
    assert "Not everything has come in" in page
    assert said in page
    assert "The employer’s answer: none so far" in page
    case = do(case, "sign_determination", by="supervisor", when="2026-03-05 10:00")
    detail = case.events.get(verb="complaints.sign_determination").details.get(field="signed_knowing")
    assert detail.after == said


def test_nothing_is_warned_of_where_the_answer_is_in():
    case = do(case_in("drafted"), "record_employer_answer", by="investigator", when="2026-03-04 10:00")
    send_mail(at("2026-03-04 11:00"))
    page = text_of(signed_in("sue").get(f"/complaints/{case.number}/sign_determination/"))
    assert "Not everything has come in" not in page
    assert "came in March 4, 2026: The wage is what the trade pays." in page


def test_what_asks_for_an_answer_and_never_left_is_not_mailed_after_the_decision():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-04 10:00")
    make_pdfs(at("2026-03-04 10:10"))
    notice = case.notices.get(kind="complaints.serve_employer")
    assert notice in mailroom.waiting(person("sue"))
    do(case, "sign_determination", by="supervisor", when=NOW)
    make_pdfs(at(NOW))
    notice.refresh_from_db()
    assert notice.status == "replaced"
    assert notice.last_error == "Not sent: the determination was signed before it left"
    waiting = sorted(n.kind for n in mailroom.waiting(person("sue")))
    assert waiting == [
        "complaints.file_online", "complaints.sign_determination", "complaints.sign_determination",
    ]  # fmt: skip
    with pytest.raises(TransitionNotAllowed):
        mark_mailed(
            notice=notice, mailed_on=at(NOW).date(), method="first-class mail", actor=person("sue").actor, at=at(NOW)
        )


def test_a_notice_that_was_mailed_before_the_decision_stays_mailed():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-04 10:00")
    make_pdfs(at("2026-03-04 10:10"))
    mail_letters(case, by=person("sue"), moment=at("2026-03-05 10:00"))
    do(case, "sign_determination", by="supervisor", when=NOW)
    assert case.notices.get(kind="complaints.serve_employer").status == "mailed"
