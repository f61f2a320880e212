"""A page's module: real enough for `inspect.getsource`, pickle, dataclasses and `__main__` guards."""

from __future__ import annotations
import __future__

import ast
import asyncio
import builtins
import inspect
import linecache
import types
from collections.abc import Callable, Coroutine
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any

from fencepost.model import Page

Transform = Callable[[ast.Module, bytes], None]
"""Rewrites the tree of a piece of code in place, given its source: assertion rewriting."""

_FUTURES = reduce(or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names))


class PageModule:
    """The one module in which the code of a page runs."""

    def __init__(self, page: Page, path: Path, transform: Transform | None = None) -> None:
        """Make the module of `page`, whose file is at `path`."""
        self.filename = str(path)
        self.module = types.ModuleType("__main__")
        self.module.__dict__.update(__file__=self.filename, __builtins__=builtins)
        self._transform = transform
        self._flags = 0
        self._runner: asyncio.Runner | None = None
        self._lines = _lines_of(page)
        self._publish()

    @property
    def namespace(self) -> dict[str, Any]:
        """The module's names."""
        return self.module.__dict__

    def execute(self, code: str, line: int) -> None:
        """Run `code`, whose first line is the page's line `line`; raises whatever it raises."""
        if line > 0:
            self._show(code, line)
        compiled = self._compile(code, line)
        self._flags |= compiled.co_flags & _FUTURES
        result = eval(compiled, self.namespace)
        if compiled.co_flags & inspect.CO_COROUTINE:
            self._await(result)

    def evaluate(self, code: str, line: int) -> None:
        """Run one statement as an interactive prompt would: the value of an expression is printed."""
        tree = ast.parse(code, self.filename, "single")
        ast.increment_lineno(tree, line - 1)
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | self._flags
        compiled = compile(tree, self.filename, "single", flags, dont_inherit=True)
        result = eval(compiled, self.namespace)
        if compiled.co_flags & inspect.CO_COROUTINE:
            self._await(result)

    def close(self) -> None:
        """End the page's event loop, let go of its objects, and take its lines out of `linecache`."""
        if self._runner is not None:
            self._runner.close()
        self.namespace.clear()
        linecache.cache.pop(self.filename, None)

    def _compile(self, code: str, line: int) -> types.CodeType:
        tree = self._parse(code, line)
        if self._transform is not None:
            self._transform(tree, code.encode())
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | self._flags
        return compile(tree, self.filename, "exec", flags, dont_inherit=True)

    def _parse(self, code: str, line: int) -> ast.Module:
        try:
            tree = ast.parse(code, self.filename)
        except SyntaxError as error:
            _move(error, line - 1)
            raise
        ast.increment_lineno(tree, line - 1)
        return tree

    def _await(self, coroutine: Coroutine[Any, Any, Any]) -> None:
        if self._runner is None:
            self._runner = asyncio.Runner()
        # The runner's own `run` would install a signal handler and copy the context for each fence.
        self._runner.get_loop().run_until_complete(coroutine)

    def _show(self, code: str, line: int) -> None:
        """Put code where tracebacks and `inspect` look for it: the page's lines without the container's prefix."""
        lines = [text + "\n" for text in code.removesuffix("\n").split("\n")]
        self._lines += ["\n"] * (line - 1 + len(lines) - len(self._lines))
        self._lines[line - 1 : line - 1 + len(lines)] = lines
        self._publish()

    def _publish(self) -> None:
        size = sum(map(len, self._lines))
        linecache.cache[self.filename] = (size, None, self._lines, self.filename)


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
