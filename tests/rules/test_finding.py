"""A finding is stored with a decision and must come back as it was, years later."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from wagecase.rules.calendar import complaint_due, due, hours_due
from wagecase.rules.finding import Finding, Step, Word, canonical
from wagecase.rules.zone import CENTRAL

FINDINGS = [
    complaint_due(filed_on=date(2027, 6, 14)),
    complaint_due(filed_on=date(2026, 2, 9), received_at=datetime(2026, 2, 10, 2, 30, tzinfo=UTC), channel="online"),
    due(start=date(2026, 2, 28), length=5, act="not-before", pauses=[(date(2026, 3, 1), date(2026, 3, 4))]),
    hours_due(start=datetime(2026, 11, 1, 1, 30, tzinfo=CENTRAL, fold=1), length=0),
    Finding(
        value={"amount": Decimal("7.25"), "rows": (1, "two", None, True, date(2026, 3, 2))},
        steps=(Step("holidays.day", {"day": date(2026, 9, 7), "holiday": Word("holiday.labor_day")}),),
        citations=("104.05",),
        books={"holidays": "0123456789ab"},
    ),
]


@pytest.mark.parametrize("finding", FINDINGS)
def test_a_stored_finding_comes_back_as_it_was(finding):
    stored = json.loads(json.dumps(finding.to_dict()))
    again = Finding.from_dict(stored)
    assert again == finding
    assert again.to_dict() == finding.to_dict()
    assert again.sentences() == finding.sentences()
    assert again.sentences("es") == finding.sentences("es")
    assert type(again.value) is type(finding.value)


def test_the_repeated_hour_of_autumn_keeps_its_instant():
    again = Finding.from_dict(FINDINGS[3].to_dict())
    assert again.value.isoformat() == "2026-11-01T01:30:00-06:00"


def test_a_stored_finding_has_one_text_whatever_the_order_of_its_keys():
    stored = FINDINGS[0].to_dict()
    assert canonical(stored) == canonical(dict(reversed(stored.items())))
    assert set(stored) == {"value", "steps", "citations", "books"}


def test_a_finding_refuses_what_it_could_not_give_back():
    with pytest.raises(TypeError):
        Finding(value=1.5).to_dict()


def test_a_finding_cannot_be_changed():
    with pytest.raises(AttributeError):
        FINDINGS[0].value = None
