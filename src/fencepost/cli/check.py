"""`fencepost check`."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from fencepost.cli.shared import codes, progress, root_of, show, wants_colour, width

if TYPE_CHECKING:
    from fencepost.fixing import Changes
    from fencepost.model import Report


def run(options: Namespace) -> int:
    """Check pages, show what is found, and mend it where that is asked for. Returns the exit code."""
    base = Path.cwd()
    root = root_of(options, base)
    if options.fix and os.environ.get("CI") and not options.fix_in_ci:
        print("fencepost: --fix is refused in CI; add --fix-in-ci if it is meant", file=sys.stderr)
        return 2
    if options.fix == "insert" and options.run is False:
        print("fencepost: --fix=insert adds what fences print, and --no-run runs none", file=sys.stderr)
        return 2
    if options.audit_skips and options.run is False:
        print("fencepost: --audit-skips runs fences, and --no-run forbids it; leave one of them out", file=sys.stderr)
        return 2
    if options.show_settings:
        return _show_settings(root, options)
    if options.stdin_filename is not None:
        return _check_buffer(root, options)
    return _watch(root, options) if options.watch else _check_once(root, options.paths, options)


def _check_once(root: Path, paths: Sequence[str], options: Namespace) -> int:
    found = _found(root, paths, options)
    changes = _changes(root, found, options) if options.fix or options.diff else None
    if options.fix and changes is not None and changes.write():
        from fencepost.fixing import without_spare

        # What was mended is no longer in need of the baseline.
        found = without_spare(root, _found(root, paths, options))
    code = _show(found, root, options)
    if changes is not None:
        stream = sys.stderr if options.output_format in ("json", "sarif") else sys.stdout
        if options.fix == "insert" and not found.running:
            stream.write("--fix=insert adds what fences print: add --run\n")
        stream.write(changes.describe(written=bool(options.fix)))
        if options.diff and changes:
            code = max(code, 1)
    return 0 if options.exit_zero and code == 1 else code


def _found(root: Path, paths: Sequence[str], options: Namespace, texts: Mapping[str, str] | None = None) -> Report:
    from fencepost import engine

    base = Path.cwd()
    found = engine.check(
        root,
        paths,
        base=base,
        run=options.run,
        audit_skips=options.audit_skips,
        insert=options.fix == "insert",
        reuse=options.reuse,
        select=codes(options.select),
        ignore=codes(options.ignore),
        baseline=False if options.no_baseline else base / options.baseline if options.baseline else None,
        changed_since=options.changed_since,
        texts=texts,
        tell=progress,
    )
    progress("")
    return found


def _show(found: Report, root: Path, options: Namespace) -> int:
    from fencepost import report

    text = report.render(
        found,
        options.output_format,
        lines=_lines_of(root),
        width=width(),
        colour=wants_colour(options.color),
        quiet=options.quiet,
        verbose=options.verbose,
        count=options.statistics,
        brief=not (found.settled or options.paths or options.select or options.verbose),
    )
    show(text, options.output_format)
    if options.report and not _write_report(Path(options.report), report.render(found, "json"), root):
        return 2
    return report.exit_code(found)


def _write_report(file: Path, text: str, root: Path) -> bool:
    """Write the report; where that cannot be done, say so."""
    from fencepost.tree import leads_out

    reason = "it is a link out of the project" if leads_out(Path.cwd() / file, root) else None
    try:
        if reason is None:
            file.write_text(text, "utf-8")
    except OSError as error:
        reason = error.strerror
    if reason is not None:
        print(f"fencepost: the report {file} cannot be written: {reason}", file=sys.stderr)
    return reason is None


def _show_settings(root: Path, options: Namespace) -> int:
    from fencepost import settings_shown
    from fencepost.project import PathError, SiteError, open_project
    from fencepost.settings import SettingsError, load

    try:
        project = open_project(load(root), options.paths, base=Path.cwd())
    except (SettingsError, PathError, SiteError):
        return _show(_found(root, options.paths, options), root, options)
    sys.stdout.write(settings_shown.render(project))
    return 0


def _check_buffer(root: Path, options: Namespace) -> int:
    """Check a page as an editor holds it: what is found on it, and on no other page."""
    from dataclasses import replace

    from fencepost import tree

    if options.paths or options.fix or options.diff or options.run or options.audit_skips:
        others = "paths nor --fix nor --diff, and runs nothing: leave --run and --audit-skips out as well"
        print(f"fencepost: --stdin-filename goes with neither {others}", file=sys.stderr)
        return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        print(f"fencepost: standard input is not UTF-8: {error.reason} at byte {error.start}", file=sys.stderr)
        return 2
    name = tree.shown(Path(options.stdin_filename), root)
    found = _found(root, [options.stdin_filename], options, {name: text})
    own = tuple(one for one in found.findings if one.place.path == name or one.code.startswith("FP9"))
    code = _show(replace(found, findings=own), root, options)
    return 0 if options.exit_zero and code == 1 else code


def _watch(root: Path, options: Namespace) -> int:
    """Check, and check again what changed, until interrupted: pages alone where only pages did, else everything."""
    from fencepost import poll
    from fencepost.project import SUFFIXES

    known = poll.stamps(root)  # before the check, so that a change during it is seen
    code = _check_once(root, options.paths, options)
    sys.stdout.flush()
    own = {Path(options.report).resolve()} if options.report else set()
    for everything in poll.changes(root, known):
        paths = [path for path in everything if root / path not in own]
        if not paths:
            continue
        pages = [str(root / path) for path in paths if path.endswith(SUFFIXES) and (root / path).is_file()]
        print(f"\n{', '.join(paths[:3])}{', …' if len(paths) > 3 else ''} changed", flush=True)
        again = pages if len(pages) == len(paths) and not options.paths else options.paths
        code = _check_once(root, again, options)
        sys.stdout.flush()
    return code


def _changes(root: Path, found: Report, options: Namespace) -> Changes:
    from fencepost.fixing import Changes

    return Changes.of(root, found, importing=options.run is not False)


def _lines_of(root: Path) -> Callable[[str], tuple[str, ...]]:
    """Lines of a file, to be shown: of the project and its repository, and of modules of the environment."""
    from fencepost import tree

    leads_out = tree.ways_out(root)

    @cache
    def lines(path: str) -> tuple[str, ...]:
        # Most are pages, and those are inside; what stands elsewhere is looked at one by one.
        below = not Path(path).is_absolute() and ".." not in path
        if leads_out(path) if below else not _may_be_shown(path, root):
            return ()
        try:
            text = (root / path).read_bytes().decode("utf-8-sig", "replace")
        except OSError:
            return ()
        return tuple(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))

    return lines


def _may_be_shown(path: str, root: Path) -> bool:
    """Whether a file stands in the project's repository, or is a module of the environment."""
    from fencepost import tree

    file = root / path
    known = Path(os.path.realpath(file)).is_relative_to(tree.repository(root)) or (
        path.endswith(".py") and Path(path).is_absolute()
    )
    return known and not tree.leads_out(file, root)
