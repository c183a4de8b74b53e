"""The status of stored licenses: computed by date from rows alone, one by one and for lists, on the days of the law."""

from datetime import date, timedelta
from random import Random

import pytest
import time_machine

from licenses import issuing, selectors
from licenses.models import Application, License, Term
from licenses.status import load, status_of, term_on
from tests.factories import at, person
from tests.licenses import member, organization
from tests.licenses.granting import deny, grant, licensed, renew, withdraw

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
LAST, NEXT = date(2026, 3, 14), date(2026, 3, 15)


def status(license, day):
    return status_of(License.objects.get(pk=license.pk), day).value


def another(name, *, at):
    return member(organization(f"{name} Example, Inc.", at=at), f"{name} Owner Example", at=at)


def test_a_license_lives_through_its_last_local_day():
    license = licensed(at=ISSUED)
    assert [status(license, day) for day in (date(2025, 3, 14), date(2025, 3, 15), LAST, NEXT)] == [
        "not-yet", "in-force", "in-force", "expired",
    ]  # fmt: skip


@pytest.mark.parametrize(("moment", "after"), [("2026-03-14 23:59", "continued"), ("2026-03-15 00:01", "expired")])
def test_a_renewal_is_in_time_until_the_end_of_the_last_local_day(moment, after):
    license = licensed(at=ISSUED)
    renew(license, at=at(moment))
    assert status(license, NEXT) == after
    assert status(license, date(2026, 8, 1)) == after


def test_a_denial_and_a_withdrawal_stop_the_continuation_with_their_day():
    denied, withdrawn = licensed(at=ISSUED), licensed(at=ISSUED, membership=another("Wanda", at=ISSUED))
    first, second = renew(denied, at=at("2026-03-01 09:00")), renew(withdrawn, at=at("2026-03-01 09:00"))
    deny(first, at=at("2026-05-20 16:00"))
    withdraw(second, at=at("2026-04-02 16:00"))
    assert [status(denied, date(2026, 5, day)) for day in (19, 20, 21)] == ["continued", "continued", "expired"]
    assert [status(withdrawn, date(2026, 4, day)) for day in (1, 2, 3)] == ["continued", "continued", "expired"]


def test_a_grant_after_the_end_leaves_no_gap_and_no_overlap():
    license = licensed(at=ISSUED)
    term = grant(renew(license, at=at("2026-03-01 09:00")), at=at("2026-05-20 16:00"))
    assert (term.starts_on, term.ends_on) == (date(2026, 5, 20), date(2027, 5, 19))
    assert [status(license, date(2026, 5, day)) for day in (19, 20)] == ["continued", "in-force"]
    assert status(license, date(2027, 5, 20)) == "expired"
    fresh = License.objects.get(pk=license.pk)
    assert term_on(fresh, date(2026, 5, 19)).number == 1
    assert term_on(fresh, date(2026, 5, 20)).number == 2


def test_revoked_wins_over_a_renewed_term_over_a_pending_renewal_and_over_expiry():
    renewed = licensed(at=ISSUED)
    grant(renew(renewed, at=at("2026-01-20 09:00")), at=at("2026-02-01 09:00"))
    pending = licensed(at=ISSUED, membership=another("Wanda", at=ISSUED))
    renew(pending, at=at("2026-03-01 09:00"))
    for license in (renewed, pending):
        issuing.revoke(license, on=date(2026, 3, 2), actor=person("sue").actor, at=at("2026-03-02 15:00"), order_id=1)
        days = [date(2026, 3, 1), date(2026, 3, 2), NEXT, date(2030, 1, 1)]
        assert [status(license, day) for day in days] == ["in-force", "revoked", "revoked", "revoked"]


def test_an_incomplete_renewal_continues_unless_it_was_found_not_proper():
    license = licensed(at=ISSUED)
    case = renew(license, at=at("2026-03-10 09:00"))
    rows = Application.objects.filter(pk=case.pk)
    rows.update(completed_on=date(2026, 3, 25))
    assert status(license, date(2026, 3, 26)) == "continued"
    rows.update(proper=True)
    assert status(license, date(2026, 3, 26)) == "continued"
    rows.update(proper=False)
    assert status(license, date(2026, 3, 26)) == "expired"


