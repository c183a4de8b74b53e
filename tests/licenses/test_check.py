"""The check page: what it says of each status, that a wrong pair reveals nothing, and that guessing is slow."""

import re
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from licenses import certificates, issuing
from licenses.models import License
from licenses.views.public import check
from tests.complaints.staff_pages import words
from tests.factories import at, person
from tests.licenses.granting import grant, licensed, renew

pytestmark = pytest.mark.django_db
ISSUED = at("2025-03-15 09:00")  # through March 14, 2026
PAGE = "/licenses/check/"
WRONG = "No license fits this number and code. Check both and try again, or call us."
MANY = "There were too many tries. Wait ten minutes, or call us."


def mark_printed_on(document):
    """Return the hash as the frozen paper prints it."""
    found = re.findall(r"what this page certifies: ([0-9a-f]{64})", document.html)
    assert len(found) == 1
    return found[0]


def ask(client, license, day, **changes):
    month, on, year = day.month, day.day, day.year
    form = {"number": license.case.number, "code": license.check_code, "on_0": month, "on_1": on, "on_2": year}
    return client.post(PAGE, form | changes)


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        (date(2025, 3, 14), "is not in force on March 14, 2025 yet. It begins on March 15, 2025."),
        (date(2025, 3, 15), "is in force on March 15, 2025."),
        (date(2026, 3, 14), "is in force on March 14, 2026."),
        (date(2026, 3, 15), "is not in force on March 15, 2026. It expired; its last day was March 14, 2026."),
    ],
)
def test_the_answer_is_for_the_day_that_was_chosen(client, clock, day, sentence):
    license = licensed(at=ISSUED)
    answer = ask(client, license, day)
    assert answer.status_code == 200
    assert f"License {license.case.number} {sentence}" in words(answer)
    assert "Sample Works Example, Inc." in words(answer)


def test_a_pending_renewal_is_said_and_never_the_bare_old_day(client, clock):
    license = licensed(at=ISSUED)
    renew(license, at=at("2026-03-14 23:59"))
    shown = words(ask(client, license, date(2026, 5, 1)))
    assert "is in force on May 1, 2026: continued by pending renewal." in shown
    assert "Continued by pending renewal" in shown
    term = license.terms.get()
    printed = [mark_printed_on(term.certificate), mark_printed_on(term.continuation)]
    assert printed[0] != printed[1]
    assert all(mark in shown for mark in printed)


def test_a_revoked_and_a_given_up_license_say_so_and_no_notice_of_facts_is_shown(client, clock):
    license = licensed(at=ISSUED)
    issuing.revoke(license, on=date(2026, 3, 2), actor=person("sue").actor, at=at("2026-03-02 09:00"), order_id=1)
    shown = words(ask(client, license, date(2026, 3, 2)))
    assert "is not in force on March 2, 2026. It was revoked on March 2, 2026." in shown
    assert "is in force on March 1, 2026." in words(ask(client, license, date(2026, 3, 1)))
    assert "nder notice" not in shown
    License.objects.filter(pk=license.pk).update(revoked_on=None, surrendered_on=date(2026, 2, 1))
    assert "It was given up; its last day was February 1, 2026." in words(ask(client, license, date(2026, 2, 2)))


def test_after_a_late_decision_the_last_day_is_that_of_the_continuation(client, clock):
    from tests.licenses.granting import deny

    license = licensed(at=ISSUED)
    deny(renew(license, at=at("2026-03-01 09:00")), at=at("2026-05-20 09:00"))
    assert "It expired; its last day was May 20, 2026." in words(ask(client, license, date(2026, 6, 1)))


def test_a_day_to_come_is_marked_as_what_is_known_today(client, clock):
    license = licensed(at=at("2026-03-02 08:00"))
    assert "This day is still to come" in words(ask(client, license, date(2026, 3, 3)))
    assert "This day is still to come" not in words(ask(client, license, date(2026, 3, 2)))


