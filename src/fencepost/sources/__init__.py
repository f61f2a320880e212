"""Where quoted texts come from: constants that are read or imported, files, other fences."""

from fencepost.sources.modules import import_roots
from fencepost.sources.resolver import Maker, Sources
from fencepost.sources.texts import SourceText, Unresolved

__all__ = ["Maker", "SourceText", "Sources", "Unresolved", "import_roots"]
