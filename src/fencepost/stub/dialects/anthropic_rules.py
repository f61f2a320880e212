"""The rules by which Anthropic's messages refuse a request, in the order in which they are tried.

Each rule yields what breaks it. Sources: the API reference, "Create a message" and "Errors"; the descriptions in
`anthropic.types`; the guides to tool use and to extended thinking. `PAIRING` holds for every compatible service.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from fencepost.stub import schemas
from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.shapes import Object, items, mapping, mappings, named, number, text, whole
from fencepost.stub.words import nearest

Rule = Callable[[Object], Iterator[Violation]]

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}")
_PARAMETERS = (
    "betas", "billing_policy", "cache_control", "compaction", "container", "context_management", "diagnostics",
    "fallback_credit_token", "fallbacks", "inference_geo", "max_tokens", "mcp_servers", "messages", "metadata", "model",
    "output_config", "output_format", "service_tier", "speed", "stop_sequences", "stream", "system", "temperature",
    "thinking", "thread", "tool_choice", "tools", "top_k", "top_p", "user_profile_id", "workspace_id",
)  # fmt: skip
_OF_OPENAI = (
    "frequency_penalty", "functions", "input", "instructions", "max_completion_tokens", "max_output_tokens", "n",
    "parallel_tool_calls", "presence_penalty", "reasoning_effort", "response_format", "seed", "stop", "stream_options",
)  # fmt: skip
_THINKING_LEAST = 1024


def required_given(body: Object) -> Iterator[Violation]:
    """`model`, `max_tokens` and `messages` are required (API reference)."""
    for key in ("model", "max_tokens", "messages"):
        if body.get(key) is None:
            yield Violation(f"{key}: Field required", key)
    tokens = body.get("max_tokens", 1)
    if tokens is not None and (whole(tokens) is None or (whole(tokens) or 0) < 0):
        yield Violation(f"max_tokens: Input should be a valid integer of at least 0, got {tokens!r}", "max_tokens")


def messages_given(body: Object) -> Iterator[Violation]:
    """`messages` is a list of at least one object (API reference)."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        yield Violation(f"messages: Input should be a valid list, got {named(messages)}", "messages")
    elif not messages:
        yield Violation("messages: at least one message is required", "messages")
    for index, message in enumerate(items(messages)):
        if not isinstance(message, dict):
            yield Violation(f"messages.{index}: Input should be an object, got {named(message)}", "messages")


def roles_known(body: Object) -> Iterator[Violation]:
    """Roles are user and assistant; the conversation begins with the user (API reference, "messages").

    A `system` message may stand in the middle of a conversation on newer models, never at its beginning.
    """
    for index, message in enumerate(mappings(body.get("messages"))):
        role = message.get("role")
        if role == "system" and index == 0:
            yield Violation(
                'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not '
                '"system" as an input message role.',
                "messages",
            )
        elif role not in ("user", "assistant", "system"):
            hint = "; tool results go into a user message as `tool_result` blocks" if role == "tool" else ""
            yield Violation(
                f"messages.{index}.role: Input should be 'user' or 'assistant', got {role!r}{hint}", "messages"
            )
        elif index == 0 and role != "user":
            yield Violation('messages: first message must use the "user" role', "messages")


def contents_given(body: Object) -> Iterator[Violation]:
    """Content is a text or blocks, and not empty but for a last assistant message (API reference)."""
    messages = mappings(body.get("messages"))
    for index, message in enumerate(messages):
        content = message.get("content")
        where = f"messages.{index}"
        if not isinstance(content, str | list):
            yield Violation(f"{where}.content: Input should be a string or a list, got {named(content)}", "messages")
        elif not content and not (index + 1 == len(messages) and message.get("role") == "assistant"):
            yield Violation(f"{where}: all messages must have non-empty content", "messages")
        for position, block in enumerate(items(content)):
            yield from _block_shaped(block, text(message.get("role")), f"{where}.content.{position}")


