"""Records what a step writes to standard output and error, whoever writes it: print, logging, a child process."""

from __future__ import annotations

import errno
import io
import os
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, TextIO, cast

if TYPE_CHECKING:
    from typing_extensions import Buffer

Listener = Callable[[str], None]

MOST = 50_000_000
"""Bytes that one step may print; an endless loop would fill the disk before its time is over."""


@dataclass(slots=True)
class Printed:
    """What was written, as text."""

    stdout: str = ""
    stderr: str = ""


class _Stream(io.BufferedIOBase):
    """Keeps what is written."""

    def __init__(self) -> None:
        self.listener: Listener | None = None
        self.written = 0
        self._chunks: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        chunk = bytes(data)
        self.written += len(chunk)
        if self.written > MOST:
            raise OSError(errno.EFBIG, f"more than {MOST} bytes were printed")
        if self.listener is not None:
            self.listener(chunk.decode("utf-8", "replace"))
        return self._put(chunk)

    def taken(self) -> str:
        """All that was written; nothing is kept then."""
        if not self._chunks:
            return ""
        text = b"".join(self._chunks).decode("utf-8", "replace")
        self._chunks.clear()
        return text

    def _put(self, chunk: bytes) -> int:
        self._chunks.append(chunk)
        return len(chunk)


class _Descriptor(_Stream):
    """Writes to a file descriptor at once, so that the order holds between Python and child processes."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor

    def fileno(self) -> int:
        return self._descriptor

    def _put(self, chunk: bytes) -> int:
        left = chunk
        while left:
            left = left[os.write(self._descriptor, left) :]
        return len(chunk)


class Capture:
    """Takes the place of both streams for Python code."""

    def __init__(self) -> None:
        """Make the streams."""
        # The same two streams for all of a page: what a fence hands to a logging handler stays good.
        self._raw: tuple[_Stream, _Stream] = self._opened()
        self._streams = tuple(_text(raw) for raw in self._raw)

    def close(self) -> None:
        """End the recording."""

    @contextmanager
    def recording(self, listener: Listener | None = None) -> Generator[Printed]:
        """Record while the block runs, then pass it on to the streams that stood there before.

        The result is filled when the block ends. `listener` is told of each piece of text that Python writes to
        standard output.
        """
        printed = Printed()
        outside = sys.stdout, sys.stderr
        for stream in outside:
            stream.flush()
        if any(stream.closed for stream in self._streams):
            self._raw = self._opened()
            self._streams = tuple(_text(raw) for raw in self._raw)
        for raw in self._raw:
            raw.written = 0
        self._raw[0].listener = listener
        sys.stdout, sys.stderr = self._streams
        try:
            with self._taking():
                yield printed
        finally:
            sys.stdout, sys.stderr = outside
            printed.stdout, printed.stderr = self._taken()
            for stream, text in zip(outside, (printed.stdout, printed.stderr), strict=True):
                if text:
                    stream.write(text)

    def _opened(self) -> tuple[_Stream, _Stream]:
        return _Stream(), _Stream()

    def _taking(self) -> AbstractContextManager[object]:
        """In force while the block runs."""
        return nullcontext()

    def _taken(self) -> tuple[str, str]:
        return self._raw[0].taken(), self._raw[1].taken()


class DescriptorCapture(Capture):
    """Takes the place of both streams, for Python and for the descriptors below it."""

    def __init__(self) -> None:
        """Open the files that hold what is written."""
        super().__init__()
        with ExitStack() as stack:
            self._files = tuple(stack.enter_context(tempfile.TemporaryFile(buffering=0)) for _ in range(2))
            self._closing = stack.pop_all()

    def close(self) -> None:
        """Close the files."""
        self._closing.close()

    def _opened(self) -> tuple[_Stream, _Stream]:
        return _Descriptor(1), _Descriptor(2)

    @contextmanager
    def _taking(self) -> Generator[None]:
        kept = os.dup(1), os.dup(2)
        for number, file in enumerate(self._files, 1):
            os.dup2(file.fileno(), number)
        try:
            yield
        finally:
            for number, copy in enumerate(kept, 1):
                os.dup2(copy, number)
                os.close(copy)

    def _taken(self) -> tuple[str, str]:
        return _taken(self._files[0].fileno()), _taken(self._files[1].fileno())


def _text(stream: _Stream) -> TextIO:
    raw = cast("BinaryIO", stream)
    return io.TextIOWrapper(raw, encoding="utf-8", errors="surrogateescape", newline="\n", write_through=True)


def _taken(file: int) -> str:
    """All that was written to a file, which is empty then."""
    size = os.lseek(file, 0, os.SEEK_END)
    if size == 0:
        return ""
    os.lseek(file, 0, os.SEEK_SET)
    parts: list[bytes] = []
    while part := os.read(file, size):
        parts.append(part)
    os.lseek(file, 0, os.SEEK_SET)
    os.ftruncate(file, 0)
    return b"".join(parts).decode("utf-8", "replace")
