"""Who is told what of an application, in which words, and that no e-mail tells what only the parties may read."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.http import QueryDict

from licenses.actions.application import ACTIONS
from licenses.guards.application import may_deny
from licenses.review import deciding
from licenses.review.rights import review_of
from tests import licenses as building
from tests.factories import at, make_pdfs, person, send_mail
from tests.licenses import applications, review
from wagecase.accounts.models import User
from wagecase.cases.consequences import letter_html
from wagecase.cases.contacts import correct_contact
from wagecase.cases.models import Case, Task
from wagecase.cases.sweep import sweep
from wagecase.notices.models import Notice
from wagecase.notices.outbox import record_bounce

pytestmark = pytest.mark.django_db
MONDAY = "2026-03-02 10:00"


def told(case: Case, kind: str) -> list[str]:
    return sorted(case.notices.filter(kind=f"licenses.{kind}").values_list("address", flat=True))


def members(at_: str = MONDAY) -> None:
    mine = review.owner(at(at_)).organization
    building.member(mine, "Fred Filer Example", "filer", at=at(at_))
    building.member(mine, "Vera Viewer Example", "viewer", at=at(at_))


def test_everybody_who_acts_for_the_employer_is_told_once(clock):
    members()
    case = review.received(at(MONDAY))  # the contact of the filing is the owner
    assert told(case, "file_application") == ["fred.filer@works.example.com", "olive.owner@works.example.com"]
    assert case.documents.filter(kind="licenses.file_application").count() == 1


def test_the_one_who_filed_has_left_and_the_employer_still_hears(clock):
    members()
    case = applications.asked(review.in_review(at(MONDAY)))
    owner = review.owner(at(MONDAY))
    owner.ended_at = at(MONDAY)
    owner.save(update_fields=["ended_at"])
    case.parties.update(email="gone@works.example.com")
    case = deciding.withdraw(case, reason="By phone", actor=person("lin").actor, at=at(MONDAY))
    assert told(case, "withdraw") == ["fred.filer@works.example.com", "gone@works.example.com", "lin@example.org"]


def test_every_e_mail_to_the_employer_leads_to_its_page_behind_the_sign_in(clock, settings):
    members()
    case = applications.noticed(applications.renewal(MONDAY))
    case = applications.asked(Case.objects.get(pk=case.pk))
    for notice in case.notices.exclude(address__endswith="@example.org"):
        assert f"{settings.SITE_URL}/licenses/status/{case.number}/" in notice.text
        assert "/licenses/status/" in notice.html
        assert "Worker Number" not in notice.text + notice.html + notice.subject
        assert "rates of three workers" not in notice.text + notice.html + notice.subject
        assert "Which firms were asked" not in notice.text + notice.html + notice.subject


def test_an_e_mail_that_comes_back_asks_somebody_to_find_a_way(clock, settings, media):
    members()
    case = review.received(at(MONDAY))
    make_pdfs(at(MONDAY))
    send_mail(at(MONDAY))
    sent = case.notices.get(address="fred.filer@works.example.com")
    assert sent.status == "sent"
    assert record_bounce(message_id=sent.message_id, detail="550 no such user")
    assert Task.objects.filter(case=case, done_at=None).exists()


def test_an_employer_without_an_address_gets_the_letter_by_post_and_its_members_an_e_mail(clock):
    members()
    facts = building.content().filing
    case = review.received(at(MONDAY), filing=replace(facts, contact_email=""))
    by_post = case.notices.get(kind="licenses.file_application", channel="letter")
    assert by_post.postal.splitlines() == ["Sample Works Example, Inc.", "120 Placeholder Road", "Wausau, WI 54401"]
    assert told(case, "file_application") == ["", "fred.filer@works.example.com", "olive.owner@works.example.com"]


def test_a_grant_sends_no_letter_of_its_own(clock):
    case = review.decide(review.recommended(at(MONDAY)), "grant", at(MONDAY))
    assert told(case, "grant") == []


def test_the_recommendation_goes_to_whoever_may_decide(clock):
    person("sam"), person("sue")
    case = review.recommended(at(MONDAY))
    assert told(case, "recommend") == ["sam@example.org", "sue@example.org"]
    case = deciding.return_recommendation(
        case, reason="More", actor=person("sam").actor, at=at(MONDAY), expected_version=case.version
    )
    assert told(case, "return_recommendation") == ["lin@example.org"]


def test_a_supervisor_who_recommends_is_not_asked_to_decide_then_or_after_a_return(clock):
    sue, sam = person("sue"), person("sam")
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    case = review.recommend(case, review.denying(), at(MONDAY), by=sue)
    assert told(case, "recommend") == ["sam@example.org"]
    case = deciding.return_recommendation(
        case, reason="More", actor=sam.actor, at=at(MONDAY), expected_version=case.version
    )
    case = review.recommend(case, review.denying(), at(MONDAY))
    assert told(case, "recommend") == ["sam@example.org", "sam@example.org"]
    for signer, may in ((sue, False), (sam, True)):
        assert (may_deny(case, signer.actor) is None) is may


def test_where_nobody_is_left_to_decide_every_supervisor_is_told_to_find_somebody(clock):
    person("sue")
    User.objects.filter(pk=person("sam").pk).update(is_active=False)
    case = review.checked(review.in_review(at(MONDAY)), at(MONDAY))
    case = review.recommend(case, review.denying(), at(MONDAY), by=person("sue"))
    assert told(case, "recommend") == ["sue@example.org"]


def test_a_denial_says_until_when_a_review_may_be_asked_for(clock):
    case = review.decide(review.recommended(at(MONDAY), "deny"), "deny", at(MONDAY))
    words = " ".join(case.documents.get(kind="licenses.deny").html.replace("\N{NO-BREAK SPACE}", " ").split())
    # learned of on March 5, three days after mailing; sixty days later is Monday, May 4
    assert review_of(date(2026, 3, 2)).last_day == date(2026, 5, 4)
    assert "learned of the decision 3 days later, on March 5, 2026" in words
    assert "60 days after that is the last day: <strong>Monday, May 4, 2026</strong>." in words
    assert "within 60 days" in words
    assert "Sue Supervisor Example" in words


def test_a_denial_that_is_addressed_anew_counts_its_days_anew(clock):
    facts = replace(building.content().filing, contact_email="")
    case = review.checked(review.in_review(at(MONDAY), filing=facts), at(MONDAY))
    case = review.decide(review.recommend(case, review.denying(), at(MONDAY)), "deny", at(MONDAY))
    clock.set("2026-03-09 10:00")
    correct_contact(
        case.parties.get(), email="", postal="Sample Works Example, Inc.\n1 New Road\nWausau, WI 54401",
        actor=review.specialist().actor, at=at("2026-03-09 10:00"),
    )  # fmt: skip
    new = Notice.objects.filter(case=case, kind="licenses.deny", channel="letter").order_by("pk").last()
    assert new is not None
    assert new.document is not None
    assert "May 11" in new.document.html.replace("\N{NO-BREAK SPACE}", " ")


def test_a_denial_of_a_renewal_gives_the_facts_that_stand(clock):
    case = review.checked(applications.noticed(applications.renewal(MONDAY), MONDAY), at(MONDAY))
    clock.set("2026-03-24 09:00")
    case = review.recommend(
        Case.objects.get(pk=case.pk),
        review.denying(findings=applications.found_on(case, "stands")),
        at("2026-03-24 09:00"),
    )
    case = review.decide(case, "deny", at("2026-03-24 09:00"))
    words = case.documents.get(kind="licenses.deny").html
    assert "The rates of three workers were not reviewed in 2025." in words
    assert "As the file shows." in words


def test_a_letter_in_the_language_of_the_filing(clock):
    case = review.received(at(MONDAY), attestation=replace(review.SIGNED, language="es"))
    notice = case.notices.get(kind="licenses.file_application")
    assert notice.language == "es"
    assert notice.subject == f"Solicitud {case.number}: recibida"


def test_reminders_go_to_the_employer_before_and_to_the_specialist_after_the_day(clock):
    members()
    case = applications.asked(review.in_review(at(MONDAY)))
    for moment in ("2026-03-11 23:00", "2026-03-12 12:00", "2026-03-12 13:00"):
        sweep(now=at(clock.set(moment).strftime("%Y-%m-%d %H:%M")))
    assert told(case, "information:employer-5") == ["fred.filer@works.example.com", "olive.owner@works.example.com"]
    assert told(case, "information:specialist-overdue") == []
    clock.set("2026-03-18 12:00")
    sweep(now=at("2026-03-18 12:00"))
    assert told(case, "information:specialist-overdue") == ["lin@example.org"]


def test_an_answer_ends_the_reminders(clock):
    case = applications.act(applications.asked(review.in_review(at(MONDAY))), "answer_request", "employer")
    clock.set("2026-03-30 12:00")
    sweep(now=at("2026-03-30 12:00"))
    assert told(case, "information:employer-5") == []
    assert told(case, "information:specialist-overdue") == []


def test_questions_that_have_not_left_are_taken_back_by_the_end(clock):
    case = applications.asked(review.in_review(at(MONDAY)))
    deciding.withdraw(case, actor=review.owner(at(MONDAY)).actor, at=at(MONDAY))
    statuses = case.notices.filter(kind="licenses.request_information").values_list("status", flat=True)
    assert set(statuses) == {"replaced"}


def preview(case: Case, act: str, **typed: str) -> str:
    """Return the letter that the page of an act would show, with what is typed so far."""
    data = QueryDict(mutable=True)
    data.update(typed)
    who = person("sue") if act == "deny" else review.specialist()
    html = letter_html(case, ACTIONS[act], 0, user=who, at=at(MONDAY), typed=data)
    return " ".join(html.replace("\N{NO-BREAK SPACE}", " ").split())


def test_a_letter_can_be_read_before_the_act_and_nothing_is_kept(clock):
    asking = preview(review.in_review(at(MONDAY)), "request_information", questions="Which firms were asked?")
    assert "Which firms were asked?" in asking
    assert "Tuesday, March 17, 2026" in asking
    telling = preview(applications.renewal(MONDAY), "notify_of_facts", text_new1="Reviews are missing.")
    assert "Reviews are missing." in telling
    assert "Monday, March 23, 2026" in telling
    denial = preview(review.recommended(at(MONDAY), "deny"), "deny")
    assert "The survey asked one firm only." in denial
    withdrawal = preview(review.received(at(MONDAY)), "withdraw")
    assert "was withdrawn on Monday, March 2, 2026" in withdrawal
    kinds = ["request_information", "notify_of_facts", "deny", "withdraw"]
    assert not Notice.objects.filter(kind__in=[f"licenses.{kind}" for kind in kinds]).exists()
