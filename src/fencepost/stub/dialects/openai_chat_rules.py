"""The rules by which OpenAI's chat completions refuse a request, in the order in which they are tried.

Each rule yields what breaks it. Sources: the API reference, "Create chat completion"; the descriptions in
`openai.types.chat`; the guides to function calling and to structured outputs. `PAIRING` holds for every
compatible service, the rest for OpenAI alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.dialects.openai_part_rules import parts_known
from fencepost.stub.dialects.openai_tool_rules import response_format_shaped, tool_choice_possible, tools_shaped
from fencepost.stub.shapes import Object, items, mapping, mappings, named, number, text, whole
from fencepost.stub.words import nearest

Rule = Callable[[Object], Iterator[Violation]]

_ROLES = ("developer", "system", "user", "assistant", "tool", "function")
_PARTS = {
    "user": ("text", "image_url", "input_audio", "file"),
    "assistant": ("text", "refusal"),
    "system": ("text",),
    "developer": ("text",),
    "tool": ("text",),
}
_PARAMETERS = (
    "audio", "frequency_penalty", "function_call", "functions", "logit_bias", "logprobs", "max_completion_tokens",
    "max_tokens", "messages", "metadata", "modalities", "model", "moderation", "n", "parallel_tool_calls",
    "prediction", "presence_penalty", "prompt_cache_key", "prompt_cache_options", "prompt_cache_retention",
    "reasoning_effort", "response_format", "safety_identifier", "seed", "service_tier", "stop", "store", "stream",
    "stream_options", "temperature", "tool_choice", "tools", "top_logprobs", "top_p", "user", "verbosity",
    "web_search_options",
)  # fmt: skip
_RANGES = {"temperature": (0, 2), "top_p": (0, 1), "presence_penalty": (-2, 2), "frequency_penalty": (-2, 2)}
_REASONING = re.compile(r"o[1-9](-|$)")


def model_given(body: Object) -> Iterator[Violation]:
    """`model` is required (API reference)."""
    if not text(body.get("model")):
        yield Violation("you must provide a model parameter")


def messages_given(body: Object) -> Iterator[Violation]:
    """`messages` is a list of at least one object (API reference)."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        yield Violation(
            "Missing required parameter: 'messages'." if messages is None
            else f"Invalid type for 'messages': expected an array of objects, but got {named(messages)} instead.",
            "messages",
        )  # fmt: skip
    elif not messages:
        yield Violation("Invalid 'messages': empty array. Expected an array with minimum length 1.", "messages")


def roles_known(body: Object) -> Iterator[Violation]:
    """A role is one of six (`openai.types.chat.ChatCompletionMessageParam`)."""
    for index, message in enumerate(items(body.get("messages"))):
        if not isinstance(message, dict):
            where = f"messages[{index}]"
            yield Violation(f"Invalid type for '{where}': expected an object, but got {named(message)} instead.", where)
        elif message.get("role") not in _ROLES:
            choices = ", ".join(f"'{role}'" for role in _ROLES)
            where = f"messages[{index}].role"
            yield Violation(
                f"Invalid value: '{message.get('role')}'. Supported values are: {choices}.", where, "invalid_value"
            )


def contents_given(body: Object) -> Iterator[Violation]:
    """Content is a text or parts that suit the role; only an assistant that calls may leave it out."""
    for index, message in enumerate(mappings(body.get("messages"))):
        where = f"messages[{index}].content"
        content = message.get("content")
        if content is None and not (message.get("role") == "assistant" and _speaks_otherwise(message)):
            yield Violation(f"Invalid value for '{where}': expected a string, got null.", where)
        elif content is not None and not isinstance(content, str | list):
            expected = "expected one of a string or array of objects"
            yield Violation(f"Invalid type for '{where}': {expected}, but got {named(content)} instead.", where)
        yield from parts_known(message, _PARTS, f"{where}[{{}}].type")


def _speaks_otherwise(message: Object) -> bool:
    return any(message.get(key) for key in ("tool_calls", "function_call", "refusal", "audio"))


def calls_shaped(body: Object) -> Iterator[Violation]:
    """A call has an id, a type and a function whose arguments are text (`ChatCompletionMessageToolCallParam`)."""
    for index, message in enumerate(mappings(body.get("messages"))):
        for position, call in enumerate(mappings(message.get("tool_calls"))):
            where = f"messages[{index}].tool_calls[{position}]"
            yield from _call_shaped(call, where)


