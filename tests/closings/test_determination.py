"""The determination: what follows from the notice by the statute's figures, drafted by one person and signed by another."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from closings import determinations, intake
from closings.content import ClaimFacts, RecipientFacts, SeparationFacts
from closings.deciding import Decided
from closings.determinations import Findings, check, pay_by
from closings.estimate import decidable_on, estimate, surcharge
from closings.guards import may_draft
from tests.closings.notice import CONTENT, FINDINGS, REACHED, case_in, do, drafted, updated
from tests.complaints.staff_pages import send, signed_in, words
from tests.factories import at, make_pdfs, person
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_files")]


def days_of(content) -> dict[str, int]:
    return {f"{row.facts.kind} {row.facts.name}".strip(): row.short for row in estimate(content).told}


def test_sixty_days_before_may_1_is_march_2_and_each_recipient_is_counted_alone():
    found = estimate(CONTENT)
    assert found.due is not None
    assert found.due.value == dt.date(2026, 3, 2)
    assert days_of(CONTENT) == {
        "department": 8,  # March 2 to 10
        "employee All shifts": 0,
        "official Mayor": 20,  # March 2 to 22
        "official Village president": 0,  # February 20 is early
        "official Village manager": 60,  # never told: to the closing
    }


def test_two_municipalities_are_charged_for_their_latest_official():
    found = surcharge(CONTENT, daily_amount=Decimal("250.00"))
    assert found is not None
    assert [(row["municipality"], row["days_late"], row["surcharge"]) for row in found.value["municipalities"]] == [
        ("City of Monroe", 20, Decimal("5000.00")), ("Village of Invented Springs", 60, Decimal("15000.00")),
    ]  # fmt: skip
    assert found.value["surcharge"] == Decimal("20000.00")
    assert found.value["surcharge_cap"] == Decimal("40000.00")  # 80 days at $500


def test_an_official_who_is_not_named_counts_as_never_told():
    content = replace(CONTENT, recipients=CONTENT.recipients[:3])  # the village is left out: president and manager
    assert [row.municipality for row in estimate(content).missing_recipients] == ["Invented Springs"] * 2
    found = surcharge(content, daily_amount=Decimal("1.00"))
    assert found is not None
    assert found.value["municipalities"][1]["days_late"] == 60


def test_the_places_with_most_counts_new_and_low_hour_are_left_out():
    coverage = estimate(CONTENT).coverage
    assert coverage is not None
    assert coverage.value["affected_counted"] == 57  # 60 in Monroe, 2 new and 1 low-hour among them
    assert coverage.value["municipality"] == "City of Monroe"
    assert coverage.value["notice_required"] is True


@pytest.mark.parametrize(
    ("changes", "required"),
    [
        ({"persons_in_state": 49}, False),
        ({"persons_in_state": 50}, True),
        ({"cause": "strike"}, False),
        ({"keeps_running": True}, False),
        ({"event": "mass-layoff"}, True),  # 57 counted, 25 % of 140 is 35
        ({"event": "mass-layoff", "persons_in_state": 240}, False),  # 25 % of 240 is 60
    ],
)
def test_coverage_by_each_test(changes, required):
    assert estimate(replace(CONTENT, **changes)).required is required


# What the service refuses


@pytest.mark.parametrize(
    ("findings", "field"),
    [
        (replace(FINDINGS, daily_amount=None), "daily_amount"),
        (replace(FINDINGS, daily_amount=Decimal("500.01")), "daily_amount"),
        (replace(FINDINGS, daily_amount=Decimal("0.00")), "daily_amount"),
        (replace(FINDINGS, surcharge_reason=" "), "surcharge_reason"),
    ],
)
def test_a_late_official_takes_an_amount_from_1_cent_to_500_dollars_with_a_reason(findings, field):
    with pytest.raises(ValidationError) as refused:
        check(CONTENT, findings)
    assert list(refused.value.error_dict) == [field]


def test_nobody_is_charged_where_every_official_was_told_in_time():
    in_time = [
        RecipientFacts("official", "", place, dt.date(2026, 3, 2)) for place in ("Monroe", *["Invented Springs"] * 2)
    ]
    content = replace(CONTENT, recipients=(*CONTENT.recipients[:2], *in_time))
    assert check(content, Findings("In time.", REACHED)).amount is None
    with pytest.raises(ValidationError, match="No official was told late"):
        check(content, FINDINGS)


def test_an_exception_is_decided_with_a_reason_and_frees_from_the_surcharge():
    content = replace(CONTENT, claims=(ClaimFacts("disaster", "The river rose."),))
    with pytest.raises(ValidationError, match="Decide each exception"):
        check(content, FINDINGS)
    holds = Findings("A flood.", REACHED, (Decided("disaster", True, "The county declared it."),))
    assert check(content, holds).amount is None
    refused = replace(FINDINGS, exceptions=(Decided("disaster", False, "It was foreseeable."),))
    assert check(content, refused).amount == Decimal("20000.00")


# Days that have not passed are not charged

CALLED_OFF_LATE = dt.date(2026, 12, 1)  # an event for which notice is due on October 2


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({}, dt.date(2026, 5, 1)),  # the manager is never told: the event ends the count
        ({"recipients": CONTENT.recipients[:4]}, dt.date(2026, 5, 1)),  # one who is not named was not told either
        (
            {"recipients": CONTENT.recipients[:4], "sites": CONTENT.sites[:1]},
            dt.date(2026, 3, 22),
        ),  # the last to be told
        ({"separations": (SeparationFacts(CALLED_OFF_LATE, None, 90),)}, CALLED_OFF_LATE),
        ({"separations": (SeparationFacts(dt.date(2026, 3, 15), None, 90),)}, dt.date(2026, 3, 15)),
        ({"separations": ()}, None),
    ],
)
def test_a_determination_waits_for_the_last_telling_or_the_event_whichever_is_earlier(changes, first):
    assert decidable_on(replace(CONTENT, **changes)) == first


def test_on_the_day_before_it_is_refused_with_the_day_and_who_is_not_told(clock):
    clock.set("2026-05-01 09:00")
    case = case_in("listed")
    with pytest.raises(TransitionNotAllowed) as refused:
        drafted(case, by="cora", when="2026-04-30 23:00")
    assert str(refused.value) == (
        "It can be drafted from Friday, May 1, 2026. Until then days of notice are still counted for whoever is not told: "
        "Village manager, Village of Invented Springs."
    )
    assert not case.closing_determinations.exists()
    assert drafted(case, by="cora", when="2026-05-01 09:00").closing_determinations.get().surcharge == 20_000


def test_the_page_says_from_which_day_it_can_be_drafted(clock):
    clock.set("2026-04-30 09:00")
    case = case_in("listed")
    said = words(signed_in("cora").get(f"/closings/{case.number}/"))
    assert "Not possible now Draft the determination It can be drafted from Friday, May 1, 2026." in said
    clock.set("2026-05-01 09:00")
    offered = words(signed_in("cora").get(f"/closings/{case.number}/"))
    assert "It can be drafted from" not in offered
    assert "Draft the determination Makes the draft order" in offered


def test_an_update_that_moves_the_event_ahead_also_stops_a_new_draft():
    case = updated(
        case_in("drafted"), when="2026-05-04 11:00", separations=(SeparationFacts(CALLED_OFF_LATE, None, 90),)
    )
    with pytest.raises(TransitionNotAllowed, match="It can be drafted from Tuesday, December 1, 2026"):
        do(case, determinations.revise_determination, by="cora", when="2026-05-04 12:00", drafted_by=person("cora"),
           findings=FINDINGS)  # fmt: skip


SMALL = replace(CONTENT, persons_in_state=30, new_in_state=0, low_hour_in_state=0)  # 50 are enough
NOT_REACHED = Findings("30 persons.", (REACHED[0], Decided("fifty", False, "Payroll: 30."), *REACHED[2:]))


def test_a_notice_that_no_law_asks_for_is_decided_before_the_event(clock):
    """Nobody can be told late where no notice was required."""
    clock.set("2026-03-12 09:00")
    case = case_in("listed", SMALL)
    assert may_draft(case, person("cora").actor) is None
    case = do(case, determinations.draft_determination, by="cora", when="2026-03-12 09:00", findings=NOT_REACHED,
              drafted_by=person("cora"))  # fmt: skip
    row = case.closing_determinations.get()
    assert (row.required, row.surcharge) == (False, None)


def test_found_required_after_all_it_waits_for_the_event(clock):
    clock.set("2026-03-12 09:00")
    case = case_in("listed", SMALL)
    reached = replace(FINDINGS, decisions=(REACHED[0], Decided("fifty", True, "Payroll: 52."), *REACHED[2:]))
    with pytest.raises(TransitionNotAllowed, match="It can be drafted from Friday, May 1, 2026"):
        do(case, determinations.draft_determination, by="cora", when="2026-03-12 09:00", findings=reached,
           drafted_by=person("cora"))  # fmt: skip
    told = send(
        signed_in("cora"), f"/closings/{case.number}/draft_determination/", is_enterprise="yes", is_fifty="yes",
        why_fifty="Payroll: 52.", is_event="yes", is_strike="no", reasons="Told late.", daily_amount="250",
        surcharge_reason="A first case.", intended_signer=person("sue").pk,
    )  # fmt: skip
    assert (told.status_code, "It can be drafted from Friday, May 1, 2026." in words(told)) == (422, True)


MISSPELLED = replace(
    CONTENT, sites=CONTENT.sites[:1],
    recipients=(*CONTENT.recipients[:2], RecipientFacts("official", "Mayor", "Monroee", dt.date(2026, 2, 20))),
)  # fmt: skip


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (MISSPELLED, "No site is in the place of this official: Mayor, Monroee. Nobody is named for a place that has one."),
        (replace(MISSPELLED, recipients=(RecipientFacts("official", "City clerk", "Monroe", dt.date(2026, 2, 20)),)),
         "This is not the highest official of the place: City clerk, City of Monroe. Nobody else is named for it."),
    ],
)  # fmt: skip
def test_an_official_who_must_be_put_right_is_told_before_anything_is_typed(clock, content, said):
    clock.set("2026-05-04 09:00")
    case, client = case_in("listed", content), signed_in("cora")
    overview = words(client.get(f"/closings/{case.number}/"))
    assert f"Not possible now Draft the determination {said}" in overview
    page = client.get(f"/closings/{case.number}/draft_determination/")
    assert page.status_code == 409
    assert said in words(page)
    assert "Reasons for the determination" not in words(page)


def test_a_draft_is_not_revised_on_a_notice_that_lost_its_mayor_meanwhile(clock):
    clock.set("2026-05-04 12:00")
    case = updated(
        case_in("drafted"), when="2026-05-04 11:00", sites=MISSPELLED.sites, recipients=MISSPELLED.recipients
    )
    assert signed_in("cora").get(f"/closings/{case.number}/revise_determination/").status_code == 409


# Two persons and one hash


def test_the_worksheet_is_frozen_with_the_draft():
    case = case_in("drafted")
    row = case.closing_determinations.get()
    assert (row.required, row.daily_amount, row.surcharge) == (True, Decimal("250.00"), Decimal("20000.00"))
    assert row.worksheet["inputs"]["persons_in_state"] == 140
    assert [told["days_short"] for told in row.worksheet["told"]] == [8, 0, 20, 0, 60]
    assert row.worksheet["coverage"]["sentences"][0].startswith("140 persons employed in the state")
    html = row.draft.html
    for part in ("Coverage worksheet", "Never told", "$20,000.00", "The mayor was told on March 22."):
        assert part in html


def test_whoever_drafted_it_cannot_sign_it():
    case = case_in("drafted")
    make_pdfs(at("2026-05-04 09:05"))
    with pytest.raises(NotPermitted):
        do(case, determinations.sign_determination, by="cora", when="2026-05-05 09:00", signer=person("cora"),
           draft_sha256=case.closing_determinations.get().draft.sha256)  # fmt: skip
    case = case_in("listed")
    case = do(case, determinations.draft_determination, by="sue", when="2026-05-04 09:00", findings=FINDINGS,
              drafted_by=person("sue"))  # fmt: skip
    make_pdfs(at("2026-05-04 09:05"))
    with pytest.raises(TransitionNotAllowed, match="You drafted this determination"):
        do(case, determinations.sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
           draft_sha256=case.closing_determinations.get().draft.sha256)  # fmt: skip


def test_a_draft_that_was_replaced_cannot_be_signed():
    case = case_in("drafted")
    make_pdfs(at("2026-05-04 09:05"))
    seen = case.closing_determinations.get().draft.sha256
    case = do(case, determinations.revise_determination, by="cora", when="2026-05-04 10:00", drafted_by=person("cora"),
              findings=replace(FINDINGS, daily_amount=Decimal("100.00")))  # fmt: skip
    make_pdfs(at("2026-05-04 10:05"))
    with pytest.raises(StaleVersion):
        do(case, determinations.sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
           draft_sha256=seen)  # fmt: skip


def test_a_notice_that_changed_after_the_draft_is_judged_anew():
    case = updated(case_in("drafted"), when="2026-05-04 11:00", persons_in_state=141)
    make_pdfs(at("2026-05-04 11:05"))
    with pytest.raises(TransitionNotAllowed, match="changed after this was drafted"):
        do(case, determinations.sign_determination, by="sue", when="2026-05-05 09:00", signer=person("sue"),
           draft_sha256=case.closing_determinations.get().draft.sha256)  # fmt: skip


def test_the_signed_order_goes_to_the_employer_and_service_is_its_day():
    case = case_in("served")
    row = case.closing_determinations.get()
    assert (row.signed_by, row.served_on) == (person("sue"), dt.date(2026, 5, 5))
    assert "Sue Supervisor Example" in row.issued.html
    assert "Draft, not signed" not in row.issued.html
    letter = Notice.objects.get(kind="closings.sign_determination")
    assert letter.recipient_label == "Made-Up Mills Example LLC"
    assert "$20,000.00" in letter.document.html


def test_the_letter_names_the_day_of_payment_and_the_order_the_period():
    case_in("signed")
    letter = plain(Notice.objects.get(kind="closings.sign_determination").document.html)
    assert (
        "Pay $20,000.00 to the department by Thursday, June 4, 2026, or ask for review" in letter
    )  # 30 days after May 5
    assert "Pay it to the department within 30 days after the determination is signed (office practice)." in letter


@pytest.mark.parametrize(
    ("signed", "last"),
    [((2026, 5, 5), (2026, 6, 4)), ((2026, 5, 15), (2026, 6, 15)), ((2026, 6, 4), (2026, 7, 6))],
)  # June 14 is a Sunday; July 4 is a holiday, on a Saturday, before a Sunday
def test_the_day_of_payment_is_the_30th_and_never_a_sunday_or_a_holiday(signed, last):
    assert pay_by(dt.date(*signed)) == dt.date(*last)


@pytest.mark.parametrize(
    ("per", "said", "total", "amount"),
    [
        ("municipality", "for the latest official of each municipality;", "In all $40,000.00 $20,000.00", 20_000),
        ("event", "once for the event, for the latest official of all municipalities;",
         "Once for the event $30,000.00 $15,000.00", 15_000),
    ],
)  # fmt: skip
def test_the_order_says_how_often_it_charges(monkeypatch, per, said, total, amount):
    from wagecase.rules import closings

    real = closings.setting
    monkeypatch.setattr(closings, "setting", lambda name: per if name == "surcharge_per" else real(name))
    row = case_in("drafted").closing_determinations.get()
    order = plain(row.draft.html)
    assert row.surcharge == amount
    assert said in order
    assert total in order


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_stamp_in_the_future_is_refused():
    with pytest.raises(ValidationError):
        intake.record_letter(
            content=CONTENT, received_on=dt.date(2026, 3, 11), postmarked_on=None, actor=person("cora").actor,
            at=at("2026-03-10 10:00"), keyed_by=person("cora"),
        )  # fmt: skip
