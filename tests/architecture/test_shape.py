"""Outlier files and outlier functions make a code base hard, not its average; so there are no outliers."""

import ast

from tests.architecture.source import files, modules, tree, where

LONGEST_MODULE = 500
LONGEST_FUNCTION = 50
LONGEST_TEMPLATE = 200
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "constants", "shared", "stuff"}


def test_no_module_is_longer_than_500_lines():
    long = [f"{where(p)}: {n} lines" for p in modules() if (n := len(p.read_text().splitlines())) > LONGEST_MODULE]
    assert not long, "\n".join(long)


def test_no_template_is_longer_than_200_lines():
    long = [
        f"{where(p)}: {n} lines" for p in files(".html") if (n := len(p.read_text().splitlines())) > LONGEST_TEMPLATE
    ]
    assert not long, "\n".join(long)


def test_no_function_is_longer_than_50_lines():
    long = [
        f"{where(path, node)} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for path in modules("wagecase", "complaints", "closings", "licenses", "scripts")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert not long, "\n".join(long)


def test_every_module_says_first_why_it_exists():
    silent = [where(path) for path in modules() if path.read_text().strip() and not ast.get_docstring(tree(path))]
    assert not silent, "\n".join(silent)


def test_no_module_or_folder_has_a_name_that_says_nothing():
    found = [where(path) for path in files() if {*path.parts[:-1], path.stem} & NAMES_THAT_SAY_NOTHING]
    assert not found, "\n".join(found)


def test_the_project_package_is_empty_so_that_the_rules_drag_in_nothing():
    (package,) = [path for path in modules("wagecase") if where(path) == "wagecase/__init__.py"]
    assert package.read_text().strip() == ""
