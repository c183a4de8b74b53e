"""A case has one address, also when a year has more than a million cases."""

import pytest
from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from tests.complaints.staff_pages import signed_in
from tests.factories import file_online
from wagecase.cases.links import access_code
from wagecase.cases.models import CaseNumber

WRONG = [
    "LW-2026-12345", "LW-2026-0000123", "LW-2026-0123456", "lw-2026-000123", "L-2026-000123", "LWXYZ-2026-000123",
    "LW-26-000123", "LW-2026-00012A", "LW-2026-000123 ", "file", "new", "LW-2026-1234567890",
]  # fmt: skip


@pytest.mark.parametrize("number", ["LW-2026-000001", "UW-2026-999999", "LW-2026-1000000", "LWX-2026-123456789"])
def test_six_digits_filled_with_zeros_or_more_than_six_without(number):
    address = reverse("complaint_timeline", args=[number])
    assert address == f"/complaints/{number}/timeline/"
    assert resolve(address).kwargs == {"number": number}


@pytest.mark.parametrize("number", WRONG)
def test_no_other_text_is_a_number(number):
    with pytest.raises(NoReverseMatch):
        reverse("complaint_timeline", args=[number])
    try:
        found = resolve(f"/complaints/{number}/timeline/").url_name
    except Resolver404:
        found = ""
    assert found in {"", "page"}  # a question page of the public filing that nobody wrote answers 404 itself


@pytest.mark.django_db
def test_the_case_after_number_999999_opens_for_staff_and_for_its_complainant(client, clock):
    CaseNumber.objects.create(prefix="LW", year=2026, last=999_999)
    case = file_online()
    assert case.number == "LW-2026-1000000"
    assert signed_in("sue").get(f"/complaints/{case.number}/").status_code == 200
    code = access_code(case.parties.get(role="complainant"))
    opened = client.post(f"/complaints/open/{case.number}/{code}/")
    assert (opened.status_code, opened["Location"]) == (303, f"/complaints/status/{case.number}/")
