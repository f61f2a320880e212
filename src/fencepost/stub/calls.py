"""Scripted tool calls against the tools that the request sent, so that a script cannot drift from its page."""

from __future__ import annotations

import json

from fencepost.stub import schemas
from fencepost.stub.ask import Ask
from fencepost.stub.reply import Call, Reply
from fencepost.stub.words import did_you_mean


def misfit(reply: Reply, ask: Ask, *, raw_allowed: bool) -> tuple[str, str] | None:
    """Why the calls of a scripted reply cannot be made in answer to `ask`, and how to go on; or `None`.

    `raw_allowed` says whether the wire format carries arguments as text.
    """
    reason = next(
        (found for call in reply.calls if (found := _impossible(call, ask, raw_allowed))), _disallowed(reply, ask)
    )
    if reason:
        return reason, "Mend the script, or the request that the example sends."
    reasons = [reason for call in reply.calls if (reason := _unfit(call, ask))]
    if not reply.invalid:
        return (
            (reasons[0], "Mend the arguments; if they are wrong on purpose, say `invalid: true`.") if reasons else None
        )
    if reasons or any(call.raw for call in reply.calls):
        return None
    return "the call is marked `invalid`, but its arguments fit the tool's schema", "Remove `invalid`."


def _impossible(call: Call, ask: Ask, raw_allowed: bool) -> str | None:
    if not ask.tools:
        return f"the script calls `{call.name}`, but the request offers no tools"
    if ask.tool(call.name) is None:
        known = [tool.name for tool in ask.tools]
        return f"the script calls `{call.name}`, which the request does not offer; {did_you_mean(call.name, known)}"
    if call.raw and not raw_allowed:
        return "`raw_args` cannot be sent: this provider's arguments are objects, not text"
    return None


def _disallowed(reply: Reply, ask: Ask) -> str | None:
    """What the request's choice of tools forbids."""
    names = [call.name for call in reply.calls]
    if ask.most_calls is not None and len(names) > ask.most_calls:
        most = "no tool" if ask.most_calls == 0 else "one tool at a time"
        return f"the script calls {', '.join(names)}, but the request lets the model call {most}"
    if ask.forced is None or reply.refuse is not None or reply.failure is not None or reply.finish is not None:
        return None
    if ask.forced and any(name != ask.forced for name in names):
        return f"the script calls {', '.join(names)}, but the request makes the model call `{ask.forced}`"
    if not names:
        return f"the script calls no tool, but the request makes the model call {ask.forced or 'one'}"
    return None


def _unfit(call: Call, ask: Ask) -> str | None:
    tool = ask.tool(call.name)
    if call.raw or tool is None or tool.schema is None:
        return None
    reason = schemas.misfit(tool.schema, json.loads(call.arguments))
    return f"the arguments of `{call.name}` do not fit the schema that the request sent: {reason}" if reason else None
