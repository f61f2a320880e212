"""The stub behind a loopback HTTP/1.1 server on a daemon thread, with the standard library alone.

Every connection is closed after its reply: an asynchronous client that outlives its event loop, a fork or a late
thread then finds no half-dead socket. A reply is one write, with Nagle's algorithm off; both spare some 40 ms.
"""

from __future__ import annotations

import gzip
import socketserver
import ssl
import sys
import threading
import zlib
from email.message import Message
from http.client import responses
from http.server import BaseHTTPRequestHandler
from io import BufferedIOBase
from types import TracebackType
from urllib.parse import urlsplit

from fencepost.stub.core import Stub
from fencepost.stub.issuer import Issuer
from fencepost.stub.wire import FINAL, Request, Response, json_response


class StubServer:
    """Serves a `Stub` on a free port of 127.0.0.1 until it is closed.

    It is a proxy too, for child processes: what is no model API is refused. Tunnels are refused as well, unless an
    `issuer` makes certificates for them.
    """

    def __init__(self, stub: Stub, issuer: Issuer | None = None) -> None:
        self._server = _Server(stub, issuer)
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), name="fencepost-stub", daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """The address, such as `http://127.0.0.1:40123`."""
        return f"http://{self._server.address}"

    @property
    def stub(self) -> Stub:
        """The stub that answers; another one may take its place at any time."""
        return self._server.stub

    @stub.setter
    def stub(self, stub: Stub) -> None:
        self._server.stub = stub

    def close(self) -> None:
        """Stop listening. Requests that are being answered are left to end."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> StubServer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256

    def __init__(self, stub: Stub, issuer: Issuer | None) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.stub = stub
        self.issuer = issuer
        self.address = f"127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Stay silent about clients that went away, as a fence does that leaves a stream early."""
        if not isinstance(sys.exception(), ConnectionError | ssl.SSLError):
            super().handle_error(request, client_address)  # ty: ignore[invalid-argument-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    _tunnelled = ""
    """The host and port that a tunnel was asked for."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Print nothing."""

    @property
    def _owner(self) -> _Server:
        if not isinstance(self.server, _Server):
            raise TypeError(f"a handler of the stub needs its server, got {self.server!r}")
        return self.server

    def _serve(self) -> None:
        self.close_connection = True
        if self.command == "CONNECT":
            self._tunnel()
            return
        target = urlsplit(self.path)
        host = self._host(target.netloc)
        body = _body(self.headers, self.rfile)
        if body is None:
            self._send(json_response(400, {"error": {"message": "the request's body cannot be decoded"}}, FINAL))
            return
        direct = host == self._owner.address
        request = Request(self.command, target.path, target.query, self._headers(host), body, direct)
        self._send(self._owner.stub.handle(request))

    def _tunnel(self) -> None:
        """Refuse a tunnel, or end it here and answer the one request that comes through it."""
        issuer = self._owner.issuer
        if issuer is None or self._tunnelled:
            self._send(self._owner.stub.handle(Request("CONNECT", "", headers=self._headers(self.path), direct=False)))
            return
        self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        self._tunnelled = self.path
        context = issuer.context(self.path.rpartition(":")[0].strip("[]"))
        with context.wrap_socket(self.connection, server_side=True) as inside:
            self.rfile, self.wfile = inside.makefile("rb"), inside.makefile("wb")
            self.handle_one_request()
            self.wfile.flush()

    def _host(self, authority: str) -> str:
        """The host that was meant: as a proxy's client names it, unless the guard had changed the destination."""
        if self._tunnelled:
            return self._tunnelled.removesuffix(":443")
        if authority and authority != self._owner.address:
            return authority
        return self.headers.get("host", self._owner.address)

    def _headers(self, host: str) -> dict[str, str]:
        return {**{name.lower(): value for name, value in self.headers.items()}, "host": host}

    def _send(self, response: Response) -> None:
        if response.broken and not response.events:
            return
        headers = [*response.headers, ("connection", "close")]
        if response.events is None:
            headers.append(("content-length", str(len(response.body))))
            payload = b"" if self.command == "HEAD" else response.body
        else:
            headers.append(("transfer-encoding", "chunked"))
            chunks = [b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in response.events]
            payload = b"".join(chunks) + (b"" if response.broken else b"0\r\n\r\n")
        head = f"HTTP/1.1 {response.status} {responses.get(response.status, 'Overloaded')}\r\n"
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
        self.wfile.write(f"{head}{lines}\r\n".encode("latin-1") + payload)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_CONNECT = _serve  # noqa: N815


def _body(headers: Message, stream: BufferedIOBase) -> bytes | None:
    """The decoded body of a request, or `None` if it cannot be decoded."""
    try:
        raw = _chunked(stream) if "chunked" in (headers["transfer-encoding"] or "").lower() else _sized(headers, stream)
        encoding = (headers["content-encoding"] or "identity").lower()
        if encoding in ("gzip", "x-gzip"):
            return gzip.decompress(raw)
        return zlib.decompress(raw) if encoding == "deflate" else raw
    except (ValueError, OSError, EOFError, zlib.error):
        return None


def _sized(headers: Message, stream: BufferedIOBase) -> bytes:
    return stream.read(int(headers["content-length"] or 0))


def _chunked(stream: BufferedIOBase) -> bytes:
    """A body in chunks (RFC 9112, section 7.1)."""
    body = bytearray()
    while size := int(stream.readline().split(b";")[0], 16):
        body += stream.read(size)
        stream.readline()
    while stream.readline().strip():
        continue
    return bytes(body)
