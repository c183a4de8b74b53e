"""Staff work a revision out, put it forward, and a second person puts it in force: pages, roles and refusals."""

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from tests.complaints.staff_pages import hidden, send, signed_in, words
from tests.factories import person
from tests.rates.workbench import (
    BASE,
    FIGURES,
    INDEX,
    authority,
    drafted,
    proposed,
    put_in_force,
    start,
)
from wagecase.audit.chain import verify
from wagecase.audit.models import Event
from wagecase.errors import NotPermitted, TransitionNotAllowed
from wagecase.rates.books import published_book
from wagecase.rates.models import RateRow, RateSchedule, RulePacket
from wagecase.rates.workbench import acts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock", "media")]


@pytest.fixture
def ina():
    return signed_in("ina")


@pytest.fixture
def sue():
    return signed_in("sue")


@pytest.fixture
def sam():
    return signed_in("sam")


def page_of(client, schedule, act=""):
    return words(client.get(f"{BASE}{schedule.key}/{act}"))


def general_on(day):
    return str(published_book().minimum(day).amount)


def test_the_list_shows_what_is_in_force_and_the_bills_as_proposed(ina):
    said = words(ina.get(BASE))
    assert "Minimum wage rates of chapter DWD 272 DWD272 Printed in the source" in said
    assert "Bills: proposed, not law" in said
    assert "Rates proposed by 2007 Senate Bill 130 SB130 Printed in the source Not stated" in said
    assert "No draft. Start a revision to make one." in said


def test_a_bill_says_proposed_not_law_and_offers_no_act(sue):
    said = page_of(sue, RateSchedule.objects.get(key="SB130"))
    assert "This is the table of a bill. It is kept as it was introduced and can never be put in force here." in said
    assert "Employees generally Minimum wage per hour $7.25 to Aug 31, 2008" in said
    for word in ("Put the schedule in force", "Propose the schedule", "Change the draft", "Withdraw"):
        assert word not in said
    for act in ("publish", "propose", "withdraw", "edit"):
        assert sue.get(f"{BASE}SB130/{act}/").status_code == 409
    assert sue.get(f"{BASE}SB130/packet.pdf").status_code == 404


def test_an_investigator_drafts_by_the_index_and_sees_each_step(ina):
    made = drafted(ina)
    assert (made.key, made.status, made.method, made.first_day) == ("RS-2026-0001", "draft", "index", date(2027, 9, 1))
    assert made.rows.count() == 35
    said = page_of(ina, made)
    assert "Employees generally Minimum wage per hour $7.25 $7.45 +$0.20 (+2.8%) Sep 1, 2027" in said
    assert "In force on Tuesday, August 31, 2027: $7.25 (DWD 272.03 (1)). 2027: $7.25 x 206 / 200 = $7.46750" in said
    assert (
        "$360.50 lies exactly between two multiples. The text is silent; by the usual rule half goes up, to $361.00."
        in said
    )
    assert "Promulgate by Wednesday, September 1, 2027" in said
    assert "Effect on job creation No loss of jobs. Effect on job retention Not weighed" in said
    assert "A supervisor proposes it." in said
    assert "Propose the schedule" not in said
    assert general_on(date(2027, 9, 1)) == "7.25"


def test_the_poverty_line_gives_seven_rates_and_a_deadline(ina):
    said = page_of(ina, drafted(ina, "poverty_line"))
    assert "Employees generally Minimum wage per hour $7.25 $7.20 −$0.05 (−0.7%) Mar 1, 2026" in said
    assert "Tipped employees Minimum wage per hour $2.33 $3.95 +$1.62 (+69.5%)" in said
    assert "$15,020.00 / 2080 = $7.22115; nearest 5 cents: $7.20." in said
    # 30 days after January 12: 19 left in January, so February 11, a Wednesday.
    assert "Promulgate by Wednesday, February 11, 2026" in said
    assert "Minors Minimum wage per hour $7.25 $7.20 −$0.05 (−0.7%)" in said
    assert "20 amounts for meals and lodging stay as they are: the department sets them by rule" in said
    assert "not by the formula. (AB622 104.035 (6))" in said
    assert "3 amounts are lower than those in force" not in said
    assert "4 amounts are lower than those in force: employees generally; minors; farm employees 18 and over" in said


