"""Pages that other tools get wrong, each with the right behaviour in its first line."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from support import Ran, plan_of, run_page, running

from fencepost.edits import apply
from fencepost.engine import check
from fencepost.model import Dialect

pytest_plugins = ["pytester"]

CASES = Path(__file__).with_name("execution")


def text_of(name: str) -> str:
    (file,) = CASES.glob(f"{name}-*.md")
    return file.read_bytes().decode("utf-8")


def run(name: str, root: Path, *, dialect: Dialect = "mkdocs", before: str = "", instead: str = "") -> Ran:
    """Run a case; `before` is our directive, put above its first fence or in the place of `instead`."""
    text = text_of(name)
    mark = instead or "```python"
    assert mark in text
    if before:
        text = text.replace(mark, before if instead else f"{before}\n{mark}", 1)
    return run_page(text, root, dialect=dialect)


@pytest.mark.parametrize(
    ("name", "log"),
    [
        ("11", "A\n"),
        ("13", "A\n"),
        ("15", "A\n"),
        ("41", "A\n"),
        ("59", "A\nB\nC\n"),
        ("71", "A\n"),
        ("77", "A\n"),
        ("43", "A\n"),
        ("67", "sync"),
        ("81", ""),
    ],
)
def test_the_page_passes(name: str, log: str, tmp_path: Path) -> None:
    ran = run(name, tmp_path)
    assert ran.findings == []
    assert ran.log == log


def test_01_a_type_error_is_reported_once_and_not_retried(tmp_path: Path) -> None:
    ran = run("01", tmp_path)
    assert (ran.codes, ran.log) == (["FP201"], "A\n")


def test_17_leaving_ends_that_fence_only(tmp_path: Path) -> None:
    ran = run("17", tmp_path)
    assert ran.outcomes == {"top[1]": "failed", "top[2]": "passed"}
    assert "SystemExit: 0" in ran.findings[0].message
    assert ran.log == "B\n"


def test_09_what_is_printed_is_shown_with_a_failure_only(pytester: pytest.Pytester) -> None:
    session(pytester, "09").stdout.no_fnmatch_line("*LEAK-TO-TERMINAL*")
    pytester.makefile(".md", page=text_of("09").replace('")\n', '")\n1 / 0\n'))
    pytester.runpytest("--fencepost").stdout.fnmatch_lines(["*standard output:*", "*LEAK-TO-TERMINAL*"])


def test_19_what_one_page_sets_another_does_not_see(tmp_path: Path) -> None:
    first, second = text_of("19").split("```\n\n", 1)
    first += 'import sys\nos.mkdir("inside")\nos.chdir("inside")\nsys.path.insert(0, "/leaked")\n'
    second = second.replace('os.environ\n', 'os.environ\nimport sys\nassert "/leaked" not in sys.path\n')
    second = second.replace("import sys\n", 'import sys\nassert not os.getcwd().endswith("inside")\n')
    before = dict(os.environ), Path.cwd(), sys.path[:]
    assert run_page(first + "```\n", tmp_path).findings == []
    assert (dict(os.environ), Path.cwd(), sys.path) == before
    assert run_page(second, tmp_path).findings == []


def test_29_attributes_keep_their_case() -> None:
    assert plan_of(text_of("29")).page.fences[0].attribute("title") == "Client.py"


def test_31_behind_each_fence_the_main_module_is_what_it_was(tmp_path: Path) -> None:
    outside = sys.modules["__main__"]
    text = text_of("31")
    for code in (text, text.replace("x = 1", 'import sys\nassert vars(sys.modules["__main__"]) is globals()')):
        with running(code, tmp_path) as page:
            assert page.fence("page.md::top[1]").outcome == "passed"
            assert sys.modules["__main__"] is outside


def test_33_the_failure_shows_type_and_line(tmp_path: Path) -> None:
    (finding,) = run("33", tmp_path).findings
    assert "KeyError: 'missing'" in finding.message
    assert finding.place.line == 5
    assert [line.strip() for line in finding.detail][:2] == ["page.md:5 in <module>", 'd["missing"]']


def test_37_a_directive_governs_the_fence_below_it_only(tmp_path: Path) -> None:
    ran = run("37", tmp_path, before='<!-- fencepost: skip reason="old" -->', instead="<!--pytest.mark.skip-->")
    # Something else stands between: that is said, and nothing is skipped by it.
    assert [finding.code for finding in ran.plan.findings] == ["FP105"]
    assert ran.log == "cont\nunrelated\n"


def test_37_what_is_skipped_is_the_fence_below_it(tmp_path: Path) -> None:
    marks = "<!--pytest.mark.skip-->\n\n<!--pytest-codeblocks:cont-->"
    ran = run("37", tmp_path, before='<!-- fencepost: skip reason="old" -->', instead=marks)
    assert [(fence.fate, fence.fence.line) for fence in ran.plan.fences if fence.fate == "skipped"] == [("skipped", 9)]
    assert ran.log == "unrelated\n"


def test_39_an_unclosed_fence_is_one_finding_and_the_others_run(tmp_path: Path) -> None:
    ran = run("39", tmp_path)
    assert [(finding.code, finding.place.line) for finding in ran.plan.findings] == [("FP101", 7)]
    assert ran.log == "A\n"


@pytest.mark.parametrize(("name", "mark"), [("45", "<!-- skip: next -->"), ("73", '<!-- skip: next "needs a GPU" -->')])
def test_a_skipped_fence_is_listed_with_its_reason(name: str, mark: str, tmp_path: Path) -> None:
    ran = run(name, tmp_path, before='<!-- fencepost: skip reason="needs a GPU" -->', instead=mark)
    assert [(fence.fate, fence.reason) for fence in ran.plan.fences] == [("skipped", "skip: needs a GPU")]
    assert ran.outcomes == {}


def test_45_pytest_reports_it_as_skipped(pytester: pytest.Pytester) -> None:
    text = text_of("45").replace("<!-- skip: next -->", '<!-- fencepost: skip reason="needs a GPU" -->')
    pytester.makefile(".md", page=text)
    result = pytester.runpytest("--fencepost", "-rs")
    assert result.parseoutcomes() == {"passed": 1, "skipped": 1}
    result.stdout.fnmatch_lines(["SKIPPED*needs a GPU*"])


def test_47_a_comment_may_stand_before_the_prompt(tmp_path: Path) -> None:
    assert run("47", tmp_path).outcomes == {"top[1]": "passed"}


@pytest.mark.parametrize(("name", "line"), [("51", 10), ("53", 14)])
def test_the_traceback_has_the_line_of_the_page(name: str, line: int, tmp_path: Path) -> None:
    (finding,) = run(name, tmp_path).findings
    assert finding.place.line == line
    assert any(shown.startswith(f"page.md:{line}") for shown in finding.detail)


def test_49_a_page_stays_on_one_worker(pytester: pytest.Pytester) -> None:
    pytester.makefile(".md", page=text_of("49"), other=text_of("49"))
    result = pytester.runpytest_subprocess("--fencepost", "-n", "2", "-v", "--dist=loadfile")
    assert result.parseoutcomes() == {"passed": 10}
    for page in ("page.md", "other.md"):
        lines = [line for line in result.outlines if "PASSED" in line and page in line]
        assert len({line.split("]")[0] for line in lines}) == 1


def test_55_a_plain_fence_is_run(tmp_path: Path) -> None:
    assert run("55", tmp_path).codes == ["FP201"]


def test_57_a_misspelt_directive_is_reported_with_its_line(tmp_path: Path) -> None:
    ran = run("57", tmp_path, before="<!-- fencepost: skpi -->", instead="<!--- skip doccmd[all]: wrongword -->")
    assert [(finding.code, finding.place.line) for finding in ran.plan.findings] == [("FP104", 7)]


def test_63_an_example_may_be_meant_to_fail(tmp_path: Path) -> None:
    assert run("63", tmp_path, before="<!-- fencepost: run raises=ValueError -->").findings == []
    text = (
        text_of("63")
        .replace('int("x")', 'int("1")')
        .replace("```python", "<!-- fencepost: run raises=ValueError -->\n```python")
    )
    assert run_page(text, tmp_path).codes == ["FP203"]


def fixed(text: str, root: Path) -> str:
    return apply(text, list(dict.fromkeys(edit for one in run_page(text, root).findings for edit in one.edits)))


def test_03_each_body_runs_once(tmp_path: Path) -> None:
    assert run("03", tmp_path).log == "A\nB\nC\n"


def test_05_a_retry_runs_that_fence_alone(tmp_path: Path) -> None:
    ran = run("05", tmp_path)
    assert ran.outcomes == {"top[1]": "passed", "top[2]": "failed"}
    assert ran.log == "A\nB\nB\nB\n"


def test_05_an_attempt_begins_with_what_stood_before_the_fence(tmp_path: Path) -> None:
    text = text_of("05").replace("assert False", "n.append(1)\nseen = {**globals()}.get('seen', 0) + 1\nassert n == [2]")
    (finding,) = run_page(text, tmp_path).findings
    assert any("n = [1]" in line for line in finding.detail)


def test_07_a_skipped_fence_is_listed_with_its_reason(pytester: pytest.Pytester) -> None:
    result = session(pytester, "07", "-rs")
    assert result.parseoutcomes() == {"passed": 1, "skipped": 1}
    result.stdout.fnmatch_lines(["SKIPPED*notest"])


def test_21_the_error_stream_is_no_part_of_the_output(tmp_path: Path) -> None:
    assert run("21", tmp_path).outcomes == {"top[1]": "passed"}


def test_23_what_is_written_without_print_counts(tmp_path: Path) -> None:
    ran = run("23", tmp_path)
    assert ran.codes == ["FP202"]
    assert any("real output" in line for line in ran.findings[0].detail)


def test_25_an_update_in_finally_parses(tmp_path: Path) -> None:
    text = text_of("25").replace("        x = 1\n", "        #> old\n        x = 1\n")
    assert fixed(text, tmp_path) == text.replace("        #> old\n", "        #> line one\n        #> line two\n")


def test_27_an_update_keeps_the_line_ends(tmp_path: Path) -> None:
    text = text_of("27").replace("\r\n", "\n").replace("print(1)\n", "print(1)\n#> 2\n").replace("\n", "\r\n")
    assert fixed(text, tmp_path) == text.replace("#> 2", "#> 1")


def test_35_a_failing_command_shows_itself_its_code_and_its_words(tmp_path: Path) -> None:
    (finding,) = run("35", tmp_path, before="<!-- fencepost: run -->\n```bash", instead="```bash").findings
    assert finding.message == "`exit 3` ended with exit code 3"
    assert [line.strip() for line in finding.detail] == ["standard error:", "the reason"]


def test_61_collecting_imports_no_scripts(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(deploy="open('imported', 'w').close()\n")
    assert session(pytester, "61", ".").parseoutcomes() == {"passed": 2}
    assert not (pytester.path / "imported").exists()


def test_65_several_processes_never_rewrite_a_page(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    text = text_of("65").replace(")\n```", ")\n#> old\n```")
    (pytester.path / "page.md").write_text(text, "utf-8")
    result = pytester.runpytest_subprocess("--fencepost", "--fencepost-update", "-n", "2")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert (pytester.path / "page.md").read_text("utf-8") == text
    pytester.runpytest("--fencepost", "--fencepost-update")
    updated = (pytester.path / "page.md").read_text("utf-8")
    assert [line for line in updated.split("\n") if line.startswith("#>")] == [f"#> v{'v' * n}" for n in range(8)]
    assert len(updated.split("\n")) == len(text.split("\n"))


def test_69_prompts_are_understood(tmp_path: Path) -> None:
    ran = run("69", tmp_path, before="<!-- fencepost: run -->\n```bash", instead="```bash")
    assert ran.outcomes == {"top[1]": "passed"}


def test_75_data_is_parsed(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(text_of("75"), "utf-8")
    report = check(tmp_path, run=False)
    assert [finding.code for finding in report.findings] == ["FP108", "FP108", "FP108"]
    assert [fence.fate for fence in report.fences] == ["parsed"] * 3


def test_79_the_example_of_capsys_passes(pytester: pytest.Pytester) -> None:
    assert session(pytester, "79").parseoutcomes() == {"passed": 2}


def test_83_one_page_does_not_see_the_names_of_another(tmp_path: Path) -> None:
    assert run_page("```python\nleaked = 1\n```\n", tmp_path).findings == []
    (finding,) = run("83", tmp_path, instead='```python exec="on" session="s"').findings
    assert "NameError" in finding.message


def session(pytester: pytest.Pytester, name: str, *arguments: str) -> pytest.RunResult:
    """A run of pytest over a case, under the rules of GitHub: words behind the language are no fault there."""
    (pytester.path / "page.md").write_text(text_of(name), "utf-8")
    pytester.makepyprojecttoml('[tool.fencepost]\ndialect = "gfm"\n')
    return pytester.runpytest("--fencepost", *arguments)