def test_the_status_needs_no_sweep_and_no_stored_state():
    """Nothing runs for a month around the end, and still each day is right."""
    license = licensed(at=ISSUED)
    for day in range(-15, 16):
        on = LAST + timedelta(days=day)
        with time_machine.travel(at(f"{on.isoformat()} 12:00"), tick=False):
            assert status(license, on) == ("in-force" if day <= 0 else "expired")
            listed = list(selectors.holding(License.objects.all(), on=on))
            assert bool(listed) == (day <= 0)
    license.case.refresh_from_db()
    assert license.case.state == "kept"


def every_kind():
    """Return licenses in every status on June 1, 2026, of organizations of their own."""
    made = {}
    uncertain = {"Improper": (None, False), "Uncalled": (date(2026, 3, 25), None), "Proper": (date(2026, 3, 25), True),
                 "Denied-improper": (date(2026, 3, 25), False), "Granted-improper": (date(2026, 3, 25), False)}  # fmt: skip
    for name in (
        "Plain", "Ended", "Pending", "Late", "Denied", "Unserved", "Served", "Withdrawn", "Granted", "Revoked", "Given",
        "Coming", "Outlived", *uncertain,
    ):  # fmt: skip
        made[name] = licensed(
            at=at("2025-08-01 09:00") if name in ("Plain", "Revoked", "Given") else ISSUED,
            membership=another(name, at=ISSUED),
        )
    for name in ("Pending", "Denied", "Unserved", "Served", "Withdrawn", "Granted", *uncertain):
        made[f"case-{name}"] = renew(made[name], at=at("2026-03-14 23:59"))
    renew(made["Late"], at=at("2026-03-15 00:01"))
    deny(made["case-Denied"], at=at("2026-05-01 09:00"))
    deny(made["case-Served"], at=at("2026-03-10 09:00"), served=at("2026-05-01 09:00"))
    Application.objects.filter(pk=made["case-Unserved"].pk).update(decided_on=date(2026, 5, 1))
    first = renew(made["Outlived"], at=at("2025-04-15 09:00"))  # its denial is never served
    Application.objects.filter(pk=first.pk).update(decided_on=date(2025, 5, 10))
    short = (date(2026, 3, 15), date(2026, 4, 15))
    grant(renew(made["Outlived"], at=at("2025-05-20 09:00")), at=at("2025-06-02 09:00"), term=short)
    deny(made["case-Denied-improper"], at=at("2026-05-01 09:00"))
    grant(made["case-Granted-improper"], at=at("2026-05-20 09:00"))
    for name, (completed_on, proper) in uncertain.items():
        Application.objects.filter(pk=made[f"case-{name}"].pk).update(completed_on=completed_on, proper=proper)
    withdraw(made["case-Withdrawn"], at=at("2026-06-01 09:00"))
    grant(made["case-Granted"], at=at("2026-05-20 09:00"))
    License.objects.filter(pk=made["Revoked"].pk).update(revoked_on=date(2026, 6, 1))
    License.objects.filter(pk=made["Given"].pk).update(surrendered_on=date(2026, 6, 1))
    return {name: license for name, license in made.items() if isinstance(license, License)}


ON_JUNE_2 = {
    "Plain": "in-force", "Ended": "expired", "Pending": "continued", "Late": "expired", "Denied": "expired",
    "Unserved": "continued", "Served": "expired", "Withdrawn": "expired", "Granted": "in-force", "Revoked": "revoked",
    "Given": "surrendered", "Coming": "expired", "Improper": "expired", "Uncalled": "continued", "Proper": "continued",
    "Denied-improper": "expired", "Granted-improper": "in-force", "Outlived": "expired",
}  # fmt: skip


LISTED = {
    date(2026, 4, 30): {"Plain", "Pending", "Denied", "Unserved", "Served", "Withdrawn", "Granted", "Uncalled", "Proper",
                        "Revoked", "Given"},
    date(2026, 5, 2): {"Plain", "Pending", "Unserved", "Withdrawn", "Granted", "Uncalled", "Proper", "Revoked", "Given"},
    date(2026, 6, 2): {"Plain", "Pending", "Unserved", "Granted", "Uncalled", "Proper", "Granted-improper"},
}  # fmt: skip