@pytest.mark.parametrize("method", sorted(FIGURES))
def test_a_draft_opens_again_with_every_word_that_was_typed(ina, method):
    typed = {**FIGURES[method], "factor_regional_conditions": "Rents in <b>Green</b> County\nrose."}
    made = drafted(ina, method, **typed)
    page = ina.get(f"{BASE}{made.key}/edit/")
    assert page.context["form"].initial["version"] == 1
    for name, value in typed.items():
        assert page.context["form"][name].value().replace("\r\n", "\n") == value, name
    answer = send(ina, f"{BASE}{made.key}/edit/", **{**typed, "title": "Another title"})
    assert answer.status_code == 303
    made.refresh_from_db()
    assert (made.title, made.version) == ("Another title", 2)


@pytest.mark.parametrize(
    ("method", "wrong", "said"),
    [
        ("index", {"this": "NaN"}, "Enter the average of the year as a number, such as 330.115"),
        ("index", {"this": "-3"}, "it must be 0.01 or more"),
        ("index", {"last": "0"}, "it must be 0.01 or more"),
        ("index", {"this": "9" * 40}, "it must be 99,999.99999 or less"),
        ("index", {"this": "9" * 41}, "Enter the average of the year as a number"),
        ("index", {"this": "1e5"}, "Enter the average of the year as a number"),
        ("index", {"this": "330.1234567"}, "use at most 5 numbers after the point"),
        ("index", {"year": "2005"}, "it must be 2006 or more"),
        ("index", {"year": "2027.5"}, "use at most 0 numbers after the point"),
        ("index", {"figures_source": ""}, "Enter where the figures come from"),
        ("index", {"title": "Wages of women"}, "may not establish a different minimum wage for men and women (104.04)"),
        ("poverty_line", {"line": "-15020"}, "it must be $1,000.00 or more"),
        ("poverty_line", {"line": "1"}, "it must be $1,000.00 or more"),
        ("poverty_line", {"line": "99999999999"}, "it must be $1,000,000.00 or less"),
        ("poverty_line", {"published": "2026-02-30"}, "Enter a date that exists"),
        ("poverty_line", {"published": "2026-03-03"}, "is after today"),
        ("poverty_line", {"revised_on": "2026-01-11"}, "cannot rest on a poverty line before it is published"),
        ("poverty_line", {"raised_tipped": "Infinity"}, "Enter the rate of tipped employees in dollars"),
        ("typed", {"table": "general, wage, hour, 8\nwomen, wage, hour, 7"}, "Line 2: the department may not establish"),
        ("typed", {"table": "general, wage, hour, 8\ngeneral, wage, hour, 9"}, "two amounts begin on the same day"),
        ("typed", {"table": "women, wage, hour, 8", "title": "", "cite": "", "first_day": ""}, "“women” names one sex"),
        ("typed", {"table": "   "}, "Enter the table"),
        ("typed", {"cite": "=HYPERLINK(1)"}, "Start the citation with a letter or a number"),
        ("typed", {"cite": "x" * 61}, "Shorten the citation to 60 characters"),
        ("dated", {"table": "general, wage, hour, 8"}, "Line 1 has 4 parts and needs 5"),
        ("dated", {"table": "general, wage, hour, 8, 2026-02-30"}, "is no day between 2000 and 2099"),
    ],
)  # fmt: skip
def test_a_wrong_figure_is_named_and_nothing_typed_is_lost(ina, method, wrong, said):
    answer = start(ina, method, **wrong)
    assert (answer.status_code, said in words(answer)) == (422, True), words(answer)
    assert RateSchedule.objects.filter(method=method).count() == 0
    form = answer.context["form"]
    assert all(form[name].value() == value for name, value in {**FIGURES[method], **wrong}.items())


