"""The settings that a project begins with."""

from __future__ import annotations

import tomllib
from pathlib import Path

from fencepost.testing import Docs


def test_a_site_below_the_root_and_the_translations_beside_it_are_written_down(tmp_path: Path) -> None:
    docs = Docs(
        tmp_path,
        {
            "docs/en/mkdocs.yml": "site_name: S\n",
            "docs/en/docs/a.md": "# A\n\n[x](gone.md)\n",
            "docs/zh/docs/a.md": "# 甲\n\n[x](gone.md)\n",
            "scripts/data/b.md": "[x](gone.md)\n",
        },
    )
    assert docs.command("init", "--yes").code == 0
    settings = tomllib.loads(docs.read("fencepost.toml"))
    assert settings["pages"] == ["docs"]
    assert settings["site"] == "docs/en/mkdocs.yml"
    assert settings["languages"] == {"en": ["docs/en"], "zh": ["docs/zh"]}
    answer = docs.command("check")
    assert (answer.code, "note:" in answer.out) == (0, False)
    assert "2 findings accepted by the baseline" in answer.out


def test_packages_side_by_side_have_their_documentation_checked(tmp_path: Path) -> None:
    files = {f"packages/{name}/pyproject.toml": "" for name in ("one", "two")}
    files |= {f"packages/{name}/docs/a.md": "# A\n" for name in ("one", "two")}
    files |= {"packages/one/README.md": "# One\n", "packages/one/notes/b.md": "x\n", "tools/only/package.json": "{}"}
    files |= {f"tests/{name}/package.json": "{}" for name in ("x", "y")}
    docs = Docs(tmp_path, {**files, "docs/a.md": "# A\n", "tools/only/README.md": "x\n"})
    assert docs.command("init", "--settings").code == 0
    pages = tomllib.loads(docs.read("fencepost.toml"))["pages"]
    assert pages == ["docs", "packages/*/docs", "packages/*/README*.md"]
