"""What the words of other tools in an info string say, as directives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from fencepost.adopting.insert import Change, above, comment
from fencepost.infowords import METADATA
from fencepost.kinds import PYTHON
from fencepost.model import Edit, Fence, Page

_WORD = re.compile(r"""[^\s{}=]+=(?:"[^"]*"|'[^']*'|[^\s}]*)|[^\s{}]+""")
_PAIR = re.compile(r"""([^\s=]+)=(?:"([^"]*)"|'([^']*)'|(.*))""")


@dataclass(slots=True)
class Meaning:
    """What the words of an info string come to."""

    directives: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    """Words that are taken out."""
    kept: list[str] = field(default_factory=list)
    """Words that have no counterpart and stay, with what can be done about each."""


Read = Callable[[list[str]], Meaning]
"""Reads the words behind the language."""


def markdown_docs(words: list[str]) -> Meaning:
    """The words of pytest-markdown-docs."""
    found = Meaning()
    bare = {word.removeprefix("."): word for word in words if "=" not in word}
    fixtures = [word.removeprefix("fixture:") for word in bare if word.startswith("fixture:")]
    for word, written in bare.items():
        if word in ("notest", "continuation") or word.startswith("fixture:"):
            found.gone.append(written)
        elif word.startswith(("retry:", "runner:")):
            found.kept.append(f"{word}: no directive says this; the word goes on working")
    if "notest" in bare:
        found.directives.append('skip reason="was notest under pytest-markdown-docs"')
    elif fixtures:
        found.directives.append(f"run fixtures={','.join(fixtures)}")
    return found


def examples(words: list[str]) -> Meaning:
    """The words of pytest-examples, and those that projects commonly give it."""
    found = Meaning()
    pairs = {word: pair for word in words if (pair := _PAIR.fullmatch(word)) is not None}
    reason = next((_value(pair).replace('"', "'") for pair in pairs.values() if pair[1] == "skip-reason"), "")
    for word, pair in pairs.items():
        key, value = pair[1], _value(pair)
        match key, value:
            case "test", "skip":
                found.directives.append("skip reason=\"was test='skip' for pytest-examples\"")
            case (("skip" | "skip-run"), "true"):
                found.directives.append(f'skip reason="{reason or f"was {key} for pytest-examples"}"')
            case "skip-reason", _:
                pass
            case "group", _ if re.fullmatch(r"[\w.-]+", value):
                found.directives.append(f"run scope={value}")
            case (("lint" | "format" | "upgrade" | "skip-lint"), _):
                pass  # nothing is linted here
            case "test", _:
                found.kept.append(f"{word}: say it with `skip`, `parse` or `run`")
                continue
            case "requires", _ if re.match(r"\d", value):
                found.kept.append(f"{word}: use a fixture that skips on older Pythons, `run fixtures=NAME`")
                continue
            case "requires", _:
                found.kept.append(f"{word}: write `file {value}` above the fence that holds that file")
                continue
            case _:
                continue
        found.gone.append(word)
    skipped = [directive for directive in found.directives if directive.startswith("skip")]
    found.directives = skipped or found.directives
    return found


def _value(pair: re.Match[str]) -> str:
    return pair[2] or pair[3] or pair[4] or ""


def metadata(page: Page) -> list[Change]:
    """The comments of MDX in which pytest-markdown-docs takes its words: `{/* pmd-metadata: notest */}`."""
    found: list[Change] = []
    for match in METADATA.finditer(page.text):
        meaning = markdown_docs(match[1].split())
        if meaning.directives and not any(fence.start <= match.start() < fence.end for fence in page.fences):
            edit = Edit(page.path, match.start(), match.end(), comment(page, meaning.directives[0]))
            line = page.text.count("\n", 0, match.start()) + 1
            found.append(Change(((edit,),), line, _shown(meaning)))
    return found


def changes(page: Page, read: Read) -> tuple[list[Change], list[str]]:
    """The changes of a page's Python fences, and what stays as it is."""
    found: list[Change] = []
    kept: list[str] = []
    for fence in page.fences:
        if fence.language not in PYTHON:
            continue
        start = _info_start(page, fence)
        info = page.text[start : _line_end(page.text, start)]
        meaning = read(_WORD.findall(info)[1:])
        kept += [f"{page.path}:{fence.line}: {note}" for note in meaning.kept]
        if meaning.gone:
            new = _without(info, meaning.gone)
            edit = Edit(page.path, start, start + len(info), new)
            ways = above(page, fence, *meaning.directives) if meaning.directives else ((),)
            found.append(Change(tuple((*way, edit) for way in ways), fence.line, _shown(meaning)))
    return found, kept


def _info_start(page: Page, fence: Fence) -> int:
    return page.text.index(fence.marker, fence.start) + len(fence.marker)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text[:end].rstrip("\r")) if end >= 0 else len(text)


def _without(info: str, gone: Iterable[str]) -> str:
    """An info string without some of its words, and without braces that have become empty."""
    for word in gone:
        info = re.sub(rf"(?<![^\s{{]){re.escape(word)}(?![^\s}}])[ \t]*", "", info, count=1)
    info = re.sub(r"[ \t]*\{[ \t]*\}", "", info)
    return re.sub(r"(?<=[^\s{])[ \t]+(?=\}|$)", "", info)


def _shown(meaning: Meaning) -> str:
    return f"{' '.join(meaning.gone)} -> {'; '.join(meaning.directives) or 'nothing, since it is not needed'}"