def test_no_table_of_the_sexes_becomes_a_schedule_and_the_refusal_cites_the_law(ina):
    answer = start(ina, "typed", table="Men, wage, hour, 8.10\nWomen, wage, hour, 7.60")
    assert "Line 1: the department may not establish a different minimum wage for men and women (104.04)" in words(
        answer
    )
    assert RateRow.objects.filter(schedule__method="typed").count() == 0


def test_proposing_is_a_supervisors_act_and_freezes_the_packet(ina, sue):
    made = drafted(ina)
    assert ina.get(f"{BASE}{made.key}/propose/").status_code == 404
    said = page_of(sue, made, "propose/")
    assert "The packet will say that they were not weighed" in said
    assert "Effect on job retention" in said
    assert send(sue, f"{BASE}{made.key}/propose/").status_code == 303
    made.refresh_from_db()
    assert (made.status, made.hands) == ("proposed", [person("ina").actor.key, person("sue").actor.key])
    packet = RulePacket.objects.get(schedule=made)
    assert packet.document.html.count("2027: $7.25 x 206 / 200 = $7.46750, rounded $7.45.") == 4
    verbs = list(Event.objects.filter(verb__startswith="rates.").order_by("seq").values_list("verb", flat=True))
    assert verbs == ["rates.draft_schedule", "rates.propose_schedule", "rates.freeze_packet"]
    assert verify().fault == ""
    assert ina.get(f"{BASE}{made.key}/edit/").status_code == 409


def test_amounts_that_a_falling_index_lowers_must_be_confirmed(sue):
    made = drafted(sue, this="194")
    assert "The index fell from 200 to 194: the amounts go down on September 1, 2027." in page_of(sue, made)
    answer = send(sue, f"{BASE}{made.key}/propose/")
    assert (answer.status_code, "Confirm that the amounts go down" in words(answer)) == (422, True)
    assert send(sue, f"{BASE}{made.key}/propose/", confirm_fall="on").status_code == 303
    assert '"confirmed_fall":true' in Event.objects.get(verb="rates.freeze_packet").body


def test_the_service_itself_asks_for_a_supervisor_and_for_the_confirmation(sue):
    made = drafted(sue, this="194")
    told = {"schedule": made, "expected_version": 1, "at": timezone.now()}
    with pytest.raises(TransitionNotAllowed, match="nobody confirmed that the amounts go down"):
        acts.propose(confirmed_fall=False, actor=person("sue").actor, **told)
    with pytest.raises(NotPermitted, match="Only a supervisor may propose"):
        acts.propose(confirmed_fall=True, actor=person("ina").actor, **told)
    made.refresh_from_db()
    assert (made.status, RulePacket.objects.count()) == ("draft", 0)


def test_whoever_prepared_it_cannot_put_it_in_force(ina, sue, sam):
    made = drafted(ina)
    send(sue, f"{BASE}{made.key}/propose/")
    said = page_of(sue, made)
    assert "You prepared this schedule. A second supervisor puts it in force." in said
    assert "Put the schedule in force" not in said
    refused = sue.get(f"{BASE}{made.key}/publish/")
    assert (refused.status_code, "A second person must enter its authority." in words(refused)) == (409, True)
    marks = hidden(sam.get(f"{BASE}{made.key}/publish/"))
    sent = sue.post(f"{BASE}{made.key}/publish/", {**marks, **authority(first_day="2027-09-01")})
    assert (sent.status_code, RateSchedule.objects.get(pk=made.pk).status) == (409, "proposed")
    assert ina.get(f"{BASE}{made.key}/publish/").status_code == 404
    assert general_on(date(2027, 9, 1)) == "7.25"


