"""The environment in which fences run: base URLs that lead to the stub, keys that are no keys, telemetry off.

To be set before any SDK is imported: some read their variables at import. A child process inherits all of it, so
its SDKs reach the stub as well; what else it asks for goes to the stub as its proxy, which refuses and records it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from fencepost.stub.dialects.hosts import COMPATIBLE

AUTHORITY = Path(__file__).with_name("authority.pem")
"""A certificate of an authority that has no key.

The SDKs parse the whole bundle of the system for each client, some 40 ms; with this one it is under a millisecond.
Nothing that fences may reach speaks TLS, unless `hosts` allows it: then leave it out.
"""

_GOOGLE = Path(__file__).with_name("google.json")
"""Credentials that are none: without any, Google's libraries look for them on the network."""

_LOCAL = "127.0.0.1,localhost,::1"
DUMMY = "fencepost-dummy-key"
"""What keys hold."""

DUMMY_KEYS = (
    "AI21_API_KEY", "ANTHROPIC_API_KEY", "ANYSCALE_API_KEY", "ARK_API_KEY", "CEREBRAS_API_KEY", "COHERE_API_KEY",
    "CO_API_KEY", "DASHSCOPE_API_KEY", "DEEPINFRA_API_KEY", "DEEPSEEK_API_KEY", "FIREWORKS_API_KEY",
    "GEMINI_API_KEY", "GITHUB_MODELS_TOKEN", "GROQ_API_KEY", "HF_TOKEN", "HUGGINGFACEHUB_API_TOKEN",
    "HUGGING_FACE_HUB_TOKEN", "HUNYUAN_API_KEY", "JINA_API_KEY", "LLAMA_API_KEY", "MINIMAX_API_KEY",
    "MISTRAL_API_KEY", "MODELSCOPE_API_KEY", "MOONSHOT_API_KEY", "NVIDIA_API_KEY", "OLLAMA_API_KEY",
    "OPENAI_API_KEY", "OPENROUTER_API_KEY", "PERPLEXITY_API_KEY", "PPLX_API_KEY", "QIANFAN_API_KEY", "QWEN_API_KEY",
    "REPLICATE_API_TOKEN", "SAMBANOVA_API_KEY", "SILICONFLOW_API_KEY", "TAVILY_API_KEY", "TOGETHER_API_KEY",
    "VOLCENGINE_API_KEY", "VOYAGE_API_KEY", "XAI_API_KEY", "ZAI_API_KEY", "ZHIPUAI_API_KEY",
)  # fmt: skip
"""Keys that an SDK may insist on."""

_EMPTY_SECRETS = (
    "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_ENVIRONMENT_KEY", "ANTHROPIC_FOUNDRY_API_KEY",
    "ANTHROPIC_IDENTITY_TOKEN", "ANTHROPIC_PROFILE", "ANTHROPIC_WEBHOOK_SIGNING_KEY", "ANTHROPIC_WORK_SECRET",
    "AWS_ACCESS_KEY_ID", "AWS_BEARER_TOKEN_BEDROCK", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AZURE_API_KEY",
    "AZURE_CLIENT_SECRET", "AZURE_OPENAI_AD_TOKEN", "AZURE_OPENAI_API_KEY", "GH_TOKEN", "GITHUB_TOKEN",
    "GOOGLE_API_KEY", "LANGCHAIN_API_KEY", "LANGFUSE_SECRET_KEY",
    "LANGSMITH_API_KEY", "LOGFIRE_TOKEN", "OPENAI_ADMIN_KEY", "OPENAI_CUSTOM_HEADERS", "OPENAI_ORG_ID",
    "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET", "PYPI_TOKEN", "SENTRY_DSN", "WANDB_API_KEY",
)  # fmt: skip
"""Secrets that must not be read, and that a dummy would harm.

Two keys at once make the SDKs of Gemini and Anthropic warn; Azure variables beside OpenAI's make `openai`'s
module-level client refuse.
"""

_SECRET = re.compile(
    r"(API_?KEY|ACCESS_KEY(_ID)?|PRIVATE_KEY|SECRET(_KEY)?|TOKEN|PASSWORD|CREDENTIALS)$", re.IGNORECASE
)

