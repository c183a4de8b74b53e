"""Dismissing: the ground and reasons are told to the complainant, with the way to have it reviewed."""

import datetime as dt

import pytest
from django.db.models import QuerySet

from tests.factories import (
    INVESTIGATING,
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
from wagecase.cases.mailing import mark_mailed, send_by_post
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.delivery import InDoubt, PutOff
from wagecase.notices.models import Notice
from wagecase.notices.outbox import deliver_due, resend

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


def test_the_complainant_is_told_why_and_how_to_have_it_reviewed():
    case = do(case_in("docketed"), "dismiss", by="supervisor", when=NOW, reason="The work was done in Illinois.")
    assert (case.state, case.is_open, case.complaint.ending_ground) == ("dismissed", False, "no_jurisdiction")
    letter = case.notices.get(kind="complaints.dismiss")
    assert "The work was done in Illinois." in letter.document.html
    assert "review" in letter.document.html.lower()
    assert case.due_on is None


def test_an_employer_that_knows_of_the_case_is_told_without_the_reasons():
    case = walk(file_online(), (*SERVED_EMPLOYER, ("pdf", ""), ("send", "")), when="2026-03-03 09:00")
    case = do(case, "dismiss", by="supervisor", when=NOW, reason="canary-reason")
    told = case.notices.get(kind="complaints.dismiss", address__startswith="office")
    assert "canary-reason" not in told.text
    assert "canary-reason" not in told.document.html


def test_an_unsigned_complaint_can_be_dismissed():
    assert do(case_in("unverified"), "dismiss", by="supervisor", when=NOW).state == "dismissed"


@pytest.mark.parametrize(("ending", "reason"), [
    ("dismiss", "Not sent: the complaint was dismissed before it left"),
    ("close_as_withdrawn", "Not sent: the complaint was withdrawn before it left"),
])  # fmt: skip
def test_questions_that_were_not_mailed_are_taken_back_and_nobody_learns_of_the_case_by_its_end(ending, reason):
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    if ending == "close_as_withdrawn":
        case = do(case, "request_withdrawal", by="investigator", when="2026-03-04 09:00", reason="Wants no trouble.")
    letter = case.notices.get(kind="complaints.serve_employer")
    case = do(case, ending, by="supervisor", when=NOW)
    letter.refresh_from_db()
    assert (letter.status, letter.last_error) == ("replaced", reason)
    assert [n.recipient_label for n in case.notices.filter(kind=f"complaints.{ending}")] == ["Wanda Worker Example"]
    assert case.parties.get(role="employer").told_on is None
    with pytest.raises(TransitionNotAllowed):
        mark_mailed(notice=letter, mailed_on=dt.date(2026, 3, 5), method="first-class mail",
                    actor=person("ina").actor, at=at(NOW))  # fmt: skip


def test_an_employer_whose_notice_was_mailed_is_told_of_the_end():
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    mail_letters(case, by=person("ina"), moment=at("2026-03-03 16:00"))
    case = do(case, "dismiss", by="supervisor", when=NOW)
    assert case.notices.filter(kind="complaints.dismiss").count() == 2
    assert case.parties.get(role="employer").told_on == dt.date(2026, 3, 3)


def ended(case):
    """Dismiss the case; return the day on which its employer counts as told, and who is told of the end."""
    case = do(case, "dismiss", by="supervisor", when=NOW)
    told = sorted(n.recipient_label for n in case.notices.filter(kind="complaints.dismiss"))
    return case.parties.get(role="employer").told_on, told


BOTH = ["Made-Up Mills Example LLC", "Wanda Worker Example"]
SERVED_ON = dt.date(2026, 3, 3)


def test_an_employer_that_answered_while_its_letter_waits_knows_of_the_case():
    case = walk(file_online(content=TO_POST), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    case = do(case, "record_employer_answer", by="investigator", when="2026-03-04 10:00")
    assert ended(case) == (SERVED_ON, BOTH)


def test_an_employer_that_got_the_determination_knows_of_the_case_when_a_later_notice_is_taken_back():
    case = walk(file_online(content=TO_POST, when="2026-03-02 10:00"), INVESTIGATING, when="2026-03-02 10:00")
    path = (
        ("skip_service", "investigator"), ("draft_determination", "investigator"), ("pdf", ""),
        ("sign_determination", "supervisor"), ("pdf", ""),
    )  # fmt: skip
    case = walk(case, path, when="2026-03-03 09:00")
    mail_letters(case, by=person("ina"), moment=at("2026-03-03 12:00"))
    again = (
        ("record_service", "investigator"), ("close", "investigator"), ("reopen", "supervisor"), ("docket", "supervisor"),
        ("assign", "supervisor"), ("begin_investigation", "investigator"), ("serve_employer", "investigator"),
        ("pdf", ""),
    )  # fmt: skip
    case = walk(case, again, when="2026-03-04 09:00")
    assert ended(case) == (SERVED_ON, BOTH)
    assert case.notices.get(kind="complaints.serve_employer").status == "replaced"


def in_doubt(case, *, times):
    """Let the mail server break off behind the message to the employer."""
    notice = case.notices.get(kind="complaints.serve_employer")

    class Breaks:
        def deliver(self, outgoing, hand_over):
            hand_over()
            raise InDoubt("the line broke")

    for minutes in range(times):
        deliver_due(now=at(f"2026-03-03 11:{10 * minutes:02d}"), only=notice.pk, backend=Breaks())
    return Notice.objects.get(pk=notice.pk)


@pytest.mark.parametrize("sent_again", [False, True])
def test_an_employer_whose_email_perhaps_arrived_counts_as_told_though_its_letter_was_not_mailed(sent_again):
    case = walk(file_online(), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    notice = in_doubt(case, times=2)
    assert (notice.status, notice.next_at) == ("uncertain", None)
    if sent_again:  # which clears what the row said of the doubt; its tries still say it
        resend(notice=notice, at=at("2026-03-03 12:00"))
        Notice.objects.filter(pk=notice.pk).update(status="failed", next_at=None)
    letter = send_by_post(notice=Notice.objects.get(pk=notice.pk), actor=person("ina").actor, at=at("2026-03-04 10:00"))
    assert ended(case) == (SERVED_ON, BOTH)
    letter.refresh_from_db()
    assert letter.status == "replaced"


class PutsOff:
    def deliver(self, outgoing, hand_over):
        raise PutOff("450 later")


@pytest.mark.parametrize("waits", ["queued", "retry", "held"])
def test_an_email_that_asks_the_employer_and_has_not_left_never_leaves_after_the_end(waits):
    case = walk(file_online(), SERVED_EMPLOYER, when="2026-03-03 09:00")
    notice = case.notices.get(kind="complaints.serve_employer")
    if waits == "retry":
        make_pdfs(at("2026-03-03 10:30"))
        deliver_due(now=at("2026-03-03 10:31"), only=notice.pk, backend=PutsOff())
    elif waits == "held":
        Notice.objects.filter(pk=notice.pk).update(status="held", next_at=None)
    notice.refresh_from_db()
    assert notice.status == waits
    assert ended(case) == (None, ["Wanda Worker Example"])
    make_pdfs(at(NOW))
    send_mail(at("2026-03-06 10:00"))
    notice.refresh_from_db()
    assert (notice.status, notice.sent_at) == ("replaced", None)
    assert notice.last_error == "Not sent: the complaint was dismissed before it left"


@pytest.mark.parametrize(("status", "doubts"), [("claimed", 0), ("uncertain", 1), ("retry", 1), ("sent", 0)])
def test_an_email_under_way_or_perhaps_with_its_mail_server_is_not_taken_back(status, doubts):
    case = walk(file_online(), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    notice = case.notices.get(kind="complaints.serve_employer")
    Notice.objects.filter(pk=notice.pk).update(status=status, doubts=doubts)
    assert ended(case) == (SERVED_ON, BOTH)
    notice.refresh_from_db()
    assert notice.status == status


def test_a_sender_that_claims_an_email_while_it_is_taken_back_keeps_it(monkeypatch):
    case = walk(file_online(), (*SERVED_EMPLOYER, ("pdf", "")), when="2026-03-03 09:00")
    notice = case.notices.get(kind="complaints.serve_employer")
    update = QuerySet.update

    def claimed_first(self, **values):
        if values.get("status") == "replaced":
            update(Notice.objects.filter(pk=notice.pk), status="claimed")
        return update(self, **values)

    monkeypatch.setattr(QuerySet, "update", claimed_first)
    case = do(case, "dismiss", by="supervisor", when=NOW)
    notice.refresh_from_db()
    assert notice.status == "claimed"
    assert "withdrawn_notice_ids" not in case.events.get(verb="complaints.dismiss").body
