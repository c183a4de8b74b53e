"""Read the rules' own YAML so strictly that a slip of the pen fails at once, with file and line."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # the C loader is ten times faster where libyaml is present


class BadParameters(Exception):
    """A file of the rules is not as it must be; the text begins with file and line."""


class Block(dict[str, Any]):
    """A mapping of the file that remembers its file and line, so that a later check can name them."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__()
        self.path = path
        self.line = line

    def fault(self, message: str) -> BadParameters:
        """Return the error to raise about this block."""
        return BadParameters(f"{self.path}:{self.line}: {message}")

    def only(self, needed: Iterable[str], optional: Iterable[str] = ()) -> None:
        """Refuse keys that are not listed, and the absence or emptiness of needed ones."""
        needed = tuple(needed)
        allowed = {*needed, *optional}
        for key in self:
            if key not in allowed:
                raise self.fault(f"unknown key {key!r}; known are {', '.join(sorted(allowed))}")
        for key in needed:
            if not self.get(key):
                raise self.fault(f"missing {key!r}")

    def text(self, key: str) -> str:
        """Return a value that must be plain text."""
        value = self[key]
        if not isinstance(value, str):
            raise self.fault(f"{key!r} must be plain text")
        return value

    def blocks(self, key: str) -> list["Block"]:
        """Return a value that must be a list of mappings."""
        value = self[key]
        if not isinstance(value, list) or not all(isinstance(row, Block) for row in value):
            raise self.fault(f"{key!r} must be a list of mappings")
        return value


def read(path: Path) -> Block:
    """Return the file as nested blocks, lists and texts. Raises BadParameters; a repeated key is a fault."""
    try:
        node = yaml.compose(path.read_text(encoding="utf-8"), Loader=Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else 1
        raise BadParameters(f"{path}:{line}: {getattr(error, 'problem', None) or 'not YAML'}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadParameters(f"{path}:1: cannot be read: {error}") from error
    if not isinstance(node, yaml.MappingNode):
        raise BadParameters(f"{path}:1: the file must be one mapping")
    return _block(path, node, set())


def _plain(path: Path, node: yaml.Node, seen: set[int]) -> Any:
    line = node.start_mark.line + 1
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if id(node) in seen:
        raise BadParameters(f"{path}:{line}: aliases are not allowed")
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        return [_plain(path, item, seen) for item in node.value]
    return _block(path, node, seen)


def _block(path: Path, node: yaml.Node, seen: set[int]) -> Block:
    block = Block(path, node.start_mark.line + 1)
    for key_node, value_node in node.value:
        if not isinstance(key_node, yaml.ScalarNode):
            raise BadParameters(f"{path}:{key_node.start_mark.line + 1}: a key must be plain text")
        if key_node.value in block:
            raise BadParameters(f"{path}:{key_node.start_mark.line + 1}: key {key_node.value!r} stands twice")
        block[key_node.value] = _plain(path, value_node, seen)
    return block
