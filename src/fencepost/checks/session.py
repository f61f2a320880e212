"""Sessions at the prompt (`>>>`): their statements parse, unless an error is what they show."""

from __future__ import annotations

import doctest
import re
from dataclasses import dataclass

from fencepost.checks import python
from fencepost.model import Fence, Finding, Page

PROMPT = len(">>> ")
_ERROR = re.compile(r"^(?:\w+\.)*\w*(?:Error|Exception|Exit|Interrupt|Warning)\b", re.MULTILINE)
_OPTIONS = re.compile(r"#[ \t]*doctest:[^\n]*")
_OPTION = re.compile(r"[+-](\w+)")
_WHERE = re.compile(r"line (\d+) of the docstring for \S+ (.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Statement:
    """What was typed at one prompt."""

    code: str
    line: int
    """Of the fence's body, from 0."""
    fails: bool
    """Whether an error is shown below it."""


def statements(body: str) -> list[Statement]:
    """The statements of a session. Raises `ValueError`, in doctest's words, where it has not the form of one."""
    return [
        Statement(example.source, example.lineno, example.exc_msg is not None or bool(_ERROR.search(example.want)))
        for example in examples(body)
    ]


def examples(body: str) -> list[doctest.Example]:
    """The statements of a session as doctest reads them, but for options that only a project's own runner knows.

    Raises `ValueError` as doctest does.
    """
    return doctest.DocTestParser().get_examples(_OPTIONS.sub(_known_options, body), "fence")


def _known_options(match: re.Match[str]) -> str:
    return _OPTION.sub(lambda option: option[0] if option[1] in doctest.OPTIONFLAGS_BY_NAME else "", match[0])


def check_session(page: Page, fence: Fence) -> list[Finding]:
    """FP109 for a session, or for its first statement, that does not parse."""
    try:
        typed = statements(fence.body)
    except ValueError as error:
        match = _WHERE.match(str(error))
        line, reason = (int(match[1]), match[2]) if match else (1, str(error))
        return [python.broken(page, fence, "FP109", f"the session cannot be read: it {reason}", line)]
    for statement in typed:
        try:
            python.tree_of(statement.code)
        except python.FAILURES as error:
            if statement.fails:
                continue
            line, reason = python.why(error)
            message = f"the Python does not parse: {reason}"
            return [python.broken(page, fence, "FP109", message, statement.line + line)]
    return []
