"""Service is recorded when every copy went out: accepted by a mail server, or mailed with its day."""

import datetime as dt
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import (
    CONTENT,
    DRAFTED,
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
)  # fmt: skip
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


def by_post():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-03 09:00")
    case = do(case, "sign_determination", by="supervisor", when="2026-03-04 09:00")
    make_pdfs(at("2026-03-04 09:10"))
    return case


def test_the_day_is_kept_with_way_and_day_of_each_partys_copy():
    case = do(case_in("countersigned"), "record_service", by="investigator", when=NOW, served_on=dt.date(2026, 3, 4))
    row = case.determinations.get()
    assert (case.state, str(row.served_on)) == ("served", "2026-03-04")
    assert row.service_method == (
        "Wanda Worker Example: e-mail, March 2, 2026; Made-Up Mills Example LLC: e-mail, March 2, 2026"
    )


def by_two_ways():
    """The complainant by post on March 5, the employer by e-mail on March 4."""
    content = replace(TO_POST, employer=CONTENT.employer)
    case = walk(file_online(content=content), DRAFTED, when="2026-03-03 09:00")
    case = do(case, "sign_determination", by="supervisor", when="2026-03-04 09:00")
    make_pdfs(at("2026-03-04 09:10"))
    send_mail(at("2026-03-04 09:20"))
    mail_letters(case, by=person("ina"), moment=at("2026-03-05 14:00"))
    return case


def test_nobody_is_served_before_the_last_copy_left():
    case = by_two_ways()
    with pytest.raises(ValidationError) as refusal:
        do(case, "record_service", by="investigator", when=NOW, served_on=dt.date(2026, 3, 4))
    assert refusal.value.message_dict == {"served_on": ["The copy for Wanda Worker Example left only on March 5, 2026"]}
    case = do(case, "record_service", by="investigator", when=NOW, served_on=dt.date(2026, 3, 5))
    assert case.determinations.get().service_method == (
        "Wanda Worker Example: first-class mail, March 5, 2026; Made-Up Mills Example LLC: e-mail, March 4, 2026"
    )


@pytest.mark.usefixtures("clock")
def test_the_form_starts_from_the_last_day_and_lists_each_copy():
    case = case_in("countersigned")
    address = f"/complaints/{case.number}/record_service/"
    page = signed_in("ina").get(address)
    assert 'value="2026-03-02"' in page.content.decode()
    assert "Made-Up Mills Example LLC: e-mail, March 2, 2026" in words(page)
    early = send(signed_in("ina"), address, served_on="2026-03-01")
    assert early.status_code == 422
    assert "left only on March 2, 2026" in words(early)


def test_a_letter_must_be_marked_as_mailed_first():
    case = by_post()
    with pytest.raises(
        TransitionNotAllowed, match="Not everybody has the determination yet: Wanda Worker Example, Made-Up"
    ):
        do(case, "record_service", by="investigator", when=NOW)
    mail_letters(case, by=person("ina"), moment=at(NOW))
    assert do(case, "record_service", by="investigator", when=NOW).state == "served"


@pytest.mark.parametrize("status", ["queued", "retry", "failed", "bounced", "uncertain", "held"])
def test_a_copy_that_did_not_surely_go_out_bars_service(status):
    case = case_in("countersigned")
    Notice.objects.filter(case=case, kind="complaints.sign_determination", address__startswith="wanda").update(
        status=status
    )
    with pytest.raises(TransitionNotAllowed, match="Not everybody has the determination yet: Wanda Worker Example"):
        do(case, "record_service", by="investigator", when=NOW)


@pytest.mark.parametrize("day", ["2026-03-01", "2026-03-06"])
def test_a_day_before_the_signature_or_after_today_is_refused_at_its_field(day):
    with pytest.raises(ValidationError) as refusal:
        do(
            case_in("countersigned"),
            "record_service",
            by="investigator",
            when=NOW,
            served_on=dt.date.fromisoformat(day),
        )
    assert list(refusal.value.message_dict) == ["served_on"]
