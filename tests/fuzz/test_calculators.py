"""Random objects to every calculator: each line gets one clear answer or refusal, the same again, and no traceback.

`make test` plays 200 fixed lines for each; `make fuzz` plays 10,000 new ones for each (FUZZ_LINES for another number).
A failure prints its seed; FUZZ_SEED=<seed> plays it again.
"""

import io
import json
import os
from random import Random
from urllib.parse import quote

import pytest

from tests.fuzz.questions import HUGE_LINES, ODD_TEXTS, line
from tests.fuzz.targets import CONTROL
from tests.rules.invented import invented
from wagecase.rules.calculators import calculators, lines, reader
from wagecase.rules.calculators.declaration import Input, Label
from wagecase.rules.calculators.fields import ORDER, IntegerField
from wagecase.rules.finding import Finding, Step

FIXED = "FUZZ_SECONDS" not in os.environ
COUNT = int(os.environ.get("FUZZ_LINES", 200 if FIXED else 10_000))
SEED = int(os.environ.get("FUZZ_SEED", 1 if FIXED else Random().randrange(10**9)))
LONGEST_MESSAGE = 2_000  # an unknown field names the known ones


def answered(calculator, questions, note):
    """Answer the lines as the command does, and return the answers; one for each line."""
    out = io.BytesIO()
    sound = lines.answer_lines(calculator, io.BytesIO(b"\n".join(questions) + b"\n"), out)
    rows = out.getvalue().split(b"\n")[:-1]
    if not sound:
        first = next(place for place, row in enumerate(rows) if b'"code": "internal"' in row)
        pytest.fail(f"{note}: a fault of the program at {questions[first][:600]!r}")
    assert len(rows) == len(questions), note
    return rows


def judge(calculator, question, row, note):
    """Hold what must hold of one answer; return whether it is a result."""
    said = f"{note}: {question[:600]!r} -> {row[:300]!r}"
    answer = json.loads(row, parse_constant=lambda word: pytest.fail(f"{word} is no JSON: {said}"))
    if "error" in answer:
        error = answer["error"]
        assert list(answer) == ["error"], said
        assert list(error) == ["code", "field", "message"], said
        assert error["code"] in ORDER, said
        assert error["field"].isprintable(), said
        assert 5 < len(error["message"]) <= LONGEST_MESSAGE, said
        assert error["message"].isprintable(), said
        name = error["field"].partition("[")[0].partition(".")[0]
        assert error["code"] == "unknown-field" or name in ("", *calculator.by_name), said
        return False
    assert list(answer["result"]) == [output.name for output in calculator.outputs], said
    assert answer["steps"], said
    assert answer["citations"], said
    assert len(set(answer["citations"])) == len(answer["citations"]), said
    return True


@pytest.mark.parametrize("name", sorted(calculators()))
def test_random_lines_are_answered_or_refused_at_a_field(name):
    calculator, choose = calculators()[name], Random(f"{SEED} {name}")
    note = f"FUZZ_SEED={SEED} {name}"
    results = 0
    for _ in range(max(1, COUNT // 200)):
        questions = [line(choose, calculator) or b"{" for _ in range(min(COUNT, 200))]
        found = answered(calculator, questions, note)
        good = [
            question for question, row in zip(questions, found, strict=True) if judge(calculator, question, row, note)
        ]
        results += len(good)
        again = answered(calculator, questions[:20] + good[:20], note)
        assert again[:20] == found[:20], f"{note}: the same question has two answers"
        for question in good[:20]:  # a page says the same reasons in Spanish
            assert reader.find(calculator, reader.parse(question)).sentences("es"), f"{note}: {question!r}"
    assert results >= COUNT // 50, f"{note}: {results} of {COUNT} lines reached an answer: so few prove nothing"


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(calculators()))
def test_the_page_of_a_calculator_stands_odd_addresses(name, client):
    address, choose = f"/rates/calculators/{name}/", Random(f"{SEED} page {name}")
    controls = sorted({found[1] for found in CONTROL.finditer(client.get(address).content.decode())})
    words = [
        word for row in calculators()[name].inputs for word in getattr(row.type, "choices", ()) or ("2026", "7.25", "3")
    ]
    statuses = set()
    for _ in range(3 if FIXED else 40):
        asked = [
            (control, choose.choice((*words, *words, *ODD_TEXTS))) for control in controls if choose.random() < 0.7
        ]
        asked += [(choose.choice(controls), "1")] * choose.choice((0, 0, 1))
        query = "&".join(f"{quote(key)}={quote(text.encode('utf-8', 'surrogatepass'))}" for key, text in asked)
        response = client.get(f"{address}?{query}")
        assert response.status_code in (200, 302, 422), f"FUZZ_SEED={SEED} {address}?{query}"
        assert b"<script>alert(1)</script>" not in response.content
        statuses.add(response.status_code)
    assert statuses


@pytest.mark.skipif(FIXED, reason="make test tries these on one calculator, in tests/rules/test_bad_input.py")
@pytest.mark.parametrize("name", sorted(calculators()))
def test_huge_lines_cost_no_other_line(name):
    calculator = calculators()[name]
    good = json.dumps(calculator.example).encode()
    found = answered(calculator, [line for huge in HUGE_LINES for line in (huge, good)], name)
    assert all(not judge(calculator, huge[:100], row, name) for huge, row in zip(HUGE_LINES, found[::2], strict=True))
    assert set(found[1::2]) == {found[1]}
    assert judge(calculator, good, found[1], name)


def test_control_a_calculator_that_breaks_on_one_value_is_found():
    def broken(*, year):
        if year > 30:
            raise ZeroDivisionError
        return Finding({"ok": True}, (Step("roll.back", {}),), ("104.05",))

    fields = (Input(name="year", type=IntegerField(0, 9999), meaning="", label=Label("", ""), needed=True),)
    calculator = invented(fields, broken)
    choose = Random(1)
    with pytest.raises(pytest.fail.Exception, match="a fault of the program at"):
        answered(calculator, [line(choose, calculator) or b"{" for _ in range(200)], "control")


def test_control_an_answer_that_cannot_be_published_is_found():
    fields = (Input(name="year", type=IntegerField(0, 9999), meaning="", label=Label("", "")),)
    calculator = invented(fields, lambda *, year: Finding({"ok": 0.5}, (Step("roll.back", {}),), ("104.05",)))
    with pytest.raises(pytest.fail.Exception, match="a fault of the program at"):
        answered(calculator, [b'{"year": 2026}'], "control")
