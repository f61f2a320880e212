"""The `fencepost` command. Importing this module costs next to nothing; each command imports what it needs."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fencepost import __version__, completions

if TYPE_CHECKING:
    from fencepost.fixing import Changes
    from fencepost.model import Report

_EXIT_CODES = """\
exit codes:
  0    no errors (warnings alone are 0 unless `strict`)
  1    errors, or --diff would change something
  2    the job could not be done: usage, settings, a path that does not exist, a page that cannot be read
  130  interrupted
"""
_EXAMPLES = """\
examples:
  fencepost check                           everything the settings name
  fencepost check docs/en/guide.md          one page and its translations
  fencepost check 'docs/en/guide.md::intro' the fences below one heading
  fencepost check --no-run --diff           show what --fix would write
"""


def run() -> None:
    """The entry point of the console script."""
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run a command and return the exit code."""
    parser = _parser()
    options = parser.parse_args(argv)
    try:
        match options.command:
            case "check":
                return _check(options)
            case "list":
                return _list(options)
            case "prove":
                return _prove(options)
            case "init":
                return _init(options)
            case "rule":
                return _rule(options)
            case "schema":
                return _schema(options)
            case "completion":
                sys.stdout.write(completions.script(options.shell))
                return 0
            case _:
                parser.print_help()
                return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone, as with `| head`; say nothing more, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="fencepost",
        description="Documentation as tests: run every fence, hold every quoted block to its source, "
        "keep translations in step.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"fencepost {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    _add_check(commands)
    _add_list(commands)
    _add_prove(commands)
    _add_init(commands)
    rule = commands.add_parser("rule", help="explain a rule", description="Explain a rule, or list all of them.")
    rule.add_argument("code", nargs="?", metavar="CODE", help="such as FP301; all rules when left out")
    schema = commands.add_parser(
        "schema", help="print a JSON Schema", description="Print the JSON Schema of the settings or of the JSON report."
    )
    schema.add_argument("name", choices=("settings", "report"), help="settings or report")
    completion = commands.add_parser(
        "completion",
        help="print a script that completes this command",
        description="Print a script that completes this command in a shell. How each shell takes it is said in it.",
    )
    completion.add_argument("shell", choices=completions.SHELLS, help=", ".join(completions.SHELLS))
    return parser


def _add_check(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check = commands.add_parser(
        "check",
        help="check pages",
        description="Check the project's pages, or the ones that are named, with their translations.",
        epilog=f"{_EXAMPLES}\n{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_paths(check)
    check.add_argument(
        "--run", action=argparse.BooleanOptionalAction, default=None, help="run fences (default: the settings' `run`)"
    )
    change = check.add_mutually_exclusive_group()
    change.add_argument("--fix", action="store_true", help="rewrite what can be mended safely")
    change.add_argument("--diff", action="store_true", help="show what --fix would write; exit 1 if there is anything")
    check.add_argument("--fix-in-ci", action="store_true", help="allow --fix where CI is set")
    check.add_argument(
        "--audit-skips", action="store_true", help="run skipped fences as well; FP207 for those that pass"
    )
    check.add_argument(
        "--reuse", action="store_true", help="take over what passed earlier on pages where nothing has changed since"
    )
    check.add_argument(
        "--changed-since", metavar="REV", help="only pages that have changed since this revision, or whose sources have"
    )
    baseline = check.add_mutually_exclusive_group()
    baseline.add_argument(
        "--baseline",
        metavar="FILE",
        help="accept the findings in FILE, which `fencepost init` writes (default: the settings' `baseline`)",
    )
    baseline.add_argument("--no-baseline", action="store_true", help="accept nothing")
    _add_selection(check)
    _add_output(check, ("full", "concise", "json", "github", "sarif"))
    check.add_argument("--statistics", action="store_true", help="also count how often each rule was broken")
    check.add_argument("--report", metavar="FILE", help="also write the JSON report to FILE")
    check.add_argument("--exit-zero", action="store_true", help="exit 0 even where there are errors")
    other = check.add_mutually_exclusive_group()
    other.add_argument("--watch", action="store_true", help="check again whenever a file changes, until interrupted")
    other.add_argument(
        "--stdin-filename", metavar="PAGE", help="read the text of PAGE from standard input; run nothing"
    )
    other.add_argument("--show-settings", action="store_true", help="print the settings that hold, and check nothing")


def _add_list(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    listing = commands.add_parser(
        "list",
        help="list fences with their fates, or pages with their translations",
        description="List every fence with its fate and the reason for it, or every page with its translations. "
        "Nothing is run or imported.",
    )
    _add_paths(listing)
    shown = listing.add_mutually_exclusive_group()
    shown.add_argument(
        "--languages",
        action="store_true",
        help="list pages instead: how each one stands in each other language",
    )
    shown.add_argument(
        "--fate",
        action="append",
        default=[],
        choices=("run", "parsed", "compared", "skipped", "shown"),
        metavar="FATE",
        help="only fences of this fate (run, parsed, compared, skipped, shown); may be repeated",
    )
    _add_output(listing, ("full", "concise", "json", "markdown"))


def _add_prove(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    prove = commands.add_parser(
        "prove",
        help="break each contract on purpose and show that the gate turns red",
        description="Make small faults in memory and in a temporary copy, one at a time, and hold each contract again. "
        "A fault that nobody notices is a survivor. The project itself is never written to.",
        epilog="exit codes: 0 every fault was noticed, 1 one survived or something does not hold, 2 nothing was proved",
    )
    _add_paths(prove)
    prove.add_argument(
        "--run", action=argparse.BooleanOptionalAction, default=None, help="run fences (default: the settings' `run`)"
    )
    prove.add_argument("--select", metavar="KINDS", default="", help="kinds of contracts, such as quote,output, or run")
    prove.add_argument("--sample", metavar="N", type=_positive, help="at most N faults for each contract and fence")
    prove.add_argument("--budget", metavar="SECONDS", type=float, help="stop making faults after this time")


def _add_init(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    init = commands.add_parser(
        "init",
        help="begin on a project",
        description="Write settings, bind blocks to the constants that they show, accept the findings of today, and "
        "add the check to pre-commit and CI. On a terminal each step is explained and asked for; elsewhere nothing is "
        "written unless an option says so.",
        epilog="exit codes: 0 done or nothing to do, 1 something would be done, 2 it could not be done, 130 broken off",
    )
    init.add_argument("--root", metavar="DIR", help="the project's root (default: found from the current folder)")
    init.set_defaults(paths=())
    init.add_argument("-y", "--yes", action="store_true", help="do all usual steps without asking")
    init.add_argument("--diff", action="store_true", help="show the changes, write nothing; exit 1 if there is any")
    switch = argparse.BooleanOptionalAction
    init.add_argument("--settings", action=switch, help="write settings into pyproject.toml, or fencepost.toml")
    init.add_argument(
        "--bind", choices=("equal", "all", "none"), help="bind blocks that equal a constant, or are nearly one as well"
    )
    init.add_argument(
        "--bind-in-settings", action="store_true", help="bind in the settings, not by comments on the pages"
    )
    baseline = init.add_mutually_exclusive_group()
    baseline.add_argument(
        "--baseline", nargs="?", metavar="FILE", const="fencepost-baseline.jsonl", help="accept the findings of today"
    )
    baseline.add_argument("--no-baseline", dest="baseline", action="store_false", help="accept nothing")
    init.add_argument("--pre-commit", action=switch, help="add a hook to .pre-commit-config.yaml")
    init.add_argument("--ci", action=switch, help="write a workflow for GitHub")
    init.add_argument(
        "--from",
        dest="tool",
        metavar="TOOL",
        choices=("pytest-markdown-docs", "pytest-examples", "sybil"),
        help="rewrite this tool's options on the pages into directives: pytest-markdown-docs, pytest-examples, sybil",
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("takes a number above 0")
    return number


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="PATH[::id]", help="pages, folders or ids; everything when left out"
    )
    parser.add_argument("--root", metavar="DIR", help="the project's root (default: found from the current folder)")


def _add_selection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--select", metavar="CODES", default="", help="report only these codes, such as FP3,FP405")
    parser.add_argument("--ignore", metavar="CODES", default="", help="do not report these codes")


def _add_output(parser: argparse.ArgumentParser, styles: Sequence[str]) -> None:
    parser.add_argument("--output-format", choices=styles, default="full", metavar="STYLE", help=", ".join(styles))
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="findings only")
    amount.add_argument("-v", "--verbose", action="store_true", help="also what was not run, and infos")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="default: auto")


def _check(options: argparse.Namespace) -> int:
    base = Path.cwd()
    root = _root(options, base)
    if options.fix and os.environ.get("CI") and not options.fix_in_ci:
        print("fencepost: --fix is refused in CI; add --fix-in-ci if it is meant", file=sys.stderr)
        return 2
    if options.show_settings:
        return _show_settings(root, options)
    if options.stdin_filename is not None:
        return _check_buffer(root, options)
    return _watch(root, options) if options.watch else _check_once(root, options.paths, options)


def _check_once(root: Path, paths: Sequence[str], options: argparse.Namespace) -> int:
    from fencepost.fixing import without_spare

    found = _found(root, paths, options)
    changes = _changes(root, found, options) if options.fix or options.diff else None
    if options.fix and changes is not None and changes.write():
        # What was mended is no longer in need of the baseline.
        found = without_spare(root, _found(root, paths, options))
    code = _show(found, root, options)
    if changes is not None:
        stream = sys.stderr if options.output_format in ("json", "sarif") else sys.stdout
        stream.write(changes.describe(written=options.fix))
        if options.diff and changes:
            code = max(code, 1)
    return 0 if options.exit_zero and code == 1 else code


def _found(
    root: Path, paths: Sequence[str], options: argparse.Namespace, texts: Mapping[str, str] | None = None
) -> Report:
    from fencepost import engine

    base = Path.cwd()
    return engine.check(
        root,
        paths,
        base=base,
        run=options.run,
        audit_skips=options.audit_skips,
        reuse=options.reuse,
        select=_codes(options.select),
        ignore=_codes(options.ignore),
        baseline=False if options.no_baseline else base / options.baseline if options.baseline else None,
        changed_since=options.changed_since,
        texts=texts,
    )


def _show(found: Report, root: Path, options: argparse.Namespace) -> int:
    from fencepost import report

    text = report.render(
        found,
        options.output_format,
        lines=_lines_of(root),
        width=_width(),
        colour=_wants_colour(options.color),
        quiet=options.quiet,
        verbose=options.verbose,
        count=options.statistics,
    )
    if options.report:
        Path(options.report).write_text(report.render(found, "json"), "utf-8")
    sys.stdout.write(text)
    return report.exit_code(found)


def _show_settings(root: Path, options: argparse.Namespace) -> int:
    from fencepost import settings_shown
    from fencepost.project import PathError, SiteError, open_project
    from fencepost.settings import SettingsError, load

    try:
        project = open_project(load(root), options.paths, base=Path.cwd())
    except (SettingsError, PathError, SiteError):
        return _show(_found(root, options.paths, options), root, options)
    sys.stdout.write(settings_shown.render(project))
    return 0


def _check_buffer(root: Path, options: argparse.Namespace) -> int:
    """Check a page as an editor holds it: what is found on it, and on no other page."""
    from dataclasses import replace

    if options.paths or options.fix or options.diff:
        print("fencepost: --stdin-filename goes with neither paths nor --fix nor --diff", file=sys.stderr)
        return 2
    try:
        text = sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        print(f"fencepost: standard input is not UTF-8: {error.reason} at byte {error.start}", file=sys.stderr)
        return 2
    path = Path(options.stdin_filename).resolve()
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)
    found = _found(root, [options.stdin_filename], options, {name: text})
    own = tuple(one for one in found.findings if one.place.path == name or one.code.startswith("FP9"))
    code = _show(replace(found, findings=own), root, options)
    return 0 if options.exit_zero and code == 1 else code


def _watch(root: Path, options: argparse.Namespace) -> int:
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


def _list(options: argparse.Namespace) -> int:
    from fencepost import engine, listing, report

    if options.output_format == "markdown" and not options.languages:
        print("fencepost: --output-format markdown goes with --languages", file=sys.stderr)
        return 2
    base = Path.cwd()
    found = engine.check(_root(options, base), options.paths, base=base, run=False)
    if report.exit_code(found) == 2 and not found.fences:
        sys.stdout.write(report.render(found, options.output_format, colour=_wants_colour(options.color)))
        return 2
    if options.languages:
        return _list_languages(found, options)
    sys.stdout.write(listing.render(found, options.output_format, fates=options.fate, quiet=options.quiet))
    return 0


def _init(options: argparse.Namespace) -> int:
    from fencepost.adopting.begin import Wish, init

    wish = Wish(
        yes=options.yes,
        diff=options.diff,
        settings=options.settings,
        bind=options.bind,
        in_settings=options.bind_in_settings,
        baseline=options.baseline,
        pre_commit=options.pre_commit,
        ci=options.ci,
        tool=options.tool,
    )
    can_answer = sys.stdin.isatty() and sys.stdout.isatty()
    return init(_root(options, Path.cwd()), wish, print, _ask if can_answer else None)


def _ask(question: str, usual: bool) -> bool:
    while True:
        answer = input(f"{question} [{'Y/n' if usual else 'y/N'}] ").strip().lower()
        if answer in ("", "y", "yes", "n", "no"):
            return usual if not answer else answer.startswith("y")
        print("    y for yes, n for no, Ctrl-C to break off; nothing is written before the last answer")


def _prove(options: argparse.Namespace) -> int:
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
            _root(options, base),
            options.paths,
            base=base,
            run=options.run,
            select=select,
            sample=options.sample,
            budget=options.budget,
            tell=_progress,
        )
    finally:
        _progress("")
    sys.stdout.write(proof.render(found))
    return found.exit_code


def _progress(text: str) -> None:
    """One line on a terminal, written over again and again; nothing elsewhere."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()


def _list_languages(found: Report, options: argparse.Namespace) -> int:
    from fencepost import languagemap

    if any("::" in path for path in options.paths):
        print("fencepost: --languages lists whole pages; leave `::` and what follows out", file=sys.stderr)
        return 2
    if not found.translations:
        print("fencepost: no page has another language; name them in the settings' `languages`", file=sys.stderr)
        return 2
    sys.stdout.write(languagemap.render(found, options.output_format, quiet=options.quiet))
    return 0


def _rule(options: argparse.Namespace) -> int:
    from difflib import get_close_matches

    from fencepost.rules import CATALOGUE, RULES

    if options.code is None:
        for rule in CATALOGUE:
            print(f"{rule.code}  {rule.name}: {rule.summary}")
        return 0
    rule = RULES.get(options.code.upper())
    if rule is None:
        near = get_close_matches(options.code.upper(), RULES, n=1, cutoff=0.0)
        print(f"fencepost: there is no rule {options.code}; did you mean {near[0]}?", file=sys.stderr)
        return 2
    print(f"{rule.code} {rule.name} ({rule.severity})\n\n{rule.summary}\n\nWhy: {rule.why}\nFix: {rule.fix}")
    return 0


def _schema(options: argparse.Namespace) -> int:
    from fencepost import schemas

    sys.stdout.write(schemas.render(options.name))
    return 0


def _changes(root: Path, found: Report, options: argparse.Namespace) -> Changes:
    from fencepost.fixing import Changes

    return Changes.of(root, found, importing=options.run is not False)


def _root(options: argparse.Namespace, base: Path) -> Path:
    from fencepost.settings import find_root

    if options.root is not None:
        return Path(options.root).resolve()
    first = next((path.partition("::")[0] for path in options.paths), None)
    target = Path(os.path.realpath(base / first)) if first else base  # a loop of links is left as it is
    return find_root(target if target.is_dir() else target.parent, base=base)


def _lines_of(root: Path) -> Callable[[str], tuple[str, ...]]:
    @cache
    def lines(path: str) -> tuple[str, ...]:
        try:
            text = (root / path).read_text("utf-8-sig", errors="replace")
        except OSError:
            return ()
        return tuple(text.split("\n"))

    return lines


def _width() -> int:
    """The columns of the terminal, within what reads well; a fixed number elsewhere, so that logs are the same."""
    if not sys.stdout.isatty():
        return 100
    return max(40, min(shutil.get_terminal_size().columns, 160))


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code.strip().upper() for code in text.split(",") if code.strip())


def _wants_colour(choice: Literal["auto", "always", "never"]) -> bool:
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
