"""Nothing leaves the machine, whatever it is sent with; what is local is left alone."""

from __future__ import annotations

import asyncio
import http.server
import importlib
import json
import os
import shutil
import socket
import socketserver
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Generator

import aiohttp
import httpx
import httpx2
import pytest
import requests
import urllib3

from fencepost.stub import Guard, Issuer, Stub, StubServer, serve, variables
from fencepost.stub.imports import ImportHook

CHAT = {"model": "m", "messages": [{"role": "user", "content": "Hi"}]}


def by_httpx(url: str, body: object) -> tuple[int, str, str]:
    response = httpx.request("POST" if body else "GET", url, json=body)
    return response.status_code, str(response.url), response.text


def by_httpx2(url: str, body: object) -> tuple[int, str, str]:
    response = httpx2.request("POST" if body else "GET", url, json=body)
    return response.status_code, str(response.url), response.text


def by_async_httpx(url: str, body: object) -> tuple[int, str, str]:
    async def send() -> tuple[int, str, str]:
        async with httpx.AsyncClient() as client:
            response = await client.request("POST" if body else "GET", url, json=body)
            return response.status_code, str(response.url), response.text

    return asyncio.run(send())


def by_requests(url: str, body: object) -> tuple[int, str, str]:
    with requests.Session() as session:
        response = session.request("POST" if body else "GET", url, json=body)
        return response.status_code, response.url, response.text


def by_urllib3(url: str, body: object) -> tuple[int, str, str]:
    with urllib3.PoolManager() as pool:
        response = pool.request("POST" if body else "GET", url, json=body)
        return response.status, url, response.data.decode()


def by_aiohttp(url: str, body: object, trust_env: bool = False) -> tuple[int, str, str]:
    async def send() -> tuple[int, str, str]:
        async with (
            aiohttp.ClientSession(trust_env=trust_env) as session,
            session.request("POST" if body else "GET", url, json=body) as response,
        ):
            return response.status, str(response.url), await response.text()

    return asyncio.run(send())


def by_aiohttp_with_proxies(url: str, body: object) -> tuple[int, str, str]:
    return by_aiohttp(url, body, trust_env=True)


def by_urllib(url: str, body: object) -> tuple[int, str, str]:
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.url, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, url, error.read().decode()


CLIENTS = [
    by_httpx,
    by_httpx2,
    by_async_httpx,
    by_requests,
    by_urllib3,
    by_aiohttp,
    by_aiohttp_with_proxies,
    by_urllib,
]


@pytest.mark.parametrize("send", CLIENTS)
@pytest.mark.parametrize(
    "url", ["https://nowhere.example/some/path?q=1", "http://nowhere.example:8443/x", "https://203.0.113.9/x"]
)
def test_a_request_to_another_host_is_refused_and_recorded(model, send, url):
    status, seen, text = send(url, None)
    assert (status, seen) == (403, url)
    assert "FP205" in text
    (fault,) = model.faults()
    assert fault.code == "FP205"
    assert url.split("/")[2].split(":")[0] in fault.message
    assert fault.caller[0] == __file__


@pytest.mark.parametrize("send", CLIENTS)
@pytest.mark.parametrize(
    "base", ["https://llm.nowhere.example/api/v1", "http://203.0.113.9:8000/v1", "http://localhost:11434/v1"]
)
def test_a_model_is_reached_under_any_host(model, send, base):
    model.script("- say: Hello.\n  expect: {model: m}\n")
    status, seen, text = send(f"{base}/chat/completions", CHAT)
    assert (status, seen) == (200, f"{base}/chat/completions")
    assert "Hello." in text
    assert not model.requests[0].own


@pytest.mark.parametrize("send", [by_httpx, by_httpx2, by_requests, by_urllib])
def test_a_timeout_is_one(model, send):
    model.script("- error: timeout\n")
    with pytest.raises((httpx.ReadTimeout, httpx2.ReadTimeout, requests.ReadTimeout, TimeoutError)):
        send("https://api.openai.com/v1/chat/completions", CHAT)


def test_sockets_are_refused(model):
    with pytest.raises(OSError, match="FP205"):
        socket.create_connection(("nowhere.example", 80))
    with pytest.raises(OSError, match="FP205"):
        socket.gethostbyname("nowhere.example")
    for family, address in ((socket.AF_INET, ("203.0.113.9", 80)), (socket.AF_INET6, ("2001:db8::1", 80, 0, 0))):
        for attempt in ("connect", "connect_ex"):
            with socket.socket(family) as sock, pytest.raises(ConnectionRefusedError, match="FP205"):
                getattr(sock, attempt)(address)
    with socket.socket(type=socket.SOCK_DGRAM) as sock, pytest.raises(OSError, match="FP205"):
        sock.sendto(b"x", ("203.0.113.9", 53))
    faults = model.faults()
    assert len(faults) == 7
    assert {(fault.code, fault.caller[0]) for fault in faults} == {("FP205", __file__)}
    assert "a connection to 203.0.113.9:80" in faults[2].message


