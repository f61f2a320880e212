"""What is kept of Gemini's interactions: `GET` and `DELETE …/interactions/{id}`, `POST …/interactions/{id}/cancel`.

Source: the API reference, "Interactions API". A kept interaction has its whole timeline, with the user's input.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from fencepost.stub.dialects.dialect import Endpoint, RefusedError, Violation
from fencepost.stub.dialects.gemini_errors import refuse_interaction
from fencepost.stub.dialects.gemini_interactions_stream import events
from fencepost.stub.memory import Memory
from fencepost.stub.reply import Reply
from fencepost.stub.shapes import Object, mapping, mappings
from fencepost.stub.wire import Request, Response, event_stream, json_response

_PATH = re.compile(
    r"/v1(?:alpha|beta)?\d*/(?:projects/[^/]+/locations/[^/]+/)?interactions/(?P<id>[^/]+)(?P<cancel>/cancel)?$"
)


def matches(request: Request) -> bool:
    """Whether a request is about a kept interaction."""
    found = _PATH.search(request.path)
    return found is not None and request.method in (("POST",) if found["cancel"] else ("GET", "DELETE"))


def answer(request: Request, memory: Memory) -> Response:
    """The interaction, streamed again where that is asked for; nothing for one that is deleted."""
    found = _PATH.search(request.path)
    identity = found["id"] if found else ""
    held = memory.held(f"interaction {identity}")
    if held is None:
        raise RefusedError(Violation(f"Interaction '{identity}' not found.", "id", status=404))
    if request.method == "DELETE":
        memory.forget(f"interaction {identity}")
        memory.forget(f"timeline of {identity}")
        return json_response(200, {})
    if request.method == "POST":
        return json_response(200, {**mapping(held), "status": "cancelled"})
    query = {key: values[-1] for key, values in parse_qs(request.query).items()}
    if query.get("stream") == "true":
        last = query.get("last_event_id", "")
        return event_stream(events(_made(mapping(held)), Reply(), int(last) if last.isdecimal() else 0))
    return json_response(200, held)


def _made(interaction: Object) -> Object:
    """An interaction with the steps of the model alone, as its stream had them."""
    given = ("user_input", "function_result")
    return {**interaction, "steps": [one for one in mappings(interaction["steps"]) if one.get("type") not in given]}


ENDPOINT = Endpoint("kept gemini interaction", matches, answer, refuse_interaction)
