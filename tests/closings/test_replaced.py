"""A second determination replaces the first: the employer, staff and the public read so, and what becomes of its surcharge."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal

import pytest

from closings import determinations, standing
from closings.content import RecipientFacts
from closings.deciding import Decided
from tests.closings.notice import CONTENT, DECIDED, FINDINGS, REACHED, case_in, do, updated
from tests.closings.test_standing import own_page
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, make_pdfs, person, send_mail
from wagecase.cases.models import Case, Task
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

MANAGER_TOLD = (
    *CONTENT.recipients[:4],
    RecipientFacts("official", "Village manager", "Invented Springs", dt.date(2026, 2, 20)),
)
NOT_REACHED = determinations.Findings(
    "It is a church.", (Decided("enterprise", False, "It is a church."), *REACHED[1:])
)


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def reopened() -> Case:
    """A served determination of $20,000, and an update: the village manager was told in time."""
    case = updated(case_in("served"), when="2026-05-20 10:00", recipients=MANAGER_TOLD)
    return do(case, standing.reopen, by="sue", when="2026-05-21 09:00", reason="The manager was told.")


def drafted_anew(case: Case, findings: determinations.Findings = FINDINGS) -> Case:
    case = do(case, determinations.draft_determination, by="cora", when="2026-05-22 09:00", findings=findings,
              drafted_by=person("cora"), intended_signer=person("sue"))  # fmt: skip
    make_pdfs(at("2026-05-22 09:05"))
    return case


def signed_anew(case: Case) -> Case:
    case = do(case, determinations.sign_determination, by="sue", when="2026-05-25 09:00", signer=person("sue"),
              draft_sha256=case.closing_determinations.last().draft.sha256)  # fmt: skip
    make_pdfs(at("2026-05-25 09:05"))
    send_mail(at("2026-05-25 09:10"))
    return case


def letter() -> str:
    return plain(Notice.objects.filter(kind="closings.sign_determination").latest("pk").document.html)


def test_order_and_letter_name_the_first_and_say_that_its_surcharge_is_due_no_more():
    case = signed_anew(drafted_anew(reopened()))
    first, second = case.closing_determinations.order_by("pk")
    assert (first.surcharge, first.superseded, second.surcharge, second.superseded) == (20_000, True, 5_000, False)
    assert second.worksheet["replaces"] == first.pk
    order = plain(second.issued.html)
    assert "replaces the determination of Tuesday, May 5, 2026 on this notice" in order
    assert (
        "The surcharge of $20,000.00 in it is not due any more: the surcharge of this determination takes its place."
        in order
    )
    said = letter()
    assert "This determination replaces our determination of Tuesday, May 5, 2026 on this notice." in said
    assert "The surcharge of $20,000.00 in the earlier one is not due any more." in said
    assert "Pay $5,000.00 to the department by Wednesday, June 24, 2026" in said
    assert (
        "What you paid on the earlier surcharge counts toward this one. If you paid more, we return the rest." in said
    )


def test_a_second_one_without_a_surcharge_says_that_what_was_paid_comes_back():
    case = signed_anew(drafted_anew(reopened(), NOT_REACHED))
    order = plain(case.closing_determinations.last().issued.html)
    assert (
        "The surcharge of $20,000.00 in it is not due any more. What was paid on it is returned (office practice)."
        in order
    )
    assert "You do not have to do anything. If you paid the earlier surcharge, we return it." in letter()


def test_a_third_replaces_the_second_and_tells_that_it_had_no_surcharge():
    case = signed_anew(drafted_anew(reopened(), NOT_REACHED))
    case = do(case, determinations.record_service, by="cora", when="2026-05-26 09:00", served_on=dt.date(2026, 5, 25))
    case = do(case, standing.reopen, by="sue", when="2026-05-27 09:00", reason="It is no church.")
    case = do(case, determinations.draft_determination, by="cora", when="2026-05-28 09:00", findings=FINDINGS,
              drafted_by=person("cora"))  # fmt: skip
    draft = plain(case.closing_determinations.last().draft.html)
    assert "replaces the determination of Monday, May 25, 2026 on this notice" in draft
    assert "That one assessed no surcharge." in draft


def test_a_first_one_replaces_nothing():
    case = case_in("signed")
    assert case.closing_determinations.get().worksheet["replaces"] is None
    assert "replaces" not in plain(case.closing_determinations.get().issued.html)
    assert "replaces" not in letter()


def test_the_first_is_in_force_until_the_second_is_signed(client):
    case = drafted_anew(reopened())
    assert case.closing_determinations.first().superseded is False
    page = words(client.get(f"/closings/notices/{case.number}/"))
    assert "On Tuesday, May 5, 2026 the department determined that notice was required." in page
    assert "replaces" not in page
    told = words(signed_in("sue").get(f"/closings/{case.number}/sign_determination/"))
    assert "The determination of Tuesday, May 5, 2026 is in force until this one is signed." in told
    assert "Its surcharge of $20,000.00 is then not due any more" in told


def test_every_page_says_which_one_counts(client, clock):
    clock.set("2026-05-25 10:00")
    case = signed_anew(drafted_anew(reopened()))
    public = words(client.get(f"/closings/notices/{case.number}/"))
    assert (
        "On Monday, May 25, 2026 the department determined that notice was required. This replaces its determination of Tuesday, May 5, 2026."
        in public
    )
    own = own_page(client, case)
    assert (
        "Our determination of Monday, May 25, 2026 replaces that of Tuesday, May 5, 2026. The earlier letter, with its surcharge and its dates, counts no more."
        in own
    )
    assert "Decision made Now May 25, 2026" in own
    assert "Decision sent" not in own, "what was sent on May 6 is the one that is replaced"
    assert own.count("Replaced by a later determination") == 2, "the first order and the letter that carried it"
    staff = words(signed_in("cora").get(f"/closings/{case.number}/"))
    assert staff.count("Replaced by the determination of May 25, 2026: its surcharge is not due any more") == 1
    assert "Replaces: the determination of May 5, 2026" in words(
        signed_in("cora").get(f"/closings/{case.number}/timeline/")
    )


def test_whether_the_first_still_stands_is_asked_no_more_once_the_second_judges_the_update():
    case = reopened()
    asked = Task.objects.filter(case=case, key__startswith="revision:", done_at=None)
    assert [task.what for task in asked] == ["Read the employer’s update: does the determination still stand?"]
    signed_anew(drafted_anew(case))
    assert not asked.all().exists()


def test_the_second_one_is_asked_to_be_closed_too():
    case = signed_anew(drafted_anew(reopened()))
    do(case, determinations.record_service, by="cora", when="2026-05-26 09:00", served_on=dt.date(2026, 5, 25))
    rows = Task.objects.filter(case=case, key__startswith="close:").order_by("pk")
    assert [(row.done_at is None, row.due_on) for row in rows] == [
        (False, dt.date(2026, 6, 4)),
        (True, dt.date(2026, 6, 24)),
    ]
    do(case, determinations.close, by="cora", when="2026-06-26 09:00")
    assert not rows.filter(done_at=None).exists()


# Opened again, and closed as it was


def test_a_file_that_was_opened_again_is_closed_without_a_reason_while_the_first_is_in_force(clock):
    clock.set("2026-05-22 09:00")
    case = reopened()
    page = signed_in("cora").get(f"/closings/{case.number}/close/")
    assert "reason" not in page.context["form"].fields
    case = do(case, determinations.close, by="cora", when="2026-05-22 09:00")
    assert (case.state, case.closing.no_determination) == ("closed", "")


def test_the_form_does_not_begin_with_a_version_of_before_the_signature(clock):
    clock.set("2026-05-04 09:30")
    case = case_in("drafted")
    case = do(case, determinations.revise_determination, by="cora", when="2026-05-04 09:30", drafted_by=person("cora"),
              findings=replace(FINDINGS, daily_amount=Decimal("100.00")))  # fmt: skip
    make_pdfs(at("2026-05-04 09:35"))
    case = do(case, determinations.sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
              draft_sha256=case.closing_determinations.last().draft.sha256)  # fmt: skip
    make_pdfs(at("2026-05-05 09:05"))
    send_mail(at("2026-05-05 09:10"))
    case = do(case, determinations.record_service, by="cora", when="2026-05-06 09:00", served_on=dt.date(2026, 5, 5))
    case = do(case, standing.reopen, by="sue", when="2026-05-21 09:00", reason="The manager was told.")
    clock.set("2026-05-22 09:00")
    form = signed_in("cora").get(f"/closings/{case.number}/draft_determination/").context["form"]
    assert not form["daily_amount"].value()
    assert {name: form[name].value() for name in DECIDED} == DECIDED
