"""Compares two pieces of Python by their syntax trees.

Left out are comments, formatting and docstrings; prompts of the interpreter and lines of a notebook's shell are
neutralised; texts may be translated; the order of keyword arguments and of imports that follow one another is free.
"""

from __future__ import annotations

import ast
import re
import textwrap

from fencepost.checks.python import parse as parsed
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference, ordered
from fencepost.checks.translation.walk import Walk

_PROMPT = re.compile(r"^\s*>>>(?: |$)", re.MULTILINE)
_SHELL_LINE = re.compile(r"^([ \t]*)([!%](?!=).*)$", re.MULTILINE)


def parse(body: str) -> ast.Module | None:
    """The tree of a fence's code, its lines those of the body; `None` if it does not parse."""
    code = textwrap.dedent(_without_prompts(body) if _PROMPT.search(body) else body)
    tree = parsed(code)
    if tree is None and _SHELL_LINE.search(code):
        tree = parsed(_SHELL_LINE.sub(lambda match: f"{match[1]}__shell__({match[2]!r})", code))
    return tree


def compare(one: ast.Module, other: ast.Module, lines: tuple[int, int], alike: Alike) -> list[Difference]:
    """What differs in more than a translation may change.

    Args:
        one: the tree of the first fence.
        other: the tree of its counterpart.
        lines: for each of them the line that stands behind its last one.
        alike: when two words count as the same.
    """
    walk = Walk(alike)
    walk.block(one.body, other.body, lines)
    return ordered(walk.found)


def _without_prompts(body: str) -> str:
    """The code behind `>>>` and `...`; lines of output are emptied, so that line numbers stay."""
    lines = []
    for line in body.split("\n"):
        match = re.match(r"\s*(?:>>>|\.\.\.)(?: (.*))?$", line)
        lines.append((match[1] or "") if match else "")
    return "\n".join(lines)
