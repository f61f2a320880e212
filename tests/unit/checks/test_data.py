from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import page_of

from fencepost.checks.data import check_data
from fencepost.checks.python import check_python
from fencepost.checks.session import check_session
from fencepost.testing import Docs


def found(language: str, body: str) -> list[tuple[int, str]]:
    page = page_of(f"# T\n\n```{language}\n{body}\n```\n")
    return [(finding.place.line, finding.message) for finding in check_data(page, page.fences[0])]


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("json", '{"a": [1, 2.5, null, "x"]}'),
        ("json", "[0.123, 0.456, 0.789...]"),
        ("json", '{\n  "a": 1,\n  ...\n}'),
        ("json", '{"a": ...}'),
        ("json", '{"a": [1, 2, …], "b": {"c": 1, ...}}'),
        ("json", '[\n  {"a": 1},\n  ...\n  {"a": 9}\n]'),
        ("json", '// a note\n{"a": 1} /* more */'),
        ("json", '{\n  // for editors\n  "a": [1, 2,],\n}'),
        ("json", '{"a": "http://x", // not a comment before\n "b": "..."}'),
        ("json", '{"a": 1}\n{"a": 2}'),
        ("json", '"a": {\n  "b": 1\n}'),
        ("json", '  "a": 1,\n  "b": [2, ...],\n'),
        ("json", '{\n  "a": 1 // [!code --]\n  "a": 2 // [!code ++]\n}'),
        ("json", '---\n{\n  "a": 1\n}\n---'),
        ("jsonl", '{"a": 1}\n\n{"a": 2}'),
        ("jsonc", '{"a": [1, 2,],}'),
        ("yaml", "a: 1\n---\nb: [2]\n"),
        ("yml", "a:\n- 1\n...\n"),
        ("yaml", "jobs:\n  install:\n    env:\n      A: 1\n    ...\n"),
        ("yaml", "nav:\n  - a.md\n  ...\n  - n.md\n"),
        ("yaml", "etcd:\n  ......\na:\n  x: 1\n  ....\n"),
        ("yaml", "plugins:\n...\n- social:\n    a: 1\n"),
        ("toml", "a = 1\n[b]\nc = [1]"),
        ("toml", 'a = 1\n...\n[b]\nc = ["x", ...]\nd = ...\ne = "..."\nf = { g = 1, ... }'),
        ("toml", "[tool.x]\n# …\nitems = [\n  1,\n  ...\n]"),
        ("toml", '[tool.<NAME>.x]\na = <VALUE>\n<KIND> = "b"\n[tool.<OTHER NAME>]\n<MARKER>'),
        ("json", '{"a": <number>, "b": [<one>, <two>]}'),
        ("ini", "key = 1\n[section]\nflag\nother: x"),
        ("env", "# note\nexport A=1\nB_C = two words"),
        ("env", "A=1\n...\nB=2"),
        ("env", 'KEY="-----BEGIN KEY-----\nabc def\n-----END KEY-----"  # several lines\nB=it\'s'),
        ("env", 'A=\'one\n\n# two\'\nB="say \\"hi\\""'),
        ("xml", '<?xml version="1.0"?>\n<a><b x="1"/></a>'),
        ("xml", "<a/>\n<ns:b>text</ns:b>"),
    ],
)
def test_what_parses(language: str, body: str) -> None:
    assert found(language, body) == []


@pytest.mark.parametrize(
    ("language", "body", "line", "said"),
    [
        ("json", '{"a": 1,}', 4, "the json does not parse: a comma stands before a closing bracket"),
        ("json", '{"a": "//", "b": 1,}', 4, "the json does not parse"),
        ("json", '{"a": 1\n "b": 2}', 5, "Expecting ',' delimiter"),
        ("json", '"a": {\n  "b": 1', 4, "the json does not parse"),
        ("json", '"a": 1, "a": 2', 4, "the json does not parse"),
        ("json", '{"a": 1, "a": 2}', 4, "'a' stands twice"),
        ("json", "{'a': 1}", 4, "property name"),
        ("json", '{"a": True}', 4, "Expecting value"),
        ("json", "[" * 100_000, 4, "does not parse"),
        ("jsonl", '{"a": 1}\n{"a": }', 5, "the json lines does not parse"),
        ("yaml", "a: [1", 4, "the yaml does not parse"),
        ("yaml", "a: 1\nb: 2\na: 3", 6, "'a' stands twice"),
        ("yaml", "a:\n  b: 1\n  ...\n c: 2", 7, "block end"),
        ("toml", "a = 1\na = = 1", 5, "the toml does not parse"),
        ("toml", "a = 1\na = 2", 5, "overwrite"),
        ("ini", "[a]\nx = 1\n[a]", 6, "already exists"),
        ("env", "A=1\nnot a pair", 5, "NAME=value"),
        ("env", "A=1\nB='open\nC=2", 5, "quote"),
        ("json", "[1, NaN]", 4, "'NaN' is no JSON"),
        ("json", '{"a": -Infinity, ...}', 4, "'-Infinity' is no JSON"),
        ("toml", "a = 1\n...\nb = = 2", 6, "the toml does not parse"),
        ("toml", "[tool.<NAME>]\na = <NAME> 1", 5, "the toml does not parse"),
        ("json", '{"a": <Kind.A: 1>}', 4, "Expecting value"),
        ("xml", "<a>\n<b></a>", 5, "mismatched tag"),
    ],
)
def test_what_does_not_parse_is_found_at_its_line(language: str, body: str, line: int, said: str) -> None:
    ((where, message),) = found(language, body)
    assert said in message
    assert where == line


