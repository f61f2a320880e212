"""How other languages write comments and texts."""

from __future__ import annotations

import re
from functools import lru_cache

_SLASHES = (
    "c cpp c++ cs csharp dart go golang groovy java javascript json5 jsonc jsx kotlin less php proto protobuf rust rs "
    "sass scala scss solidity swift tsx typescript zig graphql gradle objc objective-c"
).split()
_HASHES = (
    "cmake conf dockerfile docker elixir hcl ini julia make makefile nginx nix perl properties python r ruby".split()
)
_DASHES = "ada haskell lua sql mysql postgresql plsql".split()
_SEMICOLONS = "asm clojure lisp scheme".split()
_PERCENTS = "erlang latex matlab tex".split()
_MARKUP = "html xml vue svelte svg xhtml rss astro htm".split()
_JSX = "javascript jsx tsx typescript".split()
_PROSE = frozenset(
    "text markdown plaintext plain none mermaid plantuml dot graphviz log output csv ascii mdx rst math tree".split()
)
_CODE_DIRECTIVES = frozenset({"{code-block}", "{code}", "{code-cell}", "{sourcecode}"})
"""MyST writes `{note}` where others write a language; these hold code all the same."""

_BLOCK = r"/\*.*?\*/"
_COMMENTS = {
    **dict.fromkeys(_SLASHES, rf"{_BLOCK}|//[^\n]*"),
    **dict.fromkeys(_HASHES, r"(?<!\S)\#[^\n]*"),
    **dict.fromkeys(_DASHES, rf"{_BLOCK}|--\[\[.*?\]\]|--[^\n]*"),
    **dict.fromkeys(_SEMICOLONS, r";[^\n]*"),
    **dict.fromkeys(_PERCENTS, r"(?<!\\)%[^\n]*"),
    **dict.fromkeys(_MARKUP, r"<!--.*?-->"),
    "css": _BLOCK,
    "ini": r"(?<!\S)[\#;][^\n]*",
    "php": rf"{_BLOCK}|//[^\n]*|(?<!\S)\#[^\n]*",
    "hcl": rf"{_BLOCK}|//[^\n]*|(?<!\S)\#[^\n]*",
    "python": (
        r"(?<!\S)\#[^\n]*"
        r'|(?<=\n)[ \t]*(?:"""(?:[^\\]|\\.)*?"""|'
        r"'''(?:[^\\]|\\.)*?''')(?=[ \t]*(?:\n|\Z))"
    ),
    "haskell": r"\{-.*?-\}|--[^\n]*",
}
_ANY = rf"{_BLOCK}|(?<!\S)(?://|\#)[^\n]*"
"""Comments of a language that is not known."""
_TEXT = (
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''(?:[^\\]|\\.)*?'''|"
    r'"(?:[^"\\\n]|\\.)*"|' + r"'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`"
)
_BETWEEN_TAGS = r"(?<=>)[^<>]*[^<>\s][^<>]*(?=<)"
_BETWEEN_JSX_TAGS = r"(?<=[^=]>)[^<>{}();=]*[^<>{}();=\s][^<>{}();=]*(?=[<{])"
"""The same amid code: the marks of statements and of arrows stand in no such text."""


def joins_neighbours(language: str) -> bool:
    """Whether texts that follow one another are one text."""
    return language in ("c", "cpp", "c++", "python", "pycon")


def is_prose(language: str) -> bool:
    """Whether a fence of this language (its canonical name) holds words for people, translated as a whole."""
    return language in _PROSE or (language.startswith("{") and language not in _CODE_DIRECTIVES)


@lru_cache(maxsize=64)
def syntax_of(language: str) -> re.Pattern[str]:
    """Matches the next comment, text, word or mark; the name of the group says which."""
    comment = _COMMENTS.get(language, _ANY)
    text = _TEXT
    if language in _MARKUP or language in _JSX:
        text += f"|{_BETWEEN_TAGS if language in _MARKUP else _BETWEEN_JSX_TAGS}"
    # A number with its dots is one word.
    word = r"\d[\w.]*|[^\W\d][\w$]*|[@\#$]\w+"
    return re.compile(rf"(?P<comment>{comment})|(?P<text>{text})|(?P<word>{word})|(?P<mark>\S)", re.DOTALL)
