"""Faults in the file that a source comes from."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fencepost.compare.lines import fold
from fencepost.proving.code import parsed
from fencepost.proving.fault import FaultKind, spread
from fencepost.proving.texts import PLACES, Change, Variant, faults, field, shape_faults, word
from fencepost.sources import SourceText

_MOVING: frozenset[FaultKind] = frozenset({"line", "swap"})
_PARTS: tuple[tuple[FaultKind, Change], ...] = (("word", word), ("field", field))


@dataclass(frozen=True, slots=True)
class Broken:
    """A file with a fault, and the text that the source should then have."""

    variant: Variant
    """The fault in the text of the source."""
    path: str
    line: int
    text: str
    """The whole text of the file."""


def broken_files(
    root: Path, source: SourceText, only: Collection[int] | None = None, *, shape: bool = False
) -> Iterator[Broken]:
    """The faults of a source in the lines of its text with these indices, or in all of them.

    A line that stands alone in its file can be changed in every way, one that stands there among other things can be
    changed where it stands. Of a line that is put together, a word or a name is changed in the literal that holds it;
    of what was worked out otherwise nothing is, since nobody knows where.
    """
    lines = fold(source.text)
    chosen = [index for index in range(len(lines)) if only is None or index in only]
    files = {path: _read(root, path) for path in {source.at(index).path for index in chosen}}
    alone = frozenset(index for index in chosen if _stands_alone(files, source, index, lines[index]))
    there = alone | {index for index in chosen if _stands_there(files, source, index, lines[index])}
    make = shape_faults if shape else faults
    for variant in make(lines, alone):
        if variant.kind in _MOVING and (broken := _moved(files, source, variant)):
            yield broken
    for variant in make(lines, there):
        if variant.kind not in _MOVING and (broken := _changed(files, source, variant, lines)):
            yield broken
    for kind, change in () if shape else _PARTS:
        parts = [index for index in chosen if index not in there]
        found = [broken for index in parts if (broken := _part(files, source, index, lines, kind, change))]
        yield from spread(found, PLACES)


def _read(root: Path, path: str) -> list[str]:
    try:
        return (root / path).read_bytes().decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError):
        return []


def _stands_alone(files: dict[str, list[str]], source: SourceText, index: int, line: str) -> bool:
    """Whether the line is a line of its file, but for its indentation."""
    written, number, path = _written(files, source, index)
    if not written.endswith(line) or written[: len(written) - len(line)].strip():
        return False
    return not _is_literal(source, path) or _is_inside(files[path], number, written, alone=True)


def _stands_there(files: dict[str, list[str]], source: SourceText, index: int, line: str) -> bool:
    """Whether the line stands in a line of its file, once."""
    written, number, path = _written(files, source, index)
    if not line.strip() or written.count(line) != 1:
        return False
    return not _is_literal(source, path) or _is_inside(files[path], number, line, alone=False)


def _written(files: dict[str, list[str]], source: SourceText, index: int) -> tuple[str, int, str]:
    place = source.at(index)
    file = files[place.path]
    return (file[place.line - 1].removesuffix("\r") if place.line <= len(file) else "\0"), place.line, place.path


def _is_literal(source: SourceText, path: str) -> bool:
    """Whether the text is that of literals in a Python file, and not the code itself."""
    return path.endswith(".py") and not source.expression.startswith(("src:", "file:"))


def _is_inside(file: list[str], number: int, line: str, *, alone: bool) -> bool:
    """Whether a literal that spans this line of a Python file holds the text, as one of its own lines if `alone`."""
    tree = parsed("\n".join(file))
    return tree is not None and any(
        node.lineno + alone <= number <= (node.end_lineno or 0)
        and line in (node.value.split("\n") if alone else node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _moved(files: dict[str, list[str]], source: SourceText, variant: Variant) -> Broken | None:
    place = source.at(variant.index)
    file = list(files[place.path])
    number = place.line - 1
    if variant.kind == "line":
        del file[number]
    elif source.at(variant.index + 1) == replace(place, line=place.line + 1):
        file[number], file[number + 1] = file[number + 1], file[number]
    else:
        return None
    return _told(source, variant, file)


def _changed(files: dict[str, list[str]], source: SourceText, variant: Variant, lines: list[str]) -> Broken | None:
    place = source.at(variant.index)
    file = list(files[place.path])
    ahead, _, behind = file[place.line - 1].rpartition(lines[variant.index])
    file[place.line - 1] = ahead + variant.lines[variant.index] + behind
    return _told(source, variant, file)


def _part(
    files: dict[str, list[str]], source: SourceText, index: int, lines: list[str], kind: FaultKind, change: Change
) -> Broken | None:
    """A word or name of a line changed in the literal that holds it."""
    changed = change(lines[index])
    place = source.at(index)
    written, _, _ = _written(files, source, index)
    if changed is None or not _is_literal(source, place.path):
        return None
    new, what = changed
    old, became = what.split("`")[1], what.split("`")[3]
    if len(re.findall(rf"\b{re.escape(old)}\b", written)) != 1:
        return None
    file = list(files[place.path])
    file[place.line - 1] = re.sub(rf"\b{re.escape(old)}\b", became, file[place.line - 1])
    tree = parsed("\n".join(file))
    literals = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)] if tree else []
    if not any(
        isinstance(node.value, str) and became in node.value and node.lineno <= place.line <= (node.end_lineno or 0)
        for node in literals
    ):
        return None
    return _told(source, Variant(kind, index, (*lines[:index], new, *lines[index + 1 :]), what), file)


def _told(source: SourceText, variant: Variant, file: list[str]) -> Broken | None:
    place = source.at(variant.index)
    text = "\n".join(file)
    if _is_literal(source, place.path) and parsed(text) is None:
        return None
    return Broken(variant, place.path, place.line, text)
