"""An application from its review to the decision: who may recommend and decide what, when, and with which words."""

from __future__ import annotations

from datetime import date

import pytest

from tests.factories import at
from tests.licenses import review

pytestmark = pytest.mark.django_db
MONDAY = "2026-03-02 10:00"


def test_a_license_is_granted_by_a_second_person(clock):
    case = review.recommended(at(MONDAY))
    case = review.decide(case, "grant", at(MONDAY))
    assert case.state == "granted"
    term = case.application.term
    assert (term.starts_on, term.ends_on) == (date(2026, 3, 2), date(2027, 3, 1))
    assert [row["code"] for row in term.conditions] == [
        "overtime", "adjustment", "review", "information", "poster", "records",
    ]  # fmt: skip
    assert term.conditions[0]["text"] == "Pay at least 1.5 times the regular rate for each hour over 40 in a week."
