"""The renderer of `scripts/against_site.py`, loaded from its file."""

from __future__ import annotations

from pathlib import Path

from loading import load

against_site = load(Path(__file__).parents[3] / "scripts" / "against_site.py")
