"""`fencepost schema`."""

from __future__ import annotations

import sys
from argparse import Namespace


def run(options: Namespace) -> int:
    """Print a JSON Schema. Returns the exit code."""
    from fencepost import schemas

    sys.stdout.write(schemas.render(options.name))
    return 0
