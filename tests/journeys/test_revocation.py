"""A license is revoked: notice of facts, time to comply, one answer, an order by another person, and nothing after it."""

import datetime as dt
import re

import pytest
from allauth.account.models import EmailAddress

from licenses.models import License
from tests.journeys.visitor import PASSWORD, Pdf
from tests.licenses import proceeding
from wagecase.cases.models import Case

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("staff", "specialist"),
]
NUMBER, LICENSE = "LR-2026-000001", "SL-2026-000001"
OLIVE = "olive.owner@works.example.com"
# Served on Tuesday, June 2, 2026: 20 calendar days end on Monday, June 22. The order is possible from June 23 on.
REVIEWED = "Four workers were not reviewed for eight months."
POSTER = "The poster was not shown at the branch."


def test_a_license_is_revoked_by_notice_time_to_comply_and_order(site, visitor, run_due):
    site.set("2026-03-02 10:00")
    with_password(proceeding.owner().user)
    proceeding.license_in_force()
    run_due()
    lin = visitor()
    site.set("2026-06-01 09:00")
    open_and_notify(lin)
    run_due()
    site.set("2026-06-02 09:00")
    record_service(lin)
    run_due()
    site.set("2026-06-10 19:00")
    answer(visitor(width=320))
    site.set("2026-06-23 09:00")
    judge_and_draft(lin)
    run_due()
    sign(visitor())
    run_due()
    site.set("2026-06-24 09:00")
    see_the_end(visitor(), lin)


def with_password(user):
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def open_and_notify(lin):
    """From the page of the license; the employer hears of it by the notice only."""
    lin.sign_in("lin", then=f"/licenses/{LICENSE}/revoke/")
    lin.fill({"ground": "violation", "text_new1": REVIEWED, "cite_new1": "DWD 272.09 (8) (j) 3.", "text_new2": POSTER,
              "remedy_new1": "Records of a review of each of the four"})  # fmt: skip
    lin.press("Open a revocation")
    assert NUMBER in lin.words("body")
    assert "Sends the employer" not in lin.words()
    lin.press("Send the notice of facts", "link")
    assert "E-mail with a link to the letter to Sample Works Example, Inc." in lin.words()
    lin.press("Send the notice of facts")
    assert "Under notice" in lin.words("body")


def record_service(lin):
    """The time to comply begins with service, and the page shows how its last day was counted."""
    lin.sign_in("lin", then=f"/licenses/{NUMBER}/")
    assert "It counts from recorded service of the notice" in lin.words("body")
    lin.press("Record service of the notice", "link")
    lin.fill({"served_on": "2026-06-02"})
    lin.press("Record service of the notice")
    assert "Monday, June 22, 2026" in lin.words("body")
    assert "Draft the order The employer may show or reach compliance until Monday, June 22, 2026." in refused(lin)


def refused(lin):
    """What is not possible now, and why."""
    details = lin.page.locator("details", has_text="Not possible now").first
    details.locator("summary").click()
    return " ".join(details.inner_text().split())


def answer(olive):
    """She answers one fact on her phone and leaves the other for later."""
    said = olive.follow_mail(OLIVE, re.compile(f"{NUMBER}: we need an answer by"), "Sign in and open the page")
    assert "June 22, 2026" in said
    assert REVIEWED not in said
    olive.fill({"login": OLIVE, "password": PASSWORD})
    olive.press("Sign in")
    assert "Answer our notice by Monday, June 22, 2026" in olive.words()
    olive.press("Answer the notice", "link")
    first = Case.objects.get(number=NUMBER).alleged_facts.first()
    olive.fill({f"answer_{first.pk}": "All four are reviewed now, and paid what was missing."})
    olive.press("Send answer")
    assert "We have your answer." in olive.words("body")
    assert "Answered June 10, 2026 by Olive Owner Example" in olive.words()


def judge_and_draft(lin):
    """After the last day each fact is judged; the order's words follow from the findings."""
    first, second = Case.objects.get(number=NUMBER).alleged_facts.all()
    lin.sign_in("lin", then=f"/licenses/{NUMBER}/")
    lin.press("Record what was found", "link")
    assert "All four are reviewed now" in lin.words()
    lin.fill({f"finding_{first.pk}": "cured", f"reason_{first.pk}": "The four reviews are on file.",
              f"finding_{second.pk}": "stands", f"reason_{second.pk}": "No photo came in."})  # fmt: skip
    lin.press("Record what was found")
    lin.press("Draft the order", "link")
    assert "On fact 1 compliance was shown or reached. Fact 2 stands." in lin.page.input_value("[name=reasons]")
    lin.press("Draft the order")
    assert "Order drafted" in lin.words("body")


def sign(sue):
    """Another person reads the very draft, and the license ends with the signature."""
    sue.sign_in("sue", then=f"/licenses/{NUMBER}/")
    sue.press("Sign the order", "link")
    assert "Facts that the employer did not answer: 1." in sue.words()
    sue.press("Sign the order")
    assert "Order signed" in sue.words("body")
    assert License.objects.get().revoked_on == dt.date(2026, 6, 23)


def see_the_end(olive, lin):
    """The employer reads the order and its rights; service is recorded."""
    olive.open(f"/licenses/status/{NUMBER}/")
    olive.fill({"login": OLIVE, "password": PASSWORD})
    olive.press("Sign in")
    assert "Your license is revoked since Tuesday, June 23, 2026" in olive.words()
    letter = Pdf(olive.fetch(olive.href(re.compile("Letter with the order"))))
    order = Pdf(olive.fetch(olive.href(re.compile("^Order"))))
    for part in ("No photo came in.", "Signed electronically on June 23, 2026", "Page 1 of"):
        assert part in order.words, part
    assert "Draft, not signed" not in order.words
    for part in ("within 60 days after you learn of it", "Tuesday, August 25, 2026", "Rehearing by the department"):
        assert part in letter.words, part
    lin.sign_in("lin", then=f"/licenses/{NUMBER}/")
    lin.press("Record service", "link")
    lin.press("Record service")
    assert "Order served" in lin.words("body")
