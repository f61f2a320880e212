"""The ids that are computed for a page are those of the HTML that Python-Markdown makes of it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown.extensions.toc import slugify_unicode
from pymdownx.slugs import slugify as configured

from fencepost.checks import prose
from fencepost.checks.links import ids, slugs, titles
from fencepost.markdown import parse_page
from fencepost.site import Site
from fencepost.sitedata import PythonName

ROOT = Path(__file__).parents[3]
EXTENSIONS = [
    "toc",
    "attr_list",
    "footnotes",
    "tables",
    "md_in_html",
    "def_list",
    "admonition",
    "abbr",
    "pymdownx.superfences",
    "pymdownx.details",
    "pymdownx.tabbed",
]
FUNCTIONS: dict[str, tuple[dict[str, object], Callable[[str], str]]] = {
    "default": ({}, slugs.toc),
    "separator": ({"separator": "_"}, partial(slugs.toc, separator="_")),
    "unicode": ({"slugify": slugify_unicode}, partial(slugs.toc, keep=True)),
    "pymdownx": ({"slugify": configured(case="lower")}, partial(slugs.pymdownx, case="lower")),
    "pymdownx-cased": ({"slugify": configured()}, slugs.pymdownx),
    "pymdownx-ascii": ({"slugify": configured(case="lower-ascii")}, partial(slugs.pymdownx, case="lower-ascii")),
    "pymdownx-encoded": (
        {"slugify": configured(case="fold", percent_encode=True, normalize="NFKC")},
        partial(slugs.pymdownx, case="fold", percent=True, normalize="NFKC"),
    ),
}


class _Ids(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {value for key, value in attrs if value and (key == "id" or (key == "name" and tag == "a"))}
        self.found |= {name for name in names if not re.match(r"__tabbed|__codelineno|fnref\d", name)}


def of_site(text: str, options: dict[str, object]) -> set[str]:
    configs = {"toc": options, "pymdownx.tabbed": {"alternate_style": True}}
    parser = _Ids()
    parser.feed(markdown.markdown(text, extensions=EXTENSIONS, extension_configs=configs))
    return parser.found


def computed(text: str, slugify: Callable[[str], str]) -> set[str]:
    page = parse_page(text, "a.md", dialect="mkdocs")
    return set(ids.on_site(prose.read(page), slugify, frozenset(EXTENSIONS), separator=":").names)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: str(path.relative_to(ROOT)))
def test_the_ids_of_our_own_pages(path: Path, name: str) -> None:
    options, slugify = FUNCTIONS[name]
    text = path.read_text("utf-8")
    assert computed(text, slugify) == of_site(text, options)


PIECES = """安装|写日记：参考|Café|`code_x`|``a ` b``|**bold**|__bold__|_em_|*em*|snake_case_name|[link](x.md)|[ref][r]|
[r]|[li_nk](x.md "t")|[nope][zz]|![alt](i.png)|<b>x</b>|List<int>|`List<int>`|&amp;|&lt;|a & b|\\_x\\_|\\*|C++|C#|
1. One|
v1.2.3|🚀|(x)|[^1]|don't|"q"|a--b|a/b|<https://a.org/x>|$x$|~~del~~|==m==|A_B|**a _b_ c**|_a **b** c_|[a `b` c](u)|
[a](u(v))|`a`{.cls}|[x](y){ .k }|use `{#id}` here|end#|50%|x^2|a:b|@me|--flag|中文_下划线|全角：（Ａ）|
a\u00a0b|[R]|<!-- c --> z"""
ENDS = ["", "", "", "", " { #my-id }", " {#x.y}", " {: #z .c}", " {.only}", " #", " ##"]
heading = st.tuples(
    st.integers(1, 4),
    st.lists(st.sampled_from(PIECES.replace("\n", "").split("|")), min_size=1, max_size=3),
    st.sampled_from(ENDS),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(heading, min_size=1, max_size=4), st.sampled_from(sorted(FUNCTIONS)))
def test_the_ids_of_odd_headings(headings: list[tuple[int, list[str], str]], name: str) -> None:
    options, slugify = FUNCTIONS[name]
    lines = [f"{'#' * level} {' '.join(pieces)}{end}" for level, pieces, end in headings]
    text = "\n\n".join([*lines, "[r]: http://a.org", "Note[^1] x", "[^1]: foot", ""])
    assert computed(text, slugify) == of_site(text, options)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(["a", "a_1", "a_2", "b", "", "!"]), min_size=1, max_size=8), st.randoms())
def test_the_ids_of_repeated_headings(words: list[str], rnd: random.Random) -> None:
    text = "".join(f"# {word}{' { #a }' if word and rnd.random() < 0.2 else ''}\n\n" for word in words)
    assert computed(text, slugs.toc) == of_site(text, {})


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\nText\n{: #para }\n\n- *item*{: #item }\n",
        '# A\n\n<a id="one"></a> <div id=\'two\'></div> <a name="three"></a>\n',
        "Title\n===\n\nOther\n---\n",
        "# A\n\n> # Quoted\n\n- # Listed\n\n!!! note\n    # Noted\n",
        "# A\n\n```text\n# no heading\n```\n\n    # no heading\n",
        "# A\n\n<!-- # no heading -->\n\n# A\n",
        "# A [^x]\n\nb[^x] c[^y]\n\n[^x]: one\n[^y]: two\n[^z]: never used\n",
    ],
)
def test_ids_of_other_elements(text: str) -> None:
    assert computed(text, slugs.toc) == of_site(text, {})


def site(target: str, value: object = None, **options: object) -> Site:
    name = PythonName(target, value)
    return Site(Path("mkdocs.yml"), Path("docs"), {"toc": {"slugify": name, **options}}, {}, slugify=name)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (None, "a"),
        (site("pymdownx.slugs.slugify", {"kwds": {"case": "lower"}}), "a中-ß"),
        (site("pymdownx.slugs.slugify", {"kwds": {"percent_encode": True}}), "A%E4%B8%AD-%C3%9F"),
        (site("pymdownx.slugs.slugify", {"kwds": {"case": "fold"}}, separator="_"), "a中_ss"),
        (site("pymdownx.slugs.uslugify"), "a中-ß"),
        (site("pymdownx.slugs.gfm"), "a中-ß"),
        (site("pymdownx.slugs.uslugify_cased"), "A中-ß"),
        (site("markdown.extensions.toc.slugify_unicode"), "a中-ß"),
        (site("markdown.extensions.toc.slugify"), "a"),
    ],
)
def test_the_function_of_a_site(given: Site | None, expected: str) -> None:
    slugify = slugs.of_site(given)
    assert slugify is not None
    assert slugify("A中 ß") == expected if expected != "a" else slugify("A中 ß").startswith("a")


def test_a_function_that_is_not_known_leaves_the_ids_open() -> None:
    assert slugs.of_site(site("mine.slugs.make")) is None
    page = prose.read(parse_page("# A\n", "a.md", dialect="mkdocs"))
    assert ids.on_site(page, None, frozenset(), separator=":").has("anything")


@pytest.mark.parametrize(
    ("title", "github", "vitepress"),
    [
        ("1. 安装", "1-安装", "_1-安装"),
        ("写日记：参考提示词", "写日记参考提示词", "写日记-参考提示词"),
        ("API 参考（Python）", "api-参考python", "api-参考-python"),
        ("配置 config.yaml", "配置-configyaml", "配置-config-yaml"),
        ("性能 & 安全", "性能--安全", "性能-安全"),
        ("中文_下划线", "中文_下划线", "中文-下划线"),
        ("🚀 快速上手", "-快速上手", "🚀-快速上手"),
        ("Café 咖啡", "café-咖啡", "cafe-咖啡"),
    ],
)
def test_other_sites(title: str, github: str, vitepress: str) -> None:
    assert slugs.github(title) == github
    assert slugs.vitepress(title) == vitepress


def test_repeated_headings_on_github() -> None:
    page = prose.read(parse_page("# A\n\n# A\n\n# A-1\n\n# A {#b}\n", "a.md", dialect="mkdocs"))
    assert ids.off_site(page, [slugs.github]).of_headings == ("a", "a-1", "a-1-1", "b")


@given(st.text(alphabet="ab_*`[]()<>!{}\\& #:", max_size=25))
@settings(max_examples=300)
def test_no_title_is_too_odd(title: str) -> None:
    titles.text_of(title, {"a"}, frozenset({"attr_list", "footnotes", "pymdownx.emoji", "smarty"}))
