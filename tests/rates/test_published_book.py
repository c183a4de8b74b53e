"""The book of the published schedules: it answers as the parameters do until somebody publishes, then day by day."""

import datetime as dt
import hashlib
import json
from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from tests.factories import at
from tests.rates.schedules import FIRST, authority, draft, proposal, proposer, publish, row
from wagecase.errors import RatesUnavailable
from wagecase.rates.books import proposed_book, published_book
from wagecase.rates.models import RateRow, RateSchedule
from wagecase.rates.services import propose_schedule
from wagecase.rules.finding import Finding
from wagecase.rules.law import NoRateInSource
from wagecase.rules.proposals import by_index
from wagecase.rules.ratebook import PAIRS, parameter_book
from wagecase.rules.rates import printed_rate

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]

DAY = dt.date.fromisoformat


def amount(on: str, class_: str = "general", item: str = "wage", unit: str = "hour", *, source: str = "DWD272") -> str:
    found = published_book().find(source=source, class_=class_, item=item, unit=unit, on=DAY(on))
    return f"{found.amount}"


def wage(book, on: str = "2026-03-02", class_: str = "general", source: str = "DWD272"):
    return printed_rate(book=book, source=source, class_=class_, item="wage", unit="hour", on=DAY(on))


def test_row_by_row_the_published_book_is_the_printed_one():
    published, printed = published_book(), parameter_book()
    assert len(printed.rows) == 157, "the comparison still compares something"
    for ours, theirs in zip(published.rows, printed.rows, strict=True):
        assert ours == theirs
    assert published.name.split() == ["schedules", printed.name.split()[1]]
    assert printed.name.split()[0] == "parameters"


def test_until_somebody_publishes_every_finding_is_the_same_but_for_the_name_of_the_book():
    published, printed = published_book(), parameter_book()
    compared = 0
    for key in sorted({(r.source, r.class_, r.item, r.unit) for r in printed.rows if not r.flag}):
        source, class_, item, unit = key
        for on in ("1997-10-01", "2005-10-01", "2006-06-01", "2008-06-01", "2009-03-01", "2009-07-23", "2026-03-02"):
            asked = {"source": source, "class_": class_, "item": item, "unit": unit, "on": DAY(on)}
            try:
                theirs = printed_rate(book=printed, **asked)
            except NoRateInSource:
                with pytest.raises(NoRateInSource):
                    printed_rate(book=published, **asked)
                continue
            ours = printed_rate(book=published, **asked)
            assert (ours.value, ours.steps, ours.citations) == (theirs.value, theirs.steps, theirs.citations)
            assert ours.books["rates"].startswith("schedules ")
            compared += 1
    assert compared > 300


def test_a_draft_and_a_proposal_change_no_answer():
    before = published_book()
    draft()
    proposal()
    assert published_book() is before


def test_the_new_amount_answers_from_its_first_day_and_the_old_one_until_the_day_before():
    publish(proposal())
    assert (amount("2026-06-30"), amount("2026-07-01"), amount("2099-12-31")) == ("7.25", "8.10", "8.10")
    assert (amount("2026-06-30", "minor"), amount("2026-07-01", "minor")) == ("7.25", "7.60")
    old = published_book().find(source="DWD272", class_="general", item="wage", unit="hour", on=DAY("2026-06-30"))
    assert (old.start, old.end, old.cite) == (DAY("2009-07-24"), DAY("2026-06-30"), "DWD 272.03 (1)")
    new = published_book().find(source="DWD272", class_="general", item="wage", unit="hour", on=DAY("2026-07-01"))
    assert (new.start, new.end, new.cite, new.status) == (
        DAY("2026-07-01"),
        None,
        "2026 Act 900, Feb 20, 2026",
        "adopted",
    )


def test_an_amount_that_the_department_set_names_its_authority_and_never_says_that_the_source_prints_it():
    made = publish(
        proposal(rows=(row("general", "13.15", cite="DWD 272.03 (1)"),)),
        authority=authority(number="Register 852, CR 26-001", date=DAY("2026-02-28")),
    )
    found = wage(published_book(), "2026-07-01")
    cite = "DWD 272.03 (1), Register 852, CR 26-001, Feb 28, 2026"
    assert found.citations == (cite,)
    assert found.sentences()[0] == f"$13.15 per hour for employees generally, minimum wage: set by {cite}."
    assert found.sentences("es")[0].endswith(f": fijado por {cite}.")
    assert wage(published_book(), "2026-06-30").sentences()[0].startswith("DWD 272.03 (1) prints $7.25")
    # sha256 of "DWD272|general|wage|hour|2026-07-01||13.15|DWD 272.03 (1)|": the stored row, without its authority
    assert made.rows_sha256 == hashlib.sha256(b"DWD272|general|wage|hour|2026-07-01||13.15|DWD 272.03 (1)|").hexdigest()


