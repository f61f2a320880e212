"""Texts that plugins find."""

from __future__ import annotations

from pathlib import Path

from fencepost.model import Place
from fencepost.plugins import SourceKind
from fencepost.plugins.used import described
from fencepost.sources.texts import SourceText, Unresolved


def excerpt(expression: str, kind: SourceKind, root: Path, argument: str) -> SourceText | Unresolved:
    """What a plugin's kind of source makes of the argument behind its prefix."""
    try:
        found = kind(root, argument.strip())
        lines = tuple(range(found.line, found.line + found.text.count("\n") + 1))
        return SourceText(expression, found.text, Place(found.path, found.line), lines, found.text)
    except LookupError as error:
        reason = str(error.args[0]) if error.args else "the plugin knows no such text"
    except Exception as error:  # a plugin may raise anything
        reason = f"the plugin raised {described(error)}"
    return Unresolved(expression, reason, not_checked=False)
