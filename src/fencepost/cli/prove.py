"""`fencepost prove`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from fencepost.cli.shared import progress, root_of


def run(options: Namespace) -> int:
    """Break each contract on purpose and show what nobody noticed. Returns the exit code."""
    from difflib import get_close_matches

    from fencepost.proving import proof

    select = [name.strip().lower() for name in options.select.split(",") if name.strip()]
    for name in select:
        if name not in proof.GROUPS:
            near = get_close_matches(name, proof.GROUPS, n=1, cutoff=0.0)
            print(f"fencepost: --select knows no `{name}`; did you mean {near[0]}?", file=sys.stderr)
            return 2
    base = Path.cwd()
    try:
        found = proof.prove(
            root_of(options, base),
            options.paths,
            base=base,
            run=options.run,
            select=select,
            sample=options.sample,
            budget=options.budget,
            tell=progress,
        )
    finally:
        progress("")
    sys.stdout.write(proof.render(found))
    return found.exit_code
