"""Names that nothing on the page defines (FP110): the fences of a module, hidden code included, read as one program."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fencepost import kinds
from fencepost.checks.defined import all_defined
from fencepost.model import Finding, Place
from fencepost.plan import FencePlan, PagePlan
from fencepost.rules import RULES

if TYPE_CHECKING:
    from fencepost.checks.supplied import Installed, Lacking, Supply
    from fencepost.checks.uses import Use

_GIVEN = frozenset({"__path__", "reveal_type", "reveal_locals"})
"""Names that a page need not define; the last two are known to type checkers."""
_WORD = re.compile(r"[^\W\d]\w*")
_MAY_WARN = re.compile(r"\\|\d(?:and|else|for|if|in|is|not|or)")
"""What Python's own parser may warn of: an escape, a number that runs into a word."""
_INCLUDE = re.compile(r"^[ \t]*\{([*!]).*\1\}", re.MULTILINE)
"""A line for which the site puts in a file that is not read here, so that what it defines is not known."""
_LONG_ENOUGH = 4
"""Shorter names are often one letter apart."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of code and where it stands."""

    code: str
    tree: ast.Module
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
    plan: PagePlan, given: Collection[str], configured: Mapping[str, str], installed: Installed | None = None
) -> Names:
    """Look at the names of a page.

    Args:
        plan: the page.
        given: names that every page has without more ado.
        configured: the settings' `names`.
        installed: whether a module can be imported; asks the environment where it is not given.
    """
    scopes: dict[str, list[_Piece]] = defaultdict(list)
    found = Names(defaultdict(list), defaultdict(list))
    for piece in _pieces(plan):
        scopes[plan.scope(piece.fence)].append(piece)
        if piece.code is piece.fence.fence.body:
            found.parsed.add(piece.fence.id)
        if not _MAY_WARN.search(piece.code):
            found.trees[piece.code] = piece.tree
    for pieces in scopes.values():
        try:
            if not all_defined(piece.tree for piece in pieces):
                _look_closer(plan, pieces, given, configured, installed, found)
        except RecursionError:
            deepest = max(pieces, key=lambda piece: _depth(piece.tree))
            found.findings[deepest.fence.id].append(_too_deep(plan, deepest))
    return found


def _look_closer(
    plan: PagePlan,
    pieces: list[_Piece],
    given: Collection[str],
    configured: Mapping[str, str],
    installed: Installed | None,
    found: Names,
) -> None:
    from fencepost.checks.supplied import Supply, is_installed, supply
    from fencepost.checks.uses import uses_of

    undefined = list(_undefined(pieces))
    if not undefined:
        return
    unread = _names_in_unread(plan)
    partial = _INCLUDE.search(plan.page.text) is not None
    said: set[tuple[str, str]] = set()
    uses: dict[str, list[Use]] = defaultdict(list)
    for piece in pieces:
        uses[piece.fence.id] += uses_of(piece.tree)
    every = [use for one in uses.values() for use in one]
    bound = _bound(pieces)
    for piece, line, column, name in undefined:
        if name in given or name in unread or name in piece.fence.fixtures:
            continue
        own = uses[piece.fence.id]
        meant = next((one for one in sorted(bound) if one == name or _is_slip(name, one)), "")
        supplied = None if meant else supply(name, own, every, plan.page.text, configured, installed or is_installed)
        if isinstance(supplied, Supply):
            if supplied in found.supplied[piece.fence.id]:
                continue
            found.supplied[piece.fence.id].append(supplied)
        if partial and not meant and not isinstance(supplied, Supply):
            continue
        if piece.judged and (piece.fence.id, name) not in said:  # once a fence, where it is used first
            said.add((piece.fence.id, name))
            place = plan.page.place(line, piece.characters(line, column) + piece.column + 1)
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


def _bound(pieces: list[_Piece]) -> set[str]:
    """Names that the top level of the module binds anywhere, be it too late."""
    names: set[str] = set()
    waiting: list[ast.AST] = [node for piece in pieces for node in piece.tree.body]
    while waiting:
        node = waiting.pop()
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
                continue
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.alias(name=name, asname=alias):
                names.add(alias or name.partition(".")[0])
        waiting += ast.iter_child_nodes(node)
    return names


def names_bound(plan: PagePlan | None) -> set[str]:
    """Names that the code of a page, and of the pages that it continues, defines."""
    if plan is None:
        return set()
    return {name for piece in _pieces(plan) for name in bound_in(piece.tree)} | names_bound(plan.continued)


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


def _undefined(pieces: list[_Piece]) -> Iterator[tuple[_Piece, int, int, str]]:
    # pyflakes costs some 30 ms to import; a page without Python needs none of it.
    from pyflakes.checker import Checker
    from pyflakes.messages import UndefinedName

    class Reader(Checker):
        def AWAIT(self, node: ast.AST) -> None:  # noqa: N802 - pyflakes calls its handlers by the node's name
            # The top level of a page may await; pyflakes would pass over what stands behind it.
            self.handleChildren(node)

    trees = [(piece, _moved(piece)) for piece in pieces]
    module = ast.Module(body=[node for _, tree in trees for node in tree.body], type_ignores=[])
    owners = {line: piece for piece, tree in trees for line in _lines(tree)}
    for message in Reader(module, builtins=_GIVEN).messages:
        piece = owners.get(message.lineno)
        if isinstance(message, UndefinedName) and piece is not None:
            yield piece, message.lineno, message.col, str(message.message_args[0])


def _moved(piece: _Piece) -> ast.Module:
    """The code with the page's lines."""
    tree = _parsed(piece.code)
    assert tree is not None
    ast.increment_lineno(tree, piece.line - 1)
    return tree


def _lines(tree: ast.Module) -> range:
    body = tree.body
    return range(body[0].lineno, max(node.end_lineno or node.lineno for node in body) + 1) if body else range(0)


def _pieces(plan: PagePlan) -> Iterator[_Piece]:
    hidden = {step.line: step for step in plan.steps if step.kind not in ("fence", "file")}
    placed = [(step.line, step.code, step.fence, 0, True) for step in hidden.values()]
    for fence in plan.fences:
        text = fence.fence
        if text.language in kinds.PYTHON or text.language in kinds.PYCON:
            placed.append((text.line + 1, *_code(fence), fence.fate in ("run", "parsed")))
    for line, code, fence, column, judged in sorted(placed, key=lambda item: item[0]):
        tree = _parsed(code)
        if tree is not None:
            yield _Piece(code, tree, line, fence, column, judged)


def _names_in_unread(plan: PagePlan) -> set[str]:
    """The words of fences that do not parse, which is said there: what they would define is not known."""
    python = (fence for fence in plan.fences if fence.fence.language in kinds.PYTHON and not _is_session(fence))
    return {word for fence in python if _parsed(fence.fence.body) is None for word in _WORD.findall(fence.fence.body)}


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


def _parsed(code: str) -> ast.Module | None:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        tree = compile(code, "<fence>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return tree if isinstance(tree, ast.Module) else None