def test_each_kind_of_renewal_leaves_the_license_and_the_list_as_the_law_says():
    made = every_kind()
    assert {name: status(one, date(2026, 6, 2)) for name, one in made.items()} == ON_JUNE_2
    assert {name for name, one in made.items() if status(one, date(2026, 4, 30)) == "continued"} == {
        "Pending", "Denied", "Unserved", "Served", "Withdrawn", "Granted", "Uncalled", "Proper",
    }  # fmt: skip
    names = {one.pk: name for name, one in made.items()}
    found = {day: {names[one.pk] for one in selectors.holding(License.objects.all(), on=day)} for day in LISTED}
    assert found == LISTED


def test_one_question_finds_the_licenses_in_force_that_the_rule_finds_one_by_one(django_assert_num_queries):
    every_kind()
    first = date(2025, 3, 10)
    days = [first + timedelta(days=7 * week) for week in range(120)]
    days += [date(2026, 3, 14), date(2026, 3, 15), date(2026, 5, 1), date(2026, 5, 2), date(2026, 5, 31)]
    days += [date(2026, 6, day) for day in (1, 2, 3)]
    licenses = load(License.objects.all())
    for day in days:
        ruled = {one.pk for one in licenses if status_of(one, day).value in ("in-force", "continued")}
        assert {one.pk for one in selectors.holding(License.objects.all(), on=day)} == ruled, day
    with django_assert_num_queries(3):
        assert len({status_of(one, date(2026, 6, 2)).value for one in load(License.objects.all())}) == 5


def history(draw, license, rows):
    """Write one of many possible histories of a license: two terms, or one, and three renewals, one of them undecided at most."""
    first = date(2025, 3, 15)
    Term.objects.filter(license=license, number=1).update(starts_on=first, ends_on=LAST)
    starts = draw.choice([date(2026, 3, 15), date(2026, 5, 20)])
    second = Term.objects.filter(number=2)
    second.update(license=license if draw.random() < 0.6 else rows["other"], starts_on=starts, ends_on=date(2026, 7, 1))
    License.objects.filter(pk=license.pk).update(
        revoked_on=draw.choice([None] * 9 + [date(2026, 6, 1)]),
        surrendered_on=draw.choice([None] * 9 + [date(2026, 6, 2)]),
    )
    undecided = draw.randrange(6)
    Application.objects.filter(renews=license).update(
        decided_on=LAST
    )  # the one that was undecided in the history before
    for place, case in enumerate(rows["renewals"]):
        filed = date(2025, 3, 10) + timedelta(days=draw.randrange(500))
        ended = filed + timedelta(days=draw.choice([0, 1, 30, 90, 400]))
        how = draw.choice(["granted", "denied", "unserved", "withdrawn"])
        Application.objects.filter(pk=case.pk).update(
            filed_at=at(f"{filed} 23:30"), proper=draw.choice([None, None, True, False]),
            decided_on=None if how == "withdrawn" else filed, served_on=ended if how == "denied" else None,
            withdrawn_on=ended if how == "withdrawn" else None, license=license if how == "granted" else None,
        )  # fmt: skip
        if place == undecided:
            Application.objects.filter(pk=case.pk).update(
                decided_on=None, served_on=None, withdrawn_on=None, license=None
            )


@pytest.mark.parametrize("seed", range(8))
def test_the_question_and_the_rule_agree_on_whatever_history_and_day(seed):
    draw, owner = Random(seed), another("Whatever", at=ISSUED)
    license, other = licensed(at=ISSUED, membership=owner), licensed(at=ISSUED, membership=owner)
    rows = {"other": other, "renewals": []}
    for day in ("2026-01-05", "2026-01-15", "2026-01-25"):
        case = renew(license, at=at(f"{day} 09:00"))
        rows["renewals"].append(case)
        if day == "2026-01-25":
            grant(case, at=at(f"{day} 10:00"))
        else:
            deny(case, at=at(f"{day} 10:00"))
    found = set()
    for _number in range(25):
        history(draw, license, rows)
        for day in {date(2025, 3, 12) + timedelta(days=draw.randrange(900)) for _day in range(12)}:
            (one,) = load(License.objects.filter(pk=license.pk))
            status = status_of(one, day).value
            found.add(status)
            listed = selectors.holding(License.objects.filter(pk=license.pk), on=day).exists()
            assert listed == (status in ("in-force", "continued")), (day, status)
    assert {"in-force", "continued", "expired"} <= found