_TELEMETRY_OFF = {
    "ANONYMIZED_TELEMETRY": "False",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "DO_NOT_TRACK": "1",
    "GRADIO_ANALYTICS_ENABLED": "False",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGFUSE_TRACING_ENABLED": "false",
    "LANGSMITH_TRACING": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_TELEMETRY": "False",
    "LOGFIRE_SEND_TO_LOGFIRE": "false",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "OTEL_SDK_DISABLED": "true",
    "POSTHOG_DISABLED": "1",
}

_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "GIT_SSL_CAINFO")

_COMPATIBLE_BASES = (
    "DEEPSEEK_API_BASE", "DEEPSEEK_BASE_URL", "GROQ_API_BASE", "LLM_BASE_URL", "MISTRAL_API_BASE",
    "MOONSHOT_API_BASE", "MOONSHOT_BASE_URL", "OPENROUTER_API_BASE", "OPENROUTER_BASE_URL", "SILICONFLOW_BASE_URL",
    "TOGETHERAI_API_BASE", "XAI_API_BASE", "ZAI_BASE_URL",
)  # fmt: skip


def sealed(
    environment: Mapping[str, str], url: str, ca_bundle: Path | None = None, hosts: Iterable[str] = ()
) -> dict[str, str]:
    """An environment in which nothing is secret and everything leads to the stub at `url`; see `variables`.

    What `variables` can only empty is not there at all: an older Anthropic SDK makes the header `Bearer ` of an empty
    token.
    """
    made = {**environment, **variables(url, ca_bundle, hosts)}
    return {name: value for name, value in made.items() if name not in _EMPTY_SECRETS}


def without_secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment without the variables whose name says that they are a secret."""
    return {name: value for name, value in environment.items() if not _SECRET.search(name)}


def variables(url: str, ca_bundle: Path | None = None, hosts: Iterable[str] = ()) -> dict[str, str]:
    """The variables to set, with the stub at `url`.

    `ca_bundle` replaces the system's certificates: an issuer's, or `AUTHORITY` where nothing real is reached. `hosts`
    are reached by child processes without the stub as their proxy.
    """
    bypass = ",".join((_LOCAL, *hosts))
    certificates = {} if ca_bundle is None else dict.fromkeys(_BUNDLES, str(ca_bundle))
    return {
        **dict.fromkeys(DUMMY_KEYS, DUMMY),
        **dict.fromkeys(_EMPTY_SECRETS, ""),
        **_TELEMETRY_OFF,
        **_base_urls(url),
        **_proxies(url, bypass),
        **certificates,
        "GOOGLE_APPLICATION_CREDENTIALS": str(_GOOGLE),
        "AWS_EC2_METADATA_DISABLED": "true",
        "OPENAI_API_TYPE": "openai",
    }


def secret_names() -> frozenset[str]:
    """The variables whose real values no fence may see."""
    return frozenset((*DUMMY_KEYS, *_EMPTY_SECRETS))


def _base_urls(url: str) -> dict[str, str]:
    return {
        "OPENAI_BASE_URL": f"{url}/v1",
        "OPENAI_API_BASE": f"{url}/v1",
        "ANTHROPIC_BASE_URL": url,
        "ANTHROPIC_API_BASE": url,
        "GOOGLE_GEMINI_BASE_URL": url,
        "GOOGLE_VERTEX_BASE_URL": url,
        "DASHSCOPE_COMPATIBLE_BASE_URL": f"{url}{COMPATIBLE}/v1",
        "DASHSCOPE_HTTP_BASE_URL": f"{url}/api/v1",
        "OLLAMA_HOST": url,
        "OLLAMA_API_BASE": url,
        **dict.fromkeys(_COMPATIBLE_BASES, f"{url}{COMPATIBLE}/v1"),
    }


def _proxies(url: str, bypass: str) -> dict[str, str]:
    names = ("http_proxy", "https_proxy", "all_proxy")
    proxies = {spelled: url for name in names for spelled in (name, name.upper())}
    return {**proxies, "no_proxy": bypass, "NO_PROXY": bypass}
