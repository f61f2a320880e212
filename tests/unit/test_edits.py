from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fencepost.edits import OverlapError, apply, newline_at, unified, write_atomic
from fencepost.model import Edit


def edit(start: int, end: int, replacement: str) -> Edit:
    return Edit("page.md", start, end, replacement)


def test_offsets_are_those_of_the_text_before() -> None:
    assert apply("abcdef", [edit(1, 2, "BBB"), edit(4, 4, "-"), edit(5, 6, "")]) == "aBBBcd-e"


def test_the_same_edit_twice_is_done_once() -> None:
    assert apply("abc", [edit(1, 2, "x"), edit(1, 2, "x")]) == "axc"


def test_edits_may_touch() -> None:
    assert apply("abcd", [edit(0, 2, "x"), edit(2, 4, "y")]) == "xy"


@pytest.mark.parametrize(
    "edits", [[edit(0, 4, "x"), edit(3, 5, "y")], [edit(2, 2, "x"), edit(2, 2, "y")], [edit(0, 6, "x"), edit(4, 5, "")]]
)
def test_overlap_is_refused_with_both_places(edits: list[Edit]) -> None:
    with pytest.raises(OverlapError, match=r"page.md:1:1 and page.md:2:\d|page.md:1:3 and page.md:1:3"):
        apply("ab\ncdef" if edits[0].start == 0 else "abcdef", edits)


def test_line_ends_become_those_of_the_place() -> None:
    assert apply("a\r\nb\r\n", [edit(3, 4, "x\ny")]) == "a\r\nx\r\ny\r\n"
    assert apply("a\r\nb\r\n", [edit(0, 1, "x\ny\r\nz")]) == "x\r\ny\r\nz\r\nb\r\n"
    assert apply("a\nb", [edit(2, 3, "x\ny")]) == "a\nx\ny"
    mixed = "a\nb\r\nc\n"
    assert apply(mixed, [edit(5, 6, "x\ny")]) == "a\nb\r\nx\r\ny\n"
    assert newline_at("", 0) == "\n"


@settings(max_examples=100, deadline=None)
@given(st.text("ab\n", max_size=30), st.lists(st.tuples(st.integers(0, 30), st.text("xy\n", max_size=3)), max_size=4))
def test_edits_are_the_same_in_any_order(text: str, inserted: list[tuple[int, str]]) -> None:
    edits = [edit(min(at, len(text)), min(at, len(text)), new) for at, new in dict(inserted).items()]
    if len({one.start for one in edits}) == len(edits):
        assert apply(text, edits) == apply(text, edits[::-1])
        assert len(apply(text, edits)) == len(text) + sum(len(one.replacement) for one in edits)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b", "c\u2028d", "e\x0cf", ""]), max_size=6),
    st.lists(st.sampled_from(["a", "b", "c\u2028d", "e\x0cf", ""]), max_size=6),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_the_patch_is_one_that_git_takes(
    tmp_path_factory: pytest.TempPathFactory, old: list[str], new: list[str], newline: str, ended: bool
) -> None:
    folder = tmp_path_factory.mktemp("patch")
    before, after = newline.join(old), newline.join(new) + newline * ended
    patch = unified("a.md", before, after)
    assert (patch == "") == (before == after)
    if patch and before:
        (folder / "a.md").write_bytes(before.encode())
        command = ["git", "apply", "--whitespace=nowarn", "-"]
        environment = os.environ | {"GIT_CEILING_DIRECTORIES": str(folder.parent)}
        subprocess.run(command, cwd=folder, input=patch.encode(), check=True, env=environment, capture_output=True)
        written = (folder / "a.md").read_bytes() if (folder / "a.md").exists() else b""
        assert written == after.encode()


class TestWriting:
    @pytest.mark.parametrize("text", ["plain\n", "\ufeffwith a mark\r\n", "a\r\nb\nc\r", "日记\n", ""])
    def test_bytes_are_those_of_the_text(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "page.md"
        path.write_bytes(b"old")
        write_atomic(path, text, tmp_path)
        assert path.read_bytes() == text.encode()
        assert [entry.name for entry in tmp_path.iterdir()] == ["page.md"]

    @pytest.mark.skipif(os.name == "nt", reason="no such modes there")
    def test_the_mode_is_kept(self, tmp_path: Path) -> None:
        path = tmp_path / "page.md"
        path.write_text("old")
        path.chmod(0o640)
        write_atomic(path, "new", tmp_path)
        assert path.stat().st_mode & 0o777 == 0o640

    @pytest.mark.skipif(os.name == "nt", reason="links need rights there")
    def test_a_link_goes_on_pointing_to_its_file(self, tmp_path: Path) -> None:
        target, link = tmp_path / "real.md", tmp_path / "link.md"
        target.write_text("old")
        link.symlink_to(target)
        write_atomic(link, "new", tmp_path)
        assert link.is_symlink()
        assert target.read_text() == "new"

    def test_what_fails_leaves_the_old_file_and_nothing_else(self, tmp_path: Path) -> None:
        path = tmp_path / "page.md"
        path.write_text("old")
        with pytest.raises(UnicodeEncodeError):
            write_atomic(path, "lone surrogate \ud800", tmp_path)
        assert path.read_text() == "old"
        assert [entry.name for entry in tmp_path.iterdir()] == ["page.md"]
