"""`fencepost rule`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fencepost.model import Rule


def run(options: Namespace) -> int:
    """Explain a rule, or list all of them. Returns the exit code."""
    from difflib import get_close_matches

    from fencepost.rules import RULES

    code = options.code.upper() if options.code else ""
    known = RULES if code in RULES else {**RULES, **_rules_of_plugins()}
    if not code:
        for rule in known.values():
            print(f"{rule.code}  {rule.name}: {rule.summary}")
        return 0
    rule = known.get(code)
    if rule is None:
        near = get_close_matches(code, known, n=1, cutoff=0.0)
        print(f"fencepost: there is no rule {options.code}; did you mean {near[0]}?", file=sys.stderr)
        return 2
    print(f"{rule.code} {rule.name} ({rule.severity})\n\n{rule.summary}\n\nWhy: {rule.why}\nFix: {rule.fix}")
    return 0


def _rules_of_plugins() -> Mapping[str, Rule]:
    """The rules of the plugins that the project in the current folder uses."""
    from fencepost.plugins.loading import used_by
    from fencepost.settings import SettingsError, find_root, load

    try:
        return used_by(load(find_root(Path.cwd()))).rules
    except SettingsError as error:
        print(f"fencepost: rules of plugins are left out: {error}", file=sys.stderr)
        return {}
