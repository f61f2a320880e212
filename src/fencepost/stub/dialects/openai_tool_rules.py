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
from fencepost.stub.words import nearest

_OF_FUNCTIONS = ("name", "description", "parameters", "strict")
_MISPLACED = ("input_schema", "properties", "required", "args")
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
    yield from name_shaped(mapping(tool[text(kind)]), f"{where}.{kind}")
    if kind == "function":
        yield from parameters_shaped(mapping(tool["function"]), f"{where}.function")


def name_shaped(thing: Object, where: str) -> Iterator[Violation]:
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


def parameters_shaped(function: Object, where: str) -> Iterator[Violation]:
    """The arguments of a function: a valid JSON Schema of an object, in the strict subset where that is asked for."""
    if "parameters" in function:
        schema = function["parameters"]
        reason = (schemas.problem(schema) or schemas.not_an_object(schema)) if schema else None
        if reason is None and function.get("strict") is True:
            reason = schemas.not_strict(schema)
        if reason:
            yield Violation(
                f"Invalid schema for function '{function.get('name')}': {reason}",
                f"{where}.parameters",
                "invalid_function_parameters",
            )
    for key in function:
        if key in _MISPLACED or (key not in _OF_FUNCTIONS and nearest(key, _OF_FUNCTIONS, 0.8)):
            place = f"{where}.{key}"
            yield Violation(f"Unknown parameter: '{place}'.", place, "unknown_parameter")


def tool_choice_possible(body: Object) -> Iterator[Violation]:
    """`tool_choice` and `parallel_tool_calls` need `tools`; a named tool must be among them."""
    choice = mapping(body.get("tool_choice"))
    kind = text(choice.get("type"))
    offered = [mapping(tool.get(kind)).get("name") for tool in mappings(body.get("tools"))]
    yield from choice_possible(body, kind, mapping(choice.get(kind)).get("name"), offered)


def choice_possible(body: Object, kind: str, name: object, offered: list[object]) -> Iterator[Violation]:
    """The rules of `tool_choice`, with the name that it holds and the names of the tools of that kind."""
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
    elif kind in ("function", "custom") and name not in offered:
        yield Violation(f"Tool choice '{kind}' not found in 'tools' parameter: '{name}'.", "tool_choice")


def response_format_shaped(body: Object) -> Iterator[Violation]:
    """A structured output has a name and a valid schema (guide to structured outputs)."""
    format_ = body.get("response_format")
    if format_ is not None:
        given = mapping(mapping(format_).get("json_schema"))
        texts = [joined(message.get("content")) for message in mappings(body.get("messages"))]
        yield from format_shaped(format_, given, texts, "response_format", "response_format.json_schema")


def format_shaped(
    format_: object, given: Object, texts: list[str], where: str, schema_where: str
) -> Iterator[Violation]:
    """The rules of `response_format` and `text.format`; `given` holds name, schema and strictness."""
    kind = mapping(format_).get("type")
    if kind not in ("text", "json_object", "json_schema"):
        yield Violation(
            f"Invalid value: '{kind}'. Supported values are: 'text', 'json_object', and 'json_schema'.",
            f"{where}.type",
            "invalid_value",
        )
    elif kind == "json_schema":
        yield from name_shaped(given, schema_where)
        reason = schemas.problem(given.get("schema"))
        if reason is None and given.get("strict") is True:
            reason = schemas.not_strict(given["schema"])
        if reason:
            yield Violation(f"Invalid schema for {where} '{given.get('name')}': {reason}", where)
    elif kind == "json_object" and not any("json" in one.lower() for one in texts):
        yield Violation(
            f"The input must contain the word 'json' in some form, to use '{where}' of type 'json_object'.", where
        )
