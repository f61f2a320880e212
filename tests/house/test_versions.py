"""The folder of versions that is published."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "versions.py"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text("one")
    (tmp_path / "site" / "404.html").write_text("lost")
    return tmp_path / "site"


def add(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), str(site), str(site.parent / "pages"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_versions_stand_beside_each_other_and_the_newest_is_listed_first(site: Path):
    for version in ("0.9", "0.10", "dev"):
        assert add(site, version).returncode == 0
    pages = site.parent / "pages"
    listed = json.loads((pages / "versions.json").read_text("utf-8"))
    assert [entry["version"] for entry in listed] == ["dev", "0.10", "0.9"]
    assert all((pages / entry["version"] / "index.html").read_text() == "one" for entry in listed)


def test_a_version_replaces_what_stood_there(site: Path):
    (site / "old.html").write_text("old")
    add(site, "0.1")
    (site / "old.html").unlink()
    (site / "index.html").write_text("two")
    add(site, "0.1")
    pages = site.parent / "pages"
    assert (pages / "0.1/index.html").read_text() == "two"
    assert not (pages / "0.1/old.html").exists()


def test_the_front_door_leads_to_the_released_version(site: Path):
    add(site, "dev")
    door = site.parent / "pages" / "index.html"
    assert 'url=dev/"' in door.read_text()
    add(site, "0.1", "--default")
    assert 'url=0.1/"' in door.read_text()
    add(site, "dev")
    assert 'url=0.1/"' in door.read_text()


@pytest.mark.parametrize("version", ["../x", "a/b", ".git", ""])
def test_a_version_that_leads_elsewhere_is_refused(site: Path, version: str):
    assert add(site, version).returncode == 2


def test_a_folder_that_is_no_site_is_refused(site: Path):
    (site / "index.html").unlink()
    assert add(site, "0.1").returncode == 2