def test_a_second_supervisor_puts_it_in_force_by_its_authority(sue, sam):
    made = proposed(sue)
    said = page_of(sam, made, "publish/")
    assert "35 amounts of this schedule answer for work, meals and lodging of that day and later" in said
    assert "Decisions, letters and findings on file keep the amounts they were made with." in said
    answer = put_in_force(sam, made)
    assert answer.status_code == 303, words(answer)
    assert (general_on(date(2027, 8, 31)), general_on(date(2027, 9, 1))) == ("7.25", "7.45")
    said = page_of(sam, made)
    assert "Administrative register Register 856, CR 26-900, Friday, February 27, 2026" in said
    assert "Put in force by Sam Supervisor Sample, March 2, 2026" in said
    assert sam.get(f"{BASE}{made.key}/authority/")["Content-Disposition"].startswith("attachment")
    listed = words(sam.get(BASE))
    assert "In force to Aug 31, 2027" in listed
    assert "Published, from a later day" in listed
    assert "In force from Sep 1, 2027" in listed
    assert verify().fault == ""


def test_the_second_person_must_have_shown_who_they_are_a_short_while_ago(sue, sam, clock):
    made = proposed(sue)
    page = sam.get(f"{BASE}{made.key}/publish/")
    clock.advance(minutes=16)
    answer = sam.post(f"{BASE}{made.key}/publish/", {**hidden(page), **authority(first_day="2027-09-01")})
    assert (answer.status_code, answer["Location"].startswith("/accounts/reauthenticate/")) == (303, True)
    assert sam.get(f"{BASE}{made.key}/publish/").status_code == 302
    made.refresh_from_db()
    assert made.status == "proposed"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"authority_kind": ""}, "Choose the act or the register"),
        ({"authority_kind": "decree"}, "Choose one of the answers listed"),
        ({"authority_number": "  "}, "Enter the number"),
        ({"authority_number": "9" * 61}, "Shorten the number to 60 characters"),
        ({"authority_date": "2026-03-03"}, "is after today"),
        ({"document": ""}, "Add the act or the register page as a file"),
        ({"first_day": "2026-02-30"}, "Enter a date that exists"),
        ({"first_day": "9999-12-31"}, "Check the year"),
        ({"first_day": "2026-02-26"}, "nothing is in force before its authority"),
        ({"first_day": "2026-03-02"}, "This day has begun already"),
    ],
)
def test_a_wrong_authority_is_named_beside_its_field(sue, sam, wrong, said):
    made = proposed(sue)
    answer = put_in_force(sam, made, **wrong)
    assert (answer.status_code, said in words(answer)) == (422, True), words(answer)
    made.refresh_from_db()
    assert made.status == "proposed"
    kept = {**authority(), **wrong}
    assert answer.context["form"]["authority_number"].value() == kept["authority_number"]


def test_a_double_click_publishes_once(sue, sam):
    made = proposed(sue)
    page = sam.get(f"{BASE}{made.key}/publish/")
    for _ in range(2):
        answer = sam.post(f"{BASE}{made.key}/publish/", {**hidden(page), **authority(first_day="2027-09-01")})
        assert (answer.status_code, answer["Location"]) == (303, f"{BASE}{made.key}/")
    assert Event.objects.filter(verb="rates.publish_schedule").count() == 1


def test_two_persons_at_once_publish_once_and_the_slower_one_keeps_the_text(ina, sue, sam):
    made = drafted(ina)
    third = person("ada")
    third.role = "supervisor"
    third.save()
    ada = signed_in("ada")
    send(sue, f"{BASE}{made.key}/propose/")
    pages = [client.get(f"{BASE}{made.key}/publish/") for client in (sam, ada)]
    first = sam.post(f"{BASE}{made.key}/publish/", {**hidden(pages[0]), **authority(first_day="2027-09-01")})
    second = ada.post(
        f"{BASE}{made.key}/publish/",
        {**hidden(pages[1]), **authority(first_day="2027-10-01", authority_number="Another number")},
    )
    assert (first.status_code, second.status_code) == (303, 409)
    assert "Somebody was faster. Nothing was changed." in words(second)
    assert 'value="Another number"' in second.content.decode()
    assert Event.objects.filter(verb="rates.publish_schedule").count() == 1
    assert RateSchedule.objects.get(pk=made.pk).first_day == date(2027, 9, 1)


