"""From which day the minimum wage is due when a renewal comes to nothing, and who is told that one was not proper."""

from datetime import date

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from licenses import renewing
from licenses.models import Application, License
from licenses.notices import application as notices
from licenses.review import asking, deciding
from licenses.status import status_of
from tests.complaints.staff_pages import words
from tests.factories import at, person
from tests.licenses.granting import licensed, renew
from tests.licenses.test_license_pages import browser_of, owner, status_page
from wagecase.cases.models import Case, Task
from wagecase.documents.models import Document
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through Saturday, March 14, 2026
STILL = "The license is in force through Saturday, March 14, 2026. From Sunday, March 15, 2026 on every worker is due at least the minimum wage."
NOW = "The license that this renewal kept in force ends: Wednesday, May 20, 2026 is its last day. From Thursday, May 21, 2026 on every worker"
LONG_AGO = "The license ended on Saturday, March 14, 2026, and this renewal did not keep it in force. Every worker is due at least the minimum wage for each hour worked since Sunday, March 15, 2026."
CASES = [
    ("2026-02-01 09:00", "2026-03-02 09:00", None, STILL),
    ("2026-03-14 09:00", "2026-03-14 10:00", None, STILL),
    ("2026-03-01 09:00", "2026-05-20 09:00", None, NOW),
    ("2026-03-01 09:00", "2026-05-20 09:00", False, LONG_AGO),
    ("2026-04-01 09:00", "2026-05-20 09:00", None, LONG_AGO),
]


def fresh(license):
    return License.objects.select_related("case").get(pk=license.pk)


def judge(license, *, proper, when="2026-04-02 09:00", reason="The list of workers was missing."):
    row = fresh(license).case
    return renewing.judge_renewal(
        row, completed_on=date(2026, 4, 1), proper=proper, reason=reason, actor=person("sue").actor, at=at(when),
        expected_version=row.version,
    )  # fmt: skip


@pytest.mark.parametrize(("filed", "ended", "proper", "said"), CASES)
def test_the_letter_of_a_denial_names_the_day_from_which_the_minimum_wage_is_due(filed, ended, proper, said):
    case = renew(licensed(at=ISSUED), at=at(filed))
    Application.objects.filter(pk=case.pk).update(decided_on=at(ended).date(), proper=proper)
    case = Case.objects.get(pk=case.pk)
    letter = render_to_string(
        "letters/licenses/deny.html",
        {**notices.context(case, {"at": at(ended)}), "case": case, "letter": {"language": "en"}},
    )
    assert said in " ".join(letter.split())
    assert "or, if its last day has passed" not in letter


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


@pytest.mark.parametrize(
    ("when", "status", "tasks"), [("2026-03-14 23:00", "continued", 0), ("2026-03-20 09:00", "expired", 1)]
)
def test_an_answer_after_the_last_day_waits_for_the_recorded_call(when, status, tasks):
    license = licensed(at=ISSUED)
    case = asked_about(license)
    asking.answer_request(case, answer="Three.", actor=owner(license).actor, at=at(when))
    found = status_of(fresh(license), date(2026, 3, 21))
    assert (found.value, judging(license).count()) == (status, tasks)
    if tasks:
        assert "was complete only on Friday, March 20, 2026" in " ".join(found.sentences("en"))
        judge(license, proper=True)
        assert not judging(license).exists()
        assert status_of(fresh(license), date(2026, 3, 21)).value == "continued"


def test_files_that_were_asked_for_and_come_after_the_last_day_count_as_the_answer_does():
    license = licensed(at=ISSUED)
    case = asked_about(license)
    asking.add_evidence(case, files=(), actor=owner(license).actor, at=at("2026-03-20 09:00"))
    assert Application.objects.get(pk=case.pk).completed_on == date(2026, 3, 20)
    assert judging(license).count() == 1


def test_files_that_nobody_asked_for_end_nothing_but_somebody_looks_at_them():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-10 09:00"))
    asking.add_evidence(case, files=(), actor=owner(license).actor, at=at("2026-03-20 09:00"))
    assert status_of(fresh(license), date(2026, 3, 21)).value == "continued"
    assert judging(license).count() == 1
