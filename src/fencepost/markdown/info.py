"""Info strings: what stands behind the opening mark of a fence."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

_LANGUAGE = re.compile(r"\.?([\w#.+-]+)(?=[ \t]|$)")
_OPTIONS = re.compile(r"(?:[ \t]*[a-zA-Z][a-zA-Z0-9_]*(?:=(?P<quote>[\"']).*?(?P=quote))?(?=[ \t]|$))+")
_OPTION = re.compile(r"([a-zA-Z][a-zA-Z0-9_]*)(?:=(?P<quote>[\"'])(.*?)(?P=quote))?")
_LINES = re.compile(r"\d+(?:-\d+)?(?:[ \t]+\d+(?:-\d+)?)*")
_NUMBER = re.compile(r"\d+")
_LIST_ITEM = re.compile(
    r"""(?P<blank>\ )|(?P<key>[^ =}]+)=(?:"(?P<double>.*?)"|'(?P<single>.*?)'|(?P<bare>[^ =}]+))|(?P<word>[^ =}]+)"""
)
_WORD = re.compile(r"""(?:[^\s"'{]|"[^"]*"|'[^']*'|\{[^}]*\}|["'{])+""")
_DIRECTIVE = re.compile(r"\{([\w-]+)\}(?:[ \t]+(\S+))?(?:[ \t].*)?")
_SHOWING = frozenset({"code", "code-block", "code-cell", "sourcecode"})
"""Directives whose argument is a language."""
_CELLS = frozenset({"code-cell", "python"})
_MAGIC = re.compile(r"^[ \t]*[%!]", re.MULTILINE)
_DIRECTIVES = {"doctest": "pycon", "testcode": "python", "testsetup": "python", "python": "python"}
_PAIR = re.compile(r"""([A-Za-z_][\w.:-]*)=(?:"([^"]*)"|'([^']*)'|\{([^}]*)\}|(\S+))""")


@dataclass(frozen=True, slots=True)
class Header:
    """An info string, read."""

    language: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    classes: tuple[str, ...] = ()
    fault: str = ""
    """The word for which the renderer refuses the fence, or empty."""


@dataclass(frozen=True, slots=True)
class HeaderRules:
    """What SuperFences is told about info strings in a site's settings."""

    relaxed: bool = False
    """Whether unknown words are let pass (`relaxed_headers`)."""
    pygments: bool = True
    """Whether code is highlighted while the site is built: otherwise no option is known."""
    custom: frozenset[str] = frozenset()
    """Languages with a formatter of their own (`mermaid`), which know no option."""
    lenient: frozenset[str] = frozenset()
    """Languages with a validator of their own, which may know any option."""
    executed: frozenset[str] = frozenset()
    """Languages that a plugin runs while the site is built, where `exec` asks for it; it knows the other options."""
    rewritten: frozenset[str] = frozenset()
    """Words that a hook of the site takes out of the page before it is rendered."""


DEFAULT_HEADER_RULES = HeaderRules()


@lru_cache(maxsize=16)
def superfences_reader(rules: HeaderRules) -> Callable[[str], Header]:
    """Reads info strings by the rules of a site, each but once."""

    @lru_cache(maxsize=4096)
    def read(info: str) -> Header:
        return read_superfences(info, rules)

    return read


def read_superfences(info: str, rules: HeaderRules) -> Header:
    """Read an info string as `pymdownx.superfences` does."""
    match = _LANGUAGE.match(info)
    language = match[1] if match else ""
    rest = info[match.end() :].strip(" \t") if match else info
    if not rest:
        return Header(language.lower())
    if rest.startswith("{") and rest.endswith("}"):
        header = _attribute_list(language, rest[1:-1].replace("\t", "    "), rules)
    else:
        header = _option_list(language, rest, rules)
    return (
        header if not (header.fault and rules.relaxed) else Header(header.language, header.attributes, header.classes)
    )


def _option_list(language: str, rest: str, rules: HeaderRules) -> Header:
    if not _OPTIONS.fullmatch(rest):
        odd = _first_odd_word(rest)
        return Header(language.lower(), fault="" if odd in rules.rewritten else odd)
    pairs = tuple((match[1], match[1] if match[3] is None else match[3]) for match in _OPTION.finditer(rest))
    if language in rules.executed and any(key == "exec" for key, _ in pairs):
        return Header(language.lower(), pairs)
    odd_keys = (key for key, value in pairs if not _known(language, key, value, rules))
    fault = next((key for key in odd_keys if key not in rules.rewritten), "")
    return Header(language.lower(), pairs, fault=fault)


def attribute_list(text: str, language: str = "") -> Header:
    """Read what stands between the braces of `{.python .class #id key="value"}`; the first class is the language."""
    classes: list[str] = []
    pairs: list[tuple[str, str]] = []
    position = 0
    while (match := _LIST_ITEM.match(text, position)) is not None:
        position = match.end()
        if match["key"]:
            values = (match[kind] for kind in ("double", "single", "bare"))
            pairs.append((match["key"], next(value for value in values if value is not None)))
        elif word := match["word"]:
            if word.startswith("."):
                classes.append(word[1:])
            elif not word.startswith("#"):
                pairs.append((word, ""))
    language = language or (classes.pop(0) if classes else "")
    return Header(language.lower(), tuple(pairs), tuple(classes))


def _attribute_list(language: str, text: str, rules: HeaderRules) -> Header:
    header = attribute_list(text, language)
    if not rules.pygments or header.language in rules.custom | rules.lenient:
        return header
    bare = (key for key, value in header.attributes if key in ("hl_lines", "linenums") and not value)
    return replace(header, fault=next(bare, ""))


def _known(language: str, key: str, value: str, rules: HeaderRules) -> bool:
    if language in rules.lenient:
        return True
    if language in rules.custom or not rules.pygments:
        return False
    if key == "hl_lines":
        return _LINES.fullmatch(value) is not None
    if key == "linenums":
        return _NUMBER.match(value) is not None
    return key in ("title", "title_mode")


def _first_odd_word(rest: str) -> str:
    words = _WORD.findall(rest) or [rest]
    return next((word for word in words if not _OPTIONS.fullmatch(word)), words[0])


def language_of_directive(info: str, body: str) -> str:
    """The language of code in a directive of MyST or a cell of Quarto; empty for anything else.

    One that begins with options is left alone, and so is a cell with commands of a notebook: they are not all code.
    """
    match = _DIRECTIVE.fullmatch(info) if info.startswith("{") else None
    if match is None or body.lstrip().startswith((":", "---")):
        return ""
    name, argument = match[1], match[2] or ""
    if name in _CELLS and _MAGIC.search(body):
        return ""
    language = argument.lower() if name in _SHOWING else _DIRECTIVES.get(name, "")
    return "python" if language.startswith("ipython") else language


@lru_cache(maxsize=4096)
def read_words(info: str) -> Header:
    """Read an info string as GitHub and MDX do: the first word is the language.

    The brace form is read as well, since pages are shared between renderers. `key="value"` pairs are kept;
    bare words and `{1,3}` stand in the info string only.
    """
    if info.startswith("{") and info.endswith("}") and "." in info:
        return attribute_list(info[1:-1])
    language, _, rest = info.partition(" ")
    pairs = tuple(
        (match[1], next(value for value in match.groups()[1:] if value is not None)) for match in _PAIR.finditer(rest)
    )
    return Header(language.lower(), pairs)
