"""The stub as a page's fences meet it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support import run_page

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
