"""The stub's tests over the oldest SDKs that are supported: `python scripts/bench/stub/oldest.py [pytest's arguments]`.

Makes an environment of its own in a temporary folder, or uses the one that `OLDEST_PYTHON` names. What an SDK cannot do
yet is skipped, and fields that are newer than it are let pass, as it lets them pass itself.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[3]
OLDEST = ["openai==1.66.2", "anthropic==0.45.0", "google-genai==1.20.0", "ollama==0.5.0", "dashscope==1.20.0"]
"""The first `openai` whose responses have reasoning items as the API has them, the first `google-genai` that reads
GEMINI_API_KEY, the first `ollama` that goes with it."""
BESIDES = [
    "pytest",
    "pytest-xdist",
    "hypothesis",
    "time-machine",
    "jsonschema",
    "pydantic",
    "PyYAML",
    "pyflakes",
    "filelock",
    "tzdata",
    "httpx2",
    "aiohttp",
    "requests",
    "trustme",
]


def main(arguments: list[str]) -> int:
    """Install and run."""
    with tempfile.TemporaryDirectory(prefix="fencepost-oldest-") as folder:
        python = os.environ.get("OLDEST_PYTHON") or made(Path(folder))
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "src" / "wikimem")])
        more = {"PYTHONPATH": paths, "PYTEST_PLUGINS": "fencepost.pytest_plugin", "STUB_TESTS_OLD_SDKS": "1"}
        # Old SDKs warn of what newer libraries below them will drop; that is not what is tested here.
        command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "default", "-rs", "tests/stub"]
        return subprocess.run([*command, *arguments], cwd=ROOT, env={**os.environ, **more}, check=False).returncode


def made(folder: Path) -> str:
    """The interpreter of a new environment with the old SDKs."""
    venv.create(folder, with_pip=True)
    python = str(folder / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", *OLDEST, *BESIDES], check=True)
    return python


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
