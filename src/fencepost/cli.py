"""The `fencepost` command. Importing this module costs next to nothing; each command imports what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from fencepost import __version__

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
            case "rule":
                return _rule(options)
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
    rule = commands.add_parser("rule", help="explain a rule", description="Explain a rule, or list all of them.")
    rule.add_argument("code", nargs="?", metavar="CODE", help="such as FP301; all rules when left out")
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
    _add_selection(check)
    _add_output(check, ("full", "concise", "json"))
    check.add_argument("--report", metavar="FILE", help="also write the JSON report to FILE")
    check.add_argument("--exit-zero", action="store_true", help="exit 0 even where there are errors")


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
        help="only fences of this fate; may be repeated",
    )
    _add_output(listing, ("full", "concise", "json"))


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
    from fencepost import engine, report

    base = Path.cwd()
    root = _root(options, base)
    if options.fix and os.environ.get("CI") and not options.fix_in_ci:
        print("fencepost: --fix is refused in CI; add --fix-in-ci if it is meant", file=sys.stderr)
        return 2

    def check() -> Report:
        return engine.check(
            root,
            options.paths,
            base=base,
            run=options.run,
            audit_skips=options.audit_skips,
            reuse=options.reuse,
            select=_codes(options.select),
            ignore=_codes(options.ignore),
        )

    found = check()
    changes = _changes(root, found, options) if options.fix or options.diff else None
    if options.fix and changes is not None and changes.write():
        found = check()
    text = report.render(
        found,
        options.output_format,
        colour=_wants_colour(options.color),
        quiet=options.quiet,
        verbose=options.verbose,
    )
    if options.report:
        Path(options.report).write_text(report.render(found, "json"), "utf-8")
    sys.stdout.write(text)
    code = report.exit_code(found)
    if changes is not None:
        stream = sys.stderr if options.output_format == "json" else sys.stdout
        stream.write(changes.describe(written=options.fix))
        if options.diff and changes:
            code = max(code, 1)
    return 0 if options.exit_zero and code == 1 else code


def _list(options: argparse.Namespace) -> int:
    from fencepost import engine, listing, report

    base = Path.cwd()
    found = engine.check(_root(options, base), options.paths, base=base, run=False)
    if report.exit_code(found) == 2 and not found.fences:
        sys.stdout.write(report.render(found, options.output_format, colour=_wants_colour(options.color)))
        return 2
    if options.languages:
        return _list_languages(found, options)
    sys.stdout.write(listing.render(found, options.output_format, fates=options.fate, quiet=options.quiet))
    return 0


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


def _changes(root: Path, found: Report, options: argparse.Namespace) -> Changes:
    from fencepost.fixing import Changes

    return Changes.of(root, found, importing=options.run is not False)


def _root(options: argparse.Namespace, base: Path) -> Path:
    from fencepost.settings import find_root

    if options.root is not None:
        return Path(options.root).resolve()
    first = next((path.partition("::")[0] for path in options.paths), None)
    target = (base / first).resolve() if first else base
    return find_root(target if target.is_dir() else target.parent)


def _codes(text: str) -> tuple[str, ...]:
    return tuple(code.strip().upper() for code in text.split(",") if code.strip())


def _wants_colour(choice: Literal["auto", "always", "never"]) -> bool:
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
