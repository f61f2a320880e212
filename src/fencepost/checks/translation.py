"""Holds two pages that say the same in two languages to each other.

What differs in code is found, what is translated is not. Neither side is taken for the right one: a finding shows
both places.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from fencepost import kinds
from fencepost.model import Finding, Place
from fencepost.plan import FencePlan, PagePlan
from fencepost.rules import RULES

_HELD = {"quote": "quote", "translates": "quote"}
"""A rewrite on one page answers to a quote on the other."""
_STRING = re.compile(r"""Constant\(value=(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")
"""A string as `ast.dump` writes it."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """A fence and its counterpart."""

    one: FencePlan
    other: FencePlan


def compare_pages(one: PagePlan, other: PagePlan) -> list[Finding]:
    """What the two pages do not have in common: headings, fences, code, contracts."""
    pairs, missing = _align(one, other)
    found = [*_headings(one, other), *missing]
    for pair in pairs:
        found += _code(one, other, pair)
        found += _contracts(one, other, pair)
    return [*found, *_page_options(one, other)]


def _headings(one: PagePlan, other: PagePlan) -> list[Finding]:
    levels = [heading.level for heading in one.page.headings]
    theirs = [heading.level for heading in other.page.headings]
    if levels == theirs:
        return []
    for tag, start, end, begin, stop in SequenceMatcher(None, levels, theirs, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        ours, others = one.page.headings[start:end], other.page.headings[begin:stop]
        named = ", ".join(f"`{'#' * heading.level} {heading.title}`" for heading in (*ours, *others))
        message = f"the headings differ in level or number: {named}"
        here = _heading_place(other, begin)
        return [_finding("FP402", message, here, (_heading_place(one, start),))]
    return []


def _heading_place(plan: PagePlan, index: int) -> Place:
    headings = plan.page.headings
    if index < len(headings):
        return plan.page.place(headings[index].line)
    return plan.page.place(headings[-1].line if headings else 1)


def _align(one: PagePlan, other: PagePlan) -> tuple[list[_Pair], list[Finding]]:
    ours, theirs = [_key(plan) for plan in one.fences], [_key(plan) for plan in other.fences]
    languages = [key[0] for key in ours]
    if languages == [key[0] for key in theirs]:
        return [_Pair(a, b) for a, b in zip(one.fences, other.fences, strict=True)], []
    pairs: list[_Pair] = []
    missing: list[Finding] = []
    for tag, start, end, begin, stop in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if end - start == stop - begin and (
            tag == "equal" or languages[start:end] == [k[0] for k in theirs[begin:stop]]
        ):
            pairs += [_Pair(a, b) for a, b in zip(one.fences[start:end], other.fences[begin:stop], strict=True)]
            continue
        missing += [_missing(one, plan, other, _fence_place(other, begin)) for plan in one.fences[start:end]]
        missing += [_missing(other, plan, one, _fence_place(one, start)) for plan in other.fences[begin:stop]]
    return pairs, missing


def _key(plan: FencePlan) -> tuple[str, tuple[str, ...]]:
    language = kinds.canonical(plan.fence.language)
    tree = _tree(plan) if language == "python" else None
    return language, tuple(type(node).__name__ for node in tree.body) if tree else ()


def _missing(has: PagePlan, plan: FencePlan, lacks: PagePlan, where: Place) -> Finding:
    fence = plan.fence
    message = f"{lacks.page.path} has no counterpart of this {fence.language or 'untagged'} fence"
    place = has.page.place(fence.line, fence.column)
    return _finding("FP403", message, place, (where,), fence=plan.id)


def _fence_place(plan: PagePlan, index: int) -> Place:
    fences = plan.fences
    if index < len(fences):
        return plan.page.place(fences[index].fence.line)
    return plan.page.place(fences[-1].fence.end_line if fences else 1)


def _code(one: PagePlan, other: PagePlan, pair: _Pair) -> list[Finding]:
    if kinds.canonical(pair.one.fence.language) != "python" or _differs(pair):
        return []
    ours, theirs = _tree(pair.one), _tree(pair.other)
    here = other.page.place(pair.other.fence.line, pair.other.fence.column)
    there = one.page.place(pair.one.fence.line, pair.one.fence.column)
    if ours is None or theirs is None:
        if ours is theirs:
            return []
        broken, whole = (here, there) if theirs is None else (there, here)
        message = "this code does not parse, and its counterpart does"
        return [_finding("FP404", message, broken, (whole,), fence=(pair.other if theirs is None else pair.one).id)]
    mine, yours = _statements(ours), _statements(theirs)
    if [type(node) for node in mine] == [type(node) for node in yours]:
        return []
    steps = SequenceMatcher(None, [_shape(node) for node in mine], [_shape(node) for node in yours], autojunk=False)
    _, start, _, begin, _ = next(step for step in steps.get_opcodes() if step[0] != "equal")
    message = f"the code differs from {one.page.path}: {_count(yours)} here, {_count(mine)} there"
    place = _statement_place(other, pair.other, yours, begin)
    related = (_statement_place(one, pair.one, mine, start),)
    return [_finding("FP405", message, place, related, fence=pair.other.id)]


def _count(statements: list[ast.stmt]) -> str:
    return "1 statement" if len(statements) == 1 else f"{len(statements)} statements"


def _shape(node: ast.stmt) -> str:
    """A statement without what stands in its blocks and without its strings, which a translation may change."""
    blocks = {"body", "orelse", "finalbody", "handlers", "cases"}
    fields = [(name, value) for name, value in ast.iter_fields(node) if name not in blocks]
    shown = "".join(ast.dump(part) for _, value in fields for part in _nodes(value))
    return type(node).__name__ + _STRING.sub("Constant(str", shown)


def _nodes(value: object) -> list[ast.AST]:
    parts = value if isinstance(value, list) else [value]
    return [part for part in parts if isinstance(part, ast.AST)]


def _differs(pair: _Pair) -> bool:
    return pair.one.directive("differs") is not None or pair.other.directive("differs") is not None


def _tree(plan: FencePlan) -> ast.Module | None:
    flags = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    try:
        tree = compile(plan.fence.body, "<fence>", "exec", flags, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    assert isinstance(tree, ast.Module)
    return tree


def _statements(tree: ast.Module) -> list[ast.stmt]:
    """All statements in the order of the text, nested ones included, docstrings left out."""
    found = [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and not _is_docstring(node)]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _statement_place(plan: PagePlan, fence: FencePlan, statements: list[ast.stmt], index: int) -> Place:
    # Where a statement was lost at the end, the line below the last one stands in its place.
    line = statements[index].lineno if index < len(statements) else fence.fence.end_line - fence.fence.line
    return plan.page.place(fence.fence.line + line, fence.fence.column)


def _contracts(one: PagePlan, other: PagePlan, pair: _Pair) -> list[Finding]:
    ours, theirs = _held(one, pair.one), _held(other, pair.other)
    found: list[Finding] = []
    for (has, owner, counts), (lacks, twin, others) in (
        ((one, pair.one, ours), (other, pair.other, theirs)),
        ((other, pair.other, theirs), (one, pair.one, ours)),
    ):
        for name, number in (counts - others).items():
            line = _line_of(has, owner, name)
            more = "" if number == 1 else f" ({number} of them)"
            message = f"`{name}` of {has.page.path}:{line}{more} has no counterpart here"
            place = lacks.page.place(twin.fence.line, twin.fence.column)
            found.append(_finding("FP409", message, place, (has.page.place(line),), fence=twin.id))
    return found


def _held(plan: PagePlan, fence: FencePlan) -> Counter[str]:
    names = [_HELD.get(directive.name, directive.name) for directive in fence.directives]
    names += ["assert" for contract in plan.contracts if contract.kind == "assert" and contract.fence is fence.fence]
    names += ["model" for scope in plan.scopes if plan.steps[scope.first].fence is fence]
    return Counter(name for name in names if name not in ("differs", "skip"))


def _line_of(plan: PagePlan, fence: FencePlan, name: str) -> int:
    own = [directive for directive in fence.directives if _HELD.get(directive.name, directive.name) == name]
    asserts = [
        contract.directive
        for contract in plan.contracts
        if contract.kind == name == "assert" and contract.fence is fence.fence and contract.directive
    ]
    models = [scope.directive for scope in plan.scopes if name == "model" and plan.steps[scope.first].fence is fence]
    return next((directive.line for directive in (*own, *asserts, *models)), fence.fence.line)


def _page_options(one: PagePlan, other: PagePlan) -> list[Finding]:
    if (one.options is None) == (other.options is None):
        return []
    has, lacks = (one, other) if other.options is None else (other, one)
    assert has.options is not None
    message = f"`page` of {has.page.path}:{has.options.line} has no counterpart here"
    return [_finding("FP409", message, lacks.page.place(1), (has.page.place(has.options.line),))]


def _finding(code: str, message: str, place: Place, related: tuple[Place, ...], *, fence: str | None = None) -> Finding:
    return Finding(code, message, place, fence=fence, related=related, help=RULES[code].fix)
