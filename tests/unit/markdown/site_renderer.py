"""The renderer of `scripts/against_site.py`, loaded from its file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_FILE = Path(__file__).parents[3] / "scripts" / "against_site.py"


def load() -> ModuleType:
    """The script as a module."""
    spec = importlib.util.spec_from_file_location("against_site", _FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["against_site"] = module
    spec.loader.exec_module(module)
    return module


against_site = load()
