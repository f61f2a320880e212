"""The whole documentation at a glance: an inline SVG without scripts. Shapes tell states apart, not colours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from types import MappingProxyType

from fencepost.publishing.badges import State, state_of
from fencepost.publishing.standing import Standing

_CELL = 11
_ROW = 16
_LABEL = 250
_LONGEST = 38
"""Characters of a path that fit beside its row."""
_ACROSS = 40
"""Fences in a line; a longer page goes on in the next one."""
_LEGEND = 50
_SIGNS = 3
"""Signs in a line of the legend, so that it fits a narrow screen."""

_SHAPES: Mapping[State, str] = MappingProxyType(
    {
        "held": "m0 0h8v8h-8z",
        "broken": "m0 0l8 8m0-8l-8 8",
        "open": "m.75.75h6.5v6.5h-6.5z",
        "skipped": "m0 4h8",
        "shown": "m2.5 2.5h3v3h-3z",
    }
)
"""Each is drawn from the upper left corner of its cell: a square, a cross, an empty square, a dash, a dot."""


def picture(pages: Sequence[Standing], words: Mapping[str, str]) -> str:
    """An SVG with a row for each page and a mark for each fence, and what it says in words."""
    rows = [[state_of(fence, page.contracts_of(fence)) for fence in page.fences] for page in pages]
    drawn: list[str] = []
    top = _LEGEND
    for page, states in zip(pages, rows, strict=True):
        if states:
            drawn += _row(page.page.path, states, top)
            top += _ROW * (1 + (len(states) - 1) // _ACROSS)
    width = _LABEL + _ACROSS * _CELL
    label = escape(_said([state for row in rows for state in row], len(pages), words))
    return (
        f'<figure class="fencepost-picture"><div tabindex="0" role="region" aria-label="{escape(words["picture"])}">'
        f'<svg viewBox="0 0 {width} {top}" width="{width}" height="{top}" role="img" aria-label="{label}">'
        f"{_legend(words)}{''.join(drawn)}</svg></div>"
        f"<figcaption>{label} {escape(words['picture_note'])}</figcaption></figure>"
    )


def _row(path: str, states: Sequence[State], top: int) -> Iterator[str]:
    shown = path if len(path) <= _LONGEST else "…" + path[1 - _LONGEST :]
    yield f'<text x="0" y="{top + 9}">{escape(shown)}</text>'
    for state, shape in _SHAPES.items():
        at = [index for index, found in enumerate(states) if found == state]
        if at:
            drawn = "".join(_move(index, top) + shape for index in at)
            yield f'<path class="fencepost-{state}" d="{drawn}"/>'


def _move(index: int, top: int) -> str:
    return f"M{_LABEL + index % _ACROSS * _CELL} {top + index // _ACROSS * _ROW + 1}"


def _legend(words: Mapping[str, str]) -> str:
    return "".join(_sign(number, state, words[f"mark_{state}"]) for number, state in enumerate(_SHAPES))


def _sign(number: int, state: State, said: str) -> str:
    left, top = number % _SIGNS * 110, number // _SIGNS * _ROW
    path = f'<path class="fencepost-{state}" d="M{left} {top + 4}{_SHAPES[state]}"/>'
    return f'{path}<text x="{left + 13}" y="{top + 12}">{escape(said)}</text>'


def _said(states: Sequence[State], pages: int, words: Mapping[str, str]) -> str:
    counted = {state: states.count(state) for state in _SHAPES}
    return words["picture_label"].format(fences=len(states), pages=pages, **counted)
