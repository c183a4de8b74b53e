"""Each type of input takes its published form only, and a declaration says the same to command, form and page."""

from datetime import date
from decimal import Decimal

import pytest

from tests.rules.invented import invented
from wagecase.rules.calculators import calculators, reader
from wagecase.rules.calculators.declaration import Input, Label, Refusal
from wagecase.rules.calculators.fields import (
    BooleanField,
    ChoiceField,
    DateField,
    DecimalField,
    Faults,
    InstantField,
    IntegerField,
    ListField,
    money,
)
from wagecase.rules.finding import Finding, Step
from wagecase.rules.law import NoRateInSource


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (DecimalField(places=4), "40", Decimal(40)),
        (DecimalField(places=4), "040.0", Decimal("40.0")),
        (DecimalField(places=4), "-7.2500", Decimal("-7.2500")),
        (DecimalField(places=1), "1.25", "invalid"),
        (DecimalField(), 7.25, "invalid"),
        (DecimalField(), 7, "invalid"),
        (DecimalField(), "1e3", "invalid"),
        (DecimalField(), "+1", "invalid"),
        (DecimalField(), " 1", "invalid"),
        (DecimalField(), "1.", "invalid"),
        (DecimalField(), ".5", "invalid"),
        (DecimalField(), "NaN", "invalid"),
        (DecimalField(), "1,000", "invalid"),
        (DecimalField(), "٣", "invalid"),
        (DecimalField(), "1\n", "invalid"),
        (DecimalField(), "--1", "invalid"),
        (DecimalField(above=Decimal(0)), "0", "out-of-range"),
        (DecimalField(above=Decimal(0)), "0.0001", Decimal("0.0001")),
        (DecimalField(below=Decimal(60)), "60", "out-of-range"),
        (DecimalField(below=Decimal(60)), "59.9999", Decimal("59.9999")),
        (money(), "7.25", Decimal("7.25")),
        (money(), "7.250", "invalid"),
        (money(), "-0.01", "out-of-range"),
        (money(), "9999999999.99", Decimal("9999999999.99")),
        (money(), "10000000000", "out-of-range"),
        (money(above="0"), "0.00", "out-of-range"),
        (money(), "9" * 5000, "out-of-range"),
        (BooleanField(), True, True),
        (BooleanField(), False, False),
        (BooleanField(), 0, "invalid"),
        (BooleanField(), "true", "invalid"),
        (InstantField(), "2026-03-02", "invalid"),
        (DateField(), "2026-03-02T10:00:00Z", "invalid"),
        (ListField(IntegerField(0, 9), 1, 3), [1, 2], (1, 2)),
        (ListField(IntegerField(0, 9), 1, 3), [], "out-of-range"),
        (ListField(IntegerField(0, 9), 1, 3), [1, 2, 3, 4], "out-of-range"),
        (ListField(IntegerField(0, 9), 1, 3), [True], "invalid"),
        (ListField(IntegerField(0, 9), 1, 3), [10], "out-of-range"),
        (ListField(ListField(BooleanField(), 0, 2), 0, 2), [[True], []], ((True,), ())),
    ],
)
def test_each_type_takes_its_published_form_and_no_other(kind, raw, value):
    faults = Faults()
    found = kind.read(raw, "field", faults)
    if value in ("invalid", "out-of-range"):
        assert faults.first()[0] == value
    else:
        assert found == value
        assert not faults


def test_a_minus_zero_is_read_and_shown_as_zero():
    assert str(money().read("-0.00", "field", Faults())) == "0.00"
    assert str(DecimalField().read("-0", "field", Faults())) == "0"


def test_a_field_named_like_a_word_of_python_reaches_its_function_with_an_underscore():
    seen = {}

    def function(*, class_, to=None):
        seen.update(class_=class_, to=to)
        return Finding({"ok": True}, (Step("roll.back", {}),))

    calculator = invented(
        (
            Input(name="class", type=ChoiceField(("general",)), meaning="", label=Label("", "")),
            Input(name="to", type=DateField(), meaning="", label=Label("", "")),
        ),
        function,
    )
    assert reader.answer(calculator, {"class": "general"})["result"] == {"ok": True}
    assert seen == {"class_": "general", "to": None}


def test_a_source_without_an_amount_is_refused_at_the_first_date_given():
    def function(**_):
        raise NoRateInSource("rates.general", date(1999, 1, 1))

    calculator = invented(
        (
            Input(name="class", type=ChoiceField(("general",)), meaning="", label=Label("", "")),
            Input(name="on", type=DateField(), meaning="", label=Label("", "")),
        ),
        function,
    )
    assert reader.answer(calculator, {"on": "1999-01-01"})["error"] == {
        "code": "no-rate-in-source",
        "field": "on",
        "message": "no value of rates.general in force on 1999-01-01",
    }


def test_a_function_may_refuse_by_itself():
    def function(**_):
        raise Refusal("not-covered", "x", "this is judged, not calculated")

    assert reader.answer(invented((), function), {})["error"]["message"] == "this is judged, not calculated"


def test_amounts_are_published_as_text_and_nothing_as_a_float():
    assert reader.published({"a": Decimal("7.10"), "b": (Decimal("1E+2"), None, True)}) == {
        "a": "7.10",
        "b": ["100", None, True],
    }
    with pytest.raises(TypeError):
        reader.published(1.5)


def test_a_declaration_with_a_name_twice_is_refused():
    row = Input(name="a", type=DateField(), meaning="", label=Label("", ""))
    with pytest.raises(ValueError, match="twice"):
        invented((row, row))


@pytest.mark.parametrize("calculator", calculators().values(), ids=calculators())
def test_every_declaration_is_complete_in_both_languages(calculator):
    assert calculator.question.en.endswith("?")
    assert calculator.question.es.startswith("¿")
    assert calculator.rules
    assert calculator.citations
    for row in calculator.inputs:
        assert row.meaning
        assert row.label.en
        assert row.label.es
        assert row.label.en != row.label.es
        assert not (row.needed and row.default is not None)
    assert all(row.meaning and row.type for row in calculator.outputs)