def test_the_next_revision_takes_the_provision_over_and_not_the_authority_of_the_old_amount():
    rows = (row("general", "13.15", cite="DWD 272.03 (1)"),)
    publish(
        proposal(rows=rows),
        authority=authority(number="Register 852, CR 26-001, a number of up to 60 letters long"),
    )
    made = by_index(book=published_book(), year=2027, last=Decimal(200), this=Decimal(206))
    assert (made.lines[0].old, made.lines[0].cite) == (Decimal("13.15"), "DWD 272.03 (1)")
    assert "Register 852" in made.lines[0].finding.sentences()[0]


def test_what_the_new_schedule_does_not_print_goes_on():
    publish(proposal())
    assert amount("2026-07-01", "opportunity") == "5.90"
    assert amount("2026-07-01", "general", "meals", "week") == "87.00"
    assert amount("2026-07-01", "counselor-adult", "no-board", "week") == "350.00"
    assert amount("2026-07-01", source="AB77") == amount("2026-06-30", source="AB77")
    assert RateSchedule.objects.get(key="DWD272").status == "in_force"


def test_days_long_past_keep_their_amounts():
    publish(proposal())
    assert (amount("2009-07-23"), amount("2009-07-24"), amount("2006-06-01")) == ("6.50", "7.25", "6.50")
    early = published_book().find(source="DWD272", class_="farm-adult", item="wage", unit="hour", on=DAY("2009-05-01"))
    assert early.flags == ("farm-date-uncertain",)


def test_a_doubt_ends_with_the_rows_it_is_about():
    """The doubt about the farm rates is about printed dates of 2009; a new farm rate has none, whatever the release said."""
    assert published_book().rows
    doubt = RateRow.objects.get(schedule__key="DWD272", class_name="farm-adult", flag="farm-date-uncertain")
    doubt.end = None
    doubt.save()
    rehash("DWD272")
    publish(proposal(rows=[row("farm-adult", "8.10")]))
    flags = {
        on: published_book().find(source="DWD272", class_="farm-adult", item="wage", unit="hour", on=DAY(on)).flags
        for on in ("2026-06-30", "2026-07-01")
    }
    assert flags == {"2026-06-30": ("farm-date-uncertain",), "2026-07-01": ()}


def rehash(key: str) -> None:
    from wagecase.rates.books import rows_of, rows_sha256

    schedule = RateSchedule.objects.get(key=key)
    schedule.rows_sha256 = rows_sha256(rows_of(schedule))
    schedule.save()


def every_key(start: dt.date, figure: str = "9.00"):
    pairs = [(class_, item, unit) for class_, found in PAIRS.items() for item, unit in found]
    own = [(c, i, u) for c, i, u in pairs if not (c.startswith("tipped") and i != "wage")]
    return [row(c, figure, item=i, unit=u, start=start) for c, i, u in own]


def test_a_schedule_that_prints_everything_supersedes_the_one_before_with_its_last_day():
    publish(proposal(rows=every_key(FIRST)))
    old = RateSchedule.objects.get(key="DWD272")
    assert (old.status, old.last_day) == ("superseded", DAY("2026-06-30"))
    assert (amount("2026-06-30", "caddy", "9-holes", "round"), amount("2026-07-01", "caddy", "9-holes", "round")) == (
        "5.90", "9.00",
    )  # fmt: skip
    again = RateSchedule.objects.get(key="RS-2026-0001")
    assert (again.status, again.last_day) == ("in_force", None)


def test_of_two_schedules_with_the_same_first_day_the_later_publication_answers():
    first = publish(proposal())
    publish(proposal(rows=[row("general", "8.20"), row("minor", "7.70")]))
    assert (amount("2026-06-30"), amount("2026-07-01")) == ("7.25", "8.20")
    first.refresh_from_db()
    assert (first.status, first.last_day) == ("superseded", DAY("2026-06-30"))


def test_a_step_announced_earlier_gives_way_to_a_schedule_that_begins_after_its_own_first_day():
    """RS-1: 8.10 from July 2026, 8.60 from July 2028. RS-2: 8.40 from July 2027 amends it, later steps included."""
    publish(proposal(rows=[row("general", "8.10"), row("general", "8.60", start=DAY("2028-07-01"))]))
    publish(
        proposal(rows=[row("general", "8.40", start=DAY("2027-07-01"))], first_day=DAY("2027-07-01")),
        first_day=DAY("2027-07-01"),
    )
    assert [amount(on) for on in ("2026-07-01", "2027-06-30", "2027-07-01", "2028-07-01")] == [
        "8.10", "8.10", "8.40", "8.40",
    ]  # fmt: skip


def test_a_schedule_published_later_for_an_earlier_day_governs_with_its_later_steps():
    """A later act amends an earlier one: RS-1 has 9.00 from 2027; RS-2, published afterwards, 8.50 and then 9.50."""
    new_year, july = DAY("2027-01-01"), DAY("2027-07-01")
    publish(proposal(rows=[row("general", "9.00", start=new_year)], first_day=new_year), first_day=new_year)
    old, december = RateSchedule.objects.get(key="RS-2026-0001"), DAY("2026-12-01")
    steps = [row("general", "8.50", start=december), row("general", "9.50", start=july)]
    publish(proposal(rows=steps, first_day=december), first_day=december)
    assert [amount(on) for on in ("2026-11-30", "2026-12-01", "2027-06-30", "2027-07-01", "2099-01-01")] == [
        "7.25", "8.50", "8.50", "9.50", "9.50",
    ]  # fmt: skip
    old.refresh_from_db()
    new = RateSchedule.objects.get(key="RS-2026-0002")
    assert (old.status, new.status, new.last_day) == ("superseded", "in_force", None)


