"""The public list of facilities: who stands on it, with which words, and that it costs the same for any number."""

from dataclasses import replace
from datetime import date

import pytest

from licenses.models import License
from tests.factories import at
from tests.licenses import content, member, organization
from tests.licenses.granting import licensed, renew

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
PAGE = "/licenses/list/"


def facility(name, *, issued=ISSUED, kind="facility", **changes):
    whole = content()
    acting = member(organization(f"{name} Example, Inc.", at=ISSUED), f"{name.split()[0]} Owner Example", at=ISSUED)
    return licensed(
        at=issued, membership=acting, employer=replace(whole.employer, legal_name=f"{name} Example, Inc."),
        filing=replace(whole.filing, license_kind=kind), **changes,
    )  # fmt: skip


def words(client, query="", **more):
    answer = client.get(f"{PAGE}{query}", **more)
    assert answer.status_code == 200
    return answer.content.decode()


def test_facilities_in_force_stand_by_name_with_place_period_and_status(client, clock):
    facility("Zebra Works")
    facility("Apple Works")
    facility("Other Employer", kind="employer")
    shown = words(client)
    assert shown.index("Apple Works Example, Inc.") < shown.index("Zebra Works Example, Inc.")
    assert "Other Employer" not in shown
    for part in ("Wausau", "Marathon County", "Mar 15, 2025", "Mar 14, 2026", "In force", "Data as of March 2, 2026"):
        assert part in shown


def test_a_continued_license_is_not_hidden_after_its_end_and_says_so(client, clock):
    license = facility("Apple Works")
    renew(license, at=at("2026-03-14 12:00"))
    clock.set("2026-04-20 09:00")
    shown = words(client)
    assert "Apple Works" in shown
    assert "Continued by pending renewal" in shown
    assert "Longer, until the renewal is decided" in shown


def test_ended_ones_are_left_out_by_date_and_found_by_the_filter(client, clock):
    facility("Apple Works")
    revoked = facility("Zebra Works", issued=at("2025-08-01 09:00"))
    License.objects.filter(pk=revoked.pk).update(revoked_on=date(2026, 3, 15))
    assert "Zebra Works" in words(client)
    clock.set("2026-03-15 00:01")
    shown = words(client)
    assert "Apple Works" not in shown
    assert "Zebra Works" not in shown
    everything = words(client, "?status=all")
    assert "Expired" in everything
    assert "Revoked on Mar 15, 2026" in everything
    assert "nder notice" not in everything


def test_filters_by_name_and_county(client, clock):
    facility("Apple Works")
    facility("Zebra Works")
    License.objects.filter(licensee__startswith="Zebra").update(county="Dane")
    assert "Zebra Works" not in words(client, "?county=Marathon")
    assert "Apple Works" not in words(client, "?q=z%C3%A9bra")
    assert "No facilities match." in words(client, "?q=none")
    assert client.get(f"{PAGE}?county=Nowhere").status_code == 422


def test_the_list_costs_the_same_for_one_and_for_many(client, clock, django_assert_max_num_queries):
    first = facility("Apple Works")
    for n in range(60):
        row = License.objects.get(pk=first.pk)
        case = row.case
        case.pk, case.number = None, f"SL-2025-{900000 + n}"
        case._state.adding = True
        case.save()
        row.case, row.licensee, row.licensee_key = case, f"Copy {n:03d} Example", f"copy {n:03d} example"
        row._state.adding = True
        row.pk = case.pk
        row.save(force_insert=True)
    with django_assert_max_num_queries(7):
        shown = words(client, "?status=all")
    assert shown.count("<tr>") == 51
    assert "Showing 50 of 61" in shown
