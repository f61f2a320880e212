from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import run_page

from fencepost.cli import main
from fencepost.edits import apply
from fencepost.running.arrows import blocks_of, rewritten


def fixed(text: str, root: Path) -> str:
    """The page after all fixes of one run."""
    edits = list(dict.fromkeys(edit for finding in run_page(text, root).findings for edit in finding.edits))
    return apply(text, edits)


CASES = {
    "a print": ("print(1)\n#> 2\n", "print(1)\n#> 1\n"),
    "several lines": ('print("a\\nb")\n#> x\n', 'print("a\\nb")\n#> a\n#> b\n'),
    "an empty line": ('print("a\\n\\nb")\n#> x\n', 'print("a\\n\\nb")\n#> a\n#>\n#> b\n'),
    "in a function": (
        "def f():\n    print(1)\n    #> 2\n    x = 1\n\n\nf()\n",
        "def f():\n    print(1)\n    #> 1\n    x = 1\n\n\nf()\n",
    ),
    "the call of a function": ("def f():\n    print(1)\n\n\nf()\n#> 2\n", "def f():\n    print(1)\n\n\nf()\n#> 1\n"),
    "in finally": (
        "try:\n    pass\nfinally:\n    print(1)\n    #> 2\n    x = 1\n",
        "try:\n    pass\nfinally:\n    print(1)\n    #> 1\n    x = 1\n",
    ),
    "in match": (
        "match 1:\n    case 1:\n        print(1)\n        #> 2\n",
        "match 1:\n    case 1:\n        print(1)\n        #> 1\n",
    ),
    "below a loop": ("for n in range(2):\n    print(n)\n#> x\n", "for n in range(2):\n    print(n)\n#> 0\n#> 1\n"),
    "inside a loop": (
        "for n in range(2):\n    print(n)\n    #> x\n",
        "for n in range(2):\n    print(n)\n    #> 0\n    #> 1\n",
    ),
    "nothing printed": ("x = 1\n#> 2\n", "x = 1\n"),
    "not print": (
        "import sys\n_ = sys.stdout.write('real\\n')\n#> other\n",
        "import sys\n_ = sys.stdout.write('real\\n')\n#> real\n",
    ),
    "two blocks": ("print(1)\n#> x\nprint(2)\n#> y\n", "print(1)\n#> 1\nprint(2)\n#> 2\n"),
    "several lines of a call": ("print(\n    1,\n)\n#> x\n", "print(\n    1,\n)\n#> 1\n"),
}


@pytest.mark.parametrize("name", CASES)
def test_arrows_are_found_and_mended(name: str, tmp_path: Path) -> None:
    wrong, right = (f"# T\n\n```python\n{code}```\n" for code in CASES[name])
    assert fixed(wrong, tmp_path) == right
    assert run_page(right, tmp_path).findings == []


@pytest.mark.parametrize(
    "code",
    [
        "print('a b c')\n#> a ... c\n",
        'x = """\n#> no comment\n"""\n',
        "import sys\nprint('e', file=sys.stderr)\nprint(1)\n#> 1\n",
    ],
)
def test_arrows_that_hold(code: str, tmp_path: Path) -> None:
    assert run_page(f"```python\n{code}```\n", tmp_path).findings == []


def test_an_arrow_is_found_at_its_own_place(tmp_path: Path) -> None:
    (finding,) = run_page(
        "!!! note\n\n    ```python\n    if True:\n        print(1)\n        #> 2\n    ```\n", tmp_path
    ).findings
    assert (finding.code, finding.place.line, finding.place.column) == ("FP202", 6, 9)


