"""What arbitrary bytes are thrown at: each target takes them, and fails where the product does not hold its promises.

Read by the tests, with a few examples each, and by `scripts/fuzz`, for as long as one likes.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from collections.abc import Callable, Generator
from pathlib import Path
from unittest.mock import patch

from hypothesis import strategies as st
from wikimem.check import check as check_diary

from fencepost.cli import main
from fencepost.recorded import ReportError, read_report
from fencepost.reusing.store import FOLDER, Store
from fencepost.stub import ScriptError, parse_script
from wikimem import Diary, parse_entries

SITE = (
    b"site_name: x\nmarkdown_extensions: [admonition, pymdownx.superfences, pymdownx.snippets, footnotes, attr_list]\n"
)
FENCE = b"# T\n\n```python\nx = 1\n```\n"
_WORDS = [
    "```", "~~~", "python", "json", "yaml", "toml", "pycon", "console", "{ .py }", 'title="a.py"', "\n", "\n\n", "    ", "\t", "> ", "- ",
    "1. ", "!!! note\n", "??? x\n", '=== "A"\n', "/// tab | A\n", "///\n", "<!-- fencepost: ", "-->", "{/* fencepost: ", "*/}", "<div markdown>",
    "</div>", "<pre>", "skip", 'reason="x"', "run", "raises=", "assert", "output", "error", "quote ", "file:a.md", "src:a.py#x", "page:a.md#t[1]",
    "cmd:", "made:", "a:b", "translates ", "model", "page ", "ignore FP110 ", "differs", "file ", "setup", "freeze=", "files=", "continues=", '"', "'",
    "=", "[x](", ")", "](#t)", "[^1]: ", "# T", "## T {#t}", "\r", "\r\n", "\x00", "\x0c", "\u2028", "\ufeff", "日记", "é", "--8<-- ", '"a.md"',
    "a.md:1:2", "[tool.fencepost]\n", "run = ", "[[quote]]\n", "languages = ", "severity = ", "pages = ", "- say: ", "- call: ", "{", "}", "[", "]", ": ",
    "&a ", "*a", "[*a, *a]", "<<: *a", "2026-99-99", "!!int ", "!!timestamp ", "9" * 5000, "\\ud800", "[" * 2000, "- " * 2000, "!!python/name:os.system ", "!ENV ", "x = 1", ">>> ", "$ ", "\\", "$(", "`", "#> ", "...", "nav:", "plugins:", "markdown_extensions:",
]  # fmt: skip
_PIECES = st.lists(st.sampled_from(_WORDS) | st.text(max_size=6), max_size=40).map(
    lambda parts: "".join(parts).encode()
)
BYTES = _PIECES | st.binary(max_size=80)
"""Bytes that often mean something here."""


@contextlib.contextmanager
def redirected() -> Generator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def _check(files: dict[str, bytes], *arguments: str) -> None:
    """Check a project of these files: an exit code, no traceback, and no file is made or changed."""
    with tempfile.TemporaryDirectory(prefix="fencepost-fuzz-") as folder:
        root = Path(folder)
        for name, data in files.items():
            (root / name).write_bytes(data)
        with redirected():
            code = main(["check", "--root", folder, "--no-run", *arguments])
        assert code in (0, 1, 2), code
        assert {path.name: path.read_bytes() for path in root.iterdir()} == files


def page_of_a_site(data: bytes) -> None:
    _check({"a.md": data, "mkdocs.yml": SITE})


def page_of_gfm(data: bytes) -> None:
    _check({"a.md": data, "fencepost.toml": b'titles = "files"\nshell = "syntax"\n'})


def page_of_mdx(data: bytes) -> None:
    _check({"a.mdx": data, "fencepost.toml": b""})


def translation(data: bytes) -> None:
    _check({"a.md": FENCE, "a.zh.md": data, "fencepost.toml": b'languages = {en = ["a.md"], zh = ["a.zh.md"]}\n'})


def directive(data: bytes) -> None:
    _check({"a.md": b"# T\n\n<!-- fencepost: " + data + b" -->\n" + FENCE[5:], "mkdocs.yml": SITE})


def python(data: bytes) -> None:
    _check({"a.md": b"```python\n" + data + b"\n```\n", "fencepost.toml": b""})


def data_fences(data: bytes) -> None:
    languages = ("json", "jsonc", "jsonl", "yaml", "toml", "env")
    page = b"# T\n\n" + b"".join(b"```%s\n%s\n```\n\n" % (name.encode(), data) for name in languages)
    twin = page.replace(b"x", b"y").replace(b"\n```\n\n", b"\nz: 1\n```\n\n")
    _check({"a.md": page, "a.zh.md": twin, "fencepost.toml": b'languages = {en = ["a.md"], zh = ["a.zh.md"]}\n'})


def layout(data: bytes) -> None:
    """Files and folders by these names, in a project without settings."""
    names = (name.strip("/. ")[:60] for name in data.decode("utf-8", "replace").replace("\0", "").split("\n"))
    paths = [
        f"{_PARTS[len(name) % len(_PARTS)]}/{_PARTS[index % len(_PARTS)]}{name}" for index, name in enumerate(names)
    ]
    with tempfile.TemporaryDirectory(prefix="fencepost-fuzz-") as folder:
        for path in (*paths[:30], "docs/index.md", "docs/zh/index.md", "README.md"):
            with contextlib.suppress(OSError):  # a file stands where a folder would have to, or the name is none
                file = Path(folder, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(FENCE + data)
        with redirected():
            assert main(["check", "--root", folder, "--no-run"]) in (0, 1, 2)
            assert main(["list", "--root", folder, "--languages"]) in (0, 1, 2)


_PARTS = (
    "docs", "docs/zh", "docs/en", "zh-CN", "i18n/fr/docusaurus-plugin-content-docs/current", "website/docs", ".vitepress/config.ts", "docusaurus.config.js",
    "index.md", "index.zh.md", "guide.pt-BR.md", "README.zh.md", "mkdocs.yml", "docs/mkdocs.yaml", "zensical.toml", "a.mdx", "a.ja.mdx", "_b.md", ".hidden.md",
)  # fmt: skip


def standard_input(data: bytes) -> None:
    """A page as an editor holds it, under a name that may be any."""
    name, _, text = data.partition(b"\n")
    with tempfile.TemporaryDirectory(prefix="fencepost-fuzz-") as folder:
        root = Path(folder)
        (root / "a.md").write_bytes(FENCE)
        (root / "mkdocs.yml").write_bytes(SITE)
        for shown in ("a.md", name.decode("utf-8", "replace").replace("\0", "") or "b.md"):
            stdin = io.TextIOWrapper(io.BytesIO(text), "utf-8")
            with patch("sys.stdin", stdin), redirected():
                assert main(["check", "--root", folder, f"--stdin-filename={shown}"]) in (0, 1, 2)
        assert sorted(path.name for path in root.iterdir()) == ["a.md", "mkdocs.yml"]


def expression(data: bytes) -> None:
    """What a quote names, and the module that it is read in."""
    what, _, module = data.partition(b"\n")
    page = (
        b"# T\n\n<!-- fencepost: quote "
        + what
        + b" -->\n```text\nx\n```\n\n<!-- fencepost: quote a:X -->\n```json\n1\n```\n"
    )
    constant = b"X = " + module.replace(b"\n", b" ") + b"\nX += X\nX = [X, *X, f'{X:>9}', X * 9]\n"
    _check({"a.md": page, "a.py": constant, "b.py": b"from a import *\nfrom b import *\n", "fencepost.toml": b""})


def day_file(data: bytes) -> None:
    """A day of a diary: its bytes survive an append, and the entry is read back."""
    with tempfile.TemporaryDirectory(prefix="fencepost-fuzz-") as folder:
        file = Path(folder, "diary", "2026-07-30.md")
        file.parent.mkdir()
        file.write_bytes(data)
        diary = Diary(folder, tz="UTC")
        before = diary.day("2026-07-30")
        item = diary.append(f"x{data.decode('utf-8', 'replace')}", date="2026-07-30", time="12:00")
        assert item in diary.day("2026-07-30")
        assert len(diary.day("2026-07-30")) == len(before) + 1
        assert item in diary.search("x")
        check_diary(diary)
        parse_entries(data.decode("utf-8", "replace"))


def source(data: bytes) -> None:
    page = b"<!-- fencepost: quote a:x -->\n```text\nx\n```\n\n<!-- fencepost: quote src:a.py#x -->\n```text\nx\n```\n"
    _check({"a.md": page, "a.py": data, "fencepost.toml": b""})


def settings(data: bytes) -> None:
    _check({"a.md": FENCE, "fencepost.toml": data})


def pyproject(data: bytes) -> None:
    _check({"a.md": FENCE, "pyproject.toml": data})


def site(data: bytes) -> None:
    _check({"a.md": FENCE, "mkdocs.yml": data})


def zensical(data: bytes) -> None:
    _check({"a.md": FENCE, "zensical.toml": b'[project]\nsite_name = "x"\n' + data})


def snippet(data: bytes) -> None:
    _check({"a.md": b'--8<-- "b.txt"\n\n--8<-- "b.txt:1:3"\n', "b.txt": data, "mkdocs.yml": SITE})


def baseline(data: bytes) -> None:
    _check({"a.md": FENCE, "base.jsonl": data, "fencepost.toml": b'baseline = "base.jsonl"\n'})


def store(data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="fencepost-fuzz-") as folder:
        file = Path(folder, FOLDER, "check.json")
        file.parent.mkdir()
        file.write_bytes(data)
        found = Store(Path(folder), "check.json")
        assert not (found.entries and found.note)
        assert file.read_bytes() == data


def report(data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="fencepost-fuzz-") as folder:
        file = Path(folder, "report.json")
        file.write_bytes(data)
        with contextlib.suppress(ReportError):
            read_report(file)


def script(data: bytes) -> None:
    with contextlib.suppress(ScriptError):
        parse_script(data.decode("utf-8", "replace"))


_ALL = (
    page_of_a_site,
    page_of_gfm,
    page_of_mdx,
    translation,
    directive,
    python,
    data_fences,
    layout,
    standard_input,
    expression,
    source,
    settings,
    pyproject,
    site,
    zensical,
    snippet,
    baseline,
    store,
    report,
    script,
    day_file,
)
TARGETS: dict[str, Callable[[bytes], None]] = {target.__name__: target for target in _ALL}
