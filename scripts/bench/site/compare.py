"""Plant faults in a small documentation and see which tools turn red. Prints the table of the page on comparisons.

    python scripts/bench/site/compare.py

The tools are installed into a throwaway environment, together with this repository. Each fault is planted in a project
of its own, written in the way in which the tool wants it written where it has one. A tool has noticed a fault if it
is green without and red with it; `red` stands where it is red either way. No key of a provider is set.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[3]
PACKAGES = (
    "pytest",
    "pytest-markdown-docs",
    "pytest-examples",
    "sybil",
    "cogapp",
    "mkdocs-material",
    "mkdocs-static-i18n",
    "jieba",
    "openai",
)
SYBIL = """
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
pytest_collect_file = Sybil(parsers=[PythonCodeBlockParser()], patterns=["*.md"]).pytest()
"""
EXAMPLES = """
import pytest
from pytest_examples import find_examples

@pytest.mark.parametrize("example", [*find_examples("docs")], ids=str)
def test_docs(example, eval_example):
    eval_example.run_print_check(example)
"""
SITE = """
site_name: A site
theme: {name: material, font: false}
plugins:
  - i18n:
      docs_structure: folder
      fallback_to_default: false
      languages: [{locale: en, name: English, default: true}, {locale: zh, name: 中文}]
nav: [index.md, more.md]
markdown_extensions:
  - admonition
  - pymdownx.superfences
  - toc: {slugify: !!python/object/apply:pymdownx.slugs.slugify {kwds: {case: lower}}}
validation: {nav: {omitted_files: warn, not_found: warn}, links: {not_found: warn, anchors: warn}}
"""
SETTINGS = '[languages]\nen = ["docs/en"]\nzh = ["docs/zh"]\n'
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
TOOLS = {
    "fencepost": ("-m", "fencepost", "check", "--run"),
    "pytest-markdown-docs": (*PYTEST, "-p", "pytest_markdown_docs.plugin", "--markdown-docs", "docs"),
    "pytest-examples": (*PYTEST, "-p", "pytest_examples", "test_docs.py"),
    "Sybil": (*PYTEST, "docs"),
    "cog": ("-m", "cogapp", "--check", "-p", "import sys; sys.path.insert(0, '.')", "docs/en/index.md"),
    "mkdocs-static-i18n": ("-m", "mkdocs", "build", "--strict", "-d", "out"),
}
PLAIN = "```python\ntotal = 1 + 1\n```\n"
QUOTE = "```text\nYou are kind.\n```\n"
COG = """\
<!-- [[[cog
from texts import PROMPT
cog.outl(f"```text\\n{PROMPT}\\n```")
]]] -->
```text
You are kind.
```
<!-- [[[end]]] -->
"""
OUTPUTS = {
    "fencepost": "```python\nprint(1 + 1)\n```\n\n<!-- fencepost: output -->\n```text\n2\n```\n",
    "pytest-examples": "```python\nprint(1 + 1)\n#> 2\n```\n",
    "Sybil": "```python\n>>> print(1 + 1)\n2\n```\n",
}
MODEL = """\
```python
from openai import OpenAI

client = OpenAI()
reply = client.chat.completions.create(model="gpt-4o", messages=[{"role": "user", "content": "Hello"}])
```
"""


@dataclass(frozen=True)
class Fault:
    """What is planted: a text of the English page, and the one that it is replaced with."""

    name: str
    page: str = PLAIN
    """What the page holds, in both languages."""
    own: tuple[tuple[str, str], ...] = ()
    """The way in which a tool wants it written, by the tool."""
    old: str = ""
    new: str = ""
    file: str = "docs/en/index.md"
    """Where it is planted; the other language's page is changed alike unless `alone`."""
    alone: bool = False


