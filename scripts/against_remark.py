#!/usr/bin/env python3
"""Compare the fences that fencepost finds in MDX pages with those that remark-mdx finds, page by page.

    (cd scripts/remark && npm install)
    scripts/against_remark.py DIR [--limit N]

A line is printed for each fence that only one of the two has, or whose info string or code differs; pages that remark
does not take for MDX are counted. Exit code 1 says that there were differences.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from fencepost.markdown import scan

_FOLDER = Path(__file__).parent / "remark"
Fences = dict[int, tuple[str, str]]
"""By the line on which each opens: its info string and its code."""


def missing() -> str:
    """Why remark cannot be asked here; empty where it can."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (_FOLDER / "node_modules" / "remark-mdx").is_dir():
        return "remark is not installed: run `npm install` in scripts/remark"
    return ""


class Remark:
    """A running reader; pages go in and come out one by one."""

    def __init__(self) -> None:
        """Start it."""
        command = ["node", "read.mjs"]
        self._process = subprocess.Popen(command, cwd=_FOLDER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def fences(self, text: str) -> Fences | None:
        """What it finds on a page; `None` for a page that is no MDX."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        folded = text.removeprefix("\ufeff").replace("\r\n", "\n")
        self._process.stdin.write(json.dumps(folded).encode() + b"\n")
        self._process.stdin.flush()
        found = json.loads(self._process.stdout.readline())
        if found is None:
            return None
        return {line: (" ".join(info.split()), code) for line, info, code, _ in found}

    def close(self) -> None:
        """End it."""
        self._process.communicate()


def differences(text: str, theirs: Fences) -> Iterator[str]:
    """Say in one line each what differs on a page."""
    result = scan(text, "page.mdx", dialect="mdx")
    unclosed = {finding.place.line for finding in result.findings}
    known = {fence.line: (_resolved(fence.info), fence.body.removesuffix("\n")) for fence in result.fences}
    for line in sorted(known.keys() | theirs.keys()):
        if line not in known:
            yield f"{line}: only remark has this fence: {theirs[line]}"
        elif line not in theirs:
            yield f"{line}: only fencepost has this fence: {known[line]}"
        elif _folded(known[line], line in unclosed) != _folded(theirs[line], line in unclosed):
            yield f"{line}: {known[line]}, in remark {theirs[line]}"


def _folded(fence: tuple[str, str], unclosed: bool) -> tuple[str, str]:
    """A fence as both show it: remark drops the empty lines at the end of one that is never closed."""
    info, code = fence
    return info, (code.rstrip("\n") if unclosed else code).replace("\0", "\ufffd")


def _resolved(info: str) -> str:
    """An info string without the escapes that fencepost leaves as written."""
    return " ".join(html.unescape(re.sub(r"\\([!-/:-@[-`{-~])", r"\1", info)).split())


def main(argv: Sequence[str] | None = None) -> int:
    """Compare all pages of a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--limit", type=int, default=50, help="how many differences are printed")
    arguments = parser.parse_args(argv)
    if reason := missing():
        parser.error(reason)
    remark = Remark()
    pages = fences = refused = differing = 0
    for path in sorted([*arguments.folder.rglob("*.mdx"), *arguments.folder.rglob("*.md")]):
        text = path.read_bytes().decode("utf-8", errors="replace")
        theirs = remark.fences(text)
        pages += 1
        if theirs is None:
            refused += 1
            continue
        fences += len(theirs)
        for message in differences(text, theirs):
            differing += 1
            if differing <= arguments.limit:
                print(f"{path.relative_to(arguments.folder).as_posix()}:{message}")
    remark.close()
    print(f"{pages} pages, {refused} of them no MDX, {fences} fences, {differing} differences")
    return 1 if differing or not fences else 0


if __name__ == "__main__":
    sys.exit(main())
