"""`fencepost completion`."""

from __future__ import annotations

import sys
from argparse import Namespace


def run(options: Namespace) -> int:
    """Print a shell's completion script. Returns the exit code."""
    from fencepost import completions

    sys.stdout.write(completions.script(options.shell))
    return 0
