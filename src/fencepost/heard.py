"""Which rules can reach a report: what no finding would come of is not checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from fencepost.model import Page
from fencepost.rules import RULES

LEFT_OUT = frozenset({"pair", "links"})
"""Kinds of contracts that are not checked where nobody would hear of them, and for no other reason."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The rules that somebody would hear of: all of them, where nothing else is said."""

    silent: frozenset[str] = frozenset()
    """Codes of which no finding is reported."""
    unasked: frozenset[str] = frozenset()
    """Those of them that a selection leaves out. What is off in the settings still counts for a page's standing."""

    def any_of(self, codes: Collection[str], *pages: Page) -> bool:
        """Whether a finding with one of these codes on one of the pages would be heard of.

        An `ignore` of such a code listens too: one that accepts nothing is a finding.
        """
        return not self.silent.issuperset(codes) or _ignored(codes, pages)

    def asked(self, codes: Collection[str], *pages: Page) -> bool:
        """The same, for what the standing of a page rests on."""
        return not self.unasked.issuperset(codes) or _ignored(codes, pages)


EVERYTHING = Heard()


def heard(
    severity: Mapping[str, Any], select: Sequence[str], ignore: Sequence[str], accepted: Iterable[str] = ()
) -> Heard:
    """What is heard of.

    Args:
        severity: the settings' `severity`.
        select: codes, or beginnings of codes, that are reported; all when empty.
        ignore: codes, or beginnings of codes, that are not reported.
        accepted: codes of which the baseline has entries, whose number has to be known.
    """
    left_out = {code for code in RULES if not is_chosen(code, select, ignore)}
    off = {code for code in RULES if _is_off(code, severity)}
    counted = frozenset(accepted)
    return Heard(frozenset(left_out | off) - counted, frozenset(left_out) - counted)


def unknown_code(codes: Iterable[str], known: Collection[str]) -> str:
    """What is wrong with the first of these codes, or beginnings of codes, that no rule has; empty if all are had."""
    for code in codes:
        if not any(one.startswith(code) for one in known):
            near = get_close_matches(code, known, n=1)
            return f"no rule has a code that begins with `{code}`{f'; did you mean `{near[0]}`?' if near else ''}"
    return ""


def is_chosen(code: str, select: Sequence[str], ignore: Sequence[str]) -> bool:
    """Whether a selection reports a code; what kept the job from being done is always reported."""
    if code.startswith("FP9"):
        return True
    picked = not select or code.startswith(tuple(select))
    return picked and not (ignore and code.startswith(tuple(ignore)))


def _is_off(code: str, severity: Mapping[str, Any]) -> bool:
    tables = [entry for entry in severity.values() if isinstance(entry, Mapping)]
    return severity.get(code) == "off" and all(table.get(code, "off") == "off" for table in tables)


def _ignored(codes: Collection[str], pages: Iterable[Page]) -> bool:
    directives = (directive for page in pages for directive in page.directives)
    return any(directive.name == "ignore" and directive.argument in codes for directive in directives)
