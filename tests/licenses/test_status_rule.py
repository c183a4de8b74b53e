"""What a license is on a day: a table of literal days for each edge of the law's continuation rule."""

from datetime import date

import pytest

from wagecase.rules.license_dates import term_ends
from wagecase.rules.license_status import Filing, LicenseOrder, LicenseTerm, license_status


def d(text):
    return date.fromisoformat(text)


def filing(filed, decided=None, outcome="", **more):
    return Filing(d(filed), d(decided) if decided else None, outcome, **more)


def revoked(on):
    return LicenseOrder("revoked", d(on))


def given_up(on):
    return LicenseOrder("surrendered", d(on))


ONE = (("2025-03-15", "2026-03-14"),)
TIMELY = filing("2026-03-14")  # received on the last day, 11:59 p.m. included
LATE = filing("2026-03-15")  # received at 12:01 a.m. of the next day
WITHDRAWN = filing("2026-03-10", "2026-04-02", "withdrawn")
DENIED = filing("2026-03-01", "2026-05-20", "denied")
DENIED_EARLY = filing("2026-01-05", "2026-02-10", "denied")
GRANTED = filing("2026-03-01", "2026-05-20", "granted")
AFTER_GRANT = (*ONE, ("2026-05-20", "2027-05-19"))
EARLY = (*ONE, ("2026-03-15", "2027-03-14"))
EARLY_GRANT = filing("2026-01-20", "2026-03-01", "granted")
LATE_GRANT = filing("2026-03-20", "2026-05-20", "granted")
UNSERVED = filing("2026-01-15")  # denied on February 10, the denial never served
SERVED_LATE = filing("2026-01-15", "2027-06-01", "denied")
SECOND_GRANT = filing("2026-02-20", "2026-03-02", "granted")
INCOMPLETE = {"completed_on": d("2026-03-25")}

ROWS = [
    # (what, terms, filings, orders, day, status)
    ("before the first day", ONE, [], [], "2025-03-14", "not-yet"),
    ("the first day", ONE, [], [], "2025-03-15", "in-force"),
    ("the last day (D12)", ONE, [], [], "2026-03-14", "in-force"),
    ("the day after the last day", ONE, [], [], "2026-03-15", "expired"),
    ("a renewal on the last day is in time", ONE, [TIMELY], [], "2026-03-15", "continued"),
    ("and holds as long as it is undecided", ONE, [TIMELY], [], "2028-01-01", "continued"),
    ("within the term it is simply in force", ONE, [TIMELY], [], "2026-03-14", "in-force"),
    ("a renewal on the next day is late", ONE, [LATE], [], "2026-03-15", "expired"),
    ("and stays without effect while undecided", ONE, [LATE], [], "2026-06-01", "expired"),
    ("a withdrawal after the end counts that day still", ONE, [WITHDRAWN], [], "2026-04-02", "continued"),
    ("and ends it with that day", ONE, [WITHDRAWN], [], "2026-04-03", "expired"),
    ("before a denial it goes on", ONE, [DENIED], [], "2026-05-19", "continued"),
    ("through the day of the denial, whatever a notice said", ONE, [DENIED], [], "2026-05-20", "continued"),
    ("and no longer", ONE, [DENIED], [], "2026-05-21", "expired"),
    ("a denial within the term leaves the term", ONE, [DENIED_EARLY], [], "2026-03-14", "in-force"),
    ("but nothing after it", ONE, [DENIED_EARLY], [], "2026-03-15", "expired"),
    ("a second renewal after a denial, in time", ONE, [DENIED_EARLY, TIMELY], [], "2026-03-15", "continued"),
    ("until a grant after the end", AFTER_GRANT, [GRANTED], [], "2026-05-19", "continued"),
    ("whose term begins with its own day: no gap, no overlap", AFTER_GRANT, [GRANTED], [], "2026-05-20", "in-force"),
    ("and ends as it says", AFTER_GRANT, [GRANTED], [], "2027-05-19", "in-force"),
    ("and is not continued by the old renewal", AFTER_GRANT, [GRANTED], [], "2027-05-20", "expired"),
    ("a denial that was never served ends with the term after a grant", EARLY, [UNSERVED, SECOND_GRANT], [], "2027-03-15", "expired"),
    ("and reaches no day years later", EARLY, [UNSERVED, SECOND_GRANT], [], "2035-01-01", "expired"),
    ("nor when it is served after all, long after that term", EARLY, [SERVED_LATE, SECOND_GRANT], [], "2027-03-15", "expired"),
    ("in the new term the license is in force by the term", EARLY, [UNSERVED, SECOND_GRANT], [], "2027-03-14", "in-force"),
    ("between both terms it goes on by the denial not served", AFTER_GRANT, [UNSERVED, LATE_GRANT], [], "2026-05-19", "continued"),
    ("and after the second term no longer", AFTER_GRANT, [UNSERVED, LATE_GRANT], [], "2027-05-20", "expired"),
    ("a renewal on the first day of a term is about it", ONE, [filing("2025-03-15")], [], "2026-03-15", "continued"),
    ("an early grant leaves the old term (D15)", EARLY, [EARLY_GRANT], [], "2026-03-14", "in-force"),
    ("and goes on without a gap", EARLY, [EARLY_GRANT], [], "2026-03-15", "in-force"),
    ("through the new last day", EARLY, [EARLY_GRANT], [], "2027-03-14", "in-force"),
    ("then it expires", EARLY, [EARLY_GRANT], [], "2027-03-15", "expired"),
    ("a late renewal that is granted heals no gap", AFTER_GRANT, [LATE_GRANT], [], "2026-05-19", "expired"),
    ("and holds from its grant", AFTER_GRANT, [LATE_GRANT], [], "2026-05-20", "in-force"),
    ("incomplete, completed after the end, no call yet: it goes on", ONE, [filing("2026-03-10", **INCOMPLETE)], [], "2026-03-15", "continued"),
    ("and after it was completed", ONE, [filing("2026-03-10", **INCOMPLETE)], [], "2026-03-26", "continued"),
    ("until a denial", ONE, [filing("2026-03-10", "2026-05-20", "denied", **INCOMPLETE)], [], "2026-05-20", "continued"),
    ("and no longer then", ONE, [filing("2026-03-10", "2026-05-20", "denied", **INCOMPLETE)], [], "2026-05-21", "expired"),
    ("found proper", ONE, [filing("2026-03-10", proper=True, **INCOMPLETE)], [], "2026-03-26", "continued"),
    ("found proper it never lapsed", ONE, [filing("2026-03-10", proper=True, **INCOMPLETE)], [], "2026-03-15", "continued"),
    ("found not proper", ONE, [filing("2026-03-10", proper=False, **INCOMPLETE)], [], "2026-03-26", "expired"),
    ("found not proper it ended with its term", ONE, [filing("2026-03-10", proper=False)], [], "2026-03-15", "expired"),
    ("whose last day it keeps", ONE, [filing("2026-03-10", proper=False)], [], "2026-03-14", "in-force"),
    ("a grant heals no gap of one not proper", AFTER_GRANT, [filing("2026-03-01", "2026-05-20", "granted", proper=False)], [], "2026-05-19", "expired"),
    ("completed within the term needs no call", ONE, [filing("2026-03-01", completed_on=d("2026-03-14"))], [], "2026-03-15", "continued"),
    ("a call cannot make a late filing timely", ONE, [filing("2026-03-15", proper=True)], [], "2026-03-15", "expired"),
    ("the day before a revocation", ONE, [], [revoked("2025-09-01")], "2025-08-31", "in-force"),
    ("the day of a revocation", ONE, [], [revoked("2025-09-01")], "2025-09-01", "revoked"),
    ("revoked wins over expired (D31)", ONE, [], [revoked("2025-09-01")], "2026-03-15", "revoked"),
    ("revoked wins over a renewed term (D31)", EARLY, [EARLY_GRANT], [revoked("2026-02-01")], "2026-06-01", "revoked"),
    ("revoked wins over a pending renewal", ONE, [TIMELY], [revoked("2026-04-01")], "2026-04-01", "revoked"),
    ("the day before it the renewal still held", ONE, [TIMELY], [revoked("2026-04-01")], "2026-03-31", "continued"),
    ("revoked wins over given up", ONE, [], [given_up("2025-08-01"), revoked("2025-09-01")], "2025-10-01", "revoked"),
    ("the day of giving up is in force", ONE, [], [given_up("2025-08-01")], "2025-08-01", "in-force"),
    ("the next one is not", ONE, [], [given_up("2025-08-01")], "2025-08-02", "surrendered"),
    ("given up wins over expired", ONE, [], [given_up("2025-08-01")], "2026-03-15", "surrendered"),
    ("given up before it began", ONE, [], [given_up("2025-03-01")], "2025-03-01", "not-yet"),
    ("and then it never begins", ONE, [], [given_up("2025-03-01")], "2025-03-15", "surrendered"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "terms", "filings", "orders", "day", "status"), ROWS, ids=[row[0] for row in ROWS])
