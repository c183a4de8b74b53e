"""Two people put a schedule in force: what each of them may do, and everything that is refused."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from tests.factories import at, person
from tests.rates.schedules import FIRST, MORNING, ROWS, authority, draft, proposal, proposer, publish, row
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.errors import NotPermitted, StaleVersion, TransitionNotAllowed
from wagecase.rates.books import published_book
from wagecase.rates.models import RateRow, RateSchedule
from wagecase.rates.services import add_rows, propose_schedule, read_findings, save_rows, withdraw_schedule
from wagecase.rules.finding import Finding
from wagecase.rules.ratebook import parameter_book
from wagecase.rules.rates import printed_rate

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


def faults(refused) -> dict[str, list[str]]:
    return refused.value.message_dict


def test_a_draft_has_a_number_its_rows_and_who_prepared_it():
    made = draft()
    assert (made.key, made.status, made.source, made.first_day) == ("RS-2026-0001", "draft", "DWD272", FIRST)
    assert made.prepared_label == "Ina Investigator Example"
    assert sorted(made.rows.values_list("class_name", "amount")) == [
        ("general", Decimal("8.10")), ("minor", Decimal("7.60")),
    ]  # fmt: skip
    assert draft().key == "RS-2026-0002"


def test_no_schedule_keeps_parts_of_cents():
    part = next(one for one in parameter_book().rows if not one.flag)
    with pytest.raises(ValueError, match=r": 7\.255 has more places than cents"):
        add_rows(draft(), [replace(part, amount=Decimal("7.255"))])


def test_each_act_is_one_event_of_the_chain_without_anybodys_words():
    publish(proposal(note="only for the file"))
    events = Event.objects.filter(verb__startswith="rates.").order_by("seq")
    assert [event.verb for event in events] == [
        "rates.draft_schedule", "rates.propose_schedule", "rates.publish_schedule",
    ]  # fmt: skip
    assert "2026 Act 900" not in "".join(event.body for event in events)
    assert '"first_day":"2026-07-01"' in events[2].body
    assert verify().fault == ""


@pytest.mark.parametrize(("key", "may"), [("ina", True), ("sue", True), ("ada", False)])
def test_who_may_prepare(key, may):
    if may:
        assert draft(actor=person(key).actor).status == "draft"
    else:
        with pytest.raises(NotPermitted):
            draft(actor=person(key).actor)


@pytest.mark.parametrize("key", ["ivo", "ada"])
def test_only_a_supervisor_puts_in_force(key):
    with pytest.raises(NotPermitted, match="Only a supervisor"):
        publish(proposal(), actor=person(key).actor)


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"class_": "women"}, "separates men and women"),
        ({"class_": "farm-adult men"}, "separates men and women"),
        ({"class_": "female-minor"}, "separates men and women"),
        ({"class_": "pilots"}, "is no class"),
        ({"class_": "caddy"}, "has no such amount"),
        ({"item": "lodging", "unit": "meal"}, "has no such amount"),
        ({"source": "AB77"}, "only amounts of DWD 272"),
        ({"amount": Decimal("0.00")}, "from $0.01"),
        ({"amount": Decimal("-7.25")}, "from $0.01"),
        ({"amount": Decimal("NaN")}, "from $0.01"),
        ({"amount": Decimal("100000.00")}, "from $0.01"),
        ({"amount": Decimal("8.105")}, "whole cents"),
        ({"start": dt.date(2026, 6, 30)}, "cannot begin before the first day"),
        ({"end": dt.date(2026, 6, 30)}, "last day is before the first day"),
        ({"cite": " "}, "citation"),
        ({"flag": "farm-date-uncertain"}, "only amounts of DWD 272"),
    ],
)
def test_a_row_that_no_schedule_may_hold_is_named(changes, word):
    with pytest.raises(ValidationError) as refused:
        draft(rows=[replace(row("general", "8.10"), **changes)])
    assert len(faults(refused)["rows"]) == 1
    assert word in faults(refused)["rows"][0]


def test_men_in_management_and_other_words_are_no_sexes():
    assert draft(title="Amendment to the rates of July").title == "Amendment to the rates of July"


@pytest.mark.parametrize("title", ["Rates for women", "Tarifas de hombres", "Female employees", "Boys' rates"])
def test_a_schedule_that_separates_men_and_women_is_refused(title):
    with pytest.raises(ValidationError) as refused:
        draft(title=title)
    assert "104.04" in faults(refused)["title"][0]


def test_two_amounts_for_one_day_are_refused_and_an_open_step_ends_before_the_next():
    later = row("general", "8.60", start=dt.date(2027, 7, 1))
    made = draft(rows=[row("general", "8.10"), later])
    assert list(made.rows.order_by("start").values_list("start", "end")) == [
        (dt.date(2026, 7, 1), dt.date(2027, 6, 30)), (dt.date(2027, 7, 1), None),
    ]  # fmt: skip
    with pytest.raises(ValidationError, match="two amounts hold on 2027-07-01"):
        draft(rows=[row("general", "8.10", end=dt.date(2027, 7, 1)), later])
    with pytest.raises(ValidationError, match="two amounts hold on 2026-07-01"):
        draft(rows=[row("general", "8.10"), row("general", "8.20")])
    with pytest.raises(ValidationError, match="at least one amount"):
        draft(rows=[])


def test_the_table_of_a_bill_is_neither_made_nor_changed_nor_put_in_force():
    with pytest.raises(ValidationError) as refused:
        draft(source="AB77")
    assert "proposed, not law" in faults(refused)["source"][0]
    for key in ("AB77", "SB130"):
        bill = RateSchedule.objects.get(key=key)
        assert bill.status == "proposed"
        with pytest.raises(TransitionNotAllowed, match="proposed, not law"):
            publish(bill)
        with pytest.raises(TransitionNotAllowed, match="proposed, not law"):
            withdraw_schedule(
                schedule=bill, reason="x", expected_version=bill.version, actor=person("sue").actor, at=MORNING
            )


def test_the_database_itself_refuses_a_bill_in_force_and_one_person_alone():
    for key, fields in {
        "AB77": {"status": "in_force", "first_day": FIRST, "published_at": MORNING},
        "DWD272": {"status": "asleep"},
        "RS-2026-0001": {"status": "in_force", "published_at": MORNING},
    }.items():
        if key.startswith("RS"):
            publish(proposal())
            fields = {"published_by": person("ina").actor.key}
        with pytest.raises(IntegrityError), transaction.atomic():
            RateSchedule.objects.filter(key=key).update(**fields)
    for fields in ({"amount": Decimal("-0.01")}, {"item": ""}, {"end": dt.date(1990, 1, 1)}):
        with pytest.raises(IntegrityError), transaction.atomic():
            RateRow.objects.filter(schedule__key="RS-2026-0001", class_name="general").update(**fields)


def test_whoever_prepared_any_version_does_not_put_it_in_force():
    made = draft()
    made = save_rows(schedule=made, rows=ROWS, expected_version=made.version, actor=person("sue").actor, at=MORNING)
    made = save_rows(schedule=made, rows=ROWS, expected_version=made.version, actor=person("ina").actor, at=MORNING)
    made = propose_schedule(schedule=made, expected_version=made.version, actor=proposer(), at=MORNING)
    with pytest.raises(TransitionNotAllowed, match="second person"):
        publish(made, actor=person("sue").actor)
    assert publish(made, actor=person("sam").actor).published_label == "Sam Supervisor Sample"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"kind": ""}, "authority_kind"),
        ({"number": " "}, "authority_number"),
        ({"date": None}, "authority_date"),
        ({"date": dt.date(2026, 3, 3)}, "authority_date"),
        ({"document": None}, "document"),
    ],
)
def test_without_its_authority_nothing_is_put_in_force(changes, field):
    made = proposal()
    with pytest.raises(ValidationError) as refused:
        publish(made, authority=authority(**changes))
    assert list(faults(refused)) == [field]
    made.refresh_from_db()
    assert made.status == "proposed"


@pytest.mark.parametrize(
    ("first_day", "reason", "word"),
    [
        ("2026-02-19", "section 9 of the act", "nothing is in force before its authority"),
        ("2026-03-02", "", "has begun already"),
        ("2026-02-20", "", "has begun already"),
        ("2026-03-02", "section 9 of the act", ""),
        ("2026-02-20", "section 9 of the act", ""),
        ("2026-03-03", "", ""),
    ],
)
def test_a_first_day_that_has_begun_needs_the_words_of_the_authority(first_day, reason, word):
    day = dt.date.fromisoformat(first_day)
    if word:
        with pytest.raises(ValidationError) as refused:
            publish(proposal(), first_day=day, first_day_reason=reason)
        assert word in faults(refused)["first_day"][0]
    else:
        made = publish(proposal(), first_day=day, first_day_reason=reason)
        assert (made.status, made.first_day, made.first_day_reason) == ("in_force", day, reason)
        assert set(made.rows.values_list("start", flat=True)) == {day}


def test_a_later_step_does_not_move_and_may_not_come_first():
    steps = [row("general", "8.10"), row("general", "8.60", start=dt.date(2027, 1, 1))]
    made = publish(proposal(rows=steps), first_day=dt.date(2026, 9, 1))
    assert list(made.rows.order_by("start").values_list("start", "end")) == [
        (dt.date(2026, 9, 1), dt.date(2026, 12, 31)), (dt.date(2027, 1, 1), None),
    ]  # fmt: skip
    with pytest.raises(ValidationError) as refused:
        publish(proposal(rows=steps), first_day=dt.date(2027, 1, 1))
    assert list(faults(refused)) == ["first_day"]


def test_a_page_that_is_out_of_date_changes_nothing():
    made = proposal()
    again = withdraw_schedule(
        schedule=made, reason="a wrong figure", expected_version=made.version, actor=person("ina").actor, at=MORNING
    )
    assert again.status == "draft"
    for act in (publish, propose):
        with pytest.raises(StaleVersion):
            act(made)
    with pytest.raises(StaleVersion):
        save_rows(
            schedule=made, rows=[row("general", "9.99")], expected_version=made.version, actor=person("ina").actor,
            at=MORNING,
        )  # fmt: skip
    assert Decimal("9.99") not in again.rows.values_list("amount", flat=True)


def propose(schedule):
    return propose_schedule(schedule=schedule, expected_version=schedule.version, actor=proposer(), at=MORNING)


def test_a_proposal_is_frozen_until_it_is_withdrawn_for_a_reason():
    made = proposal()
    with pytest.raises(TransitionNotAllowed, match="“Proposed, not law”"):
        save_rows(schedule=made, rows=ROWS, expected_version=made.version, actor=person("ina").actor, at=MORNING)
    with pytest.raises(ValidationError):
        withdraw_schedule(
            schedule=made, reason=" ", expected_version=made.version, actor=person("ina").actor, at=MORNING
        )


def test_what_is_in_force_is_acted_on_no_more():
    made = publish(proposal())
    for act in (publish, propose):
        with pytest.raises(TransitionNotAllowed, match="“In force”"):
            act(made)


def test_the_document_of_the_authority_is_kept_with_its_hash():
    made = publish(proposal())
    assert made.document.purpose == "authority"
    assert made.document_sha256 == made.document.sha256
    assert len(made.document_sha256) == 64


def test_inputs_and_findings_are_kept_as_they_were():
    found = printed_rate(
        book=parameter_book(), source="DWD272", class_="general", item="wage", unit="hour", on=dt.date(2026, 3, 2)
    )
    made = draft(inputs={"poverty_line": Decimal("22050.00"), "as_of": dt.date(2026, 1, 15)}, findings={"base": found})
    made = RateSchedule.objects.get(pk=made.pk)
    assert made.inputs == {"poverty_line": "22050.00", "as_of": "2026-01-15"}
    stored, sentences = read_findings(made)["base"]
    assert stored == found
    assert "$7.25" in sentences["en"][0]
    assert len(sentences["es"]) == len(sentences["en"])


def test_it_is_put_in_force_in_the_local_day():
    """March 3, 3:00 UTC is still March 2 in Madison, so March 3 has not begun."""
    late = at("2026-03-02 21:00")
    assert publish(proposal(), first_day=dt.date(2026, 3, 3), at=late).status == "in_force"


def test_the_service_itself_asks_for_a_supervisor_to_propose():
    made = draft()
    with pytest.raises(NotPermitted, match="Only a supervisor may propose"):
        propose_schedule(schedule=made, expected_version=made.version, actor=person("ina").actor, at=MORNING)
    made.refresh_from_db()
    assert made.status == "draft"


def test_a_table_beside_rates_that_changed_is_neither_proposed_nor_put_in_force():
    """Asked by the services themselves, under their lock: the name of the book is kept with the table."""
    beside = {"proposal": Finding({"method": "typed", "book": published_book().name})}
    waiting, made = draft(findings=beside), proposal(findings=beside)
    publish(proposal())
    with pytest.raises(TransitionNotAllowed, match="The rates in force changed") as refused:
        propose(waiting)
    assert "save it again" in refused.value.message
    with pytest.raises(TransitionNotAllowed, match="The rates in force changed") as refused:
        publish(made)
    assert "propose it again" in refused.value.message
    assert sorted(RateSchedule.objects.exclude(method="printed").values_list("status", flat=True)) == [
        "draft", "in_force", "proposed",
    ]  # fmt: skip
