"""`fencepost list`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from fencepost.cli.shared import root_of, show, wants_colour

if TYPE_CHECKING:
    from fencepost.model import Report


def run(options: Namespace) -> int:
    """List fences with their fates, or pages with their translations. Returns the exit code."""
    from fencepost import engine, listing, report

    if options.output_format == "markdown" and not options.languages:
        print("fencepost: --output-format markdown goes with --languages", file=sys.stderr)
        return 2
    base = Path.cwd()
    found = engine.check(root_of(options, base), options.paths, base=base, run=False)
    if report.exit_code(found) == 2 and not found.fences:
        show(report.render(found, options.output_format, colour=wants_colour(options.color)), options.output_format)
        return 2
    if options.languages:
        return _list_languages(found, options)
    show(listing.render(found, options.output_format, fates=options.fate, quiet=options.quiet), options.output_format)
    return 0


def _list_languages(found: Report, options: Namespace) -> int:
    from fencepost import languagemap

    if any("::" in path for path in options.paths):
        print("fencepost: --languages lists whole pages; leave `::` and what follows out", file=sys.stderr)
        return 2
    if not found.translations:
        print("fencepost: no page has another language; name them in the settings' `languages`", file=sys.stderr)
        return 2
    show(languagemap.render(found, options.output_format, quiet=options.quiet), options.output_format)
    return 0
