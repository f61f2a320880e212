"""The rules of OpenAI's chat completions about tools and structured output.

Each rule yields what breaks it. Sources: the API reference, "Create chat completion"; the descriptions in
`openai.types.chat` and `openai.types.shared_params`; the guides to function calling and to structured outputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fencepost.stub import schemas
from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.shapes import Object, items, joined, mapping, mappings, named, text

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def tools_shaped(body: Object) -> Iterator[Violation]:
    """A tool is `{"type": "function", "function": {"name", "parameters"}}` (`openai.types.chat`)."""
    if "tools" in body and not isinstance(body["tools"], list):
        yield Violation(f"Invalid type for 'tools': expected an array, but got {named(body['tools'])}.", "tools")
    if body.get("tools") == []:
        yield Violation("Invalid 'tools': empty array. Expected an array with minimum length 1.", "tools")
    for index, tool in enumerate(items(body.get("tools"))):
        yield from _tool_shaped(mapping(tool), f"tools[{index}]")


def _tool_shaped(tool: Object, where: str) -> Iterator[Violation]:
    kind = tool.get("type")
    if kind not in ("function", "custom"):
        if "type" not in tool:
            yield Violation(
                f"Missing required parameter: '{where}.type'.", f"{where}.type", "missing_required_parameter"
            )
        else:
            choices = "Supported values are: 'function' and 'custom'."
            yield Violation(f"Invalid value: '{kind}'. {choices}", f"{where}.type", "invalid_value")
        return
    if not isinstance(tool.get(text(kind)), dict):
        place = f"{where}.{kind}"
        yield Violation(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")
        return
    yield from _named(mapping(tool[text(kind)]), f"{where}.{kind}")
    if kind == "function":
        yield from _parameters_shaped(mapping(tool["function"]), f"{where}.function")


def _named(thing: Object, where: str) -> Iterator[Violation]:
    """A name is 1 to 64 letters, digits, underscores and dashes (`FunctionDefinition`)."""
    name = thing.get("name")
    place = f"{where}.name"
    if not isinstance(name, str):
        yield Violation(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")
    elif not _NAME.fullmatch(name):
        yield Violation(
            f"Invalid '{place}': string does not match pattern. Expected a string that matches the pattern "
            "'^[a-zA-Z0-9_-]+$' and has at most 64 characters.",
            place,
            "invalid_value",
        )


def _parameters_shaped(function: Object, where: str) -> Iterator[Violation]:
    if "parameters" in function:
        schema = function["parameters"]
        reason = schemas.problem(schema) or (schemas.not_an_object(schema) if schema else None)
        if reason is None and function.get("strict") is True:
            reason = schemas.not_strict(schema)
        if reason:
            yield Violation(
                f"Invalid schema for function '{function.get('name')}': {reason}",
                f"{where}.parameters",
                "invalid_function_parameters",
            )
    for key in function:
        if key not in ("name", "description", "parameters", "strict"):
            place = f"{where}.{key}"
            yield Violation(f"Unknown parameter: '{place}'.", place, "unknown_parameter")


def tool_choice_possible(body: Object) -> Iterator[Violation]:
    """`tool_choice` and `parallel_tool_calls` need `tools`; a named tool must be among them."""
    choice = body.get("tool_choice")
    if not items(body.get("tools")):
        for key in ("tool_choice", "parallel_tool_calls"):
            if body.get(key) is not None and body.get(key) != "none":
                yield Violation(f"Invalid value for '{key}': '{key}' is only allowed when 'tools' are specified.", key)
    elif isinstance(choice, str) and choice not in ("none", "auto", "required"):
        yield Violation(
            f"Invalid value: '{choice}'. Supported values are: 'none', 'auto', and 'required'.",
            "tool_choice",
            "invalid_value",
        )
    elif isinstance(choice, dict) and choice.get("type") in ("function", "custom"):
        kind = text(choice["type"])
        name = mapping(choice.get(kind)).get("name")
        offered = [mapping(tool.get(kind)).get("name") for tool in mappings(body.get("tools"))]
        if name not in offered:
            yield Violation(f"Tool choice '{kind}' not found in 'tools' parameter: '{name}'.", "tool_choice")


def response_format_shaped(body: Object) -> Iterator[Violation]:
    """A structured output has a name and a valid schema (guide to structured outputs)."""
    format_ = body.get("response_format")
    if format_ is None:
        return
    kind = mapping(format_).get("type")
    if kind not in ("text", "json_object", "json_schema"):
        yield Violation(
            f"Invalid value: '{kind}'. Supported values are: 'text', 'json_object', and 'json_schema'.",
            "response_format.type",
            "invalid_value",
        )
    elif kind == "json_schema":
        given = mapping(mapping(format_).get("json_schema"))
        yield from _named(given, "response_format.json_schema")
        reason = schemas.problem(given.get("schema"))
        if reason is None and given.get("strict") is True:
            reason = schemas.not_strict(given["schema"])
        if reason:
            name = given.get("name")
            yield Violation(f"Invalid schema for response_format '{name}': {reason}", "response_format")
    elif kind == "json_object" and not any(
        "json" in joined(m.get("content")).lower() for m in mappings(body["messages"])
    ):
        yield Violation(
            "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
            "messages",
        )
