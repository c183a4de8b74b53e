"""A row is locked without its key, unless it is about to be deleted.

On PostgreSQL a new row looks at every row that its foreign keys name. A full lock keeps that look waiting, so that two
units, each with a lock on what the other one's new row names, would wait for each other for good.
"""

import ast
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, modules, tree, where

CODE = ("wagecase", "complaints", "closings", "licenses")
FULL = {
    "wagecase/audit/chain.py": "nothing refers to the end of the chain",
    "wagecase/cases/housekeeping.py": "drafts that are deleted: whoever adds to one must have ended before",
}


def full_locks(path: Path) -> list[str]:
    """Return the places of `path` that lock a row with its key."""
    return [
        where(path, node)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "select_for_update"
        and not any(one.arg == "no_key" and ast.unparse(one.value) == "True" for one in node.keywords)
    ]


def test_rows_are_locked_without_their_key():
    found = [line for path in modules(*CODE) for line in full_locks(path) if line.partition(":")[0] not in FULL]
    assert not found, "select_for_update(no_key=True): " + ", ".join(found)


def test_each_exception_is_one_still():
    assert [name for name in FULL if not full_locks(ROOT / name)] == []


@pytest.mark.parametrize(
    "call", ["select_for_update()", "select_for_update(no_key=False)", "select_for_update(of=('a',))"]
)
def test_the_check_itself_bites(call, monkeypatch):
    monkeypatch.setattr("tests.architecture.test_locks.tree", lambda _: ast.parse(f"Case.objects.{call}.get(pk=1)"))
    assert len(full_locks(ROOT / "invented.py")) == 1
