"""`--8<--`: what `pymdownx.snippets` puts into a page before it is read, and where each line of it is written."""

from __future__ import annotations

from fencepost.snippets.expand import Expansion, expand
from fencepost.snippets.library import Library
from fencepost.snippets.options import SnippetOptions, of_site
from fencepost.snippets.syntax import HINT

__all__ = ["HINT", "Expansion", "Library", "SnippetOptions", "expand", "of_site"]
