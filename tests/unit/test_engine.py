from __future__ import annotations

from pathlib import Path

import pytest

from fencepost import engine, report
from fencepost.model import Report
from fencepost.proving.proof import prove
from fencepost.testing import Docs


def project(root: Path, files: dict[str, str]) -> Path:
    return Docs(root, files).root


def check(root: Path, files: dict[str, str], *paths: str, **options: bool | None) -> Report:
    return engine.check(project(root, files), paths, **options)  # ty: ignore[invalid-argument-type]


def found(result: Report) -> list[tuple[str, str, int]]:
    return [(finding.code, finding.place.path, finding.place.line) for finding in result.findings]


def test_a_repository_without_settings_is_only_read(tmp_path: Path) -> None:
    result = check(tmp_path, {"README.md": "# T\n\n```python\nraise SystemExit\n```\n"})
    assert result.running is False
    assert [fence.outcome for fence in result.fences] == ["not_run"]
    assert report.exit_code(result) == 0
    assert "1 fence not run (add --run)" in report.render(result, "full")


def test_nothing_to_check_is_an_error(tmp_path: Path) -> None:
    result = check(tmp_path, {"a.txt": "x"})
    assert [code for code, _, _ in found(result)] == ["FP902"]
    assert report.exit_code(result) == 2


def test_settings_that_name_no_page_are_pointed_at(tmp_path: Path) -> None:
    result = check(tmp_path, {"pyproject.toml": '[tool.fencepost]\n\npages = ["dcos"]\n', "docs/a.md": "x"})
    assert found(result) == [("FP902", "pyproject.toml", 3)]


@pytest.mark.parametrize("path", ["missing.md", "docs/missing"])
def test_a_path_that_does_not_exist_is_an_error(tmp_path: Path, path: str) -> None:
    result = check(tmp_path, {"a.md": "x"}, path)
    assert report.exit_code(result) == 2
    assert path in result.findings[0].message