def test_asyncio_streams_are_refused(model):
    for host in ("nowhere.example", "203.0.113.9"):
        with pytest.raises(OSError, match="FP205"):
            asyncio.run(asyncio.open_connection(host, 80))
    assert len(model.faults()) == 2


class Local(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(302 if self.path == "/away" else 200)
        if self.path == "/away":
            self.send_header("Location", "https://nowhere.example/x")
        self.send_header("Content-Length", "5")
        self.end_headers()
        self.wfile.write(b"local")

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["content-length"]))
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


@pytest.fixture
def local() -> Generator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Local) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("send", CLIENTS)
def test_a_local_server_is_left_alone(model, local, send):
    assert send(f"http://{local}/x", None)[::2] == (200, "local")
    assert send(f"http://{local}/v1/chat/completions", CHAT)[::2] == (200, "local")
    assert send(f"http://localhost:{local.split(':')[1]}/v1/models", None)[2] == "local"


@pytest.mark.parametrize("send", [by_httpx, by_requests, by_aiohttp, by_urllib])
def test_nothing_listens_locally(model, send):
    with pytest.raises(Exception, match=r"(?i)refused|connect"):
        send("http://127.0.0.1:9/x", None)


@pytest.mark.parametrize("send", [by_requests, by_aiohttp, by_urllib])
def test_a_local_server_cannot_send_one_away(model, local, send):
    assert send(f"http://{local}/away", None)[0] == 403
    assert [fault.code for fault in model.faults()] == ["FP205"]


class LocalUnix(Local):
    def address_string(self) -> str:
        return "unix"


def test_unix_sockets_are_left_alone(model, tmp_path):
    with socketserver.ThreadingUnixStreamServer(str(tmp_path / "s"), LocalUnix) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(tmp_path / "s"))) as client:
            assert client.get("http://docker/v1/models").text == "local"
        server.shutdown()


def test_a_client_s_own_transport_is_left_alone(model):
    mock = httpx.MockTransport(lambda request: httpx.Response(200, text=request.url.host))
    with httpx.Client(transport=mock) as client:
        assert client.get("https://nowhere.example/x").text == "nowhere.example"


def test_allowed_hosts_go_where_they_want(monkeypatch):
    reached: list[object] = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: [(2, 1, 6, "", ("203.0.113.9", 443))])
    monkeypatch.setattr(socket.socket, "connect", lambda self, address: reached.append(address))
    stub = Stub()
    with StubServer(stub) as server, Guard(server.url, ["api.example.com", "*.example.org"], stub) as guard:
        assert guard.detour("POST", "https://api.example.com/v1/chat/completions") is None
        assert guard.detour("GET", "https://a.example.org/x") is None
        with socket.socket() as sock, pytest.raises(OSError, match="FP205"):
            sock.connect(("203.0.113.9", 443))
        socket.create_connection(("API.example.com", 443)).close()
        with pytest.raises(OSError, match="FP205"):
            socket.getaddrinfo("api.example.net", 443)
    assert reached == [("203.0.113.9", 443)]


def attributes() -> list[object]:
    owners = [
        (httpx.HTTPTransport, "handle_request"),
        (httpx.AsyncHTTPTransport, "handle_async_request"),
        (httpx2.HTTPTransport, "handle_request"),
        (urllib3.HTTPConnectionPool, "urlopen"),
        (urllib.request.AbstractHTTPHandler, "do_open"),
        (aiohttp.TCPConnector, "connect"),
        (socket.socket, "connect"),
        (socket.socket, "sendto"),
        (socket, "getaddrinfo"),
    ]
    return [(vars(owner).get(name), getattr(owner, name)) for owner, name in owners]


def test_everything_is_put_back():
    before, finders = attributes(), list(sys.meta_path)
    stub = Stub()
    with StubServer(stub) as server:
        guard = Guard(server.url, (), stub)
        guard.install()
        guard.install()
        assert all(one != other for one, other in zip(before, attributes(), strict=True))
        with Guard(server.url, (), stub):
            assert by_httpx("https://nowhere.example/x", None)[0] == 403
        assert by_httpx("https://nowhere.example/x", None)[0] == 403
        guard.uninstall()
        guard.uninstall()
    assert attributes() == before
    assert sys.meta_path == finders


def test_urllib_forgets_the_proxies_of_the_fences(local):
    assert by_urllib(f"http://{local}/x", None)[2] == "local"
    before = urllib.request._opener
    with serve() as model:
        assert by_urllib("http://nowhere.example/x", None)[0] == 403
        assert len(model.faults()) == 1
    assert urllib.request._opener is before