def test_the_square_code_fills_the_form_and_asks_nothing_by_itself(client, clock):
    license = licensed(at=ISSUED)
    address = certificates.check_address(license)
    given = parse_qs(urlsplit(address).query)
    assert given == {"number": [license.case.number], "code": [license.check_code]}
    answer = client.get(f"{urlsplit(address).path}?{urlsplit(address).query}")
    assert f'value="{license.check_code}"' in answer.content.decode()
    assert f"License {license.case.number}" not in words(answer)
    assert answer.headers["Cache-Control"].startswith("max-age=0") or "no-store" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    "changes",
    [
        {"code": "AAAAAAAAAA"}, {"code": "…"}, {"code": "Ω" * 20}, {"number": "SL-2026-999999"}, {"number": "LW-2026-000001"},
        {"number": "1"}, {"number": "SL‑2025‑٠٠٠٠٠١"},
    ],
)  # fmt: skip
def test_every_wrong_pair_gets_the_same_answer(client, clock, changes):
    license = licensed(at=ISSUED)
    answer = ask(client, license, date(2026, 3, 2), **changes)
    assert answer.status_code == 422
    assert WRONG in words(answer)
    assert "Sample Works" not in words(answer)


def test_a_code_may_be_typed_with_its_dash_in_small_letters(client, clock):
    license = licensed(at=ISSUED)
    code = certificates.grouped(license.check_code).lower()
    assert ask(client, license, date(2026, 3, 2), code=f" {code} ", number="sl 2025 000001").status_code == 200


def test_too_many_wrong_pairs_are_refused_from_one_place_and_for_one_number(client, clock):
    license = licensed(at=ISSUED)
    for _n in range(check.FOR_ONE_PLACE):
        assert WRONG in words(ask(client, license, date(2026, 3, 2), code="AAAAAAAAAA"))
    assert MANY in words(ask(client, license, date(2026, 3, 2)))
    for n in range(check.FOR_ONE_NUMBER - check.FOR_ONE_PLACE):
        client.post(PAGE, {}, REMOTE_ADDR=f"192.0.2.{n}")
        form = {"number": license.case.number, "code": "AAAAAAAAAA", "on_0": 3, "on_1": 2, "on_2": 2026}
        client.post(PAGE, form, REMOTE_ADDR=f"192.0.2.{n}")
    form["code"] = license.check_code
    assert MANY in words(client.post(PAGE, form, REMOTE_ADDR="192.0.2.200"))


def test_right_pairs_are_not_counted(client, clock):
    license = licensed(at=ISSUED)
    for _n in range(check.FOR_ONE_NUMBER + 2):
        assert ask(client, license, date(2026, 3, 2)).status_code == 200


@pytest.mark.parametrize(
    "odd",
    [
        {"on_0": "13"}, {"on_2": "99999"}, {"on_1": "-1"}, {"on_0": ""}, {"number": ""}, {"code": ""},
        {"number": "\0"}, {"code": "x" * 5000},
    ],
)  # fmt: skip
def test_odd_input_is_told_at_its_field_and_stays(client, clock, odd):
    license = licensed(at=ISSUED)
    answer = ask(client, license, date(2026, 3, 2), **odd)
    assert answer.status_code == 422
    assert "There is a problem" in words(answer)
    assert "This field is required" not in words(answer)


def test_the_page_speaks_spanish(client, clock):
    license = licensed(at=ISSUED)
    answer = client.post(
        PAGE,
        {"number": license.case.number, "code": license.check_code, "on_0": 3, "on_1": 2, "on_2": 2026},
        headers={"accept-language": "es"},
    )
    assert f"La licencia {license.case.number} está vigente el 2 de marzo de 2026." in words(answer)


def test_a_renewed_license_names_the_term_of_the_day(client, clock):
    license = licensed(at=ISSUED)
    grant(renew(license, at=at("2026-01-20 09:00")), at=at("2026-02-01 09:00"))
    assert "March 15, 2025 to March 14, 2026" in words(ask(client, license, date(2026, 3, 14)))
    assert "March 15, 2026 to March 14, 2027" in words(ask(client, license, date(2026, 3, 15)))