def test_a_page_of_putting_in_force_that_is_out_of_date_can_be_sent_again_as_it_stands(ina, sue, sam):
    made = drafted(ina)
    send(sue, f"{BASE}{made.key}/propose/")
    page = sam.get(f"{BASE}{made.key}/publish/")
    send(sue, f"{BASE}{made.key}/withdraw/", reason="Looked at once more")
    send(sue, f"{BASE}{made.key}/propose/")
    answers = authority(first_day="2027-09-01")
    late = sam.post(f"{BASE}{made.key}/publish/", {**hidden(page), **answers})
    assert late.status_code == 409
    assert (
        sam.post(f"{BASE}{made.key}/publish/", {**hidden(late), **authority(first_day="2027-09-01")}).status_code == 303
    )


def test_two_persons_who_change_a_draft_at_once_lose_no_word(ina, sue):
    made = drafted(ina)
    pages = [client.get(f"{BASE}{made.key}/edit/") for client in (ina, sue)]
    answers = [
        client.post(f"{BASE}{made.key}/edit/", {**INDEX, "title": title, **hidden(page)})
        for client, page, title in zip((ina, sue), pages, ("By Ina", "By Sue"), strict=True)
    ]
    assert [answer.status_code for answer in answers] == [303, 409]
    assert "Somebody was faster. Your text is kept." in words(answers[1])
    assert 'value="By Sue"' in answers[1].content.decode()
    assert RateSchedule.objects.get(pk=made.pk).title == "By Ina"
    again = sue.post(f"{BASE}{made.key}/edit/", {**INDEX, "title": "By Sue", **hidden(answers[1])})
    assert (again.status_code, RateSchedule.objects.get(pk=made.pk).title) == (303, "By Sue")


def test_a_proposal_beside_rates_that_changed_is_not_put_in_force(sue, sam):
    old, new = proposed(sue), proposed(sue, "typed")
    draft = drafted(sue, "dated")
    assert put_in_force(sam, new).status_code == 303
    assert "no longer those in force. Withdraw it, look at the figures, and propose it again." in page_of(sue, old)
    refused = put_in_force(sam, old)
    assert (refused.status_code, "The rates in force changed after this table" in words(refused)) == (409, True)
    assert send(sue, f"{BASE}{draft.key}/propose/").status_code == 409
    assert RateSchedule.objects.get(pk=old.pk).status == "proposed"


def test_the_page_of_putting_in_force_names_announced_amounts_that_will_not_come(sue, sam):
    table = "general, wage, hour, 9.00"
    assert put_in_force(sam, proposed(sue, "typed", first_day="2027-01-01", table=table)).status_code == 303
    made = proposed(sue, "typed")
    said = page_of(sam, made, "publish/")
    assert "Announced amounts will not come into force" in said
    assert "Employees generally, Minimum wage per hour: $9.00 from Friday, January 1, 2027" in said
    assert put_in_force(sam, made).status_code == 303
    assert (general_on(date(2026, 12, 31)), general_on(date(2027, 1, 1))) == ("8.10", "8.10")


