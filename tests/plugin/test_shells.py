"""A plugin takes part wherever pages are checked: through the command, pytest and the build of the site."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fencepost.testing import Docs

pytestmark = pytest.mark.slow

CALL = """# T

<!-- fencepost: model
- Saved.
-->
```python
import json
import urllib.request

data = json.dumps({"prompt": "Bought milk."}).encode()
with urllib.request.urlopen(urllib.request.Request("https://models.house.example/house/say", data)) as answer:
    print(json.load(answer)["text"])
```

<!-- fencepost: output -->
```text
Saved.
```
"""


def python(docs: Docs, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=docs.root, capture_output=True, text=True, check=False)


def test_a_wire_format_answers_for_its_own_address(docs: Docs) -> None:
    docs.write({"c.md": CALL})
    assert docs.outcomes("c.md") == {"c.md::t[1]": "passed", "c.md::t[2]": "passed", "c.md::t[2]-output": "passed"}
    docs.write({"fencepost.toml": ""})
    assert "FP205" in [code for code, *_ in docs.found("c.md", run=True)]


def test_a_wire_format_refuses_what_breaks_its_rules(docs: Docs) -> None:
    docs.write({"c.md": CALL.replace("Bought milk.", "")})
    refused = [one for one in docs.findings("c.md", run=True) if one.code == "FP204"]
    assert [one.message for one in refused] == ["house: `prompt` is missing"]


def test_the_command_and_pytest_say_the_same(docs: Docs) -> None:
    docs.write({"fencepost.toml": 'plugins = ["house-style"]\nseverity = {HOUSE001 = "error"}\n'})
    command = python(docs, "-m", "fencepost", "check", "--output-format", "concise", "-q")
    assert command.stdout.startswith("a.md:1:1: HOUSE001 heading-ends-with-stop the heading `Hello.` ends")
    ran = python(docs, "-m", "pytest", "--fencepost", "-p", "no:cacheprovider", "-q", "-rf")
    assert "a.md:1:1: HOUSE001 heading-ends-with-stop the heading `Hello.` ends" in ran.stdout
    assert "FAILED a.md::page" in ran.stdout
    assert "FAILED a.md::hello[1]-quote" in ran.stdout


def test_pytest_says_what_is_wrong_with_a_plugin(docs: Docs) -> None:
    docs.write({"fencepost.toml": 'plugins = ["broken-style"]\n'})
    ran = python(docs, "-m", "pytest", "--fencepost", "-p", "no:cacheprovider", "-q")
    assert ran.returncode == 4
    assert "FP904" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_build_of_the_site_warns_of_what_it_finds(docs: Docs) -> None:
    docs.write({"docs/index.md": "# Home.\n", "mkdocs.yml": "site_name: T\nplugins: [fencepost]\n"})
    built = python(docs, "-m", "mkdocs", "build", "--strict", "--site-dir", "site")
    assert "docs/index.md:1:1: HOUSE001 the heading `Home.` ends with a full stop" in built.stderr
    assert built.returncode == 1
