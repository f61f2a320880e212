"""A project of a few files whose links are checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from fencepost.checks.links.check import check_links
from fencepost.checks.links.targets import Targets
from fencepost.model import Finding
from fencepost.project import open_project
from fencepost.settings import load
from fencepost.testing import Docs

Check = Callable[..., list[Finding]]


@pytest.fixture
def project(tmp_path: Path) -> Callable[..., Path]:
    def write(files: dict[str, str]) -> Path:
        return Docs(tmp_path, files).root

    return write


@pytest.fixture
def check(project: Callable[..., Path]) -> Check:
    """What is wrong with the links of a project's pages, or of those that are named."""

    def run(files: dict[str, str], *paths: str, anchors: tuple[str, ...] = ()) -> list[Finding]:
        opened = open_project(load(project(files)), paths)
        targets = Targets(opened, anchors=anchors)
        return [finding for page in opened.pages for finding in check_links(page, targets)]

    return run
