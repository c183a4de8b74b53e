"""Keying what came on paper or by telephone: signed paper counts from its stamp, a telephone call never counts."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from complaints import intake
from complaints.content import PaperStamp
from tests.factories import CONTENT, TO_POST, at, person, record_paper, signature, taken
from wagecase.cases.models import Case

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def test_a_signed_paper_is_received_on_the_day_of_its_stamp():
    case = record_paper(stamped="2026-06-02", keyed="2026-06-09 11:00", scans=[taken("scan.pdf")])
    complaint = case.complaint
    assert (case.state, case.channel, str(case.received_on), str(case.due_on)) == (
        "received", "paper", "2026-06-02", "2026-06-22",
    )  # fmt: skip
    assert [str(d) for d in (complaint.stamped_on, complaint.keyed_on, complaint.verified_on)] == [
        "2026-06-02", "2026-06-09", "2026-06-02",
    ]  # fmt: skip
    assert complaint.keyed_by == person("sue")
    scan = case.attachments.get()
    assert (scan.purpose, scan.source) == ("scan", "staff")
    assert case.declaration.method == "paper"


def test_an_unsigned_paper_starts_nothing_and_its_form_is_sent():
    case = record_paper(stamped="2026-06-02", keyed="2026-06-02 11:00", signed=False)
    assert (case.state, case.due_on, case.complaint.verified_on) == ("unverified", None, None)
    assert case.notices.get().kind == "complaints.record_unsigned"


def test_a_telephone_complaint_is_unverified():
    sue, stamp = person("sue"), PaperStamp("phone", dt.date(2026, 6, 2))
    case = intake.record_complaint(
        content=CONTENT, stamp=stamp, actor=sue.actor, at=at("2026-06-02 11:00"), keyed_by=sue
    )
    assert (case.state, case.channel) == ("unverified", "phone")


def test_nobody_can_sign_by_telephone():
    sue, stamp = person("sue"), PaperStamp("phone", dt.date(2026, 6, 2), signature())
    with pytest.raises(ValueError, match="nobody can sign by telephone"):
        intake.record_complaint(content=CONTENT, stamp=stamp, actor=sue.actor, at=at("2026-06-02 11:00"), keyed_by=sue)
    assert not Case.objects.exists()


def test_a_stamp_after_today_is_refused_at_its_field():
    with pytest.raises(ValidationError) as refusal:
        record_paper(stamped="2026-06-10", keyed="2026-06-09 23:59")
    assert refusal.value.message_dict == {"stamped_on": ["The stamp cannot be after today, June 9, 2026"]}
    assert not Case.objects.exists()


def test_a_stamp_before_the_year_2000_is_refused_at_its_field():
    with pytest.raises(ValidationError) as refusal:
        record_paper(stamped="1999-12-31", keyed="2026-03-02 10:00")
    assert refusal.value.message_dict == {"stamped_on": ["The stamp cannot be before January 1, 2000"]}
    assert not Case.objects.exists()


def test_a_stamp_of_today_is_fine_until_midnight():
    assert record_paper(stamped="2026-06-09", keyed="2026-06-09 23:59").state == "received"


def test_only_the_parts_of_the_law_are_needed():
    with pytest.raises(ValueError, match="a complaint needs wage"):
        record_paper(stamped="2026-06-02", keyed="2026-06-02 11:00", content=replace(TO_POST, wage=""))


def test_the_event_tells_stamp_and_channel():
    body = record_paper(stamped="2026-06-02", keyed="2026-06-09 11:00").events.get().body
    assert '"channel":"paper"' in body
    assert '"stamped_on":"2026-06-02"' in body
    assert '"counts_from":"2026-06-02"' in body
