"""The rules by which Gemini's interactions refuse a request, in the order in which they are tried.

Each rule yields what breaks it. Sources: the API reference, "Interactions API"; the descriptions in
`google.genai.interactions`; the guide "Breaking changes (May 2026)"; what the API answered in public threads on
`robocurve/inspect-robots` (#380) and `googleapis/python-genai` (#3003). `PAIRING` holds for every service.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fencepost.stub import schemas
from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.dialects.gemini_rules import name_shaped
from fencepost.stub.dialects.gemini_steps import choice_of, formats, functions, is_step
from fencepost.stub.shapes import Object, items, mapping, mappings, named, number, text
from fencepost.stub.words import nearest

Rule = Callable[[Object], Iterator[Violation]]

_PARAMETERS = (
    "agent", "agent_config", "background", "cached_content", "continuation_token", "environment", "generation_config",
    "input", "labels", "model", "previous_interaction_id", "response_format", "response_mime_type",
    "response_modalities", "safety_settings", "service_tier", "store", "stream", "system_instruction", "tools",
    "webhook_config",
)  # fmt: skip
_OF_OTHERS = ("contents", "messages", "prompt", "generationConfig", "systemInstruction", "max_tokens", "temperature")
_CHOICES = ("auto", "any", "none", "validated")
_FLAT = "function stands flat in `tools`: {type: function, name, description, parameters}"


def parameters_known(body: Object) -> Iterator[Violation]:
    """Unknown fields are refused. Here other APIs', and those that look like a known one: new ones appear."""
    for key in body:
        near = None if key in (*_PARAMETERS, "history") else nearest(key, _PARAMETERS, 0.8)
        if near or key in _OF_OTHERS:
            hint = f' Did you mean "{near}"?' if near else ""
            yield Violation(f'Unknown name "{key}": Cannot find field.{hint}', key)


def asked_of_one(body: Object) -> Iterator[Violation]:
    """Either a model or an agent is asked (`CreateModelInteraction`, `CreateAgentInteraction`)."""
    if bool(text(body.get("model"))) == bool(text(body.get("agent"))):
        yield Violation("Exactly one of `model` and `agent` is required.", "model")


def input_given(body: Object) -> Iterator[Violation]:
    """Something is asked, or an interrupted answer continued (`continuation_token`)."""
    if not body.get("input") and not body.get("continuation_token"):
        yield Violation("`input` is required: a text, content, or a list of content or of steps.", "input")


def input_shaped(body: Object) -> Iterator[Violation]:
    """Content or steps, each with a type, never both in one list (`InteractionsInput`); turns are of old."""
    given = body.get("input")
    if given is not None and not isinstance(given, str | list | dict):
        yield Violation(f"Invalid input received: expected a text, an object or an array, got {named(given)}", "input")
    found = items(given if isinstance(given, list) else [given] if isinstance(given, dict) else [])
    kinds: set[bool] = set()
    for index, one in enumerate(found):
        item = mapping(one)
        if "role" in item:
            yield Violation(
                "The legacy Interactions API schema is no longer supported: "
                f"input[{index}] is a turn with a `role`; send steps such as {{type: user_input, content: […]}}.",
                "input",
            )
        elif not text(item.get("type")):
            yield Violation(f"Invalid input received: input[{index}] has no `type`", "input")
        kinds.add(is_step(item))
    if len(kinds) > 1:
        yield Violation("Invalid input received: content and steps stand in one list", "input")


def steps_shaped(body: Object) -> Iterator[Violation]:
    """What a step must hold (`UserInputStep`, `FunctionCallStep`, `FunctionResultStep`; thread #380 for the name)."""
    required = {
        "function_call": {"id": str, "name": str, "arguments": dict},
        "function_result": {"call_id": str, "name": str},
        "user_input": {"content": list},
    }
    for step in mappings(body.get("history")):
        kind = text(step.get("type"))
        for key, type_ in required.get(kind, {}).items():
            if not isinstance(step.get(key), type_):
                found = named(step[key]) if key in step else "nothing"
                yield Violation(f"Invalid input received: `{key}` of a {kind} step is required, got {found}", "input")
        if kind == "function_result" and "result" not in step:
            yield Violation("Invalid input received: `result` of a function_result step is required", "input")


