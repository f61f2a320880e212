"""What is put into a page is what `pymdownx.snippets` puts there, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import markdown
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pymdownx.snippets import SnippetMissingError

from fencepost.snippets import Library, SnippetOptions, expand
from fencepost.snippets.syntax import read_request

FILES = {
    "parts/a.md": "# A\n\n```python\nx = 1\n```\n",
    "parts/no-end.txt": "one\n    two\nthree",
    "parts/code.py": (
        "import os\n\n# --8<-- [start:main]\ndef f():\n    # --8<-- [start:inner]\n    return 1\n\n"
        "    # --8<-- [end:inner]\n# --8<-- [end:main]\n# ;--8<-- [start:shown]\nlast = 2\n"
    ),
    "parts/nested.md": '- item\n\n    --8<-- "code.py:inner"\n\n--8<--\na.md\n; ignored\n\n  no-end.txt:2:3\n--8<--\n',
    "parts/loop.md": 'begin\n--8<-- "loop.md"\nend\n',
    "parts/empty.md": "",
    "parts/crlf.md": "a\r\n\r\n  b\r\n",
    "parts/escaped.md": ';--8<-- "a.md"\n;--8<--\n;;--8<-- "a.md"\n',
    "other/only.md": "only\n",
    "other/a.md": "shadowed\n",
    "secret.md": "secret\n",
}
PATHS = (
    *("a.md", "code.py", "nested.md", "loop.md", "empty.md", "crlf.md", "escaped.md", "only.md", "no-end.txt"),
    *("gone.md", "../secret.md", "./a.md", "../other/only.md", "", " a.md ", "; a.md", "parts", ".", "a.md:x:y"),
)
BEHIND = (
    *("", "", "", ":main", ":inner", ":shown", ":gone", ":2", ":2:3", "::2", ":-2", ":1:-2", ":0", ":9:12", ":3:2"),
    *(":1:1,4:5", ":1,:2", ":", "::", ":1:2:3", ":Main", ":a b", ":-3:-1", ":1:2,4"),
)
ORDINARY = (
    *("text", "", "    indented", "```python", "```", "> quote", "8<-", "--8<", "# --8<-- [start:x]", "a --8<-- b"),
    *("# ;--8<-- [end:x]", "--8<-- a.md", '--8<-- "a.md" ', "-8<- [start:UP]", "--;--8<-- [start:x] --8<-- [end:y]"),
)


@st.composite
def lines(draw: st.DrawFn) -> str:
    path = draw(st.sampled_from(PATHS)) + draw(st.sampled_from(BEHIND))
    indent = draw(st.sampled_from(("", "", "    ", "\t", "  ")))
    mark = draw(st.sampled_from(("--8<--", "-8<-", "--8<--", ";--8<--", ";;-8<----")))
    quoted = draw(st.sampled_from((f'"{path}"', f"'{path}'")))
    line = draw(st.sampled_from((f"{mark} {quoted}", f"{mark} {quoted}", mark, path)))
    return indent + line


PAGES = st.lists(st.one_of(lines(), st.sampled_from(ORDINARY)), max_size=7).map("\n".join)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="")
    return folder


def extension(folders: list[Path], **options: object) -> Any:
    config = {"base_path": [str(folder) for folder in folders], **options}
    site = markdown.Markdown(extensions=["pymdownx.snippets"], extension_configs={"pymdownx.snippets": config})
    return site.preprocessors["snippet"]


def ours(text: str, options: SnippetOptions) -> list[str]:
    expanded = expand(text, "page.md", Library(options))
    return (expanded.text if expanded else text).split("\n")


def theirs(text: str, preprocessor: Any) -> list[str] | None:
    try:
        return preprocessor.run(text.split("\n")) or [""]
    except (IsADirectoryError, ValueError):  # the site cannot be built
        return None


VARIANTS = (
    ({}, {}),
    ({"dedent_subsections": True}, {"dedent": True}),
    ({"restrict_base_path": False}, {"restricted": False}),
    ({"auto_append": ["other/only.md", "a.md"]}, {"appended": (("other/only.md", 1), ("a.md", 1))}),
)


@pytest.mark.parametrize(("option", "known"), VARIANTS, ids=["plain", "dedent", "unrestricted", "appended"])
@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(PAGES)
def test_the_lines_of_a_page(root: Path, option: dict[str, Any], known: dict[str, Any], text: str) -> None:
    folders = [root / "parts", root / "gone", root / "other"]
    wanted = theirs(text, extension(folders, **option))
    assert wanted is None or ours(text, SnippetOptions(root, tuple(folders), **known)) == wanted


def test_a_file_as_base_path(root: Path) -> None:
    text = '--8<-- "only.md"\n--8<-- "a.md"\n'
    folders = [root / "other" / "only.md"]
    assert ours(text, SnippetOptions(root, tuple(folders))) == theirs(text, extension(folders)) == ["only", "", ""]


@settings(max_examples=400, deadline=None, derandomize=True)
@given(st.text(":,-019ab/. ", max_size=14))
def test_what_a_path_says(path: str) -> None:
    preprocessor = extension([])
    try:
        target = preprocessor.parse_snippet_target(path)
    except ValueError:
        assert read_request(path).fault
        return
    request = read_request(path)
    if target is None:
        assert request.path == ""
        return
    assert (request.path, request.section) == (target["path"], target["section"])
    starts = [first if first is None or first < 0 else max(0, first - 1) for first, _ in request.ranges]
    assert (starts, [last for _, last in request.ranges]) == (target["start"], target["end"])


@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(PAGES)
def test_where_each_line_is_written(root: Path, text: str) -> None:
    expanded = expand(text, "page.md", Library(SnippetOptions(root, (root / "parts", root / "other"))))
    if expanded is None:
        return
    shown = expanded.text.split("\n")
    assert len(shown) == len(expanded.origins)
    for line, origin in zip(shown, expanded.origins, strict=True):
        written = (text if origin.path == "page.md" else FILES[origin.path]).replace("\r\n", "\n").split("\n")
        assert 1 <= origin.asked <= text.count("\n") + 1
        if origin.start is not None:
            assert line[origin.shift :] == written[origin.line - 1]


def test_the_site_refuses_what_is_reported(root: Path) -> None:
    pages: Iterator[str] = (f'--8<-- "{path}"' for path in ("gone.md", "code.py:gone", "../secret.md"))
    for page in pages:
        expanded = expand(page, "page.md", Library(SnippetOptions(root, (root / "parts",))))
        assert expanded is not None
        assert [finding.code for finding in expanded.findings] == ["FP112"]
        with pytest.raises(SnippetMissingError):
            extension([root / "parts"], check_paths=True).run([page])
