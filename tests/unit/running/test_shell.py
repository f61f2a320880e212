"""Shell fences: parsed, refused, run."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import page_of, run_page

from fencepost.checks.shell import check_shell
from fencepost.edits import apply
from fencepost.engine import check
from fencepost.shelltext import UnclearError, commands_of, neutral, programs

RUN = "<!-- fencepost: run -->\n"


def bash(code: str, language: str = "bash") -> str:
    return f"{RUN}```{language}\n{code}\n```\n"


def ran(code: str, root: Path, *, language: str = "bash", commands: Collection[str] = ("ls", "cat", "python")):
    return run_page(bash(code, language), root, commands=commands)


@pytest.mark.parametrize(
    ("script", "found"),
    [
        ("ls -l | sort -u > out.txt", ["ls", "sort"]),
        ("cd a && X=1 make -j2; echo done", ["make"]),
        ("for f in *.md; do\n  wc -l $f\ndone", ["wc"]),
        ("if grep -q a b; then\n  cat b\nelse\n  false\nfi", ["grep", "cat"]),
        ("! true || exit 3", []),
        ("curl https://example.org/a?b=c\\&d \\\n  --output x", ["curl"]),
        ("cat <<EOF > f\nrm -rf /\nEOF\nls", ["cat", "ls"]),
        ("echo 'a; b' \"c | d\" # rm x", []),
        ("python -c 'import os\nprint(1)'", ["python"]),
        ("ls 2>&1 >/dev/null", ["ls"]),
        ("[ -f x ] && ./run.sh", ["./run.sh"]),
        ("(cd a; ls)", ["ls"]),
        ("sudo rm x", ["sudo"]),
        ("X=1", []),
        ("ls&\nwait", ["ls"]),
    ],
)
def test_the_programs_of_a_script_are_told(script: str, found: list[str]) -> None:
    assert [name for name, _ in programs(script)] == found


@pytest.mark.parametrize(
    "script",
    [
        "echo $(rm x)",
        "echo `rm x`",
        'echo "$(rm x)"',
        "diff <(a) b",
        "cat <<EOF\n$(rm x)\nEOF",
        "$TOOL x",
        "f() { rm x; }",
        "case a in a) rm x;; esac",
        "trap 'rm x' EXIT",
        "alias ls=rm",
    ],
)
def test_what_cannot_be_told_is_said(script: str) -> None:
    with pytest.raises(UnclearError):
        list(programs(script))


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab $|;&<>'\"\\()`\n{}#-=!"), max_size=20))
def test_any_text_has_programs_or_is_unclear(text: str) -> None:
    try:
        list(programs(text))
    except UnclearError as error:
        line = error.line
    else:
        line = 1
    assert 1 <= line <= text.count("\n") + 1


def test_prompts_divide_commands_from_what_they_printed() -> None:
    body = "$ ls \\\n  -l\na\nb\n\n$ cat <<EOF\n> x\n> EOF\nx\nuser@host:~/a$ pwd\n/a\n"
    found = [(one.text, one.line, one.shown) for one in commands_of(body, session=True)]
    assert found == [
        ("ls \\\n  -l\n", 1, ("a", "b")),
        ("cat <<EOF\nx\nEOF\n", 6, ("x",)),
        ("pwd\n", 10, ("/a",)),
    ]
    assert commands_of("only output\n", session=True) == []
    assert [one.shown for one in commands_of("ls\ncat x\n")] == [None]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("ls <path>", None),
        ("pip install <your-package> --index-url <https://…>", None),
        ("export KEY=<你的密钥>", None),
        ("$ echo hello\nhello", None),
        ("# a comment", None),
        ("if true; then", 2),
        ("echo 'a\nls", 2),
        ("echo a\necho b)", 3),
        ("$ echo a\na\n$ echo )", 4),
    ],
)
def test_a_fence_is_parsed_with_prompts_and_placeholders_neutral(code: str, line: int | None) -> None:
    page = page_of(f"```bash\n{code}\n```\n")
    found = check_shell(page, page.fences[0])
    assert [(one.code, one.place.line) for one in found] == ([] if line is None else [("FP115", line)])


def test_redirections_are_no_placeholders() -> None:
    assert (
        neutral("sort < in.txt > out.txt; diff <(a) b; cat <<EOF") == "sort < in.txt > out.txt; diff <(a) b; cat <<EOF"
    )


def project(root: Path, page: str, shell: str) -> Path:
    (root / "fencepost.toml").write_text(f"{shell}\n", "utf-8")
    (root / "a.md").write_text(page, "utf-8")
    return root


BROKEN = "```bash\nif true; then\n```\n"


@pytest.mark.parametrize(
    ("shell", "fate", "codes"),
    [("", "shown", []), ('shell = "syntax"', "parsed", ["FP115"]), ('shell = ["ls"]', "parsed", ["FP115"])],
)
def test_the_setting_decides_what_becomes_of_shell(shell: str, fate: str, codes: list[str], tmp_path: Path) -> None:
    report = check(project(tmp_path, BROKEN, shell), run=False)
    assert [fence.fate for fence in report.fences] == [fate]
    assert [finding.code for finding in report.findings] == codes


@pytest.mark.parametrize("shell", ["", 'shell = "syntax"', 'shell = ["cat"]'])
def test_what_is_not_allowed_is_found_without_running(shell: str, tmp_path: Path) -> None:
    report = check(project(tmp_path, bash("ls"), shell), run=False)
    assert [(finding.code, finding.place.line) for finding in report.findings] == [("FP212", 3)]


def test_what_is_not_allowed_is_not_run(tmp_path: Path) -> None:
    result = ran("echo a > ran.log\ntouch b", tmp_path)
    assert [(one.code, one.place.line) for one in result.findings] == [("FP212", 4)]
    assert result.log == ""


def test_a_fence_of_another_language_cannot_be_run() -> None:
    from support import plan_of

    plan = plan_of(bash("{}", "json"))
    assert [(one.code, one.place.line) for one in plan.findings] == [("FP105", 1)]
    assert plan.fences[0].fate == "parsed"


def test_a_failing_command_is_shown_with_its_code_and_its_words(tmp_path: Path) -> None:
    (finding,) = ran("echo fine\nif true; then\n  ls no-such-file\nfi\necho never", tmp_path).findings
    assert finding.code == "FP201"
    assert finding.message == "`ls no-such-file` ended with exit code 2"
    assert finding.place.line == 5
    assert any("no-such-file" in line for line in finding.detail)
    assert not any("never" in line for line in finding.detail)


def test_a_failing_command_may_be_meant(tmp_path: Path) -> None:
    page = '<!-- fencepost: run raises="CommandError: `exit 3` ended with exit code 3" -->\n```bash\nexit 3\n```\n'
    assert run_page(page, tmp_path).findings == []


def test_fences_share_folder_and_environment_with_the_page(tmp_path: Path) -> None:
    page = bash("mkdir -p x && cd x\nexport TOWN=Delft\necho here > ran.log") + "\n"
    page += '```python\nimport os\nassert os.environ["TOWN"] == "Delft"\n'
    page += 'assert open("ran.log").read() == "here\\n"\n```\n\n'
    page += bash('cat ran.log\necho "$TOWN"') + "\n<!-- fencepost: output -->\n```text\nhere\nDelft\n```\n"
    before = dict(os.environ), Path.cwd()
    assert run_page(page, tmp_path, commands=("mkdir", "cat")).findings == []
    assert (dict(os.environ), Path.cwd()) == before


SESSION = "$ echo hello\nhello\n$ X=5\n$ echo $X\n5\n$ ls nothing\nls: ..."


def test_a_session_is_held_to_what_it_prints(tmp_path: Path) -> None:
    assert ran(SESSION, tmp_path, language="console").findings == []
    result = ran(SESSION.replace("\n5\n", "\n6\n7\n"), tmp_path, language="console")
    assert [(one.code, one.place.line) for one in result.findings] == [("FP202", 7)]
    text = bash(SESSION.replace("\n5\n", "\n6\n7\n"), "console")
    assert apply(text, result.findings[0].edits) == bash(SESSION, "console")


def test_a_command_that_fails_without_a_word_of_the_page_is_found(tmp_path: Path) -> None:
    (finding,) = ran("$ cd nowhere\n$ echo a\na", tmp_path, language="console").findings
    assert (finding.code, finding.place.line) == ("FP201", 3)


def test_a_shell_that_does_not_end_is_stopped_with_its_children(tmp_path: Path) -> None:
    page = "<!-- fencepost: run timeout=0.5 -->\n```bash\nsleep 60\n```\n"
    assert run_page(page, tmp_path, commands=("sleep",)).codes == ["FP206"]


def test_a_shell_gets_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "the-real-one")
    page = bash('echo "[$MY_TOKEN]"') + "\n<!-- fencepost: output -->\n```text\n[]\n```\n"
    assert run_page(page, tmp_path).findings == []
