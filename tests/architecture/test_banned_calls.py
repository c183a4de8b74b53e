"""A date taken or counted in the wrong place is the fault this application exists to prevent."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, dotted, modules, tree, where

CODE = ("wagecase", "complaints", "closings", "licenses")
LAW = ROOT / "wagecase" / "rules"
BANNED = {
    "date.today": "use django.utils.timezone.localdate()",
    "datetime.today": "use django.utils.timezone.localdate()",
    "datetime.date.today": "use django.utils.timezone.localdate()",
    "datetime.datetime.today": "use django.utils.timezone.localdate()",
    "datetime.utcnow": "use django.utils.timezone.now()",
    "datetime.datetime.utcnow": "use django.utils.timezone.now()",
    "datetime.now": "use django.utils.timezone.now()",
    "datetime.datetime.now": "use django.utils.timezone.now()",
    "datetime.utcfromtimestamp": "give the zone",
}
DAYS = {"days", "weeks"}


def _calls(path: Path) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call):
            yield node, dotted(node.func)


def banned_calls(path: Path) -> list[str]:
    """Return the calls of `path` that take the date of the machine or of UTC instead of the office's."""
    found = []
    for node, name in _calls(path):
        short = name.removeprefix("dt.")
        if short in BANNED and not (short.endswith(".now") and (node.args or node.keywords)):
            found.append(f"{where(path, node)}: {name}(): {BANNED[short]}")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "date" and isinstance(node.func.value, ast.Call):
            inner = dotted(node.func.value.func)
            if inner in {"timezone.now", "now", "datetime.now", "dt.datetime.now"}:
                found.append(f"{where(path, node)}: {inner}().date(): the day in UTC; use timezone.localdate()")
    return found


def counted_days(path: Path) -> list[str]:
    """Return the places that count days with a literal."""
    found = []
    for node, name in _calls(path):
        if name.rpartition(".")[2] != "timedelta":
            continue
        by_name = any(k.arg in DAYS and isinstance(k.value, ast.Constant) for k in node.keywords)
        if by_name or (node.args and isinstance(node.args[0], ast.Constant)):
            found.append(f"{where(path, node)}: days are counted by wagecase/rules/calendar.py with a parameter")
    return found


def test_nothing_takes_the_date_of_the_machine():
    found = [line for path in modules(*CODE) for line in banned_calls(path)]
    assert not found, "\n".join(found)


def test_days_are_counted_only_by_the_rules():
    found = [line for path in modules(*CODE) if not path.is_relative_to(LAW) for line in counted_days(path)]
    assert not found, "\n".join(found)


def test_money_is_never_a_binary_float():
    found = [
        where(path, node)
        for path in modules(*CODE)
        for node, name in _calls(path)
        if name.rpartition(".")[2] == "FloatField" or (name == "float" and path.is_relative_to(LAW))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("code", "check"),
    [
        ("from datetime import date\nx = date.today()", banned_calls),
        ("import datetime\nx = datetime.datetime.now()", banned_calls),
        ("from django.utils import timezone\nx = timezone.now().date()", banned_calls),
        ("from datetime import timedelta\nx = timedelta(days=20)", counted_days),
        ("import datetime as dt\nx = dt.timedelta(20)", counted_days),
        ("from datetime import timedelta\nx = timedelta(weeks=3)", counted_days),
    ],
)
def test_the_checks_themselves_bite(code, check, monkeypatch):
    path = ROOT / "invented.py"
    monkeypatch.setattr("tests.architecture.test_banned_calls.tree", lambda _: ast.parse(code))
    assert len(check(path)) == 1
