"""Lines for a calculator, made from its own declaration: good ones, ones just beside good, and hostile ones."""

import json
from random import Random
from typing import Any

from wagecase.rules.calculators import fields
from wagecase.rules.calculators.declaration import Calculator

Raw = type("Raw", (str,), {})  # a piece of JSON text that stands in the line as it is
ODD_TEXTS = (
    "", " ", "x", "null", "NaN", "-0", "+1", "1e3", "1E400", "0x10", "1_000", "1,000.00", " 7.25", "7.25 ", ".5", "5.",
    "-7.25", "9" * 40, "-" + "9" * 40, "0." + "9" * 40, "Infinity", "\u0663", "\u0667.\u0662\u0665", "\x00",
    "a\x00b", "\ud800", "\udfff\ud800", "\u202eevil", "\ufeff", "\r\n", "\x1b[31m", "x" * 81, "x" * 5_000,
    "\U0001f600", "<script>alert(1)</script>", "{{ 7*7 }}", "%s%n", "__class__", "../../etc/passwd",
    "0000-01-01", "0001-01-01", "1899-12-31", "1900-01-01", "2100-12-31", "2101-01-01", "9999-12-31", "10000-01-01",
    "2026-00-10", "2026-13-01", "2026-02-29", "2026-02-30", "2100-02-29", "2026-3-2", "3/2/2026", "20260302",
    "2026-W10-1", "2026-03-02T10:00", "2026-03-02T24:00", "2026-03-02T10:60", "2026-03-02 10:00",
    "2026-03-02T10:00:00-06:00", "2026-03-08T02:30:00-06:00", "2026-03-08T02:30", "2026-11-01T01:30",
    "2026-03-02T10:00:60Z", "2026-03-02T10:00:00+24:00", "2026-03-02T10:00:00.1234567Z", "0001-01-01T00:00:00+14:00",
    "1900-01-01T00:00:00+14:00", "2100-12-31T23:59:59-12:00", "9999-12-31T23:59:59Z", "24:00", "23:59", "00:00", "7:05",
)  # fmt: skip
ODD_VALUES: tuple[Any, ...] = (
    *ODD_TEXTS, None, True, False, 0, -1, 1, 2, 20, 365, 10**9, 10**18, -(10**18), 10**39, 0.0, -0.0, 0.1, 1.0, 7.25,
    1e308, 5e-324, float("nan"), float("inf"), float("-inf"), [], [[]], [None], [{}], [""], {}, {"": 1}, {"a": {"b": []}},
    ["1900-01-01"] * 2_001, ["0.01"] * 600, [{"from": "2026-03-09", "to": "2026-03-03"}], Raw("1e400"), Raw("-1e-400"),
    Raw("1E3"), Raw("9" * 5_000), Raw("-" + "9" * 5_000), Raw("0." + "9" * 5_000), Raw("[" * 60 + "]" * 60),
    Raw("[" * 5_000 + "]" * 5_000), Raw('{"a": 1, "a": 2}'), Raw("-0"),
)  # fmt: skip
# Cut JSON, JSON that is no object, bytes that are no text, and what no JSON may hold.
ODD_LINES = (
    b"{", b"}", b"[]", b"[{}]", b"null", b"true", b"7", b'"x"', b"{}", b"{} {}", b'{"a": 01}', b'{"a": +1}', b'{"a": .5}',
    b"{'a': 1}", b'{"a": 1,}', b"{a: 1}", b'{"a": NaN}', b'{"a": -Infinity}', b"\xff\xfe{}", b'{"\xff": 1}', b"\x00",
    b'{"a": "\xed\xa0\x80"}', b'{}\x00', b"\xef\xbb\xbf{}", b"\x1b[31m{}", b'{"a": "\x01"}', b'{"a": "\\x"}',
    b'{"a": "\\ud83d"}', b'{"\\u0000": 1}', b'{"__proto__": {}}', b"[" * 3_000, b'{"a":' * 3_000, b"/*x*/{}",
)  # fmt: skip
ODD_NAMES = ("x", "", " ", "From", "__class__", "self", "\x00", "\ud800", "n" * 400, "source ", "\u0430s_of", "a\r\nb")
HUGE_LINES = (
    b'{"x": "' + b"x" * 10_000_000 + b'"}', b"x" * 10_000_000, b"[" * 200_000, b'{"x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
    b'{"x":' * 200_000,
)  # fmt: skip
# Days around which figures of the sources change, and days on which clocks are odd.
DAYS = (
    "1996-01-01", "2003-12-31", "2005-06-01", "2006-05-31", "2006-06-01", "2008-07-23", "2008-07-24", "2008-08-31",
    "2009-02-28", "2009-03-01", "2009-07-23", "2009-07-24", "2024-02-29", "2026-03-02", "2026-03-08", "2026-07-04",
    "2026-11-01", "2026-12-31", "2027-01-01", "1900-01-01", "2100-12-31",
)  # fmt: skip