def _block_shaped(block: object, role: str, where: str) -> Iterator[Violation]:
    kind = mapping(block).get("type")
    if not isinstance(kind, str):
        yield Violation(f"{where}.type: Field required", "messages")
    elif kind in ("image_url", "function", "input_text", "output_text"):
        yield Violation(
            f"{where}: Input tag '{kind}' found using 'type' does not match any of the expected tags", "messages"
        )
    elif kind == "text" and not text(mapping(block).get("text")):
        yield Violation(f"{where}: text content blocks must be non-empty", "messages")
    elif kind == "tool_use" and role != "assistant":
        yield Violation(f"{where}: `tool_use` blocks can only be in `assistant` messages", "messages")
    elif kind == "tool_result" and role != "user":
        yield Violation(f"{where}: `tool_result` blocks can only be in `user` messages", "messages")
    elif kind == "tool_use":
        yield from _tool_use_shaped(mapping(block), where)


def _tool_use_shaped(block: Object, where: str) -> Iterator[Violation]:
    for key in ("id", "name", "input"):
        if key not in block:
            yield Violation(f"{where}.tool_use.{key}: Field required", "messages")
    if "input" in block and not isinstance(block["input"], dict):
        yield Violation(f"{where}.tool_use.input: Input should be an object, got {named(block['input'])}", "messages")


def results_paired(body: Object) -> Iterator[Violation]:
    """Each `tool_use` has its `tool_result` in the next message, and the other way round (guide to tool use)."""
    messages = [message for message in mappings(body.get("messages")) if message.get("role") != "system"]
    wanted: list[str] = []
    for index, message in enumerate(messages):
        blocks = mappings(message.get("content"))
        given = [text(block.get("tool_use_id")) for block in blocks if block.get("type") == "tool_result"]
        stray = next((identity for identity in given if identity not in wanted), None)
        if stray is not None:
            yield Violation(
                f"messages.{index}: unexpected `tool_use_id` found in `tool_result` blocks: {stray}. Each "
                "`tool_result` block must have a corresponding `tool_use` block in the previous message.",
                "messages",
            )
        missing = [identity for identity in wanted if identity not in given]
        if missing:
            yield Violation(
                f"messages.{index - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block in the "
                "next message.",
                "messages",
            )
        wanted = [text(block.get("id")) for block in blocks if block.get("type") == "tool_use"]
        if len(set(wanted)) < len(wanted):
            yield Violation(f"messages.{index}: `tool_use` ids must be unique", "messages")
    if wanted:
        yield Violation(
            f"messages.{len(messages) - 1}: `tool_use` ids were found without `tool_result` blocks immediately after: "
            f"{', '.join(wanted)}. Each `tool_use` block must have a corresponding `tool_result` block in the "
            "next message.",
            "messages",
        )


def results_first(body: Object) -> Iterator[Violation]:
    """In a user message tool results stand before any text (guide to tool use, "Handling tool results")."""
    for index, message in enumerate(mappings(body.get("messages"))):
        kinds = [text(block.get("type")) for block in mappings(message.get("content"))]
        if "tool_result" in kinds and "text" in kinds[: kinds.index("tool_result")]:
            yield Violation(
                f"messages.{index}: `tool_result` blocks must come first in the content, before any text", "messages"
            )


def system_shaped(body: Object) -> Iterator[Violation]:
    """`system` is a text or text blocks (API reference)."""
    system = body.get("system")
    if system is not None and not isinstance(system, str | list):
        yield Violation(f"system: Input should be a string or a list of text blocks, got {named(system)}", "system")
    for index, block in enumerate(items(system)):
        if mapping(block).get("type") != "text":
            yield Violation(f"system.{index}.type: Input should be 'text'", "system")


def tools_shaped(body: Object) -> Iterator[Violation]:
    """A tool has a name and an `input_schema`, or is one of the provider's own (`anthropic.types.ToolUnionParam`)."""
    names: set[str] = set()
    for index, one in enumerate(items(body.get("tools"))):
        tool, where = mapping(one), f"tools.{index}"
        kind = tool.get("type")
        if kind not in (None, "custom"):
            if kind == "function" or "function" in tool:
                yield Violation(
                    f"{where}: Input tag '{kind}' found using 'type' does not match any of the expected tags: "
                    "'custom', …; a tool here is {name, description, input_schema}, not OpenAI's {type: function, …}",
                    "tools",
                )
            continue
        yield from _custom_tool_shaped(tool, where)
        name = text(tool.get("name"))
        if name in names:
            yield Violation("tools: Tool names must be unique.", "tools")
        names.add(name)


