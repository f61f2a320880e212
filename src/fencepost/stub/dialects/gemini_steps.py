"""Reading the requests of Gemini's interactions: input in its four forms, functions, choice of tools, format."""

from __future__ import annotations

from fencepost.stub.shapes import Object, items, mapping, mappings, text


def is_step(one: Object) -> bool:
    """Whether an item of `input` is a step of the conversation, not a piece of content (`Step`)."""
    kind = text(one.get("type"))
    return kind in ("user_input", "model_output", "thought") or kind.endswith(("_call", "_result"))


def steps_of(given: object) -> list[Object]:
    """The input as steps: a text, a piece of content and a list of such pieces are one turn of the user."""
    if isinstance(given, str):
        return [{"type": "user_input", "content": [{"type": "text", "text": given}]}]
    found = mappings([given] if isinstance(given, dict) else given)
    if all(is_step(one) for one in found):
        return found
    return [{"type": "user_input", "content": found}]


def functions(body: Object) -> list[Object]:
    """The functions that a request declares."""
    return [one for one in mappings(body.get("tools")) if one.get("type") == "function"]


def choice_of(config: Object) -> tuple[str, list[str]]:
    """The mode of calling and the functions it is restricted to (`ToolChoice`)."""
    choice = config.get("tool_choice")
    restricted = mapping(mapping(choice).get("allowed_tools"))
    mode = choice if isinstance(choice, str) else restricted.get("mode")
    return text(mode).lower(), [text(name) for name in items(restricted.get("tools"))]


def formats(body: Object) -> list[Object]:
    """The formats that the output must have, one or several (`ResponseFormat`)."""
    given = body.get("response_format")
    return mappings(given if isinstance(given, list) else [given])


def wanted_schema(body: Object) -> Object | None:
    """The JSON Schema that the text must follow; an empty one for any JSON."""
    for format_ in formats(body):
        if format_.get("type") == "text" and (format_.get("mime_type") == "application/json" or "schema" in format_):
            return mapping(format_.get("schema"))
    return None
