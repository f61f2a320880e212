"""Names that nothing on the page defines (FP110): the fences of a module, hidden code included, read as one program."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fencepost import kinds
from fencepost.checks.undefined import Code, Known, Module
from fencepost.model import Finding, Place
from fencepost.plan import FencePlan, PagePlan
from fencepost.rules import RULES

if TYPE_CHECKING:
    from fencepost.checks.supplied import Installed, Lacking, Supply
    from fencepost.checks.uses import Use

__all__ = ["Known", "Names", "bound_in", "names_bound", "names_of"]

_WORD = re.compile(r"[^\W\d]\w*")
_MAY_WARN = re.compile(r"\\|\d(?:and|else|for|if|in|is|not|or)")
"""What Python's own parser may warn of: an escape, a number that runs into a word."""
_INCLUDE = re.compile(r"^[ \t]*\{([*!]).*\1\}", re.MULTILINE)
"""A line for which the site puts in a file that is not read here, so that what it defines is not known."""
_HIDDEN = re.compile(
    r"<!--[-; \t]*invisible-code(?:-block)?:.*?-->|^%[ \t]*invisible-code(?:-block)?:[^\n]*(?:\n%[^\n]*)*",
    re.DOTALL | re.MULTILINE,
)
"""Code of which Sybil knows and no reader."""
_LONG_ENOUGH = 4
"""Shorter names are often one letter apart."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of code and where it stands."""

    code: str
    line: int
    """The page's line of the code's first line."""
    fence: FencePlan
    column: int
    """By how many columns the page has it further to the right."""
    judged: bool
    """Whether its own names are looked at; what it defines counts in any case."""

    def characters(self, line: int, offset: int) -> int:
        """How many characters stand before this offset of a page's line; Python's trees count bytes of UTF-8."""
        return len(self.code.split("\n")[line - self.line].encode()[:offset].decode())


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a page that it does not define itself."""

    findings: dict[str, list[Finding]]
    """By the id of the fence that uses it: FP110 for an undefined name, once a fence; FP116 for a supplied one."""
    supplied: dict[str, list[Supply]]
    """What is given to a fence, by its id."""
    trees: dict[str, ast.Module] = field(default_factory=dict)
    """What the code of the page's fences is parsed to, by the code, where parsing it again would warn of nothing."""
    parsed: set[str] = field(default_factory=set)
    """Ids of the fences that could be parsed."""


def names_of(
    plan: PagePlan,
    given: Collection[str],
    configured: Mapping[str, str],
    installed: Installed | None = None,
    known: Known | None = None,
) -> Names:
    """Look at the names of a page.

    Args:
        plan: the page.
        given: names that every page has without more ado.
        configured: the settings' `names`.
        installed: whether a module can be imported; asks the environment where it is not given.
        known: what was read of code on other pages.
    """
    scopes: dict[str, list[_Piece]] = defaultdict(list)
    found = Names(defaultdict(list), defaultdict(list))
    code = Code(known or Known())
    for piece in _pieces(plan, code):
        scopes[plan.scope(piece.fence)].append(piece)
        if piece.code is piece.fence.fence.body:
            found.parsed.add(piece.fence.id)
    for pieces in scopes.values():
        try:
            if module := code.module(tuple(piece.code for piece in pieces)):
                _look_closer(plan, pieces, module, code, given, configured, installed, found)
        except RecursionError:
            deepest = max(pieces, key=lambda piece: _depth(code.tree(piece.code)))
            found.findings[deepest.fence.id].append(_too_deep(plan, deepest))
    found.trees.update((text, tree) for text, tree in code.trees.items() if not _MAY_WARN.search(text))
    return found


def _look_closer(
    plan: PagePlan,
    pieces: list[_Piece],
    module: Module,
    code: Code,
    given: Collection[str],
    configured: Mapping[str, str],
    installed: Installed | None,
    found: Names,
) -> None:
    from fencepost.checks.supplied import Supply, is_installed, may_supply, supply
    from fencepost.checks.uses import uses_of

    unread = _names_in_unread(plan, found.parsed)
    partial = _INCLUDE.search(plan.page.text) is not None
    said: set[tuple[str, str]] = set()
    uses: dict[str, list[Use]] = defaultdict(list)
    if may_supply("\n".join(piece.code for piece in pieces), configured):
        for piece in pieces:
            uses[piece.fence.id] += uses_of(code.tree(piece.code))
    every = [use for one in uses.values() for use in one]
    for use in module.undefined:
        piece, name = pieces[use.piece], use.name
        if name in given or name in unread or name in piece.fence.fixtures:
            continue
        own = uses[piece.fence.id]
        meant = next((one for one in module.bound if one == name or _is_slip(name, one)), "")
        supplied = None if meant else supply(name, own, every, plan.page.text, configured, installed or is_installed)
        if isinstance(supplied, Supply):
            if supplied in found.supplied[piece.fence.id]:
                continue
            found.supplied[piece.fence.id].append(supplied)
        if partial and not meant and not isinstance(supplied, Supply):
            continue
        if piece.judged and (piece.fence.id, name) not in said:  # once a fence, where it is used first
            said.add((piece.fence.id, name))
            line = piece.line + use.line - 1
            place = plan.page.place(line, piece.characters(line, use.column) + piece.column + 1)
            place = replace(place, end_line=place.line, end_column=place.column + len(name))
            found.findings[piece.fence.id].append(_finding(name, place, piece.fence.id, supplied, meant))


