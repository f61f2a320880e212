"""YAML whose scalars mean what they look like.

YAML 1.1 turns `no` into False, `2026-08-01` into a date and `12:30` into 750. Here a value is a text, a plain
decimal number, `true`, `false` or `null`; any other thing that YAML would make of an unquoted word is an error
that says how to quote it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from fencepost import yamlsafe

_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_STRING = "tag:yaml.org,2002:str"


class ScriptError(ValueError):
    """A script that cannot be used."""

    def __init__(self, message: str, line: int, unit: str = "line") -> None:
        super().__init__(message)
        self.message = message
        """What is wrong and how to mend it, without the line."""
        self.line = line
        """The line, counted as `parse_script` was told to."""
        self.unit = unit
        """What `line` counts."""

    def __str__(self) -> str:
        return f"{self.unit} {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the nodes of one text whose first line is `first_line`."""

    first_line: int

    def compose(self, text: str) -> Node | None:
        """The root node of the text's only document."""
        try:
            return yaml.compose(text, Loader=yamlsafe.loader())
        except yaml.MarkedYAMLError as error:
            # What is never closed is found at the end; where it was opened is what helps.
            unclosed = error.problem is not None and "end of stream" in error.problem
            mark = (error.context_mark if unclosed else None) or error.problem_mark or error.context_mark
            said = f"{error.problem} {error.context}" if error.context else error.problem
            raise ScriptError(f"not YAML: {said}", self.first_line + (mark.line if mark else 0)) from None
        except yaml.YAMLError as error:
            raise ScriptError(f"not YAML: {str(error).splitlines()[0]}", self.first_line) from None
        except RecursionError:
            raise ScriptError("nested too deeply", self.first_line) from None

    def line(self, node: Node) -> int:
        """The line on which a node begins."""
        return self.first_line + node.start_mark.line

    def fail(self, node: Node, message: str) -> ScriptError:
        """An error at a node, to be raised."""
        return ScriptError(message, self.line(node))

    def pairs(self, node: MappingNode) -> dict[str, tuple[Node, Node]]:
        """Key and value nodes of a mapping by key, in order; a key that stands twice is an error."""
        found: dict[str, tuple[Node, Node]] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, ScalarNode) else ""
            if not name:
                raise self.fail(key, "a key must be a word")
            if name in found:
                raise self.fail(key, f"`{name}` stands twice")
            found[name] = (key, value)
        return found

    def value(self, node: Node) -> object:
        """A node as a JSON value."""
        if isinstance(node, MappingNode):
            return {key: self.value(value) for key, (_, value) in self.pairs(node).items()}
        if isinstance(node, SequenceNode):
            return [self.value(item) for item in node.value]
        return self._scalar(node)

    def _scalar(self, node: Node) -> object:
        written: str = node.value
        if node.tag == _STRING:
            return written
        if written in _WORDS:
            return _WORDS[written]
        match = _NUMBER.fullmatch(written)
        if match is None:
            raise self.fail(node, f"YAML reads `{written}` as something else than text; quote it: {quoted(written)}")
        return float(written) if match[2] or match[3] else int(written)

    def text(self, node: Node, key: str) -> str:
        """A node that must be text."""
        if isinstance(node, ScalarNode) and node.tag == _STRING:
            return node.value
        if isinstance(node, ScalarNode) and node.value:
            raise self.fail(node, f"`{key}` must be text, and YAML reads `{node.value}` as something else; "
                                  f"quote it: {key}: {quoted(node.value)}")  # fmt: skip
        raise self.fail(node, f"`{key}` must be text, got {_kind(node)}")

    def whole(self, node: Node, key: str, least: int) -> int:
        """A node that must be an integer of at least `least`."""
        value = self.value(node) if isinstance(node, ScalarNode) else None
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise self.fail(node, f"`{key}` must be a whole number of at least {least}")
        return value

    def flag(self, node: Node, key: str) -> bool:
        """A node that must be `true` or `false`."""
        value = self.value(node) if isinstance(node, ScalarNode) else None
        if not isinstance(value, bool):
            raise self.fail(node, f"`{key}` must be true or false")
        return value


def quoted(text: str) -> str:
    """`text` as a quoted YAML scalar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _kind(node: Node) -> str:
    if isinstance(node, MappingNode):
        return "a mapping"
    return "a list" if isinstance(node, SequenceNode) else "nothing"