def _custom_tool_shaped(tool: Object, where: str) -> Iterator[Violation]:
    for key in ("name", "input_schema"):
        if key not in tool:
            hint = "; it is named `input_schema`, not `parameters`" if key != "name" and "parameters" in tool else ""
            yield Violation(f"{where}.custom.{key}: Field required{hint}", "tools")
    if "name" in tool and not _NAME.fullmatch(text(tool["name"])):
        yield Violation(f"{where}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'", "tools")
    if "input_schema" in tool:
        schema = tool["input_schema"]
        if mapping(schema).get("type") != "object":
            yield Violation(f"{where}.custom.input_schema.type: Input should be 'object'", "tools")
        reason = schemas.problem(schema)
        if reason:
            yield Violation(
                f"{where}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12: "
                f"{reason}",
                "tools",
            )


def tool_choice_possible(body: Object) -> Iterator[Violation]:
    """`tool_choice` is an object, needs `tools`, and names one of them (API reference)."""
    choice = body.get("tool_choice")
    if choice is None:
        return
    kind = mapping(choice).get("type")
    if kind not in ("auto", "any", "tool", "none"):
        yield Violation(
            f"tool_choice: Input should be an object with a `type` of 'auto', 'any', 'tool' or 'none', got {choice!r}",
            "tool_choice",
        )
    elif not items(body.get("tools")):
        yield Violation("tool_choice may only be specified while providing tools", "tool_choice")
    elif kind == "tool":
        name = mapping(choice).get("name")
        if name not in [tool.get("name") for tool in mappings(body.get("tools"))]:
            yield Violation(f"Tool '{name}' not found in provided tools", "tool_choice")


def thinking_possible(body: Object) -> Iterator[Violation]:
    """A thinking budget, and what it excludes (guide to extended thinking)."""
    thinking = mapping(body.get("thinking"))
    if thinking.get("type") != "enabled":
        return
    budget, most = whole(thinking.get("budget_tokens")), whole(body.get("max_tokens"))
    if budget is None or budget < _THINKING_LEAST:
        yield Violation("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024", "thinking")
    elif most is not None and budget >= most:
        yield Violation("`max_tokens` must be greater than `thinking.budget_tokens`", "max_tokens")
    if body.get("temperature") not in (None, 1):
        yield Violation("`temperature` may only be set to 1 when thinking is enabled", "temperature")
    if mapping(body.get("tool_choice")).get("type") in ("any", "tool"):
        yield Violation("Thinking may not be enabled when tool_choice forces tool use.", "tool_choice")


def numbers_in_range(body: Object) -> Iterator[Violation]:
    """The bounds of the sampling parameters (API reference)."""
    for key in ("temperature", "top_p"):
        value = number(body.get(key))
        if body.get(key) is not None and (value is None or not 0 <= value <= 1):
            yield Violation(f"{key}: Input should be a number from 0 to 1, got {body[key]!r}", key)


def parameters_known(body: Object) -> Iterator[Violation]:
    """Extra parameters are refused. Here OpenAI's, and those that look like a known one, since new ones appear."""
    for key in body:
        near = None if key in _PARAMETERS else nearest(key, _PARAMETERS, 0.8)
        if near or key in _OF_OPENAI:
            hint = f"; did you mean `{near}`?" if near else ""
            yield Violation(f"{key}: Extra inputs are not permitted{hint}", key)


PAIRING: tuple[Rule, ...] = (messages_given, results_paired)
RULES: tuple[Rule, ...] = (
    required_given,
    messages_given,
    roles_known,
    contents_given,
    results_paired,
    results_first,
    system_shaped,
    tools_shaped,
    tool_choice_possible,
    thinking_possible,
    numbers_in_range,
    parameters_known,
)
