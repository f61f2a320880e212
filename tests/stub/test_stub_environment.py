"""The variables that lead to the stub, and `serve`."""

from __future__ import annotations

import os
import ssl

import pytest
from openai import OpenAI

from fencepost.stub import AUTHORITY, StubFaultError, sealed, secret_names, serve, variables, without_secrets

URL = "http://127.0.0.1:4711"


def test_the_base_urls_lead_to_the_stub():
    found = variables(URL)
    assert found["OPENAI_BASE_URL"] == f"{URL}/v1"
    assert found["ANTHROPIC_BASE_URL"] == URL
    assert found["DEEPSEEK_API_BASE"] == f"{URL}/compatible/v1"


def test_no_secret_is_left_readable():
    found = variables(URL)
    assert secret_names() <= set(found)
    assert {found[name] for name in secret_names()} == {"", "fencepost-dummy-key"}
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "DEEPSEEK_API_KEY", "DASHSCOPE_API_KEY", "GEMINI_API_KEY"):
        assert found[name] == "fencepost-dummy-key"


def test_a_sealed_environment_keeps_the_rest_and_no_secret():
    outside = {"PATH": "/bin", "OPENAI_API_KEY": "sk-real", "ANTHROPIC_AUTH_TOKEN": "real", "GH_TOKEN": "real"}
    found = sealed(outside, URL)
    assert found["PATH"] == "/bin"
    assert "real" not in "".join(found.values())
    assert not {"ANTHROPIC_AUTH_TOKEN", "GH_TOKEN"} & set(found)


def test_pages_see_nothing_that_is_named_like_a_secret():
    outside = {"PATH": "/bin", "SHOP_API_KEY": "real", "DB_PASSWORD": "real", "MY_CLIENT_SECRET": "x", "TOKENIZER": "a"}
    assert without_secrets(outside) == {"PATH": "/bin", "TOKENIZER": "a"}


def test_proxies_lead_to_the_stub_but_not_for_this_machine():
    found = variables(URL, hosts=["api.example.com"])
    assert {found[name] for name in ("http_proxy", "HTTPS_PROXY", "ALL_PROXY")} == {URL}
    assert found["NO_PROXY"] == found["no_proxy"] == "127.0.0.1,localhost,::1,api.example.com"


def test_certificates_only_where_they_are_given():
    assert "SSL_CERT_FILE" not in variables(URL)
    assert variables(URL, AUTHORITY)["SSL_CERT_FILE"] == str(AUTHORITY)
    assert len(ssl.create_default_context(cafile=str(AUTHORITY)).get_ca_certs()) == 1
    assert "PRIVATE KEY" not in AUTHORITY.read_text()


def test_serve_puts_the_environment_back(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-real")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    with serve() as model:
        assert os.environ["OPENAI_API_KEY"] == "fencepost-dummy-key"
        assert os.environ["OPENAI_BASE_URL"] == f"{model.url}/v1"
    assert os.environ["OPENAI_API_KEY"] == "sk-real"
    assert "ANTHROPIC_API_KEY" not in os.environ


def test_serve_raises_what_nobody_looked_at():
    with (
        pytest.raises(StubFaultError, match="FP208 reply-not-asked-for reply 1 of the script") as caught,
        serve("- say: Saved.\n"),
    ):
        pass
    assert [fault.code for fault in caught.value.faults] == ["FP208"]


def test_serve_does_not_hide_the_test_s_own_failure():
    with pytest.raises(KeyError), serve("- say: Saved.\n"):
        raise KeyError


@pytest.mark.parametrize("blank", ["", "  ", "你的密钥"])
def test_a_blank_for_the_reader_s_own_key_leaves_the_dummy(model, blank):
    os.environ["OPENAI_API_KEY"] = blank
    assert OpenAI().chat.completions.create(model="gpt-5", messages=[{"role": "user", "content": "Hi"}]).choices
    os.environ["OPENAI_API_KEY"] = "sk-..."
    assert os.environ["OPENAI_API_KEY"] == "sk-..."
    os.environ.update(OPENAI_API_KEY=blank)
    assert os.environ["OPENAI_API_KEY"] == _dummy()


def _dummy() -> str:
    return variables(URL)["OPENAI_API_KEY"]


def test_an_empty_key_of_the_user_s_own_is_put_back(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "")
    with serve():
        assert os.environ["OPENAI_API_KEY"]
    assert os.environ["OPENAI_API_KEY"] == ""
