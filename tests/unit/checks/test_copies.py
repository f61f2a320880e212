"""FP306: blocks that look like a constant of the project and are held to nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.engine import check
from fencepost.model import Finding

PROMPT = """\
You keep the diary of {name}.
Write one entry for each event that you want to remember.
Keep the scene and the feeling together.
Never invent anything.
Answer with JSON: {{"entries": []}}
"""
MODULE = f'PROMPT = """\\\n{PROMPT}"""\nSHORT = "one\\ntwo\\nthree"\nNUMBER = 4\n'


@pytest.fixture
def project(tmp_path: Path) -> Path:
    package = tmp_path / "src" / "pack"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("from .texts import PROMPT\n")
    (package / "texts.py").write_text(MODULE)
    return tmp_path


def found(project: Path, page: str, name: str = "a.md") -> list[Finding]:
    (project / name).write_text(page)
    return [finding for finding in check(project).findings if finding.code == "FP306"]


def shown(body: str, language: str = "text") -> str:
    return f"# T\n\n```{language}\n{body}```\n"


def test_a_stale_copy_is_named_with_its_likeness_place_and_directive(project: Path) -> None:
    (finding,) = found(project, shown(PROMPT.replace("Never invent anything.", "Never make anything up.")))
    assert finding.severity == "warning"
    assert finding.fence == "a.md::t[1]"
    assert str(finding.place) == "a.md:3:1"
    assert [str(place) for place in finding.related] == ["src/pack/texts.py:1:1"]
    assert finding.message == "looks like a copy of pack:PROMPT (src/pack/texts.py:1): 96 % alike"
    assert "`<!-- fencepost: quote pack:PROMPT -->`" in finding.help
    assert any("make" in row for row in finding.detail)


def test_an_exact_copy_is_found_as_well(project: Path) -> None:
    (finding,) = found(project, shown(PROMPT, ""))
    assert finding.message.endswith("100 % alike")


def test_a_rendered_copy_is_to_be_bound_rendered(project: Path) -> None:
    (finding,) = found(project, shown(PROMPT.format(name="Nono")))
    assert '`<!-- fencepost: quote pack:PROMPT view=rendered value.name="…" -->`' in finding.help


def test_an_excerpt_is_to_be_bound_as_a_subset(project: Path) -> None:
    lines = [f"{number}. This is line number {number} of a long text, with some words.\n" for number in range(30)]
    (project / "src" / "pack" / "long.py").write_text(f'LONG = """{"".join(lines)}"""\n')
    (finding,) = found(project, shown("".join(lines[3:8])))
    assert "looks like an excerpt of pack.long:LONG (src/pack/long.py:1): 100 % of its lines" in finding.message
    assert "quote pack.long:LONG subset" in finding.help


def test_the_comment_is_the_dialects_own(project: Path) -> None:
    (finding,) = found(project, shown(PROMPT), "a.mdx")
    assert "`{/* fencepost: quote pack:PROMPT */}`" in finding.help


@pytest.mark.parametrize(
    "page",
    [
        f"# T\n\n<!-- fencepost: quote pack:PROMPT -->\n```text\n{PROMPT}```\n",
        "# T\n\n<!-- fencepost: translates pack:PROMPT -->\n```text\n{name} {{}} {{}}\na\nb\nc\n```\n",
        f'# T\n\n<!-- fencepost: ignore FP306 reason="shows an old state" -->\n```text\n{PROMPT}```\n',
        shown("one\ntwo\nthree\n"),
        shown("Something else\nof four lines\nwith other words\nin all of them\n"),
        shown("\n\n\n\n"),
        shown(""),
    ],
    ids=["quote", "translates", "ignored", "short", "other", "blank", "empty"],
)
def test_what_is_bound_short_or_other_is_left_alone(project: Path, page: str) -> None:
    assert found(project, page) == []


def test_constants_of_tests_and_of_packages_that_do_not_import_are_no_matter(project: Path) -> None:
    for name in ("tests", "broken"):
        (project / name).mkdir()
        (project / name / "__init__.py").write_text("(" if name == "broken" else MODULE)
    (project / "test_more.py").write_text(MODULE)
    (project / "src" / "pack" / "texts.py").write_text("import sys\nPROMPT = sys.argv[0]\n")
    assert found(project, shown(PROMPT)) == []


def test_an_ignore_that_ignores_nothing_is_said(project: Path) -> None:
    (project / "a.md").write_text('# T\n\n<!-- fencepost: ignore FP306 reason="x" -->\n```text\na\n```\n')
    assert [finding.code for finding in check(project).findings] == ["FP113"]


def test_strict_makes_an_error_of_it(project: Path) -> None:
    (project / "fencepost.toml").write_text("strict = true\n")
    assert [finding.severity for finding in found(project, shown(PROMPT))] == ["error"]