def line(choose: Random, calculator: Calculator) -> bytes:
    """Return one line, without its end."""
    if choose.random() < 0.04:
        return choose.choice(ODD_LINES)
    question = _question(choose, calculator)
    text = _text(question)
    way = choose.random()
    if way < 0.02 and question:  # a field that stands twice
        name = choose.choice(sorted(question, key=ascii))
        return f"{text[:-1]}, {json.dumps(name)}: 1}}".encode()
    if way < 0.03:
        return text.encode()[: choose.randrange(len(text))]
    if way < 0.04:
        place = choose.randrange(len(text))
        return text[:place].encode() + choose.choice((b"\xff", b"\x00", b"\xc3", b"\t")) + text[place:].encode()
    return text.encode()


def _question(choose: Random, calculator: Calculator) -> dict[str, Any]:
    """Return one object: an example or a whole good one, then as many changes as chance wants."""
    question = dict(calculator.example) if choose.random() < 0.4 else _good(choose, calculator)
    row_of = calculator.by_name
    for _ in range(choose.choice((0, 0, 0, 1, 1, 2, 3))):
        name = choose.choice(sorted(row_of))
        way = choose.random()
        if way < 0.2:
            question.pop(name, None)
        elif way < 0.55:
            question[name] = good(choose, row_of[name].type)
        elif way < 0.8:
            question[name] = beside(choose, row_of[name].type)
        else:
            question[name] = choose.choice(ODD_VALUES)
    if choose.random() < 0.03:
        question[choose.choice(ODD_NAMES)] = choose.choice(ODD_VALUES)
    return question


def _good(choose: Random, calculator: Calculator) -> dict[str, Any]:
    start = {}
    if calculator.selector:
        start[calculator.selector] = good(choose, calculator.by_name[calculator.selector].type)
    rows = calculator.fields_for(start)
    share = choose.choice((0.2, 0.5, 0.9))
    chosen = [row for row in rows if row.needed or choose.random() < share]
    return start | {row.name: good(choose, row.type) for row in chosen if row.name not in start}


def good(choose: Random, kind: Any) -> Any:
    """Return a value that the type admits."""
    match kind:
        case fields.DecimalField():
            return _decimal(choose, kind)
        case fields.IntegerField():
            most = kind.maximum if choose.random() < 0.2 else min(kind.maximum, kind.minimum + 60)
            return choose.randint(kind.minimum, most)
        case fields.BooleanField():
            return choose.random() < 0.5
        case fields.ChoiceField():
            return choose.choice(kind.choices)
        case fields.TextField():
            return choose.choice(("a", "Packer", "Niño 7", "x" * kind.maximum))[: kind.maximum].ljust(kind.minimum, "x")
        case fields.ListField():
            most = kind.minimum + choose.choice((0, 1, 2, 3, 8))
            return [good(choose, kind.item) for _ in range(min(kind.maximum, most))]
        case fields.ObjectField():
            return {part.name: good(choose, part.type) for part in kind.parts if part.needed or choose.random() < 0.5}
    return _good_moment(choose, kind)


