"""Info strings."""

from __future__ import annotations

import pytest

from fencepost.markdown.fencedcode import read_info
from fencepost.markdown.info import Header, HeaderRules, language_of_directive, read_superfences, read_words

RULES = HeaderRules(custom=frozenset({"mermaid"}), lenient=frozenset({"exec"}))


@pytest.mark.parametrize(
    ("info", "header"),
    [
        ("", Header()),
        ("python", Header("python")),
        ("Python", Header("python")),
        (".python", Header("python")),
        ("c++", Header("c++")),
        ('python title="a b.py"', Header("python", (("title", "a b.py"),))),
        ("py title='It is \"A\"'", Header("py", (("title", 'It is "A"'),))),
        ('py hl_lines="1 3-4" linenums="1"', Header("py", (("hl_lines", "1 3-4"), ("linenums", "1")))),
        ('title="x"', Header("", (("title", "x"),))),
        ("python title", Header("python", (("title", "title"),))),
        ("{.python .annotate #id}", Header("python", (), ("annotate",))),
        (
            '{ .python .a title="x y" data-b=c d }',
            Header("python", (("title", "x y"), ("data-b", "c"), ("d", "")), ("a",)),
        ),
        ("python {.a .b}", Header("python", (), ("a", "b"))),
        ("{}", Header()),
        ("mermaid", Header("mermaid")),
        ('exec on="yes" other', Header("exec", (("on", "yes"), ("other", "other")))),
    ],
)
def test_what_the_site_takes(info: str, header: Header) -> None:
    assert read_superfences(info, RULES) == header


@pytest.mark.parametrize(
    ("info", "language", "word"),
    [
        ("python notest", "python", "notest"),
        ("python fixture:db", "python", "fixture:db"),
        ('python title="x" notest', "python", "notest"),
        ("js {1,3}", "js", ""),
        ("python{.a}", "", "python{.a}"),
        ('python hl_lines="one"', "python", "hl_lines"),
        ("python linenums", "python", "linenums"),
        ("python title=x", "python", "title=x"),
        ('mermaid title="x"', "mermaid", "title"),
        ("{.python linenums}", "python", "linenums"),
    ],
)
def test_what_the_site_refuses(info: str, language: str, word: str) -> None:
    header = read_superfences(info, RULES)
    assert (header.language, header.fault) == (language, word)


def test_a_site_may_let_everything_pass() -> None:
    assert not read_superfences("python notest", HeaderRules(relaxed=True)).fault


def test_a_site_that_highlights_in_the_browser_knows_no_option() -> None:
    assert read_superfences('python title="x"', HeaderRules(pygments=False)).fault == "title"


@pytest.mark.parametrize(
    ("info", "header"),
    [
        ("", Header()),
        ("Python", Header("python")),
        ("python notest", Header("python")),
        ('js title="/src/a b.js" {1,3} show', Header("js", (("title", "/src/a b.js"),))),
        ("js title='a' n={2}", Header("js", (("title", "a"), ("n", "2")))),
        ("{.python .annotate}", Header("python", (), ("annotate",))),
        ("{1,3}", Header("{1,3}")),
    ],
)
def test_github_and_mdx(info: str, header: Header) -> None:
    assert read_words(info) == header


@pytest.mark.parametrize(
    ("info", "header"),
    [
        ("python", Header("python")),
        (".python", Header("python")),
        ('python hl_lines="1 2"', Header("python", (("hl_lines", "1 2"),))),
        ("{.python #a .b c=d}", Header("python", (("c", "d"),), ("b",))),
        ('python title="x"', Header("python", fault='title="x"')),
        ("python notest", Header("python", fault="notest")),
    ],
)
def test_sites_without_superfences(info: str, header: Header) -> None:
    assert read_info(info) == header


@pytest.mark.parametrize(
    ("info", "fault"),
    [
        ('python exec="on" result="text" session="s"', ""),
        ('python exec="1"', ""),
        ('python result="text"', "result"),
        ('rust exec="on"', "exec"),
        ("python exec=on", "exec=on"),
    ],
)
def test_a_plugin_that_runs_fences_knows_its_options(info: str, fault: str) -> None:
    assert read_superfences(info, HeaderRules(executed=frozenset({"python"}))).fault == fault


@pytest.mark.parametrize("info", ['toml tab="a.toml"', "toml config-example"])
def test_words_that_a_hook_takes_out_are_no_fault(info: str) -> None:
    rules = HeaderRules(rewritten=frozenset({"tab", "config-example"}))
    assert read_superfences(info, rules) == Header("toml", (("tab", "a.toml"),) if "tab" in info else ())
    assert read_superfences(info, HeaderRules()).fault


@pytest.mark.parametrize(
    ("info", "body", "language"),
    [
        ("{code-block} python", "x = 1\n", "python"),
        ("{code-block} Python", "x = 1\n", "python"),
        ("{code-cell} ipython3", "x = 1\n", "python"),
        ("{code} toml", "x = 1\n", "toml"),
        ("{doctest}", ">>> 1\n1\n", "pycon"),
        ("{doctest} group", ">>> 1\n1\n", "pycon"),
        ("{testcode}", "x = 1\n", "python"),
        ("{python}", "x = 1\n", "python"),
        ("{code-block}", "x = 1\n", ""),
        ("{code-block} python", ":linenos:\n\nx = 1\n", ""),
        ("{code-block} python", "---\nlinenos:\n---\nx = 1\n", ""),
        ("{code-cell} ipython3", "x = 1\n%time x\n", ""),
        ("{note} python", "Mind this.\n", ""),
        ("{eval-rst}", ".. module:: x\n", ""),
        ("python", "x = 1\n", ""),
    ],
)
def test_the_language_of_a_directive(info: str, body: str, language: str) -> None:
    assert language_of_directive(info, body) == language
