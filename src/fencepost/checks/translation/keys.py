"""Pairs the named entries of two collections whose order does not matter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from fencepost.checks.translation.alike import Alike


def match_keys(ours: Sequence[str], theirs: Sequence[str], alike: Alike) -> dict[int, int]:
    """For each entry of the first collection its counterpart in the second, by index.

    Equal names go together first, then those that count as the same, in order.
    """
    free: dict[str, list[int]] = {}
    for index, key in enumerate(theirs):
        free.setdefault(key, []).append(index)
    matched: dict[int, int] = {}
    for index, key in enumerate(ours):
        if free.get(key):
            matched[index] = free[key].pop(0)
    left = [index for indexes in free.values() for index in indexes]
    for index, key in enumerate(ours):
        if index not in matched:
            found = next((twin for twin in sorted(left) if alike.names(key, theirs[twin])), None)
            if found is not None:
                matched[index] = found
                left.remove(found)
    return matched


def unmatched(ours: int, theirs: int, matched: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The indexes of both collections, given by their lengths, that have no counterpart."""
    taken = set(matched.values())
    return [i for i in range(ours) if i not in matched], [i for i in range(theirs) if i not in taken]


def stand_in(index: int, matched: Iterable[tuple[int, int]], lines: Sequence[int], end: int) -> int:
    """The line that stands in the place of a missing entry: that of the next one that is there, else the end.

    Args:
        index: of the entry, in its own collection.
        matched: pairs of indexes, its own collection's first.
        lines: the lines of the other collection's entries.
        end: the line at which the other collection ends.
    """
    following = [(own, twin) for own, twin in matched if own > index]
    return lines[min(following)[1]] if following else end
