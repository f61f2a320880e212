"""Names that a page uses without defining them, and what they are given.

First what the settings' `names` say; then, for a client of a model's provider, what its use tells: the attributes
behind the name pick the library, `await` the asynchronous class.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fencepost.checks.uses import Use

Installed = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Supply:
    """What a name is given."""

    name: str
    source: str
    """A source expression, such as `openai:AsyncOpenAI()`."""
    why: str
    """The use that told it, such as `client.chat.completions`; empty for what the settings give."""

    def __str__(self) -> str:
        origin = f"since it is used as `{self.why}`" if self.why else "by the settings"
        return f"the name `{self.name}` is supplied as `{self.source}`, {origin}"


@dataclass(frozen=True, slots=True)
class Lacking:
    """A name whose use tells a library that is not installed."""

    name: str
    package: str


@dataclass(frozen=True, slots=True)
class _Client:
    """A library's client, and the uses that tell it."""

    package: str
    """The module that must be installed."""
    source: str
    awaited: str
    """The same for code that awaits."""
    chains: re.Pattern[str]
    """Matches the beginning of the attributes."""
    words: re.Pattern[str] | None = None
    """Must be found on the page, where the attributes alone are too common."""
    names: re.Pattern[str] | None = None
    """What the name must be like, for the same reason."""


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_CLIENTS = (
    _Client(
        "openai",
        "openai:OpenAI()",
        "openai:AsyncOpenAI()",
        _pattern(
            r"(beta\.)?chat\.completions\.(create|parse|stream)\b|responses\.(create|parse|stream|retrieve)\b"
            r"|embeddings\.create\b|completions\.create\b"
        ),
    ),
    _Client(
        "anthropic",
        "anthropic:Anthropic()",
        "anthropic:AsyncAnthropic()",
        _pattern(r"(beta\.)?messages\.(create|stream|parse|count_tokens|tool_runner)\b"),
        words=_pattern(r"anthropic|claude"),
    ),
    _Client(
        "google.genai",
        "google.genai:Client()",
        "google.genai:Client()",
        _pattern(
            r"(aio\.)?models\.(generate_content(_stream)?|embed_content|count_tokens)\b"
            r"|(aio\.)?chats\.create\b|(aio\.)?interactions\.create\b"
        ),
    ),
    _Client(
        "ollama",
        "ollama:Client()",
        "ollama:AsyncClient()",
        _pattern(r"(chat|generate|embed|embeddings)$"),
        words=_pattern(r"ollama"),
    ),
    _Client(
        "langchain_openai",
        'langchain_openai:ChatOpenAI(model="gpt-4o-mini")',
        'langchain_openai:ChatOpenAI(model="gpt-4o-mini")',
        _pattern(r"(a?invoke|a?stream|a?batch|bind_tools|with_structured_output)\b"),
        words=_pattern(r"langchain"),
        names=_pattern(r"(llm|model|chat|chat_model)$"),
    ),
)
_WRAPPERS = {"with_options", "copy", "with_raw_response", "with_streaming_response"}
"""Attributes that lead back to the client or to the same method."""


_METHODS = re.compile(
    r"\.(?:[\s\\>]|\#[^\n]*\n)*(?:create|parse|stream|retrieve|count_tokens|tool_runner|generate_content(?:_stream)?|embed_content|chat"
    r"|generate|embed|embeddings|a?invoke|astream|a?batch|bind_tools|with_structured_output)\b"
)
"""What one of the clients' chains ends with, in small letters."""


def may_supply(text: str, configured: Mapping[str, str]) -> bool:
    """Whether any name of a page, or of code, of this text may be supplied at all: most are read no further."""
    return bool(configured) or _METHODS.search(text.lower()) is not None


def is_installed(module: str) -> bool:
    """Whether a module can be imported."""
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def supply(
    name: str,
    own: Sequence[Use],
    others: Sequence[Use],
    page_text: str,
    configured: Mapping[str, str],
    installed: Installed = is_installed,
) -> Supply | Lacking | None:
    """What a name is given.

    Args:
        name: the name.
        own: how the fence uses it.
        others: how the other fences of its module use a name like it, for a fence that only hands it on.
        page_text: the page, for uses that other libraries share.
        configured: the settings' `names`.
        installed: whether a module can be imported.
    """
    if name in configured:
        return Supply(name, configured[name], "")
    return next(
        (
            found
            for uses in (own, others)
            if (found := _inferred(name, [use for use in uses if use.name == name], page_text, installed))
        ),
        None,
    )


def _inferred(name: str, uses: Sequence[Use], text: str, installed: Installed) -> Supply | Lacking | None:
    told = [(client, use) for client in _CLIENTS for use in uses if _tells(client, name, use, text)]
    if not told:
        return None
    present = next(((client, use) for client, use in told if installed(client.package)), None)
    if present is None:
        return Lacking(name, told[0][0].package)
    client, use = present
    source = client.awaited if any(one.awaited for one in uses) else client.source
    told_by = client.chains.match(_normal(use.chain))
    return Supply(name, source, f"{name}.{told_by[0] if told_by else use.chain}")


def _tells(client: _Client, name: str, use: Use, text: str) -> bool:
    # A name that is the library's own stands for a missing import, which readers would miss too.
    return (
        name != client.package.partition(".")[0]
        and client.chains.match(_normal(use.chain)) is not None
        and (client.words is None or client.words.search(text) is not None)
        and (client.names is None or client.names.match(name) is not None)
    )


def _normal(chain: str) -> str:
    return ".".join(part for part in chain.split(".") if part not in _WRAPPERS)
