"""The check before each commit and in CI."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from fencepost import __version__, yamlsafe
from fencepost.adopting.draft import Draft
from fencepost.adopting.step import Step
from fencepost.edits import newline_at

HOOKS = ".pre-commit-config.yaml"
WORKFLOW = ".github/workflows/fencepost.yml"
_WORKFLOWS = Path(".github/workflows")
_HOOK = f"""\
- repo: local
  hooks:
    - id: fencepost
      name: fencepost
      entry: fencepost check --no-run
      language: python
      additional_dependencies: [fencepost=={__version__}]
      types_or: [markdown, python]
      pass_filenames: false
"""
_JOB = f"""\
name: fencepost

on:
  push:
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v6
        with:
          fetch-depth: 0 # the history tells which of two languages is behind
          persist-credentials: false
      - uses: actions/setup-python@v6
        with:
          python-version: "3.13"
      - run: pip install fencepost=={__version__}
      - run: fencepost check --no-run
"""
_OTHERS = (".gitlab-ci.yml", ".circleci/config.yml", "azure-pipelines.yml", ".travis.yml", "Jenkinsfile")


def hook(draft: Draft) -> Step:
    """An entry in the hooks of pre-commit."""
    old = draft.read(HOOKS)
    if old is not None and "fencepost check" in old:
        return Step("pre-commit", f"{HOOKS} calls fencepost already")
    new = f"repos:\n{_HOOK}" if old is None else with_hook(old, _HOOK)
    if new is None:
        left = (
            f"{HOOKS} is written in a way that is better changed by hand; put this below `repos:`",
            *_HOOK.split("\n"),
        )
        return Step("pre-commit", f"{HOOKS} is left alone", left=left)
    title = f"add a hook to {HOOKS}" if old is not None else f"write {HOOKS} with one hook"
    why = "The check before each commit, without running a fence: the same command on the whole project."
    return Step("pre-commit", title, why, tuple(_HOOK.splitlines()), (), draft.with_text(HOOKS, new), old is not None)


def with_hook(text: str, entry: str) -> str | None:
    """The hooks' file with an entry at the end of its `repos`; `None` where that takes a person."""
    header = re.search(r"^repos:[ \t]*(?:#[^\n]*)?\r?$", text, re.MULTILINE)
    first = re.compile(r"^([ \t]*)-[ \t]", re.MULTILINE).search(text, header.end()) if header else None
    if header is None or first is None:
        return None
    other = re.compile(r"^[^\s#-]", re.MULTILINE).search(text, header.end())
    end = len(text) if other is None else other.start()
    body = text[:end].rstrip()
    newline = newline_at(text, len(body))
    lines = "".join(f"{first[1]}{line}{newline}" for line in entry.splitlines())
    new = body + newline + lines + text[len(body) :].removeprefix(newline)
    return new if _adds_one(text, new) else None


def _adds_one(old: str, new: str) -> bool:
    """Whether YAML reads the same out of both but for one more repository at the end."""
    try:
        before, after = (yaml.load(text, yamlsafe.loader()) for text in (old, new))  # a SafeLoader
    except (yaml.YAMLError, RecursionError):
        return False
    return {**after, "repos": after["repos"][:-1]} == before


def job(draft: Draft) -> Step:
    """A workflow of GitHub; what stands in the files of other services is left alone."""
    calling = [path for path in _service_files(draft) if "fencepost" in (draft.read(path) or "")]
    if calling:
        return Step("ci", f"{calling[0]} calls fencepost already")
    others = [path for path in _OTHERS if draft.read(path) is not None]
    here = (draft.root / _WORKFLOWS).is_dir()
    if others and not here:
        left = (
            f"in {others[0]} add a job with",
            f"  pip install fencepost=={__version__}",
            "  fencepost check --no-run",
        )
        return Step("ci", f"{others[0]} is left alone", left=left)
    why = "The gate: a pull request whose pages differ from their sources is red. Nothing of the project is run."
    after = draft.with_text(WORKFLOW, _JOB)
    return Step("ci", f"write {WORKFLOW}", why, tuple(_JOB.splitlines()), (), after, here)


def _service_files(draft: Draft) -> Iterator[str]:
    folder = draft.root / _WORKFLOWS
    yield from sorted(path.relative_to(draft.root).as_posix() for path in folder.glob("*.y*ml"))
    yield from (
        path for path in (*_OTHERS, ".ci/run", "Makefile", "tox.ini", "noxfile.py") if (draft.root / path).is_file()
    )
    if WORKFLOW in draft.texts:
        yield WORKFLOW
