"""What is released: versions that agree, distributions that hold what they should and nothing else."""

from __future__ import annotations

import importlib.metadata
import io
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from loading import load
from packaging.version import Version

import fencepost
import wikimem

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheels() -> ModuleType:
    return load(ROOT / "scripts" / "wheels.py")


def test_the_versions_agree(wheels: ModuleType):
    assert fencepost.__version__ == wheels.FENCEPOST.version == importlib.metadata.version("fencepost")
    assert wikimem.__version__ == wheels.WIKIMEM.version == importlib.metadata.version("wikimem")
    assert fencepost.__version__ == wikimem.__version__


def test_the_changelog_knows_no_version_beyond_the_one_that_the_code_names():
    released = re.findall(r"^## (\d[\d.]*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert [version for version in released if Version(version) > Version(fencepost.__version__)] == []


def test_the_pythons_that_are_tried_are_those_that_are_promised(wheels: ModuleType):
    for project in wheels.PROJECTS:
        settings = tomllib.loads((project.root / "pyproject.toml").read_text("utf-8"))["project"]
        assert settings["requires-python"] == f">={wheels.PYTHONS[0]}"
        named = [entry.split(" :: ")[-1] for entry in settings["classifiers"] if re.search(r":: 3\.\d+$", entry)]
        assert tuple(named) == wheels.PYTHONS


@pytest.mark.parametrize(
    ("tag", "changelog", "wrong"),
    [
        ("v1.2.3", "## Unreleased\n\n## 1.2.3 (2026-07-30)\n", []),
        ("v1.2.3", "## 1.2.3\n", []),
        ("v1.2.3", "## 1.2.30\n", ["CHANGELOG.md has no heading `## 1.2.3`; move the entries below it"]),
        ("v1.2", "## 1.2\n", ["one is 1.2.3, the tag is v1.2", "two is 1.2.3, the tag is v1.2"]),
        ("1.2.3", "## 1.2.3\n", ["one is 1.2.3, the tag is 1.2.3", "two is 1.2.3, the tag is 1.2.3"]),
    ],
)
def test_a_tag_is_held_to_versions_and_changelog(wheels: ModuleType, tag: str, changelog: str, wrong: list[str]):
    assert wheels.wrong_for_tag(tag, {"one": "1.2.3", "two": "1.2.3"}, changelog) == wrong


README = "# T\n\n[中文](README.zh-CN.md)\n\nSee [a](docs/a.md), [b](https://b.example) and [c](#c).\n\n```md\n[d](docs/d.md)\n```\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("", "# T\n\nSee a, [b](https://b.example) and [c](#c).\n\n```md\n[d](docs/d.md)\n```\n"),
        (
            "https://host.example/x/",
            README.replace("(README", "(https://host.example/x/blob/main/README").replace(
                "[a](", "[a](https://host.example/x/blob/main/"
            ),
        ),
    ],
)
def test_an_index_gets_the_readme_without_links_that_lead_nowhere(source: str, expected: str):
    assert load(ROOT / "hatch_build.py").for_index(README, source) == expected


def test_the_data_of_the_package_is_asked_for(wheels: ModuleType):
    held = wheels.FENCEPOST.files()
    data = {"py.typed", "completions/fencepost.zsh", "publishing/style.css", "report.schema.json", "stub/authority.pem"}
    assert {f"fencepost/{name}" for name in data} <= held
    assert "wikimem/py.typed" in wheels.WIKIMEM.files()
    assert [name for name in held if "__pycache__" in name] == []


def info(wheels: ModuleType) -> set[str]:
    folder = f"wikimem-{wheels.WIKIMEM.version}.dist-info"
    return {f"{folder}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")}


def test_a_wheel_that_lacks_a_file_or_has_one_too_many_is_refused(wheels: ModuleType, tmp_path: Path):
    archive = tmp_path / "wikimem.whl"
    with zipfile.ZipFile(archive, "w") as file:
        for name in (wheels.WIKIMEM.files() | info(wheels) | {"tests/test_it.py"}) - {"wikimem/py.typed"}:
            file.writestr(name, "")
    assert wheels.wrong_in_wheel(wheels.WIKIMEM, archive) == [
        "wikimem.whl: wikimem/py.typed is missing",
        "wikimem.whl: tests/test_it.py should not be there",
    ]


def test_a_source_distribution_is_held_to_the_same(wheels: ModuleType, tmp_path: Path):
    archive = tmp_path / "wikimem.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        for name in (wheels.WIKIMEM.files() | wheels.WIKIMEM.beside | {".gitignore", "docs/a.md"}) - {"LICENSE"}:
            file.addfile(tarfile.TarInfo(f"wikimem-1/{name}"), io.BytesIO())
    assert wheels.wrong_in_sdist(wheels.WIKIMEM, archive) == [
        "wikimem.tar.gz: LICENSE is missing",
        "wikimem.tar.gz: PKG-INFO is missing",
        "wikimem.tar.gz: docs/a.md should not be there",
    ]
