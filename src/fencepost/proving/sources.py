"""Faults in the file that a source comes from."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fencepost.compare.lines import fold
from fencepost.proving.code import parsed
from fencepost.proving.fault import spread
from fencepost.proving.texts import PLACES, Variant, faults, shape_faults, word
from fencepost.sources import SourceText


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

    A line that stands in its file as it is can be changed in every way. Of one that is put together, a word is
    changed where it stands in a literal; of what was worked out otherwise nothing is, since nobody knows where.
    """
    lines = fold(source.text)
    chosen = [index for index in range(len(lines)) if only is None or index in only]
    files = {path: _read(root, path) for path in {source.at(index).path for index in chosen}}
    whole = [index for index in chosen if _stands_there(files, source, index, lines[index])]
    make = shape_faults if shape else faults
    for variant in make(lines, frozenset(whole)):
        if broken := _whole(files, source, variant, lines):
            yield broken
    if shape:
        return
    parts = [index for index in chosen if index not in whole]
    found = [broken for index in parts if (broken := _part(files, source, index, lines))]
    yield from spread(found, PLACES)


def _read(root: Path, path: str) -> list[str]:
    try:
        return (root / path).read_bytes().decode("utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError):
        return []


def _stands_there(files: dict[str, list[str]], source: SourceText, index: int, line: str) -> bool:
    place = source.at(index)
    file = files[place.path]
    if place.line > len(file):
        return False
    written = file[place.line - 1].removesuffix("\r")
    before = written[: len(written) - len(line)] if written.endswith(line) else "x"
    return not before.strip() and (not _is_literal(source, place.path) or _is_inside(file, place.line, line))


def _is_literal(source: SourceText, path: str) -> bool:
    """Whether the text is that of literals in a Python file, and not the code itself."""
    return path.endswith(".py") and not source.expression.startswith(("src:", "file:"))


def _is_inside(file: list[str], number: int, line: str) -> bool:
    tree = parsed("\n".join(file))
    return tree is not None and any(
        node.lineno < number <= (node.end_lineno or 0) and line in node.value.split("\n")
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _whole(files: dict[str, list[str]], source: SourceText, variant: Variant, lines: list[str]) -> Broken | None:
    place = source.at(variant.index)
    file = list(files[place.path])
    number = place.line - 1
    if variant.kind == "swap":
        if source.at(variant.index + 1) != replace(place, line=place.line + 1):
            return None
        file[number], file[number + 1] = file[number + 1], file[number]
    elif variant.kind == "line":
        del file[number]
    else:
        end = "\r" if file[number].endswith("\r") else ""
        written = file[number].removesuffix("\r")
        ahead = written[: len(written) - len(lines[variant.index])]
        file[number] = ahead + variant.lines[variant.index] + end
    return _told(source, variant, file)


def _part(files: dict[str, list[str]], source: SourceText, index: int, lines: list[str]) -> Broken | None:
    """A word of a line changed in the literal that holds it."""
    changed = word(lines[index])
    place = source.at(index)
    file = list(files[place.path])
    if changed is None or not _is_literal(source, place.path) or place.line > len(file):
        return None
    new, what = changed
    old, became = what.split("`")[1], what.split("`")[3]
    written = file[place.line - 1]
    if written.count(old) != 1:
        return None
    file[place.line - 1] = written.replace(old, became)
    tree = parsed("\n".join(file))
    literals = [node for node in ast.walk(tree) if isinstance(node, ast.Constant)] if tree else []
    if not any(
        isinstance(node.value, str) and became in node.value and node.lineno <= place.line <= (node.end_lineno or 0)
        for node in literals
    ):
        return None
    return _told(source, Variant("word", index, (*lines[:index], new, *lines[index + 1 :]), what), file)


def _told(source: SourceText, variant: Variant, file: list[str]) -> Broken | None:
    place = source.at(variant.index)
    text = "\n".join(file)
    if _is_literal(source, place.path) and parsed(text) is None:
        return None
    return Broken(variant, place.path, place.line, text)
