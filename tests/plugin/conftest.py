from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fencepost.testing import Docs

PACKAGE = Path(__file__).parent / "package"
PAGE = """# Hello.

<!-- fencepost: quote ini:app.ini#server.host -->
```text
localhost
```
"""
INI = "[server]\nport = 1\nhost = 127.0.0.1\n"


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package stands where installed ones do, in this process and in those that it starts."""
    monkeypatch.setenv("PYTHONPATH", str(PACKAGE))
    monkeypatch.syspath_prepend(PACKAGE)
    for name in [name for name in sys.modules if name.partition(".")[0] == "house_style"]:
        monkeypatch.delitem(sys.modules, name)


@pytest.fixture
def docs(tmp_path: Path, installed: None) -> Docs:
    return Docs(tmp_path, {"fencepost.toml": 'plugins = ["house-style"]\n', "a.md": PAGE, "app.ini": INI})
