"""Compares runs of imports, in which order means nothing."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference
from fencepost.checks.translation.keys import match_keys, stand_in, unmatched


@dataclass(frozen=True, slots=True)
class Imports:
    """Import statements that follow one another."""

    statements: tuple[ast.Import | ast.ImportFrom, ...]

    @property
    def lineno(self) -> int:
        """The line of the first one."""
        return self.statements[0].lineno


@dataclass(frozen=True, slots=True)
class _Entry:
    module: str
    name: str
    line: int

    @property
    def text(self) -> str:
        """The entry as a statement of its own."""
        return f"from {self.module} import {self.name}" if self.module else f"import {self.name}"


def grouped(statements: Sequence[ast.stmt]) -> list[ast.stmt | Imports]:
    """Statements with runs of imports taken together."""
    items: list[ast.stmt | Imports] = []
    for statement in statements:
        if not isinstance(statement, (ast.Import, ast.ImportFrom)):
            items.append(statement)
            continue
        last = items[-1] if items else None
        if isinstance(last, Imports):
            items[-1] = Imports((*last.statements, statement))
        else:
            items.append(Imports((statement,)))
    return items


def compare(one: Imports, other: Imports, ends: tuple[int, int], alike: Alike) -> list[Difference]:
    """What only one of two runs imports; `ends` are the lines that stand behind them."""
    ours, theirs = _entries(one), _entries(other)
    matched = match_keys([entry.text for entry in ours], [entry.text for entry in theirs], alike)
    lost, gained = unmatched(len(ours), len(theirs), matched)
    back = {twin: own for own, twin in matched.items()}
    found: list[Difference] = []
    for own, twin in zip(lost, gained, strict=False):
        found.append(_difference(ours[own].line, theirs[twin].line, ours[own].text, theirs[twin].text))
    for own in lost[len(gained) :]:
        line = _place(own, ours, theirs, matched, ends[1])
        found.append(_difference(ours[own].line, line, ours[own].text, ""))
    for twin in gained[len(lost) :]:
        line = _place(twin, theirs, ours, back, ends[0])
        found.append(_difference(line, theirs[twin].line, "", theirs[twin].text))
    return found


def _place(index: int, has: Sequence[_Entry], lacks: Sequence[_Entry], matched: dict[int, int], end: int) -> int:
    beside = next((entry.line for entry in lacks if entry.module and entry.module == has[index].module), None)
    return beside or stand_in(index, matched.items(), [entry.line for entry in lacks], end)


def _difference(line: int, twin_line: int, text: str, twin_text: str) -> Difference:
    return Difference("FP405", line, twin_line, text, twin_text)


def _entries(imports: Imports) -> list[_Entry]:
    found: list[_Entry] = []
    for statement in imports.statements:
        module = ""
        if isinstance(statement, ast.ImportFrom):
            module = "." * statement.level + (statement.module or "")
        for alias in statement.names:
            name = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            found.append(_Entry(module, name, statement.lineno))
    return found