def _call_shaped(call: Object, where: str) -> Iterator[Violation]:
    for key in ("id", "type"):
        if not text(call.get(key)):
            yield Violation(
                f"Missing required parameter: '{where}.{key}'.", f"{where}.{key}", "missing_required_parameter"
            )
    if call.get("type") != "function":
        return
    function = mapping(call.get("function"))
    for key in ("name", "arguments"):
        if key not in function:
            place = f"{where}.function.{key}"
            yield Violation(f"Missing required parameter: '{place}'.", place, "missing_required_parameter")
    if "arguments" in function and not isinstance(function["arguments"], str):
        place = f"{where}.function.arguments"
        found = named(function["arguments"])
        yield Violation(
            f"Invalid type for '{place}': expected a string, but got {found} instead.", place, "invalid_type"
        )


def tool_messages_paired(body: Object) -> Iterator[Violation]:
    """A tool message answers a call of the assistant message before it, once (guide to function calling)."""
    open_calls: set[str] = set()
    for index, message in enumerate(mappings(body.get("messages"))):
        role = message.get("role")
        if role == "assistant":
            open_calls = {text(call.get("id")) for call in mappings(message.get("tool_calls"))}
        elif role == "tool":
            identity = text(message.get("tool_call_id"))
            where = f"messages[{index}]"
            if not identity:
                yield Violation(f"Missing required parameter: '{where}.tool_call_id'.", f"{where}.tool_call_id")
            elif identity not in open_calls:
                yield Violation(
                    "Invalid parameter: messages with role 'tool' must be a response to a preceding message with "
                    f"'tool_calls'; no open call has the id '{identity}'.",
                    f"{where}.role",
                )
            open_calls.discard(identity)
        else:
            open_calls = set()


def calls_answered(body: Object) -> Iterator[Violation]:
    """Every call is answered by a tool message before anything else is said (guide to function calling)."""
    messages = mappings(body.get("messages"))
    for index, message in enumerate(messages):
        wanted = [text(call.get("id")) for call in mappings(message.get("tool_calls"))]
        for following in messages[index + 1 :]:
            if following.get("role") != "tool":
                break
            if following.get("tool_call_id") in wanted:
                wanted.remove(text(following.get("tool_call_id")))
        if wanted:
            yield Violation(
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
                "'tool_call_id'. The following tool_call_ids did not have response messages: " + ", ".join(wanted),
                f"messages[{index}].tool_calls" if index + 1 == len(messages) else f"messages[{index + 1}].role",
            )


def numbers_in_range(body: Object) -> Iterator[Violation]:
    """The bounds of the sampling parameters (API reference)."""
    for key, (low, high) in _RANGES.items():
        value = number(body.get(key))
        if body.get(key) is not None and value is None:
            found = named(body[key])
            yield Violation(
                f"Invalid type for '{key}': expected a decimal, but got {found} instead.", key, "invalid_type"
            )
        elif value is not None and not low <= value <= high:
            yield Violation(f"Invalid '{key}': expected a value from {low} to {high}, got {value}.", key)
    for key in ("n", "max_tokens", "max_completion_tokens"):
        value = whole(body.get(key))
        if body.get(key) is not None and (value is None or value < 1):
            yield Violation(f"Invalid '{key}': expected an integer of at least 1, got {body[key]!r}.", key)


def parameters_agree(body: Object) -> Iterator[Violation]:
    """Parameters that exclude or need one another (API reference)."""
    if body.get("max_tokens") is not None and body.get("max_completion_tokens") is not None:
        yield Violation(
            "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.", "max_tokens"
        )
    if body.get("max_tokens") is not None and _REASONING.match(text(body.get("model"))):
        yield Violation(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
            "'max_completion_tokens' instead.",
            "max_tokens",
            "unsupported_parameter",
        )
    if body.get("stream_options") is not None and body.get("stream") is not True:
        yield Violation("The 'stream_options' parameter is only allowed when 'stream' is enabled.", "stream_options")
    if body.get("top_logprobs") is not None and body.get("logprobs") is not True:
        yield Violation("The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.", "top_logprobs")
    if len(items(body.get("stop"))) > 4:
        yield Violation("Invalid 'stop': array too long. Expected an array with maximum length 4.", "stop")


def parameters_known(body: Object) -> Iterator[Violation]:
    """An unknown parameter is refused. Here only one that looks like a known one, since new ones appear."""
    for key in body:
        near = None if key in _PARAMETERS else nearest(key, _PARAMETERS, 0.8)
        if near:
            yield Violation(f"Unknown parameter: '{key}'; did you mean '{near}'?", key, "unknown_parameter")


PAIRING: tuple[Rule, ...] = (messages_given, tool_messages_paired, calls_answered)
RULES: tuple[Rule, ...] = (
    model_given,
    messages_given,
    roles_known,
    contents_given,
    calls_shaped,
    tool_messages_paired,
    calls_answered,
    tools_shaped,
    tool_choice_possible,
    response_format_shaped,
    numbers_in_range,
    parameters_agree,
    parameters_known,
)