FAULTS = (
    Fault("a fence raises", old="1 + 1", new="1 + nothing"),
    Fault(
        "a fence in an admonition raises",
        page="!!! note\n\n    ```python\n    total = 1 + 1\n    ```\n",
        old="1 + 1",
        new="1 + nothing",
    ),
    Fault("a shown output is wrong", own=tuple(OUTPUTS.items()), old="2\n", new="3\n"),
    Fault("the site does not render a fence", old="```python", new="```python a word"),
    Fault(
        "a quoted constant was reworded",
        page=QUOTE,
        own=(("fencepost", f"<!-- fencepost: quote texts:PROMPT -->\n{QUOTE}"), ("cog", COG)),
        old="kind",
        new="blunt",
        file="texts.py",
    ),
    Fault("a request that the provider refuses", page=MODEL, old='"role": "user"', new='"role": "sender"'),
    Fault("the translation has other code", old="1 + 1", new="1 + 2", file="docs/zh/index.md", alone=True),
    Fault("a page has no translation", file="docs/zh/more.md", alone=True),
    Fault("a Chinese anchor is dead", old="(#更多)", new="(#更少)", file="docs/zh/index.md", alone=True),
)


def write(folder: Path, tool: str, fault: Fault) -> None:
    """Write the project without the fault."""
    page = dict(fault.own).get(tool, fault.page)
    files = {
        "docs/en/index.md": f"# Guide\n\n{page}\n[More](#more)\n\n## More\n\nThe end.\n",
        "docs/zh/index.md": f"# 指南\n\n{page}\n[更多](#更多)\n\n## 更多\n\n完。\n",
        "docs/en/more.md": "# More\n\nText.\n",
        "docs/zh/more.md": "# 更多\n\n正文。\n",
        "texts.py": 'PROMPT = "You are kind."\n',
        "mkdocs.yml": SITE,
        "fencepost.toml": SETTINGS,
    }
    files |= {"conftest.py": SYBIL} if tool == "Sybil" else {}
    files |= {"test_docs.py": EXAMPLES} if tool == "pytest-examples" else {}
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def plant(folder: Path, fault: Fault) -> None:
    """Make the fault."""
    path = folder / fault.file
    if not fault.old:
        path.unlink()
        return
    twin = folder / fault.file.replace("docs/en", "docs/zh")
    for each in [path] if fault.alone else dict.fromkeys([path, twin]):
        each.write_text(each.read_text("utf-8").replace(fault.old, fault.new), "utf-8")


def is_green(python: Path, tool: str, folder: Path) -> bool:
    """Whether the tool ends with 0."""
    kept = {name: value for name, value in os.environ.items() if not name.endswith(("_API_KEY", "_BASE_URL"))}
    plugins = {} if tool == "fencepost" else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment = {**kept, **plugins, "NO_MKDOCS_2_WARNING": "1"}
    answer = subprocess.run(
        [python, *TOOLS[tool]], cwd=folder, env=environment, capture_output=True, timeout=300, check=False
    )
    # pytest ends with 5 where it has collected nothing: no fault was noticed.
    return answer.returncode == 0 or (answer.returncode == 5 and "pytest" in TOOLS[tool])


def outcome(python: Path, work: Path, tool: str, fault: Fault) -> str:
    """What the tool says of a fault."""
    folder = Path(tempfile.mkdtemp(dir=work))
    write(folder, tool, fault)
    if not is_green(python, tool, folder):
        return "red"
    plant(folder, fault)
    return "–" if is_green(python, tool, folder) else "✓"


def install(work: Path) -> Path:
    """The throwaway environment's Python."""
    subprocess.run([sys.executable, "-m", "venv", work / "env"], check=True)
    python = work / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", *PACKAGES, f"{ROOT}[pytest]"], check=True)
    return python


def main() -> None:
    """Print a row for each fault, and the versions."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        python = install(work)
        print(f"{date.today()}\n\n| fault | {' | '.join(TOOLS)} |\n|{'---|' * (len(TOOLS) + 1)}")
        for fault in FAULTS:
            print(f"| {fault.name} | {' | '.join(outcome(python, work, tool, fault) for tool in TOOLS)} |", flush=True)
        listed = subprocess.run([python, "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout
        wanted = {package.lower() for package in (*PACKAGES, "mkdocs")}
        print("\n" + ", ".join(" ".join(line.split()) for line in listed.splitlines() if line.split()[0] in wanted))


if __name__ == "__main__":
    main()
