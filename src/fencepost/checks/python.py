"""Parses fences of Python, so that what a reader copies can be read."""

from __future__ import annotations

import ast
import re

from fencepost.model import Fence, Finding, Page
from fencepost.rules import RULES

_NOTEBOOK = re.compile(r"^\s*[!%]", re.MULTILINE)


def check_python(page: Page, fence: Fence) -> list[Finding]:
    """FP109 for a Python fence that does not parse; top-level `await` is allowed."""
    try:
        compile(fence.body, page.path, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        if _NOTEBOOK.match(fence.body.split("\n")[min(line, fence.body.count("\n")) - 1]):
            reason = "lines that begin with `!` or `%` are a notebook's own; put commands into a fence of shell"
        return [unparsed(page, fence, "FP109", f"the Python does not parse: {reason}", line)]
    return []


def unparsed(page: Page, fence: Fence, code: str, message: str, line: int) -> Finding:
    """A finding about a fence that cannot be read; `line` counts in its code, from 1."""
    last = max(1, fence.end_line - fence.line - 1)
    place = page.place(fence.line + min(line, last), fence.column)
    return Finding(code, message, place, fence=page.fence_id(fence), help=RULES[code].fix)
