"""No request, however misshapen, makes the stub fail: it is answered, and refused where it is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from stub_support import post

from fencepost.stub import Stub

_WORDS = st.sampled_from([
    "user", "assistant", "tool", "system", "function", "text", "auto", "any", "required", "none", "object",
    "string", "json_schema", "enabled", "f", "g", "call_1", "tool_use", "tool_result", "input_text",
    "function_call", "function_call_output", "function_result", "user_input", "model_output", "thought", "message", "reasoning", "model", "create", "continue",
])  # fmt: skip
_KEYS = st.sampled_from([
    "model", "messages", "role", "content", "type", "text", "tools", "tool_calls", "tool_call_id",
    "tool_choice", "function", "name", "arguments", "parameters", "input_schema", "properties", "required",
    "items", "anyOf", "$ref", "response_format", "schema", "strict", "stream", "input", "stream_options",
    "include_usage", "thinking", "budget_tokens", "thread", "previous_message_id", "system", "id", "n",
    "max_tokens", "tool_use_id", "output_config", "format", "instructions", "previous_response_id", "call_id",
    "output", "text", "contents", "parts", "functionDeclarations", "functionCall", "functionResponse",
    "generationConfig", "responseSchema", "args", "response", "prompt", "encoding_format", "dimensions",
    "temperature", "metadata", "previous_interaction_id", "generation_config", "allowed_tools", "mime_type", "result",
])  # fmt: skip
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3000) | st.floats(allow_nan=False) | _WORDS | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=5),
    max_leaves=25,
)
_BODIES = st.dictionaries(_KEYS, _VALUES, max_size=8)

PATHS = [
    "/v1/chat/completions",
    "/v1/completions",
    "/v1/messages",
    "/v1/messages/count_tokens",
    "/v1/embeddings",
    "/v1/responses",
    "/api/chat",
    "/api/v1/services/aigc/text-generation/generation",
    "/api/embed",
    "/v1beta/models/m:generateContent",
    "/v1beta/models/m:batchEmbedContents",
    "/v1beta/interactions",
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["", "api.example.com"])
@settings(max_examples=25, deadline=None)
@given(body=_BODIES)
def test_any_body_is_answered(path, host, body):
    stub = Stub()
    defaults = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}], "input": "Hi"}
    for sent in (body, {**defaults, **body}):
        response = post(stub, path, sent, host, anthropic_version="2023-06-01")
        assert response.status in (200, 400, 404)
        assert all(fault.code == "FP204" for fault in stub.take_faults())
