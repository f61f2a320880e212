"""Values of JSON, YAML and TOML with the lines on which they stand."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import yaml

from fencepost import yamlsafe
from fencepost.checks import yamlnodes


@dataclass(frozen=True, slots=True)
class Value:
    """A mapping, a list, a text or another scalar."""

    kind: Literal["mapping", "list", "text", "scalar"]
    line: int
    end: int
    """The line on which it ends, or that stands behind it where no mark ends it."""
    scalar: object = None
    entries: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A value in a mapping or a list."""

    key: str
    """Empty in a list."""
    line: int
    value: Value


def parse(language: str, body: str) -> Value | None:
    """What a fence of `json`, `yaml` or `toml` holds; `None` if it does not parse."""
    try:
        return _PARSERS[language](body)
    except (ValueError, yaml.YAMLError, RecursionError):
        return None


def plain(value: Value) -> object:
    """The value without lines, for messages."""
    match value.kind:
        case "mapping":
            return {entry.key: plain(entry.value) for entry in value.entries}
        case "list":
            return [plain(entry.value) for entry in value.entries]
        case _:
            return value.scalar


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')


class _Json:
    """Reads JSON that is known to be right, and keeps the lines."""

    def __init__(self, text: str) -> None:
        self._tokens = [(match[0], text.count("\n", 0, match.start()) + 1) for match in _TOKEN.finditer(text)]
        self._at = 0

    def value(self) -> Value:
        token, line = self._next()
        if token == "{":
            entries, end = self._entries("}")
            return Value("mapping", line, end, entries=entries)
        if token == "[":
            entries, end = self._entries("]")
            return Value("list", line, end, entries=entries)
        scalar = json.loads(token)
        return Value("text" if isinstance(scalar, str) else "scalar", line, line, scalar)

    def _entries(self, closing: str) -> tuple[tuple[Entry, ...], int]:
        found: list[Entry] = []
        while self._tokens[self._at][0] != closing:
            if self._tokens[self._at][0] == ",":
                self._at += 1
            key, line = "", self._tokens[self._at][1]
            if closing == "}":
                key = json.loads(self._next()[0])
                self._at += 1  # the colon
            found.append(Entry(key, line, self.value()))
        return tuple(found), self._next()[1]

    def _next(self) -> tuple[str, int]:
        self._at += 1
        return self._tokens[self._at - 1]


def _json(body: str) -> Value:
    json.loads(body)
    return _Json(body).value()


class _Yaml:
    """Turns nodes into values; a node that is used twice becomes one value."""

    def __init__(self) -> None:
        self._done: dict[int, Value] = {}

    def value(self, node: yaml.Node) -> Value:
        if id(node) not in self._done:
            self._done[id(node)] = self._read(node)
        return self._done[id(node)]

    def _read(self, node: yaml.Node) -> Value:
        line = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            entries = tuple(Entry(str(key.value), key.start_mark.line + 1, self.value(v)) for key, v in node.value)
            return Value("mapping", line, node.end_mark.line + 1, node.tag, entries)
        if isinstance(node, yaml.SequenceNode):
            entries = tuple(Entry("", item.start_mark.line + 1, self.value(item)) for item in node.value)
            return Value("list", line, node.end_mark.line + 1, node.tag, entries)
        scalar = _yaml_scalar(node)
        return Value("text" if isinstance(scalar, str) else "scalar", line, line, scalar)


def _yaml_scalar(node: yaml.Node) -> object:
    try:
        return yamlsafe.loader()("").construct_object(node, deep=True)
    except yaml.YAMLError:
        return node.tag, node.value


def _yaml(body: str) -> Value:
    reader = _Yaml()
    # All nodes at once: one that has gone could leave its identity to a node of a later document.
    nodes = [node for node in yamlnodes.documents(body) if node is not None]
    for node in nodes:
        yamlsafe.refuse_growth(node)
    documents = [reader.value(node) for node in nodes]
    if len(documents) == 1:
        return documents[0]
    entries = tuple(Entry("", document.line, document) for document in documents)
    return Value("list", 1, body.count("\n") + 1, entries=entries)


_HEADER = re.compile(r"\s*(\[\[?)([^\[\]]+)\]\]?")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_Path = tuple[str | int, ...]


def _toml(body: str) -> Value:
    return _toml_value(tomllib.loads(body), (), _toml_lines(body), 1, body.count("\n") + 1)


def _toml_lines(body: str) -> dict[_Path, int]:
    """The lines of tables and keys, as far as they stand at the beginning of a line."""
    lines: dict[_Path, int] = {}
    table: _Path = ()
    counts: dict[_Path, int] = {}
    for number, line in enumerate(body.split("\n"), 1):
        if match := _HEADER.match(line):
            table = _path(match[2])
            if match[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                lines.setdefault(table, number)
                table = (*table, counts[table])
            lines.setdefault(table, number)
        elif match := _KEY.match(line):
            lines.setdefault((*table, *_path(match[1])), number)
    return lines


def _path(dotted: str) -> _Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _toml_value(value: object, path: _Path, lines: dict[_Path, int], line: int, end: int) -> Value:
    line = lines.get(path, line)
    if isinstance(value, dict):
        below = [(str(key), item, (*path, str(key))) for key, item in value.items()]
        kind: Literal["mapping", "list"] = "mapping"
    elif isinstance(value, list):
        below = [("", item, (*path, index)) for index, item in enumerate(value)]
        kind = "list"
    else:
        return Value("text" if isinstance(value, str) else "scalar", line, line, value)
    read = [(key, _toml_value(item, inner, lines, line, end)) for key, item, inner in below]
    return Value(kind, line, end if not path else line, entries=tuple(Entry(key, v.line, v) for key, v in read))


_PARSERS: dict[str, Callable[[str], Value]] = {"json": _json, "yaml": _yaml, "toml": _toml}