def test_a_library_is_patched_when_it_is_imported_later(tmp_path, monkeypatch):
    (tmp_path / "latecomer.py").write_text("done = True\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    seen: list[str] = []
    hook = ImportHook(
        ("latecomer", "nonexistent_library"), lambda module: seen.append(f"{module.__name__} {module.done}")
    )
    hook.install()
    try:
        module = importlib.import_module("latecomer")
        with pytest.raises(ImportError):
            importlib.import_module("nonexistent_library")
    finally:
        hook.uninstall()
        sys.modules.pop("latecomer", None)
    assert seen == ["latecomer True"]
    assert type(module.__loader__).__name__ == "SourceFileLoader"
    assert module.__spec__.loader is module.__loader__


CHILD = """
import os, sys
from fencepost.stub import AUTHORITY, serve
assert not {"httpx", "httpx2", "requests", "aiohttp", "urllib3", "openai", "jsonschema"} & set(sys.modules)
with serve() as model:
    import requests
    assert requests.get("https://nowhere.example/x").status_code == 403
    assert [fault.code for fault in model.faults()] == ["FP205"]
print("ok")
"""


def test_no_client_is_imported_by_the_stub_itself():
    done = subprocess.run([sys.executable, "-c", CHILD], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("ok\n", "")


GRANDCHILD = """
import json, urllib.error, urllib.request, os
for url in ("https://nowhere.example/x", "http://nowhere.example/y"):
    try:
        urllib.request.urlopen(url)
    except OSError as error:
        print(type(error).__name__, 403 if "403" in str(error) else error)
body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "Hi"}]}).encode()
for base in (os.environ["OPENAI_BASE_URL"], "http://llm.nowhere.example/v1"):
    request = urllib.request.Request(f"{base}/chat/completions", body, {"content-type": "application/json"})
    print(json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"])
"""


def test_a_child_process_is_led_to_the_stub_and_refused_by_its_proxy():
    pytest.importorskip("trustme")
    with serve("- one\n- two\n") as model:
        done = subprocess.run([sys.executable, "-c", GRANDCHILD], capture_output=True, text=True, check=False)
        assert done.stdout == "HTTPError 403\nHTTPError 403\none\ntwo\n", done.stderr
        assert [fault.message for fault in model.faults()] == [
            "GET nowhere.example/x would leave the machine",
            "GET nowhere.example/y would leave the machine",
        ]


def test_a_tunnel_without_certificates_is_refused_with_advice():
    stub = Stub()
    with StubServer(stub) as server:
        command = [sys.executable, "-c", "import urllib.request; urllib.request.urlopen('https://nowhere.example/x')"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, **variables(server.url)}
        )
    assert "403" in done.stderr
    (fault,) = stub.take_faults()
    assert (fault.code, fault.message) == (
        "FP205",
        "a child process asked for a connection to nowhere.example over TLS",
    )
    assert "fencepost[tls]" in fault.help


@pytest.mark.parametrize("url", ["http://llm.nowhere.example/v1", "https://api.openai.com/v1"])
def test_curl_reaches_the_stub(tmp_path, url):
    pytest.importorskip("trustme")
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("no curl here")
    stub, issuer = Stub(), Issuer(tmp_path)
    issuer.ready()
    with StubServer(stub, issuer) as server:
        environment = {**os.environ, **variables(server.url, issuer.bundle)}
        command = [
            curl,
            "-sS",
            f"{url}/chat/completions",
            "-H",
            "Content-Type: application/json",
            "-d",
            json.dumps(CHAT),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert "Stub reply 1." in done.stdout, done.stderr
    assert stub.asks[0].own == url.startswith("https")


def test_a_bundle_keeps_what_is_trusted_besides(tmp_path):
    pytest.importorskip("trustme")
    issuer = Issuer(tmp_path)
    before = issuer.bundle.read_bytes()
    issuer.ready()
    issuer.ready()
    assert issuer.bundle.read_bytes().startswith(before)
    assert issuer.bundle.read_bytes().count(b"BEGIN CERTIFICATE") == 2


def test_the_authority_is_made_when_the_first_child_is_started(tmp_path):
    made: list[str] = []
    stub = Stub()
    with StubServer(stub) as server, Guard(server.url, (), stub, lambda: made.append("now")):
        httpx.get("https://nowhere.example/x")
        assert made == []
        subprocess.run([sys.executable, "-c", ""], check=True)
        by_subprocess = len(made)  # which may start it by `os.posix_spawn`, and is then heard of twice
        os.system("true")
        assert 1 <= by_subprocess < len(made)
        made.clear()
    subprocess.run([sys.executable, "-c", ""], check=True)
    assert made == []
