"""`fencepost completion`: the scripts are those of today's parser, and shells that are there take them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from loading import load

from fencepost.cli import main
from fencepost.completions import SHELLS, script

_WRITER = Path(__file__).parents[2] / "scripts" / "completions.py"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    return load(_WRITER)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_what_the_parser_gives(writer: ModuleType, shell: str):
    assert script(shell) == writer.scripts()[f"fencepost.{shell}"], "./scripts/run python scripts/completions.py"


def test_a_script_that_is_out_of_date_is_named(
    writer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(writer, "FOLDER", tmp_path)
    assert writer.main(["--check"]) == 1
    assert "fencepost.fish is not what the parser gives" in capsys.readouterr().out
    assert writer.main([]) == 0
    assert writer.main(["--check"]) == 0


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(shell: str, capsys: pytest.CaptureFixture[str]):
    assert main(["completion", shell]) == 0
    assert capsys.readouterr().out == script(shell)


def answer(shell: str, *arguments: str) -> list[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, *arguments], capture_output=True, text=True, check=True, input=script(shell))
    return [line.split("\t")[0] for line in done.stdout.split("\n") if line]


ASKED = [
    (["comp"], "completion"),
    (["check", "--audit"], "--audit-skips"),
    (["check", "--output-format", "sa"], "sarif"),
    (["rule", "FP30"], "FP301"),
    (["check", "--report", "/et"], "/etc"),
]


@pytest.mark.parametrize(("words", "offered"), ASKED)
def test_bash_completes(words: list[str], offered: str):
    ask = (
        'source /dev/stdin; COMP_WORDS=(fencepost "$@"); COMP_CWORD=$#; '
        '_shtab_fencepost fencepost "${@: -1}" "${@: -2:1}"; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    assert offered in answer("bash", "--norc", "-c", ask, "bash", *words)


@pytest.mark.parametrize(("words", "offered"), ASKED)
def test_fish_completes(words: list[str], offered: str):
    ask = "source -; complete -C " + f"'fencepost {' '.join(words)}'"
    assert offered in [one.rstrip("/") for one in answer("fish", "--no-config", "-c", ask)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_reads_the_script(shell: str):
    answer(shell, "-n", "/dev/stdin")