CONTAINERS = ["", "> ", "    "]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("prefix", CONTAINERS)
def test_an_output_is_rewritten_in_its_container(prefix: str, newline: str, tmp_path: Path) -> None:
    head = "!!! note\n\n" if prefix == "    " else ""
    body = "```python\nprint('a')\nprint('')\nprint('b')\n```\n\n<!-- fencepost: output -->\n```text\nold\n```\n"

    def page(text: str) -> str:
        return (head + textwrap.indent(text, prefix, lambda line: prefix == "> " or bool(line.strip()))).replace(
            "\n", newline
        )

    right = fixed(page(body), tmp_path)
    # An empty line of the output has the container's mark, and no blanks behind it.
    assert right.replace("> \r", ">\r").replace("> \n", ">\n") == page(body.replace("old", "a\n\nb")).replace(
        "> \r", ">\r"
    ).replace("> \n", ">\n")
    assert run_page(right, tmp_path).findings == []


@pytest.mark.parametrize(
    ("options", "old", "new"),
    [
        ("", "old text", "no such bird: heron"),
        ("", "KeyError: old", "ValueError: no such bird: heron"),
        (" wrap", "no such\nbird", "no such\nbird:\nheron"),
        (
            "",
            'Traceback (most recent call last):\n  File "x.py", line 1\nKeyError: old',
            'Traceback (most recent call last):\n  File "x.py", line 1\nValueError: no such bird: heron',
        ),
    ],
)
def test_an_error_keeps_the_form_in_which_it_is_shown(options: str, old: str, new: str, tmp_path: Path) -> None:
    def page(shown: str) -> str:
        fence = "```python\nraise ValueError('no such bird: heron')\n```\n"
        return f"{fence}\n<!-- fencepost: error{options} -->\n```text\n{shown}\n```\n"

    assert fixed(page(old), tmp_path) == page(new)
    assert run_page(page(new), tmp_path).findings == []


def test_dots_are_left_to_their_author(tmp_path: Path) -> None:
    page = "```python\nprint('a')\n```\n\n<!-- fencepost: output -->\n```text\nb ... c\n```\n"
    assert fixed(page, tmp_path) == page


line = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12).filter(
    lambda text: text == text.rstrip()
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(line, min_size=1, max_size=4), st.lists(line, max_size=4))
def test_a_rewritten_block_reads_back(expected: list[str], found: list[str]) -> None:
    code = "x = 1\n" + "".join(f"#> {text}".rstrip() + "\n" for text in expected) + "y = 2\n"
    (block,) = blocks_of(code)
    assert block.lines == tuple(expected)
    lines = rewritten(code, {block: found})
    again = blocks_of("".join(f"{text}\n" for text in lines))
    assert [list(one.lines) for one in again] == ([found] if found else [])
    assert (lines[0], lines[-1]) == ("x = 1", "y = 2")


PRINTING = """\
# T

```python
print("a")
for number in range(2):
    print(number)


def told():
    print("in a function")


told()
1 + 1
print("x"); print("y")
```

- one

    ```python
    print("two\\nlines")
    #> old
    told()
    ```

```python
print("shown below")
```

<!-- fencepost: output -->
```text
shown below
```

```pycon
>>> print(1)
1
```
"""
INSERTED = (
    PRINTING.replace('print("a")\n', 'print("a")\n#> a\n')
    .replace("    print(number)\n", "    print(number)\n#> 0\n#> 1\n")
    .replace("told()\n1 + 1\n", "told()\n#> in a function\n1 + 1\n")
    .replace('print("y")\n', 'print("y")\n#> x\n#> y\n')
    .replace("    #> old\n    told()\n", "    #> two\n    #> lines\n    told()\n    #> in a function\n")
)


@pytest.mark.slow
def test_missing_lines_are_added_where_that_is_asked_for_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.md").write_text(PRINTING, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CI", raising=False)
    assert main(["check", "--run", "--fix=insert"]) == 0
    assert (tmp_path / "a.md").read_text("utf-8") == INSERTED
    assert main(["check", "--run", "--fix=insert"]) == 0
    assert (tmp_path / "a.md").read_text("utf-8") == INSERTED
    capsys.readouterr()
    assert main(["check", "--fix=insert"]) == 0
    assert "--fix=insert adds what fences print: add --run" in capsys.readouterr().out
    assert main(["check", "--fix=insert", "--no-run"]) == 2
