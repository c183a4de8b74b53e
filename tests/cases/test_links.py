"""Private links: who has the code of a party opens that party's page, and nobody else does."""

import re

import pytest

from tests.factories import case_in, file_online
from wagecase.cases.links import access_code, draft_token_hash, link, new_draft_token, normalize_code, party_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(db):
    return file_online()


def test_a_code_is_sixteen_letters_and_digits_that_cannot_be_misread(case):
    codes = {access_code(party) for party in case.parties.all()}
    assert len(codes) == 2
    for code in codes:
        assert re.fullmatch(r"([A-Z2-7]{4}-){3}[A-Z2-7]{4}", code)


def test_a_code_opens_its_own_party_only(case):
    complainant, employer = case.parties.order_by("id")
    assert party_of(case.number, access_code(complainant)) == complainant
    assert party_of(case.number, access_code(employer)) == employer
    assert party_of(file_online().number, access_code(complainant)) is None


@pytest.mark.parametrize("change", [str.lower, lambda c: c.replace("-", ""), lambda c: f" {c.replace('-', ' ')} \n"])
def test_a_code_may_be_typed_in_small_letters_with_blanks_or_without_dashes(case, change):
    party = case.parties.first()
    assert party_of(f" {case.number.lower()} ", change(access_code(party))) == party


def test_digits_that_look_like_letters_are_read_as_letters():
    assert normalize_code("0181-abcd") == "OIBI-ABCD"


@pytest.mark.parametrize("typed", ["", "-", "AAAA-AAAA-AAAA-AAAA", "é" * 16, "\x00", "A" * 10_000, "' OR 1=1 --"])
def test_a_wrong_code_opens_nothing_and_breaks_nothing(case, typed):
    assert party_of(case.number, typed) is None


@pytest.mark.parametrize("number", ["", "LW-2026-999999", "%", "\x00", "LW-2026-000001' --"])
def test_a_wrong_number_opens_nothing_and_breaks_nothing(case, number):
    assert party_of(number, access_code(case.parties.first())) is None


def test_a_new_generation_revokes_the_old_code_of_that_party_alone(case):
    complainant, employer = case.parties.order_by("id")
    old, others = access_code(complainant), access_code(employer)
    complainant.link_generation += 1
    complainant.save()
    assert party_of(case.number, old) is None
    assert party_of(case.number, access_code(complainant)) == complainant
    assert party_of(case.number, others) == employer


def test_another_key_makes_other_codes(case, settings):
    party = case.parties.first()
    old = access_code(party)
    settings.LINK_KEY = "another-link-key-another-link-key-another-link-key"
    assert party_of(case.number, old) is None


def test_a_link_is_a_full_address_made_from_the_sites_own(case, settings):
    settings.SITE_URL = "https://wages.example.org"
    party = case.parties.first()
    assert link(party) == f"https://wages.example.org/complaints/open/{case.number}/{access_code(party)}/"


def test_the_code_stands_in_the_mail_of_its_party_and_in_no_other():
    case = case_in("countersigned")
    codes = {party.pk: access_code(party) for party in case.parties.all()}
    for notice in case.notices.all():
        found = {pk for pk, code in codes.items() if code in notice.text + notice.html}
        assert found <= {notice.party_id}, notice.kind
    assert any(codes[n.party_id] in n.text for n in case.notices.filter(kind="complaints.file_online"))


def test_a_resume_token_is_stored_as_a_hash_only():
    token, digest = new_draft_token()
    assert digest == draft_token_hash(token)
    assert token not in digest
    assert len(token) >= 32
