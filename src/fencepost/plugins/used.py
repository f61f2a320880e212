"""The plugins that a project uses, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fencepost.model import Finding, Page, Place, Rule
from fencepost.plugins import Check, Comparer, Plugin, SourceKind
from fencepost.rules import RULES

if TYPE_CHECKING:
    from fencepost.stub.dialects.dialect import Dialect


class PluginError(Exception):
    """A plugin raised; the message says which one and what."""

    def __init__(self, what: str, error: Exception) -> None:
        super().__init__(f"{what} raised {described(error)}")


@dataclass(frozen=True, slots=True)
class Used:
    """What the plugins that the settings name add, in their order."""

    plugins: tuple[tuple[str, Plugin], ...] = ()
    """Each with its name."""

    def __reduce__(self) -> tuple[Callable[[list[str]], Used], tuple[list[str]]]:
        # Another process imports them again: what they consist of, such as lambdas, cannot always be sent.
        from fencepost.plugins.loading import again

        return again, ([name for name, _ in self.plugins],)

    @property
    def rules(self) -> dict[str, Rule]:
        """Their rules by code."""
        return {rule.code: rule for _, plugin in self.plugins for rule in plugin.rules}

    @property
    def sources(self) -> dict[str, SourceKind]:
        """Their kinds of sources by prefix."""
        return {prefix: kind for _, plugin in self.plugins for prefix, kind in plugin.sources.items()}

    @property
    def comparers(self) -> dict[str, Comparer]:
        """Their comparers by language."""
        return {language: comparer for _, plugin in self.plugins for language, comparer in plugin.comparers.items()}

    @property
    def formats(self) -> tuple[Dialect, ...]:
        """Their wire formats."""
        return tuple(one for _, plugin in self.plugins for one in plugin.formats)

    def findings(self, page: Page) -> list[Finding]:
        """What their checks find on a page, and FP904 for each check that failed on it."""
        return [
            finding
            for name, plugin in self.plugins
            for check in plugin.checks
            for finding in _found(name, plugin, check, page)
        ]


def failed(message: str, place: Place) -> Finding:
    """FP904: a plugin cannot be used, or has failed."""
    return Finding("FP904", message, place, help=RULES["FP904"].fix)


def described(error: BaseException) -> str:
    """An exception on one line."""
    text = str(error).strip().partition("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _found(name: str, plugin: Plugin, check: Check, page: Page) -> Iterator[Finding]:
    called = getattr(check, "__qualname__", type(check).__name__)
    own = {rule.code: rule for rule in plugin.rules}
    try:
        for finding in check(page):
            rule = own.get(finding.code)
            if rule is None:
                message = f"`{called}` of the plugin `{name}` gave `{finding.code}`, which is none of its rules"
                yield failed(message, finding.place)
            else:
                yield replace(finding, rule=rule, help=finding.help or rule.fix)
    except Exception as error:  # whatever a plugin raises must not end the check of everything else
        yield failed(str(PluginError(f"`{called}` of the plugin `{name}`", error)), page.place(1))
