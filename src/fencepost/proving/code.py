"""Small faults in Python code."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator

from fencepost.proving.fault import FaultKind, spread
from fencepost.proving.texts import PLACES, Variant, misspelt

ERROR = "SystemError"
"""What is raised: nothing that a page would expect."""
_RAISE = f'raise {ERROR}("a fault that fencepost prove made")'


def parsed(code: str) -> ast.Module | None:
    """The tree of code that parses."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(code)
    except (SyntaxError, ValueError, RecursionError):
        return None


def raising(code: str) -> Iterator[Variant]:
    """An error raised before the first statement."""
    lines = code.split("\n")
    prompt = next((index for index, line in enumerate(lines) if line.lstrip().startswith(">>> ")), None)
    if prompt is not None:
        indent = lines[prompt][: len(lines[prompt]) - len(lines[prompt].lstrip())]
        yield _inserted(lines, prompt, f"{indent}>>> {_RAISE}")
        return
    tree = parsed(code)
    if tree is not None and (first := next((node for node in tree.body if not _must_lead(node)), None)):
        decorators = getattr(first, "decorator_list", [])
        yield _inserted(lines, min(first.lineno, *(node.lineno for node in decorators), first.lineno) - 1, _RAISE)


def _must_lead(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _inserted(lines: list[str], index: int, line: str) -> Variant:
    return Variant("raise", index, (*lines[:index], line, *lines[index:]), f"`{ERROR}` before the first statement")


def misspellings(code: str) -> Iterator[Variant]:
    """A name that is used, misspelt."""
    tree = parsed(code)
    if tree is None:
        return
    known = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    used: dict[str, ast.Name] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.end_lineno == node.lineno:
            used.setdefault(node.id, node)
    deferred = _formatted(tree)
    names = [node for name, node in used.items() if misspelt(name) not in known and node not in deferred]
    for node in spread(sorted(names, key=lambda node: (node.lineno, node.col_offset)), PLACES):
        yield replaced("name", code, node, misspelt(node.id), f"`{node.id}` became `{misspelt(node.id)}`")


def _formatted(tree: ast.Module) -> list[ast.AST]:
    """Names inside f-strings, whose columns Python 3.11 does not know."""
    return [inner for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for inner in ast.walk(node)]


def expectations(code: str) -> Iterator[Variant]:
    """In asserts that are sure to be reached: what they expect changed, and the whole turned round."""
    tree = parsed(code)
    asserts = list(_reached(tree.body)) if tree else []
    for node in spread(asserts, PLACES):
        test = node.test
        if segment := ast.get_source_segment(code, test):
            yield replaced("negation", code, test, f"(not ({segment}))", f"`{_short(segment)}` turned round")
        constants = list(_compared(test))
        for constant in constants[:1]:
            new = _other(constant.value)
            yield replaced("expectation", code, constant, new, f"`{constant.value!r}` became `{new}`")


def _reached(body: list[ast.stmt]) -> Iterator[ast.Assert]:
    """Asserts of the top level, and of loops and `with` in it; one that a loop never reaches checks nothing."""
    for node in body:
        if isinstance(node, ast.Assert):
            yield node
        elif isinstance(node, ast.For | ast.AsyncFor | ast.With | ast.AsyncWith):
            yield from _reached(node.body)


def _compared(test: ast.expr) -> Iterator[ast.Constant]:
    """Constants of which the comparison holds for no other."""
    match test:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            for side in (right, left):
                parts = ast.walk(side) if isinstance(side, ast.Tuple | ast.List | ast.Dict) else (side,)
                yield from (part for part in parts if isinstance(part, ast.Constant) and _is_plain(part.value))
        case ast.Compare(left=ast.Constant(value=str() as text) as node, ops=[ast.In()]) if len(text) > 3:
            yield node


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int)


def _other(value: object) -> str:
    match value:
        case bool():
            return repr(not value)
        case int():
            return repr(value + 1)
        case str() if value:
            return repr(misspelt(value) if value[-1].isalnum() else value + "x")
    return repr("x")


def statements(code: str) -> Iterator[Variant]:
    """A statement of the top level left out, where there are others; none that says nothing."""
    tree = parsed(code)
    if tree is None or len(tree.body) < 2:
        return
    lines = code.split("\n")
    kept = [node for node in tree.body if not _says_nothing(node) and _alone(node, tree)]
    for node in spread(kept, PLACES):
        decorators = getattr(node, "decorator_list", [])
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)]) - 1
        end = node.end_lineno or node.lineno
        what = f"`{_short(ast.unparse(node))}`"
        yield Variant("statement", start, (*lines[:start], *lines[end:]), what)


def _says_nothing(node: ast.stmt) -> bool:
    return isinstance(node, ast.Pass) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def _alone(node: ast.stmt, tree: ast.Module) -> bool:
    """Whether no other statement shares its lines."""
    own = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    others = [other for other in tree.body if other is not node]
    return not any(other.lineno in own or (other.end_lineno or 0) in own for other in others)


def replaced(kind: FaultKind, code: str, node: ast.expr, new: str, what: str) -> Variant:
    """The code with other text in the place of a node; the columns of `ast` count UTF-8 bytes."""
    lines = code.split("\n")
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    ahead = lines[first].encode()[: node.col_offset].decode()
    behind = lines[last].encode()[node.end_col_offset :].decode()
    changed = f"{ahead}{new}{behind}".split("\n")
    return Variant(kind, first, (*lines[:first], *changed, *lines[last + 1 :]), what)


def _short(text: str) -> str:
    first = text.strip().split("\n", 1)[0]
    return first if len(first) <= 40 else f"{first[:40]}…"
