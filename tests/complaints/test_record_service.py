"""Service is recorded when every copy went out: accepted by a mail server, or mailed with its day."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError

from tests.factories import DRAFTED, TO_POST, at, case_in, do, file_online, mail_letters, make_pdfs, person, walk
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]

NOW = "2026-03-05 15:00"


def by_post():
    case = walk(file_online(content=TO_POST), DRAFTED, when="2026-03-03 09:00")
    case = do(case, "sign_determination", by="supervisor", when="2026-03-04 09:00")
    make_pdfs(at("2026-03-04 09:10"))
    return case


def test_day_and_method_are_kept():
    case = do(
        case_in("countersigned"),
        "record_service",
        by="investigator",
        when=NOW,
        served_on=dt.date(2026, 3, 4),
        method="E-mail",
    )
    row = case.determinations.get()
    assert (case.state, str(row.served_on), row.service_method) == ("served", "2026-03-04", "E-mail")


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
