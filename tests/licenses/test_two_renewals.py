"""Two renewals of one license: whose call counts, where the license ends by one of them, and service that is opened again."""

from datetime import date

import pytest
from django.template.loader import render_to_string

from licenses import issuing, renewing
from licenses.models import Application, License
from licenses.notices import application as notices
from licenses.review import deciding
from licenses.revoking.opening import refusal
from licenses.status import to_judge
from licenses.views.public.papers import continuing_papers, void_papers
from tests.complaints.staff_pages import words
from tests.factories import at, make_pdfs, person
from tests.licenses.granting import deny, grant, licensed, renew, withdraw
from tests.licenses.test_license_ends import (
    ISSUED,
    LONG_AGO,
    denied_by_post,
    fresh,
    judge,
    letters,
    mail,
    owner,
    serve,
    statuses,
)
from tests.licenses.test_license_pages import browser_of
from wagecase.cases import services as cases
from wagecase.cases.models import Case, Task
from wagecase.cases.returned import record_returned_mail
from wagecase.deadlines.models import Clock
from wagecase.documents.models import Document

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


def denied_and_not_served() -> tuple[License, Case]:
    """Return a license with its renewal of March 1, which was denied on March 10: nobody served the denial."""
    license = licensed(at=ISSUED)
    first = renew(license, at=at("2026-03-01 09:00"))
    decided(first, date(2026, 3, 10))
    return license, first


def test_a_late_renewal_hides_no_call_on_the_one_that_kept_the_license_in_force():
    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-03-10 09:00")), at=at("2026-03-12 09:00"), served=at("2026-03-20 09:00"))
    late = renew(license, at=at("2026-03-25 09:00"))
    days = [date(2026, 3, day) for day in (14, 15, 20, 21)]
    assert statuses(license, days) == ["in-force", "continued", "continued", "expired"]
    judge(license, proper=False)
    assert statuses(license, days) == ["in-force", "expired", "expired", "expired"]
    assert LONG_AGO in letters(license)[-1]
    grant(Case.objects.get(pk=late.pk), at=at("2026-05-20 09:00"))
    judge(license, proper=True, when="2026-06-01 09:00")
    assert statuses(license, days) == ["in-force", "continued", "continued", "expired"]
    assert (
        "It kept the license in force through Friday, March 20, 2026, the day on which the denial was"
        in letters(license)[-1]
    )
    judge(license, proper=False, when="2026-06-02 09:00")
    told = letters(license)[-1]
    assert "The license was not in force from Sunday, March 15, 2026 through Tuesday, May 19, 2026." in told
    assert "March 15, 2026 on." not in told


def test_a_denial_that_a_new_term_overtook_hides_no_call_on_the_renewal_that_was_granted():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-02-01 09:00"))
    Application.objects.filter(pk=case.pk).update(decided_on=date(2026, 2, 10))  # never served
    granted = renew(license, at=at("2026-03-01 09:00"))
    assert to_judge(license).pk == granted.pk
    grant(granted, at=at("2026-05-20 09:00"))
    assert to_judge(license).pk == granted.pk
    early = licensed(at=ISSUED, membership=owner(license))
    case = renew(early, at=at("2026-02-01 09:00"))
    Application.objects.filter(pk=case.pk).update(decided_on=date(2026, 2, 10))
    grant(renew(early, at=at("2026-02-15 09:00")), at=at("2026-03-01 09:00"))
    assert to_judge(early) is None


def decided(case, on):
    """Deny the renewal on a day without service."""
    Application.objects.filter(pk=case.pk).update(decided_by=person("sue"), decided_on=on)
    Case.objects.filter(pk=case.pk).update(state="to_serve")


def served(case, on):
    """Serve the denial, as far as the license is concerned."""
    application = Application.objects.get(pk=case.pk)
    with cases.unit_of_work():
        application.served_on = on
        application.save()
        renewing.renewal_ended(
            fresh(application.renews), application=application, actor=person("sue").actor, at=at(f"{on} 09:00")
        )
    Case.objects.filter(pk=case.pk).update(state="denied", is_open=False)


def running(license):
    return list(Clock.objects.filter(case=license.case, status="running").values_list("legal_due", flat=True))


def looked_into(license):
    return Task.objects.filter(case=license.case, done_at=None, key__startswith="unrenewed:").count()


def test_service_of_a_denial_within_the_term_reminds_nobody_while_another_renewal_waits():
    license = licensed(at=ISSUED)
    first = renew(license, at=at("2025-12-01 09:00"))
    decided(first, date(2026, 1, 5))
    second = renew(license, at=at("2026-01-08 09:00"))
    served(first, date(2026, 1, 10))
    assert running(license) == []
    withdraw(second, at=at("2026-01-20 09:00"))
    assert running(license) == [date(2026, 3, 14)]


def test_a_withdrawal_within_the_term_reminds_nobody_while_an_earlier_denial_is_not_served():
    license = licensed(at=ISSUED)
    first = renew(license, at=at("2025-12-01 09:00"))
    decided(first, date(2026, 1, 5))
    withdraw(renew(license, at=at("2026-01-08 09:00")), at=at("2026-01-20 09:00"))
    assert running(license) == []
    served(first, date(2026, 1, 25))
    assert running(license) == [date(2026, 3, 14)]


