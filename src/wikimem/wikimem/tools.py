"""Mode B: a tool with which the character writes the diary itself, in the turn; no model is called from here."""

from __future__ import annotations

from typing import Any, Unpack

from wikimem.diary import Diary
from wikimem.model import AppendOptions, DiaryItem
from wikimem.prompts import DIARY_TOOL_DESCRIPTION
from wikimem.text import clean_content
from wikimem.toolcall import DiaryToolError, Shape, arguments, has_type, tool_dict

_PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {"content": {"type": "string", "description": "The text of the entry, one short paragraph."}},
    "required": ["content"],
    "additionalProperties": False,
}
_NOTE = "only 'content' is accepted (the host stamps time and provenance)"


def diary_tool(
    shape: Shape = "openai",
    *,
    description: str | None = None,
) -> dict[str, Any]:
    """The tool `append_diary` in a provider's shape: `openai`, `responses`, `anthropic`, `gemini` or `mcp`.

    One property, `content`: a model has no clock, so the host stamps the rest. `description` replaces
    `DIARY_TOOL_DESCRIPTION`, with the Chinese one for instance. A fresh dict on each call.
    """
    text = DIARY_TOOL_DESCRIPTION if description is None else description
    return tool_dict(shape, "append_diary", text, _PARAMETERS)


def handle_diary_tool(
    diary: Diary,
    args: object,
    **append_kwargs: Unpack[AppendOptions],
) -> DiaryItem:
    """Store what the model passed to `append_diary`, and return the entry. No model is called.

    `args` is JSON text, or the object that a provider has parsed; `append_kwargs` are the host's stamps, those of
    `Diary.append`. A malformed call raises `DiaryToolError`, a `ValueError`, and writes nothing. Its message is meant
    for the model; the host's own mistakes and a failing disk are other errors, and not for the model's ears:

        for call in message.tool_calls:
            try:
                item = handle_diary_tool(diary, call.function.arguments, owner=user, key=call.id)
                result = f"Written down for {item.date} {item.time}."
            except DiaryToolError as error:
                result = f"Nothing was written: {error}"
            messages.append({"role": "tool", "tool_call_id": call.id, "content": result})
    """
    content = arguments("diary tool", args, ("content",), _NOTE).get("content")
    if not has_type(content, str):
        raise DiaryToolError("diary tool call is missing a string 'content'")
    try:
        cleaned = clean_content(str.__str__(content))
    except ValueError as error:
        raise DiaryToolError(str(error)) from None
    return diary.append(cleaned, **append_kwargs)
