"""`cmd:"…"`: only what the settings allow, only where running is on, on 80 columns without colour."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.checks.static import StaticChecks
from fencepost.project import open_project
from fencepost.project_plan import plan
from fencepost.settings import load
from fencepost.sources import Commands, SourceText, Unresolved

TELLS = "import os, sys; print(os.environ['COLUMNS'], os.environ['NO_COLOR'], os.getcwd(), *sys.argv[1:])"


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    (tmp_path / "tool.py").write_text(TELLS)
    return tmp_path


def ran(root: Path, command: str, allowed: tuple[str, ...] = ("python",)) -> SourceText | Unresolved:
    return Commands(root, allowed, limit=10.0)(command, None)


def test_it_runs_in_the_root_on_eighty_columns_without_colour(tool: Path) -> None:
    source = ran(tool, "python tool.py 'a b' $HOME")
    assert isinstance(source, SourceText)
    assert source.text == f"80 1 {tool.resolve()} a b $HOME\n"
    assert str(source.place) == "cmd:\"python tool.py 'a b' $HOME\":1:1"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("rm -rf x", "`rm` is not in the settings' `shell`"),
        ("python 'tool.py", "it cannot be taken apart into words: No closing quotation"),
        ("  ", "there is no command"),
        ("nonesuch", "there is no program `nonesuch`"),
        ("python -c 'raise SystemExit(\"no luck\")'", "it ended with exit code 1: no luck"),
    ],
)
def test_what_keeps_it_from_running_is_said(tool: Path, command: str, reason: str) -> None:
    source = ran(tool, command, ("python", "nonesuch"))
    assert isinstance(source, Unresolved)
    assert (source.reason, source.not_checked) == (reason, False)


def test_a_command_that_does_not_end_is_stopped(tool: Path) -> None:
    source = Commands(tool, ("python",), limit=0.2)("python -c 'import time; time.sleep(30)'", None)
    assert isinstance(source, Unresolved)
    assert source.reason == "it did not end within 0.2 s"


def test_what_is_printed_before_a_failure_is_shown(tool: Path) -> None:
    source = ran(tool, "python -c 'print(1); raise SystemExit(3)'")
    assert isinstance(source, SourceText)
    assert source.text == "1\n"


@pytest.mark.parametrize(
    ("running", "shell", "outcome"),
    [(False, '["python"]', "not_checked"), (True, '["python"]', "passed"), (True, '"syntax"', "failed")],
)
def test_it_takes_running_and_the_list(tool: Path, running: bool, shell: str, outcome: str) -> None:
    (tool / "fencepost.toml").write_text(f"shell = {shell}\n")
    (tool / "a.md").write_text("# T\n\n<!-- fencepost: quote cmd:\"python -c 'print(7)'\" -->\n```text\n7\n```\n")
    planned = plan(open_project(load(tool)))
    checks = StaticChecks(planned.project, planned.pages, importing=True, running=running)
    (contract,) = planned.all_contracts
    assert checks.contract(contract).outcome == outcome


def test_quotes_in_it_are_written_with_a_backslash(tool: Path) -> None:
    expression = r'cmd:"python tool.py \"a b\" \d"'
    (tool / "fencepost.toml").write_text('shell = ["python"]\n')
    (tool / "a.md").write_text(f"<!-- fencepost: quote {expression} -->\n```text\n80 1 {tool.resolve()} a b d\n```\n")
    planned = plan(open_project(load(tool)))
    (contract,) = planned.all_contracts
    verdict = StaticChecks(planned.project, planned.pages, importing=False, running=True).contract(contract)
    assert verdict.findings == ()


@pytest.mark.parametrize(
    ("source", "advice"),
    [('cmd:"python tool.py"', "change what the command prints instead"), ("page:a.md#top[2]", "a.md:6")],
)
def test_what_to_change_where_the_page_is_right_fits_the_kind_of_source(tool: Path, source: str, advice: str) -> None:
    (tool / "fencepost.toml").write_text('shell = ["python"]\n')
    (tool / "a.md").write_text(f"<!-- fencepost: quote {source} -->\n```text\nx\n```\n\n```text\ny\n```\n")
    planned = plan(open_project(load(tool)))
    (contract,) = planned.all_contracts
    verdict = StaticChecks(planned.project, planned.pages, importing=False, running=True).contract(contract)
    assert advice in verdict.findings[0].help
