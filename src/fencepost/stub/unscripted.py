"""The reply that is made up when nothing is scripted: always the same one for the same request.

In this order: a forced tool is called; the first tool offered is called once, unless a result is already there;
structured output gets a value made from its schema; a thought where one is asked for; else "Stub reply N.".
"""

from __future__ import annotations

import json
from collections.abc import Callable

from fencepost.stub.ask import Ask, Tool
from fencepost.stub.reply import Call, Reply
from fencepost.stub.sample import sample
from fencepost.stub.shapes import compact


def made_up(ask: Ask, number: Callable[[], int]) -> Reply:
    """The reply to `ask`; `number` counts the plain ones."""
    if ask.kind == "embedding":
        return Reply()
    tool = _tool_to_call(ask)
    if tool is not None:
        arguments = sample(tool.schema) if tool.schema is not None else {}
        return Reply(calls=(Call(tool.name, compact(arguments)),))
    think = "A stubbed thought." if ask.thinking else None
    if ask.schema is not None:
        return Reply(say=json.dumps(sample(ask.schema) if ask.schema else {}, ensure_ascii=False), think=think)
    return Reply(say=f"Stub reply {number()}.", think=think)


def _tool_to_call(ask: Ask) -> Tool | None:
    if ask.most_calls == 0:
        return None
    usable = [tool for tool in ask.tools if tool.schema is not None]
    if ask.forced:
        return ask.tool(ask.forced)
    if ask.forced is not None or not ask.results:
        return next(iter(usable), None)
    return None