def _finding(name: str, place: Place, fence: str, supplied: Supply | Lacking | None, meant: str) -> Finding:
    from fencepost.checks.supplied import Supply

    if isinstance(supplied, Supply):
        return Finding("FP116", str(supplied), place, fence=fence, help=RULES["FP116"].fix)
    message = f"the name `{name}` is defined nowhere on this page"
    help_ = RULES["FP110"].fix
    if meant not in ("", name):
        help_ = f"Did you mean `{meant}`? {help_}"
    if supplied is not None:
        help_ = f"It is used like a client of `{supplied.package}`: install that, and one is supplied. {help_}"
    return Finding("FP110", message, place, fence=fence, help=help_)


def _too_deep(plan: PagePlan, piece: _Piece) -> Finding:
    fence = piece.fence.fence
    message = "the Python is nested too deep for the names of its module to be read"
    help_ = "Break the longest expression up."
    return Finding("FP109", message, plan.page.place(fence.line, fence.column), fence=piece.fence.id, help=help_)


def _depth(tree: ast.AST) -> int:
    """How deep a tree is nested."""
    depth, level = 0, [tree]
    while level:
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        depth += 1
    return depth


def _is_slip(name: str, meant: str) -> bool:
    """Whether a name is another one with a letter changed, left out, doubled or swapped; digits tell names apart."""
    if min(len(name), len(meant)) < _LONG_ENOUGH or abs(len(name) - len(meant)) > 1:
        return False
    ahead = _alike(name, meant)
    behind = _alike(name[ahead:][::-1], meant[ahead:][::-1])
    ours, theirs = name[ahead : len(name) - behind], meant[ahead : len(meant) - behind]
    changed = len(ours) <= 1 and len(theirs) <= 1
    return (changed or (len(ours) == 2 and ours == theirs[::-1])) and (ours + theirs).isalpha()


def _alike(one: str, other: str) -> int:
    """How many characters the two begin with in common."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (ours, theirs) in pairs if ours != theirs), min(len(one), len(other)))


def names_bound(plan: PagePlan | None) -> set[str]:
    """Names that the code of a page, and of the pages that it continues, defines."""
    if plan is None:
        return set()
    code = Code(Known())
    names = {name for piece in _pieces(plan, code) for name in bound_in(code.tree(piece.code))}
    return names | names_bound(plan.continued)


def bound_in(tree: ast.AST) -> Iterator[str]:
    """Names that a piece of code binds, at whatever depth."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.alias(name=name, asname=asname):
                yield asname or name.partition(".")[0]


def _pieces(plan: PagePlan, read: Code) -> Iterator[_Piece]:
    hidden = {step.line: step for step in plan.steps if step.kind not in ("fence", "file")}
    placed = [(step.line, step.code, step.fence, 0, True) for step in hidden.values()]
    for fence in plan.fences:
        text = fence.fence
        if text.language in kinds.PYTHON or text.language in kinds.PYCON:
            placed.append((text.line + 1, *_code(fence), fence.fate in ("run", "parsed")))
    for line, code, fence, column, judged in sorted(placed, key=lambda item: item[0]):
        if read.parses(code):
            yield _Piece(code, line, fence, column, judged)


def _names_in_unread(plan: PagePlan, parsed: Collection[str]) -> set[str]:
    """The words of fences that do not parse, which is said there, and of Sybil's hidden code: they may define more."""
    python = (fence for fence in plan.fences if fence.fence.language in kinds.PYTHON and not _is_session(fence))
    unread = [fence.fence.body for fence in python if fence.id not in parsed]
    if "invisible-code" in plan.page.text:
        unread += _HIDDEN.findall(plan.page.text)
    return {word for text in unread for word in _WORD.findall(text)}


def _code(fence: FencePlan) -> tuple[str, FencePlan, int]:
    """The code of a fence, and by how many columns the page has it further to the right.

    Of a session at the prompt it is the statements that show no error, each on its own line.
    """
    body, margin = fence.fence.body, len(fence.fence.prefix)
    if not _is_session(fence):
        return body, fence, margin
    from fencepost.checks import session  # doctest takes its time to import

    lines = [""] * body.count("\n")
    try:
        typed = session.statements(body)
    except ValueError:
        return "", fence, margin
    for statement in typed:
        for offset, text in enumerate([] if statement.fails else statement.code.rstrip("\n").split("\n")):
            lines[statement.line + offset] = text
    return "\n".join(lines), fence, margin + session.PROMPT


def _is_session(fence: FencePlan) -> bool:
    return fence.fence.language in kinds.PYCON or kinds.has_prompts(fence.fence.body)
