"""By which rules pages are read that no settings speak of."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.project import open_project
from fencepost.settings import load
from fencepost.testing import Docs

TAB = '=== "One"\n\n    ```python test="skip"\n    x = 1\n    ```\n'
NOTE = "read as Material for MkDocs shows them"


def read(root: Path, files: dict[str, str]) -> tuple[dict[str, tuple[str, int]], bool]:
    Docs(root, files)
    project = open_project(load(root))
    said = any(NOTE in note for note in project.notes)
    return {page.path: (page.dialect, len(page.fences)) for page in project.pages}, said


@pytest.mark.parametrize("line", ['=== "One"', "!!! note", '!!! note "Mind"', '??? tip "More"', "???+ note"])
def test_tabs_and_admonitions_show_that_a_page_is_one_of_material(tmp_path: Path, line: str) -> None:
    page = TAB.replace('=== "One"', line)
    assert read(tmp_path, {"docs/a.md": page, "docs/b.md": "x\n"}) == (
        {"docs/a.md": ("mkdocs", 1), "docs/b.md": ("gfm", 0)},
        True,
    )
    assert Docs(tmp_path, {}).found() == []


@pytest.mark.parametrize("text", ["=== 1\n", 'x === "y"\n', "!!! Mind this !!!\n", "```text\nx\n```\n", "x\n"])
def test_other_pages_are_read_as_on_github(tmp_path: Path, text: str) -> None:
    found, said = read(tmp_path, {"docs/a.md": text})
    assert (found["docs/a.md"][0], said) == ("gfm", False)


def test_a_readme_is_read_on_github(tmp_path: Path) -> None:
    assert read(tmp_path, {"README.md": TAB}) == ({"README.md": ("gfm", 0)}, False)


def test_where_the_site_or_the_settings_are_known_nothing_is_guessed(tmp_path: Path) -> None:
    site = {"mkdocs.yml": "site_name: S\nmarkdown_extensions: [pymdownx.superfences, pymdownx.tabbed]\n"}
    assert read(tmp_path / "one", {**site, "docs/a.md": TAB}) == ({"docs/a.md": ("mkdocs", 1)}, False)
    assert Docs(tmp_path / "one", {}).found() == [("FP103", "docs/a.md", 3)]
    gfm = {"fencepost.toml": 'dialect = "gfm"\n', "docs/a.md": TAB}
    assert read(tmp_path / "two", gfm) == ({"docs/a.md": ("gfm", 0)}, False)


def test_components_of_hugging_face_hold_fences(tmp_path: Path) -> None:
    page = '<hfoption id="pip">\n```bash\npip install x\n```\n</hfoption>\n'
    files = {"docs/source/en/_toctree.yml": "", "docs/source/en/a/b.md": page, "docs/README.md": page}
    assert read(tmp_path, files) == ({"docs/README.md": ("gfm", 0), "docs/source/en/a/b.md": ("mdx", 1)}, False)
