"""From the settings' `plugins` to what they add. Nothing is imported where none is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from fencepost import kinds
from fencepost.model import Finding, Rule
from fencepost.plugins import Plugin
from fencepost.plugins.used import Used, described, failed
from fencepost.rules import RULES, is_foreign
from fencepost.settings import Loaded, SettingsError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "fencepost"
"""The group of entry points in which packages offer their plugin."""
_OWN_PREFIXES = frozenset({"file", "src", "page", "cmd", "made"})
_PREFIX = re.compile(r"[a-z][a-z0-9_]+")


def used_by(loaded: Loaded) -> Used:
    """The plugins that the settings name, imported.

    Raises:
        SettingsError: FP901 for a name that nothing installed has and for a severity of a rule that no plugin has,
            FP904 for a plugin that cannot be imported or is made wrongly.
    """
    names = dict.fromkeys(loaded.settings.plugins)
    if not names and not any(map(is_foreign, _severities(loaded))):
        return Used()
    plugins, wrong = _loaded(loaded, list(names)) if names else ([], [])
    used = Used(tuple(plugins))
    wrong += _clashes(used, loaded)
    if not wrong:
        wrong = _unknown_severities(used, loaded)
    if wrong:
        raise SettingsError(tuple(replace(finding, severity="error") for finding in wrong))
    return used


def again(names: list[str]) -> Used:
    """The plugins of these names, in another process than the one in which they were found to be usable."""
    from importlib.metadata import entry_points

    installed = {entry.name: entry for entry in entry_points(group=GROUP)}
    loaded = [(name, _plugin(installed[name])) for name in names]
    return Used(tuple((name, plugin) for name, plugin in loaded if isinstance(plugin, Plugin)))


def _loaded(loaded: Loaded, names: list[str]) -> tuple[list[tuple[str, Plugin]], list[Finding]]:
    from importlib.metadata import entry_points

    installed = {entry.name: entry for entry in entry_points(group=GROUP)}
    found: list[tuple[str, Plugin]] = []
    wrong: list[Finding] = []
    for name in names:
        if name not in installed:
            wrong.append(_not_installed(name, list(installed), loaded))
            continue
        plugin = _plugin(installed[name])
        if isinstance(plugin, str):
            wrong.append(failed(f"the plugin `{name}` {plugin}", loaded.place_of("plugins", name)))
        else:
            found.append((name, plugin))
    return found, wrong


def _plugin(entry: EntryPoint) -> Plugin | str:
    """The object of an entry point, or what is wrong with it."""
    try:
        offered = entry.load()
    except (Exception, SystemExit) as error:  # a module of others may raise anything
        return f"cannot be imported from `{entry.value}`: {described(error)}"
    if not isinstance(offered, Plugin):
        return f"is no `fencepost.plugins.Plugin`: `{entry.value}` is {type(offered).__name__}"
    complaint = next(_complaints(offered), None)
    comparers = {kinds.canonical(language): compare for language, compare in offered.comparers.items()}
    return complaint or replace(offered, comparers=comparers)


def _complaints(plugin: Plugin) -> Iterator[str]:
    for rule in plugin.rules:
        if not isinstance(rule, Rule):
            yield f"has among its rules {rule!r}, which is no `Rule`"
        elif not is_foreign(rule.code):
            yield f"has a rule `{rule.code}`; a code is capital letters and three digits, and does not begin with FP"
    for prefix in plugin.sources:
        if prefix in _OWN_PREFIXES or not _PREFIX.fullmatch(prefix):
            yield f"has sources `{prefix}:`; a prefix is two or more small letters, and none that fencepost has"
    for part in (*plugin.checks, *plugin.sources.values(), *plugin.comparers.values()):
        if not callable(part):
            yield f"offers {part!r}, which cannot be called"


def _not_installed(name: str, installed: list[str], loaded: Loaded) -> Finding:
    near = get_close_matches(name, installed, n=1, cutoff=0.5)
    others = f"installed: {', '.join(sorted(installed))}" if installed else "no plugin is installed"
    hint = f"did you mean `{near[0]}`?" if near else others
    return _wrong(f"plugins: no installed package offers `{name}`; {hint}", loaded, "plugins", name)


def _clashes(used: Used, loaded: Loaded) -> list[Finding]:
    """What two plugins both bring."""
    owners: dict[tuple[str, str], str] = {}
    wrong: list[Finding] = []
    for name, plugin in used.plugins:
        parts = [("the rule", rule.code) for rule in plugin.rules]
        parts += [("the sources", f"{prefix}:") for prefix in plugin.sources]
        parts += [("a comparer of", language) for language in plugin.comparers]
        for part in parts:
            first = owners.setdefault(part, name)
            if first != name:
                message = f"plugins: `{first}` and `{name}` both bring {part[0]} `{part[1]}`"
                wrong.append(_wrong(message, loaded, "plugins", name))
    return wrong


def _severities(loaded: Loaded) -> list[str]:
    entries = loaded.settings.severity.items()
    return [code for key, entry in entries for code in (entry if isinstance(entry, dict) else (key,))]


def _unknown_severities(used: Used, loaded: Loaded) -> list[Finding]:
    known = [*RULES, *used.rules]
    wrong: list[Finding] = []
    for code in _severities(loaded):
        if code not in known:
            near = get_close_matches(code, known, n=1, cutoff=0.5)
            hint = f"did you mean `{near[0]}`?" if near else "its plugin is not named in `plugins`"
            wrong.append(_wrong(f"severity: knows no rule `{code}`; {hint}", loaded, "severity", code))
    return wrong


def _wrong(message: str, loaded: Loaded, *keys: str) -> Finding:
    return Finding("FP901", message, loaded.place_of(*keys), help=RULES["FP901"].fix)
