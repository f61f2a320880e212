"""The diary's agent loops over the oldest SDKs that are supported: `python scripts/bench/stub/oldest.py`.

Makes an environment of its own in a temporary folder and runs `tests/stub/test_stub_diary_loops.py` in it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parents[3]
OLDEST = ["openai==1.66.0", "anthropic==0.45.0", "google-genai==1.20.0"]
"""The first `openai` with the responses API, and the first `google-genai` that reads GEMINI_API_KEY."""
BESIDES = ["pytest", "pytest-markdown-docs", "jsonschema", "pydantic", "PyYAML", "pyflakes", "filelock", "tzdata"]
LOOPS = "tests/stub/test_stub_diary_loops.py"


def main() -> int:
    """Install and run."""
    with tempfile.TemporaryDirectory(prefix="fencepost-oldest-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin", "python"))
        subprocess.run([python, "-m", "pip", "install", "-q", *OLDEST, *BESIDES], check=True)
        paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "src" / "wikimem")])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTEST_PLUGINS": "fencepost.pytest_plugin"}
        command = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", LOOPS]
        return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
