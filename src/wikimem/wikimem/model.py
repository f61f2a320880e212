"""The values that a host sees: an entry, a link in it, the options of a write, the model that `memorize` calls."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import tzinfo
from typing import NamedTuple, Protocol, TypedDict

_LINK = re.compile(r"\[\[([^\[\]:\n]+):([^\[\]:\n]+)\]\]")


class Link(NamedTuple):
    """A reference `[[file:name]]` to another memory."""

    file: str
    name: str


@dataclass(frozen=True, slots=True)
class DiaryItem:
    """One entry of the diary, as `append` returns it and as it is read back."""

    date: str
    """The day it is filed under, `YYYY-MM-DD`."""
    time: str
    """`HH:MM`; in a file that a person wrote, the text of the heading as it stands."""
    content: str
    """The text, without blanks at both ends."""
    owner: str | None = None
    source_conv: str | None = None
    """The conversation that it comes from."""
    ts: str | None = None
    """The moment, ISO 8601 in UTC to the second; `None` where a person wrote the entry."""

    @property
    def links(self) -> list[Link]:
        """The references `[[file:name]]` in the content, in order; malformed ones are text."""
        pairs = ((file.strip(), name.strip()) for file, name in _LINK.findall(self.content))
        return [Link(file, name) for file, name in pairs if file and name]


class When(TypedDict, total=False):
    """What a host may say about the moment of an entry; each has a default."""

    ts: str | None
    """ISO 8601; naive means UTC; now by default."""
    date: str | None
    """`YYYY-MM-DD`; the day of `ts` in `tz` by default."""
    time: str | None
    """`HH:MM`; the minute of `ts` in `tz` by default."""
    tz: tzinfo | str | None
    """The zone, or its IANA name; the diary's by default, then the system's."""


class AppendOptions(When, total=False):
    """The keywords of `Diary.append`, which `handle_diary_tool` passes on."""

    owner: str | None
    source_conv: str | None
    key: str | None


class LLM(Protocol):
    """What `memorize` needs of a model: one synchronous call."""

    def chat(self, messages: list[dict[str, str]]) -> str:
        """Answer `messages`, dicts with `role` and `content`, with the reply's text."""
        ...
