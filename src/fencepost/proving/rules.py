"""What each kind of contract allows, worked out anew and simply: a fault that is allowed is not made.

Nothing here is shared with the checks that are put to the proof, but for the lines that they compare.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fencepost.checks.options import QuoteOptions

_DOTS = "..."


def quote_holds(page: Sequence[str], template: str, options: QuoteOptions) -> bool:
    """Whether the lines of a page are what a quote with these options allows for this source."""
    source = _source(template, options)
    if source is None:
        return False
    if options.subset:
        left = iter(source)
        return all(line in left for line in page)
    if options.elide:
        return _with_dots(page, source)
    if options.wrap:
        return "".join(page).split() == "".join(source).split() or _solid(page) == _solid(source)
    return list(page) == source


def _source(template: str, options: QuoteOptions) -> list[str] | None:
    text = template.replace("\r\n", "\n")
    if options.rendered or options.values:
        try:
            filled = text.format(**dict(options.values))
        except (KeyError, IndexError, ValueError, AttributeError):
            return None
        text = filled if options.rendered else text
    lines = text.removesuffix("\n").split("\n")
    if options.first is not None:
        starts = [number for number, line in enumerate(lines) if options.first in line]
        if len(starts) != 1:
            return None
        lines = lines[starts[0] :]
    if options.last is not None:
        ends = [number for number, line in enumerate(lines) if options.last in line]
        if len(ends) != 1:
            return None
        lines = lines[: ends[0] + 1]
    return lines


def _with_dots(page: Sequence[str], source: Sequence[str]) -> bool:
    parts = ("(?:[^\n]*\n)*?" if line.strip() == _DOTS else re.escape(line + "\n") for line in page)
    return re.fullmatch("".join(parts), "".join(f"{line}\n" for line in source)) is not None


def _solid(lines: Iterable[str]) -> str:
    return "".join("".join(lines).split())


def agreement_holds(texts: Iterable[Sequence[str]], pattern: str, exceptions: Sequence[str]) -> bool:
    """Whether the lines in which the pattern is found are the same in all texts, but for the exceptions."""
    shared = [[line for line in lines if re.search(pattern, line) and line not in exceptions] for lines in texts]
    return all(lines and lines == shared[0] for lines in shared)


def may_break_output(shown: Sequence[str], index: int, kind: str, *, exact: bool, unordered: bool) -> bool:
    """Whether a fault in this line of a shown output is one, given that dots stand for any text."""
    if unordered and kind == "swap":
        return False
    if exact or not any(_DOTS in line for line in shown):
        return True
    last = index + 1 if kind == "swap" else index
    if any(_DOTS in shown[number] for number in range(index, last + 1)):
        return False
    if kind == "swap":
        # Between two rows of dots the lines may stand elsewhere in the other order.
        return not (any(_DOTS in line for line in shown[:index]) and any(_DOTS in line for line in shown[last + 1 :]))
    beside = [shown[number].strip() for number in (index - 1, last + 1) if 0 <= number < len(shown)]
    return kind != "line" or not (unordered or _DOTS in beside)
