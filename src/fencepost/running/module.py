"""A page's module: real enough for `inspect.getsource`, pickle, dataclasses and `__main__` guards."""

from __future__ import annotations
import __future__

import ast
import builtins
import inspect
import linecache
import types
from collections.abc import Collection, Coroutine
from contextlib import suppress
from functools import reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fencepost.model import Page
from fencepost.running.asserts import HOLDS, Asserts, Explain, mark_asserts
from fencepost.running.spawned import Program

if TYPE_CHECKING:
    import asyncio

_FUTURES = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))
_CANCEL_SECONDS = 1.0


class PageModule:
    """The one module in which the code of a page runs."""

    def __init__(self, page: Page, path: Path, explain: Explain | None = None, program: Program | None = None) -> None:
        """Make the module of `page`, whose file is at `path`.

        `explain` shows how two compared values differ; `program` is what child processes import in its place.
        """
        self.filename = str(path)
        self.module = types.ModuleType("__main__")
        self.asserts = Asserts(explain)
        self.module.__dict__.update({"__file__": self.filename, "__builtins__": builtins, HOLDS: self.asserts.holds})
        self._program = program
        if program is not None:
            self.module.__spec__ = program.spec
        self._flags = 0
        self._runner: asyncio.Runner | None = None
        self._lines = _lines_of(page)
        self._publish()

    def turn_to(self, page: Page, path: Path) -> None:
        """Go on with the code of another page."""
        linecache.cache.pop(self.filename, None)
        self.filename = str(path)
        self.namespace["__file__"] = self.filename
        self._lines = _lines_of(page)
        self._publish()

    @property
    def namespace(self) -> dict[str, Any]:
        """The module's names."""
        return self.module.__dict__

    def execute(
        self, code: str, line: int, valued: Collection[int] = (), read: ast.Module | None = None
    ) -> dict[int, str]:
        """Run `code`, whose first line is the page's line `line`; raises whatever it raises.

        `read` is what it is parsed to, where that is known.
        Returns what the prompt would show of the expression statements that begin on the lines `valued` of the code,
        from 1; it shows nothing of `None`.
        """
        self._show(code, line)
        self.asserts.forget()
        if self._program is not None:
            self._program.add(code, line)
        if not valued:
            self._evaluate(self._compile(code, line, read))
            return {}
        values: dict[int, str] = {}
        tree = self._parse(code, line, read)
        for piece in _pieces(tree, valued):
            result = self._evaluate(self._compiled(piece, line))
            if isinstance(piece, ast.Expression) and result is not None:
                values[piece.body.lineno] = repr(result)
        return values

    def evaluate(self, code: str, line: int) -> None:
        """Run one statement as an interactive prompt would: the value of an expression is printed."""
        try:
            tree = ast.parse(code, self.filename, "single")
        except SyntaxError as error:
            _move(error, line - 1)
            raise
        self._evaluate(self._compiled(tree, line))

    def close(self) -> None:
        """End the page's event loop, let go of its objects, and take its lines out of `linecache`."""
        if self._runner is not None:
            self._runner.close()
        self.asserts.forget()
        self.namespace.clear()
        linecache.cache.pop(self.filename, None)

    def _compile(self, code: str, line: int, read: ast.Module | None) -> types.CodeType:
        # Most code holds no assert: then it need not be taken apart first.
        if "assert" in code:
            return self._compiled(self._parse(code, line, read), line)
        return self._compiled(code, line)

    def _parse(self, code: str, line: int, read: ast.Module | None) -> ast.Module:
        try:
            tree = read or ast.parse(code, self.filename)
        except SyntaxError as error:
            _move(error, line - 1)
            raise
        mark_asserts(tree)
        return tree

    def _compiled(self, code: str | ast.Module | ast.Expression | ast.Interactive, line: int) -> types.CodeType:
        mode = {ast.Expression: "eval", ast.Interactive: "single"}.get(type(code), "exec")
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | self._flags
        try:
            compiled = compile(code, self.filename, mode, flags, dont_inherit=True)
        except SyntaxError as error:
            _move(error, line - 1)
            raise
        self._flags |= compiled.co_flags & _FUTURES
        return shifted(compiled, line - 1)

    def _evaluate(self, compiled: types.CodeType) -> object:
        result = eval(compiled, self.namespace)
        return self._await(result) if compiled.co_flags & inspect.CO_COROUTINE else result

    def _await(self, coroutine: Coroutine[Any, Any, Any]) -> object:
        import asyncio

        if self._runner is None:
            # The page's policy must not be told of the loop: a reader's `asyncio.run` would end it.
            self._runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        # The runner's own `run` would install a signal handler and copy the context for each fence.
        loop = self._runner.get_loop()
        task = loop.create_task(coroutine)
        try:
            return loop.run_until_complete(task)
        except BaseException:
            _end(task, loop)
            raise

    def _show(self, code: str, line: int) -> None:
        """Put code where tracebacks and `inspect` look for it: the page's lines without the container's prefix."""
        lines = [text + "\n" for text in code.removesuffix("\n").split("\n")]
        if self._lines[line - 1 : line - 1 + len(lines)] == lines:
            return
        self._lines += ["\n"] * (line - 1 + len(lines) - len(self._lines))
        self._lines[line - 1 : line - 1 + len(lines)] = lines
        self._publish()

    def _publish(self) -> None:
        # Without a time of change `linecache` never looks at the file, and never at the size.
        linecache.cache[self.filename] = (0, None, self._lines, self.filename)


def shifted(code: types.CodeType, lines: int) -> types.CodeType:
    """The same code further down; cheaper than moving each node of a tree."""
    if lines == 0:
        return code
    constants = tuple(shifted(one, lines) if isinstance(one, types.CodeType) else one for one in code.co_consts)
    return code.replace(co_firstlineno=code.co_firstlineno + lines, co_consts=constants)


def _pieces(tree: ast.Module, valued: Collection[int]) -> list[ast.Module | ast.Expression]:
    """The tree in pieces: each expression statement that begins on a line in `valued`, and what stands between."""
    pieces: list[ast.Module | ast.Expression] = [ast.Module([], tree.type_ignores)]
    for node in tree.body:
        if isinstance(node, ast.Expr) and node.lineno in valued:
            pieces += [ast.Expression(node.value), ast.Module([], [])]
        else:
            last = pieces[-1]
            assert isinstance(last, ast.Module)
            last.body.append(node)
    return [piece for piece in pieces if piece.body]


def _end(task: asyncio.Task[Any], loop: asyncio.AbstractEventLoop) -> None:
    """Cancel a task that something else than its own end has stopped: it must not go on in a later fence."""
    import asyncio

    if task.done():
        return
    task.cancel()
    with suppress(BaseException):
        loop.run_until_complete(asyncio.wait({task}, timeout=_CANCEL_SECONDS))


def _lines_of(page: Page) -> list[str]:
    lines = ["\n"] * (page.text.count("\n") + 1)
    for fence in page.fences:
        body = [text + "\n" for text in fence.body.removesuffix("\n").split("\n")]
        lines[fence.line : fence.line + len(body)] = body
    return lines


def _move(error: SyntaxError, lines: int) -> None:
    if error.lineno is not None:
        error.lineno += lines
    if error.end_lineno is not None:
        error.end_lineno += lines
