"""`fencepost init --from`: the options of other tools, rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest

from fencepost.adopting.draft import Draft
from fencepost.adopting.moving import step
from fencepost.engine import check
from fencepost.model import Dialect

DIALECTS: dict[Dialect, str] = {"mkdocs": "page.md", "gfm": "page.md", "mdx": "page.mdx"}


def moved(root: Path, tool: str, text: str, dialect: Dialect = "mkdocs") -> tuple[str, tuple[str, ...]]:
    """The page after the move, and what was left. A second move changes nothing."""
    name = DIALECTS[dialect]
    (root / "fencepost.toml").write_text(f'dialect = "{dialect}"\n', "utf-8")
    (root / name).write_bytes(text.encode("utf-8"))
    found = step(Draft(root), tool)
    new = (found.after or Draft(root)).read(name)
    assert new is not None
    (root / name).write_bytes(new.encode("utf-8"))
    assert step(Draft(root), tool).after is None
    return new, found.left


WAS = '<!-- fencepost: skip reason="was notest under pytest-markdown-docs" -->\n'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("```python notest\nx\n```\n", WAS + "```python\nx\n```\n"),
        ("```{.python .notest}\nx\n```\n", WAS + "```{.python}\nx\n```\n"),
        ("~~~py continuation\nx\n~~~\n", "~~~py\nx\n~~~\n"),
        (
            '```python title="notest" fixture:a fixture:b\nx\n```\n',
            '<!-- fencepost: run fixtures=a,b -->\n```python title="notest"\nx\n```\n',
        ),
        ("- item\n\n    ```python notest\n    x\n    ```\n", f"- item\n\n    {WAS}    ```python\n    x\n    ```\n"),
        ("> ```python notest\n> x\n> ```\n", f"> {WAS}> ```python\n> x\n> ```\n"),
        (
            '!!! note "A"\n    ```python notest\n    x\n    ```\n',
            f'!!! note "A"\n    {WAS}    ```python\n    x\n    ```\n',
        ),
        ("```text\n```python notest\n```\n", "```text\n```python notest\n```\n"),
        ("```bash notest\nx\n```\n", "```bash notest\nx\n```\n"),
    ],
)
def test_words_of_pytest_markdown_docs(tmp_path: Path, old: str, new: str) -> None:
    assert moved(tmp_path, "pytest-markdown-docs", old) == (new, ())


def test_the_first_line_of_an_item_keeps_its_mark(tmp_path: Path) -> None:
    new, left = moved(tmp_path, "pytest-markdown-docs", "- ```python notest\n  x\n  ```\n", "gfm")
    assert (new, left) == (f"- {WAS}  ```python\n  x\n  ```\n", ())


def test_mdx_has_its_own_comments(tmp_path: Path) -> None:
    new, _ = moved(tmp_path, "pytest-markdown-docs", "# T\n\n```python notest\nx\n```\n", "mdx")
    assert new.startswith('# T\n\n{/* fencepost: skip reason="was notest under pytest-markdown-docs" */}\n```python\n')


def test_the_comments_of_mdx_are_directives(tmp_path: Path) -> None:
    old = "# T\n\n{/* pmd-metadata: notest fixture:a */}\n\n```python\nx\n```\n"
    new, _ = moved(tmp_path, "pytest-markdown-docs", old, "mdx")
    was = '{/* fencepost: skip reason="was notest under pytest-markdown-docs" */}'
    assert new == old.replace("{/* pmd-metadata: notest fixture:a */}", was)


def test_line_ends_stay(tmp_path: Path) -> None:
    old = "# T\r\n\r\n```python notest\r\nx\r\n```\r\n"
    new, _ = moved(tmp_path, "pytest-markdown-docs", old)
    assert new == old.replace("```python notest", WAS.replace("\n", "\r\n") + "```python")


def test_what_has_no_counterpart_stays_and_is_listed(tmp_path: Path) -> None:
    text = "```python retry:2 runner:x\nx\n```\n"
    new, left = moved(tmp_path, "pytest-markdown-docs", text)
    assert new == text
    assert [line.split(": ")[0:2] for line in left] == [["page.md:1", "retry:2"], ["page.md:1", "runner:x"]]


EXAMPLES = "<!-- fencepost: skip reason=\"was test='skip' for pytest-examples\" -->\n"


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ('```py {test="skip" lint="skip"}\nx\n```\n', EXAMPLES + "```py\nx\n```\n", 0),
        ('```py {title="a.py" lint="skip"}\nx\n```\n', '```py {title="a.py"}\nx\n```\n', 0),
        (
            '```py skip-run="true" skip-reason="it waits" title="a.py"\nx\n```\n',
            '<!-- fencepost: skip reason="it waits" -->\n```py title="a.py"\nx\n```\n',
            0,
        ),
        (
            '```py skip="true" skip-lint="true"\nx\n```\n',
            '<!-- fencepost: skip reason="was skip for pytest-examples" -->\n```py\nx\n```\n',
            0,
        ),
        ('```py skip="false"\nx\n```\n', '```py skip="false"\nx\n```\n', 0),
        ("```py test='skip' title=\"test='skip'\"\nx\n```\n", EXAMPLES + "```py title=\"test='skip'\"\nx\n```\n", 0),
        ('```py {group="a"}\nx\n```\n', "<!-- fencepost: run scope=a -->\n```py\nx\n```\n", 0),
        ('```py {requires="3.12"}\nx\n```\n', '```py {requires="3.12"}\nx\n```\n', 1),
        ('```py {requires="b.py" lint="skip"}\nx\n```\n', '```py {requires="b.py"}\nx\n```\n', 1),
        ('```py {test="ci"}\nx\n```\n', '```py {test="ci"}\nx\n```\n', 1),
        ('```yaml {test="skip"}\nx: 1\n```\n', '```yaml {test="skip"}\nx: 1\n```\n', 0),
    ],
)
def test_settings_of_pytest_examples(tmp_path: Path, old: str, new: str, left: int) -> None:
    found, kept = moved(tmp_path, "pytest-examples", old)
    assert (found, len(kept)) == (new, left)


SYBIL = """\
# T

