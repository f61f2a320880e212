"""Splits a shell script into commands and words that know their lines."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PROMPT = re.compile(r"^\s*(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.-]+(?:[: ][\w~/.-]*)? ?)?[$%❯] (?=\S)", re.MULTILINE)
_CONTINUED = re.compile(r"(?<!\\)(?:\\\\)*\\$|`$|\^$")
_HEREDOC = re.compile(r"<<-?\s*(['\"]?)([A-Za-z_]\w*)\1")
_WORD = re.compile(
    r"""(?P<comment>\#.*)|(?P<word>(?:\\.|"(?:[^"\\]|\\.)*"|'[^']*'|\$\([^()]*\)|<[^<>\s|;&]+(?:\ [^<>\s|;&]+)*>"""
    r"""|[^\s"'\\;|&<>()]|["'\\])+)|(?P<operator>[;|&<>()]+)"""
)
_QUOTE = re.compile(r"""\\(.)|"((?:[^"\\]|\\.)*)"|'([^']*)'""")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a command."""

    text: str
    """Without its quotes."""
    line: int
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its arguments, its continuation lines joined; or a line of a text handed over by `<<`."""

    words: tuple[Word, ...]
    line: int
    commented: bool = False
    """Whether a comment stands behind it or above it."""

    @property
    def text(self) -> str:
        """The command on one line."""
        return " ".join(word.text for word in self.words)


def commands(body: str) -> list[Command]:
    """The commands of a script; comments are left out, and output where prompts mark the commands."""
    lines = body.split("\n")
    marked = _PROMPT.search(body) is not None
    found: list[Command] = []
    index = 0
    commented = False
    while index < len(lines):
        first = index
        line = lines[index]
        index += 1
        match = _PROMPT.match(line) if marked else None
        if (marked and match is None) or not line.strip():
            continue
        words, more = _words(line[match.end() :] if match else line, first + 1)
        while _CONTINUED.search(lines[index - 1]) and index < len(lines):
            following, comment = _words(lines[index], index + 1)
            words += following
            more = more or comment
            index += 1
        if not words:
            commented = commented or more
            continue
        found.append(Command(tuple(words), words[0].line, more or commented))
        commented = False
        for name in _HEREDOC.findall("\n".join(lines[first:index])):
            index = _handed_over(lines, index, name[1], found)
    return found


def _handed_over(lines: list[str], index: int, end: str, found: list[Command]) -> int:
    """Take the lines up to the closing word as they stand; gives the index behind it."""
    while index < len(lines):
        text = lines[index].strip()
        index += 1
        if text == end:
            break
        if text and not text.startswith(("#", "//")):
            found.append(Command((Word(text, index, quoted=True),), index))
    return index


def _words(line: str, number: int) -> tuple[list[Word], bool]:
    """The words of a line, and whether a comment stands in it."""
    line = _CONTINUED.sub("", line)
    found: list[Word] = []
    for match in _WORD.finditer(line):
        if match["comment"]:
            return found, True
        text = _QUOTE.sub(_unquoted, match[0]) if match["word"] else match[0]
        found.append(Word(text, number, text != match[0]))
    return found, False


def _unquoted(match: re.Match[str]) -> str:
    return next(group for group in match.groups() if group is not None)
