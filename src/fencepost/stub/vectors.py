"""Embeddings without a model: a hashed bag of words.

Equal texts get equal vectors, texts that share words similar ones, so that a search prints a sensible top hit.
The hashing trick is that of Weinberger et al., "Feature Hashing for Large Scale Multitask Learning" (2009).
"""

from __future__ import annotations

import base64
import math
import re
import struct
from hashlib import blake2b

_WORDS = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W_]+", re.UNICODE)
_DIMENSIONS = {
    "text-embedding-3-large": 3072,
    "text-embedding-3-small": 1536,
    "text-embedding-ada-002": 1536,
    "text-embedding-v4": 1024,
    "text-embedding-v3": 1024,
    "nomic-embed-text": 768,
    "gemini-embedding-001": 3072,
    "mistral-embed": 1024,
}


def dimension_of(model: str, wanted: int | None) -> int:
    """How long a model's vectors are, 1536 for a model that is not known."""
    return wanted or _DIMENSIONS.get(model.rpartition("/")[2], 1536)


def vector(text: str, dimension: int) -> list[float]:
    """The unit vector of a text."""
    values = [0.0] * dimension
    for word in _WORDS.findall(text.casefold()) or [text]:
        digest = blake2b(word.encode(errors="replace"), digest_size=8).digest()
        index = int.from_bytes(digest[:4], "big") % dimension
        values[index] += 1.0 if digest[4] & 1 else -1.0
    length = math.sqrt(sum(value * value for value in values))
    if not length:
        values[0] = length = 1.0
    return [value / length for value in values]


def base64_of(values: list[float] | tuple[float, ...]) -> str:
    """Little-endian float32 in base64, as OpenAI sends vectors for `encoding_format: base64`."""
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()