def test_a_proposal_is_withdrawn_for_a_reason_and_proposed_anew(sue):
    made = proposed(sue)
    answer = send(sue, f"{BASE}{made.key}/withdraw/", reason=" ")
    assert (answer.status_code, "Enter the reason" in words(answer)) == (422, True)
    assert send(sue, f"{BASE}{made.key}/withdraw/", reason="A wrong index.").status_code == 303
    made.refresh_from_db()
    assert made.status == "draft"
    assert send(sue, f"{BASE}{made.key}/edit/", **{**INDEX, "this": "208"}).status_code == 303
    assert send(sue, f"{BASE}{made.key}/propose/").status_code == 303
    assert RulePacket.objects.filter(schedule=made).count() == 2


def test_an_earlier_first_day_of_the_authority_is_told_beside_the_proposed_one(sue, sam):
    made = proposed(sue, "typed")
    assert put_in_force(sam, made, first_day="2026-08-01").status_code == 303
    assert "The amounts apply from Saturday, August 1, 2026. The table below is as it was proposed" in page_of(
        sam, made
    )
    assert (general_on(date(2026, 7, 31)), general_on(date(2026, 8, 1))) == ("7.25", "8.10")


def test_a_dated_schedule_answers_step_by_step(sue, sam):
    assert put_in_force(sam, proposed(sue, "dated")).status_code == 303
    days = (date(2026, 6, 30), date(2026, 7, 1), date(2027, 6, 30), date(2027, 7, 1))
    assert [general_on(day) for day in days] == ["7.25", "8.00", "8.00", "9.00"]


def test_a_proposal_is_a_task_of_the_supervisors_until_it_is_settled(ina, sue, sam):
    made = drafted(ina)
    send(sue, f"{BASE}{made.key}/propose/")
    said = "RS-2026-0001 waits for a second supervisor, who puts it in force or withdraws it."
    home = sam.get("/staff/")
    assert said in words(home)
    assert f'href="{BASE}{made.key}/">Open the schedule</a>' in home.content.decode()
    assert said not in words(ina.get("/staff/"))
    assert send(sue, f"{BASE}{made.key}/withdraw/", reason="A wrong index.").status_code == 303
    assert said not in words(sam.get("/staff/"))
    send(sue, f"{BASE}{made.key}/propose/")
    assert said in words(sam.get("/staff/"))
    made.refresh_from_db()
    assert put_in_force(sam, made).status_code == 303
    assert said not in words(sam.get("/staff/"))
    assert verify().fault == ""


def test_a_stale_draft_is_changed_first_and_a_refusal_leads_to_the_schedule(sue, sam):
    draft, made = drafted(sue, "dated"), proposed(sue, "typed")
    assert put_in_force(sam, made).status_code == 303
    page = sue.get(f"{BASE}{draft.key}/").content.decode()
    assert f'<a class="usa-button" href="{BASE}{draft.key}/edit/">Change the draft</a>' in page
    assert "Propose the schedule" not in page
    refused = send(sue, f"{BASE}{draft.key}/propose/")
    assert refused.status_code == 409
    assert f'<a href="{BASE}{draft.key}/">See the schedule {draft.key} as it is now</a>' in refused.content.decode()
    assert "Version" not in words(refused)


def test_a_typed_table_is_filled_with_the_rates_of_the_day_that_is_meant(sue, sam):
    assert put_in_force(sam, proposed(sue, "typed")).status_code == 303  # $8.10 from July 1, 2026
    page = sue.get(f"{BASE}new/typed/")
    assert "It holds the rates of Monday, March 2, 2026." in words(page)
    assert "general, wage, hour, 7.25" in page.context["form"]["table"].value()
    page = sue.get(f"{BASE}new/typed/?first_day=2026-07-01")
    assert "It holds the rates of Wednesday, July 1, 2026." in words(page)
    assert "general, wage, hour, 8.10" in page.context["form"]["table"].value()
    assert page.context["form"]["first_day"].value() == date(2026, 7, 1)
    assert "It holds the rates of Monday, March 2, 2026." in words(sue.get(f"{BASE}new/typed/?first_day=soon"))


