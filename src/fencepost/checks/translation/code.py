"""Holds the code of two matching fences to each other, each language by its own means."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from fencepost.checks.translation import comments, python, shell, syntax, tokens
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.difference import Difference, ordered, shortened
from fencepost.checks.translation.fences import Pair
from fencepost.checks.translation.findings import finding
from fencepost.model import Fence, Finding, Page, Place
from fencepost.plan import FencePlan, PagePlan
from fencepost.plugins import Comparer
from fencepost.plugins.used import PluginError

_PYTHON = frozenset({"python", "pycon"})
_DATA = frozenset({"json", "yaml", "toml"})

Parsed = Literal["one parses", "neither parses"]
_ONE: Parsed = "one parses"
_NEITHER: Parsed = "neither parses"


def compare(one: PagePlan, other: PagePlan, pair: Pair, alike: Alike) -> list[Finding]:
    """FP404, FP405 and FP406 for a fence and its counterpart; what has the same text is not looked at."""
    ours, theirs = pair.one.fence.body, pair.other.fence.body
    if ours == theirs or (syntax.is_prose(pair.language) and pair.language not in alike.options.comparers):
        return []
    found = differences(pair.language, ours, theirs, alike, same_tag=pair.same_tag)
    if found is None:
        return [_one_side(one, other, pair)]
    if alike.options.comments == "equal":
        found = [*found, *comments.compare(pair.language, ours, theirs)]
    code = [difference for difference in found if difference.code == "FP405" and not difference.minor]
    minor = [difference for difference in found if difference.minor]
    fields = [difference for difference in found if difference.code == "FP406"]
    told = [_finding(one, other, pair, difference, difference.why) for difference in fields]
    if code:
        told.insert(0, _finding(one, other, pair, code[0], _more(code)))
    elif minor:
        first = _finding(one, other, pair, minor[0], "only blanks or typography differ")
        told.insert(0, replace(first, severity="warning"))
    return told


def parses(language: str, body: str) -> bool:
    """Whether code can be read as what its fence is tagged; code of other languages always can."""
    if language in _PYTHON:
        return python.parse(body) is not None
    if language not in _DATA:
        return True
    from fencepost.checks.translation import values  # YAML takes its time to import

    return values.parse(language, body) is not None


def same(language: str, ours: str, theirs: str, alike: Alike) -> bool:
    """Whether two pieces of code differ in no more than a translation may change."""
    found = differences(language, ours, theirs, alike)
    return found is not None and all(difference.minor for difference in found)


def differences(
    language: str, ours: str, theirs: str, alike: Alike, *, same_tag: bool = True
) -> list[Difference] | None:
    """What differs between two pieces of code of a language; `None` where only one of them parses."""
    if language in alike.options.comparers:
        return _by_plugin(language, ours, theirs, alike.options.comparers[language])
    if language == "bash":
        return shell.compare(ours, theirs, alike)
    try:
        found = _by_structure(language, ours, theirs, alike)
    except RecursionError:
        found = _NEITHER  # nested too deep to be walked
    if isinstance(found, list):
        return found
    return None if found == _ONE and same_tag else tokens.compare(language, ours, theirs, alike)


def _by_plugin(language: str, ours: str, theirs: str, compare: Comparer) -> list[Difference]:
    """What the comparer of a plugin finds. Raises `PluginError`."""
    try:
        found = [
            Difference("FP405", one.line, one.twin_line, shortened(one.text), shortened(one.twin_text), one.why)
            for one in compare(ours, theirs)
        ]
    except Exception as error:
        raise PluginError(f"the comparer of `{language}`", error) from error
    return ordered(found)


def _by_structure(language: str, ours: str, theirs: str, alike: Alike) -> list[Difference] | Parsed:
    """What differs between two trees or values, or how many of the two there are."""
    if language in _PYTHON:
        tree, twin = python.parse(ours), python.parse(theirs)
        if tree is not None and twin is not None:
            ends = ours.count("\n") + 1, theirs.count("\n") + 1
            return python.compare(tree, twin, ends, alike)
        return _NEITHER if tree is twin else _ONE
    if language in _DATA:
        from fencepost.checks.translation import data, values

        value, other = values.parse(language, ours), values.parse(language, theirs)
        if value is not None and other is not None:
            return data.compare(value, other, alike)
        return _NEITHER if value is other else _ONE
    return _NEITHER


def _one_side(one: PagePlan, other: PagePlan, pair: Pair) -> Finding:
    here, there = _opening(other.page, pair.other.fence), _opening(one.page, pair.one.fence)
    broken, whole, plan = here, there, pair.other
    if parses(pair.language, pair.other.fence.body):
        broken, whole, plan = there, here, pair.one
    message = f"this {pair.language} does not parse, and its counterpart {whole.path}:{whole.line} does"
    return finding("FP404", message, broken, whole, fence=plan.id)


def _opening(page: Page, fence: Fence) -> Place:
    return page.place(fence.line, fence.column)


def _finding(one: PagePlan, other: PagePlan, pair: Pair, difference: Difference, why: str) -> Finding:
    here = _place(other.page, pair.other.fence, difference.twin_line)
    there = _place(one.page, pair.one.fence, difference.line)
    message = _message(difference, there)
    sides = ((pair.one, there, difference.line), (pair.other, here, difference.twin_line))
    detail = tuple(f"{place}: {_source(plan, line)}" for plan, place, line in sides)
    return finding(
        difference.code, f"{message}; {why}" if why else message, here, there, fence=pair.other.id, detail=detail
    )


def _message(difference: Difference, there: Place) -> str:
    where = f"{there.path}:{there.line}"
    here = "the translated text" if difference.code == "FP406" else "the code"
    if not difference.text:
        return f"{here} differs: `{difference.twin_text}` has no counterpart at {where}"
    if not difference.twin_text:
        return f"{here} differs: `{difference.text}` of {where} has no counterpart here"
    return f"{here} differs: `{difference.twin_text}` here, `{difference.text}` at {where}"


def _more(code: list[Difference]) -> str:
    others = len({(difference.line, difference.twin_line) for difference in code}) - 1
    more = f"{others} more line{'s' if others > 1 else ''} differ{'' if others > 1 else 's'}" if others else ""
    return "; ".join(filter(None, (code[0].why, more)))


def _place(page: Page, fence: Fence, line: int) -> Place:
    return page.place(min(fence.line + line, fence.end_line), fence.column)


def _source(plan: FencePlan, line: int) -> str:
    lines = plan.fence.body.split("\n")
    return lines[line - 1].rstrip() if line <= len(lines) else ""
