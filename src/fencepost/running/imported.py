"""Modules that belong to one page: those of its folder, made by hand, or put in the place of others."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, TracebackType

_Modules = dict[str, ModuleType | None]


class OwnModules:
    """What a page has changed in `sys.modules`, in place while one of its steps runs.

    Modules that are imported from elsewhere stay: importing them again for each page would be slow, and some cannot
    be imported twice.
    """

    def __init__(self, folder: Path) -> None:
        """Begin with nothing changed; modules of `folder` are the page's own."""
        self._folder = folder
        self._own: _Modules = {}
        self._outside: dict[str, ModuleType] = {}

    def __enter__(self) -> None:
        self._outside = sys.modules.copy()
        _put(self._own)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        now, outside = sys.modules, self._outside
        if now == outside:
            self._own = {}
            return
        gone: _Modules = dict.fromkeys(outside.keys() - now.keys())
        replaced: _Modules = {name: now[name] for name in outside.keys() & now.keys() if now[name] is not outside[name]}
        added: _Modules = {name: now[name] for name in now.keys() - outside.keys() if self._is_own(now[name])}
        self._own = {**gone, **replaced, **added}
        _put({name: outside.get(name) for name in self._own})

    def _is_own(self, module: ModuleType) -> bool:
        file = getattr(module, "__file__", None)
        if isinstance(file, str):
            return Path(file).is_relative_to(self._folder)
        return getattr(module, "__spec__", None) is None


def _put(modules: _Modules) -> None:
    for name, module in modules.items():
        if module is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = module