def test_service_after_the_term_asks_nobody_to_close_a_license_that_another_renewal_continues(client, clock):
    license, first = denied_and_not_served()
    second = renew(license, at=at("2026-03-12 09:00"))
    served(first, date(2026, 3, 16))
    days = [date(2026, 3, 16), date(2026, 3, 17), date(2026, 4, 1)]
    assert statuses(license, days) == ["continued", "continued", "continued"]
    assert looked_into(license) == 0
    clock.set("2026-03-17 09:00")
    page = words(browser_of(owner(license)).get(f"/licenses/status/{first.number}/"))
    assert "The letter was served on Monday, March 16, 2026. The page of the license shows" in page
    assert "The last day of the license is" not in page
    withdraw(second, at=at("2026-03-20 09:00"))
    assert looked_into(license) == 1


def test_service_of_a_denial_that_a_new_term_overtook_changes_nothing_of_the_license():
    license = licensed(at=ISSUED)
    first = renew(license, at=at("2026-01-15 09:00"))
    decided(first, date(2026, 2, 10))
    grant(renew(license, at=at("2026-02-20 09:00")), at=at("2026-03-02 09:00"))
    assert running(license) == [date(2027, 3, 14)]
    served(first, date(2026, 3, 20))
    served(first, date(2027, 4, 1))
    assert running(license) == [date(2027, 3, 14)]
    assert looked_into(license) == 0


OTHER = "The license stays in force by your other renewal, {} of Sunday, March 1, 2026, until we grant that one or our denial of it is served on you."


def test_the_letter_and_the_page_of_a_withdrawal_name_the_renewal_that_still_keeps_the_license_in_force(clock):
    license, first = denied_and_not_served()
    second = renew(license, at=at("2026-03-12 09:00"))
    clock.set("2026-03-20 09:00")
    page = words(browser_of(owner(license)).get(f"/licenses/status/{second.number}/withdraw/"))
    assert OTHER.format(first.number) in page
    assert "is its last day" not in page
    deciding.withdraw(Case.objects.get(pk=second.pk), actor=owner(license).actor, at=at("2026-03-20 09:00"))
    assert statuses(license, [date(2026, 3, 21), date(2026, 8, 1)]) == ["continued", "continued"]
    assert looked_into(license) == 0
    letter = " ".join(Document.objects.get(case=second, kind="licenses.withdraw").html.split())
    for said in (
        OTHER.format(first.number),
        f"renewal” that names {second.number}. It is void. The one that names {first.number} holds.",
    ):
        assert said in letter, said
    assert "Pay at least the minimum wage for each hour worked from" not in letter


def test_the_withdrawal_of_a_late_renewal_takes_no_paper_of_another_one_down():
    license, first = denied_and_not_served()
    late = renew(license, at=at("2026-03-20 09:00"))
    deciding.withdraw(Case.objects.get(pk=late.pk), actor=owner(license).actor, at=at("2026-03-23 09:00"))
    letter = " ".join(Document.objects.get(case=late, kind="licenses.withdraw").html.split())
    assert OTHER.format(first.number) in letter
    assert "Take down" not in letter


def test_the_letter_of_a_denial_waits_for_service_of_the_earlier_one_too():
    license, first = denied_and_not_served()
    second = renew(license, at=at("2026-03-12 09:00"))
    decided(second, date(2026, 5, 20))
    case = Case.objects.get(pk=second.pk)
    told = {**notices.context(case, {"at": at("2026-05-20 09:00")}), "case": case, "letter": {"language": "en"}}
    letter = " ".join(render_to_string("letters/licenses/deny.html", told).split())
    assert f"both this letter and our denial of your renewal {first.number} are served on you, but not before" in letter
    assert "Pay at least the minimum wage for each hour worked after the license has ended." in letter


def test_a_renewal_found_improper_names_the_one_that_still_keeps_the_license_in_force():
    license, first = denied_and_not_served()
    renew(license, at=at("2026-03-12 09:00"))
    judge(license, proper=False)
    assert OTHER.format(first.number) in letters(license)[-1]


def came_back(case, on):
    notice = case.notices.filter(kind="licenses.deny").exclude(party_id=None).get()
    record_returned_mail(
        notice=notice, returned_on=on, reason="Moved", actor=person("lin").actor, at=at(f"{on} 09:00")
    )  # fmt: skip


def served_by_post(clock):
    """Return a license whose renewal was denied on May 18, the denial mailed on May 20 and recorded as served."""
    license, case = denied_by_post(clock)
    mail(case, "2026-05-20")
    clock.set("2026-05-21 09:00")
    serve(case, date(2026, 5, 20), "2026-05-21 09:00")
    return license, case


