"""Asks git in a way that starts no program of the repository's: its configuration and attributes may name some.

What can be named there, and what is set against it:

- `core.fsmonitor`, `core.hooksPath`, `log.showSignature`: set here, for this call;
- `filter.NAME.clean` and `process`, by which git reads files of the working tree: emptied, whatever their names;
- `remote.NAME.url` and the like, from which a partial clone fetches what it lacks: no protocol is allowed;
- the configuration of a submodule and of a bare repository that lies among the files: neither is looked into.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

_SET = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "log.showSignature": "false",
    "safe.bareRepository": "explicit",
}
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
}
_COMPARING = {
    "diff": ("--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"),
    "status": ("--ignore-submodules=all",),
}
"""Commands that read files of the working tree, and what keeps them from starting programs."""
_FILTERS = r"^filter\..*\.(clean|process|required)$"


def ask(root: Path, command: str, *arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a git command in a folder. Raises `FileNotFoundError` where there is no git."""
    settings = {**_SET, **(_emptied_filters(root) if command in _COMPARING else {})}
    return _run(root, [command, *_COMPARING.get(command, ()), *arguments], settings, given)


def _emptied_filters(root: Path) -> dict[str, str]:
    found = _run(root, ["config", "--name-only", "-z", "--get-regexp", _FILTERS], _SET).stdout.split(b"\0")
    names = [os.fsdecode(name) for name in found if name]
    return {name: "false" if name.endswith(".required") else "" for name in names}


def _run(
    root: Path, arguments: list[str], settings: Mapping[str, str], given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **_ENVIRONMENT, **_as_environment(settings)}
    command = ["git", "-C", str(root), *arguments]
    return subprocess.run(command, input=given, env=environment, capture_output=True, check=False)


def _as_environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Settings as git reads them from the environment, behind those that the caller has there.

    With `-c` the name of a filter could not hold an equals sign.
    """
    had = os.environ.get("GIT_CONFIG_COUNT", "")
    first = int(had) if had.isdecimal() else 0
    found = {"GIT_CONFIG_COUNT": str(first + len(settings))}
    for number, (name, value) in enumerate(settings.items(), first):
        found |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return found
