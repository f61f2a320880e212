from __future__ import annotations

import io
import json
import os
import shlex
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from fencepost.cli import main
from fencepost.cli.shared import wants_colour
from fencepost.engine import check
from fencepost.testing import Docs

PAGE = "# T\n\n<!-- fencepost: quote m:A -->\n```text\nONE\n```\n\n```json\n{}\n```\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "m.py").write_text('A = "one"\n')
    (tmp_path / "a.md").write_text(PAGE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def test_findings_stand_with_their_location_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 1
    out = capsys.readouterr().out
    assert out.startswith("a.md:5:1: FP301 quote-differs ")
    assert "see m.py:1:" in out
    assert "1 error, 1 fixable with --fix" in out


def test_paths_count_from_the_current_folder_where_nothing_marks_a_root(
    capsys: pytest.CaptureFixture[str], project: Path
) -> None:
    (project / "docs").mkdir()
    (project / "docs" / "b.md").write_text("[x](gone.md)\n")
    assert main(["check", "docs", "-q"]) == 1
    assert capsys.readouterr().out.startswith("docs/b.md:1:1: FP501")


def test_concise_is_one_line_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "-q", "--output-format", "concise"])
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("a.md:5:1: FP301")
    assert "[m.py:1:" in line


def test_json_stands_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--output-format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["version"] == 1
    assert document["summary"]["fates"] == {"run": 0, "parsed": 1, "compared": 1, "skipped": 0, "shown": 0}
    (finding,) = document["findings"]
    assert (finding["code"], finding["rule"], finding["page"], finding["line"]) == ("FP301", "quote-differs", "a.md", 5)
    assert finding["fixable"] is True
    assert [fence["id"] for fence in document["fences"]] == ["a.md::t[1]", "a.md::t[2]"]


def test_a_report_is_written_beside_any_output(project: Path) -> None:
    main(["check", "-q", "--report", "out.json"])
    assert json.loads((project / "out.json").read_text())["summary"]["errors"] == 1


def test_diff_shows_and_writes_nothing(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "-q", "--diff"]) == 1
    out = capsys.readouterr().out
    assert "-ONE\n+one\n" in out
    assert (project / "a.md").read_text() == PAGE


