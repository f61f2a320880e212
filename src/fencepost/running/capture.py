"""Records what a step writes to standard output and error, whoever writes it: print, logging, a child process."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, BinaryIO, TextIO, cast

if TYPE_CHECKING:
    from typing_extensions import Buffer

Listener = Callable[[str], None]


@dataclass(slots=True)
class Printed:
    """What was written, as text."""

    stdout: str = ""
    stderr: str = ""


class _Descriptor(io.BufferedIOBase):
    """Writes to a file descriptor at once, so that the order holds between Python and child processes."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self.listener: Listener | None = None

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def write(self, data: Buffer, /) -> int:
        chunk = bytes(data)
        if self.listener is not None:
            self.listener(chunk.decode("utf-8", "replace"))
        left = chunk
        while left:
            left = left[os.write(self._descriptor, left) :]
        return len(chunk)


class Capture:
    """Takes the place of both streams, for Python and for the descriptors below it."""

    def __init__(self) -> None:
        """Open the files that hold what is written."""
        with ExitStack() as stack:
            self._files = tuple(stack.enter_context(tempfile.TemporaryFile()) for _ in range(2))
            self._closing = stack.pop_all()
        self._descriptors = _Descriptor(1), _Descriptor(2)
        # The same two streams for all of a page: what a fence hands to a logging handler stays good.
        self._streams = tuple(_text(descriptor) for descriptor in self._descriptors)

    def close(self) -> None:
        """Close the files."""
        self._closing.close()

    @contextmanager
    def recording(self, listener: Listener | None = None) -> Generator[Printed]:
        """Record while the block runs, then pass it on to the streams that stood there before.

        The result is filled when the block ends. `listener` is told of each piece of text that Python writes to
        standard output.
        """
        printed = Printed()
        outside = sys.stdout, sys.stderr
        _flush(outside)
        kept = os.dup(1), os.dup(2)
        for descriptor, file in enumerate(self._files, 1):
            os.dup2(file.fileno(), descriptor)
        self._descriptors[0].listener = listener
        sys.stdout, sys.stderr = self._streams
        try:
            yield printed
        finally:
            sys.stdout, sys.stderr = outside
            for descriptor, copy in enumerate(kept, 1):
                os.dup2(copy, descriptor)
                os.close(copy)
            printed.stdout, printed.stderr = (_taken(file) for file in self._files)
            for stream, text in zip(outside, (printed.stdout, printed.stderr), strict=True):
                stream.write(text)


def _text(descriptor: _Descriptor) -> TextIO:
    raw = cast("BinaryIO", descriptor)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape", newline="\n", write_through=True)


def _flush(streams: tuple[TextIO, TextIO]) -> None:
    for stream in streams:
        stream.flush()


def _taken(file: IO[bytes]) -> str:
    """All that was written to a file, which is empty then."""
    file.seek(0)
    data = file.read()
    file.seek(0)
    file.truncate()
    return data.decode("utf-8", "replace")
