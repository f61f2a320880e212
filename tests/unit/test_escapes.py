"""No link and no `..` leads out: nothing outside the project is read, nothing outside the given paths is written."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fencepost.cli import main
from fencepost.reusing.store import FOLDER, Store

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need rights there")
SECRET = "s3cr3t"
SITE = "site_name: x\nmarkdown_extensions:\n  - pymdownx.superfences\n  - pymdownx.snippets:\n      base_path: [/, .., .]\n"
RUNS = "\n```python\nprint(1)\n```\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project beside files that are none of its business; `.git` says where the repository begins."""
    root = tmp_path / "project"
    (root / "docs").mkdir(parents=True)
    (root / "src").mkdir()
    (root / ".git").mkdir()
    (root / "mkdocs.yml").write_text(SITE, "utf-8")
    (root / "fencepost.toml").write_text("", "utf-8")
    (tmp_path / "out.py").write_text(f'TEXT = """{SECRET}\n"""\n', "utf-8")
    (tmp_path / "out.md").write_text(f"# {SECRET} Heading\n\n```python\nprint({SECRET})\n```\n", "utf-8")
    (tmp_path / "out.txt").write_text(f"{SECRET}\n", "utf-8")
    for link, target in {"src/linked.py": "out.py", "docs/linked.md": "out.md", "linked.txt": "out.txt"}.items():
        (root / link).symlink_to(tmp_path / target)
    return root


def check(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["check", "--root", str(root), *arguments])
    shown = capsys.readouterr()
    return code, shown.out + shown.err


def quote(source: str) -> str:
    return f"<!-- fencepost: quote {source} -->\n```text\nx\n```\n"


READING = {
    "a module that is a link": (quote("linked:TEXT"), "lies outside the project"),
    "file: a link": (quote("file:linked.txt"), "lies outside the project"),
    "file: two dots": (quote("file:../out.txt"), "lies outside the project"),
    "file: an absolute path": (quote("file:/etc/passwd"), "lies outside the project"),
    "src: a link": (quote("src:src/linked.py#TEXT"), "lies outside the project"),
    "src: two dots": (quote("src:../out.py#TEXT"), "lies outside the project"),
    "page: a link": (quote("page:docs/linked.md#s3cr3t-heading[1]"), "page"),
    "page: two dots": (quote("page:../out.md#s3cr3t-heading[1]"), "page"),
    "made: two dots": ("```python\nx = 1\n```\n\n" + quote("made:../out.txt"), "not checked"),
    "continues: two dots": ('<!-- fencepost: page continues="../../out.md" -->\n' + RUNS, "names no page"),
    "continues: a link": ('<!-- fencepost: page continues="linked.md" -->\n' + RUNS, "names no page"),
    "files: two dots": ('<!-- fencepost: page files="../../*" -->\n' + RUNS, "below the page's folder"),
    "files: an absolute path": ('<!-- fencepost: page files="/etc/*" -->\n' + RUNS, "below the page's folder"),
    "file directive: two dots": ("<!-- fencepost: file ../x.txt -->\n```text\nx\n```\n", "below the page's folder"),
    "a snippet: two dots": ('--8<-- "out.md"\n', "lies outside the project"),
    "a snippet: a link": ('--8<-- "docs/linked.md"\n', "lies outside the project"),
    "a snippet: an absolute base": ('--8<-- "{outside}/out.md"\n', "lies outside the project"),
    "a link target": ("[x](../../out.md#s3cr3t-headingg)\n", "all held"),
    "a link target that is a link": ("[x](linked.md#s3cr3t-headingg)\n", "all held"),
}


