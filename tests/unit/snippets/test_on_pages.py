"""Pages with snippets: what is found points into the file that has to be mended, and no fix goes to a wrong place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from fencepost import engine, report
from fencepost.cli import main
from fencepost.fixing import Changes
from fencepost.markdown import parse_page
from fencepost.model import Report
from fencepost.plan import plan_page
from fencepost.running.models import Models
from fencepost.running.options import RunOptions
from fencepost.running.page import PageRun
from fencepost.snippets import Library, SnippetOptions
from fencepost.testing import Docs

SITE = "site_name: x\nmarkdown_extensions:\n  - pymdownx.superfences\n  - pymdownx.snippets:\n      base_path: [{}]\n"
Project = Callable[..., Report]


@pytest.fixture
def check(tmp_path: Path) -> Project:
    def run(files: dict[str, str], *paths: str, base: str = "parts") -> Report:
        return Docs(tmp_path, {"mkdocs.yml": SITE.format(base), **files}).check(*paths, run=None)

    return run


def places(result: Report) -> list[tuple[str, str, int, int]]:
    return [(one.code, one.place.path, one.place.line, one.place.column) for one in result.findings]


def test_a_finding_in_a_fence_points_into_the_snippet(check: Project) -> None:
    page = '# T\n\n- item\n\n    ```python\n    import os\n    --8<-- "app.py:main"\n    ```\n'
    result = check({"docs/a.md": page, "parts/app.py": "# --8<-- [start:main]\nos.getcwd()\nprint(gone)\n"})
    assert places(result) == [("FP110", "parts/app.py", 3, 7)]
    assert [(fence.page, fence.line, fence.end_line) for fence in result.fences] == [("docs/a.md", 5, 8)]


def test_lines_below_a_snippet_keep_their_numbers(check: Project) -> None:
    page = '# T\r\n\r\n--8<-- "intro.md"\r\n\r\n```json\r\n{\r\n```\r\n\r\n[x](gone.md)\r\n'
    result = check({"docs/a.md": page, "parts/intro.md": "one\n\ntwo\n\nthree\n"})
    assert places(result) == [("FP108", "docs/a.md", 6, 1), ("FP501", "docs/a.md", 9, 1)]


LONG = {"parts/intro.md": "one\n\ntwo\n\nthree\n"}


def test_the_words_of_a_finding_count_the_lines_of_the_file(check: Project) -> None:
    page = '--8<-- "intro.md"\n\n```python\nx = 1\n````\n\nText.\n\n```text\nx\n```\n'
    (finding,) = [one for one in check({"docs/a.md": page, **LONG}).findings if one.code == "FP102"]
    assert finding.place.line == 5
    assert "the fence of line 3, but" in finding.message
    assert "the block goes on to line 11, and the fence of line 9 with it" in finding.message


def test_a_line_of_a_snippet_is_named_with_its_file(check: Project) -> None:
    page = '--8<-- "part.md"\n````\n\n```text\nx\n```\n'
    files = {"docs/a.md": page, "parts/part.md": "Text.\n\n```python\nx = 1\n"}
    (finding,) = [one for one in check(files).findings if one.code == "FP102"]
    assert "the fence of line 3 of parts/part.md, but" in finding.message


def test_a_second_page_directive_names_the_line_of_the_first(check: Project) -> None:
    page = '--8<-- "intro.md"\n\n<!-- fencepost: page -->\n\n<!-- fencepost: page -->\n\n```python\nx = 1\n```\n'
    (finding,) = [one for one in check({"docs/a.md": page, **LONG}).findings if one.code == "FP105"]
    assert "and line 3 has it" in finding.message


def test_a_whole_fence_may_come_from_a_snippet(check: Project) -> None:
    files = {"docs/a.md": '# T\n\n--8<-- "parts.md"\n', "parts/parts.md": "text\n\n```json\n{\n```\n"}
    result = check(files)
    assert places(result) == [("FP108", "parts/parts.md", 4, 1)] * 1
    fence = report.as_json(result)["fences"][0]
    assert (fence["page"], fence["line"], fence["included_from"]) == (
        "docs/a.md",
        3,
        {"path": "parts/parts.md", "line": 3},
    )


def test_what_two_pages_include_is_reported_once(check: Project) -> None:
    include = '# T\n\n--8<-- "parts.md"\n'
    result = check({"docs/a.md": include, "docs/b.md": include, "parts/parts.md": "```json\n{\n```\n"})
    assert places(result) == [("FP108", "parts/parts.md", 2, 1)]
    assert [fence.outcome for fence in result.fences if fence.page.startswith("docs/")] == ["failed", "failed"]


def test_pages_of_both_languages_are_compared_with_their_snippets(check: Project) -> None:
    files = {
        "docs/en/a.md": '# T\n\n```python\n--8<-- "one.py"\n```\n',
        "docs/zh/a.md": '# T\n\n```python\n--8<-- "two.py"\n```\n',
        "parts/one.py": "x = 1\n",
        "parts/two.py": "x = 2\n",
    }
    (found,) = check(files).findings
    assert (found.code, found.place.path) == ("FP405", "parts/two.py")
    assert check({**files, "parts/two.py": "x = 1\n"}).findings == ()


def test_ids_and_labels_of_a_snippet_are_known(check: Project) -> None:
    page = "# T\n\n[a](#here) [b][label] [c](#gone)\n\n--8<--\nids.md\n--8<--\n"
    result = check({"docs/a.md": page, "parts/ids.md": "## Here\n\n[label]: https://example.com\n"})
    assert [finding.message.split("`")[1] for finding in result.findings] == ["#gone"]


@pytest.mark.parametrize(
    ("include", "message", "advice"),
    [
        (
            '"ap.py"',
            "the snippet `ap.py` was not found; looked in parts; the site leaves it out",
            "Did you mean `app.py`",
        ),
        ('"../secret.md"', "the snippet `../secret.md` lies outside parts: the site does not include it", "base_path"),
        (
            '"app.py:mian"',
            "the snippet parts/app.py has no section `mian`; the site leaves it out",
            "Did you mean `main`",
        ),
        (
            '"app.py:7:9"',
            "the snippet parts/app.py has no such lines: it has 3; the site leaves it out",
            "Correct what",
        ),
        ('"deep"', "the snippet parts/deep is a folder", ""),
        ('"bad.txt"', "the snippet parts/bad.txt is not UTF-8: byte 0xff in line 2", ""),
        ('"loop.md"', "parts/loop.md includes itself: the site leaves it out here", ""),
        (
            '"https://example.com/x.md"',
            "the snippet `https://example.com/x.md` is not fetched: `url_download` is off",
            "",
        ),
        ('"lonely.md"', "the snippet `lonely.md` was not found", "Did you mean `deep/lonely.md`"),
    ],
)
def test_a_snippet_that_cannot_be_included(
    check: Project, tmp_path: Path, include: str, message: str, advice: str
) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "bad.txt").write_bytes(b"a\n\xff\n")
    files = {
        "docs/a.md": f"# T\n\n  --8<-- {include}\n",
        "parts/app.py": "# --8<-- [start:main]\nx = 1\n# --8<-- [end:main]\n",
        "parts/deep/lonely.md": "x\n",
        "parts/loop.md": 'a\n--8<-- "loop.md"\n',
        "secret.md": "x\n",
    }
    found = next(finding for finding in check(files).findings if finding.code == "FP112")
    assert found.message.startswith(message)
    assert advice in found.help
    inside = found.place.path == "parts/loop.md"
    assert (found.place.path, found.place.line) == (("parts/loop.md", 2) if inside else ("docs/a.md", 3))


def test_a_block_that_is_never_closed_is_said_once(check: Project) -> None:
    page = "# T\n\n--8<--\napp.py\n\nprose\nmore prose\n"
    result = check({"docs/a.md": page, "parts/app.py": "x\n"})
    assert places(result) == [("FP112", "docs/a.md", 3, 1)]
    assert "never closed" in result.findings[0].message


def test_what_doubles_at_each_level_comes_to_an_end(tmp_path: Path) -> None:
    for level in range(40):
        text = f'--8<-- "{level + 1}.md"\n' * 2 + "x" * 100_000
        (tmp_path / f"{level}.md").write_text(text)
    (tmp_path / "40.md").write_text("x\n")
    library = Library(SnippetOptions(tmp_path, (tmp_path,)))
    page = parse_page('--8<-- "0.md"\n', "a.md", dialect="mkdocs", snippets=library)
    assert "without end" in page.findings[0].message


def test_a_url_is_listed_and_never_fetched(check: Project, tmp_path: Path) -> None:
    config = SITE.format("parts") + "      url_download: true\n"
    files = {"mkdocs.yml": config, "docs/a.md": '# T\n\n--8<-- "http://127.0.0.1:9/x.md"\n\n[x](#y)\n'}
    (found,) = check(files).findings
    assert (found.code, found.severity, found.place.line) == ("FP117", "info", 3)


def test_what_the_site_appends_to_every_page(check: Project) -> None:
    config = SITE.format("parts") + "      auto_append: [labels.md, gone.md]\n"
    files = {
        "mkdocs.yml": config,
        "docs/a.md": "# T\n\n[a][label]\n",
        "parts/labels.md": "[label]: https://example.com\n",
    }
    assert places(check(files)) == [("FP112", "mkdocs.yml", 6, 1)]


def test_nothing_is_included_where_the_extension_is_off_or_on_github(check: Project, tmp_path: Path) -> None:
    page = '# T\n\n--8<-- "gone.md"\n'
    off = {"mkdocs.yml": "markdown_extensions: [pymdownx.superfences]\n", "docs/a.md": page}
    assert check(off).findings == ()
    assert check({"mkdocs.yml": SITE.format("parts"), "fencepost.toml": 'dialect = "gfm"\n'}).findings == ()


def test_without_a_site_the_project_is_the_base_path(tmp_path: Path) -> None:
    (tmp_path / "fencepost.toml").write_text('dialect = "mkdocs"\n')
    (tmp_path / "a.md").write_text('```json\n--8<-- "x.json"\n```\n')
    (tmp_path / "x.json").write_text("{\n")
    assert places(engine.check(tmp_path)) == [("FP108", "x.json", 1, 1)]


def test_front_matter_includes_nothing(check: Project) -> None:
    page = '---\ntitle: |\n  --8<-- "gone.md"\n---\n\n# T\n'
    assert check({"docs/a.md": page}).findings == ()


def test_the_folder_of_the_page_as_base_path(check: Project) -> None:
    files = {"docs/sub/a.md": '# T\n\n```json\n--8<-- "x.json"\n```\n', "docs/sub/x.json": "{\n"}
    assert places(check(files, base="!relative ")) == [("FP108", "docs/sub/x.json", 1, 1)]


def test_an_ignore_accepts_what_stands_in_a_snippet(check: Project) -> None:
    above = '# T\n\n<!-- fencepost: ignore {} reason="x" -->\n\n'
    files = {
        "docs/a.md": above.format("FP108") + '```json\n--8<-- "x.json"\n```\n',
        "docs/b.md": above.format("FP112") + '--8<-- "gone.md"\n\ntext\n',
        "parts/x.json": "{\n",
    }
    assert check(files).findings == ()


QUOTED = "# T\n\n<!-- fencepost: quote m:A -->\n```text\n{}```\n"


def test_the_end_of_a_snippet_adds_no_line_to_a_fence(check: Project) -> None:
    files = {"docs/a.md": QUOTED.format('--8<-- "x.txt"\n'), "parts/x.txt": "one\n", "m.py": 'A = "one\\n"\n'}
    assert check(files).findings == ()


@pytest.mark.parametrize(
    ("body", "snippet"),
    [
        ('--8<-- "x.txt"\n', "one\n2\nthree\n"),
        ('one\n--8<-- "x.txt"\nthree\n', "2"),
        ('one\n--8<-- "x.txt::1"\nthree\n', "2\r\nthree\r\n"),
    ],
)
def test_a_fix_of_a_snippet_is_left_with_its_patch(check: Project, tmp_path: Path, body: str, snippet: str) -> None:
    files = {"docs/a.md": QUOTED.format(body), "parts/x.txt": snippet, "m.py": 'A = "one\\ntwo\\nthree\\n"\n'}
    changes = Changes.of(tmp_path, check(files))
    (left,) = changes.left
    assert not changes
    assert "parts/x.txt is a snippet" in left.reason
    assert "-2" in left.patch
    assert "+two" in left.patch
    assert left.patch.count("\n-") == 1
    assert main(["check", "--fix", "--fix-in-ci", str(tmp_path)]) == 1
    assert (tmp_path / "parts/x.txt").read_bytes() == snippet.encode()


def test_a_fix_of_the_page_goes_where_the_line_is_written(check: Project, tmp_path: Path) -> None:
    page = '# T\n\n--8<-- "intro.md"\n\n;--8<-- "shown"\n' + QUOTED[5:].format('1\n--8<-- "x.txt"\nthree\n')
    files = {"docs/a.md": page.replace("\n", "\r\n"), "parts/x.txt": "two", "m.py": 'A = "one\\ntwo\\nthree\\n"\n'}
    result = check({**files, "parts/intro.md": "a\n\nb\n\nc\n"})
    assert places(result) == [("FP301", "docs/a.md", 8, 1)]
    changes = Changes.of(tmp_path, result)
    assert changes.write()
    wanted = page.replace("\n1\n", "\none\n").replace("\n", "\r\n")
    assert (tmp_path / "docs/a.md").read_bytes().decode() == wanted


def test_a_change_across_files_has_no_fix(check: Project, tmp_path: Path) -> None:
    files = {
        "docs/a.md": QUOTED.format('one\n--8<-- "x.txt"\n'),
        "parts/x.txt": "one",
        "m.py": 'A = "two\\n"\n',
    }
    (found,) = check(files).findings
    assert found.edits == ()


def test_the_list_says_where_a_fence_is_written(
    check: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check({"docs/a.md": '# T\n\n--8<-- "parts.md"\n', "parts/parts.md": "text\n\n```json\n{}\n```\n"})
    assert main(["list", str(tmp_path / "docs")]) == 0
    assert "parts/parts.md:3" in capsys.readouterr().out
    assert main(["list", str(tmp_path / "docs"), "--output-format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["fences"][0]["included_from"]["line"] == 3


def test_a_quoted_fence_of_another_page_is_found_in_its_snippet(check: Project) -> None:
    files = {
        "docs/a.md": '# T\n\n```text\none\n--8<-- "x.txt"\n```\n',
        "docs/b.md": "# U\n\n<!-- fencepost: quote page:docs/a.md#t -->\n```text\none\n2\n```\n",
        "parts/x.txt": "two",
    }
    (found,) = check(files).findings
    assert (found.place.line, [str(place) for place in found.related]) == (6, ["parts/x.txt:1:1"])


def test_a_fence_that_raises_is_shown_where_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("def f():\n    return 1 / 0\n")
    library = Library(SnippetOptions(tmp_path, (tmp_path,)))
    page = parse_page('```python\n--8<-- "app.py"\nf()\n```\n', "page.md", dialect="mkdocs", snippets=library)
    models = Models()
    run = PageRun(plan_page(page), tmp_path, models, RunOptions())
    try:
        (found,) = run.fence("page.md::top[1]").findings
    finally:
        run.close()
        models.close()
    assert (found.code, str(found.place)) == ("FP201", "app.py:2:1")
    assert "page.md:3 in <module>" in found.detail


def test_what_git_ignores_is_listed_as_made_by_the_build(tmp_path: Path) -> None:
    site = "site_name: S\nmarkdown_extensions: [pymdownx.superfences, {pymdownx.snippets: {check_paths: true}}]\n"
    files = {"mkdocs.yml": site, ".gitignore": "made.md\n", "docs/a.md": '--8<-- "made.md"\n\n--8<-- "gone.md"\n'}
    found = Docs(tmp_path, files).findings()
    assert [(one.code, one.severity, one.place.line) for one in found] == [("FP117", "info", 1), ("FP112", "error", 3)]
