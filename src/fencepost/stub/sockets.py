"""The last line of the guard: sockets and name resolution."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from fencepost.stub.dialects.hosts import is_local
from fencepost.stub.patching import Patch

if TYPE_CHECKING:
    from fencepost.stub.guard import Guard

_INTERNET = (socket.AF_INET, socket.AF_INET6)


def patches(guard: Guard) -> Iterator[Patch]:
    """The patches of the standard library's `socket`."""
    for name in ("connect", "connect_ex"):
        yield Patch(socket.socket, name, _connecting(guard, getattr(socket.socket, name)))
    yield Patch(socket.socket, "sendto", _sending(guard, socket.socket.sendto))
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex"):
        yield Patch(socket, name, _resolving(guard, getattr(socket, name)))


def _connecting(guard: Guard, original: Callable[..., object]) -> Callable[..., object]:
    def connect(self: socket.socket, address: object) -> object:
        _check(guard, self, address)
        return original(self, address)

    return connect


def _sending(guard: Guard, original: Callable[..., object]) -> Callable[..., object]:
    def sendto(self: socket.socket, *args: object) -> object:
        _check(guard, self, args[-1])
        return original(self, *args)

    return sendto


def _check(guard: Guard, sock: socket.socket, address: object) -> None:
    if sock.family not in _INTERNET or not isinstance(address, tuple):
        return
    host = str(address[0])
    if not is_local(host) and not guard.allows(host):
        raise ConnectionRefusedError(errno.ECONNREFUSED, guard.refused(f"a connection to {host}:{address[1]}"))


def _resolving(guard: Guard, original: Callable[..., object]) -> Callable[..., object]:
    def resolve(host: object, *args: object, **options: object) -> object:
        name = host.decode("ascii", "replace") if isinstance(host, bytes) else host
        if not isinstance(name, str) or is_local(name) or _is_address(name) or name == socket.gethostname():
            return original(host, *args, **options)
        if not guard.allows(name):
            raise socket.gaierror(socket.EAI_FAIL, guard.refused(f"looking up {name}"))
        found = original(host, *args, **options)
        guard.resolved(_addresses(found))
        return found

    return resolve


def _is_address(host: str) -> bool:
    for family in _INTERNET:
        try:
            socket.inet_pton(family, host.partition("%")[0])
        except OSError:
            continue
        return True
    return False


def _addresses(found: object) -> Iterator[str]:
    """The addresses in what `getaddrinfo`, `gethostbyname` and `gethostbyname_ex` return."""
    if isinstance(found, str):
        yield found
    elif isinstance(found, tuple):
        yield from (str(one) for one in found[2])
    elif isinstance(found, list):
        yield from (str(entry[4][0]) for entry in found)
