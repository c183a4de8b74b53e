"""Only `open_case` and `advance` write a case's state: in comparable systems that one field is assigned in 65 places."""

import ast
from pathlib import Path

import pytest
from django.apps import apps

from tests.architecture.source import ROOT, dotted, modules, tree, where

WRITERS = {
    "wagecase/cases/services.py": {"open_case", "advance"},
    "wagecase/errors.py": {"__init__"},  # a refusal remembers the state it was refused in
}
WRITING_CALLS = {"update", "create", "get_or_create", "update_or_create", "setattr", "Case", "bulk_update", "F"}


def _is_write(node: ast.AST) -> bool:
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(t, ast.Attribute) and t.attr == "state" for t in targets)
    if not isinstance(node, ast.Call) or dotted(node.func).rpartition(".")[2] not in WRITING_CALLS:
        return False
    if any(keyword.arg == "state" for keyword in node.keywords):
        return True
    words = [*node.args, *(k.value for k in node.keywords if k.arg in {"defaults", "create_defaults"})]
    return any(_names_state(word) for word in words) and dotted(node.func) != "F"


def _names_state(node: ast.AST) -> bool:
    if isinstance(node, ast.Dict):
        return any(isinstance(key, ast.Constant) and key.value == "state" for key in node.keys)
    if isinstance(node, ast.List | ast.Tuple):
        return any(isinstance(part, ast.Constant) and part.value == "state" for part in node.elts)
    return isinstance(node, ast.Constant) and node.value == "state"


def stray_writers(path: Path, parsed: ast.Module, allowed: set[str]) -> list[str]:
    """Return the places of `parsed` that write a state outside the allowed functions."""
    inside = {
        id(node)
        for function in ast.walk(parsed)
        if isinstance(function, ast.FunctionDef) and function.name in allowed
        for node in ast.walk(function)
    }
    return [where(path, node) for node in ast.walk(parsed) if _is_write(node) and id(node) not in inside]


def test_only_open_case_and_advance_write_a_state():
    found = [
        line
        for path in modules("wagecase", "complaints", "closings", "licenses")
        for line in stray_writers(path, tree(path), WRITERS.get(where(path), set()))
    ]
    assert not found, "\n".join(found)


def test_only_the_case_has_a_column_called_state():
    models = [m for m in apps.get_models() if m.__module__.startswith(("wagecase.", "complaints.", "closings."))]
    with_state = {m._meta.label for m in models if any(f.name == "state" for f in m._meta.get_fields())}
    assert with_state == {"cases.Case"}


@pytest.mark.parametrize(
    "code",
    [
        "case.state = 'closed'",
        "Case.objects.filter(pk=1).update(state='closed')",
        "Case(state='closed')",
        "Case.objects.create(number='1', state='closed')",
        "setattr(case, 'state', 'closed')",
        "Case.objects.bulk_update(cases, ['state'])",
        "Case.objects.update_or_create(pk=1, defaults={'state': 'closed'})",
    ],
)
def test_a_stray_writer_is_found(code):
    assert stray_writers(ROOT / "invented.py", ast.parse(code), set()) == ["invented.py:1"]
