"""The modules of a page: one for all fences, others where `scope=` asks for them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fencepost.model import Page
from fencepost.running.branches import Branches
from fencepost.running.module import PageModule
from fencepost.running.options import RunOptions
from fencepost.running.spawned import Program, starts_processes


@dataclass(frozen=True, slots=True)
class Scope:
    """A module and the names that it has in each tab."""

    module: PageModule
    branches: Branches


class Scopes:
    """The modules of one page by the name of their scope."""

    def __init__(self, page: Page, file: Path, options: RunOptions, base: Scopes | None = None) -> None:
        """Prepare the scopes of the page in `file`, which goes on from those of `base`."""
        self._page = page
        self._file = file
        self._options = options
        self._base = base
        self._scopes: dict[str, Scope] = {}
        self._program = Program() if base is None and starts_processes(page) else None

    @property
    def roots(self) -> tuple[str, ...]:
        """Folders that must stand on the import path."""
        return (str(self._program.folder),) if self._program else ()

    def of(self, name: str) -> Scope:
        """The scope of this name."""
        if name not in self._scopes:
            module = self._base.end_of(name) if self._base is not None else None
            if module is not None:
                module.turn_to(self._page, self._file)
            else:
                module = self._new()
            self._scopes[name] = Scope(module, Branches(module.namespace))
        return self._scopes[name]

    def end_of(self, name: str) -> PageModule | None:
        """The module of a scope as the end of the page leaves it, if the page has such a scope."""
        if self._base is not None or name in self._scopes:
            scope = self.of(name)
            scope.branches.enter(())
            return scope.module
        return None

    def close(self) -> None:
        """End all modules."""
        for scope in self._scopes.values():
            scope.module.close()
        if self._program is not None:
            self._program.close()

    def _new(self) -> PageModule:
        module = PageModule(self._page, self._file, self._options.explain, self._program)
        module.namespace.update(self._options.names)
        return module