def test_what_a_later_schedule_does_not_print_goes_on_to_its_announced_day():
    new_year = DAY("2027-01-01")
    publish(proposal(rows=[row("minor", "9.00", start=new_year)], first_day=new_year), first_day=new_year)
    publish(proposal(rows=[row("general", "8.50")]))
    assert [amount(on, "minor") for on in ("2026-12-31", "2027-01-01")] == ["7.25", "9.00"]


def test_the_printed_table_counts_first_whenever_it_was_loaded():
    publish(proposal())
    RateSchedule.objects.filter(key="DWD272").update(published_at=at("2027-01-01 08:00"))
    assert amount("2026-07-01") == "8.10"


def test_the_book_is_kept_between_calls_and_changes_with_a_publication(django_assert_num_queries):
    before = published_book()
    with django_assert_num_queries(1):
        assert published_book() is before
    publish(proposal())
    with django_assert_num_queries(2):
        after = published_book()
    assert after.name != before.name
    with pytest.raises(AttributeError):
        after.name = "other"


def test_a_stored_finding_does_not_change_when_a_schedule_is_published():
    """What a decision keeps: to_dict() as JSON, with the name of the book; a new schedule even for that very day leaves it."""
    stored = json.dumps(wage(published_book()).to_dict())
    name = published_book().name
    publish(proposal(), first_day=DAY("2026-02-20"), first_day_reason="section 9 of the act")
    assert wage(published_book()).value["amount"] == Decimal("8.10")
    kept = Finding.from_dict(json.loads(stored))
    assert kept.value["amount"] == Decimal("7.25")
    assert kept.books == {"rates": name}
    assert "$7.25" in kept.sentences("en")[0]
    assert published_book().name != name


def test_a_schedule_keeps_its_own_findings_when_a_later_one_is_published():
    made = proposal(findings={"base": wage(published_book())})
    before = RateSchedule.objects.get(pk=made.pk).findings
    publish(proposal())
    assert RateSchedule.objects.get(pk=made.pk).findings == before


def test_the_day_before_every_rate_still_has_no_rate():
    publish(proposal())
    with pytest.raises(NoRateInSource):
        amount("1990-01-01")


def test_a_row_changed_behind_the_services_gives_no_amount_at_all():
    published_book()
    RateRow.objects.filter(schedule__key="DWD272", class_name="general", item="wage").update(amount=Decimal("1.00"))
    RateSchedule.objects.filter(key="DWD272").update(
        first_day=DAY("1997-06-02")
    )  # any change makes the book be read again
    with pytest.raises(RatesUnavailable, match="not those that were published"):
        published_book()


def test_without_any_schedule_there_is_no_book():
    RateRow.objects.all().delete()
    RateSchedule.objects.all().delete()
    with pytest.raises(RatesUnavailable, match="load_reference"):
        published_book()


def test_the_book_of_a_proposal_shows_what_publishing_would_change():
    made = draft()
    book = proposed_book(made)
    assert wage(book, "2026-06-30").value["amount"] == Decimal("7.25")
    assert wage(book, "2026-07-01").value["amount"] == Decimal("8.10")
    assert book.name.startswith("proposal ")
    other = proposed_book(made, [row("general", "8.33")])
    assert wage(other, "2026-07-01").value["amount"] == Decimal("8.33")
    assert wage(other, "2026-07-01", "minor").value["amount"] == Decimal("7.25")
    propose_schedule(schedule=made, expected_version=made.version, actor=proposer(), at=made.created_at)
    assert amount("2026-07-01") == "7.25"


def test_a_first_day_before_an_amount_that_already_answers_is_refused():
    """A 2009 first day would rewrite what people were told since July 24, 2009; on that very day it corrects."""
    old = authority(date=DAY("2009-07-01"))
    reason = "section 9 of the act"
    with pytest.raises(ValidationError) as refused:
        publish(proposal(), authority=old, first_day=DAY("2009-07-23"), first_day_reason=reason)
    assert "July 24, 2009" in refused.value.message_dict["first_day"][0]
    publish(proposal(), authority=old, first_day=DAY("2009-07-24"), first_day_reason=reason)
    assert (amount("2009-07-23"), amount("2009-07-24")) == ("6.50", "8.10")


def test_a_refused_publication_leaves_the_book_as_it_was():
    before = published_book()
    made = proposal()
    with pytest.raises(ValidationError):
        publish(made, authority=authority(number=""))
    assert published_book() is before
    assert set(made.rows.values_list("start", flat=True)) == {FIRST}
