"""The modules of a page: one for all fences, others where `scope=` asks for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from fencepost.plan import PagePlan, Step
from fencepost.running.branches import Branches
from fencepost.running.module import PageModule, Transform


@dataclass(frozen=True, slots=True)
class Scope:
    """A module and the names that it has in each tab."""

    module: PageModule
    branches: Branches


class Scopes:
    """The modules of one page by the name of their scope."""

    def __init__(self, plan: PagePlan, file: Path, transform: Transform | None, names: Mapping[str, object]) -> None:
        """Prepare the scopes of the page in `file`; each begins with `names`."""
        self._names = names
        self._plan = plan
        self._file = file
        self._transform = transform
        self._scopes: dict[str, Scope] = {}

    def of(self, step: Step) -> Scope:
        """The scope in which a step runs."""
        name = self._plan.scope(step.fence)
        if name not in self._scopes:
            module = PageModule(self._plan.page, self._file, self._transform)
            module.namespace.update(self._names)
            self._scopes[name] = Scope(module, Branches(module.namespace))
        return self._scopes[name]

    def close(self) -> None:
        """End all modules."""
        for scope in self._scopes.values():
            scope.module.close()