@pytest.mark.parametrize("name", READING)
def test_nothing_outside_is_read(name: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, said = READING[name]
    page = root / "docs" / "a.md"
    page.write_text("# T\n\n" + text.replace("{outside}", str(root.parent).removeprefix("/")), "utf-8")
    _, shown = check(root, capsys, "--no-run", str(page))
    assert said in shown
    assert SECRET not in shown.replace("s3cr3t-heading", "")


def test_a_page_that_is_a_link_out_is_said_and_not_read(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = check(root, capsys, "--no-run")
    assert (code, "docs/linked.md:1:1: FP114" in shown, SECRET in shown) == (2, True, False)


SETTINGS = {
    "quote": '[[quote]]\npage = "../out.md"\nheading = "s3cr3t-heading"\nsource = "file:mkdocs.yml"\n',
    "agree": '[[agree]]\nname = "x"\nsources = ["file:../out.txt", "file:linked.txt"]\nlines = "."\n',
    "translates": '[[translates]]\nsource = "linked:TEXT"\nrewrite = "file:../out.txt"\n',
    "baseline": 'baseline = "../out.txt"\n',
    "baseline that is a link": 'baseline = "linked.txt"\n',
    "pages": 'pages = ["../*.md", "docs/a.md"]\n[[quote]]\npage = "docs/linked.md"\nheading = "s3cr3t-heading"\nsource = "file:mkdocs.yml"\n',
}


@pytest.mark.parametrize("name", SETTINGS)
def test_no_setting_leads_out(name: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs" / "a.md").write_text("# T\n", "utf-8")
    (root / "fencepost.toml").write_text(SETTINGS[name], "utf-8")
    code, shown = check(root, capsys, "--no-run")
    assert code == 2 or "outside the project" in shown or "FP9" in shown or "FP3" in shown
    assert SECRET not in shown.replace("s3cr3t-heading", "")


@pytest.mark.parametrize("option", ["--report", "--baseline"])
def test_no_file_that_is_named_is_followed_out(option: str, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs" / "linked.md").unlink()
    (root / "docs" / "a.md").write_text("# T\n", "utf-8")
    code, shown = check(root, capsys, option, str(root / "linked.txt"))
    assert (code, "a link out of the project" in shown, SECRET in shown) == (2, True, False)
    assert (root.parent / "out.txt").read_text("utf-8") == f"{SECRET}\n"


def test_a_report_may_be_written_anywhere_else(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs" / "linked.md").unlink()
    (root / "docs" / "a.md").write_text("# T\n", "utf-8")
    assert check(root, capsys, "--report", str(root.parent / "report.json"))[0] == 0
    assert json.loads((root.parent / "report.json").read_text("utf-8"))["summary"]["pages"] == 1


def test_a_report_that_cannot_be_written_is_said(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown = check(root, capsys, "--report", str(root / "nowhere" / "report.json"))
    assert (code, "report.json cannot be written: No such file or directory" in shown) == (2, True)


@pytest.mark.parametrize("link", [FOLDER, f"{FOLDER}/check.json"])
def test_what_is_kept_between_runs_stays_inside(link: str, root: Path) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "check.json").write_text('{"version": 1, "pages": {}}', "utf-8")
    (root / link).parent.mkdir(exist_ok=True)
    (root / link).symlink_to(outside if link == FOLDER else outside / "check.json")
    store = Store(root, "check.json")
    assert "cannot be read" in store.note
    store.write()
    assert "a link out of the project" in store.note
    assert [path.name for path in outside.iterdir()] == ["check.json"]
    assert (outside / "check.json").read_text("utf-8") == '{"version": 1, "pages": {}}'


def test_init_writes_through_no_link(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (root / "docs" / "linked.md").unlink()
    (root / "docs" / "a.md").write_text("# T\n\n```json\n{\n```\n", "utf-8")
    (root / "base.jsonl").symlink_to(root.parent / "made.jsonl")
    code = main(["init", "--root", str(root), "--yes", "--baseline", "base.jsonl"])
    shown = capsys.readouterr()
    assert (code, "a link out of the project" in shown.out + shown.err) == (2, True)
    assert not (root.parent / "made.jsonl").exists()
