"""Every worked vector of the law, answered by the functions themselves; the vectors are never derived from the code."""

import json
import re
from pathlib import Path

import pytest

from wagecase.rules.calculators import calculators
from wagecase.rules.calculators.reader import answer_line

FOLDER = Path(__file__).parent / "vectors"
VECTORS = [
    json.loads(line)
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def plain(citation):
    return re.sub(r"\s+", "", citation).rstrip(".").lower()


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_the_answer_is_the_worked_one(vector):
    calculator = calculators()[vector["calculator"]]
    answer = json.loads(json.dumps(answer_line(calculator, json.dumps(vector["given"]).encode())))
    if "expect_error" in vector:
        assert answer["error"]["code"] == vector["expect_error"], answer
        assert answer["error"]["field"] == vector.get("expect_field", answer["error"]["field"]), answer
        assert answer["error"]["message"]
        return
    result = answer["result"]
    assert {key: result[key] for key in vector["expect"]} == vector["expect"]
    assert [type(result[key]) for key in vector["expect"]] == [type(value) for value in vector["expect"].values()]
    assert list(result) == [output.name for output in calculator.outputs]
    assert {plain(citation) for citation in vector["cite"]} <= {plain(citation) for citation in answer["citations"]}
    assert len(answer["citations"]) == len(set(answer["citations"]))
    assert answer["steps"]


def test_every_calculator_has_vectors_and_no_vector_stands_twice():
    assert {vector["calculator"] for vector in VECTORS} == set(calculators())
    ids = [vector["id"] for vector in VECTORS]
    assert len(ids) == len(set(ids)) > 300
