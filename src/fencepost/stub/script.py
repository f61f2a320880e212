"""The script of the `model` directive: YAML text -> `Script`.

A list of replies, in order. A reply is a text, or a mapping of the keys in `KEYS`; what they mean stands beside
the fields of `fencepost.stub.reply.Reply`.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from fencepost.stub.conditions import NAMES, pattern_of
from fencepost.stub.reply import FAILURES, Call, Conditions, Failure, Finish, Reply, Script
from fencepost.stub.shapes import compact
from fencepost.stub.words import did_you_mean, nearest
from fencepost.stub.yamltext import Reader, ScriptError, quoted

__all__ = ["KEYS", "ScriptError", "as_text", "parse_script"]

_NEEDS = {
    "args": ("call",),
    "raw_args": ("call",),
    "invalid": ("call",),
    "message": ("error",),
    "retry": ("error",),
    "retry_after": ("error",),
    "chunks": ("say", "json"),
}
_ANSWERS = ("say", "json", "call", "think", "refuse", "error", "embed", "finish")
_ALONE = {
    "error": ("say", "json", "call", "think", "refuse", "embed", "finish", "usage", "break_stream"),
    "embed": ("say", "json", "call", "think", "refuse", "finish", "break_stream"),
    "refuse": ("say", "json", "call", "finish"),
    "json": ("say",),
    "raw_args": ("args",),
    "repeat": ("always",),
}
KEYS = (*_ANSWERS, *_NEEDS, "break_stream", "usage", "when", "expect", "repeat", "always")


def parse_script(text: str, first_line: int = 1) -> Script:
    """Read a script whose first line is line `first_line` of its page; raises `ScriptError`."""
    reader = Reader(first_line)
    root = reader.compose(text)
    if root is None:
        raise ScriptError("the script is empty; write a list of replies, such as `- say: Saved.`", first_line)
    if not isinstance(root, SequenceNode):
        raise reader.fail(root, "a script is a list of replies; begin each with `- `")
    if not root.value:
        raise reader.fail(root, "the script has no reply")
    return Script(tuple(_reply(reader, node) for node in root.value))


def as_text(replies: Sequence[object]) -> str:
    """A script that is given as a list, as YAML with one line a reply; raises `ScriptError`."""
    return "".join(f"- {_line(number, reply)}\n" for number, reply in enumerate(replies, 1))


def _line(number: int, reply: object) -> str:
    try:
        # Quoted throughout, so that a text stays one: `no`, a date, several lines.
        return yaml.safe_dump(
            reply, default_style='"', default_flow_style=True, allow_unicode=True, width=math.inf, sort_keys=False
        ).strip()
    except yaml.YAMLError as error:
        raise ScriptError(f"the reply is neither text nor made of plain values: {error}", number) from None


def _reply(reader: Reader, node: Node) -> Reply:
    if isinstance(node, ScalarNode):
        return Reply(say=reader.text(node, "say"), line=reader.line(node))
    if not isinstance(node, MappingNode):
        raise reader.fail(node, "a reply is a text or a mapping, got a list")
    pairs = reader.pairs(node)
    _check_keys(reader, node, pairs)
    return _Fields(reader, {key: value for key, (_, value) in pairs.items()}).reply(reader.line(node))


def _check_keys(reader: Reader, node: Node, pairs: Mapping[str, tuple[Node, Node]]) -> None:
    for key, (where, _) in pairs.items():
        if key not in KEYS:
            raise reader.fail(where, _unknown(key, pairs))
        needed = _NEEDS.get(key, ())
        if needed and not any(other in pairs for other in needed):
            raise reader.fail(where, f"`{key}` needs {' or '.join(f'`{other}`' for other in needed)} beside it")
        clash = next((other for other in _ALONE.get(key, ()) if other in pairs), None)
        if clash:
            raise reader.fail(where, f"`{key}` and `{clash}` exclude each other")
    if not any(key in pairs for key in _ANSWERS):
        raise reader.fail(node, "the reply says nothing; it needs one of " + ", ".join(f"`{key}`" for key in _ANSWERS))


def _unknown(key: str, pairs: Mapping[str, tuple[Node, Node]]) -> str:
    value = next(iter(pairs.values()))[1]
    if len(pairs) == 1 and nearest(key, KEYS) is None and isinstance(value, ScalarNode):
        return (
            f"YAML reads `{key}` as a key; if it is part of a text, quote the text: {quoted(f'{key}: {value.value}')}"
        )
    return f"unknown key `{key}`; {did_you_mean(key, KEYS)}"


@dataclass(frozen=True, slots=True)
class _Fields:
    """The values of one reply's keys."""

    reader: Reader
    nodes: Mapping[str, Node]

    def reply(self, line: int) -> Reply:
        """All of them together."""
        said = self._say()
        tokens_in, tokens_out = self._usage()
        return Reply(
            say=said,
            calls=self._calls(),
            think=self._text("think"),
            refuse=self._text("refuse"),
            embed=self._embed(),
            failure=self._failure(),
            invalid=self._flag("invalid"),
            finish=self._finish(),
            chunks=self._chunks(said or ""),
            break_stream=self._whole("break_stream", 0),
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            when=self._conditions("when"),
            expect=self._conditions("expect"),
            repeat=self._whole("repeat", 1) or 1,
            always=self._flag("always"),
            line=line,
        )

    def _text(self, key: str) -> str | None:
        return self.reader.text(self.nodes[key], key) if key in self.nodes else None

    def _whole(self, key: str, least: int) -> int | None:
        return self.reader.whole(self.nodes[key], key, least) if key in self.nodes else None

    def _flag(self, key: str) -> bool:
        return self.reader.flag(self.nodes[key], key) if key in self.nodes else False

    def _say(self) -> str | None:
        if "json" in self.nodes:
            return json.dumps(self.reader.value(self.nodes["json"]), ensure_ascii=False)
        return self._text("say")

    def _calls(self) -> tuple[Call, ...]:
        node = self.nodes.get("call")
        if node is None:
            return ()
        if isinstance(node, ScalarNode):
            return (self._call_with_args(self.reader.text(node, "call")),)
        for key in ("args", "raw_args"):
            if key in self.nodes:
                raise self.reader.fail(self.nodes[key], f"`{key}` goes with `call: name`; here the call has its own")
        if isinstance(node, SequenceNode):
            calls = tuple(call for item in node.value for call in self._call_item(item))
        else:
            calls = self._call_item(node)
        if not calls:
            raise self.reader.fail(node, "`call` names no tool")
        return calls

    def _call_item(self, node: Node) -> tuple[Call, ...]:
        if isinstance(node, ScalarNode):
            return (Call(self.reader.text(node, "call"), "{}"),)
        if not isinstance(node, MappingNode):
            raise self.reader.fail(node, "a call is a tool's name, or `name: {arguments}`")
        return tuple(Call(name, self._arguments(value)) for name, (_, value) in self.reader.pairs(node).items())

    def _call_with_args(self, name: str) -> Call:
        raw = self._text("raw_args")
        if raw is not None:
            return Call(name, raw, raw=True)
        return Call(name, self._arguments(self.nodes["args"]) if "args" in self.nodes else "{}")

    def _arguments(self, node: Node) -> str:
        value = self.reader.value(node)
        if value is None:
            return "{}"
        if not isinstance(value, dict):
            raise self.reader.fail(node, "arguments are a mapping; for broken JSON use `raw_args`")
        return compact(value)

    def _failure(self) -> Failure | None:
        node = self.nodes.get("error")
        if node is None:
            return None
        kind, status = self._failure_kind(node)
        seconds = self.reader.value(self.nodes["retry_after"]) if "retry_after" in self.nodes else None
        if seconds is not None and (not isinstance(seconds, int | float) or isinstance(seconds, bool) or seconds < 0):
            raise self.reader.fail(self.nodes["retry_after"], "`retry_after` must be a number of seconds")
        return Failure(kind, status, self._text("message") or "", self._flag("retry"), seconds)

    def _failure_kind(self, node: Node) -> tuple[str, int | None]:
        value = self.reader.value(node) if isinstance(node, ScalarNode) else None
        if isinstance(value, int) and not isinstance(value, bool):
            if 400 <= value <= 599:
                return "", value
            raise self.reader.fail(node, f"`error` must be a status from 400 to 599, got {value}")
        name = self.reader.text(node, "error")
        if name not in FAILURES:
            raise self.reader.fail(node, f"unknown kind of error `{name}`; {did_you_mean(name, FAILURES)}")
        return name, FAILURES[name]

    def _finish(self) -> Finish | None:
        name = self._text("finish")
        for finish in get_args(Finish):
            if name == finish:
                return finish
        if name is None:
            return None
        raise self.reader.fail(self.nodes["finish"], f"unknown finish `{name}`; {did_you_mean(name, get_args(Finish))}")

    def _chunks(self, said: str) -> int | tuple[str, ...] | None:
        node = self.nodes.get("chunks")
        if node is None or isinstance(node, ScalarNode):
            return self._whole("chunks", 1)
        if not isinstance(node, SequenceNode):
            raise self.reader.fail(node, "`chunks` is a number of pieces or a list of texts")
        pieces = tuple(self.reader.text(item, "chunks") for item in node.value)
        if "".join(pieces) != said:
            raise self.reader.fail(node, "the texts of `chunks` do not add up to what is said")
        return pieces

    def _usage(self) -> tuple[int | None, int | None]:
        node = self.nodes.get("usage")
        if node is None:
            return None, None
        if not isinstance(node, MappingNode):
            raise self.reader.fail(node, "`usage` is a mapping: {in: 9, out: 3}")
        pairs = self.reader.pairs(node)
        for key, (where, _) in pairs.items():
            if key not in ("in", "out"):
                raise self.reader.fail(where, f"unknown key `{key}` of `usage`; {did_you_mean(key, ('in', 'out'))}")
        counts = {key: self.reader.whole(value, key, 0) for key, (_, value) in pairs.items()}
        return counts.get("in"), counts.get("out")

    def _embed(self) -> tuple[tuple[float, ...], ...] | None:
        node = self.nodes.get("embed")
        if node is None:
            return None
        rows = self.reader.value(node)
        if not isinstance(rows, list) or not rows or not all(_is_vector(row) for row in rows):
            raise self.reader.fail(node, "`embed` is a list of vectors: [[0.1, 0.2], [0.3, 0.4]]")
        return tuple(tuple(float(number) for number in row) for row in rows)

    def _conditions(self, key: str) -> Conditions | None:
        node = self.nodes.get(key)
        if node is None:
            return None
        if not isinstance(node, MappingNode) or not node.value:
            raise self.reader.fail(node, f"`{key}` is a mapping: {{user: /diary/, after_tool: append_diary}}")
        return Conditions(tuple(self._condition(*pair) for pair in self.reader.pairs(node).values()))

    def _condition(self, key: Node, node: Node) -> tuple[str, object]:
        name = str(key.value)
        near = nearest(name, NAMES, 0.8)
        if name not in NAMES and near:
            raise self.reader.fail(key, f"unknown condition `{name}`; did you mean `{near}`?")
        value = self.reader.value(node)
        if NAMES.get(name) == "text":
            for one in value if isinstance(value, list) else [value]:
                if not isinstance(one, str):
                    raise self.reader.fail(node, f"`{name}` must be text; quote it")
                self._check_pattern(node, one)
        elif NAMES.get(name) == "count" and (not isinstance(value, int) or isinstance(value, bool)):
            raise self.reader.fail(node, f"`{name}` must be a whole number")
        return name, value

    def _check_pattern(self, node: Node, text: str) -> None:
        try:
            pattern_of(text)
        except re.error as error:
            raise self.reader.fail(node, f"`{text}` is no regular expression: {error}") from None


def _is_vector(row: object) -> bool:
    return (
        isinstance(row, list)
        and bool(row)
        and all(isinstance(number, int | float) and not isinstance(number, bool) for number in row)
    )
