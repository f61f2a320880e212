"""Copies of this repository, for tests that spoil something in them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The guides of wikimem and what they are held to."""
    for name in ("pyproject.toml", "mkdocs.yml"):
        shutil.copyfile(ROOT / name, tmp_path / name)
    # The guides link to other pages.
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info", "README.md")
    shutil.copytree(ROOT / "src/wikimem", tmp_path / "src/wikimem", ignore=ignored)
    return tmp_path
