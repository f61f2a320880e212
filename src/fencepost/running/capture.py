"""Records what a step writes to standard output and error, and passes it on."""

from __future__ import annotations

import io
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TextIO


@dataclass(slots=True)
class Printed:
    """What was written, as text."""

    stdout: str = ""
    stderr: str = ""


class _Recorder(io.RawIOBase):
    """The bytes below a text stream: kept, and passed on to the stream that stood there before."""

    def __init__(self, onward: TextIO | None) -> None:
        self.kept = bytearray()
        self._onward = onward

    def writable(self) -> bool:
        return True

    def write(self, data: bytes, /) -> int:  # type: ignore[override]
        chunk = bytes(data)
        self.kept += chunk
        if self._onward is not None:
            self._onward.write(chunk.decode("utf-8", "replace"))
        return len(chunk)


@dataclass(slots=True)
class _Stream:
    recorder: _Recorder
    text: io.TextIOWrapper = field(init=False)

    def __post_init__(self) -> None:
        self.text = io.TextIOWrapper(
            self.recorder, encoding="utf-8", errors="surrogateescape", newline="\n", write_through=True
        )

    def read(self) -> str:
        return self.recorder.kept.decode("utf-8", "replace")


@contextmanager
def captured() -> Generator[Printed]:
    """Record both streams while the block runs; the result is filled when it ends."""
    printed = Printed()
    outside = sys.stdout, sys.stderr
    out, err = _Stream(_Recorder(sys.stdout)), _Stream(_Recorder(sys.stderr))
    sys.stdout, sys.stderr = out.text, err.text
    try:
        yield printed
    finally:
        sys.stdout, sys.stderr = outside
        printed.stdout, printed.stderr = out.read(), err.read()
