"""Pages that build several files, and pages that go on from others."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import page_of

from fencepost.engine import check
from fencepost.fates import Conditions
from fencepost.plan import plan_page
from fencepost.project import open_project
from fencepost.project_plan import plan
from fencepost.running.models import Models
from fencepost.running.page import PageRun
from fencepost.settings import load


def project(root: Path, settings: str = "", **pages: str) -> Path:
    (root / "fencepost.toml").write_text(settings, "utf-8")
    for name, text in pages.items():
        (root / f"{name}.md").write_text(text, "utf-8")
    return root


def outcomes(root: Path, *pages: str) -> dict[str, str]:
    """The outcomes of all fences that run on these pages, in this order, in one process."""
    planned = plan(open_project(load(root)))
    models = Models()
    runs: dict[str, PageRun] = {}

    def run_of(path: str) -> PageRun:
        page = planned.pages[path]
        if path not in runs:
            base = run_of(page.continued.page.path) if page.continued else None
            runs[path] = PageRun(page, root, models, base=base)
        return runs[path]

    try:
        return {
            fence.id: run_of(path).fence(fence.id).outcome
            for path in pages
            for fence in planned.pages[path].fences
            if fence.fate == "run"
        }
    finally:
        for run in reversed(runs.values()):
            run.close()
        models.close()


@pytest.mark.parametrize(
    ("title", "file"),
    [
        ("app/main.py", "app/main.py"),
        ("main.py", "main.py"),
        (".env", ".env"),
        ("Dockerfile", "Dockerfile"),
        ("docker/Dockerfile", "docker/Dockerfile"),
        ("pyproject.toml", "pyproject.toml"),
        ("A first example", None),
        ("Terminal", None),
        ("v1.0", None),
        ("../out.py", None),
        ("/etc/passwd.txt", None),
    ],
)
def test_a_title_that_is_a_path_is_a_file(title: str, file: str | None) -> None:
    page = page_of(f'```text title="{title}"\nx\n```\n')
    conditions = Conditions.here()
    assert plan_page(page, conditions).fences[0].file is None
    from dataclasses import replace

    assert plan_page(page, replace(conditions, titles=True)).fences[0].file == file


SEVERAL = """
```python title="app/tools.py"
NAME = "one"
```

```toml title="settings.toml"
name = "two"
```

```python
import tomllib
from pathlib import Path
from app.tools import NAME

assert NAME == "one"
assert tomllib.loads(Path("settings.toml").read_text())["name"] == "two"
assert Path("Dockerfile").read_text() == "FROM scratch\\n"
```
"""


def test_titles_write_files(tmp_path: Path) -> None:
    page = '```dockerfile title="Dockerfile"\nFROM scratch\n```\n' + SEVERAL
    project(tmp_path, 'titles = "files"\ndialect = "gfm"\n', a=page)
    assert outcomes(tmp_path, "a.md") == {"a.md::top[4]": "passed"}
    report = check(tmp_path, run=False)
    assert [(fence.fate, fence.reason) for fence in report.fences][1] == ("parsed", "file app/tools.py")


FIRST = """# First

```python
open("ran.log", "a").write("A")
value = 41

def double(n):
    return 2 * n
```

<!-- fencepost: run scope=other -->
```python
own = 1
```

=== "One"

    ```python
    tab = 1
    ```

=== "Two"

    ```python
    tab = 2
    ```
"""
SECOND = """# Second

<!-- fencepost: page continues=first.md -->

```python
assert value == 41 and tab == 1
assert open("ran.log").read() == "A"
value += 1
assert __file__.endswith("second.md")
```

<!-- fencepost: run scope=other -->
```python
assert own == 1 and "value" not in globals()
```

=== "One"

    ```python
    assert tab == 1
    ```
"""
THIRD = "# Third\n\n<!-- fencepost: page continues=second.md -->\n\n```python\nassert value == 42\n```\n"


@pytest.mark.parametrize("order", [("first", "second", "third"), ("third", "second", "first"), ("third",)])
def test_a_page_goes_on_from_another(order: tuple[str, ...], tmp_path: Path) -> None:
    project(tmp_path, 'dialect = "mkdocs"\n', first=FIRST, second=SECOND, third=THIRD)
    found = outcomes(tmp_path, *(f"{name}.md" for name in order))
    assert set(found.values()) == {"passed"}, found


def test_a_failure_of_the_first_page_blocks_the_second(tmp_path: Path) -> None:
    project(tmp_path, 'dialect = "mkdocs"\n', first=FIRST.replace("41", "1 / 0"), second=SECOND)
    found = outcomes(tmp_path, "second.md")
    assert found["second.md::second[1]"] == "blocked"


def test_names_of_the_first_page_are_defined_on_the_second(tmp_path: Path) -> None:
    project(tmp_path, 'dialect = "mkdocs"\n', first=FIRST, second=SECOND)
    assert check(tmp_path, run=False).findings == ()
    assert check(tmp_path, ["second.md"], run=False).findings == ()


@pytest.mark.parametrize(
    ("wanted", "message"),
    [("nowhere.md", "names no page"), ("a.md", "in a circle"), ("b.md", "in a circle")],
)
def test_what_cannot_be_continued_is_said(wanted: str, message: str, tmp_path: Path) -> None:
    project(
        tmp_path,
        a=f"# A\n\n<!-- fencepost: page continues={wanted} -->\n\nText.\n",
        b="# B\n\n<!-- fencepost: page continues=a.md -->\n\nText.\n",
    )
    found = [one for one in check(tmp_path, run=False).findings if one.place.path == "a.md"]
    assert [(one.code, one.place.line) for one in found] == [("FP104", 3)]
    assert message in found[0].message


@pytest.mark.parametrize(
    ("directive", "codes"),
    [
        ('skip reason="old"', ["FP107"]),
        ('skip reason="old" unless=nowhere_installed', []),
        ('skip reason="old" until=2999-01-01', []),
        ('page skip reason="old"', ["FP107"]),
    ],
)
def test_strict_wants_skips_that_can_be_checked(directive: str, codes: list[str], tmp_path: Path) -> None:
    page = f"# T\n\n<!-- fencepost: {directive} -->\n```python\n1 / 0\n```\n"
    project(tmp_path, "strict = true\n", a=page)
    assert [finding.code for finding in check(tmp_path, run=False).findings] == codes
    project(tmp_path, "strict = false\n")
    assert check(tmp_path, run=False).findings == ()


@pytest.mark.parametrize("pattern", ["nothing/*.txt", "a.txt b.txt", "folder"])
def test_files_that_name_no_file_are_said(pattern: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "folder").mkdir()
    fence = "# T\n\n```python\nx = 1\n```\n"
    root = project(tmp_path, a=f'<!-- fencepost: page files="{pattern}" -->\n{fence}', b=fence)
    (finding,) = check(root).findings
    assert (finding.code, str(finding.place)) == ("FP303", "a.md:1:1")
    assert finding.message == f"`files` names no file: `{pattern}`"
    assert check(project(tmp_path, a=f'<!-- fencepost: page files="*.txt" -->\n{fence}')).findings == ()
