"""The HTTP libraries that the guard knows, each patched where it hands a request to the network.

Only the destination changes: what the caller sees as the request's URL stays. Clients with a transport of their
own, as in tests, are never touched. `requests` is covered by `urllib3`.
"""

from __future__ import annotations

import http.client
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import TYPE_CHECKING, Any

from fencepost.stub.failing import TIMED_OUT
from fencepost.stub.patching import Patch

if TYPE_CHECKING:
    from fencepost.stub.guard import Detour, Guard


_TIMEOUT = "the stubbed provider timed out"


def httpx_patches(module: ModuleType, guard: Guard) -> Iterator[Patch]:
    """`httpx` and its successor `httpx2`: the two transports that own connections."""
    send = module.HTTPTransport.handle_request
    send_async = module.AsyncHTTPTransport.handle_async_request

    def handle_request(self: Any, request: Any) -> Any:
        response = send(self, _moved(module, guard, self, request))
        if TIMED_OUT[0] not in response.headers:
            return response
        response.close()
        raise module.ReadTimeout(_TIMEOUT, request=request)

    async def handle_async_request(self: Any, request: Any) -> Any:
        response = await send_async(self, _moved(module, guard, self, request))
        if TIMED_OUT[0] not in response.headers:
            return response
        await response.aclose()
        raise module.ReadTimeout(_TIMEOUT, request=request)

    yield Patch(module.HTTPTransport, "handle_request", handle_request)
    yield Patch(module.AsyncHTTPTransport, "handle_async_request", handle_async_request)


def _moved(module: ModuleType, guard: Guard, transport: Any, request: Any) -> Any:
    if getattr(transport._pool, "_uds", None):
        return request
    detour = guard.detour(request.method, str(request.url))
    if detour is None:
        return request
    headers = module.Headers(request.headers)
    headers.update(detour.headers)
    return module.Request(
        request.method, detour.url, headers=headers, stream=request.stream, extensions=request.extensions
    )


def urllib3_patches(module: ModuleType, guard: Guard) -> Iterator[Patch]:
    """`urllib3`, and with it `requests` and `botocore`."""
    pool_class = module.HTTPConnectionPool
    send = pool_class.urlopen

    def urlopen(
        self: Any,
        method: str,
        url: str,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        *args: Any,
        **options: Any,
    ) -> Any:
        detour = guard.detour(method, _absolute(self, url))
        if detour is None:
            return send(self, method, url, body, headers, *args, **options)
        sent = {**_without_host(self.headers if headers is None else headers), **detour.headers}
        pool = pool_class(*detour.address)
        response = send(pool, method, detour.target, body, sent, *args, **options)
        if TIMED_OUT[0] in response.headers:
            response.close()
            raise module.exceptions.ReadTimeoutError(pool, url, _TIMEOUT)
        return response

    yield Patch(pool_class, "urlopen", urlopen)


def _absolute(pool: Any, url: str) -> str:
    if "://" in url:
        return url
    host = f"[{pool.host}]" if ":" in pool.host else pool.host
    port = "" if pool.port in (None, 80 if pool.scheme == "http" else 443) else f":{pool.port}"
    return f"{pool.scheme}://{host}{port}{url}"


def aiohttp_patches(module: ModuleType, guard: Guard) -> Iterator[Patch]:
    """`aiohttp`: the connector that opens TCP connections."""
    connector = module.TCPConnector
    open_connection = connector.connect

    async def connect(self: Any, req: Any, *args: Any, **options: Any) -> Any:
        detour = guard.detour(req.method, str(req.url))
        if detour is not None:
            req.url = type(req.url)(detour.url, encoded=True)
            req.headers.update(detour.headers)
            req.proxy = None
        return await open_connection(self, req, *args, **options)

    yield Patch(connector, "connect", connect)


def urllib_patches(guard: Guard) -> Iterator[Patch]:
    """`urllib.request` of the standard library."""
    handler = urllib.request.AbstractHTTPHandler
    do_open_original: Callable[..., Any] = handler.do_open

    def do_open(self: Any, http_class: Any, req: urllib.request.Request, **options: Any) -> Any:
        detour = guard.detour(req.get_method(), req.full_url)
        if detour is None:
            return do_open_original(self, http_class, req, **options)
        response = do_open_original(self, http.client.HTTPConnection, _redirected(req, detour))
        if TIMED_OUT[0] in response.headers:
            response.close()
            raise TimeoutError(_TIMEOUT)
        response.url = req.full_url
        return response

    yield Patch(handler, "do_open", do_open)
    # `urlopen` keeps the first opener that it makes, with the proxies of that moment.
    yield Patch(urllib.request, "_opener", None)


def _redirected(req: urllib.request.Request, detour: Detour) -> urllib.request.Request:
    headers = {**_without_host(req.headers), **_without_host(req.unredirected_hdrs), **detour.headers}
    moved = urllib.request.Request(detour.url, req.data, headers, method=req.get_method())
    moved.timeout = req.timeout
    return moved


def _without_host(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name.lower() != "host"}


LIBRARIES: dict[str, Callable[[ModuleType, Any], Iterator[Patch]]] = {
    "httpx": httpx_patches,
    "httpx2": httpx_patches,
    "urllib3": urllib3_patches,
    "aiohttp": aiohttp_patches,
}
"""The libraries by the name of the module whose import triggers the patch."""
