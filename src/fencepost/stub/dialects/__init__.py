"""The wire formats that are stubbed: one module each, found by the end of the path."""

from __future__ import annotations

from collections.abc import Sequence

from fencepost.stub.dialects import (
    anthropic_messages,
    dashscope,
    gemini,
    gemini_embeddings,
    gemini_interactions,
    gemini_interactions_kept,
    google_token,
    lists,
    models,
    ollama,
    ollama_models,
    openai_chat,
    openai_completions,
    openai_embeddings,
    openai_responses,
)
from fencepost.stub.dialects.dialect import Dialect, Endpoint
from fencepost.stub.wire import Request

# The first that matches answers: Ollama's `/api/embeddings` ends like OpenAI's `/embeddings`.
DIALECTS: tuple[Dialect, ...] = (
    openai_chat.DIALECT,
    openai_completions.DIALECT,
    openai_responses.DIALECT,
    anthropic_messages.DIALECT,
    ollama_models.DIALECT,
    openai_embeddings.DIALECT,
    gemini.DIALECT,
    gemini_embeddings.DIALECT,
    gemini_interactions.DIALECT,
    ollama.DIALECT,
    dashscope.DIALECT,
    dashscope.EMBEDDINGS,
)
ENDPOINTS: tuple[Endpoint, ...] = (
    anthropic_messages.COUNT_TOKENS,
    gemini.COUNT_TOKENS,
    gemini_interactions_kept.ENDPOINT,
    ollama_models.ENDPOINT,
    openai_responses.COUNT_TOKENS,
    openai_responses.KEPT,
    models.ENDPOINT,
    lists.ENDPOINT,
    google_token.ENDPOINT,
)


def dialect_of(request: Request, further: Sequence[Dialect] = ()) -> Dialect | None:
    """The wire format that a request speaks; the `further` ones are asked first."""
    return next((dialect for dialect in (*further, *DIALECTS) if dialect.matches(request)), None)


def endpoint_of(request: Request) -> Endpoint | None:
    """The address with a fixed answer that a request is sent to."""
    return next((endpoint for endpoint in ENDPOINTS if endpoint.matches(request)), None)
