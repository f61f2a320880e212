"""From the text of a page with snippets back to the files in which its lines are written.

Places lead there by themselves (`Page.place`). Edits are made in the page's text; here they become edits of files, or
nothing where no single place would be the right one.
"""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from fencepost.model import Edit, Finding, Origin, Page

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


def in_files(findings: Iterable[Finding], pages: Mapping[str, Page]) -> list[Finding]:
    """The findings with the edits of files, what was found in a snippet once, however many pages include it."""
    said: set[tuple[object, ...]] = set()
    kept: list[Finding] = []
    # The page that is the snippet itself, if it is one, speaks first.
    ordered = sorted(findings, key=lambda finding: _page_of(finding) not in ("", finding.place.path))
    for finding in ordered:
        key = (finding.code, finding.message, finding.place)
        included = finding.place.path != _page_of(finding) and _has_origins(finding, pages)
        if not (included and key in said):
            kept.append(replace(finding, edits=_edits(finding.edits, pages)) if finding.edits else finding)
        said.add(key)
    return kept


def _page_of(finding: Finding) -> str:
    return (finding.fence or "").partition("::")[0]


def _has_origins(finding: Finding, pages: Mapping[str, Page]) -> bool:
    page = pages.get(_page_of(finding))
    return page is not None and any(origin.path == finding.place.path for origin in page.origins)


def _edits(edits: Sequence[Edit], pages: Mapping[str, Page]) -> tuple[Edit, ...]:
    found: list[Edit] = []
    for edit in edits:
        page = pages.get(edit.path)
        written = [edit] if page is None or not page.origins else _written(edit, page)
        if written is None:
            return ()
        found += written
    return tuple(found)


def _written(edit: Edit, page: Page) -> list[Edit] | None:
    """The edits of files that change the page's text so; `None` where a change belongs to no one file."""
    text = page.text
    starts = [match.start() for match in _LINE.finditer(text)]
    first = max(0, bisect_right(starts, edit.start) - 1)
    begin = starts[first]
    behind = bisect_right(starts, max(edit.end - 1, begin))
    stop = starts[behind] if behind < len(starts) else len(text)
    old = _LINE.findall(text[begin:stop])
    new = _LINE.findall(text[begin : edit.start] + edit.replacement + text[edit.end : stop])
    found: list[Edit] = []
    for tag, start, end, other, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        origins = page.origins[first + start : first + end]
        one = _replaced(page, origins, old[start:end], new[other:last]) if origins else None
        one = one or (_inserted(page, first + start, new[other:last]) if not origins else None)
        if one is None:
            return None
        found.append(one)
    return found


def _replaced(page: Page, origins: Sequence[Origin], old: Sequence[str], new: Sequence[str]) -> Edit | None:
    start, end = origins[0].start, origins[-1].end
    if start is None or end is None or not _is_one_run(origins):
        return None
    lines = list(_unindented(new, old[0][: origins[0].shift]))
    if len(lines) != len(new):
        return None
    if end - (origins[-1].start or 0) == len(old[-1].rstrip("\r\n")) - origins[-1].shift and lines:
        lines[-1] = lines[-1].rstrip("\r\n")  # the last line of a file that ends without a line end
    return Edit(origins[0].path, start, end, "".join(lines), origins[0].path != page.path)


def _inserted(page: Page, index: int, new: Sequence[str]) -> Edit | None:
    around = page.origins[max(0, index - 1) : index + 1]
    if len(around) < 2 or around[1].start is None or not _is_one_run(around) or around[1].shift:
        return None
    return Edit(around[1].path, around[1].start, around[1].start, "".join(new), around[1].path != page.path)


def _is_one_run(origins: Sequence[Origin]) -> bool:
    """Whether lines stand one below the other in one file, unchanged but for their indentation."""
    pairs = itertools.pairwise(origins)
    return all(
        one.path == other.path and one.end is not None and one.end == other.start and one.shift == other.shift
        for one, other in pairs
    )


def _unindented(lines: Sequence[str], indent: str) -> Iterator[str]:
    """The lines without the indentation of their include; those that have another one are left out."""
    for line in lines:
        if line.startswith(indent):
            yield line[len(indent) :]
        elif not line.strip():
            yield line.lstrip(" \t")
