"""Every result opens with its answer as one plain sentence of the calculator's own, in both languages."""

import csv
import json
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from wagecase.rates.headlines import SENTENCES, headline, sentence_for
from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.declaration import Refusal
from wagecase.rules.calculators.reader import find
from wagecase.rules.finding import Step
from wagecase.rules.language import dollars

HERE = Path(__file__).parent
# The example of each calculator, its figures checked against the worked vectors, and how its page opens.
EXPECTED = {
    row["calculator"]: row for row in csv.DictReader((HERE / "headlines.csv").read_text(encoding="utf-8").splitlines())
}


def test_every_calculator_has_sentences_of_its_own():
    assert set(SENTENCES) == set(EXPECTED) == set(calculators())


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_the_worked_example_opens_with_its_answer(name):
    calculator = calculators()[name]
    finding = find(calculator, dict(calculator.example))
    for language in ("english", "spanish"):
        with override({"english": "en", "spanish": "es"}[language]):
            assert headline(calculator, finding, calculator.example) == EXPECTED[name][language]


def test_no_worked_vector_falls_back_on_a_step_or_leaves_a_blank():
    fallen, tried = [], 0
    for name, given, value in answered():
        tried += 1
        sentence = sentence_for(name, value)
        named = re.findall(r"%\((\w+)\)s", sentence)
        if not sentence or any(value.get(blank) is None for blank in named if blank in value):
            fallen.append((name, given, sentence))
    assert tried > 500
    assert fallen == []


def test_money_in_a_step_reads_as_money():
    """No step of a worked vector names an amount without its dollar sign, and none has fewer than two decimals."""
    bare = [
        (step.key, sentence)
        for name, given, _value in answered()
        for step, sentence in steps(name, given)
        if re.search(r"\$(?![0-9]{1,3}(?:,[0-9]{3})*\.[0-9]{2})", sentence)
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("amount", "said"),
    [
        ("7.25", "$7.25"),
        ("1234.5", "$1,234.50"),
        ("0", "$0.00"),
        ("0.0375", "$0.0375"),
        ("-12", "\N{MINUS SIGN}$12.00"),
    ],
)
def test_an_amount_has_its_sign_commas_and_decimals(amount, said):
    assert dollars(Decimal(amount)) == said
    step = Step("tips.balance", {"balance": Decimal(amount)})
    assert step.sentence("en") == f"Tips are below the credit taken; the employer owes the balance of {said} in cash."


def answered() -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Yield calculator, question and value of every worked vector with an answer."""
    for path in sorted((HERE.parent / "rules/vectors").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            vector = json.loads(line)
            if "expect" in vector:
                name, given = vector["calculator"], vector["given"]
                try:
                    yield name, given, find(calculators()[name], given).value
                except Refusal as refusal:  # a vector that must be answered; test_vectors.py says so
                    pytest.fail(f"{vector['id']}: {refusal}")


def steps(name: str, given: dict[str, Any]) -> list[tuple[Step, str]]:
    """Return the steps of an answer with their English sentences."""
    finding = find(calculators()[name], given)
    return list(zip(finding.steps, finding.sentences(), strict=True))
