"""Errors that a page announces: a name that is not defined, or code that does not parse, may be what it shows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fencepost.model import Finding
from fencepost.plan import PagePlan

_EVERY = ("Exception", "BaseException")
_NAMES = ("NameError", "UnboundLocalError", *_EVERY)
_SYNTAX = ("SyntaxError", "IndentationError", "TabError", *_EVERY)
_NAMED = re.compile(r"name '(\w+)'")


def announced(plan: PagePlan) -> Mapping[str, str]:
    """What a page says that its fences raise, by their ids: `Type`, `Type: text`, or the text of a block."""
    said = {step.id: step.raises for step in plan.steps if step.kind == "fence" and step.raises not in (None, "*")}
    shown = {
        contract.decided_by: f"{contract.directive.option('type') or ''}\n{contract.fence.body}"
        for contract in plan.contracts
        if contract.kind == "error" and contract.fence and contract.directive and not contract.directive.body
    }
    return {name: text or "" for name, text in {**said, **shown}.items()}


def is_meant(finding: Finding, said: str) -> bool:
    """Whether a finding of FP109 or FP110 is the very error that the page announces."""
    types = set(re.findall(r"^(?:\w+\.)*(\w+)", said, re.MULTILINE))
    if finding.code == "FP109":
        return not types.isdisjoint(_SYNTAX) or "\n" in said
    if finding.code != "FP110":
        return False
    named = _NAMED.findall(said)
    return any(f"`{name}`" in finding.message for name in named) if named else not types.isdisjoint(_NAMES)
