"""What the language of a fence means for fencepost."""

from __future__ import annotations

PYTHON = frozenset({"python", "py", "python3", "py3"})
PYCON = frozenset({"pycon", "pyconsole", "python-repl", "python-console"})
SESSIONS = frozenset({"console", "shell-session", "terminal"})
"""Shell with prompts, where what stands between them was printed."""
SHELL = SESSIONS | {"bash", "sh", "shell", "zsh"}
DATA = {
    "json": "json",
    "jsonc": "jsonc",
    "jsonl": "json lines",
    "jsonlines": "json lines",
    "ndjson": "json lines",
    "ini": "ini",
    "cfg": "ini",
    "env": "env",
    "dotenv": "env",
    ".env": "env",
    "xml": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "toml": "toml",
}
"""Languages that are parsed by default, with the parser's name."""

_ALIASES = {
    **dict.fromkeys(PYTHON, "python"),
    **dict.fromkeys(PYCON, "pycon"),
    **dict.fromkeys(SHELL, "bash"),
    "yml": "yaml",
    "js": "javascript",
    "ts": "typescript",
    "md": "markdown",
    "txt": "text",
    "": "text",
}


def canonical(language: str) -> str:
    """One name for all spellings of a language."""
    return _ALIASES.get(language, language)


def runs_by_default(language: str) -> bool:
    """Whether a fence of this language runs without being asked to."""
    return language in PYTHON or language in PYCON


def can_run(language: str) -> bool:
    """Whether a `run` directive can ask for it."""
    return runs_by_default(language) or language in SHELL


def has_prompts(code: str) -> bool:
    """Whether a fence tagged as Python shows a session: its first line that is no comment begins with a prompt."""
    if ">>>" not in code:
        return False
    first = next((line for line in code.split("\n") if line.strip() and not line.lstrip().startswith("#")), "")
    return first.startswith(">>> ") or first == ">>>"
