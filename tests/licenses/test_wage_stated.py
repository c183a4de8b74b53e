"""A license states a wage (104.07 (1)): the method, and each job's rate on the day of issue, frozen and hashed."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from licenses import certificates
from licenses.models import Term
from tests.complaints.staff_pages import words
from tests.factories import at
from tests.licenses import ASSEMBLY, content
from tests.licenses.granting import licensed, renew
from tests.licenses.test_issue import MANY, text_of
from wagecase.documents.services import render_due

pytestmark = pytest.mark.django_db
JULY_1 = at("2026-07-01 10:00")
METHOD = (
    "Each worker is paid the prevailing wage for the work times the worker’s productivity, and never less than the "
    "commensurate wage (DWD 272.09 (8) (d))."
)
RATES = "Prevailing rate on July 1, 2026, the day of issue: $15.50 an hour (Assembly); $0.1824 a piece (Packing)."


def jobs(count):
    """Return hourly jobs that pay $10.01, $10.02 and so on an hour."""
    return tuple(
        replace(
            ASSEMBLY, key=f"j{n}", name=f"Job number {n}", similar_own="yes", method="own", sources=(),
            own_wage=Decimal("10.00") + Decimal(n) / 100,
        )
        for n in range(1, count + 1)
    )  # fmt: skip


def plain(html):
    return " ".join(html.split())


def test_the_certificate_states_the_method_and_the_rate_of_each_job_on_the_day_of_issue():
    html = plain(licensed(at=JULY_1).terms.get().certificate.html)
    assert METHOD in html
    assert RATES in html


def test_the_paper_that_a_license_continues_states_the_rates_of_the_day_of_issue_too():
    license = licensed(at=JULY_1)
    renew(license, at=at("2027-05-03 10:00"))
    html = plain(license.terms.get().continuation.html)
    assert METHOD in html
    assert RATES in html


def test_the_wage_is_frozen_with_the_term_and_part_of_the_hash():
    term = licensed(at=JULY_1).terms.get()
    assert term.facts["wage"]["rates"] == [
        {"job": "Assembly", "basis": "hourly", "rate": "15.50"},
        {"job": "Packing", "basis": "piece", "rate": "0.1824"},
    ]
    printed = term.certificate.html
    assert certificates.mark_of(term) in printed
    other = Term.objects.get(pk=term.pk)
    other.facts["wage"]["rates"][0]["rate"] = "9.00"
    assert certificates.mark_of(other) not in printed


def test_a_job_without_a_rate_is_named_with_the_rule_that_gives_it():
    nameless = replace(ASSEMBLY, name="Sorting", method="own", similar_own="yes", own_wage=None, sources=())
    html = plain(licensed(at=JULY_1, jobs=(ASSEMBLY, nameless)).terms.get().certificate.html)
    assert "the prevailing wage found as DWD 272.09 (6) asks (Sorting)" in html


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Wage", METHOD, "Prevailing rate on July 1, 2026, the day of issue:", "$15.50 an hour (Assembly)", "$0.1824 a piece (Packing)")),
        ("es", ("Salario", "$15.50 por hora (Assembly)", "$0.1824 por pieza (Packing)", "el día de la expedición")),
    ],
)  # fmt: skip
def test_the_check_page_states_the_wage(client, clock, language, said):
    license = licensed(at=JULY_1)
    form = {"number": license.case.number, "code": license.check_code, "on_0": 7, "on_1": 2, "on_2": 2026}
    shown = words(client.post("/licenses/check/", form, headers={"accept-language": language}))
    for one in said:
        assert one in shown, one


@pytest.mark.parametrize(
    ("count", "last"),
    [
        (1, "$10.01 an hour (Job number 1)."),
        (12, "$10.12 an hour (Job number 12)."),
        (150, "more, all of them named by the check page."),
    ],
)
def test_a_certificate_with_any_number_of_jobs_is_one_page(count, last, media):
    document = licensed(at=JULY_1, sites=MANY, jobs=jobs(count)).terms.get().certificate
    render_due(now=JULY_1, only=document.pk)
    document.refresh_from_db()
    pages, text, _box = text_of(document)
    flat = "".join(text.split())
    assert pages == 1
    for said in (METHOD, "$10.01 an hour (Job number 1)", last, "Keep the records", "Valid only if"):
        assert "".join(said.split()) in flat, said


def test_the_rate_is_that_of_the_day_of_issue_and_not_of_the_filing():
    """A wage found below the minimum counts as the minimum of the day."""
    low = replace(ASSEMBLY, method="own", similar_own="yes", own_wage=Decimal("6.00"), sources=())
    license = licensed(
        at=JULY_1,
        filed=at("2026-03-02 10:00"),
        jobs=(low,),
        filing=replace(content().filing, start_on=date(2026, 9, 1)),
    )
    assert license.terms.get().facts["wage"] == {
        "method": METHOD, "on": "2026-07-01", "rates": [{"job": "Assembly", "basis": "hourly", "rate": "7.25"}],
    }  # fmt: skip
