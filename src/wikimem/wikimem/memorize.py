"""Mode A: one call to an injected model after the turn, which answers with what is worth keeping."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Coroutine, Iterable
from typing import TYPE_CHECKING, Unpack

from wikimem.log import log
from wikimem.parsing import parse_entries
from wikimem.prompts import DIARY_PROMPT
from wikimem.text import clean_content

if TYPE_CHECKING:
    from wikimem.diary import Diary
    from wikimem.model import LLM, DiaryItem, When

__all__ = ["memorize", "parse_entries", "render_prompt"]

_BRACES = re.compile(r"\{\{|\}\}|\{character\}|[{}]")
_NOTHING = re.compile(r"\[\s*\][\s`]*\Z")


def memorize(
    diary: Diary,
    turn: str,
    *,
    llm: LLM,
    character: str = "the assistant",
    prompt: str | None = None,
    owner: str | None = None,
    source_conv: str | None = None,
    **append_kwargs: Unpack[When],
) -> list[DiaryItem]:
    """Ask `llm` once what of `turn` belongs in the diary, store it, and return the stored entries in its order.

    Often `[]`, the healthy case: nothing was worth keeping. A reply that cannot be used is `[]` as well, with a line
    in the log. `prompt` replaces `DIARY_PROMPT`; `ts`, `date`, `time` and `tz` are those of `Diary.append`, and all
    entries share them. Several entries are stored all or none.

    Raises before the call: `TypeError` for an unknown keyword, `ValueError` for a bad moment, date, time or zone or
    a stray brace in the prompt. What the model call or the disk raises goes through.
    """
    # The package cannot put off importing this module, whose name is its function's: it puts off what it needs.
    from dataclasses import replace

    from wikimem.diary import stamp, store
    from wikimem.model import When

    _refuse_keywords(append_kwargs.keys() - When.__annotations__.keys())
    stamps = stamp(diary, owner=owner, source_conv=source_conv, **append_kwargs)
    system = render_prompt(prompt or DIARY_PROMPT, character)
    reply: object = llm.chat([{"role": "system", "content": system}, {"role": "user", "content": turn}])
    if isinstance(reply, Awaitable):
        if isinstance(reply, Coroutine):
            reply.close()
        raise TypeError("llm.chat must return the reply's text, got an awaitable: memorize() takes a synchronous chat")
    contents = parse_entries(reply)
    if not contents and not _says_nothing(reply):
        log().warning("no diary entry found in a reply of %s", _describe(reply))
    items = [replace(stamps, content=content) for content in _writable(contents)]
    return store(diary, items) if items else []


def render_prompt(prompt: str, character: str) -> str:
    """The prompt with the persona in place of `{character}` and single braces in place of doubled ones.

    A brace that is neither is a `ValueError` that names its line: a prompt is text, not a format string.
    """

    def replacement(match: re.Match[str]) -> str:
        if len(match[0]) == 1:
            raise ValueError(_stray_brace(prompt, match.start()))
        return character if match[0] == "{character}" else match[0][0]

    return _BRACES.sub(replacement, prompt)


def _stray_brace(prompt: str, place: int) -> str:
    line = prompt.count("\n", 0, place) + 1
    column = place - prompt.rfind("\n", 0, place)
    shown = prompt[place : place + 20].split("\n")[0]
    return f"prompt line {line}, column {column}: stray brace {shown!r}; only {{character}} is filled in, double others"


def _refuse_keywords(names: Iterable[str]) -> None:
    for name in sorted(names):
        if name == "key":
            raise TypeError("memorize() takes no 'key': it stores several entries")
        raise TypeError(f"memorize() got an unexpected keyword argument {name!r}")


def _writable(contents: list[str]) -> list[str]:
    """The contents that can be stored; one that cannot does not take the others with it."""
    kept = []
    for content in contents:
        try:
            kept.append(clean_content(content))
        except ValueError as error:
            log().warning("an entry of the reply is left out: %s", error)
    return kept


def _says_nothing(reply: object) -> bool:
    return isinstance(reply, str) and _NOTHING.search(reply) is not None


def _describe(reply: object) -> str:
    return f"{len(reply)} characters" if isinstance(reply, str) else f"type {type(reply).__name__}"