def test_python_is_parsed_with_the_reader_in_mind() -> None:
    page = page_of("```python\nx = 1\n!pip install this\n```\n")
    (finding,) = check_python(page, page.fences[0])
    assert finding.place.line == 3
    assert "a fence of shell" in finding.message


@pytest.mark.parametrize(
    ("body", "severity"),
    [("%pip install x\nimport x", "warning"), ("!ls\n%time f(\n", "warning"), ("%pip install x\nf(", None)],
)
def test_a_cell_of_a_notebook_is_a_warning(body: str, severity: str | None) -> None:
    page = page_of(f"```python\n{body}\n```\n")
    (finding,) = check_python(page, page.fences[0], excerpts=True)
    assert (finding.code, finding.severity) == ("FP109", severity)
    (finding,) = check_python(page, page.fences[0])
    assert finding.severity is None


def test_what_the_parser_warns_of_is_no_failure() -> None:
    page = page_of('```python\n"\\d"\n```\n\n```pycon\n>>> "\\d"\n```\n')
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert check_python(page, page.fences[0]) == check_session(page, page.fences[1]) == []


@pytest.mark.parametrize("code", ["type A = list[int]", "class C[T]: ...", "async def f[T](x: T): ..."])
def test_syntax_that_this_python_has_not_yet_says_nothing_against_a_page(code: str) -> None:
    page = page_of(f"```python\nx = 1\n{code}\n```\n")
    severities = [finding.severity for finding in check_python(page, page.fences[0])]
    assert severities == ([] if sys.version_info >= (3, 12) else ["info"])


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


@given(values)
def test_all_json_parses(value: object) -> None:
    page = page_of(f"```json\n{json.dumps(value, indent=1)}\n```\n")
    assert check_data(page, page.fences[0]) == []


@given(st.sampled_from(["json", "jsonc", "jsonl", "yaml", "toml", "ini", "env", "xml"]), st.text(max_size=40))
def test_any_text_is_parsed_or_found(language: str, text: str) -> None:
    page = page_of(f"```{language}\n{text}\n```\n")
    for fence in page.fences:
        if fence.language == language:
            assert len(check_data(page, fence)) <= 1


@pytest.mark.parametrize("language", ["yaml", "toml", "json"])
def test_a_fence_that_shows_a_fence_is_no_data(language: str) -> None:
    page = page_of(f"# T\n\n````{language}\n``` {{ .yaml .copy }}\na: 1\n```\n````\n")
    (finding,) = check_data(page, page.fences[0])
    assert (finding.severity, finding.message) == ("info", "this is not parsed: it shows another fence")


@pytest.mark.parametrize(
    ("language", "body"),
    [
        ("yaml", '{% include "../examples/minimal.yml" %}'),
        ("yaml", "a: 1\n{{- if .Values.on }}\nb: [\n{{- end }}"),
        ("toml", "a = 1\n{% raw %}"),
    ],
)
def test_what_a_template_engine_fills_in_is_not_parsed_and_said(language: str, body: str) -> None:
    page = page_of(f"# T\n\n```{language}\n{body}\n```\n")
    (finding,) = check_data(page, page.fences[0])
    assert (finding.severity, "a template engine fills in" in finding.message) == ("info", True)


def test_the_python_of_a_template_is_not_parsed_and_said() -> None:
    page = page_of('# T\n\n```python\n{% include "a.py" %}\n```\n')
    (finding,) = check_python(page, page.fences[0])
    assert (finding.code, finding.severity, finding.place.line) == ("FP109", "info", 4)