def results_paired(body: Object) -> Iterator[Violation]:
    """Results answer the calls before them, all of them, by their ids (guide to function calling; thread #3003)."""
    open_calls: list[str] = []
    for step in mappings(body.get("history")):
        kind = step.get("type")
        if kind == "function_call":
            open_calls.append(text(step.get("id")))
        elif kind == "function_result":
            identity = text(step.get("call_id"))
            if identity not in open_calls:
                yield Violation(
                    "Please ensure that function response turn comes immediately after a function call turn. Got "
                    f"function response with call_id '{identity}', which no open call has.",
                    "input",
                )
                return
            open_calls.remove(identity)
        elif open_calls and kind in ("user_input", "model_output"):
            break
    if open_calls:
        yield Violation(f"No function_result step answers the function_call '{open_calls[0]}'.", "input")


def tools_shaped(body: Object) -> Iterator[Violation]:
    """A function stands flat in `tools`, with a name and a schema of an object (`Function`)."""
    given = body.get("tools")
    if given is not None and not isinstance(given, list):
        yield Violation(f"tools: expected an array, got {named(given)}", "tools")
    for index, one in enumerate(items(given)):
        tool, where = mapping(one), f"tools[{index}]"
        if not text(tool.get("type")):
            yield Violation(f"{where}: expected an object with a `type`; a {_FLAT}", "tools")
        misplaced = next((key for key in ("function", "function_declarations", "input_schema") if key in tool), None)
        if misplaced:
            yield Violation(f"Unknown name \"{misplaced}\" at '{where}': Cannot find field; a {_FLAT}", "tools")
        elif tool.get("type") == "function":
            yield from name_shaped(tool, where)
            schema = tool.get("parameters")
            reason = (schemas.problem(schema) or schemas.not_an_object(schema)) if schema else None
            if reason:
                yield Violation(f"Invalid value at '{where}.parameters': {reason}", "tools")


def choice_possible(body: Object) -> Iterator[Violation]:
    """The mode of calling, and names that go with it (`ToolChoiceConfig`)."""
    config = mapping(body.get("generation_config"))
    mode, allowed = choice_of(config)
    known = [one.get("name") for one in functions(body)]
    if "tool_choice" in body:
        yield Violation('Unknown name "tool_choice": Cannot find field; it stands in `generation_config`.', "tools")
    if mode and mode not in _CHOICES:
        yield Violation(f"Invalid value at 'generation_config.tool_choice': \"{mode}\"", "generation_config")
    unknown = [name for name in allowed if name not in known]
    if unknown:
        yield Violation(f"allowed_tools: '{unknown[0]}' is not declared in tools.", "generation_config")
    if mode in ("any", "validated") and not known:
        yield Violation(f"tool_choice '{mode}' is set without a function in tools.", "generation_config")


def output_shaped(body: Object) -> Iterator[Violation]:
    """The formats of the output: each has a type, and a schema goes with JSON (`TextResponseFormat`)."""
    for format_ in formats(body):
        kind = text(format_.get("type"))
        if kind not in ("text", "image", "audio", "video"):
            yield Violation(
                f"Invalid value at 'response_format.type': {kind!r}; a schema stands in "
                "{type: text, mime_type: application/json, schema: …}.",
                "response_format",
            )
        if "schema" not in format_:
            continue
        if format_.get("mime_type") != "application/json":
            yield Violation("response_format: a schema needs `mime_type: application/json`.", "response_format")
        reason = schemas.problem(format_["schema"])
        if reason:
            yield Violation(f"Invalid value at 'response_format.schema': {reason}", "response_format")


def keeping_possible(body: Object) -> Iterator[Violation]:
    """What runs in the background has to be kept (overview, "Data storage and retention")."""
    if body.get("background") is True and body.get("store") is False:
        yield Violation("`background: true` cannot be combined with `store: false`.", "store")


def numbers_in_range(body: Object) -> Iterator[Violation]:
    """The bounds of the sampling parameters (API reference)."""
    config = mapping(body.get("generation_config"))
    for key, high in (("temperature", 2), ("top_p", 1)):
        value = number(config.get(key))
        if config.get(key) is not None and (value is None or not 0 <= value <= high):
            yield Violation(f"{key} must be in the range [0, {high}], got {config[key]!r}.", "generation_config")


PAIRING: tuple[Rule, ...] = (results_paired,)
RULES: tuple[Rule, ...] = (
    parameters_known,
    asked_of_one,
    input_given,
    input_shaped,
    steps_shaped,
    results_paired,
    tools_shaped,
    choice_possible,
    output_shaped,
    keeping_possible,
    numbers_in_range,
)
