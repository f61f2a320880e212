"""Break the lines of a source as a page has broken them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fencepost.compare.match import wide


def rewrap(page: Sequence[str], source: Sequence[str]) -> list[str]:
    """The source's lines, none wider than the widest of the page, in the form that `match.wrapped` accepts.

    Lines of the page that are right up to the first difference keep their breaks.
    """
    width = max((len(line) for line in page), default=0) or 80
    found: list[str] = []
    for line in source:
        found += _broken(line, width)
    return found


def _broken(line: str, width: int) -> Iterator[str]:
    while len(line) > width:
        cut = next((at for at in range(width, 0, -1) if _breakable(line, at)), None)
        if cut is None:
            break
        yield line[:cut]
        line = line[cut:].removeprefix(" ")
    yield line


def _breakable(line: str, at: int) -> bool:
    """Whether a line may end before offset `at`: at one blank, or between two characters of CJK."""
    if line[at] == " ":
        return line[at - 1] != " " and line[at + 1 : at + 2] not in ("", " ")
    return wide(line[at - 1]) and wide(line[at])
