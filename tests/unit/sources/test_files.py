"""`file:`, `src:` and `page:` sources."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from fencepost.model import Fence, Page
from fencepost.sources import Sources, SourceText, Unresolved

CODE = '''\
import functools

# fencepost: region first
A = 1
# fencepost: region inner
B = 2
# fencepost: end
# fencepost: end


class Thing:
    # fencepost: region body
    @functools.cache
    def method(self):
        """Do it."""
        return 1
    # fencepost: end

    LIMIT = (
        5
    )


NAME: str = "x"
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "code.py").write_text(CODE, "utf-8")
    (tmp_path / "note.txt").write_bytes(b"\xef\xbb\xbfone\r\ntwo\r\n")
    return tmp_path


def resolved(root: Path, expression: str) -> SourceText:
    found = Sources(root).resolve(expression)
    assert isinstance(found, SourceText), found
    return found


def reason(root: Path, expression: str) -> str:
    found = Sources(root).resolve(expression)
    assert isinstance(found, Unresolved), found
    assert not found.not_checked
    return found.reason + " " + found.help


def test_a_file_is_read_whole_without_its_mark(root: Path) -> None:
    found = resolved(root, "file:note.txt")
    assert found.text == "one\ntwo\n"
    assert str(found.place) == "note.txt:1:1"
    assert found.at(1).line == 2


def test_a_region_leaves_out_marks_and_shared_indentation(root: Path) -> None:
    found = resolved(root, "file:code.py#first")
    assert found.text == "A = 1\nB = 2\n"
    assert str(found.place) == "code.py:3:1"
    assert found.lines == (4, 6)
    assert resolved(root, "file:code.py#inner").text == "B = 2\n"
    assert resolved(root, "file:code.py#body").text.startswith("@functools.cache\ndef method(self):\n    ")


@pytest.mark.parametrize(
    ("symbol", "text", "place", "first"),
    [
        ("NAME", 'NAME: str = "x"\n', 24, 24),
        ("Thing.LIMIT", "LIMIT = (\n    5\n)\n", 19, 19),
        ("Thing.method", '@functools.cache\ndef method(self):\n    """Do it."""\n    return 1\n', 14, 13),
    ],
)
def test_a_symbol_is_its_source_text(root: Path, symbol: str, text: str, place: int, first: int) -> None:
    found = resolved(root, f"src:code.py#{symbol}")
    assert found.text == text
    assert found.place.line == place
    assert found.lines[0] == first


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("file:nope.txt", "there is no file `nope.txt`"),
        ("file:not.txt", "`note.txt`"),
        ("file:code.py#frist", "the region `frist` was not found Did you mean `first`?"),
        ("src:code.py#Thing.metod", "there is no `metod` Did you mean `method`?"),
        ("src:note.txt#x", "there is no `x`"),
        ("src:code.py", "needs `#symbol`"),
        ("file:", "needs something behind it"),
        ("file:code.py#", "nothing stands behind `#`"),
        ("page:x.md", "needs `#slug[n]`"),
        ("file:../secret", "outside the project"),
        ("file:/etc/passwd", "outside the project"),
        ("file:\x00", "is no path"),
    ],
)
def test_what_is_wrong_is_said(root: Path, expression: str, words: str) -> None:
    assert words in reason(root, expression)


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need rights there")
def test_a_link_out_of_the_project_is_not_followed(root: Path) -> None:
    (root / "link.txt").symlink_to("/etc/hostname")
    assert "outside the project" in reason(root, "file:link.txt")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("# fencepost: region a\nx\n", "is never closed"),
        ("# fencepost: region a\n# fencepost: end\n# fencepost: region a\n# fencepost: end\n", "more than once"),
        ("# fencepost: end\n", "closes nothing"),
    ],
)
def test_marks_that_do_not_fit_are_said(root: Path, text: str, words: str) -> None:
    (root / "marks.py").write_text(text, "utf-8")
    assert words in reason(root, "file:marks.py#a")


def test_a_file_that_is_not_utf8_is_named(root: Path) -> None:
    (root / "gbk.txt").write_bytes("日记".encode("gbk"))
    assert "is not UTF-8 at byte 0" in reason(root, "file:gbk.txt")


def _page() -> Page:
    text = "# A\n\n```text\nhello\n```\n"
    fence = Fence("a", 1, "text", "text", (), (), "hello\n", "```", "", 3, 5, 5, 22, 13, 19)
    return Page("docs/a.md", text, "mkdocs", (), (fence,), ())


def test_a_fence_of_another_page_is_a_source(tmp_path: Path) -> None:
    sources = Sources(tmp_path, pages={"docs/a.md": _page()}.get)
    for expression in ("page:docs/a.md#a[1]", "page:docs/a.md#a", "page:#a[1]"):
        found = sources.resolve(expression, page="docs/a.md")
        assert isinstance(found, SourceText)
        assert found.text == "hello\n"
        assert str(found.place) == "docs/a.md:3:1"
        assert found.at(0).line == 4


def test_a_missing_fence_or_page_is_said(tmp_path: Path) -> None:
    sources = Sources(tmp_path, pages={"docs/a.md": _page()}.get)
    fence, page = sources.resolve("page:docs/a.md#b[1]"), sources.resolve("page:docs/b.md#a[1]")
    assert isinstance(fence, Unresolved)
    assert isinstance(page, Unresolved)
    assert "has no fence `b[1]`" in fence.reason
    assert "there is no page `docs/b.md`" in page.reason


@pytest.mark.parametrize("expression", ['cmd:"tool --help"', "made:out.txt"])
def test_what_needs_running_is_not_checked_without_it(tmp_path: Path, expression: str) -> None:
    found = Sources(tmp_path).resolve(expression)
    assert isinstance(found, Unresolved)
    assert found.not_checked


def test_a_maker_gives_the_texts_that_need_running(tmp_path: Path) -> None:
    asked: list[tuple[str, str | None]] = []

    def maker(what: str, page: str | None) -> Unresolved:
        asked.append((what, page))
        return Unresolved(what, "made", not_checked=False)

    sources = Sources(tmp_path, makers={"cmd": maker})
    assert sources.resolve('cmd:"tool --help"', page="a.md") == Unresolved("tool --help", "made", not_checked=False)
    assert asked == [("tool --help", "a.md")]
