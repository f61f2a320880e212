"""One script in use: which of its replies comes next, and which were never asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from fencepost.stub.ask import Ask
from fencepost.stub.conditions import unmet
from fencepost.stub.faults import Fault
from fencepost.stub.reply import Reply, Script


@dataclass(slots=True)
class _Entry:
    reply: Reply
    used: int = 0

    @property
    def left(self) -> bool:
        return self.reply.always or self.used < self.reply.repeat


@dataclass(slots=True, eq=False)
class Scope:
    """The replies of one script, and how far they have been used. Made by `Stub.open_scope`."""

    name: str
    """The name under which its faults are reported."""
    script: Script
    _entries: list[_Entry] = field(init=False)

    def __post_init__(self) -> None:
        self._entries = [_Entry(reply) for reply in self.script.replies]

    def next(self, ask: Ask) -> Reply | None:
        """The reply that a request would get, without using it.

        A reply with a `when` that holds goes first; else the first of the others that is left, in order. Vectors
        answer only requests for embeddings, and those take nothing else but errors.
        """
        fitting = [entry.reply for entry in self._entries if entry.left and _fits(entry.reply, ask)]
        ruled = (reply for reply in fitting if reply.when is not None and not unmet(reply.when, ask))
        queued = (reply for reply in fitting if reply.when is None)
        return next(ruled, next(queued, None))

    def use(self, reply: Reply) -> None:
        """Count a reply of this script as given."""
        entry = next(entry for entry in self._entries if entry.reply is reply)
        entry.used += 1

    def unasked(self) -> tuple[Fault, ...]:
        """A fault for each reply that nobody asked for as often as it is scripted."""
        return tuple(self._unasked(number, entry) for number, entry in enumerate(self._entries, 1) if _owed(entry))

    def _unasked(self, number: int, entry: _Entry) -> Fault:
        reply = entry.reply
        asked = f" only {entry.used} of {reply.repeat} times" if entry.used else ""
        message = f"reply {number} of the script, {described(reply)}, was{asked or ' never'} asked for"
        hint = "no request met its `when`" if reply.when is not None and not entry.used else ""
        return Fault("FP208", message, hint, scope=self.name, script_line=reply.line)


def _owed(entry: _Entry) -> bool:
    return entry.used == 0 if entry.reply.always else entry.used < entry.reply.repeat


def _fits(reply: Reply, ask: Ask) -> bool:
    if reply.failure is not None:
        return ask.kind == "completion" or reply.when is not None
    return (reply.embed is not None) == (ask.kind == "embedding")


def described(reply: Reply) -> str:
    """A reply in a few words, for messages."""
    if reply.failure is not None:
        return f"`error: {reply.failure.kind or reply.failure.status}`"
    if reply.calls:
        return "`call: " + ", ".join(call.name for call in reply.calls) + "`"
    for key, said in (("say", reply.say), ("refuse", reply.refuse), ("think", reply.think)):
        if said is not None:
            return f"`{key}: {said if len(said) <= 40 else said[:39] + '…'}`"
    return "`embed`" if reply.embed is not None else f"`finish: {reply.finish}`"
