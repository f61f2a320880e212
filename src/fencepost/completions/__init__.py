"""What shells source to complete `fencepost`: written by `scripts/completions.py` from the command's own parser."""

from __future__ import annotations

from pathlib import Path

SHELLS = ("bash", "zsh", "fish", "powershell")


def script(shell: str) -> str:
    """The script for one of `SHELLS`."""
    return (Path(__file__).parent / f"fencepost.{shell}").read_text("utf-8")
