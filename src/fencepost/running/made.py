"""`made:PATH`: what the fences of a page wrote, as the text of a source."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from fencepost.model import Place
from fencepost.running.files import OutsideError, inside
from fencepost.sources import SourceText, Unresolved


def made(expression: str, folder: Path) -> SourceText | Unresolved:
    """The text of a file below `folder`, or a folder below it as a tree; `.` is the whole of it."""
    path = expression.removeprefix("made:").strip().strip("\"'")
    try:
        target = inside(folder, path)
        if target.is_dir():
            text = "".join(f"{line}\n" for line in tree(target, "." if target == folder else path))
        else:
            text = target.read_bytes().decode("utf-8-sig")
    except OutsideError as error:
        return Unresolved(expression, str(error), not_checked=False)
    except UnicodeDecodeError as error:
        return Unresolved(expression, f"it is not UTF-8 at byte {error.start}", not_checked=False)
    except (OSError, ValueError):
        there = ", ".join(f"`{name}`" for name in _files(folder)) or "nothing"
        advice = f"Written were: {there}."
        return Unresolved(expression, "the fences above it wrote no such file", not_checked=False, help=advice)
    lines = tuple(range(1, text.count("\n") + 2))
    return SourceText(expression, text, Place(expression, 1), lines, text)


def tree(folder: Path, name: str) -> Iterator[str]:
    """A folder as a tree, as `tree -F` draws it: sorted by name, folders end in a slash, nothing hidden is shown."""
    yield f"{name.rstrip('/')}/"
    yield from _branches(folder, "")


def _branches(folder: Path, ahead: str) -> Iterator[str]:
    entries = sorted(path for path in folder.iterdir() if _is_shown(path))
    for number, path in enumerate(entries, 1):
        last = number == len(entries)
        yield f"{ahead}{'└── ' if last else '├── '}{path.name}{'/' * path.is_dir()}"
        if path.is_dir() and not path.is_symlink():
            yield from _branches(path, ahead + ("    " if last else "│   "))


def _files(folder: Path, limit: int = 10) -> list[str]:
    files = [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]
    return [path.as_posix() for path in files if all(map(_is_shown, (path, *path.parents)))][:limit]


def _is_shown(path: Path) -> bool:
    return not path.name.startswith(".") and path.name != "__pycache__"
