"""What the tools share: a schema in each provider's shape, and arguments that a model may have got wrong."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, Literal, TypeGuard, TypeVar, get_args

_Kind = TypeVar("_Kind")
Shape = Literal["openai", "responses", "anthropic", "gemini", "mcp"]

_LONGEST_NAME = 60
_MOST_NAMES = 8


class DiaryToolError(ValueError):
    """The model called a diary tool wrongly: the message is for the model, and nothing was written."""


def tool_dict(shape: Shape, name: str, description: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """A function declaration with the JSON Schema `parameters`, fresh at every depth.

    - `openai`: an element of `tools` of chat completions, and of every compatible service.
    - `responses`: an element of `tools` of OpenAI's responses, flat; `strict` where every property is required.
    - `anthropic`: an element of `tools` of the Messages API.
    - `gemini`: an element of `function_declarations`, whose schema knows no `additionalProperties`.
    - `mcp`: an element of the result of `tools/list`.
    """
    schema = deepcopy(parameters)
    head: dict[str, Any] = {"name": name, "description": description}
    match shape:
        case "openai":
            return {"type": "function", "function": {**head, "parameters": schema}}
        case "responses":
            strict = schema.get("required") == list(schema["properties"])
            return {"type": "function", **head, "parameters": schema, "strict": strict}
        case "anthropic":
            return {**head, "input_schema": schema}
        case "gemini":
            del schema["additionalProperties"]
            return {**head, "parameters": schema}
        case "mcp":
            return {**head, "inputSchema": schema}
    raise ValueError(f"shape must be one of {', '.join(get_args(Shape))}, got {shape!r}")


def arguments(tool: str, args: object, accepted: tuple[str, ...], note: str) -> dict[str, object]:
    """The arguments of a call, by name.

    `args` is JSON text, or the object that a provider has parsed. `tool` and `note` go into the messages. Raises
    `DiaryToolError`, checked in this order: text that is not JSON, not an object, an argument that is not accepted.
    """
    value = _parsed(tool, str.__str__(args)) if has_type(args, str) else args
    if not has_type(value, dict):
        raise DiaryToolError(f"{tool} arguments must be a JSON object, got {_type_name(value)}")
    # Each key by itself, not by look-up: an object may have its own idea of equality.
    pairs = [(str.__str__(key) if has_type(key, str) else None, key, item) for key, item in dict.items(value)]
    extra = sorted(_text(key) for name, key, _ in pairs if name not in accepted)
    if extra:
        names = ", ".join(extra[:_MOST_NAMES]) + (f", … ({len(extra)} in all)" if len(extra) > _MOST_NAMES else "")
        raise DiaryToolError(f"{tool} call has unexpected argument(s): {names}; {note}")
    return {name: item for name, _, item in pairs if name}


def has_type(value: object, kind: type[_Kind]) -> TypeGuard[_Kind]:
    """Whether it really is one; `isinstance` also believes what an object says of itself."""
    return issubclass(type(value), kind)


def _parsed(tool: str, text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except RecursionError:
        reason = "nested too deeply"
    except ValueError as error:
        reason = str(error)
    raise DiaryToolError(f"{tool} arguments are not valid JSON: {reason}")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    seen: dict[str, object] = {}
    for name, value in pairs:
        if name in seen:
            raise ValueError(f"the argument {_short(name)!r} appears twice")
        seen[name] = value
    return seen


def _text(key: object) -> str:
    """The key for a message; one that cannot say its name is named by its type."""
    try:
        return _short(str(key))
    except Exception:
        return f"<{_type_name(key)}>"


def _type_name(value: object) -> str:
    try:
        return _short(type(value).__name__)
    except Exception:
        return "object"


def _short(text: str) -> str:
    """The text on one line, short, and fit for UTF-8."""
    beginning = str.__str__(text)[: _LONGEST_NAME + 1]
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in beginning)
    return shown if len(shown) <= _LONGEST_NAME else shown[: _LONGEST_NAME - 1] + "…"
