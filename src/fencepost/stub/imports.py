"""Doing something to a module as soon as it is imported, whoever imports it and whenever."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable, Collection, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class ImportHook(MetaPathFinder):
    """Calls `after` with each of the modules `names`: at once if it is imported, else when it is."""

    def __init__(self, names: Collection[str], after: Callable[[ModuleType], None]) -> None:
        self._names = names
        self._after = after
        self._searching: set[str] = set()

    def install(self) -> None:
        """Begin; does nothing if it has begun already."""
        if self in sys.meta_path:
            return
        sys.meta_path.insert(0, self)
        for name in self._names:
            if name in sys.modules:
                self._after(sys.modules[name])

    def uninstall(self) -> None:
        """End."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        """Find a watched module as the other finders do, and watch it being loaded."""
        if fullname not in self._names or fullname in self._searching:
            return None
        self._searching.add(fullname)
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._searching.discard(fullname)
        if spec is not None and spec.loader is not None:
            spec.loader = _Watched(spec.loader, self._after)
        return spec


class _Watched(Loader):
    """Stands in for a loader while the module is loaded, then gives its place back."""

    def __init__(self, loader: Loader, after: Callable[[ModuleType], None]) -> None:
        self._loader = loader
        self._after = after

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._after(module)