def test_fix_writes_and_checks_again(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--fix"]) == 0
    assert "fixed a.md" in capsys.readouterr().out
    assert (project / "a.md").read_text() == PAGE.replace("ONE", "one")
    assert main(["check", "--diff"]) == 0


def test_fix_is_refused_in_ci(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    assert main(["check", "--fix"]) == 2
    assert (project / "a.md").read_text() == PAGE
    assert main(["check", "--fix", "--fix-in-ci"]) == 0


@pytest.mark.parametrize(
    ("option", "code", "hint"),
    [
        ("--select", "FP32", "; did you mean `FP302`?"),
        ("--ignore", "bogus", ""),
        ("--select", "FP3,HOUSE001", ""),
        ("--select", "fp30l", "; did you mean `FP30"),
    ],
)
def test_a_code_that_no_rule_has_is_refused(
    option: str, code: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", option, code]) == 2
    shown = capsys.readouterr().out
    assert f"no rule has a code that begins with `{code.rpartition(',')[2].upper()}`{hint[:4]}" in shown
    assert hint in shown


def test_a_root_that_is_no_folder_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for path in ("nowhere", "a.md"):
        with pytest.raises(SystemExit) as caught:
            main(["check", "--root", path])
        assert caught.value.code == 2
        assert f"there is no folder {path}" in capsys.readouterr().err


def test_codes_can_be_selected_and_ignored() -> None:
    assert main(["check", "--select", "FP1"]) == 0
    assert main(["check", "--ignore", "FP301"]) == 0
    assert main(["check", "--select", "FP3"]) == 1


def test_exit_zero_hides_errors_but_no_failure_to_do_the_job() -> None:
    assert main(["check", "--exit-zero"]) == 0
    assert main(["check", "--exit-zero", "gone.md"]) == 2


def test_colour_is_asked_for_and_never_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check"])
    assert "\x1b[" not in capsys.readouterr().out
    main(["check", "--color", "always"])
    assert "\x1b[" in capsys.readouterr().out


def test_paths_are_those_of_the_callers_folder(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "pyproject.toml").write_text("[tool.fencepost]\n")
    below = project / "docs"
    below.mkdir()
    (below / "b.md").write_text("```json\n{\n```\n")
    monkeypatch.chdir(below)
    assert main(["check", "b.md", "--select", "FP108"]) == 1
    assert main(["check", "../a.md", "--select", "FP301"]) == 1


def test_list_shows_every_fence_with_its_fate(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    out = capsys.readouterr().out
    assert "compared  text        t[1]  (quote m:A)" in out
    assert "2 fences: 1 compared, 1 parsed" in out
    main(["list", "--fate", "parsed", "--output-format", "concise"])
    assert capsys.readouterr().out == "a.md:8: parsed: json is parsed\n"


def test_a_rule_is_explained_and_a_misspelt_one_is_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "fp301"]) == 0
    assert capsys.readouterr().out.startswith("FP301 quote-differs (error)")
    assert main(["rule", "FP310"]) == 2
    assert "did you mean FP" in capsys.readouterr().err
    assert main(["rule"]) == 0
    assert "FP502" in capsys.readouterr().out


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "exit codes:" in capsys.readouterr().out


def test_help_fits_a_narrow_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in (["--help"], ["check", "--help"], ["list", "--help"], ["rule", "--help"]):
        with pytest.raises(SystemExit):
            main(arguments)
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 110


def test_start_up_imports_nothing_heavy() -> None:
    code = "import sys, fencepost.cli; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pydantic", "yaml", "pytest", "asyncio", "markdown"} & set(loaded)


@pytest.mark.parametrize(("language", "imported"), [("json", False), ("yaml", True)])
def test_yaml_is_imported_for_yaml(project: Path, language: str, imported: bool) -> None:
    (project / "a.md").write_text(f"```{language}\n[1]\n```\n")
    code = "import sys, fencepost.cli; fencepost.cli.main(['check', '-q']); print(*sorted(sys.modules))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=project)
    assert ("yaml" in answer.stdout.split()) == imported


def test_a_check_imports_what_its_pages_need_alone(tmp_path: Path) -> None:
    Docs(tmp_path, {"fencepost.toml": "run = false\n", "a.md": "# T\n\n[x](b.md)\n", "b.md": "x\n"})
    code = "import sys; from fencepost.cli import main; main(['check']); print(*sorted(sys.modules))"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split()
    languages, snippets = "fencepost.checks.translation", "fencepost.snippets"
    assert "fencepost.checks.links.check" in loaded
    assert not {"pydantic", "pyflakes", "yaml", "multiprocessing", languages, snippets} & set(loaded)


def test_a_closed_pipe_is_no_traceback(project: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m fencepost check | true"
    answer = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, cwd=project, env={**os.environ}
    )
    assert "Traceback" not in answer.stderr


def test_the_full_report_shows_the_line_that_is_meant(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    (project / "a.md").write_text("```python\nprint('你好', name)\n```\n")
    assert main(["check"]) == 1
    out = capsys.readouterr().out
    assert "\n  2 | print('你好', name)\n    |               ^^^^\n" in out


def test_a_sarif_log_stands_alone_on_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--output-format", "sarif", "--diff"]) == 1
    captured = capsys.readouterr()
    (result,) = json.loads(captured.out)["runs"][0]["results"]
    assert result["ruleId"] == "FP301"
    assert "+one" in captured.err


def buffer(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_an_editor_checks_what_it_holds_not_what_is_saved(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    (project / "b.md").write_text("[x](gone.md)\n")
    buffer(monkeypatch, PAGE.replace("ONE", "one").encode())
    assert main(["check", "--stdin-filename", "a.md", "-q"]) == 0
    buffer(monkeypatch, PAGE.replace("ONE", "two").encode())
    assert main(["check", "--stdin-filename", "a.md", "-q", "--output-format", "concise"]) == 1
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("a.md:5:1: FP301")
    assert (project / "a.md").read_text() == PAGE


@pytest.mark.parametrize("more", [["a.md"], ["--fix"], ["--diff"]])
def test_an_editors_text_goes_with_no_paths_and_no_fix(
    more: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer(monkeypatch, b"")
    assert main(["check", "--stdin-filename", "a.md", *more]) == 2
    assert "--stdin-filename" in capsys.readouterr().err


def test_an_editors_text_that_is_no_utf8_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer(monkeypatch, b"# \xff\n")
    assert main(["check", "--stdin-filename", "a.md"]) == 2
    assert "not UTF-8" in capsys.readouterr().err


def test_the_settings_that_hold_are_shown_with_their_places(capsys: pytest.CaptureFixture[str], project: Path) -> None:
    (project / "fencepost.toml").write_text('pages = ["*.md"]\nstrict = true\n\n[names]\nclient = "m:A"\n')
    assert main(["check", "--show-settings"]) == 0
    out = capsys.readouterr().out
    assert 'pages = ["*.md"]  # fencepost.toml:1' in out
    assert "strict = true  # fencepost.toml:2" in out
    assert 'names = {"client" = "m:A"}  # fencepost.toml:4' in out
    assert 'dialect = "gfm"  # guessed from the pages' in out
    assert "run = false  # default" in out
    assert tomllib.loads(out)["strict"] is True


def test_settings_that_are_wrong_are_findings_when_they_are_shown(
    capsys: pytest.CaptureFixture[str], project: Path
) -> None:
    (project / "fencepost.toml").write_text("strct = true\n")
    assert main(["check", "--show-settings"]) == 2
    assert "fencepost.toml:1:1: FP901" in capsys.readouterr().out


def test_watching_checks_again_what_changed(project: Path) -> None:
    (project / "fine.md").write_text("# Fine\n")
    command = [sys.executable, "-m", "fencepost", "check", "--watch", "--report", "report.json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = iter(process.stdout.readline, "")
    try:
        assert any("1 error" in line for line in lines)
        (project / "a.md").write_text(PAGE.replace("ONE", "one"))
        assert next(line for line in lines if line.strip()) == "a.md changed\n"
        assert next(lines).startswith("1 page, 2 fences")
        assert next(line for line in lines if "held" in line) == "all held\n"
        (project / "m.py").write_text('A = "two"\n')
        assert any(line == "m.py changed\n" for line in lines)
        assert next(lines).startswith("a.md:5:1: FP301")
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        process.stdout.close()


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [True, False])
def test_on_a_terminal_a_run_tells_how_far_it_is(
    terminal: bool, project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (project / "a.md").write_text("```python\nx = 1\n```\n")
    monkeypatch.setattr("sys.stderr.isatty", lambda: terminal)
    assert main(["check", "--run"]) == 0
    told = capsys.readouterr().err
    assert told.endswith("\r\x1b[K1 of 1 fences and contracts have run\r\x1b[K") if terminal else told == ""


@pytest.mark.parametrize(
    ("variables", "terminal", "coloured"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "0"}, False, False),
        ({"FORCE_COLOR": ""}, False, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colour_is_as_the_environment_wants_it(
    variables: dict[str, str], terminal: bool, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert wants_colour("auto") is coloured


@pytest.mark.parametrize("command", ["rule FP301", "check", "completion bash"])
@pytest.mark.parametrize(
    ("where", "code", "said"),
    [
        ("> /dev/full", 2, "fencepost: the output cannot be written: No space left on device\n"),
        (">&-", None, ""),
        (">&- 2>&-", None, ""),
        ("| true", None, ""),
    ],
)
def test_an_output_that_takes_nothing_is_no_traceback(command: str, where: str, code: int | None, said: str) -> None:
    if "/dev/full" in where and not Path("/dev/full").exists():
        pytest.skip("there is no device that is always full")
    shell = f"{shlex.quote(sys.executable)} -m fencepost {command} {where}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, check=False)
    assert ran.stderr == said
    if code is not None:
        assert ran.returncode == code


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_every_report_can_be_written_in_every_locale(encoding: str, project: Path) -> None:
    (project / "a.md").write_text(PAGE.replace("ONE", "一 “é” 🪶"), "utf-8")
    command = [sys.executable, "-m", "fencepost", "check"]
    environment = os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    for style in ("full", "concise", "github", "json", "sarif"):
        ran = subprocess.run([*command, f"--output-format={style}"], capture_output=True, env=environment, check=False)
        assert (ran.returncode, ran.stderr) == (1, b"")
        if style in ("json", "sarif"):
            assert "一 “é” 🪶" in json.dumps(json.loads(ran.stdout.decode("utf-8")), ensure_ascii=False)
        else:
            assert b"FP301" in ran.stdout


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("check --audit-skips --no-run", "--audit-skips runs fences, and --no-run forbids it"),
        ("check --stdin-filename a.md --run", "--stdin-filename goes with neither paths"),
        ("check --stdin-filename a.md --audit-skips", "leave --run and --audit-skips out"),
        ("prove --budget -1", "takes a number of seconds above 0"),
        ("prove --budget nan", "takes a number of seconds above 0"),
        ("prove --budget soon", "takes a number of seconds above 0"),
        ("prove --sample many", "takes a number above 0"),
        ("prove --sample 0", "takes a number above 0"),
    ],
)
def test_options_that_contradict_each_other_or_mean_nothing_are_refused(
    command: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"# T\n")))
    try:
        code = main(command.split())
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert said in capsys.readouterr().err


def test_without_running_nothing_is_audited(project: Path) -> None:
    (project / "a.md").write_text(
        '<!-- fencepost: skip reason="x" -->\n```python\nopen("ran", "w").close()\n```\n', "utf-8"
    )
    report = check(project, run=False, audit_skips=True)
    assert (report.running, report.findings) == (False, ())