<!-- skip: next -->

```python
a
```

<!--- skip: next "needs a key" --->
```python
b
```

<!-- skip: start -->

```python
c
```

```text
not Python
```

```python
d
```

<!-- skip: end -->

```python
e = 1
```
"""


def test_skips_of_sybil(tmp_path: Path) -> None:
    new, left = moved(tmp_path, "sybil", SYBIL)
    assert left == ()
    assert "<!-- skip" not in new
    assert "<!--- skip" not in new
    (tmp_path / "page.md").write_text(new, "utf-8")
    report = check(tmp_path)
    assert [fence.fate for fence in report.fences] == ["skipped", "skipped", "skipped", "shown", "skipped", "run"]
    assert 'skip reason="needs a key"' in new
    assert 'skip reason="was `skip: next` under Sybil"' in new
    assert report.findings == ()
    assert "\n\n\n" not in new


def test_a_condition_of_sybil_stays_and_is_listed(tmp_path: Path) -> None:
    text = '# T\n\n<!-- skip: next if(sys.version_info < (3, 12), reason="new") -->\n```python\na = 1\n```\n'
    new, left = moved(tmp_path, "sybil", text)
    assert new == text
    assert "unless=PACKAGE" in left[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "# T\n\n<!-- invisible-code-block: python\na = 1\n\nb = 2\n-->\n\n```python\nprint(a)\n```\n",
            "# T\n\n<!-- fencepost: setup\na = 1\n\nb = 2\n-->\n\n```python\nprint(a)\n```\n",
        ),
        (
            "```python\na = 1\n```\n\nProse.\n\n<!--- invisible-code: python\nassert a\n--->\n",
            "```python\na = 1\n```\n\nProse.\n\n<!-- fencepost: assert\nassert a\n-->\n",
        ),
        (
            "<!-- invisible-code-block: python\na = 1\n-->\n\nProse.\n\n```python\nprint(a)\n```\n",
            "Prose.\n\n<!-- fencepost: setup\na = 1\n-->\n```python\nprint(a)\n```\n",
        ),
        (
            "{hidden}a = 1\n-->\n\nProse.\n\n{hidden}b = a\n-->\n\n```pycon\n>>> b\n1\n```\n\n{hidden}c = b\n-->\n\n```python\nc\n```\n",
            "Prose.\n\n{setup}a = 1\nb = a\n-->\n\n```pycon\n>>> b\n1\n```\n\n{setup}c = b\n-->\n\n```python\nc\n```\n",
        ),
        (
            "```python\na = 1\n```\n\n{hidden}assert a\n-->\n\nProse.\n\n```python\na\n```\n",
            "```python\na = 1\n```\n\n<!-- fencepost: assert\nassert a\n-->\n\nProse.\n\n```python\na\n```\n",
        ),
        (
            "```python\na = 1\n```\n\n{hidden}a = 2\n-->\n\n# New\n\n```python\na\n```\n",
            "```python\na = 1\n```\n\n<!-- fencepost: assert\na = 2\n-->\n\n# New\n\n```python\na\n```\n",
        ),
        (
            "- item\n\n    <!-- invisible-code-block: python\n    a = 1\n\n    b = 2\n    -->\n    ```python\n    a\n    ```\n",
            "- item\n\n    <!-- fencepost: setup\n    a = 1\n    b = 2\n    -->\n    ```python\n    a\n    ```\n",
        ),
        (
            "```text\n<!-- skip: next -->\n```\n\n```python\na = 1\n```\n",
            "```text\n<!-- skip: next -->\n```\n\n```python\na = 1\n```\n",
        ),
    ],
)
def test_hidden_code_of_sybil(tmp_path: Path, old: str, new: str) -> None:
    old = old.replace("{hidden}", "<!-- invisible-code-block: python\n")
    new = new.replace("{setup}", "<!-- fencepost: setup\n")
    assert moved(tmp_path, "sybil", old) == (new, ())
    # With Windows line ends in their place, all the same.
    assert moved(tmp_path, "sybil", old.replace("\n", "\r\n"))[0] == new.replace("\n", "\r\n")


def test_a_cleared_namespace_is_a_scope_from_there_on(tmp_path: Path) -> None:
    fence = "```python\na = 1\n```\n"
    text = f"{fence}\n<!-- clear-namespace -->\n\n{fence}\n{fence}\n<!-- clear-namespace -->\n\n{fence}"
    new, left = moved(tmp_path, "sybil", text)
    assert left == ()
    assert new.count("run scope=part-2 -->") == 2
    assert new.count("run scope=part-3 -->") == 1
    assert "clear-namespace" not in new


@pytest.mark.parametrize("comment", ["skip: end", "skip: next", "invisible-code-block: bash\nls\n"])
def test_what_means_nothing_here_stays_and_is_listed(tmp_path: Path, comment: str) -> None:
    text = f"# T\n\n<!-- {comment} -->\n"
    new, left = moved(tmp_path, "sybil", text)
    assert (new, len(left)) == (text, 1)