def test_a_page_that_cannot_be_read_is_found_and_the_rest_is_checked(tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_bytes(b"# T\n\n\xff\n")
    result = check(tmp_path, {"good.md": "```json\n{\n```\n"})
    assert found(result) == [("FP114", "bad.md", 3), ("FP108", "good.md", 2)]
    assert report.exit_code(result) == 2


def test_a_folder_that_is_named_like_a_page_is_no_page(tmp_path: Path) -> None:
    (tmp_path / "x.md").mkdir()
    assert [page.path for page in check(tmp_path, {"a.md": "x"}).pages] == ["a.md"]


TWINS = {"docs/en/a.md": "# T\n\n## One\n", "docs/zh/a.md": "# 题\n"}


def test_languages_are_guessed_and_said(tmp_path: Path) -> None:
    result = check(tmp_path, TWINS)
    assert [code for code, _, _ in found(result)] == ["FP402"]
    assert result.notes == ("languages guessed from names: en: docs/en; zh: docs/zh",)


def test_a_page_brings_its_twin(tmp_path: Path) -> None:
    result = check(tmp_path, {**TWINS, "docs/en/b.md": "x"}, "docs/zh/a.md")
    assert [page.path for page in result.pages] == ["docs/en/a.md", "docs/zh/a.md"]
    assert result.pages[0].twin == "docs/zh/a.md"


QUOTED = {
    "pkg/__init__.py": "raise RuntimeError('imported')\n",
    "pkg/texts.py": 'A = "one\\ntwo"\n',
    "a.md": "# T\n\n<!-- fencepost: quote pkg.texts:A -->\n```text\none\nTWO\n```\n",
}


def test_a_quote_is_held_without_importing_anything(tmp_path: Path) -> None:
    result = check(tmp_path, QUOTED, run=False)
    assert found(result) == [("FP301", "a.md", 6)]
    assert [str(place) for place in result.findings[0].related] == ["pkg/texts.py:1:1"]
    assert [(item.id, item.outcome) for item in result.contracts] == [("a.md::t[1]-quote", "failed")]
    assert [(fence.fate, fence.outcome) for fence in result.fences] == [("compared", "failed")]


def test_what_needs_an_import_is_not_checked_under_no_run(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": '[tool.fencepost]\nimport = ["mod"]\n',
        "mod.py": "def text():\n    return 'a'\n",
        "a.md": "<!-- fencepost: quote mod:text() -->\n```text\nb\n```\n",
    }
    result = check(tmp_path, files, run=False)
    assert [contract.outcome for contract in result.contracts] == ["not_checked"]
    assert report.counts(result)["not_checked"] == 1
    assert found(engine.check(tmp_path)) == [("FP301", "a.md", 3)]


def test_an_ignore_accepts_a_finding_and_one_that_is_not_needed_is_found(tmp_path: Path) -> None:
    ignored = QUOTED["a.md"].replace(
        "<!-- fencepost: q", '<!-- fencepost: ignore FP301 reason="old" -->\n<!-- fencepost: q'
    )
    assert found(check(tmp_path, {**QUOTED, "a.md": ignored})) == []
    right = ignored.replace("TWO", "two")
    result = check(tmp_path, {"a.md": right})
    assert found(result) == [("FP113", "a.md", 3)]
    assert report.exit_code(result) == 0


def test_an_ignore_above_a_heading_accepts_in_its_section_only(tmp_path: Path) -> None:
    fence = "<!-- fencepost: quote pkg.texts:A -->\n```text\nTWO\n```\n"
    text = f'<!-- fencepost: ignore FP301 reason="old" -->\n# A\n\n{fence}\n## B\n\n{fence}\n# C\n\n{fence}'
    result = check(tmp_path, {**QUOTED, "a.md": text})
    assert [code for code, _, _ in found(result)] == ["FP301"]
    assert result.findings[0].place.line > text.split("# C")[0].count("\n")


def test_a_severity_of_the_settings_holds(tmp_path: Path) -> None:
    files = {**QUOTED, "pyproject.toml": '[tool.fencepost.severity]\nFP301 = "warning"\n'}
    result = check(tmp_path, files)
    assert [finding.severity for finding in result.findings] == ["warning"]
    assert report.exit_code(result) == 0


def test_an_id_restricts_the_check_to_its_fences(tmp_path: Path) -> None:
    text = QUOTED["a.md"] + "\n## Other\n\n```json\n{\n```\n"
    files = {**QUOTED, "a.md": text}
    assert [code for code, _, _ in found(check(tmp_path, files, "a.md::t"))] == ["FP301"]
    assert [code for code, _, _ in found(check(tmp_path, files, "a.md::other[1]"))] == ["FP108"]


def test_broken_settings_are_findings_of_their_own(tmp_path: Path) -> None:
    result = check(tmp_path, {"pyproject.toml": "[tool.fencepost]\nrnu = true\n", "a.md": "x"})
    assert found(result) == [("FP901", "pyproject.toml", 2)]
    assert report.exit_code(result) == 2


def test_agreements_and_translations_of_the_settings_are_contracts(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": '[[tool.fencepost.agree]]\nname = "rules"\nsources = ["m:A", "m:B"]\nlines = "^- "\n\n'
        '[[tool.fencepost.translates]]\nsource = "m:A"\nrewrite = "m:C"\n',
        "m.py": 'A = "- one {x}\\n- two"\nB = "- one {x}\\n- three"\nC = "- 一 {y}\\n- 二"\n',
        "a.md": "x",
    }
    result = check(tmp_path, files)
    assert {(item.id, item.outcome) for item in result.contracts} == {
        ("pyproject.toml::agree[rules]", "failed"),
        ("pyproject.toml::translates[C]", "failed"),
    }
    assert {"FP304", "FP305"} <= {code for code, _, _ in found(result)}


@pytest.mark.slow
def test_fences_run_through_pytest_with_the_projects_own_modules(tmp_path: Path) -> None:
    files = {
        "pyproject.toml": "[tool.fencepost]\nrun = true\n\n[tool.pytest.ini_options]\naddopts = '--no-such-option'\n",
        "src/own.py": "VALUE = 41\n",
        "a.md": "```python\nfrom own import VALUE\nassert VALUE == 42\n```\n\n"
        "<!-- fencepost: output -->\n```text\n1\n```\n\n```python\nprint(VALUE)\n```\n",
    }
    result = check(tmp_path, files)
    assert result.running
    assert found(result) == [("FP201", "a.md", 3)]
    assert "41 == 42" in result.findings[0].message
    assert [fence.outcome for fence in result.fences] == ["failed", "blocked", "passed"]


@pytest.mark.slow
def test_a_conftest_that_breaks_is_said_and_is_no_pass(tmp_path: Path) -> None:
    files = {"conftest.py": "1 / 0\n", "a.md": "```python\nx = 1\n```\n"}
    result = check(tmp_path, files, run=True)
    assert [code for code, _, _ in found(result)] == ["FP903"]
    assert "ZeroDivisionError" in result.findings[0].message
    assert report.exit_code(result) == 2


@pytest.mark.slow
def test_settings_of_a_plugin_of_pytest_that_is_not_installed_are_no_obstacle(tmp_path: Path) -> None:
    settings = '[pytest]\nfilterwarnings = error\noption_of_a_plugin = "x"\n'
    result = check(tmp_path, {"pytest.ini": settings, "a.md": "```python\nx = 1\n```\n"}, run=True)
    assert [fence.outcome for fence in result.fences] == ["passed"]


@pytest.mark.slow
def test_of_an_error_in_pytest_itself_the_reason_is_said(tmp_path: Path) -> None:
    hook = "def pytest_collection_modifyitems():\n    raise KeyError('no such thing')\n"
    result = check(tmp_path, {"conftest.py": hook, "a.md": "```python\nx = 1\n```\n"}, run=True)
    (finding,) = result.findings
    assert finding.code == "FP903"
    assert finding.message.endswith("first a.md::top[1]:\nKeyError: 'no such thing'")


@pytest.mark.slow
def test_an_audit_finds_the_skips_that_are_no_longer_needed(tmp_path: Path) -> None:
    page = (
        "```python\nx = 1\n```\n\n"
        '<!-- fencepost: skip reason="broken" -->\n```python\nx = 2\n```\n\n'
        '<!-- fencepost: skip reason="broken" -->\n```python\n1 / 0\n```\n\n'
        "```python\nassert x == 1\n```\n"
    )
    result = check(tmp_path, {"a.md": page}, audit_skips=True)
    assert found(result) == [("FP207", "a.md", 5)]
    assert [fence.outcome for fence in result.fences] == ["passed", "failed", "skipped", "passed"]
    assert found(engine.check(tmp_path, run=True)) == []


def test_a_package_that_cannot_be_imported_is_quoted_all_the_same(tmp_path: Path) -> None:
    files = {
        "src/pkg/__init__.py": "from pkg.texts import PROMPT\nraise RuntimeError('imported')\n",
        "src/pkg/texts.py": 'PROMPT = "one\\n"\nopen("imported", "w")\n',
        "a.md": "# T\n\n<!-- fencepost: quote pkg:PROMPT -->\n```text\none\n```\n",
        "fencepost.toml": 'import = ["pkg"]\n',
    }
    for run in (False, None):
        result = check(tmp_path, files, run=run)
        assert [contract.outcome for contract in result.contracts] == ["passed"]
    assert not (tmp_path / "imported").exists()


def test_a_site_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nplugins: [: :\n", "utf-8")
    (tmp_path / "a.md").write_text("# A\n", "utf-8")
    (finding,) = engine.check(tmp_path).findings
    assert (finding.code, str(finding.place)) == ("FP901", "mkdocs.yml:2:1")
    (finding,) = prove(tmp_path).findings
    assert (finding.code, str(finding.place)) == ("FP901", "mkdocs.yml:2:1")


@pytest.mark.slow
def test_a_failed_assert_is_shown_in_full(tmp_path: Path) -> None:
    code = 'rows = [{"id": n, "name": "a" * 20} for n in range(4)]\nassert rows == [*rows[:3], {"id": 3, "name": "b"}]'
    (tmp_path / "a.md").write_text(f"# A\n\n```python\n{code}\n```\n", "utf-8")
    (finding,) = engine.check(tmp_path, run=True).findings
    said = "\n".join(finding.detail)
    assert "At index 3 diff" in said
    assert "'name': 'b'," in said
    assert "Use -v" not in said


def test_a_part_of_a_site_that_is_not_there_is_noted(tmp_path: Path) -> None:
    (tmp_path / "mkdocs.yml").write_text("INHERIT: written-by-the-build.yml\n", "utf-8")
    (tmp_path / "a.md").write_text("# A\n", "utf-8")
    result = engine.check(tmp_path)
    assert result.findings == ()
    assert result.notes == ("mkdocs.yml is read without `written-by-the-build.yml`, which is not there",)


@pytest.mark.slow
def test_a_fence_that_ends_the_process_is_named_and_the_rest_is_kept(tmp_path: Path) -> None:
    killing = "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"
    files = {"a.md": f"```python\nx = 1\n```\n\n```python\n{killing}\n```\n"}
    told: list[str] = []
    result = engine.check(project(tmp_path, files), run=True, tell=told.append)
    (finding,) = result.findings
    assert (finding.code, "a.md::top[2] was running" in finding.message) == ("FP903", True)
    assert "Install" not in finding.help
    assert told[-1] == "1 of 2 fences and contracts have run"


BROKEN = "```python\nprint(gone)\n```\n"


def outcomes(root: Path, page: str) -> list[str | None]:
    return [fence.outcome for fence in check(root, {"a.md": page}).fences]


def test_a_fence_whose_findings_the_page_accepts_has_passed(tmp_path: Path) -> None:
    ignored = '<!-- fencepost: ignore FP110 reason="the slip is what the page shows" -->\n'
    assert outcomes(tmp_path / "one", ignored + BROKEN) == ["passed"]
    assert outcomes(tmp_path / "two", BROKEN) == ["failed"]
    assert outcomes(tmp_path / "three", ignored.replace("FP110", "FP109") + BROKEN) == ["failed"]


def test_a_fence_that_is_only_shown_has_no_outcome_whatever_the_page_accepts(tmp_path: Path) -> None:
    prompt = "You keep the diary.\n- One event per entry.\n- Never invent anything.\nAnswer.\n"
    block = f"```text\n{prompt}```\n"
    files = {"bot.py": f'P = """\\\n{prompt}"""\n', "pyproject.toml": '[project]\nname = "bot"\n'}
    one = check(tmp_path / "one", {**files, "a.md": block})
    assert (found(one), [fence.outcome for fence in one.fences]) == ([("FP306", "a.md", 1)], [None])
    ignored = f'<!-- fencepost: ignore FP306 reason="as it was last year" -->\n{block}'
    two = check(tmp_path / "two", {**files, "a.md": ignored})
    assert (found(two), [fence.outcome for fence in two.fences]) == ([], [None])


@pytest.mark.parametrize("given", [".", Path()])
def test_a_root_may_be_relative_and_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str | Path) -> None:
    project(tmp_path, {"a.md": "# A\n\n[x](b.md#no)\n", "b.md": "# B\n", "docs/c.md": "# C\n\n[x](../b.md#no)\n"})
    monkeypatch.chdir(tmp_path)
    assert found(engine.check(given, ["a.md"])) == [("FP502", "a.md", 3)]
    assert found(engine.check(given, ["c.md"], base="docs")) == [("FP502", "docs/c.md", 3)]
    assert found(engine.check()) == found(engine.check(tmp_path))


def test_a_root_may_be_a_link(tmp_path: Path) -> None:
    project(tmp_path / "here", {"a.md": "# A\n\n[x](b.md#no)\n", "b.md": "# B\n"})
    (tmp_path / "there").symlink_to("here")
    assert found(engine.check(tmp_path / "there", ["a.md"])) == [("FP502", "a.md", 3)]


@pytest.mark.parametrize("name", ["nowhere", "a.md"])
def test_a_root_that_is_no_folder_is_said(tmp_path: Path, name: str) -> None:
    project(tmp_path, {"a.md": "# A\n"})
    result = engine.check(tmp_path / name)
    assert report.exit_code(result) == 2
    assert result.findings[0].message == f"{tmp_path / name} is no folder"


@pytest.mark.parametrize(
    ("path", "hint"),
    [("a.md::tt", "; did you mean `t`?"), ("a.md::t[2]", "; did you mean `t[1]"), ("a.md::t[1]-qoute", "-quote`?")],
)
def test_an_id_that_names_nothing_is_an_error(tmp_path: Path, path: str, hint: str) -> None:
    result = check(tmp_path, QUOTED, path)
    assert found(result) == [("FP902", ".", 1)]
    assert f"a.md has no fence and no contract `{path[6:]}`" in result.findings[0].message
    assert hint in result.findings[0].message
    assert report.exit_code(result) == 2
    assert prove(tmp_path, [path]).exit_code == 2


def test_a_fence_that_is_named_brings_its_contracts(tmp_path: Path) -> None:
    result = check(tmp_path, QUOTED, "a.md::t[1]")
    assert [(one.id, one.outcome) for one in result.contracts] == [("a.md::t[1]-quote", "failed")]
    assert [fence.outcome for fence in result.fences] == ["failed"]


def test_ids_of_the_settings_and_of_a_page_as_such_can_be_named(tmp_path: Path) -> None:
    files = {
        **QUOTED,
        "pkg/texts.py": 'A = "one\\ntwo"\nB = "one\\nTWO"\n',
        "fencepost.toml": '[[agree]]\nname = "texts"\nsources = ["pkg.texts:A", "pkg.texts:B"]\n',
        "b.md": "<!-- fencepost: outptu -->\n",
    }
    result = check(tmp_path, files, "fencepost.toml::agree[texts]")
    assert [(one.id, one.outcome) for one in result.contracts] == [("fencepost.toml::agree[texts]", "failed")]
    assert result.pages == ()
    assert found(check(tmp_path, files, "b.md::page")) == [("FP104", "b.md", 1)]


@pytest.mark.parametrize("path", ["pkg/texts.py", "pkg/texts.py::t"])
def test_a_file_that_is_no_page_is_not_read_as_one(tmp_path: Path, path: str) -> None:
    result = check(tmp_path, QUOTED, path)
    assert "pkg/texts.py: is no page; pages end in .md, .markdown, .mdx" in result.findings[0].message
    assert report.exit_code(result) == 2


def test_a_proof_of_an_id_breaks_that_alone(tmp_path: Path) -> None:
    fence = "<!-- fencepost: quote pkg.texts:A -->\n```text\none\ntwo\n```\n"
    files = {**QUOTED, "a.md": f"# T\n\n{fence}\n## Other\n\n{fence}\n```python\nx = 1\nprint(x)\n```\n"}
    proof = prove(project(tmp_path, files), ["a.md::t[1]"])
    assert {fault.held for fault in proof.made} == {"a.md::t[1]-quote"}
    assert list(proof.held) == ["a.md::t[1]-quote"]
    assert prove(tmp_path, ["a.md::other[2]"], run=False).held == {"a.md::other[2]": "run"}


def test_a_glob_of_the_settings_that_names_no_page_is_an_error(tmp_path: Path) -> None:
    settings = 'pages = [\n"*.md",\n"dcos/**",\n]\n\n[languages]\nen = "ne"\nzh = ["hz"]\n'
    files = {"fencepost.toml": settings, "a.md": "x"}
    result = check(tmp_path, files)
    assert [one for one in found(result) if one[0] == "FP303"] == [
        ("FP303", "fencepost.toml", 3),
        ("FP303", "fencepost.toml", 6),
    ]
    assert [one.message for one in result.findings if one.code == "FP303"] == [
        "pages: `dcos/**` names no page",
        "languages: no page is of any of them",
    ]
    assert found(engine.check(tmp_path, ["a.md"])) == []


def test_of_two_files_with_settings_the_one_that_is_not_read_is_named(tmp_path: Path) -> None:
    files = {"fencepost.toml": "", "pyproject.toml": "[tool.fencepost]\nrun = true\n", "a.md": "x"}
    note = "settings are read from fencepost.toml alone; [tool.fencepost] in pyproject.toml is not"
    assert note in check(tmp_path, files).notes
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert engine.check(tmp_path).notes == ()


FIXTURES = """\
import pytest


@pytest.fixture
def broken():
    raise RuntimeError("no town")


@pytest.fixture
def elsewhere():
    pytest.skip("not here")


@pytest.fixture
def nested(qqq):
    return 1


@pytest.fixture
def ending():
    yield 1
    raise ValueError("too late")
"""


@pytest.mark.slow
def test_what_fixtures_do_is_said_of_their_fences_and_the_rest_runs(tmp_path: Path) -> None:
    names = ("broken", "tmp_pth", "elsewhere", "nested", "ending")
    fences = [f"<!-- fencepost: run fixtures={name} -->\n```python\n{name}_ = {name}\n```\n\n" for name in names]
    page = "".join([*fences, "```python\nprint(1)\n#> 2\n```\n\n```python\nelsewhere_\n```\n"])
    result = check(tmp_path, {"conftest.py": FIXTURES, "a.md": page}, run=True)
    assert [(one.place.line, one.code, one.message) for one in result.findings] == [
        (2, "FP201", "a fixture around the fence raised RuntimeError: no town"),
        (7, "FP104", "there is no fixture `tmp_pth`; did you mean `tmp_path`?"),
        (17, "FP104", "there is no fixture `qqq`"),
        (22, "FP201", "a fixture around the fence raised ValueError: too late"),
        (28, "FP202", "the statement above printed something else"),
    ]
    outcomes = [fence.outcome for fence in result.fences]
    assert outcomes == ["failed", "failed", "skipped", "failed", "failed", "failed", "blocked"]
    shown = report.render(result, "full", verbose=True)
    assert "a.md:12: run: run directive, skipped by a fixture or a mark of pytest" in shown
    assert "\n1 fence not run\n" in shown


@pytest.mark.slow
@pytest.mark.parametrize("root", ["", "part"])
def test_whose_pytest_settings_these_are_does_not_matter(root: str, tmp_path: Path) -> None:
    page = "```python\nx = 1\n```\n"
    tests = "[tool.pytest.ini_options]\nminversion = '8'\n"
    files = {"pyproject.toml" if root else "other/pyproject.toml": tests, "other/a.md": page, "part/b/a.md": page}
    project(tmp_path, {**files, f"{root or '.'}/fencepost.toml": ""})
    result = engine.check(tmp_path / root, run=True)
    assert found(result) == []
    assert {fence.outcome for fence in result.fences} == {"passed"}


@pytest.mark.slow
def test_an_ignore_of_what_reading_finds_is_needed_where_the_run_raises_for_it_too(tmp_path: Path) -> None:
    page = '# T\n\n<!-- fencepost: ignore FP110 reason="meant" -->\n```python\nnowhere\n```\n'
    assert found(check(tmp_path, {"a.md": page}, run=False)) == []
    assert found(engine.check(tmp_path, run=True)) == [("FP201", "a.md", 5)]
    both = page.replace("<!--", '<!-- fencepost: ignore FP201 reason="meant" -->\n<!--')
    assert found(check(tmp_path, {"a.md": both}, run=True)) == []
    raised = page.replace("<!-- fencepost: ignore FP110", "<!-- fencepost: ignore FP201")
    assert found(check(tmp_path, {"a.md": raised}, run=True)) == []
