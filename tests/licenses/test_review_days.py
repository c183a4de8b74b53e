"""Until when a review may be asked for: the page says it as the newest letter and recorded service do (DWD 272.09 (17))."""

from dataclasses import replace
from datetime import date

import pytest

from licenses.review.rights import review_of
from tests import licenses as building
from tests.complaints.staff_pages import words
from tests.factories import at, person
from tests.licenses import proceeding, review
from tests.licenses.test_application_pages import MONDAY, member
from tests.licenses.test_license_ends import denied_by_post, mail, serve
from tests.licenses.test_license_pages import browser_of, owner
from wagecase.cases.contacts import correct_contact
from wagecase.cases.models import Case
from wagecase.cases.returned import record_returned_mail
from wagecase.notices.models import Notice

pytestmark = pytest.mark.django_db
NEW = "Sample Works Example, Inc.\n1 New Road\nWausau, WI 54401"


@pytest.mark.parametrize(
    ("mailed", "served", "learned", "last"),
    [
        ("2026-06-26", None, "2026-06-29", "2026-08-28"),
        ("2026-06-26", "2026-06-26", "2026-06-29", "2026-08-28"),  # never before the day that the letter names
        ("2026-06-26", "2026-06-29", "2026-06-29", "2026-08-28"),
        ("2026-06-26", "2026-06-30", "2026-06-30", "2026-08-31"),  # August 29 is a Saturday
    ],
)
def test_the_days_count_from_three_days_after_mailing_or_later_service(mailed, served, learned, last):
    found = review_of(date.fromisoformat(mailed), served_on=date.fromisoformat(served) if served else None)
    assert (found.learned_on, found.last_day) == (date.fromisoformat(learned), date.fromisoformat(last))


def address_anew(case, when):
    correct_contact(case.parties.get(role="employer"), email="", postal=NEW, actor=person("lin").actor, at=at(when))
    return Notice.objects.filter(case=case, channel="letter").exclude(party_id=None).order_by("pk").last()


def test_the_page_of_a_denied_renewal_counts_from_the_letter_that_was_made_anew(clock):
    license, case = denied_by_post(clock)
    mail(case, "2026-05-20")
    clock.set("2026-05-21 09:00")
    serve(case, date(2026, 5, 20), "2026-05-21 09:00")
    page = words(browser_of(owner(license)).get(f"/licenses/status/{case.number}/"))
    # learned of on May 23, three days after mailing; sixty days later is Wednesday, July 22
    assert "You may ask us for a review until Wednesday, July 22, 2026." in page
    clock.set("2026-06-26 09:00")
    record_returned_mail(
        notice=case.notices.filter(kind="licenses.deny").exclude(party_id=None).get(),
        returned_on=date(2026, 6, 26), reason="Moved", actor=person("lin").actor, at=at("2026-06-26 09:00"),
    )  # fmt: skip
    letter = address_anew(case, "2026-06-26 10:00")
    assert "Friday, August 28, 2026" in letter.document.html.replace("\N{NO-BREAK SPACE}", " ")
    said = "until Friday, August 28, 2026"
    page = words(browser_of(owner(license)).get(f"/licenses/status/{case.number}/"))
    assert page.count(said) == 2
    Notice.objects.filter(pk=letter.pk).update(
        status="mailed", mailed_on=date(2026, 6, 26), mailed_method="certified mail", sent_at=at("2026-06-26 12:00")
    )
    clock.set("2026-06-29 09:00")
    serve(case, date(2026, 6, 29), "2026-06-29 09:00")
    page = words(browser_of(owner(license)).get(f"/licenses/status/{case.number}/"))
    assert page.count(said) == 2
    assert "until Monday, July 20, 2026" not in page


def test_the_page_of_a_denied_first_application_counts_from_the_letter_that_was_made_anew(clock):
    facts = replace(building.content().filing, contact_email="")
    case = review.checked(review.in_review(at(MONDAY), filing=facts), at(MONDAY))
    case = review.decide(review.recommend(case, review.denying(), at(MONDAY)), "deny", at(MONDAY))
    clock.set("2026-03-09 10:00")
    assert "Monday, May 11" in address_anew(case, "2026-03-09 10:00").document.html.replace("\N{NO-BREAK SPACE}", " ")
    page = words(member().get(f"/licenses/status/{case.number}/"))
    assert page.count("until Monday, May 11, 2026") == 2
    assert "May 4, 2026" not in page


def test_the_page_of_a_revocation_counts_from_the_letter_that_was_made_anew(clock):
    case = proceeding.signed(clock)
    clock.set("2026-07-06 10:00")
    case.notices.filter(kind="licenses.sign_order", party_id__isnull=False).update(
        channel="letter", status="mailed", mailed_on=date(2026, 6, 24), mailed_method="first-class mail"
    )
    proceeding.comes_back(case.notices.get(kind="licenses.sign_order", party_id__isnull=False), "2026-07-06 10:00")
    letter = address_anew(Case.objects.get(pk=case.pk), "2026-07-06 10:00")
    told = letter.document.html.replace("\N{NO-BREAK SPACE}", " ")
    # learned of on July 9, sixty days later is Labor Day; a court: 30 days after July 6
    assert "Tuesday, September 8, 2026" in told
    assert "August 5, 2026" in told
    page = words(browser_of(owner(case.revocation.license)).get(f"/licenses/status/{case.number}/"))
    assert "until Tuesday, September 8, 2026" in page
    assert "and a court until Wednesday, August 5, 2026" in page
