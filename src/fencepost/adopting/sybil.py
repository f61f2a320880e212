"""Sybil's comments on a Markdown page, as directives: https://sybil.readthedocs.io/en/latest/markdown.html."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from fencepost.adopting.insert import Change, above, comment
from fencepost.kinds import PYTHON
from fencepost.model import Edit, Fence, Page

_COMMENT = re.compile(
    r"^(?P<prefix>[ \t>]*)<!--+[ \t]*(?:;[ \t]*)?(?P<name>skip|invisible-code(?:-block)?|clear-namespace):?"
    r"[ \t]*(?P<arguments>[^\n]*?)[ \t]*(?:\r?\n(?P<body>.*?)[ \t>]*)?--+>[ \t]*(?P<end>\r?\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
_REASON = re.compile(r"""(?P<which>next|start|end)(?:\s+(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'))?""")
_RUN = PYTHON | {"pycon"}
_WAS = "was `skip: {}` under Sybil"


@dataclass(slots=True)
class _Page:
    """What was found on a page so far."""

    page: Page
    changes: list[Change] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)
    """Names of fences above which something will be written."""

    def keep(self, match: re.Match[str], why: str) -> None:
        self.kept.append(f"{self.page.path}:{self.line(match.start())}: {match['name']}: {why}")

    def line(self, offset: int) -> int:
        return self.page.text.count("\n", 0, offset) + 1

    def python(self, start: int, end: int | None = None) -> list[Fence]:
        """The Python fences between two offsets, sessions among them."""
        last = len(self.page.text) if end is None else end
        return [fence for fence in self.page.fences if start <= fence.start < last and fence.language in _RUN]

    def joined(self, match: re.Match[str], fence: Fence) -> bool:
        """Whether no heading and no cleared namespace stands between a comment and a fence."""
        between = self.page.text[match.end() : fence.start]
        above_ = sum(heading.line <= self.line(match.start()) for heading in self.page.headings)
        return fence.section == above_ and "clear-namespace" not in between

    def put_above(self, fences: list[Fence], directive: str) -> list[Edit]:
        """The edits that write a directive above each of the fences that has none yet."""
        free = [fence for fence in fences if fence.name not in self.taken]
        self.taken |= {fence.name for fence in free}
        return [edit for fence in free for edit in above(self.page, fence, directive)[0]]


def changes(page: Page) -> tuple[list[Change], list[str]]:
    """The changes of a page, and what stays as it is."""
    found = _Page(page)
    comments = [match for match in _COMMENT.finditer(page.text) if not _in_fence(page, match.start())]
    _skips(found, [match for match in comments if match["name"] == "skip"])
    hidden = [match for match in comments if match["name"].startswith("invisible") and _is_python(found, match)]
    for below, group in itertools.groupby(hidden, key=lambda match: found.python(match.end())[:1]):
        _hidden(found, list(group), below)
    _scopes(found, [match for match in comments if match["name"] == "clear-namespace"])
    return found.changes, found.kept


def _in_fence(page: Page, offset: int) -> bool:
    return any(fence.start <= offset < fence.end for fence in page.fences)


def _skips(found: _Page, comments: list[re.Match[str]]) -> None:
    opened: tuple[re.Match[str], str] | None = None
    for match in comments:
        asked = _REASON.fullmatch(match["arguments"])
        if asked is None:
            found.keep(match, "a condition is said with `skip reason=… unless=PACKAGE` or `until=YYYY-MM-DD`")
            continue
        which, reason = asked["which"], asked["double"] or asked["single"] or _WAS.format(asked["which"])
        directive = f'skip reason="{reason.replace(chr(34), chr(39))}"'
        if which == "next":
            _skip(found, [match], found.python(match.end())[:1], directive)
        elif which == "start":
            opened = match, directive
        elif opened is None:
            found.keep(match, "it ends nothing")
        else:
            _skip(found, [opened[0], match], found.python(opened[0].end(), match.start()), opened[1])
            opened = None
    if opened is not None:
        _skip(found, [opened[0]], found.python(opened[0].end()), opened[1])


def _skip(found: _Page, comments: list[re.Match[str]], fences: list[Fence], directive: str) -> None:
    if not fences:
        found.keep(comments[0], "no Python fence stands below it")
        return
    edits = [*(_gone(found.page, match) for match in comments), *found.put_above(fences, directive)]
    shown = f"skip: {comments[0]['arguments']} -> {directive}"
    found.changes.append(Change((tuple(edits),), found.line(comments[0].start()), shown))


def _is_python(found: _Page, match: re.Match[str]) -> bool:
    if match["arguments"] in PYTHON and match["body"] is not None:
        return True
    found.keep(match, "hidden code that is not Python has no counterpart")
    return False


def _hidden(found: _Page, group: list[re.Match[str]], below: list[Fence]) -> None:
    """Hidden code with no Python fence between: set up before the fence below it, or run behind the one above it."""
    page, last = found.page, group[-1]
    bodies = ["".join(f"{line}\n" for line in _body(match)) for match in group]
    parts = list(zip(group, bodies, strict=True))
    behind = _in_place(page, "assert", parts)
    together: list[tuple[Edit, ...]] = []
    whole = _written(page, "setup", "".join(bodies), last)
    gone = [_gone(page, match) for match in group]
    if len(group) > 1:
        together.append((*gone[:-1], Edit(page.path, last.start(), last.end(), whole)))
    if (
        below
        and not below[0].prefix
        and not any(match["prefix"] for match in group)
        and found.joined(group[0], below[0])
    ):
        start = below[0].start
        together.append((*gone, Edit(page.path, start, start, whole)))
    # Both run at the same time; what asserts something belongs to what was shown before.
    others = [behind, *together] if re.search(r"^\s*assert\b", whole, re.MULTILINE) else [*together, behind]
    ways = [_in_place(page, "setup", parts), *others]
    shown = f"{last['name']} -> setup or assert"
    found.changes.append(Change(tuple(ways), found.line(group[0].start()), shown))


def _in_place(page: Page, name: str, parts: list[tuple[re.Match[str], str]]) -> tuple[Edit, ...]:
    return tuple(
        Edit(page.path, match.start(), match.end(), _written(page, name, body, match)) for match, body in parts
    )


def _body(match: re.Match[str]) -> Iterator[str]:
    prefix = match["prefix"]
    for line in match["body"].replace("\r\n", "\n").strip("\n").split("\n"):
        bare = line.removeprefix(prefix) if line.strip() else ""
        if bare or not prefix:  # an empty line would end the comment in a container
            yield bare


def _written(page: Page, name: str, body: str, match: re.Match[str]) -> str:
    prefix = match["prefix"]
    opening, closing = comment(page, f"{name}\n").split("\n")
    lines = [opening.rstrip(), *body.replace("-->", "--\\>").splitlines(), closing.strip()]
    return "".join(f"{prefix}{line}".rstrip() + "\n" for line in lines)


def _scopes(found: _Page, comments: list[re.Match[str]]) -> None:
    """From a cleared namespace on, each fence runs in a module of its own name."""
    for number, match in enumerate(comments, 2):
        end = comments[number - 1].start() if number - 1 < len(comments) else None
        scope = f"run scope=part-{number}"
        edits = [_gone(found.page, match), *found.put_above(found.python(match.end(), end), scope)]
        found.changes.append(Change((tuple(edits),), found.line(match.start()), f"clear-namespace -> {scope}"))


def _gone(page: Page, match: re.Match[str]) -> Edit:
    """Take a comment out, with the empty line below it where one stands above it too."""
    text, end = page.text, match.end()
    above_ = text[: match.start()].rstrip(" \t>")
    if (not above_ or above_.endswith(("\n\n", "\n\r\n"))) and (empty := re.compile(r"[ \t>]*\r?\n").match(text, end)):
        end = empty.end()
    return Edit(page.path, match.start(), end, "")
