"""Where quoted texts come from: constants that are read or imported, files, other fences."""

from fencepost.sources.commands import Commands
from fencepost.sources.resolver import Maker, Sources
from fencepost.sources.texts import SourceText, Unresolved

__all__ = ["Commands", "Maker", "SourceText", "Sources", "Unresolved"]
