"""The project's own files as the architecture tests read them: what is tracked or about to be, parsed once."""

import ast
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@cache
def files(*suffixes: str) -> tuple[Path, ...]:
    """Return the files that are tracked, or would be, with one of the suffixes."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    paths = (ROOT / name for name in names if name)
    return tuple(sorted(path for path in paths if path.is_file() and (not suffixes or path.suffix in suffixes)))


def modules(*folders: str) -> tuple[Path, ...]:
    """Return the Python modules below the folders (all of them without one), migrations apart."""
    inside = tuple(ROOT / folder for folder in folders) or (ROOT,)
    return tuple(
        path
        for path in files(".py")
        if "migrations" not in path.parts and any(path.is_relative_to(folder) for folder in inside)
    )


@cache
def tree(path: Path) -> ast.Module:
    """Return the parsed module."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def where(path: Path, node: ast.AST | None = None) -> str:
    """Return "wagecase/cases/models.py:12" for a failure message."""
    line = getattr(node, "lineno", None)
    return f"{path.relative_to(ROOT)}{f':{line}' if line else ''}"


def dotted(node: ast.AST) -> str:
    """Return "timezone.now" for the expression of that name or attribute, otherwise an empty string."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else f"().{node.attr}"
    return ""
