"""A project's own runners of pytest-markdown-docs, which run a fence in their own way.

See https://github.com/modal-labs/pytest-markdown-docs, `register_runner`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Protocol, cast

from fencepost.plan import Step

_REGISTRY = "pytest_markdown_docs._runners"


class Runner(Protocol):
    """What `register_runner` registers."""

    def runtest(self, test: Any, args: dict[str, Any]) -> None:
        """Run the code of `test` with the names `args`."""


class UnknownRunnerError(Exception):
    """A fence names a runner that nobody has registered."""


def runner_of(step: Step) -> Runner | None:
    """The runner that a fence names, or the project's own for all fences; `None` where the fence is ours to run.

    Raises:
        UnknownRunnerError: nobody has registered it.
    """
    name = step.fence.words.runner
    registry: Any = sys.modules.get(_REGISTRY)
    if registry is None or step.kind != "fence":
        return None
    if name is None:
        return cast("Runner", registry._default_runner) if has_own_default() else None
    known = registry._registered_runners
    if name not in known:
        raise UnknownRunnerError(f"the runner `{name}` is not registered; there are {', '.join(sorted(known))}")
    return cast("Runner", known[name])


def has_own_default() -> bool:
    """Whether the project has a runner of its own for fences that name none."""
    registry: Any = sys.modules.get(_REGISTRY)
    return registry is not None and type(registry._default_runner) is not registry.DefaultRunner


def run_with(runner: Runner, step: Step, file: Path, names: dict[str, Any]) -> None:
    """Run a fence as the runner does; raises whatever it raises."""
    from pytest_markdown_docs.definitions import FenceTestDefinition

    words = step.fence.words
    # The line of the source is that of the page, as pytest-markdown-docs has it.
    source = "\n" * (step.line - 1) + step.code
    runner.runtest(FenceTestDefinition(source, words.fixtures, step.line - 1, file, words.runner, words.retries), names)
