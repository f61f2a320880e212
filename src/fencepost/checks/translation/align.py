"""Aligns two sequences so that the pairs together are as alike as possible; the order is kept.

The algorithm is that of Needleman and Wunsch (1970), with gaps that cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable


def align(ours: int, theirs: int, likeness: Callable[[int, int], float]) -> list[tuple[int, int]]:
    """Pairs of indexes, in order.

    Args:
        ours: the length of the first sequence.
        theirs: the length of the second.
        likeness: how well two elements go together; 0 or less if not at all.
    """
    scores = [[likeness(i, j) for j in range(theirs)] for i in range(ours)]
    # best[i][j]: the best sum for the elements from i and from j on.
    best = [[0.0] * (theirs + 1) for _ in range(ours + 1)]
    for i in range(ours - 1, -1, -1):
        row, below, score = best[i], best[i + 1], scores[i]
        for j in range(theirs - 1, -1, -1):
            value = below[j] if below[j] >= row[j + 1] else row[j + 1]
            paired = score[j] + below[j + 1]
            row[j] = paired if score[j] > 0 and paired >= value else value
    return _path(best, scores)


def _path(best: list[list[float]], scores: list[list[float]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(scores) and j < len(scores[i]):
        if scores[i][j] > 0 and best[i][j] == scores[i][j] + best[i + 1][j + 1]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def gaps(pairs: list[tuple[int, int]], ours: int, theirs: int) -> list[tuple[range, range]]:
    """The ranges of both sequences that no pair holds, one for each place where there is one."""
    found: list[tuple[range, range]] = []
    i = j = 0
    for own, twin in (*pairs, (ours, theirs)):
        if own > i or twin > j:
            found.append((range(i, own), range(j, twin)))
        i, j = own + 1, twin + 1
    return found