def test_the_status_of_a_license_on_a_day(what, terms, filings, orders, day, status):
    terms = [LicenseTerm(d(first), d(last)) for first, last in terms]
    found = license_status(terms=terms, filings=filings, orders=orders, day=d(day))
    assert found.value == status
    for language in ("en", "es"):
        assert all(found.sentences(language)), "every status tells why"


def test_the_reasons_of_a_continued_license_name_the_last_day_and_the_renewal():
    found = license_status(
        terms=[LicenseTerm(d("2025-03-15"), d("2026-03-14"))], filings=[TIMELY], orders=[], day=d("2026-04-01")
    )
    assert [step.key for step in found.steps] == [
        "licenses.status_after_end", "licenses.renewal_timely", "licenses.old_in_force",
    ]  # fmt: skip
    assert found.sentences()[0] == "The last term before Wednesday, April 1, 2026 ended on Saturday, March 14, 2026."
    assert "DWD 272.09 (9) (b)" in found.citations


def test_a_renewal_of_an_earlier_term_is_no_reason_after_a_later_one():
    found = license_status(
        terms=[LicenseTerm(d(first), d(last)) for first, last in EARLY],
        filings=[EARLY_GRANT],
        orders=[],
        day=d("2027-04-01"),
    )
    assert [step.key for step in found.steps] == [
        "licenses.status_after_end", "licenses.renewal_unfiled", "licenses.old_ended",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("starts", "ends", "days"),
    [
        ("2026-07-01", "2027-06-30", 365),  # H6
        ("2025-03-15", "2026-03-14", 365),
        ("2027-03-01", "2028-02-29", 366),
        ("2028-02-29", "2029-02-27", 365),
        ("2026-01-01", "2026-12-31", 365),
    ],
)  # fmt: skip
def test_a_term_of_one_year_ends_the_day_before_the_anniversary(starts, ends, days):
    found = term_ends(d(starts))
    assert found.value == d(ends)
    assert (found.value - d(starts)).days + 1 == days
