"""What the repository's own files promise."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
# Written apart, so that this file does not hold what it looks for.
REGISTRIES = [
    ".".join(parts)
    for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"), ("debian", "org"))
]


def tracked() -> list[Path]:
    answer = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], capture_output=True, check=False)
    if answer.returncode != 0:
        pytest.skip("not a git checkout")
    return [path for name in answer.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def of_this_machine() -> list[Path]:
    # A checkout directly below the root of the file system has too common a name to look for.
    return [Path.home(), *([ROOT] if len(ROOT.parts) > 2 else [])]


def test_no_file_names_a_registry_or_a_path_of_this_machine():
    own = [rf"(?<![\w.-]){re.escape(str(path))}(?![\w-])" for path in of_this_machine() if path != Path("/")]
    unwanted = re.compile("|".join([*map(re.escape, REGISTRIES), *own]))
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked()
        if (match := unwanted.search(path.read_bytes().decode("utf-8", "replace")))
    ]
    assert found == []


def test_both_distributions_carry_the_licence():
    assert (ROOT / "src" / "wikimem" / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def pins() -> dict[str, list[str]]:
    """The pinned packages of requirements/dev.txt with their hashes."""
    text = (ROOT / "requirements" / "dev.txt").read_text("utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {re.split(r"[=;\s]", line)[0]: re.findall(r"--hash=sha256:([0-9a-f]{64})", line) for line in lines}


def test_every_pin_has_hashes_and_names_no_place():
    text = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    assert not re.search(r"://|^-|\s@\s|--(?:extra-)?index|--find-links|file:", text, re.MULTILINE)
    assert all(
        re.fullmatch(r"[a-z0-9-]+==\S+ .*|[a-z0-9-]+==\S+", line) for line in re.findall(r"^[a-z].*", text, re.M)
    )
    assert [name for name, hashes in pins().items() if not hashes] == []


def test_whatever_the_projects_ask_for_is_pinned():
    root = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    library = tomllib.loads((ROOT / "src" / "wikimem" / "pyproject.toml").read_text("utf-8"))
    groups = [*root["project"]["optional-dependencies"].values(), *root["dependency-groups"].values()]
    asked = [*root["project"]["dependencies"], *library["project"].get("dependencies", [])]
    asked += [entry for group in groups for entry in group if isinstance(entry, str)]
    names = {re.split(r"[^\w.-]", entry)[0].lower().replace("_", "-") for entry in asked}
    assert names - pins().keys() == set()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_sound(path: Path):
    workflow = yaml.safe_load(path.read_text("utf-8"))
    # YAML reads the key `on` as true.
    assert workflow[True]
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 60, name
        for step in job["steps"]:
            assert "uses" not in step or re.search(r"@(v\d+|release/v\d+|[0-9a-f]{40})$", step["uses"]), step


def test_there_are_workflows():
    assert {path.name for path in WORKFLOWS} == {"docs.yml", "release.yml", "tests.yml"}


@pytest.mark.parametrize("name", ["check", "lock", "matrix", "run", "test", "wheels"])
def test_a_script_can_be_called(name: str):
    path = ROOT / "scripts" / name
    assert path.stat().st_mode & 0o111
    assert subprocess.run(["sh", "-n", str(path)], check=False).returncode == 0
