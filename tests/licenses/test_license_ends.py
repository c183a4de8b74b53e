"""From which day the minimum wage is due when a renewal comes to nothing, and who is told that one was not proper."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils import translation

from licenses import portal, renewing, selectors
from licenses.lists import application_steps
from licenses.models import Application, License
from licenses.notices import application as notices
from licenses.review import asking, deciding
from licenses.status import status_of
from tests.complaints.staff_pages import signed_in, words
from tests.factories import at, person
from tests.licenses.granting import deny, licensed, renew
from tests.licenses.test_license_pages import browser_of, owner, send, status_page
from wagecase.audit.models import Event
from wagecase.cases.models import Case, Task
from wagecase.cases.returned import record_returned_mail
from wagecase.documents.models import Document
from wagecase.errors import TransitionNotAllowed
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through Saturday, March 14, 2026
STILL = "The license is in force through Saturday, March 14, 2026. From Sunday, March 15, 2026 on every worker is due at least the minimum wage."
NOW = "The license that this renewal kept in force ends: Wednesday, May 20, 2026 is its last day. From Thursday, May 21, 2026 on every worker"
LONG_AGO = "The license ended on Saturday, March 14, 2026, and this renewal did not keep it in force. Every worker is due at least the minimum wage for each hour worked since Sunday, March 15, 2026."
SERVED = "The license that this renewal kept in force ends on the day on which this letter is served on you. From the next hour worked on every worker is due at least the minimum wage."
LATER = "The license ends on Saturday, March 14, 2026, or on the day on which this letter is served on you, if that is later. From the next hour worked on every worker is due at least the minimum wage."
PAY_FROM = "Pay at least the minimum wage for each hour worked from Sunday, March 15, 2026 on."
PAY_SERVED = "Pay at least the minimum wage for each hour worked after this letter is served on you."
PAY_LATER = "Pay at least the minimum wage for each hour worked after Saturday, March 14, 2026, or after this letter is served on you, if that is later."
DENIALS = [  # (filed, denied, found, where the license ends, what the employer must do)
    ("2026-02-01 09:00", "2026-03-02 09:00", None, LATER, PAY_LATER),
    ("2026-03-14 09:00", "2026-03-14 10:00", None, LATER, PAY_LATER),
    ("2026-03-14 23:59", "2026-03-15 00:01", None, SERVED, PAY_SERVED),
    ("2026-03-01 09:00", "2026-05-20 09:00", None, SERVED, PAY_SERVED),
    ("2026-03-01 09:00", "2026-05-20 09:00", True, SERVED, PAY_SERVED),
    ("2026-02-01 09:00", "2026-03-02 09:00", False, STILL, PAY_FROM),
    ("2026-03-01 09:00", "2026-05-20 09:00", False, LONG_AGO, PAY_FROM),
    ("2026-04-01 09:00", "2026-05-20 09:00", None, LONG_AGO, PAY_FROM),
]
CASES = [
    ("2026-02-01 09:00", "2026-03-02 09:00", None, STILL),
    ("2026-03-14 09:00", "2026-03-14 10:00", None, STILL),
    ("2026-03-01 09:00", "2026-05-20 09:00", None, NOW),
    ("2026-03-01 09:00", "2026-05-20 09:00", False, LONG_AGO),
    ("2026-04-01 09:00", "2026-05-20 09:00", None, LONG_AGO),
]


def fresh(license):
    return License.objects.select_related("case").get(pk=license.pk)


def judge(license, *, proper, when="2026-04-02 09:00", on=date(2026, 4, 1), reason="The list of workers was missing."):
    row = fresh(license).case
    return renewing.judge_renewal(
        row, completed_on=on, proper=proper, reason=reason, actor=person("sue").actor, at=at(when),
        expected_version=row.version,
    )  # fmt: skip


@pytest.mark.parametrize(("filed", "denied", "proper", "said", "pay"), DENIALS)
def test_the_letter_of_a_denial_is_true_on_whatever_day_it_is_served(filed, denied, proper, said, pay):
    case = renew(licensed(at=ISSUED), at=at(filed))
    Application.objects.filter(pk=case.pk).update(decided_on=at(denied).date(), proper=proper)
    case = Case.objects.get(pk=case.pk)
    letter = render_to_string(
        "letters/licenses/deny.html",
        {**notices.context(case, {"at": at(denied)}), "case": case, "letter": {"language": "en"}},
    )
    words = " ".join(letter.split())
    assert said in words
    assert pay in words
    assert ("The page of your application shows the day of service once it is recorded." in words) is (pay != PAY_FROM)


@pytest.mark.parametrize(("filed", "ended", "proper", "said"), CASES)
def test_the_letter_and_the_page_of_a_withdrawal_say_where_the_license_ends(clock, filed, ended, proper, said):
    license = licensed(at=ISSUED)
    case = renew(license, at=at(filed))
    Application.objects.filter(pk=case.pk).update(proper=proper)
    clock.set(ended)
    page = words(browser_of(owner(license)).get(f"/licenses/status/{case.number}/withdraw/"))
    assert said in page
    deciding.withdraw(Case.objects.get(pk=case.pk), actor=owner(license).actor, at=at(ended))
    letter = Document.objects.get(case=case, kind="licenses.withdraw").html
    assert said in " ".join(letter.split())
    assert "ends with this day" not in letter


def test_the_end_of_a_revoked_license_is_the_day_of_the_revocation():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-01 09:00"))
    License.objects.filter(pk=license.pk).update(revoked_on=date(2026, 3, 10))
    deciding.withdraw(Case.objects.get(pk=case.pk), actor=owner(license).actor, at=at("2026-05-20 09:00"))
    letter = Document.objects.get(case=case, kind="licenses.withdraw").html
    assert "The license was revoked: from Tuesday, March 10, 2026 on every worker is due" in letter


def test_a_spanish_letter_names_the_day_in_spanish():
    case = renew(licensed(at=ISSUED), at=at("2026-02-01 09:00"))
    with translation.override("es"):
        said = render_to_string(
            "letters/licenses/parts/ending.html", notices.context(case, {"at": at("2026-03-02 09:00")})
        )
    assert "La licencia está vigente hasta el sábado, 14 de marzo de 2026 inclusive." in said
    assert "15 de marzo de 2026" in said


def test_a_finding_that_a_renewal_was_not_proper_is_told_with_reasons_and_rights():
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-10 09:00"))
    judge(license, proper=False)
    letter = " ".join(Document.objects.get(case=license.case, kind="licenses.judge_renewal").html.split())
    for said in (
        "was not filed properly and in time. It does not keep the license in force.", LONG_AGO,
        "The list of workers was missing.", "Take down the page “License continued by pending renewal”. It is void.",
        "within 60 days after you learn of it", "DWD 272.09 (17)",
    ):  # fmt: skip
        assert said in letter, said
    mail = Notice.objects.filter(case=license.case, kind="licenses.judge_renewal").first()
    assert "does not keep the license in force" in mail.text
    assert "list of workers" not in mail.text


def test_a_finding_that_a_renewal_was_proper_is_told_too():
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-10 09:00"))
    judge(license, proper=True)
    letter = " ".join(Document.objects.get(case=license.case, kind="licenses.judge_renewal").html.split())
    assert "was filed properly and in time. <strong>The license stays in force until we grant or deny" in letter
    assert "It is void" not in letter


def test_the_page_of_the_license_no_longer_offers_the_paper_of_an_improper_renewal(clock):
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-01 09:00"))
    assert "Hang it beside the certificate." in words(status_page(license))  # March 2: the term still runs
    Application.objects.filter(renews=license).update(proper=False)
    shown = words(status_page(license))
    assert "Hang it beside the certificate." not in shown
    assert "so the license ends with its term" in shown
    clock.set("2026-04-02 09:00")
    shown = words(status_page(license))
    assert "We found that it was not filed properly and in time" in shown
    assert "It came after the end of the term" not in shown


def asked_about(license, when="2026-03-12 09:00"):
    from tests.licenses import applications, review

    return applications.asked(review.begun(renew(license, at=at("2026-03-10 09:00")), at(when)), when)


def judging(license):
    return Task.objects.filter(
        case=license.case, done_at=None, what__startswith="Record whether the renewal was proper"
    )


DAYS = [date(2026, 3, 14), date(2026, 3, 15), date(2026, 3, 19), date(2026, 3, 20), date(2026, 3, 21), date(2026, 8, 1)]


def statuses(license, days=DAYS):
    return [status_of(fresh(license), day).value for day in days]


def in_force(on):
    return [one.pk for one in selectors.holding(License.objects.all(), on=on)]


@pytest.mark.parametrize(("when", "tasks"), [("2026-03-14 23:59", 0), ("2026-03-15 00:01", 1), ("2026-03-20 09:00", 1)])
def test_an_answer_never_ends_a_license_that_was_renewed_in_time(when, tasks):
    license = licensed(at=ISSUED)
    case = asked_about(license)
    asking.answer_request(case, answer="Three.", actor=owner(license).actor, at=at(when))
    assert statuses(license) == ["in-force", "continued", "continued", "continued", "continued", "continued"]
    assert in_force(date(2026, 3, 21)) == [license.pk]
    assert judging(license).count() == tasks
    assert Application.objects.get(pk=case.pk).waits_for_call is bool(tasks)


def test_whoever_checks_or_opens_the_license_reads_that_it_goes_on_after_a_late_answer(client, clock):
    license = licensed(at=ISSUED)
    case = asked_about(license)
    form = {"number": license.case.number, "code": license.check_code, "on_0": 3, "on_1": 20, "on_2": 2026}
    asking.answer_request(case, answer="Three.", actor=owner(license).actor, at=at("2026-03-20 09:00"))
    clock.set("2026-03-20 10:00")
    said = "is in force on March 20, 2026: continued by pending renewal"
    assert said in words(client.post("/licenses/check/", form))
    shown = words(status_page(license))
    assert "The license stays in force until then." in shown
    assert "it continues the license unless the department finds that it was not filed properly" in shown


def late_answer(license, clock):
    """Return the renewal whose question was answered on March 20, six days after the last day, all else done."""
    from tests.licenses import review

    case = asked_about(license)
    clock.set("2026-03-20 09:00")
    case = asking.answer_request(case, answer="Three.", actor=owner(license).actor, at=at("2026-03-20 09:00"))
    clock.set("2026-03-25 09:00")
    return review.checked(case, at("2026-03-25 09:00"))


def recommended(case, when="2026-03-25 09:00"):
    from tests.licenses import review

    return review.recommend(
        Case.objects.get(pk=case.pk), review.granting(date(2026, 3, 25), date(2027, 3, 24)), at(when)
    )


def test_no_decision_is_recommended_before_somebody_found_whether_the_renewal_was_proper(clock):
    license = licensed(at=ISSUED)
    case = late_answer(license, clock)
    with pytest.raises(
        TransitionNotAllowed, match=r"what we asked for came in on Friday, March 20, 2026, after the last"
    ):
        recommended(case)
    page = signed_in("lin").get(f"/licenses/{case.number}/").content.decode()
    assert f'<a class="usa-button" href="/licenses/{license.case.number}/judge_renewal/">' in page
    steps = application_steps([Case.objects.get(pk=case.pk)])
    assert steps[case.pk].words == "Record whether the renewal was proper"
    judge(license, proper=True, when="2026-03-25 10:00", on=date(2026, 3, 20))
    assert recommended(case).state == "recommended"
    assert not judging(license).exists()


@pytest.mark.parametrize("act", ["grant", "deny"])
def test_an_answer_after_the_recommendation_keeps_the_decision_until_the_call(clock, act):
    from tests.licenses import review

    license = licensed(at=ISSUED)
    case = asked_about(license)
    clock.set("2026-04-20 09:00")  # the day to answer is over
    Application.objects.filter(pk=case.pk).update(recommended=act)
    Case.objects.filter(pk=case.pk).update(state="recommended")
    asking.add_evidence(Case.objects.get(pk=case.pk), files=(), actor=owner(license).actor, at=at("2026-04-21 09:00"))
    with pytest.raises(TransitionNotAllowed, match="Record first whether the renewal was proper"):
        review.decide(Case.objects.get(pk=case.pk), act, at("2026-04-22 09:00"))


def test_a_renewal_found_proper_leaves_no_gap_before_the_term_that_is_granted(clock):
    from tests.licenses import review

    license = licensed(at=ISSUED)
    case = late_answer(license, clock)
    judge(license, proper=True, when="2026-03-25 10:00", on=date(2026, 3, 20))
    review.decide(recommended(case), "grant", at("2026-03-25 15:00"))
    days = [date(2026, 3, day) for day in (14, 15, 20, 24, 25)]
    assert statuses(license, days) == ["in-force", "continued", "continued", "continued", "in-force"]


def letters(license):
    found = Document.objects.filter(case=license.case, kind="licenses.judge_renewal").order_by("pk")
    return [" ".join(row.html.split()) for row in found]


def test_a_call_is_corrected_after_the_grant_the_first_one_stays_on_record_and_the_employer_is_told(clock):
    from tests.licenses import review

    license = licensed(at=ISSUED)
    case = late_answer(license, clock)
    judge(license, proper=True, when="2026-03-25 10:00", on=date(2026, 3, 20), reason="A number was missing.")
    review.decide(recommended(case), "grant", at("2026-03-25 15:00"))
    clock.set("2026-04-02 09:00")
    page = signed_in("sue").get(f"/licenses/{license.case.number}/judge_renewal/").content.decode()
    assert f"Renewal {case.number}, filed on March 10, 2026" in page
    assert "ended or ends on March 14, 2026." in page
    judge(
        license, proper=False, when="2026-04-02 10:00", on=date(2026, 3, 20), reason="The list of workers was missing."
    )
    days = [date(2026, 3, day) for day in (14, 15, 24, 25)]
    assert statuses(license, days) == ["in-force", "expired", "expired", "in-force"]
    told = letters(license)[-1]
    for said in (
        "It did not keep the license in force until the new term began.",
        "The license was not in force from Sunday, March 15, 2026 through Tuesday, March 24, 2026.",
        "Pay each worker what is missing to at least the minimum wage for the hours worked from Sunday, March 15, 2026 "
        "through Tuesday, March 24, 2026.",
        "The list of workers was missing.",
    ):  # fmt: skip
        assert said in told, said
    assert "We still decide on the renewal" not in told
    assert "Take down" not in told
    mail = Notice.objects.filter(case=license.case, kind="licenses.judge_renewal").last()
    assert "it did not keep the license in force until the new term began" in mail.text
    event = Event.objects.filter(verb="licenses.judge_renewal").order_by("-seq")[0]
    assert {row.field: (row.before, row.after) for row in event.details.all()}["proper"] == ("True", "False")
    judge(license, proper=True, when="2026-04-03 10:00", on=date(2026, 3, 20))
    assert statuses(license, days) == ["in-force", "continued", "continued", "in-force"]
    assert "It kept the license in force until the new term began." in letters(license)[-1]
    assert "You do not have to do anything." in letters(license)[-1]


def test_a_withdrawal_ends_the_asking_and_its_call_may_be_made_afterwards():
    license = licensed(at=ISSUED)
    case = asked_about(license)
    case = asking.answer_request(case, answer="Three.", actor=owner(license).actor, at=at("2026-03-20 09:00"))
    deciding.withdraw(case, actor=owner(license).actor, at=at("2026-03-23 09:00"))
    assert not judging(license).exists()
    days = [date(2026, 3, day) for day in (15, 23, 24)]
    assert statuses(license, days) == ["continued", "continued", "expired"]
    judge(license, proper=False, on=date(2026, 3, 20))
    assert statuses(license, days) == ["expired", "expired", "expired"]
    assert LONG_AGO in letters(license)[-1]
    judge(license, proper=True, on=date(2026, 3, 20))
    assert (
        "It kept the license in force through Monday, March 23, 2026, the day on which it was withdrawn."
        in letters(license)[-1]
    )


def test_a_call_on_a_renewal_that_kept_nothing_in_force_is_refused():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-02 09:00"))
    deciding.withdraw(case, actor=owner(license).actor, at=at("2026-03-14 23:00"))
    with pytest.raises(TransitionNotAllowed, match="none kept this license in force after its term"):
        judge(license, proper=False)


def test_a_license_revoked_after_its_improper_renewal_had_ended_before():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-01 09:00"))
    Application.objects.filter(pk=case.pk).update(proper=False)
    License.objects.filter(pk=license.pk).update(revoked_on=date(2026, 5, 1))
    deciding.withdraw(Case.objects.get(pk=case.pk), actor=owner(license).actor, at=at("2026-05-20 09:00"))
    assert LONG_AGO in " ".join(Document.objects.get(case=case, kind="licenses.withdraw").html.split())


def test_files_that_were_asked_for_and_come_after_the_last_day_count_as_the_answer_does():
    license = licensed(at=ISSUED)
    case = asked_about(license)
    asking.add_evidence(case, files=(), actor=owner(license).actor, at=at("2026-03-20 09:00"))
    assert Application.objects.get(pk=case.pk).completed_on == date(2026, 3, 20)
    assert judging(license).count() == 1


def test_files_that_nobody_asked_for_end_nothing_and_ask_nothing():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-10 09:00"))
    asking.add_evidence(case, files=(), actor=owner(license).actor, at=at("2026-03-20 09:00"))
    assert statuses(license) == ["in-force", "continued", "continued", "continued", "continued", "continued"]
    assert judging(license).count() == 0
    assert Application.objects.get(pk=case.pk).completed_on is None


def denied_by_post(clock):
    """Return a renewal of a license through March 14 that was denied on May 18, whose letter is still to be mailed."""
    from tests.licenses import applications, review

    license = licensed(at=ISSUED)
    clock.set("2026-03-10 09:00")
    case = review.begun(renew(license, at=at("2026-03-10 09:00")), at("2026-03-10 09:00"))
    case = review.checked(applications.noticed(case, "2026-03-10 09:00"), at("2026-03-10 09:00"))
    clock.set("2026-05-18 09:00")
    case = review.recommend(
        case, review.denying(findings=applications.found_on(case, "stands")), at("2026-05-18 09:00")
    )
    case = review.decide(case, "deny", at("2026-05-18 15:00"))
    first = case.notices.filter(kind="licenses.deny").exclude(party_id=None)
    first.update(channel="letter", status="queued", sent_at=None)
    return license, case


def serve(case, served_on, when):
    case = Case.objects.get(pk=case.pk)
    return deciding.record_service(
        case, served_on=served_on, actor=person("lin").actor, at=at(when), expected_version=case.version
    )


def mail(case, on):
    case.notices.filter(kind="licenses.deny").exclude(party_id=None).update(
        status="mailed", mailed_on=on, mailed_method="certified mail", sent_at=at(f"{on} 10:00")
    )


MAY = [date(2026, 5, day) for day in (17, 18, 19, 20, 21, 22, 23)]


def test_a_license_ends_on_the_day_on_which_the_denial_is_served_and_not_before(client, clock):
    license, case = denied_by_post(clock)
    assert case.state == "to_serve"
    assert statuses(license, [*MAY, date(2026, 8, 1)]) == ["continued"] * 8
    with pytest.raises(TransitionNotAllowed, match="Not everybody has the denial yet"):
        serve(case, date(2026, 5, 20), "2026-05-20 09:00")
    page = words(browser_of(owner(license)).get(f"/licenses/status/{license.case.number}/"))
    assert "We denied the renewal The license ends on the day on which our letter is served on you." in page
    page = words(browser_of(owner(license)).get(f"/licenses/status/{case.number}/"))
    assert "The license does not end before." in page
    mail(case, "2026-05-20")
    clock.set("2026-05-22 09:00")
    with pytest.raises(ValidationError, match="left only on May 20, 2026"):
        serve(case, date(2026, 5, 19), "2026-05-22 09:00")
    with pytest.raises(ValidationError, match="after today"):
        serve(case, date(2026, 5, 23), "2026-05-22 09:00")
    case = serve(case, date(2026, 5, 21), "2026-05-22 09:00")
    assert (case.state, case.is_open) == ("denied", False)
    assert statuses(license, MAY) == [
        "continued",
        "continued",
        "continued",
        "continued",
        "continued",
        "expired",
        "expired",
    ]
    assert [bool(in_force(day)) for day in MAY] == [True, True, True, True, True, False, False]
    assert "certified mail, May 20, 2026" in Application.objects.get(pk=case.pk).service_method
    page = words(browser_of(owner(license)).get(f"/licenses/status/{case.number}/"))
    assert (
        "The letter was served on Thursday, May 21, 2026. The last day of the license is Thursday, May 21, 2026."
        in page
    )
    form = {"number": license.case.number, "code": license.check_code, "on_0": 5, "on_1": 22, "on_2": 2026}
    assert "It expired; its last day was May 21, 2026." in words(client.post("/licenses/check/", form))
    assert Task.objects.filter(key__startswith="unrenewed:", done_at=None).count() == 1


def test_the_staff_page_leads_from_the_letter_to_service(clock):
    _license, case = denied_by_post(clock)
    Document.objects.filter(case=case).update(status="ready")
    address = f"/licenses/{case.number}/"
    assert "Mail the letter to" in words(signed_in("lin").get(address))
    mail(case, "2026-05-20")
    clock.set("2026-05-20 15:00")
    lin = signed_in("lin")
    assert f'<a class="usa-button" href="{address}record_service/">' in lin.get(address).content.decode()
    page = lin.get(f"{address}record_service/").content.decode()
    assert "certified mail, May 20, 2026" in page
    assert send(lin, f"{address}record_service/", served_on="2026-05-20").status_code == 303
    assert Application.objects.get(pk=case.pk).served_on == date(2026, 5, 20)


def test_a_denial_that_came_back_is_not_served_and_the_license_goes_on(clock):
    license, case = denied_by_post(clock)
    mail(case, "2026-05-20")
    clock.set("2026-05-21 09:00")
    serve(case, date(2026, 5, 20), "2026-05-21 09:00")
    assert statuses(license, [date(2026, 5, 21)]) == ["expired"]
    notice = case.notices.filter(kind="licenses.deny").exclude(party_id=None).get()
    clock.set("2026-05-26 09:00")
    record_returned_mail(
        notice=notice,
        returned_on=date(2026, 5, 26),
        reason="Moved",
        actor=person("lin").actor,
        at=at("2026-05-26 09:00"),
    )
    case = Case.objects.get(pk=case.pk)
    assert (case.state, case.application.served_on) == ("to_serve", None)
    assert statuses(license, [date(2026, 5, 21), date(2026, 6, 1)]) == ["continued", "continued"]
    event = Event.objects.filter(verb="licenses.reopen_service").get()
    assert {row.field: row.before for row in event.details.all()}["served_on"] == "2026-05-20"


def test_a_denial_that_is_served_within_the_term_leaves_the_term():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-02-02 09:00")), at=at("2026-03-02 09:00"), served=at("2026-03-05 09:00"))
    assert statuses(license, [date(2026, 3, 6), date(2026, 3, 14), date(2026, 3, 15)]) == [
        "in-force",
        "in-force",
        "expired",
    ]


def test_a_denial_within_the_term_that_is_served_after_it_ends_the_license_with_service():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-02-02 09:00")), at=at("2026-03-12 09:00"), served=at("2026-03-17 09:00"))
    days = [date(2026, 3, day) for day in (14, 15, 17, 18)]
    assert statuses(license, days) == ["in-force", "continued", "continued", "expired"]
    assert [bool(in_force(day)) for day in days] == [True, True, True, False]


def test_the_home_asks_nobody_to_renew_by_a_day_that_has_passed(clock):
    license, _case = denied_by_post(clock)
    found = [row.what for row in portal.rows(owner(license), date(2026, 5, 19)).to_do]
    assert found == []
