"""The rules by which Gemini refuses a request, in the order in which they are tried.

Each rule yields what breaks it. Sources: the API reference, "Content" and "Schema"; the descriptions in
`google.genai.types`; the messages of the API as reported in public threads on `google-gemini/gemini-cli` (#3814,
#17208), `zed-industries/zed` (#44875) and `googleapis/python-genai` (#1815). `PAIRING` holds for every service.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fencepost.stub import schemas
from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.dialects.gemini_shapes import contents, declarations, field, json_schema, parts
from fencepost.stub.shapes import Object, items, mapping, named, number, text
from fencepost.stub.words import nearest

Rule = Callable[[Object], Iterator[Violation]]

_ROLES = (None, "", "user", "model", "function", "tool")
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}")
_UNKNOWN_IN_SCHEMAS = (
    "additionalProperties", "additional_properties", "const", "prefixItems", "oneOf", "allOf", "not", "if", "then",
    "else", "patternProperties", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems", "$schema", "$id",
)  # fmt: skip
_PARAMETERS = (
    "contents", "systemInstruction", "system_instruction", "tools", "toolConfig", "tool_config", "generationConfig",
    "generation_config", "safetySettings", "safety_settings", "cachedContent", "cached_content", "labels", "model",
    "store", "serviceTier", "service_tier",
)  # fmt: skip
_OF_OTHERS = ("messages", "input", "prompt", "system", "max_tokens", "temperature", "response_format", "stream")


def contents_given(body: Object) -> Iterator[Violation]:
    """`contents` is a list of at least one turn with at least one part (API reference, "Content")."""
    given = field(body, "contents")
    if not isinstance(given, list) or not given:
        yield Violation("* GenerateContentRequest.contents: contents is not specified", "contents")
    for index, turn in enumerate(items(given)):
        if not isinstance(turn, dict):
            yield Violation(f"contents[{index}]: expected an object, got {named(turn)}", "contents")
        elif not isinstance(field(turn, "parts"), list) or not field(turn, "parts"):
            yield Violation(f"* GenerateContentRequest.contents[{index}].parts: must not be empty", "contents")
        for position, part in enumerate(items(field(turn, "parts"))):
            if not mapping(part):
                where = f"contents[{index}].parts[{position}].data"
                yield Violation(
                    f"* GenerateContentRequest.{where}: required oneof field 'data' must have one initialized field",
                    "contents",
                )


def roles_known(body: Object) -> Iterator[Violation]:
    """Roles are user and model (API reference, "Content"); function and tool are taken for results."""
    for turn in contents(body):
        if turn.get("role") not in _ROLES:
            yield Violation(f"Please use a valid role: user, model; got {turn.get('role')!r}.", "contents")


def responses_counted(body: Object) -> Iterator[Violation]:
    """The turn after function calls answers all of them (threads #3814, #17208)."""
    called = 0
    for turn in contents(body):
        answered = sum(field(part, "functionResponse") is not None for part in parts(turn))
        if answered and not called:
            yield Violation(
                "Please ensure that function response turn comes immediately after a function call turn.", "contents"
            )
        if called != answered:
            yield Violation(
                "Please ensure that the number of function response parts is equal to the number of function call "
                f"parts of the function call turn; there are {called} calls and {answered} responses.",
                "contents",
            )
        called = sum(field(part, "functionCall") is not None for part in parts(turn))


def responses_shaped(body: Object) -> Iterator[Violation]:
    """A response has its function's name, and an object as its result (`FunctionResponse`)."""
    for turn in contents(body):
        for part in parts(turn):
            given = field(part, "functionResponse")
            if given is None:
                continue
            if not text(mapping(given).get("name")):
                yield Violation("function_response.name: Name cannot be empty.", "contents")
            if not isinstance(mapping(given).get("response"), dict):
                found = named(mapping(given).get("response"))
                yield Violation(f"function_response.response: expected an object (Struct), got {found}.", "contents")


def functions_shaped(body: Object) -> Iterator[Violation]:
    """A function has a name of a known pattern and parameters of the API's own kind (`FunctionDeclaration`)."""
    for index, one in enumerate(declarations(body)):
        where = f"tools[0].function_declarations[{index}]"
        yield from name_shaped(one, where)
        if "input_schema" in one:
            yield Violation(f"Unknown name \"input_schema\" at '{where}': Cannot find field.", "tools")
        yield from _schema_shaped(field(one, "parameters"), f"{where}.parameters")
        yield from _plain_schema_shaped(field(one, "parametersJsonSchema"), f"{where}.parameters_json_schema")


def name_shaped(function: Object, where: str) -> Iterator[Violation]:
    """The pattern of names (`FunctionDeclaration`)."""
    if not _NAME.fullmatch(text(function.get("name"))):
        yield Violation(
            f"{where}.name: Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, "
            "0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.",
            "tools",
        )


def tools_shaped(body: Object) -> Iterator[Violation]:
    """A tool groups declarations; a function does not stand in `tools` itself (API reference, "Tool")."""
    for index, tool in enumerate(items(field(body, "tools"))):
        for key in ("type", "function", "name", "parameters", "input_schema"):
            if key in mapping(tool):
                yield Violation(
                    f"Invalid JSON payload received. Unknown name \"{key}\" at 'tools[{index}]': Cannot find field; a "
                    "function stands in `functionDeclarations`.",
                    "tools",
                )


def _schema_shaped(schema: object, where: str) -> Iterator[Violation]:
    """The subset of OpenAPI 3.0 (API reference, "Schema")."""
    if schema is None:
        return
    yield from _keywords_known(mapping(schema), where)
    reason = schemas.problem(json_schema(schema))
    if reason:
        yield Violation(f"Invalid value at '{where}': {reason}", "tools")


def _keywords_known(node: Object, where: str) -> Iterator[Violation]:
    unknown = next((key for key in node if key in _UNKNOWN_IN_SCHEMAS), None)
    if unknown:
        yield Violation(
            f"Invalid JSON payload received. Unknown name \"{unknown}\" at '{where}': Cannot find field.", "tools"
        )
    if text(node.get("type")).upper() == "ARRAY" and "items" not in node:
        yield Violation(f"* GenerateContentRequest.{where}.items: missing field.", "tools")
    for step, child in schemas.children(node):
        yield from _keywords_known(child, f"{where}.{step}")


def _plain_schema_shaped(schema: object, where: str) -> Iterator[Violation]:
    reason = schemas.problem(schema) if schema is not None else None
    if reason:
        yield Violation(f"Invalid value at '{where}': {reason}", "tools")


def calling_possible(body: Object) -> Iterator[Violation]:
    """The mode of calling, and names that go with it (API reference, "FunctionCallingConfig")."""
    config = field(field(body, "toolConfig"), "functionCallingConfig")
    mode = text(field(config, "mode")).upper()
    if mode not in ("", "MODE_UNSPECIFIED", "AUTO", "ANY", "NONE", "VALIDATED"):
        yield Violation(f"Invalid value at 'tool_config.function_calling_config.mode': \"{mode}\"", "toolConfig")
    allowed = items(field(config, "allowedFunctionNames"))
    if allowed and mode not in ("ANY", "VALIDATED"):
        yield Violation("allowed_function_names should only be set when the mode is ANY or VALIDATED.", "toolConfig")
    known = [one.get("name") for one in declarations(body)]
    unknown = [name for name in allowed if name not in known]
    if unknown:
        yield Violation(f"allowed_function_names: {unknown[0]!r} is not declared in tools.", "toolConfig")
    if mode == "ANY" and not known:
        yield Violation("Function calling config is set without function_declarations.", "toolConfig")


def output_shaped(body: Object) -> Iterator[Violation]:
    """A response schema needs the JSON MIME type (API reference, "GenerationConfig")."""
    config = field(body, "generationConfig")
    own, plain = field(config, "responseSchema"), field(config, "responseJsonSchema")
    if (own is not None or plain is not None) and field(config, "responseMimeType") not in (
        "application/json",
        "text/x.enum",
    ):
        yield Violation(
            "response_schema only works with response_mime_type 'application/json' or 'text/x.enum'.",
            "generationConfig",
        )
    yield from _schema_shaped(own, "generation_config.response_schema")
    yield from _plain_schema_shaped(plain, "generation_config.response_json_schema")
    value = number(field(config, "temperature"))
    if value is not None and not 0 <= value <= 2:
        yield Violation(f"temperature must be in the range [0.0, 2.0], got {value}.", "generationConfig")


def parameters_known(body: Object) -> Iterator[Violation]:
    """Unknown fields are refused. Here other providers', and those that look like a known one: new ones appear."""
    for key in body:
        near = None if key in _PARAMETERS else nearest(key, _PARAMETERS, 0.8)
        if near or key in _OF_OTHERS:
            hint = f' Did you mean "{near}"?' if near else ""
            yield Violation(f'Invalid JSON payload received. Unknown name "{key}": Cannot find field.{hint}', key)


PAIRING: tuple[Rule, ...] = (responses_counted,)
RULES: tuple[Rule, ...] = (
    parameters_known,
    contents_given,
    roles_known,
    responses_shaped,
    responses_counted,
    tools_shaped,
    functions_shaped,
    calling_possible,
    output_shaped,
)
