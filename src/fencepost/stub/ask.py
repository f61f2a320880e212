"""A request to a model, said once for every wire format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["completion", "embedding"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the request offers."""

    name: str
    schema: Mapping[str, object] | None
    """The JSON Schema of its arguments; `None` for a tool that takes free text or that the provider runs."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returned, as the request hands it back."""

    name: str
    """Empty if the call that it answers is not part of the request."""
    text: str


@dataclass(frozen=True, slots=True)
class Ask:
    """What a request asks for."""

    dialect: str
    kind: Kind
    body: Mapping[str, object]
    """The request's JSON as sent."""
    model: str
    user: str = ""
    """The text of the last user message."""
    system: str = ""
    messages: int = 0
    tools: tuple[Tool, ...] = ()
    forced: str | None = None
    """The tool that must be called; empty for any tool, `None` if calling is left to the model."""
    most_calls: int | None = None
    """How many tools may be called at once; `None` for any number."""
    results: tuple[ToolResult, ...] = ()
    """The tool results that came in since the model last spoke."""
    schema: Mapping[str, object] | None = None
    """The JSON Schema that the text must follow; an empty one for any JSON object."""
    thinking: bool = False
    """Whether the request asks to see the model's thoughts."""
    stream: bool = False
    form: str = ""
    """A variant of the answer's form that the dialect noted for itself."""
    own: bool = True
    """Whether the host is the vendor's own, not a service that is compatible with it."""
    texts: tuple[str, ...] = ()
    """What is to be embedded."""
    history: tuple[object, ...] = field(default=())
    """All messages, with those that the provider holds; for what the dialect remembers."""

    def tool(self, name: str) -> Tool | None:
        """The offered tool of that name."""
        return next((tool for tool in self.tools if tool.name == name), None)
