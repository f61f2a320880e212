"""The grammar of the comments that address fencepost.

    <!-- fencepost: NAME [argument] [flag] [key=value] [key="quoted \\" value"]
    body, to the closing mark
    -->

Reading one gives a `Directive`, or a `Finding` that says what is wrong and names the nearest right word. What a
directive governs is decided later, by the plan.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from fencepost.forms import FORMS, Form, stays_inside
from fencepost.model import Comment, Directive, Edit, Finding, Place
from fencepost.rules import RULES, is_foreign

_HEAD = re.compile(r"\s*fencepost\s*(?P<colon>:?)", re.IGNORECASE)
_KEY = re.compile(r"(?P<key>[A-Za-z][\w.-]*)=(?P<value>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    offset: int
    """From the beginning of the comment's text."""


class _WrongWordError(Exception):
    """Something in a directive that cannot be taken."""

    def __init__(self, message: str, token: _Token, *, code: str = "FP104", replacement: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.token = token
        self.code = code
        self.replacement = replacement


def parse(comment: Comment, path: str) -> Directive | Finding:
    """Read a comment that addresses fencepost.

    The finding's code is FP104 for a word that is not understood, FP106 for a missing reason.
    """
    try:
        return _parse(comment)
    except _WrongWordError as wrong:
        return _finding(wrong, comment, path)


def _finding(wrong: _WrongWordError, comment: Comment, path: str) -> Finding:
    # The first line of a comment follows its mark on the same line, so that offsets carry over.
    ahead = len(comment.mark) + wrong.token.offset
    column, start = comment.column + ahead, comment.start + ahead
    edits: tuple[Edit, ...] = ()
    if wrong.replacement is not None:
        edits = (Edit(path, start, start + len(wrong.token.text), wrong.replacement),)
    place = Place(path, comment.line, column, comment.line, column + len(wrong.token.text))
    return Finding(wrong.code, wrong.message, place, help=RULES[wrong.code].fix, edits=edits)


def _parse(comment: Comment) -> Directive:
    first, _, rest = comment.text.partition("\n")
    head = _HEAD.match(first)
    if head is None or not head["colon"]:
        token = _Token("fencepost", first.lower().index("fencepost"))
        raise _WrongWordError("a colon is missing: write `fencepost: NAME …`", token)
    tokens = _tokens(first, head.end())
    if not tokens:
        raise _WrongWordError(
            f"the directive has no name; it is one of {', '.join(FORMS)}", _Token("fencepost", first.index("fencepost"))
        )
    name, words = tokens[0], tokens[1:]
    form = FORMS.get(name.text)
    if form is None:
        raise _unknown("directive", name, FORMS)
    body = _body(rest)
    directive = _assemble(name.text, form, words, body, comment)
    _require(directive, form, name)
    return directive


def _assemble(name: str, form: Form, words: list[_Token], body: str, comment: Comment) -> Directive:
    argument: str | None = None
    flags: set[str] = set()
    options: dict[str, str] = {}
    for word in words:
        match = _KEY.fullmatch(word.text)
        if match:
            key, value = match["key"], _unquote(match["value"])
            _check_option(form, key, value, word, options)
            options[key] = value
        elif word.text in form.flags:
            if word.text in flags:
                raise _WrongWordError(f"`{word.text}` stands twice", word)
            flags.add(word.text)
        elif form.argument != "none" and argument is None:
            argument = _unquote(word.text)
        else:
            raise _unknown(f"word in `{name}`", word, [*form.flags, *(f"{key}=" for key in form.keys)])
    return Directive(name, argument, frozenset(flags), tuple(options.items()), body, comment)


def _check_option(form: Form, key: str, value: str, word: _Token, seen: Mapping[str, str]) -> None:
    token = _Token(key, word.offset)
    if key in seen:
        raise _WrongWordError(f"`{key}` stands twice", token)
    if form.prefix and key.startswith(form.prefix) and len(key) > len(form.prefix):
        return
    check = form.keys.get(key)
    if check is None:
        known = [*form.keys, *([form.prefix + "NAME"] if form.prefix else []), *form.flags]
        raise _unknown("key", token, known)
    if complaint := check(value):
        raise _WrongWordError(f"`{key}` {complaint}, not `{value}`", word)


def _require(directive: Directive, form: Form, name: _Token) -> None:
    if form.argument == "required" and not directive.argument:
        raise _WrongWordError(f"`{directive.name}` needs an argument", name)
    if form.body == "required" and not directive.body.strip():
        raise _WrongWordError(f"`{directive.name}` needs a body: lines below it, up to the closing mark", name)
    if form.body == "none" and directive.body.strip():
        raise _WrongWordError(f"`{directive.name}` takes no body", name)
    wants_reason = form.reason or "skip" in directive.flags
    if wants_reason and not (directive.option("reason") or "").strip():
        raise _WrongWordError(f'`{directive.name}` needs a reason: write reason="…"', name, code="FP106")
    if directive.name == "file" and not stays_inside(directive.argument or ""):
        raise _WrongWordError(f"`file` takes a path below the page's folder, not `{directive.argument}`", name)
    if directive.name == "ignore" and directive.argument not in RULES and not is_foreign(directive.argument or ""):
        raise _unknown_rule(directive, RULES, name.offset)
    if directive.option("scope") and directive.option("until"):
        raise _WrongWordError("`scope` and `until` exclude each other", name)


def unknown_rule(directive: Directive, path: str, known: Mapping[str, object]) -> Finding | None:
    """FP104 for an `ignore` of a code that has the form of a plugin's and is none of those that are `known`."""
    if directive.name != "ignore" or directive.argument in known or not is_foreign(directive.argument or ""):
        return None
    wrong = _unknown_rule(directive, known, directive.comment.text.index("ignore"))
    return _finding(wrong, directive.comment, path)


def _unknown_rule(directive: Directive, known: Mapping[str, object], offset: int) -> _WrongWordError:
    return _unknown("rule", _Token(directive.argument or "", offset + len("ignore ")), known)


def _unknown(what: str, token: _Token, known: Mapping[str, object] | list[str]) -> _WrongWordError:
    near = get_close_matches(token.text, list(known), n=2, cutoff=0.6)
    if near:
        hint = f"did you mean `{near[0]}`?"
        # Only one near word may be put in its place without asking, and none that still lacks its value.
        sure = near[0] if len(near) == 1 and not near[0].endswith(("=", "NAME")) else None
        return _WrongWordError(f"unknown {what} `{token.text}`; {hint}", token, replacement=sure)
    allowed = ", ".join(f"`{name}`" for name in known) if len(known) <= 20 else "a code such as FP301"
    return _WrongWordError(f"unknown {what} `{token.text}`; allowed: {allowed or 'nothing'}", token)


def _tokens(line: str, begin: int) -> list[_Token]:
    """Words of a directive's first line: blanks divide, but not inside quotes, parentheses or brackets."""
    tokens: list[_Token] = []
    position = begin
    while position < len(line):
        if line[position].isspace():
            position += 1
            continue
        end = _token_end(line, position)
        tokens.append(_Token(line[position:end], position))
        position = end
    return tokens


def _token_end(line: str, position: int) -> int:
    quoted, depth, start = False, 0, position
    while position < len(line):
        character = line[position]
        if quoted and character == "\\":
            position += 1
        elif character == '"':
            quoted = not quoted
        elif not quoted and character in "([":
            depth += 1
        elif not quoted and character in ")]":
            depth -= 1
        elif not quoted and depth <= 0 and character.isspace():
            break
        position += 1
    if quoted:
        raise _WrongWordError("a quote is opened and never closed", _Token(line[start:].rstrip(), start))
    return min(position, len(line))


def _unquote(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    return text


def _body(rest: str) -> str:
    # `-->` would end the comment, so that bodies write it with a backslash.
    return rest.rstrip().replace("--\\>", "-->")
