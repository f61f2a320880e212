"""The rules by which OpenAI's responses refuse a request, in the order in which they are tried.

Each rule yields what breaks it; `items` in a body stands for its `input` with what is kept of the responses before.
Sources: the API reference, "Create a model response"; the descriptions in `openai.types.responses`; the guide to
migrating from chat completions. `PAIRING` holds for every compatible service.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.dialects.openai_part_rules import parts_known
from fencepost.stub.dialects.openai_tool_rules import choice_possible, format_shaped, name_shaped, parameters_shaped
from fencepost.stub.shapes import Object, items, joined, mapping, mappings, named, number, text, whole
from fencepost.stub.words import nearest

Rule = Callable[[Object], Iterator[Violation]]

_ROLES = ("assistant", "system", "developer", "user")
_PARTS = {
    "user": ("input_text", "input_image", "input_file", "input_audio"),
    "system": ("input_text",),
    "developer": ("input_text",),
    "assistant": ("output_text", "refusal"),
}
_MOVED = {
    "messages": "input",
    "response_format": "text.format",
    "max_tokens": "max_output_tokens",
    "max_completion_tokens": "max_output_tokens",
    "reasoning_effort": "reasoning.effort",
    "verbosity": "text.verbosity",
    "functions": "tools",
    "function_call": "tool_choice",
}
_PARAMETERS = (
    "access_programs", "background", "background_options", "context_management", "conversation", "image", "include",
    "input", "instructions", "max_output_tokens", "max_tool_calls", "metadata", "model", "moderation",
    "parallel_tool_calls", "previous_response_id", "prompt", "prompt_cache_key", "prompt_cache_options",
    "prompt_cache_retention", "reasoning", "safety_identifier", "service_tier", "store", "stream", "stream_options",
    "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "truncation", "user",
)  # fmt: skip
_ELSEWHERE = ("prompt", "conversation", "previous_response_id")


def parameters_moved(body: Object) -> Iterator[Violation]:
    """Parameters of chat completions have other names here (migration guide)."""
    for key, now in _MOVED.items():
        if key in body:
            yield Violation(
                f"Unsupported parameter: '{key}'. In the Responses API, this parameter has moved to '{now}'.",
                key,
                "unsupported_parameter",
            )


def required_given(body: Object) -> Iterator[Violation]:
    """`model` and `input` are required, unless a stored prompt or conversation stands for them (API reference)."""
    for key, others in (("model", ("prompt",)), ("input", _ELSEWHERE)):
        if body.get(key) is None and not any(body.get(other) is not None for other in others):
            yield Violation(f"Missing required parameter: '{key}'.", key, "missing_required_parameter")
    given = body.get("input")
    if given is not None and not isinstance(given, str | list):
        yield Violation(f"Invalid type for 'input': expected a string or an array, but got {named(given)}.", "input")
    for index, item in enumerate(items(given)):
        if not isinstance(item, dict):
            place = f"input[{index}]"
            yield Violation(f"Invalid type for '{place}': expected an object, but got {named(item)} instead.", place)


def messages_shaped(body: Object) -> Iterator[Violation]:
    """A message has one of four roles, and content of parts that suit it (`ResponseInputItemParam`)."""
    for index, item in enumerate(mappings(body.get("input"))):
        where = f"input[{index}]"
        if item.get("type") not in (None, "message"):
            continue
        role = item.get("role")
        if role not in _ROLES:
            choices = ", ".join(f"'{one}'" for one in _ROLES)
            yield Violation(
                f"Invalid value: '{role}'. Supported values are: {choices}.", f"{where}.role", "invalid_value"
            )
        elif not isinstance(item.get("content"), str | list):
            found = named(item.get("content"))
            place = f"{where}.content"
            yield Violation(f"Invalid type for '{place}': expected a string or an array, but got {found}.", place)
        yield from parts_known(item, _PARTS, f"{where}.content[{{}}]")


def calls_shaped(body: Object) -> Iterator[Violation]:
    """A call and its output have a `call_id`; arguments and output are texts (`ResponseFunctionToolCallParam`).

    An output may name its function in place of the `call_id`.
    """
    needed = {
        "function_call": ("call_id", "name", "arguments"),
        "function_call_output": ("call_id", "output"),
        "custom_tool_call": ("call_id", "name", "input"),
        "custom_tool_call_output": ("call_id", "output"),
    }
    for index, item in enumerate(mappings(body.get("input"))):
        for key in needed.get(text(item.get("type")), ()):
            place, value = f"input[{index}].{key}", item.get(key)
            if value is None and key == "call_id" and item.get("name"):
                continue
            if value is None:
                yield Violation(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")
            elif not isinstance(value, str) and not (key == "output" and isinstance(value, list)):
                yield Violation(
                    f"Invalid type for '{place}': expected a string, but got {named(value)} instead.", place
                )


def calls_paired(body: Object) -> Iterator[Violation]:
    """Each output answers a call, and each call has its output (guide to function calling)."""
    history = mappings(body.get("items"))
    if any(item.get("type") == "item_reference" for item in history) or body.get("conversation") is not None:
        return
    called: dict[str, int] = {}
    for index, item in enumerate(history):
        identity = text(item.get("call_id"))
        if item.get("type") in ("function_call", "custom_tool_call"):
            called[identity] = index
        elif item.get("type") in ("function_call_output", "custom_tool_call_output"):
            if not identity and item.get("name"):
                continue
            if identity not in called:
                yield Violation(f"No tool call found for function call output with call_id {identity}.", "input")
            called[identity] = -1
    for identity, index in called.items():
        if index >= 0:
            yield Violation(f"No tool output found for function call {identity}.", "input")


def tools_shaped(body: Object) -> Iterator[Violation]:
    """A function stands flat in `tools`: `{"type": "function", "name", "parameters"}` (`FunctionToolParam`)."""
    if "tools" in body and not isinstance(body["tools"], list):
        yield Violation(f"Invalid type for 'tools': expected an array, but got {named(body['tools'])}.", "tools")
    for index, one in enumerate(items(body.get("tools"))):
        tool, where = mapping(one), f"tools[{index}]"
        if not isinstance(tool.get("type"), str):
            yield Violation(
                f"Missing required parameter: '{where}.type'.", f"{where}.type", "missing_required_parameter"
            )
        elif tool["type"] in ("function", "custom"):
            yield from name_shaped(tool, where)
        if tool.get("type") == "function":
            yield from parameters_shaped(tool, where)


def tool_choice_possible(body: Object) -> Iterator[Violation]:
    """`tool_choice` needs `tools`; a named tool must be among them."""
    choice = mapping(body.get("tool_choice"))
    kind = text(choice.get("type"))
    if kind == "function" and "name" not in choice:
        place = "tool_choice.name"
        yield Violation(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")
    offered = [tool.get("name") for tool in mappings(body.get("tools")) if tool.get("type") == kind]
    given = {**body, "parallel_tool_calls": None}
    yield from choice_possible(given, kind, choice.get("name"), offered)


def text_format_shaped(body: Object) -> Iterator[Violation]:
    """A structured output has a name and a valid schema, directly in `text.format` (guide to structured outputs)."""
    format_ = mapping(body.get("text")).get("format")
    if format_ is not None:
        texts = [text(body.get("input")), text(body.get("instructions"))]
        texts += [joined(item.get("content")) for item in mappings(body.get("items"))]
        yield from format_shaped(format_, mapping(format_), texts, "text.format", "text.format")


def numbers_in_range(body: Object) -> Iterator[Violation]:
    """The bounds of the sampling parameters (API reference)."""
    for key, high in (("temperature", 2), ("top_p", 1)):
        value = number(body.get(key))
        if body.get(key) is not None and (value is None or not 0 <= value <= high):
            yield Violation(f"Invalid '{key}': expected a value from 0 to {high}, got {body[key]!r}.", key)
    tokens = body.get("max_output_tokens")
    if tokens is not None and (whole(tokens) or 0) < 16:
        yield Violation(
            f"Invalid 'max_output_tokens': expected an integer of at least 16, got {tokens!r}.", "max_output_tokens"
        )


def parameters_known(body: Object) -> Iterator[Violation]:
    """An unknown parameter is refused. Here only one that looks like a known one, since new ones appear."""
    for key in body:
        near = None if key in (*_PARAMETERS, "items") else nearest(key, _PARAMETERS, 0.8)
        if near:
            yield Violation(f"Unknown parameter: '{key}'; did you mean '{near}'?", key, "unknown_parameter")


PAIRING: tuple[Rule, ...] = (calls_paired,)
RULES: tuple[Rule, ...] = (
    parameters_moved,
    required_given,
    messages_shaped,
    calls_shaped,
    calls_paired,
    tools_shaped,
    tool_choice_possible,
    text_format_shaped,
    numbers_in_range,
    parameters_known,
)
