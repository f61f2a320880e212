"""Where the file of a MkDocs site is looked for, and what it holds for."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.project import Project, open_project
from fencepost.settings import load
from fencepost.testing import Docs

SITE = "site_name: S\n"


def opened(root: Path, files: dict[str, str]) -> Project:
    Docs(root, files)
    return open_project(load(root))


def used(root: Path, files: dict[str, str]) -> str | None:
    site = opened(root, files).site
    return site.path.relative_to(root).as_posix() if site else None


@pytest.mark.parametrize(
    "name",
    [
        "mkdocs.yml",
        "mkdocs.yaml",
        "properdocs.yml",
        "zensical.yml",
        "docs/mkdocs.yml",
        "docs/en/mkdocs.yml",
        "website/mkdocs.yaml",
    ],
)
def test_it_is_found_in_the_usual_places(tmp_path: Path, name: str) -> None:
    folder = name.rpartition("/")[0]
    page = f"{folder}/docs/a.md".lstrip("/")
    assert used(tmp_path, {name: SITE, page: "x"}) == name


@pytest.mark.parametrize("folder", [".hidden", "tests", "node_modules", ".venv", "build", "examples", "packages/one"])
def test_sites_that_are_not_the_projects_are_left_alone(tmp_path: Path, folder: str) -> None:
    assert used(tmp_path, {f"{folder}/mkdocs.yml": SITE, f"{folder}/docs/a.md": "x", "b.md": "x"}) is None


def test_a_site_without_pages_or_without_a_name_is_none(tmp_path: Path) -> None:
    files = {"docs/mkdocs.yml": SITE, "manual/mkdocs.yml": "nav: []\n", "manual/docs/a.md": "x", "README.md": "x"}
    assert used(tmp_path, files) is None


def test_the_root_comes_first_and_nothing_is_said(tmp_path: Path) -> None:
    project = opened(tmp_path, {"mkdocs.yml": SITE, "docs/mkdocs.yml": SITE, "docs/docs/a.md": "x"})
    assert project.site is not None
    assert (project.site.path, project.notes) == (tmp_path / "mkdocs.yml", ())


def test_of_several_it_is_the_one_with_most_pages_and_that_is_said(tmp_path: Path) -> None:
    files = {f"docs/{language}/mkdocs.yml": SITE for language in ("de", "en", "zh")}
    pages = ["docs/de/docs/a.md", "docs/en/docs/a.md", "docs/zh/docs/a.md", "docs/zh/docs/b.md"]
    project = opened(tmp_path, files | dict.fromkeys(pages, "x"))
    assert project.notes[0] == (
        "pages are read as the site of docs/zh/mkdocs.yml shows them, not that of docs/de/mkdocs.yml, "
        "docs/en/mkdocs.yml: `site` in the settings names another"
    )


def test_among_equals_it_is_that_of_the_source_language(tmp_path: Path) -> None:
    files = {f"docs/{language}/mkdocs.yml": SITE for language in ("de", "en")}
    pages = dict.fromkeys(["docs/de/docs/a.md", "docs/en/docs/a.md"], "x")
    assert used(tmp_path, files | pages) == "docs/en/mkdocs.yml"


def test_the_settings_name_another(tmp_path: Path) -> None:
    files = {f"docs/{language}/mkdocs.yml": SITE for language in ("de", "en")}
    pages = dict.fromkeys(["docs/de/docs/a.md", "docs/en/docs/a.md"], "x")
    settings = {"fencepost.toml": 'site = "docs/de/mkdocs.yml"\n'}
    project = opened(tmp_path, files | pages | settings)
    assert project.site is not None
    assert project.site.path == tmp_path / "docs/de/mkdocs.yml"
    assert not any("site" in note for note in project.notes)


def test_one_that_the_settings_name_and_that_is_not_there_is_said_with_its_line(tmp_path: Path) -> None:
    docs = Docs(tmp_path, {"fencepost.toml": 'strict = true\nsite = "docs/mkdocs.yml"\n', "a.md": "x"})
    assert docs.found() == [("FP901", "fencepost.toml", 2)]
    assert docs.exit_code() == 2


def test_one_outside_of_the_project_is_refused(tmp_path: Path) -> None:
    Docs(tmp_path, {"mkdocs.yml": SITE})
    docs = Docs(tmp_path / "project", {"fencepost.toml": 'site = "../mkdocs.yml"\n', "a.md": "x"})
    assert docs.found() == [("FP901", "fencepost.toml", 1)]


def test_one_that_cannot_be_read_is_passed_over_and_that_is_said(tmp_path: Path) -> None:
    project = opened(tmp_path, {"docs/mkdocs.yml": "site_name: {{ name }}\n  - x", "docs/docs/a.md": "x"})
    assert project.site is None
    assert project.notes[0].startswith("docs/mkdocs.yml is passed over: is not YAML")


def test_a_variant_at_the_root_stands_for_a_missing_one(tmp_path: Path) -> None:
    files = {
        "mkdocs-common.yml": SITE,
        "mkdocs-nav.yml": "nav: []\n",
        "mkdocs-offline.yml": "INHERIT: mkdocs-common.yml\n",
        "docs/a.md": "x",
    }
    assert used(tmp_path, files) == "mkdocs-offline.yml"


TABS = '=== "One"\n\n    ```python\n    x = 1\n    ```\n'


def test_pages_outside_of_a_site_that_was_found_are_read_as_before(tmp_path: Path) -> None:
    project = opened(tmp_path, {"docs/mkdocs.yml": SITE, "docs/docs/a.md": TABS, "README.md": TABS})
    assert {page.path: page.dialect for page in project.pages} == {"README.md": "gfm", "docs/docs/a.md": "mkdocs"}


def test_translations_beside_the_site_are_read_as_it_is(tmp_path: Path) -> None:
    site = f"{SITE}markdown_extensions: [pymdownx.superfences, pymdownx.tabbed]\n"
    pages = {"docs/en/docs/a.md": TABS, "docs/zh/docs/a.md": TABS, "docs/zh/notes.md": "x"}
    project = opened(tmp_path, {"docs/en/mkdocs.yml": site, **pages})
    assert {page.path: page.dialect for page in project.pages} == {
        "docs/en/docs/a.md": "mkdocs",
        "docs/zh/docs/a.md": "mkdocs",
        "docs/zh/notes.md": "gfm",
    }
    assert [len(page.fences) for page in project.pages] == [1, 1, 0]


def test_the_site_that_is_read_is_shown_among_the_settings(tmp_path: Path) -> None:
    answer = Docs(tmp_path, {"docs/mkdocs.yml": SITE, "docs/docs/a.md": "x"}).command("check", "--show-settings")
    assert 'site = "docs/mkdocs.yml"  # found' in answer.out


def test_of_two_variants_it_is_the_one_with_an_address(tmp_path: Path) -> None:
    online = f"{SITE}site_url: https://s.example/\n"
    files = {"mkdocs-offline.yml": SITE, "mkdocs-online.yml": online, "docs/a.md": "x"}
    assert used(tmp_path, files) == "mkdocs-online.yml"