def test_amounts_that_fall_by_more_than_half_must_be_confirmed(sue):
    made = drafted(sue, "typed", table="general, wage, hour, 0.81")  # a slip: 8.10 was meant; down 88.8 percent
    answer = send(sue, f"{BASE}{made.key}/propose/")
    assert (answer.status_code, "Confirm the amounts that change by more than half" in words(answer)) == (422, True)
    with pytest.raises(TransitionNotAllowed, match="more than half and nobody confirmed"):
        acts.propose(
            schedule=made, confirmed_fall=False, expected_version=1, actor=person("sue").actor, at=timezone.now()
        )
    assert send(sue, f"{BASE}{made.key}/propose/", confirm_large="on").status_code == 303
    assert '"confirmed_large":true' in Event.objects.get(verb="rates.freeze_packet").body
    risen = drafted(sue, this="320")  # 200 to 320 is up by 60 percent
    assert send(sue, f"{BASE}{risen.key}/propose/").status_code == 422
    usual = drafted(sue, "poverty_line")  # tipped pay goes up by 69.5 percent, as the formula has it
    assert send(sue, f"{BASE}{usual.key}/propose/").status_code == 303


def test_what_the_calendar_says_against_a_draft_stands_on_top(ina):
    early = page_of(ina, drafted(ina, "typed", first_day="2026-03-02"))
    assert "The first day, Monday, March 2, 2026, has begun already." in early
    assert "has begun already" not in page_of(ina, drafted(ina, "typed", first_day="2026-03-03"))
    said = page_of(ina, drafted(ina))
    assert "The 12 months ending Monday, May 31, 2027 are not over, so their average cannot be known yet." in said
    assert "are not over" not in page_of(ina, drafted(ina, year="2025"))


def test_the_figures_are_read_as_dollars_and_days_in_words(ina):
    made = drafted(ina, "poverty_line", line="27320", raised_tipped="4.5")
    said = page_of(ina, made)
    assert "Poverty line of a family of 3, a year $27,320 Day it was published Monday, January 12, 2026" in said
    assert "Raised by rule: tipped employees, an hour $4.50" in said
    csv = ina.get(f"{BASE}{made.key}/packet.csv").content.decode()
    assert "Day it was published: 2026-01-12" in csv
    assert '"Poverty line of a family of 3, a year: $27,320"' in csv


def test_a_published_schedule_says_how_it_is_corrected_and_is_no_proposal_any_more(sue, sam):
    made = proposed(sue, "dated")
    before = page_of(sam, made)
    assert "Proposed, not law RS-2026-0001." in before
    assert "$8.00 step before, of this table $9.00" in before
    assert put_in_force(sam, made).status_code == 303
    said = page_of(sam, made)
    assert "To correct an amount, start a revision with the same first day" in said
    assert "The amounts beside those before them" in said
    assert "The proposed table beside the one in force" not in said
    assert "Bill, never law SB130." in page_of(sam, RateSchedule.objects.get(key="SB130"))


def test_the_second_person_is_asked_for_one_file_and_told_when_a_reason_is_needed(sue, sam):
    page = sam.get(f"{BASE}{proposed(sue).key}/publish/")
    [control] = [
        part for part in page.content.decode().split("<") if part.startswith("input") and 'type="file"' in part
    ]
    assert "multiple" not in control
    assert "For today or an earlier day you are asked for the reason below." in words(page)


def test_rates_stand_in_the_navigation_of_case_staff_only(ina):
    assert 'href="/staff/rates/">Rates</a>' in ina.get("/staff/").content.decode()
    assert signed_in("ada").get(BASE).status_code == 404
    assert Client().get(BASE)["Location"].startswith("/accounts/login/")


def test_unknown_schedules_and_methods_are_not_found(ina):
    for address in (
        "new/magic/",
        "RS-2026-9999/",
        "RS-2026-9999/edit/",
        "RS-2026-9999/packet.csv",
        "DWD272/authority/",
    ):
        assert ina.get(f"{BASE}{address}").status_code == 404, address