@pytest.mark.parametrize("closed", [False, True])
def test_a_denial_that_came_back_opens_the_file_of_the_license_again(clock, closed):
    license, case = served_by_post(clock)
    assert looked_into(license) == 1
    if closed:
        file = fresh(license).case
        issuing.close_file(
            file, actor=person("sue").actor, at=at("2026-05-21 10:00"), expected_version=file.version
        )  # fmt: skip
    clock.set("2026-05-26 09:00")
    came_back(case, date(2026, 5, 26))
    file = fresh(license).case
    assert (file.state, file.is_open) == ("kept", True)
    assert looked_into(license) == 0
    assert statuses(license, [date(2026, 5, 21), date(2026, 6, 1)]) == ["continued", "continued"]
    assert refusal(fresh(license), on=date(2026, 5, 26)) == ""
    issuing.surrender(
        file, actor=owner(license).actor, at=at("2026-05-26 10:00"), expected_version=file.version
    )  # fmt: skip
    assert statuses(license, [date(2026, 5, 26), date(2026, 5, 27)]) == ["continued", "surrendered"]


@pytest.mark.parametrize("change", [{"surrendered_on": date(2026, 5, 20)}, {"revoked_on": date(2026, 5, 20)}])
def test_a_denial_that_came_back_opens_no_file_of_a_license_that_was_revoked_or_given_up(clock, change):
    license, case = served_by_post(clock)
    type(license).objects.filter(pk=license.pk).update(**change)
    Case.objects.filter(pk=license.pk).update(state="ended", is_open=False)
    clock.set("2026-05-26 09:00")
    came_back(case, date(2026, 5, 26))
    file = fresh(license).case
    assert (file.state, file.is_open) == ("ended", False)


def test_a_denial_of_a_late_renewal_that_came_back_leaves_the_closed_file(clock):
    license, case = served_by_post(clock)
    Application.objects.filter(pk=case.pk).update(filed_at=at("2026-03-15 00:01"))
    file = fresh(license).case
    issuing.close_file(
        file, actor=person("sue").actor, at=at("2026-05-21 10:00"), expected_version=file.version
    )  # fmt: skip
    clock.set("2026-05-26 09:00")
    came_back(case, date(2026, 5, 26))
    assert not fresh(license).case.is_open


def test_a_denial_that_came_back_within_the_term_stops_the_reminders_until_it_is_served():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2025-12-01 09:00"))
    decided(case, date(2026, 1, 5))
    served(case, date(2026, 1, 10))
    assert running(license) == [date(2026, 3, 14)]
    application = Application.objects.get(pk=case.pk)
    with cases.unit_of_work():
        application.served_on = None
        application.save()
        renewing.service_reopened(
            fresh(license), application=application, actor=person("sue").actor, at=at("2026-01-20 09:00")
        )
    assert running(license) == []
    served(case, date(2026, 1, 25))
    assert running(license) == [date(2026, 3, 14)]


def test_a_paper_that_the_license_continues_holds_until_the_denial_is_served(client, clock):
    license, case = denied_by_post(clock)
    paper = Document.objects.get(case=license.case, kind="licenses.continuation")
    make_pdfs(at("2026-05-18 15:00"))
    address = f"/licenses/status/{license.case.number}/"
    form = {"number": license.case.number, "code": license.check_code, "on_0": 5, "on_1": 19, "on_2": 2026}
    clock.set("2026-05-19 09:00")
    browser = browser_of(owner(license))
    assert browser.get(f"{address}documents/{paper.pk}.pdf").status_code == 200
    page = words(browser.get(address))
    assert "Download the paper that the license continues" in page
    assert "No longer valid" not in page
    answer = words(client.post("/licenses/check/", form))
    assert "is in force on May 19, 2026: the denial of its renewal is not served yet." in answer
    assert (
        "The renewal was filed on Tuesday, March 10, 2026, not after Saturday, March 14, 2026, and denied on Monday, "
        "May 18, 2026. The denial is not served yet: the old license continues until it is." in answer
    )
    assert "until the decision" not in answer
    assert "is in force on May 17, 2026: continued by pending renewal." in words(
        client.post("/licenses/check/", {**form, "on_1": 17})
    )
    mail(case, "2026-05-20")
    clock.set("2026-05-21 09:00")
    serve(case, date(2026, 5, 20), "2026-05-21 09:00")
    browser = browser_of(owner(license))
    assert browser.get(f"{address}documents/{paper.pk}.pdf").status_code == 404
    page = words(browser.get(address))
    assert "Download the paper that the license continues" not in page
    assert "No longer valid" in page


def test_each_renewal_that_keeps_the_license_in_force_has_its_paper(clock):
    license, first = denied_and_not_served()
    second = renew(license, at=at("2026-03-12 09:00"))
    older, newer = Document.objects.filter(case=license.case, kind="licenses.continuation").order_by("id")
    clock.set("2026-03-13 09:00")
    assert [row.pk for row in continuing_papers(fresh(license))] == [newer.pk, older.pk]
    assert void_papers(fresh(license).case) == set()
    withdraw(second, at=at("2026-03-13 10:00"))
    assert [row.pk for row in continuing_papers(fresh(license))] == [older.pk]
    assert void_papers(fresh(license).case) == {newer.pk}
    served(first, date(2026, 3, 13))
    assert void_papers(fresh(license).case) == {older.pk, newer.pk}
