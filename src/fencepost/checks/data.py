"""Parses fences of data and of Python, so that what a reader copies can be read."""

from __future__ import annotations

import ast
import json
import tomllib
from collections.abc import Callable
from typing import Any

import yaml

from fencepost import kinds
from fencepost.model import Fence, Finding, Page
from fencepost.rules import RULES


class _WrongDataError(Exception):
    """Data that does not parse: what is wrong, and the line of the body, from 1."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


def check_data(page: Page, fence: Fence) -> list[Finding]:
    """FP108 for a fence of JSON, YAML or TOML that does not parse; duplicate keys count as well."""
    parser = _PARSERS[kinds.DATA[fence.language]]
    try:
        parser(fence.body)
    except _WrongDataError as wrong:
        return [
            _finding(
                page, fence, "FP108", f"the {kinds.DATA[fence.language]} does not parse: {wrong.message}", wrong.line
            )
        ]
    return []


def check_python(page: Page, fence: Fence) -> list[Finding]:
    """FP109 for a Python fence that does not parse; top-level `await` is allowed."""
    try:
        compile(fence.body, page.path, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        return [_finding(page, fence, "FP109", f"the Python does not parse: {reason}", line)]
    return []


def _finding(page: Page, fence: Fence, code: str, message: str, line: int) -> Finding:
    last = max(1, fence.end_line - fence.line - 1)
    place = page.place(fence.line + min(line, last), fence.column)
    return Finding(code, message, place, fence=page.fence_id(fence), help=RULES[code].fix)


def _json(text: str) -> None:
    try:
        json.loads(text, object_pairs_hook=_no_duplicates)
    except json.JSONDecodeError as error:
        raise _WrongDataError(error.msg, error.lineno) from error
    except RecursionError as error:
        raise _WrongDataError("it is nested too deeply", 1) from error


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise _WrongDataError(f"the key {twice!r} stands twice in one object", 1)
    return dict(pairs)


def _toml(text: str) -> None:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        _, _, where = message.rpartition("(at line ")
        line = where.partition(",")[0]
        raise _WrongDataError(
            message.partition(" (at ")[0], int(line) if line.isdigit() else text.count("\n")
        ) from error


def _yaml(text: str) -> None:
    try:
        for node in yaml.compose_all(text, Loader=yaml.SafeLoader):
            _no_duplicate_keys(node)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise _WrongDataError(str(error.problem or error.context), line) from error
    except yaml.YAMLError as error:
        raise _WrongDataError(str(error), 1) from error


def _no_duplicate_keys(node: yaml.Node | None) -> None:
    pending = [node] if node is not None else []
    while pending:
        current = pending.pop()
        if isinstance(current, yaml.SequenceNode):
            pending += current.value
        elif isinstance(current, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in current.value:
                if isinstance(key, yaml.ScalarNode):
                    if key.value in seen:
                        raise _WrongDataError(
                            f"the key {key.value!r} stands twice in one mapping", key.start_mark.line + 1
                        )
                    seen.add(key.value)
                pending.append(value)


_PARSERS: dict[str, Callable[[str], None]] = {"json": _json, "yaml": _yaml, "toml": _toml}
