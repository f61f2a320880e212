"""The wire itself: bodies, proxies, streams, connections."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
import ssl
import zlib
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor

import pytest

from fencepost.stub import Issuer, Stub, StubServer, parse_script

CHAT = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}
PATH = "/v1/chat/completions"


@pytest.fixture
def served() -> Generator[tuple[Stub, str]]:
    stub = Stub()
    with StubServer(stub) as server:
        yield stub, server.url.removeprefix("http://")


def send(
    address: str, method: str, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    connection = http.client.HTTPConnection(address, timeout=5)
    try:
        connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, response.read(), dict(response.getheaders())
    finally:
        connection.close()


@pytest.mark.parametrize(
    ("encode", "name"),
    [(gzip.compress, "gzip"), (gzip.compress, "x-gzip"), (zlib.compress, "deflate"), (bytes, "identity")],
)
def test_compressed_bodies(served, encode, name):
    stub, address = served
    assert send(address, "POST", PATH, encode(json.dumps(CHAT).encode()), content_encoding=name)[0] == 200
    assert stub.asks[0].user == "Hi"


def test_bodies_in_chunks(served):
    stub, address = served
    raw = json.dumps(CHAT).encode()
    chunks = b"".join(b"%x;ext=1\r\n%s\r\n" % (len(part), part) for part in (raw[:5], raw[5:]))
    with socket.create_connection(address.split(":")) as sock:
        head = f"POST {PATH} HTTP/1.1\r\nHost: {address}\r\nTransfer-Encoding: chunked\r\n\r\n"
        sock.sendall(head.encode() + chunks + b"0\r\nTrailer: x\r\n\r\n")
        assert sock.recv(20).startswith(b"HTTP/1.1 200 ")
        while sock.recv(65536):
            pass
    assert stub.asks[0].user == "Hi"


@pytest.mark.parametrize(
    ("body", "headers"),
    [(b"no gzip", {"content_encoding": "gzip"}), (b"no zlib", {"content_encoding": "deflate"})],
)
def test_bodies_that_cannot_be_decoded(served, body, headers):
    status, answer, _ = send(served[1], "POST", PATH, body, **headers)
    assert status == 400
    assert b"cannot be decoded" in answer


def test_every_connection_is_closed_after_its_reply(served):
    _, _, headers = send(served[1], "POST", PATH, json.dumps(CHAT).encode())
    assert headers["connection"] == "close"
    assert headers["content-type"] == "application/json"


def test_it_is_a_proxy_for_other_hosts(served):
    stub, address = served
    status, _, _ = send(address, "POST", f"http://llm.example.com{PATH}", json.dumps(CHAT).encode())
    assert status == 200
    assert not stub.asks[0].own
    assert send(address, "GET", "http://example.com/x")[0] == 403
    assert send(address, "CONNECT", "example.com:443")[0] == 403
    assert [fault.code for fault in stub.take_faults()] == ["FP205", "FP205"]


def test_it_is_no_proxy_for_itself(served):
    stub, address = served
    body = json.dumps(CHAT).encode()
    send(address, "POST", f"http://{address}{PATH}", body)
    send(address, "POST", f"http://{address}{PATH}", body, host="llm.example.com")
    assert [ask.own for ask in stub.asks] == [True, False]


@pytest.mark.parametrize("method", ["HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_other_methods(served, method):
    status, body, headers = send(served[1], method, "/v1/files/1")
    assert (status, headers["x-should-retry"]) == (403, "false")
    assert (body == b"") is (method == "HEAD")


def test_a_dropped_connection_gets_no_byte(served):
    stub, address = served
    stub.open_scope(parse_script("- error: disconnect\n"), "x")
    with pytest.raises(http.client.RemoteDisconnected):
        send(address, "POST", PATH, json.dumps(CHAT).encode())


def test_a_broken_stream_lacks_its_last_chunk(served):
    stub, address = served
    stub.open_scope(parse_script("- say: a b c\n  break_stream: 2\n"), "x")
    with pytest.raises(http.client.IncompleteRead) as caught:
        send(address, "POST", PATH, json.dumps({**CHAT, "stream": True}).encode())
    assert caught.value.partial.count(b"data: ") == 2


def test_clients_that_go_away_are_no_event(served, capfd):
    for rest in (b"", b"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 99\r\n\r\n{", b"garbage\r\n\r\n"):
        with socket.create_connection(served[1].split(":")) as sock:
            sock.sendall(rest)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert send(served[1], "GET", "/v1/models")[0] == 200
    assert capfd.readouterr() == ("", "")


def test_many_at_once(served):
    body = json.dumps(CHAT).encode()
    with ThreadPoolExecutor(32) as pool:
        answers = list(pool.map(lambda _: send(served[1], "POST", PATH, body), range(64)))
    texts = {json.loads(answer)["choices"][0]["message"]["content"] for _, answer, _ in answers}
    assert texts == {f"Stub reply {number}." for number in range(1, 65)}


def test_another_stub_may_take_its_place():
    first, second = Stub(), Stub()
    with StubServer(first) as server:
        assert server.stub is first
        server.stub = second
        send(server.url.removeprefix("http://"), "POST", PATH, json.dumps(CHAT).encode())
    assert [len(first.asks), len(second.asks)] == [0, 1]


def test_a_closed_server_listens_no_more():
    with StubServer(Stub()) as server:
        address = server.url.removeprefix("http://")
    with pytest.raises(ConnectionRefusedError):
        send(address, "GET", "/v1/models")


def test_tunnels_end_at_the_stub_where_it_has_an_issuer(tmp_path):
    pytest.importorskip("trustme")
    stub, issuer = Stub(), Issuer(tmp_path)
    issuer.ready()
    with StubServer(stub, issuer) as server:
        address = server.url.removeprefix("http://")
        trusting = ssl.create_default_context(cafile=str(issuer.bundle))
        for host, path, expected in (("api.openai.com", PATH, 200), ("203.0.113.9", "/x", 403)):
            connection = http.client.HTTPSConnection(address, context=trusting, timeout=5)
            connection.set_tunnel(host, 443)
            connection.request("POST", path, json.dumps(CHAT))
            response = connection.getresponse()
            assert (response.status, bool(response.read())) == (expected, True)
            connection.close()
    assert stub.asks[0].own
    assert [fault.message for fault in stub.take_faults()] == ["POST 203.0.113.9/x would leave the machine"]


def test_a_client_that_does_not_trust_the_tunnel_is_no_event(tmp_path, capfd):
    pytest.importorskip("trustme")
    with StubServer(Stub(), Issuer(tmp_path)) as server:
        connection = http.client.HTTPSConnection(server.url.removeprefix("http://"), timeout=5)
        connection.set_tunnel("api.openai.com", 443)
        with pytest.raises(ssl.SSLError):
            connection.request("GET", "/v1/models")
        connection.close()
    assert capfd.readouterr() == ("", "")
