"""The stub as a page's fences meet it."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path

import pytest
from support import plan_of, run_page

from fencepost.engine import check

CURL = '''\
# Curl

<!-- fencepost: model
- say: Hello from the shell.
  expect: {user: Hi}
-->
```python
import subprocess

command = """
curl -sS https://api.openai.com/v1/chat/completions \\\\
  -H "Authorization: Bearer $OPENAI_API_KEY" -H "Content-Type: application/json" \\\\
  -d '{"model": "gpt-5", "messages": [{"role": "user", "content": "Hi"}]}'
"""
answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True)
assert "Hello from the shell." in answer.stdout, answer.stderr
```

Somewhere else:

```python
print(subprocess.run(["curl", "-sS", "https://nowhere.example/x"], capture_output=True, text=True).stdout)
```
'''


def test_curl_in_a_fence_is_answered_over_tls_and_refused_elsewhere(tmp_path: Path):
    pytest.importorskip("trustme")
    if shutil.which("curl") is None:
        pytest.skip("no curl here")
    ran = run_page(CURL, tmp_path)
    assert ran.outcomes == {"curl[1]": "passed", "curl[2]": "failed"}
    assert [(finding.code, finding.message) for finding in ran.findings] == [
        ("FP205", "GET nowhere.example/x would leave the machine")
    ]


SECRETS = """\
# Keys

```python
import os

import requests
from openai import OpenAI

keys = {name: value for name, value in os.environ.items() if "sk-real" in value}
key = os.environ["OPENAI_API_KEY"]
print(keys, key)
```

<!-- fencepost: output -->
```text
{} fencepost-dummy-key
```

<!-- fencepost: model
- Hello from nowhere.
-->
```python
answer = requests.post(
    "https://llm.my-company.example/v1/chat/completions",
    headers={"Authorization": f"Bearer {key}"},
    json={"model": "house-model", "messages": [{"role": "user", "content": "Hi"}]},
)
print(answer.json()["choices"][0]["message"]["content"])
#> Hello from nowhere.
```

```python
for send in (requests.get, requests.post):
    try:
        send("https://api.openai.com/v1/unknown", headers={"Authorization": "Bearer sk-real"}).raise_for_status()
    except requests.HTTPError:
        pass
```
"""


def test_real_keys_are_neither_seen_nor_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "MY_SHOP_API_KEY", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, f"sk-real-{name}")
    reached: list[object] = []
    original = socket.socket.connect

    def connect(self: socket.socket, address: object) -> object:
        reached.append(address)
        return original(self, address)

    monkeypatch.setattr(socket.socket, "connect", connect)
    ran = run_page(SECRETS, tmp_path)
    assert ran.outcomes == {"keys[1]": "passed", "keys[2]-output": "passed", "keys[3]": "passed", "keys[4]": "failed"}
    assert [finding.message for finding in ran.findings] == [
        "GET api.openai.com/v1/unknown would leave the machine",
        "POST api.openai.com/v1/unknown would leave the machine",
    ]
    assert {address[0] for address in reached if isinstance(address, tuple)} == {"127.0.0.1"}


TRAPS = """\
# Traps

<!-- fencepost: model
- Saved.
- refuse: no
-->
```python
import requests


def ask(**more):
    body = {"model": "m", "messages": [{"role": "user", "content": "Hi"}], **more}
    return requests.post("https://api.openai.com/v1/chat/completions", json=body).json()


ask()
```

<!-- fencepost: model
- say: "Saved.
-->
```python
ask()
```

<!-- fencepost: model
- Saved: milk
-->
```python
ask()
```

<!-- fencepost: model
- call: append_diary
  args: {day: 2026-08-01}
-->
```python
ask()
```

<!-- fencepost: model
- one
-->
```python
ask()
ask()
```

```python
ask()
```
"""


def test_traps_of_yaml_are_findings_at_their_line(tmp_path: Path):
    ran = run_page(TRAPS, tmp_path)
    said = [(finding.code, finding.place.line, finding.message) for finding in ran.findings]
    assert said == [
        ("FP209", 5, '`refuse` must be text, and YAML reads `no` as something else; quote it: refuse: "no"'),
        ("FP209", 20, "not YAML: found unexpected end of stream while scanning a quoted scalar"),
        ("FP209", 27, 'YAML reads `Saved` as a key; if it is part of a text, quote the text: "Saved: milk"'),
        ("FP209", 35, 'YAML reads `2026-08-01` as something else than text; quote it: "2026-08-01"'),
        ("FP211", 13, "the model's reply is made up, since the script has none left"),
        ("FP211", 13, "the model's reply is made up, since nothing is scripted"),
    ]


def test_a_refused_request_is_said_once(tmp_path: Path):
    page = (
        "# T\n\n```python\nfrom openai import OpenAI\n\nOpenAI().chat.completions.create(model='m', messages=[])\n```\n"
    )
    ran = run_page(page, tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.findings] == [("FP204", 6)]
    forbidden = page.replace("messages=[]", "messages=[{'role': 'user', 'content': 'Hi'}]")
    ran = run_page(forbidden, tmp_path, unscripted="fail")
    assert [(finding.code, finding.place.line) for finding in ran.findings] == [("FP211", 6)]
    assert ran.outcomes == {"t[1]": "failed"}


SHELL = """\
# Curl

<!-- fencepost: run -->
<!-- fencepost: model
- say: Hello from the shell.
  expect: {user: Hi}
-->
```bash
curl -sS https://api.openai.com/v1/chat/completions \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "gpt-5", "messages": [{"role": "user", "content": "Hi"}]}'
```

<!-- fencepost: output -->
```text
{..."content": "Hello from the shell."...}
```
"""


@pytest.mark.slow
def test_a_curl_fence_is_answered(tmp_path: Path):
    pytest.importorskip("trustme")
    if shutil.which("curl") is None:
        pytest.skip("no curl here")
    (tmp_path / "fencepost.toml").write_text('shell = ["curl"]\n')
    (tmp_path / "page.md").write_text(SHELL)
    report = check(tmp_path, run=True)
    assert [finding.message for finding in report.findings] == []
    assert [fence.outcome for fence in report.fences if fence.fate == "run"] == ["passed"]


def test_the_script_of_a_skipped_fence_waits_with_it():
    page = '<!-- fencepost: skip reason="later" -->\n<!-- fencepost: model\n- a\n-->\n```python\nx = 1\n```\n'
    assert plan_of(page).findings == ()
