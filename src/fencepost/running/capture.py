"""Records what a step writes to standard output and error, and passes it on."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

if TYPE_CHECKING:
    from typing_extensions import Buffer


@dataclass(slots=True)
class Printed:
    """What was written, as text."""

    stdout: str = ""
    stderr: str = ""


Listener = Callable[[str], None]


class _Recorder(io.BufferedIOBase):
    """The bytes below a text stream: kept, and passed on to the stream that stood there before."""

    def __init__(self, onward: TextIO | None, listener: Listener | None) -> None:
        self.kept = bytearray()
        self._onward = onward
        self._listener = listener

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        chunk = bytes(data)
        self.kept += chunk
        if self._listener is not None:
            self._listener(chunk.decode("utf-8", "replace"))
        if self._onward is not None:
            self._onward.write(chunk.decode("utf-8", "replace"))
        return len(chunk)


def _text(recorder: _Recorder) -> TextIO:
    raw = cast("BinaryIO", recorder)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape", newline="\n", write_through=True)


@contextmanager
def captured(listener: Listener | None = None) -> Generator[Printed]:
    """Record both streams while the block runs; the result is filled when it ends.

    `listener` is told of each piece of text as it is written to standard output.
    """
    printed = Printed()
    outside = sys.stdout, sys.stderr
    out, err = _Recorder(sys.stdout, listener), _Recorder(sys.stderr, None)
    sys.stdout, sys.stderr = _text(out), _text(err)
    try:
        yield printed
    finally:
        sys.stdout, sys.stderr = outside
        printed.stdout, printed.stderr = out.kept.decode("utf-8", "replace"), err.kept.decode("utf-8", "replace")
