"""What the installed SDKs know: the tests run on the newest and on the oldest that are supported."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable

import anthropic
import openai
import pytest
from anthropic.resources import Messages
from anthropic.resources.beta import Messages as BetaMessages
from google import genai
from google.genai import types
from openai.resources.responses import Responses
from openai.types import responses

OLD = bool(os.environ.get("STUB_TESTS_OLD_SDKS"))
"""Set by `scripts/bench/stub/oldest.py`: the SDKs are older than fields that the providers send by now."""

thinking = pytest.mark.skipif(not hasattr(anthropic.types, "ThinkingBlock"), reason="the SDK knows no thinking")
refusals = pytest.mark.skipif(
    "refusal" not in str(anthropic.types.Message.model_fields["stop_reason"]), reason="the SDK knows no refusals"
)
parsing = pytest.mark.skipif(not hasattr(Messages, "parse"), reason="the SDK parses no structured output")
tool_runner = pytest.mark.skipif(not hasattr(BetaMessages, "tool_runner"), reason="the SDK has no tool runner")
threads = pytest.mark.skipif(OLD, reason="the SDK knows no threads")
custom_tools = pytest.mark.skipif(
    not hasattr(responses, "ResponseCustomToolCall"), reason="the SDK knows no custom tools"
)
streamed_responses = pytest.mark.skipif(
    not hasattr(Responses, "stream"), reason="the SDK has no helper for streamed responses"
)
summaries = pytest.mark.skipif(
    not hasattr(responses, "ResponseReasoningSummaryPartAddedEvent"), reason="the SDK streams no summaries of thoughts"
)
counting = pytest.mark.skipif(not hasattr(Responses, "input_tokens"), reason="the SDK counts no tokens")
omitting = pytest.mark.skipif(not hasattr(openai, "omit"), reason="the SDK has no `omit`")
numbered_events = "sequence_number" in responses.ResponseTextDeltaEvent.model_fields
contexts = pytest.mark.skipif(
    not hasattr(genai.client.AsyncClient, "__aenter__"), reason="the SDK's asynchronous client is no context manager"
)
postponed = pytest.mark.skipif(OLD, reason="the SDK cannot read postponed annotations")
PLAIN_SCHEMAS = "parameters_json_schema" in types.FunctionDeclaration.model_fields
"""Whether a function of Gemini's may have a JSON Schema."""
HAS_STEPS = int(genai.__version__.partition(".")[0]) >= 2
"""Whether Google's SDK knows interactions as the API has them today."""


def chat_helpers(client: openai.OpenAI):
    """Where the SDK has `parse` and `stream`, which began in beta."""
    return client.chat.completions if hasattr(client.chat.completions, "stream") else client.beta.chat.completions


def kinds(scripts: Iterable[str], needed: dict[str, pytest.MarkDecorator]) -> Collection[object]:
    """The names of scripts as parameters, those that need something marked with it."""
    return [pytest.param(name, marks=[needed[name]] if name in needed else []) for name in scripts]
