"""Token counts for replies that say none: four characters a token, for want of the model's own tokenizer."""

from __future__ import annotations

from fencepost.stub.ask import Ask
from fencepost.stub.reply import Reply
from fencepost.stub.shapes import compact


def tokens_of(text: str) -> int:
    """A plausible, deterministic number of tokens."""
    return -(-len(text) // 4)


def tokens_in(ask: Ask, reply: Reply) -> int:
    """The tokens of the request."""
    if reply.tokens_in is not None:
        return reply.tokens_in
    return max(1, tokens_of(compact([*ask.history, *ask.texts, ask.system])))


def tokens_out(reply: Reply) -> int:
    """The tokens of the reply, with those of its thoughts."""
    if reply.tokens_out is not None:
        return reply.tokens_out
    said = (reply.say or "") + (reply.refuse or "") + "".join(call.name + call.arguments for call in reply.calls)
    return max(1, tokens_of(said) + thought_tokens(reply))


def thought_tokens(reply: Reply) -> int:
    """The tokens of the thoughts alone, never more than all tokens of the reply."""
    count = tokens_of(reply.think or "")
    return count if reply.tokens_out is None else min(count, reply.tokens_out)
