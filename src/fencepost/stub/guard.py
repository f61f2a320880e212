"""The network guard: while it is installed, no request of this process leaves the machine.

Requests of the known HTTP libraries are led to the stub, which answers those for a model by their path, whatever the
host, and refuses the rest; what goes around those libraries is refused at the socket. Loopback is left alone, save
a local model API on which nothing listens. Both kinds of refusal are recorded as FP205.

Child processes are not patched: they inherit the variables of `fencepost.stub.environment`, whose base URLs and
proxies lead to the stub. A child that ignores its environment is not held back.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from types import ModuleType, TracebackType
from urllib.parse import urlsplit

from fencepost.stub import children, clients, keys, sockets
from fencepost.stub.caller import caller, caller_header
from fencepost.stub.core import Stub
from fencepost.stub.dialects.hosts import is_local
from fencepost.stub.faults import Fault
from fencepost.stub.imports import ImportHook
from fencepost.stub.patching import Patch, Patches
from fencepost.stub.wire import Request

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


@dataclass(frozen=True, slots=True)
class Detour:
    """Where a request goes instead."""

    url: str
    headers: dict[str, str]
    """To be set on the request: the name of the host that it was meant for, and its caller."""

    @property
    def address(self) -> tuple[str, int]:
        """Host and port of the stub."""
        parts = urlsplit(self.url)
        return parts.hostname or "127.0.0.1", parts.port or 80

    @property
    def target(self) -> str:
        """Path and query."""
        parts = urlsplit(self.url)
        return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


class Guard:
    """Leads this process's requests to the stub at `url`, but for those to `hosts` (names, or patterns with `*`).

    `before_child` is called whenever a child process is about to be started.
    """

    def __init__(
        self, url: str, hosts: Iterable[str], stub: Stub, before_child: Callable[[], None] | None = None
    ) -> None:
        self._url = url
        self._own = urlsplit(url).netloc
        self._hosts = tuple(host.lower() for host in hosts)
        self._stub = stub
        self._before_child = before_child
        self._addresses: set[str] = set()
        self._patches = Patches()
        self._hook = ImportHook(clients.LIBRARIES, self._patch)

    def install(self) -> None:
        """Begin to guard; does nothing if it does already."""
        if self._patches.applied:
            return
        self._patches.apply(sockets.patches(self))
        self._patches.apply(clients.urllib_patches(self))
        self._patches.apply(keys.patches())
        if self._before_child is not None:
            self._patches.apply(children.patches(self._before_child))
        self._hook.install()

    def uninstall(self) -> None:
        """Put everything back as it was."""
        self._hook.uninstall()
        self._patches.restore()

    def __enter__(self) -> Guard:
        self.install()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.uninstall()

    def _patch(self, module: ModuleType) -> None:
        patches: Callable[[ModuleType, Guard], Iterator[Patch]] = clients.LIBRARIES[module.__name__]
        self._patches.apply(patches(module, self))

    def detour(self, method: str, url: str) -> Detour | None:
        """Where a request must go instead, or `None` if it may go where it wants to."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.netloc == self._own:
            return Detour(url, caller_header(caller()))
        if self.allows(host):
            return None
        if is_local(host) and not self._stands_in(method, url):
            return None
        query = f"?{parts.query}" if parts.query else ""
        headers = {"host": parts.netloc.rpartition("@")[2], **caller_header(caller())}
        return Detour(f"{self._url}{parts.path}{query}", headers)

    def _stands_in(self, method: str, url: str) -> bool:
        """Whether a local address is a model API on which nothing listens."""
        parts = urlsplit(url)
        request = Request(method, parts.path)
        port = parts.port or _PORTS.get(parts.scheme, 80)
        return self._stub.speaks(request) and not _listens(parts.hostname or "", port)

    def allows(self, host: str) -> bool:
        """Whether a host is named in `hosts`, or is an address that such a name was resolved to."""
        return host in self._addresses or any(fnmatch(host.lower(), pattern) for pattern in self._hosts)

    def resolved(self, addresses: Iterable[str]) -> None:
        """Note what the name of an allowed host was resolved to."""
        self._addresses.update(addresses)

    def refused(self, what: str) -> str:
        """Record a refusal at the socket; returns the message for the exception."""
        message = f"{what} would leave the machine"
        self._stub.record(Fault("FP205", message, caller=caller()))
        return f"FP205: {message}; fences have no network"


def _listens(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=0.5):
            return True
    except OSError:
        return False
