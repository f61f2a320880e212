"""Probabilities of tokens for pages that ask for them: always the same, since nothing was weighed.

A token is a piece of the text as it would be streamed; it gets 0.9, and what else might have stood there the rest.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from fencepost.stub.shapes import Object

_LIKELY = 0.9


def logprobs(pieces: Iterable[str], most: int) -> list[Object]:
    """Each piece with its probability and with the `most` likeliest tokens in its place, itself the first of them."""
    return [{**_token(piece, _LIKELY), "top_logprobs": _likeliest(piece, most)} for piece in pieces]


def _likeliest(piece: str, most: int) -> list[Object]:
    others = [_token(f"{piece}{number}", (1 - _LIKELY) / 2 ** (number - 1)) for number in range(2, most + 1)]
    return [_token(piece, _LIKELY), *others][:most]


def _token(piece: str, probability: float) -> Object:
    return {"token": piece, "logprob": round(math.log(probability), 6), "bytes": list(piece.encode())}
