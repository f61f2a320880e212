"""Parses fences of Python, so that what a reader copies can be read."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from dataclasses import replace

from fencepost.checks import abridged
from fencepost.checks.fstrings import taken_apart
from fencepost.model import Fence, Finding, Page, Severity
from fencepost.rules import RULES

FAILURES = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What `tree_of` raises."""
_FLAGS = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
_TYPES = re.compile(r"\s*(?:type\s+\w+\s*(?:\[.*)?=|class\s+\w+\s*\[|(?:async\s+)?def\s+\w+\s*\[)")
"""Statements of Python 3.12."""
_TAG = re.compile(
    r"^[ \t]*(?:\{([%!*]).*\1\}|\{\{-?[ \t]*(?:if|else|end|range|with|include|template|define|toYaml)\b.*\}\})[ \t]*$",
    re.MULTILINE,
)
"""A line that is only a tag of Jinja, Liquid, Go's templates or an include: what is left of the code is none yet."""
_LINE = re.compile(r"(?<=\bline )\d+")
"""A line of the code, in the words of Python's parser."""
_NEWER = "Run fencepost under Python 3.12 or later to have it checked."
_NOTEBOOK = re.compile(r"\s*[!%]")
_COMMAND = re.compile(r"\s*(?:\$ |(?:cd|conda|curl|docker|export|git|npm|pip3?|poetry|python3?|uv) +[\w./~-])")


def tree_of(code: str) -> ast.Module:
    """The tree of code from a page, which may await at the top level. Raises one of `FAILURES`.

    What the parser would warn of is left to the run of the code, and whatever becomes of warnings, it is no failure.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = compile(code, "<fence>", "exec", _FLAGS, dont_inherit=True)
    assert isinstance(tree, ast.Module)
    return tree


def parse(code: str) -> ast.Module | None:
    """The same, and `None` where the code cannot be parsed."""
    try:
        return tree_of(code)
    except FAILURES:
        return None


def why(error: Exception) -> tuple[int, str]:
    """The line of the code at which it could not be parsed, from 1, and what was wrong there."""
    reason = error.msg if isinstance(error, SyntaxError) else str(error) or "it is nested too deep"
    return getattr(error, "lineno", None) or 1, reason


def check_python(page: Page, fence: Fence, *, excerpts: bool = False) -> list[Finding]:
    """FP109 for a Python fence that does not parse; top-level `await` is allowed.

    `excerpts`: nobody asks that the code runs, so that it may be a part of something larger.
    """
    try:
        tree_of(fence.body)
    except FAILURES as error:
        line, reason = why(error)
        if isinstance(error, SyntaxError) and (newer := _newer_syntax(fence.body, line)):
            return [replace(unparsed(page, fence, "FP109", newer, line), severity="info", help=_NEWER)]
        if excerpts and not _TAG.search(fence.body) and (meant := abridged.reason(fence.body)):
            said = f"this is not parsed: {meant}"
            return [replace(unparsed(page, fence, "FP109", said, line), severity="info", help="")]
        reason = _foreign(fence.body.split("\n")[min(line, fence.body.count("\n")) - 1]) or reason
        severity: Severity | None = "warning" if excerpts and _is_cell(fence.body) else None
        said = _LINE.sub(lambda match: str(page.place(fence.line + int(match[0])).line), reason)
        found = unparsed(page, fence, "FP109", f"the Python does not parse: {said}", line)
        return [replace(found, severity=severity) if severity and found.severity is None else found]
    return []


def _is_cell(body: str) -> bool:
    """Whether code parses but for a notebook's own lines: in a notebook it runs."""
    whole = re.sub(r"^[ \t]*[!%].*$", "", body, flags=re.MULTILINE)
    return whole != body and parse(whole) is not None


def _foreign(line: str) -> str:
    """What is wrong with a line that is no Python at all, where that can be told."""
    if _NOTEBOOK.match(line):
        return "lines that begin with `!` or `%` are a notebook's own; put commands into a fence of shell"
    if _COMMAND.match(line):
        return "this line is a command; put commands into a fence of shell"
    return ""


def _newer_syntax(body: str, line: int) -> str:
    """What a line needs that the running Python has not yet: this says nothing against the page."""
    rows = body.split("\n")
    if sys.version_info >= (3, 12) or not (_TYPES.match(rows[min(line, len(rows)) - 1]) or has_newer_strings(body)):
        return ""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    return f"the Python is not parsed: this is syntax of Python 3.12, and fencepost runs under {here}"


def has_newer_strings(body: str) -> bool:
    """Whether code that does not parse would, if its f-strings were read as Python 3.12 reads them."""
    apart = taken_apart(body)
    if apart is None:
        return False
    plain, fields = apart
    return all(parse(code) is not None for code in (plain, *(f"_ = (\n{field}\n)" for field in fields)))


def unparsed(page: Page, fence: Fence, code: str, message: str, line: int) -> Finding:
    """A finding about a fence that cannot be read; `line` counts in its code, from 1."""
    if tag := _TAG.search(fence.body):
        place = page.place(fence.line + 1 + fence.body.count("\n", 0, tag.start()), fence.column)
        said = f"this is not parsed: `{tag[0].strip()}` is a tag that a template engine fills in"
        return Finding(code, said, place, fence=page.fence_id(fence), severity="info")
    return broken(page, fence, code, message, line)


def broken(page: Page, fence: Fence, code: str, message: str, line: int) -> Finding:
    """The same where no tag of a template engine can be the reason."""
    place = page.place(fence.line + min(line, max(1, fence.body.count("\n"))), fence.column)
    return Finding(code, message, place, fence=page.fence_id(fence), help=RULES[code].fix)
