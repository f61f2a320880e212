"""Whatever stands in a page or in its place: a finding or exit 2 with the path, never a traceback, never a hang."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from fencepost.checks import yamlnodes
from fencepost.cli import main

SITE = "site_name: x\nmarkdown_extensions: [admonition, pymdownx.superfences]\n"


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    def run(*paths: str) -> tuple[int, str]:
        code = main(["check", "--root", str(tmp_path), *(str(tmp_path / path) for path in paths or (".",))])
        shown = capsys.readouterr()
        return code, shown.out + shown.err

    (tmp_path / "good.md").write_text("# T\n")
    return run


def test_a_page_that_is_not_utf_8(tmp_path: Path, check) -> None:
    (tmp_path / "a.md").write_bytes(b"# T\n\n\xff\n")
    code, shown = check()
    assert (code, "a.md:3:1: FP114" in shown, "byte 0xff" in shown) == (2, True, True)


def test_a_nul(tmp_path: Path, check) -> None:
    (tmp_path / "a.md").write_bytes(b'# T\n\n\0 text\n\n```python\nx = "\0"\n```\n')
    code, shown = check()
    assert (code, "a.md:6:1: FP109" in shown) == (1, True)


@pytest.mark.parametrize("site", [SITE, None])
def test_a_comment_that_is_never_closed(tmp_path: Path, check, site: str | None) -> None:
    (tmp_path / "a.md").write_text('# T\n\n<!-- fencepost: skip reason="x"\n\n```json\n{\n```\n')
    if site:
        (tmp_path / "mkdocs.yml").write_text(site)
    code, shown = check()
    assert (code, "a.md:3:1: FP111" in shown) == (1, True)


@pytest.mark.parametrize("site", [SITE, None])
def test_a_page_of_ten_megabytes_and_one_of_many_fences(tmp_path: Path, check, site: str | None) -> None:
    (tmp_path / "long.md").write_text("# T\n\n" + ("word " * 20 + "\n\n") * 100_000)
    (tmp_path / "fences.md").write_text('```json\n{"a": 1}\n```\n\n' * 10_000)
    if site:
        (tmp_path / "mkdocs.yml").write_text(site)
    code, shown = check()
    assert (code, "10000 fences (10000 parsed)" in shown) == (0, True)


@pytest.mark.parametrize("site", [SITE, None])
def test_containers_and_brackets_without_end(tmp_path: Path, check, site: str | None) -> None:
    lists = "\n\n".join("    " * depth + "- x" for depth in range(300))
    (tmp_path / "a.md").write_text(f"# T\n\n{lists}\n\n{'>' * 5000} x\n\n{'[' * 20_000}\n\n{'<div>' * 2000}\n")
    if site:
        (tmp_path / "mkdocs.yml").write_text(site)
    assert check()[0] == 0


DEEP = {
    "json": "[" * 100_000 + "]" * 100_000,
    "yaml": "[" * 10_000 + "]" * 10_000,
    "yml": "- " * 10_000 + "x",
    "toml": "x = " + "[" * 100_000 + "]" * 100_000,
    "python": "x = 1" + "+1" * 100_000,
    "py": "x = " + "not " * 100_000 + "1",
    "python3": "x = y" + "+1" * 400,
    "pycon": ">>> x = y" + "+1" * 400,
}


@pytest.mark.parametrize("language", DEEP)
def test_code_and_data_without_end(tmp_path: Path, check, language: str) -> None:
    (tmp_path / "a.md").write_text(f"# T\n\n```{language}\n{DEEP[language]}\n```\n")
    code, shown = check()
    assert (code, "too deep" in shown or "does not parse" in shown) == (1, True)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 30_000,
        "{a: " * 30_000,
        "- " * 30_000 + "x",
        "? " * 30_000 + "x",
        "".join(f"{' ' * n}-\n" for n in range(2000)),
    ],
)
def test_yaml_that_could_be_deep_is_kept_from_the_parser_in_c(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    # It crashes the whole process where it is older than its limit of depth, which came with PyYAML 6.0.4.
    class InC(yaml.SafeLoader):
        def __init__(self, text: str) -> None:
            raise AssertionError("read in C")

    monkeypatch.setattr(yamlnodes, "_LOADER", InC)
    with pytest.raises((RecursionError, yaml.YAMLError)):
        yamlnodes.documents(text)
    with pytest.raises(AssertionError):
        yamlnodes.documents("items:\n" + "- {name: [a]}\n" * 500)


@pytest.mark.parametrize(
    ("piece", "count"),
    [
        ("<!-- fencepost: ", 5000),
        ("<!-- fencepost: skip ", 5000),
        ("](  <!--", 50_000),
        ("`a` {/* ", 50_000),
        ("<!-- fencepost: quote a:b -->\n```\n```\n", 3000),
        ("[a][b] ", 10_000),
        ("[a][b] \\( ", 12_000),
        ("{: > ```\n", 10_000),
        ("{{\n\n", 20_000),
        ("export const a = {\n\n", 20_000),
    ],
)
@pytest.mark.parametrize("name", ["a.md", "a.mdx"])
def test_what_is_repeated_without_end(tmp_path: Path, check, name: str, piece: str, count: int) -> None:
    # Where each is read to the end of the page, or looks through all others, this takes minutes.
    (tmp_path / name).write_text(f"# T\n\n{piece * count}\n")
    code, shown = check()
    assert code in (0, 1), shown[-500:]


def test_a_page_that_includes_itself_again_and_again(tmp_path: Path, check) -> None:
    (tmp_path / "a.md").write_text("# T\n\n" + '--8<-- "a.md"\n' * 3000)
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nmarkdown_extensions: [pymdownx.snippets]\n")
    code, shown = check()
    assert (code, "a.md includes itself" in shown, "without end" in shown) == (1, True, True)


DIGITS = "9" * 5000
"""More than Python turns into a number."""


def test_a_number_of_many_digits_is_json(tmp_path: Path, check) -> None:
    (tmp_path / "a.md").write_text(f'# T\n\n```json\n{{"a": {DIGITS}}}\n```\n\n```jsonl\n{DIGITS}\n...\n```\n')
    code, shown = check()
    assert (code, "2 parsed" in shown) == (0, True)


def test_a_number_of_many_digits_is_no_toml(tmp_path: Path, check) -> None:
    (tmp_path / "a.md").write_text(f"# T\n\n```toml\na = {DIGITS}\n```\n")
    code, shown = check()
    assert (code, "FP108" in shown) == (1, True)


@pytest.mark.parametrize("value", [DIGITS, "[" * 100_000])
@pytest.mark.parametrize("name", ["fencepost.toml", "pyproject.toml"])
def test_settings_without_end(tmp_path: Path, check, name: str, value: str) -> None:
    (tmp_path / name).write_text(f"timeout = {value}\n")
    code, shown = check()
    assert (code, f"{name}:1:1: FP901" in shown) == (2, True)


LONG = "a" * 5000


@pytest.mark.parametrize(
    "setting",
    [
        f'site = "{LONG}"',
        f'baseline = "{LONG}"',
        f'pages = ["{LONG}"]',
        f'import = ["{LONG}"]',
        f'languages = {{en = ["{LONG}"], zh = ["b"]}}',
    ],
)
def test_settings_that_name_a_path_without_end(tmp_path: Path, check, setting: str) -> None:
    (tmp_path / "fencepost.toml").write_text(f"{setting}\n")
    assert check()[0] in (0, 1, 2)


@pytest.mark.parametrize("word", [f'continues="{LONG}"', f'files="{LONG}"'])
def test_a_page_that_names_a_path_without_end(tmp_path: Path, check, word: str) -> None:
    (tmp_path / "a.md").write_text(f"# T\n\n<!-- fencepost: page {word} -->\n\n```python\nx = 1\n```\n")
    assert check()[0] in (1, 2)


@pytest.mark.parametrize("value", [DIGITS, "[" * 100_000])
def test_a_site_without_end(tmp_path: Path, check, value: str) -> None:
    (tmp_path / "zensical.toml").write_text(f"[project]\nsite_name = 'x'\nx = {value}\n")
    code, shown = check()
    assert (code, "zensical.toml:1:1: FP901" in shown) == (2, True)


@pytest.mark.parametrize(
    "key", ["INHERIT", "docs_dir", "theme: {custom_dir", "markdown_extensions: [pymdownx.snippets: {base_path"]
)
def test_a_site_that_names_a_path_without_end(tmp_path: Path, check, key: str) -> None:
    text = f"{key}: {'a' * 5000}{'}' * key.count('{')}{']' * key.count('[')}"
    (tmp_path / "mkdocs.yml").write_text(f"site_name: x\n{text}\n")
    (tmp_path / "good.md").write_text('# T\n\n--8<-- "x"\n')
    assert check()[0] in (0, 1, 2)


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a": ' * 100_000, f'{{"count": {DIGITS}}}'])
def test_a_baseline_without_end(tmp_path: Path, check, line: str) -> None:
    (tmp_path / "fencepost.toml").write_text('baseline = "base.jsonl"\n')
    (tmp_path / "base.jsonl").write_text(f"{line}\n")
    code, shown = check()
    assert (code, "base.jsonl:1:1: FP" in shown) == (2, True)


@pytest.mark.parametrize(
    "source",
    [
        "a." * 3000 + "x:y",
        "a" * 3000 + ":y",
        "file:" + "a" * 3000,
        "src:" + "a/" * 3000 + "x.py#y",
        f"page:{'a' * 3000}.md#t[1]",
    ],
)
def test_a_source_with_a_name_without_end(tmp_path: Path, check, source: str) -> None:
    (tmp_path / "a.md").write_text(f"# T\n\n<!-- fencepost: quote {source} -->\n```text\nx\n```\n")
    code, shown = check()
    assert (code, "a.md:3:1: FP302" in shown) == (1, True)


def test_a_loop_of_links(tmp_path: Path, check) -> None:
    (tmp_path / "self.md").symlink_to("self.md")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "again").symlink_to(".")
    code, shown = check()
    assert (code, "self.md:1:1: FP114" in shown) == (2, True)
    code, shown = check("self.md")
    assert (code, "self.md" in shown) == (2, True)


def test_a_folder_named_like_a_page(tmp_path: Path, check) -> None:
    (tmp_path / "x.md").mkdir()
    assert check()[0] == 0
    code, shown = check("x.md")
    assert (code, "x.md" in shown) == (2, True)


@pytest.mark.parametrize("name", ["gone.md", "x" * 5000 + ".md"])
def test_a_page_that_is_not_there(check, name: str) -> None:
    code, shown = check(name)
    assert (code, name in shown) == (2, True)


def without_rights(root: Path) -> subprocess.CompletedProcess[str]:
    """A check of the folder by somebody who owns nothing in it."""
    if sys.platform == "win32" or os.geteuid() != 0:
        pytest.skip("needs the rights to give up its rights")
    # What a check imports may lie where others may not read, and so is imported first.
    command = (
        f"import os; from fencepost.cli import main, run; main(['check', '-q', '--root', {str(root)!r}]); "
        "os.setgid(65534); os.setuid(65534); run()"
    )
    for folder in (root, *root.parents[:3]):  # with xdist there is one more
        folder.chmod(0o755)
    line = [sys.executable, "-c", command, "check", "--root", str(root)]
    # git lists what belongs to others only where that is said to be meant.
    trusting = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    return subprocess.run([*line, str(root)], capture_output=True, text=True, check=False, env=os.environ | trusting)


def test_a_page_that_may_not_be_read(tmp_path: Path) -> None:
    for name in ("a.md", "good.md"):
        (tmp_path / name).write_text("# T\n")
    (tmp_path / "a.md").chmod(0)
    ended = without_rights(tmp_path)
    assert (ended.returncode, "a.md:1:1: FP114" in ended.stdout) == (2, True)
    assert "Permission denied" in ended.stdout
    assert "help: Put a file there that can be read" in ended.stdout


@pytest.mark.parametrize("git", [False, True])
def test_a_folder_into_which_nobody_may_look(git: bool, tmp_path: Path) -> None:
    quoted = "# T\n\n<!-- fencepost: quote {}:X -->\n```text\nx\n```\n\n[a](closed/a.md)\n"
    (tmp_path / "good.md").write_text(quoted.format("pkg.closed"))
    (tmp_path / "pkg.py").write_text("")
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed" / "a.md").write_text("# A\n")
    if git:
        subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
        subprocess.run(["git", "-C", str(tmp_path), "add", "."], check=True)
    (tmp_path / "closed").chmod(0)
    ended = without_rights(tmp_path)
    (tmp_path / "closed").chmod(0o755)
    assert ended.stderr == ""
    assert "good.md:3:1: FP302" in ended.stdout
    assert "good.md:8:1: FP501" in ended.stdout
    # Only where git lists what stands in it does anybody know of a page there.
    assert ("closed/a.md:1:1: FP114" in ended.stdout) is git
