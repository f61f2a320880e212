"""Reading back from within a turn: a tool that searches the diary, with a bound on what it returns."""

from __future__ import annotations

from typing import Any

from wikimem.clock import is_date
from wikimem.diary import Diary
from wikimem.prompts import RECALL_TOOL_DESCRIPTION
from wikimem.toolcall import DiaryToolError, Shape, arguments, has_type, tool_dict

_PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "description": "Words that must all occur in an entry."},
        "start": {"type": "string", "description": "The first day, YYYY-MM-DD."},
        "end": {"type": "string", "description": "The last day, YYYY-MM-DD."},
    },
    "additionalProperties": False,
}
_LEFT_OUT = "(Earlier entries that fit are left out.)"
_NOTE = "only 'query', 'start' and 'end' are accepted"


def recall_tool(
    shape: Shape = "openai",
    *,
    description: str | None = None,
) -> dict[str, Any]:
    """The tool `recall_diary` in a provider's shape, as `diary_tool` has them. A fresh dict on each call."""
    text = RECALL_TOOL_DESCRIPTION if description is None else description
    return tool_dict(shape, "recall_diary", text, _PARAMETERS)


def handle_recall_tool(
    diary: Diary,
    args: object,
    *,
    limit: int = 20,
    max_chars: int = 4000,
) -> str:
    """Search the diary as the model asked, and return text for it. No model is called, nothing is written.

    At most the latest `limit` entries, and of those as many as `max_chars` characters hold, the latest first to be
    kept; one that alone is longer is cut. A malformed call raises `DiaryToolError`, as `handle_diary_tool` does.
    """
    given = arguments("recall tool", args, tuple(_PARAMETERS["properties"]), _NOTE)
    query = _text(given, "query") or ""
    found = diary.search(query, _day(given, "start"), _day(given, "end"), limit + 1)
    if not found:
        return "No diary entry fits."
    return _shown([f"[{item.date} {item.time}] {item.content}" for item in found], limit, max_chars)


def _text(given: dict[str, object], name: str) -> str | None:
    value = given.get(name)
    if value is not None and not has_type(value, str):
        raise DiaryToolError(f"recall tool call needs '{name}' to be a string, if it is there")
    return value


def _day(given: dict[str, object], name: str) -> str | None:
    value = _text(given, name)
    if value and not is_date(value):
        raise DiaryToolError(f"recall tool call needs '{name}' to be a day as YYYY-MM-DD, if it is there")
    return value or None


def _shown(entries: list[str], limit: int, max_chars: int) -> str:
    """The entries, one a paragraph, oldest first: as many of the latest as fit, and a word about the rest."""
    whole = "\n\n".join(entries)
    if len(entries) <= limit and len(whole) <= max_chars:
        return whole
    room = max_chars - len(_LEFT_OUT)
    shown: list[str] = []
    for entry in reversed(entries[max(0, len(entries) - limit) :]):
        if shown and len(entry) + 2 > room:
            break
        shown.insert(0, entry if len(entry) + 2 <= room else entry[: max(0, room - 3)] + "…")
        room -= len(shown[0]) + 2
    return "\n\n".join([_LEFT_OUT, *shown] if len(shown) < len(entries) else shown)