@pytest.mark.parametrize("tag", ["{!./docs_src/a.py[ln:1-18]!}", "{* ../../docs_src/a.py hl[2] *}"])
def test_python_that_a_site_includes_is_not_parsed_and_said(tag: str) -> None:
    page = page_of(f"# T\n\n```python\n{tag}\n\n# More here\n```\n")
    (finding,) = check_python(page, page.fences[0])
    assert (finding.code, finding.severity) == ("FP109", "info")


@pytest.mark.parametrize(
    ("body", "said"),
    [("if x:\n    y\nif z:\nw", "after 'if' statement on line 6"), ('a\nb = "c', "(detected at line 5)")],
)
def test_lines_in_the_words_of_the_parser_are_those_of_the_page(body: str, said: str) -> None:
    page = page_of(f"# T\n\n```python\n{body}\n```\n")
    (finding,) = check_python(page, page.fences[0])
    assert said in finding.message


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("f(a=1, ...)", "dots stand"),
        ("from x import ...\nimport y", "dots stand"),
        ("f(\n    a=1\n    ...\n    b=dict(\n        ...\n    )\n)", "dots stand"),
        ("x = {'a': 1, ..., 'b': […, 2]}\n…", "dots stand"),
        ("def f(a: int, b='(') -> str", "signatures"),
        ("@x\nasync def f(\n    a,\n) -> X:\n\n# and\ndef g(): # more", "signatures"),
        ("class A(B):\n\n    def f(self):\n        # do it", "signatures"),
        ("if x:\n    # one\n    # two\nelse:\n    y()", "signatures"),
        ("    def f(self):\n        # do it", "signatures"),
        ("model = <your_model>\nx < y", "`<your_model>` is to be filled in"),
    ],
)
def test_what_is_cut_short_is_said(body: str, said: str) -> None:
    page = page_of(f"# T\n\n```python\n{body}\n```\n")
    (finding,) = check_python(page, page.fences[0], excerpts=True)
    assert (finding.severity, said in finding.message) == ("info", True)
    (finding,) = check_python(page, page.fences[0])
    assert finding.severity is None


@pytest.mark.parametrize(
    "body",
    [
        "if x:\nprint(1)",
        "def f():\nreturn 1",
        'def f():\n"""Text."""',
        "f(a=1 b=2, ...)",
        "x = (\n    ...",
        "f(.., a=1)",
        "x = <your model>>",
        "def f(:",
        "a = 'dots ... in a text",
        "else:\n    f()",
    ],
)
def test_what_is_broken_is_not_cut_short(body: str) -> None:
    page = page_of(f"# T\n\n```python\n{body}\n```\n")
    (finding,) = check_python(page, page.fences[0], excerpts=True)
    assert finding.severity is None, finding.message


@pytest.mark.parametrize("line", ["$ pip install x", "pip install x", "python3 -m x", "cd x", "uv run x"])
def test_commands_among_python_are_called_that(line: str) -> None:
    page = page_of(f"```python\nx = 1\n{line}\n```\n")
    (finding,) = check_python(page, page.fences[0])
    assert "this line is a command" in finding.message


PART = "```python\n    return x\n```\n"


@pytest.mark.parametrize(
    "body", ["    return x", "    x = 1\n\n    await y\n\nx = 2", "  yield 1\n\n  def f():\n    pass"]
)
def test_a_part_of_something_larger_is_said(body: str) -> None:
    page = page_of(f"# T\n\n```python\n{body}\n```\n")
    (finding,) = check_python(page, page.fences[0], excerpts=True)
    assert (finding.code, finding.severity) == ("FP109", "info")


@pytest.mark.parametrize("body", ["    return (x", "return (", "        break\n    print(x)", "x = 1\n    y = 2"])
def test_what_is_broken_is_no_part_of_something_larger(body: str) -> None:
    page = page_of(f"# T\n\n```python\n{body}\n```\n")
    (finding,) = check_python(page, page.fences[0], excerpts=True)
    assert (finding.code, finding.severity) == ("FP109", None)


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"a.md": PART}, "info"),
        ({"a.md": "<!-- fencepost: parse -->\n" + PART}, "error"),
        ({"a.md": PART, "fencepost.toml": "run = true\n"}, "error"),
    ],
)
def test_where_code_is_to_run_or_to_parse_a_part_is_broken(
    tmp_path: Path, files: dict[str, str], severity: str
) -> None:
    assert [(one.code, one.severity) for one in Docs(tmp_path, files).findings()] == [("FP109", severity)]


def test_what_only_looks_like_a_template_is_parsed() -> None:
    assert found("yaml", "a: '{{ b }}'\nc: [")[0][1].startswith("the yaml does not parse")
