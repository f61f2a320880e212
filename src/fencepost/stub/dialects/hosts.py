"""Whose rules hold for a request: the vendor's own, or those of a service that is compatible with it.

A request to the stub's own address stands for the vendor, since the base-URL variables lead there, unless its path
begins with `COMPATIBLE`.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address

from fencepost.stub.wire import Request

COMPATIBLE = "/compatible"
"""The prefix under which the stub stands for a compatible service."""

_FOREIGN_MODELS = (
    "deepseek", "qwen", "qwq", "kimi", "moonshot", "glm", "llama", "meta-", "mistral", "ministral", "codestral",
    "gemini", "gemma", "grok", "sonar", "command", "doubao", "ernie", "hunyuan", "yi-", "phi", "minimax", "nova",
)  # fmt: skip


def is_local(host: str) -> bool:
    """Whether a host name or address means this machine."""
    name = host.strip("[]").rstrip(".").lower()
    if name in ("", "localhost") or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback or address.is_unspecified


def speaks_openai(request: Request, model: str) -> bool:
    """Whether OpenAI itself, or its twin on Azure, would answer."""
    if request.path.startswith(COMPATIBLE) or "/" in model or model.lower().startswith((*_FOREIGN_MODELS, "claude")):
        return False
    return _stands_for(request, "api.openai.com", ".openai.azure.com", ".api.openai.com")


def speaks_anthropic(request: Request, model: str) -> bool:
    """Whether Anthropic itself would answer."""
    if request.path.startswith(COMPATIBLE) or model.lower().startswith((*_FOREIGN_MODELS, "gpt-")):
        return False
    return _stands_for(request, "api.anthropic.com")


def speaks_gemini(request: Request) -> bool:
    """Whether Google's own Gemini API would answer; Vertex, whose rules are laxer, does not count."""
    if request.path.startswith(COMPATIBLE) or "/publishers/" in request.path or "/endpoints/" in request.path:
        return False
    return _stands_for(request, "generativelanguage.googleapis.com")


def _stands_for(request: Request, *vendors: str) -> bool:
    return request.direct or any(
        request.host.endswith(vendor) if vendor.startswith(".") else request.host == vendor for vendor in vendors
    )
