"""The words that the command takes."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from fencepost import __version__
from fencepost.completions import SHELLS

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


class _Help(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal, the same with every Python; a description is wrapped.

    Argparse makes one for each option, and asks `shutil` for the width, which takes longer to import than all options
    to be made: https://github.com/python/cpython/blob/3.13/Lib/argparse.py, `HelpFormatter.__init__`.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)
        # Before Python 3.14 the longest of the commands would have its explanation on the next line.
        self._action_max_length = 14

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        # Only what is laid out in lines, such as the examples, is left as it is.
        fill = super()._fill_text if "\n" in text else super(argparse.RawDescriptionHelpFormatter, self)._fill_text
        return fill(text, width, indent)


class _Parser(argparse.ArgumentParser):
    """Shows its help as wide as the terminal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Help, **options)


@cache
def _columns() -> int:
    given = os.environ.get("COLUMNS", "")
    if given.isdecimal() and int(given) > 0:
        return int(given)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or 80
    except (AttributeError, ValueError, OSError):  # it is no terminal, or closed
        return 80


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    parser = _Parser(
        prog="fencepost",
        description="Documentation as tests: run every fence, hold every quoted block to its source, "
        "keep translations in step.",
        epilog=_EXIT_CODES,
    )
    parser.add_argument("--version", action="version", version=f"fencepost {__version__}")
    # Without the name, argparse would lay out a usage line to find it.
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog=parser.prog)
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
    completion.add_argument("shell", choices=SHELLS, help=", ".join(SHELLS))
    return parser


def _add_check(commands: argparse._SubParsersAction[_Parser]) -> None:
    check = commands.add_parser(
        "check",
        usage="%(prog)s [options] [PATH[::id] ...]",
        help="check pages",
        description="Check the project's pages, or the ones that are named, with their translations.",
        epilog=f"{_EXAMPLES}\n{_EXIT_CODES}",
    )
    _add_paths(check)
    check.add_argument(
        "--run", action=argparse.BooleanOptionalAction, default=None, help="run fences (default: the settings' `run`)"
    )
    change = check.add_mutually_exclusive_group()
    change.add_argument("--fix", action="store_true", help="rewrite what can be mended safely")
    change.add_argument(
        "--fix=insert",
        dest="fix",
        action="store_const",
        const="insert",
        help="the same, and add `#>` lines to what fences print",
    )
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


def _add_list(commands: argparse._SubParsersAction[_Parser]) -> None:
    listing = commands.add_parser(
        "list",
        usage="%(prog)s [options] [PATH[::id] ...]",
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


def _add_prove(commands: argparse._SubParsersAction[_Parser]) -> None:
    prove = commands.add_parser(
        "prove",
        usage="%(prog)s [options] [PATH[::id] ...]",
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
    prove.add_argument("--budget", metavar="SECONDS", type=_seconds, help="stop making faults after this time")


def _add_init(commands: argparse._SubParsersAction[_Parser]) -> None:
    init = commands.add_parser(
        "init",
        usage="%(prog)s [options]",
        help="begin on a project",
        description="Write settings, bind blocks to the constants that they show, accept the findings of today, and "
        "add the check to pre-commit and CI. On a terminal each step is explained and asked for; elsewhere nothing is "
        "written unless an option says so.",
        epilog="exit codes: 0 done or nothing to do, 1 something would be done, 2 it could not be done, 130 broken off",
    )
    init.add_argument(
        "--root", type=_folder, metavar="DIR", help="the project's root (default: found from the current folder)"
    )
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
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("takes a number above 0")
    return int(text)


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if (number := float(text)) > 0:
            return number
    raise argparse.ArgumentTypeError("takes a number of seconds above 0")


def _add_paths(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", metavar="PATH[::id]", help="pages, folders or ids; everything when left out"
    )
    parser.add_argument(
        "--root", type=_folder, metavar="DIR", help="the project's root (default: found from the current folder)"
    )


def _folder(path: str) -> str:
    if not Path(path).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {path}")
    return path


def _add_selection(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--select", metavar="CODES", default="", help="report only these codes, such as FP3,FP405")
    parser.add_argument("--ignore", metavar="CODES", default="", help="do not report these codes")


def _add_output(parser: argparse.ArgumentParser, styles: Sequence[str]) -> None:
    parser.add_argument("--output-format", choices=styles, default="full", metavar="STYLE", help=", ".join(styles))
    amount = parser.add_mutually_exclusive_group()
    amount.add_argument("-q", "--quiet", action="store_true", help="findings only")
    amount.add_argument("-v", "--verbose", action="store_true", help="also what was not run, and infos")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="default: auto")