def _good_moment(choose: Random, kind: Any) -> str:
    match kind:
        case fields.DateOrWordField():
            return choose.choice(kind.words) if choose.random() < 0.4 else _day(choose)
        case fields.DateField():
            return _day(choose)
        case fields.TimeField():
            return _clock(choose)
        case fields.LocalTimeField():
            return f"{_day(choose)}T{_clock(choose)}"
        case fields.InstantField():
            return (
                _day(choose) if kind.or_date and choose.random() < 0.5 else f"{_day(choose)}T{_clock(choose)}:00-06:00"
            )
    raise TypeError(f"no good value is known of {kind!r}")


def beside(choose: Random, kind: Any) -> Any:
    """Return a value at a limit of the type or one step beyond."""
    match kind:
        case fields.DecimalField():
            limits = [limit for limit in (kind.minimum, kind.maximum, kind.above, kind.below) if limit is not None]
            step = choose.choice((0, 1, -1)) * fields.Decimal(10) ** -choose.choice((kind.places, kind.places + 1))
            return f"{choose.choice([*limits, fields.Decimal(0)]) + step:f}"
        case fields.IntegerField():
            value = choose.choice((kind.minimum, kind.maximum)) + choose.choice((-1, 0, 1))
            return choose.choice((value, str(value), float(value)))
        case fields.BooleanField():
            return choose.choice((0, 1, "true", "yes", "false"))
        case fields.ChoiceField():
            return choose.choice(
                (*kind.choices, choose.choice(kind.choices).upper(), choose.choice(kind.choices) + " ")
            )
        case fields.TextField():
            return "x" * choose.choice((0, kind.minimum, kind.maximum, kind.maximum + 1))
        case fields.ListField():
            rows = [good(choose, kind.item) for _ in range(choose.randint(0, 3))]
            return choose.choice((
                [], rows, rows * 2, [*rows, beside(choose, kind.item)], [*rows, choose.choice(ODD_VALUES)],
                [good(choose, kind.item)] * min(kind.maximum + choose.choice((0, 1)), 400),
            ))  # fmt: skip
        case fields.ObjectField():
            found = good(choose, kind)
            part = choose.choice(kind.parts)
            found[part.name] = beside(choose, part.type) if choose.random() < 0.6 else choose.choice(ODD_VALUES)
            if choose.random() < 0.3:
                found.pop(choose.choice(kind.parts).name, None)
            return found | ({choose.choice(ODD_NAMES): 1} if choose.random() < 0.1 else {})
    return choose.choice(ODD_TEXTS)


def _decimal(choose: Random, kind: Any) -> str:
    low = max((limit for limit in (kind.minimum, kind.above) if limit is not None), default=fields.Decimal(0))
    high = min((limit for limit in (kind.maximum, kind.below) if limit is not None), default=low + 10**9)
    if choose.random() < 0.8:
        high = min(high, low + choose.choice((1, 20, 200, 5_000)))
    places = choose.randint(0, kind.places)
    unit = fields.Decimal(10) ** -places
    value = low + unit * choose.randint(0, max(0, int((high - low) / unit)))
    return f"{value:.{places}f}"


def _day(choose: Random) -> str:
    way = choose.random()
    if way < 0.4:
        return choose.choice(DAYS)
    year = choose.randint(1900, 2100) if way > 0.9 else choose.randint(2004, 2028)
    return f"{year:04}-{choose.randint(1, 12):02}-{choose.randint(1, 28):02}"


def _clock(choose: Random) -> str:
    return f"{choose.randint(0, 23):02}:{choose.choice((0, 0, 15, 30, 59)):02}"


def _text(value: Any) -> str:
    """Return a value as JSON text; a Raw one as it is."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)}: {_text(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_text, value)) + "]"
    return json.dumps(value)
