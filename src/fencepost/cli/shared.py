"""What several commands need: the project's root, and how to write for where the output goes."""

from __future__ import annotations

import io
import os
import sys
from argparse import Namespace
from pathlib import Path
from typing import Literal


def root_of(options: Namespace, base: Path) -> Path:
    """The project's root: as given, else found from the first path, else from `base`."""
    from fencepost.settings import find_root

    if options.root is not None:
        return Path(options.root).resolve()
    first = next((path.partition("::")[0] for path in options.paths), None)
    target = Path(os.path.realpath(base / first)) if first else base  # a loop of links is left as it is
    return find_root(target if target.is_dir() else target.parent, base=base)


def width() -> int:
    """The columns of the terminal, within what reads well; a fixed number elsewhere, so that logs are the same."""
    if not sys.stdout.isatty():
        return 100
    import shutil

    return max(40, min(shutil.get_terminal_size().columns, 160))


def codes(text: str) -> tuple[str, ...]:
    """Codes of rules, or their beginnings, from a list with commas."""
    return tuple(code.strip().upper() for code in text.split(",") if code.strip())


def wants_colour(choice: Literal["auto", "always", "never"]) -> bool:
    """Whether output is coloured: as asked, else where it goes to a terminal that can show it."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    shows = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return shows or os.environ.get("FORCE_COLOR", "") not in ("", "0")


def show(text: str, style: str) -> None:
    """Write to standard output; JSON in UTF-8, as programs expect it, whatever people's locale is."""
    if style in ("json", "sarif") and isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(text)


def progress(text: str) -> None:
    """One line on a terminal, written over again and again; nothing elsewhere."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
