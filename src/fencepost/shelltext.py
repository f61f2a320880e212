"""Reads shell fences: which lines are commands and which were printed, and which programs a script would start."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass

_PROMPT = re.compile(r"(?:\([\w.-]+\) )?(?:[\w.-]+@[\w.-]+:[^\s$#%]*)?[$%] (?=\S)")
_CONTINUED = re.compile(r"> ?")
_PLACEHOLDER = re.compile(r"<[^\W\d][^<>\n|&;()]*>")
_SUBSTITUTION = re.compile(r"\$\((?!\()|`|[<>]\(")
_HEREDOC = re.compile(r"<<(?P<dash>-?)\s*(?P<quote>['\"]?)(?P<word>\w+)(?P=quote)")
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=.*", re.DOTALL)

BUILTINS = frozenset(
    "[ : [[ break cd continue echo exit export false local printf pwd read return set shift test true umask unset"
    " wait".split()
)
"""What the shell does by itself, without starting a program."""
_BEFORE_COMMAND = frozenset("! do elif else if then until while { } time".split())
_ENDS = frozenset("done fi".split())
_TOO_MUCH = frozenset("case esac function select coproc alias trap".split())
_SEPARATORS = re.compile(r"[;&|()]+")
_REDIRECTION = re.compile(r"\d*[<>]+[&|]?\d*-?")


@dataclass(frozen=True, slots=True)
class Command:
    """Something that is typed, and what the page shows below it."""

    text: str
    """Without prompts; may span lines."""
    line: int
    """The line of the fence on which it begins, from 1."""
    shown: tuple[str, ...] | None = None
    """The lines below it; `None` in a script, where nothing is shown."""
    last: int = 0
    """The line of the fence on which it, or what is shown below it, ends."""


def commands_of(body: str, *, session: bool = False) -> list[Command]:
    """The commands of a fence: one for each prompt, else the whole as a script; a session without prompts has none."""
    lines = body.removesuffix("\n").split("\n")
    starts = [number for number, line in enumerate(lines) if _PROMPT.match(line)]
    if not starts:
        return [] if session or not body.strip() else [Command(body, 1, None, len(lines))]
    ends = [*starts[1:], len(lines)]
    return [_typed(lines, start, end) for start, end in zip(starts, ends, strict=True)]


def _typed(lines: list[str], start: int, end: int) -> Command:
    match = _PROMPT.match(lines[start])
    typed = [lines[start][match.end() if match else 0 :]]
    place = start + 1
    while place < end and (typed[-1].endswith("\\") or _goes_on(typed, lines[place])):
        typed.append(_CONTINUED.sub("", lines[place], count=1))
        place += 1
    shown = lines[place:end]
    while shown and not shown[-1].strip():
        shown.pop()
    return Command("\n".join(typed) + "\n", start + 1, tuple(shown), place + len(shown))


def _goes_on(typed: list[str], line: str) -> bool:
    """Whether a line at the second prompt belongs to what is typed: it does where that is not complete by itself."""
    return line.startswith(">") and not _is_complete("\n".join(typed))


def _is_complete(text: str) -> bool:
    heredoc = _HEREDOC.search(text)
    if heredoc:
        return re.search(rf"^\s*{heredoc['word']}$", text[heredoc.end() :], re.MULTILINE) is not None
    try:
        words = shlex.split(text, comments=True)
    except ValueError:
        return False
    opened = sum(word in ("do", "then", "{") for word in words)
    closed = sum(word.rstrip(";") in ("done", "fi", "}") for word in words)
    return opened <= closed and not text.rstrip().endswith(("|", "&&"))


def neutral(script: str) -> str:
    """A script with a word in the place of each `<placeholder>`, so that it can be parsed."""
    return _PLACEHOLDER.sub("PLACEHOLDER", script)


class UnclearError(ValueError):
    """A script in which it cannot be told which programs it starts."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


def programs(script: str) -> Iterator[tuple[str, int]]:
    """Each program that a script starts, with its line from 1; what the shell does by itself is left out.

    Raises:
        UnclearError: it holds something whose programs cannot be told without running it.
    """
    for text, line in _logical_lines(script):
        outside = re.sub(r"'[^']*'", "''", text)
        if found := _SUBSTITUTION.search(outside):
            raise UnclearError(f"`{found[0]}` starts another command inside this one", line)
        yield from ((word, line) for word in _starting(text, line) if word not in BUILTINS)


def _logical_lines(script: str) -> Iterator[tuple[str, int]]:
    """Lines with those that they go on in, without the text of here-documents."""
    lines = script.split("\n")
    number = 0
    while number < len(lines):
        first, text = number, lines[number]
        number += 1
        while number < len(lines) and (text.endswith("\\") or not _closes_quotes(text)):
            text = (text[:-1] if text.endswith("\\") else text + "\n") + lines[number]
            number += 1
        for heredoc in _HEREDOC.finditer(text):
            while number < len(lines) and lines[number].strip() != heredoc["word"]:
                if not heredoc["quote"] and _SUBSTITUTION.search(lines[number]):
                    raise UnclearError("the here-document starts a command", number + 1)
                number += 1
            number += 1
        yield text, first + 1


def _closes_quotes(text: str) -> bool:
    try:
        shlex.split(text, comments=True)
    except ValueError:
        return False
    return True


def _starting(text: str, line: int) -> Iterator[str]:
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.commenters = "#"
    lexer.whitespace_split = True
    awaited, target = True, False
    try:
        words = list(lexer)
    except ValueError as error:
        raise UnclearError(str(error), line) from error
    for position, word in enumerate(words):
        if word in _TOO_MUCH or (word == "()" and not awaited):
            raise UnclearError(f"`{word}` is more than is understood here", line)
        if target:
            target = False
        elif _SEPARATORS.fullmatch(word):
            awaited = True
        elif _REDIRECTION.fullmatch(word) or (word.isdigit() and _is_redirection(words, position + 1)):
            target = not word[-1:].isdigit() and not word.endswith("-")
        elif not awaited or _ASSIGNMENT.fullmatch(word):
            continue
        elif word == "for":
            awaited = False
        elif word not in _BEFORE_COMMAND and word not in _ENDS:
            awaited = False
            if "$" in word:
                raise UnclearError(f"`{word}` is a program only when it runs", line)
            yield word


def _is_redirection(words: list[str], position: int) -> bool:
    return position < len(words) and words[position][:1] in "<>"
