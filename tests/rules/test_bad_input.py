"""No line, however broken, costs the lines after it, ends in a traceback, or gets an unclear answer."""

import io
import json
import time

import pytest

from tests.rules.invented import invented
from wagecase.rules.calculators import calculators, lines, reader
from wagecase.rules.calculators.declaration import Input, Label
from wagecase.rules.calculators.fields import IntegerField
from wagecase.rules.finding import Finding, Step

GOOD = b'{"year": 2026}'


def answers(*questions, name="legal-holidays"):
    out = io.BytesIO()
    assert lines.answer_lines(calculators()[name], io.BytesIO(b"\n".join(questions) + b"\n"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    "line",
    [
        b"{",
        b"year",
        b"[]",
        b"2026",
        b'"2026"',
        b"null",
        b"true",
        b'{"year": 2026',
        b'{"year": 2026}}',
        b"{'year': 2026}",
        b'{"year": NaN}',
        b'{"year": Infinity}',
        b'{"year": -Infinity}',
        b'{"year": 2026, "year": 2027}',
        b'{"year": 2026, "a": {"b": 1, "b": 2}}',
        b'{"year": 02026}',
        b'{"year": +1}',
        b'{"year": 2026,}',
        b"\xff\xfe{}",
        b'{"ye\xffar": 2026}',
        b'\xef\xbb\xbf{"year": 2026}',
        b'{"year": "\xed\xa0\x80"}',
        b'{"year": 2026}\x00',
        b"\x00",
        b"[" * 200_000,
        b'{"year":' * 200_000,
        b"[" * 200_000 + b"]" * 200_000,
        b'{"year": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b'{"year": "' + b"x" * 10_000_000 + b'"}',
        b" " * 10_000_000 + GOOD,
        b"\x1b[31m{}",
        b'{"year": 2026} {"year": 2027}',
    ],
    ids=range(32),
)
def test_a_line_that_is_no_object_gets_one_clear_error_and_the_next_line_its_answer(line):
    first, second = answers(line, GOOD)
    assert first["error"]["code"] == "invalid"
    assert first["error"]["field"] == ""
    assert 10 < len(first["error"]["message"]) < 200
    assert first["error"]["message"].isprintable()
    assert second["result"]["dates"][0] == "2026-01-01"


@pytest.mark.parametrize(
    ("line", "code", "field"),
    [
        (b'{"year": "\\ud800"}', "invalid", "year"),
        (b'{"year": 2026, "\\ud800": 1}', "unknown-field", "\\ud800"),
        (b'{"year": 2026, "\\u0000": 1}', "unknown-field", "\\x00"),
        (b'{"year": 2026, "a\\r\\nb": 1}', "unknown-field", "a\\x0d\\x0ab"),
        (b'{"year": 2026, "": 1}', "unknown-field", ""),
        (b'{"year": 1e400}', "invalid", "year"),
        (b'{"year": 1e3}', "invalid", "year"),
        (b'{"year": ' + b"9" * 100_000 + b"}", "out-of-range", "year"),
        (b'{"year": -' + b"9" * 100_000 + b"}", "out-of-range", "year"),
        (b'{"year": {}}', "invalid", "year"),
        (b'{"year": [2026]}', "invalid", "year"),
        (b'{"__class__": 1, "year": 2026}', "unknown-field", "__class__"),
    ],
)
def test_a_hostile_value_is_refused_at_its_field(line, code, field):
    first, second = answers(line, GOOD)
    assert (first["error"]["code"], first["error"]["field"]) == (code, field)
    assert "result" in second


def test_a_huge_field_name_is_cut():
    error = answers(b'{"year": 2026, "' + b"x" * 3_000_000 + b'": 1}')[0]["error"]
    assert error["code"] == "unknown-field"
    assert len(error["field"]) == 80


def test_blank_lines_are_skipped_and_the_order_is_kept():
    found = answers(b"", b'{"year": 2001}', b"   ", b"\r", b"{}", b'{"year": 2003}\r')
    assert [row["result"]["dates"][0] if "result" in row else row["error"]["code"] for row in found] == [
        "2001-01-01",
        "missing",
        "2003-01-01",
    ]


def test_a_last_line_without_its_end_is_answered():
    out = io.BytesIO()
    lines.answer_lines(calculators()["legal-holidays"], io.BytesIO(GOOD), out)
    assert json.loads(out.getvalue())["result"]


def test_a_long_line_is_cut_off_where_it_ends_and_nowhere_else():
    limit = reader.LONGEST_LINE
    for size in (limit - 1, limit, limit + 1, limit + 2, 2 * limit, 2 * limit + 1, 2 * limit + 2, 3 * limit):
        found = list(lines.lines_of(io.BytesIO(b"x" * size + b"\n" + GOOD + b"\n")))
        assert len(found) == 2, size
        assert found[1] == GOOD + b"\n"
        assert len(found[0]) == min(size, limit) + 1
        assert list(lines.lines_of(io.BytesIO(b"x" * size))) == [b"x" * min(size, limit + 1)]


def test_each_answer_comes_before_the_next_question_is_read():
    out = io.BytesIO()

    class Asker(io.BytesIO):
        def readline(self, limit=-1):
            written = out.getvalue().count(b"\n")
            assert written == self.asked
            self.asked += 1
            return super().readline(limit)

    asker = Asker(GOOD + b"\n" + GOOD + b"\n")
    asker.asked = 0
    lines.answer_lines(calculators()["legal-holidays"], asker, out)


def test_a_fault_of_ours_is_reported_as_ours_and_costs_no_other_line(capsys):
    def broken(*, year):
        if year == 2001:
            raise RuntimeError("broken")
        return Finding({"ok": True}, (Step("roll.back", {}),))

    calculator = invented((Input(name="year", type=IntegerField(0, 9999), meaning="", label=Label("", "")),), broken)
    out = io.BytesIO()
    assert not lines.answer_lines(calculator, io.BytesIO(b'{"year": 2001}\n{"year": 2002}\n'), out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first["error"]["code"] == "internal"
    assert second["result"] == {"ok": True}
    assert capsys.readouterr().err == "invented: RuntimeError: broken\n"


def test_five_thousand_lines_a_second_are_answered():
    question = b'{"start": "2026-12-02", "length": 30, "act": "filing"}\n'
    began = time.process_time()
    lines.answer_lines(calculators()["due-date"], io.BytesIO(question * 5000), io.BytesIO())
    assert time.process_time() - began < 1
