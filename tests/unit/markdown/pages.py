"""Pages out of a grammar of nested containers, for tests that compare two ways of reading."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

WORDS = ("alpha", "beta gamma", "see [link](a.md)", "**bold** text", "`code`", "a | b", "text: more")
BODIES = (
    "v = 1",
    "    indented",
    "",
    "# comment",
    "```",
    "> q",
    "~~~",
    "- item",
    "<div>",
    "/// note",
    "///",
    "!!! note",
)
INFOS = (
    "",
    "python",
    " python",
    'python title="a b"',
    "{.python .x}",
    '{ .python title="x" }',
    'python hl_lines="1 2"',
    "python notest",
    "js {1}",
)
Rows = list[str]


def indented(rows: Sequence[str], width: int) -> Rows:
    """The rows behind blanks; empty ones stay empty."""
    return [" " * width + row if row else "" for row in rows]


def paragraphs() -> st.SearchStrategy[Rows]:
    return st.lists(st.sampled_from(WORDS), min_size=1, max_size=2)


@st.composite
def fences(draw: st.DrawFn) -> Rows:
    mark = draw(st.sampled_from(("```", "```", "~~~", "````")))
    close = draw(st.sampled_from((mark, mark, mark, mark, mark, "````", " ```", "```x")))
    return [mark + draw(st.sampled_from(INFOS)), *draw(st.lists(st.sampled_from(BODIES), max_size=3)), close]


def headings() -> st.SearchStrategy[Rows]:
    return st.sampled_from((["# One"], ["## Two ##"], ["### three {#x}"], ["Title", "-----"], ["text", "# inside"]))


def leaves() -> st.SearchStrategy[Rows]:
    table = ["a | b", "--- | ---", "c | d"]
    rest = (["---"], ["***"], ["[ref]: http://x"], ["<hr>"], ["<!-- c -->"], ["text <!-- c"], ["<b>x"], table)
    return st.one_of(fences(), fences(), fences(), paragraphs(), headings(), st.sampled_from(rest))


@st.composite
def joined(draw: st.DrawFn, blocks: st.SearchStrategy[Rows]) -> Rows:
    rows: Rows = []
    for block in draw(st.lists(blocks, min_size=1, max_size=3)):
        rows += [*block, *draw(st.sampled_from(([""], [""], [""], [], ["", ""])))]
    return rows


@st.composite
def behind(draw: st.DrawFn, inner: st.SearchStrategy[Rows], openings: Sequence[str], widths: Sequence[int]) -> Rows:
    gap = draw(st.sampled_from(([""], [""], [])))
    return [draw(st.sampled_from(openings)), *gap, *indented(draw(joined(inner)), draw(st.sampled_from(widths)))]


@st.composite
def between(draw: st.DrawFn, inner: st.SearchStrategy[Rows], pairs: Sequence[tuple[str, str]]) -> Rows:
    opening, closing = draw(st.sampled_from(pairs))
    gap = draw(st.sampled_from(([""], [])))
    return [opening, *gap, *draw(joined(inner)), *gap, closing]


@st.composite
def quotes(draw: st.DrawFn, inner: st.SearchStrategy[Rows]) -> Rows:
    return [f"> {row}" if row else ">" for row in draw(joined(inner))]


LISTS = ("- one", "* one", "1. one", "-   one", "- ")
ADMONITIONS = ("!!! note", '!!! note "Title"', '!!! warning ""', "??? note", '???+ tip "T"')
TABS = ('=== "A"', '=== "B"', '===! "C"', '===+ "D"')
NOTES = ("[^a]: note", "term\n:   definition", ": d")
SLASHES = tuple((f"{s} {word}", s) for s in ("///", "////") for word in ("note", "tab | A", "details | T", "unknown"))
ELEMENTS = (
    ("<div markdown>", "</div>"),
    ("<details markdown><summary>x</summary>", "</details>"),
    ('<div class="x">', "</div>"),
    ("<details>", "</details>"),
    ("<!--", "-->"),
)


def common_containers(inner: st.SearchStrategy[Rows]) -> st.SearchStrategy[Rows]:
    return st.one_of(quotes(inner), behind(inner, LISTS, (4, 4, 2, 3)), behind(inner, ("",), (4,)))


def site_containers(inner: st.SearchStrategy[Rows]) -> st.SearchStrategy[Rows]:
    return st.one_of(
        common_containers(inner),
        behind(inner, ADMONITIONS, (4,)),
        behind(inner, TABS, (4,)),
        behind(inner, NOTES, (4,)),
        between(inner, SLASHES),
        between(inner, ELEMENTS),
    )


@st.composite
def damaged(draw: st.DrawFn, pages: st.SearchStrategy[Rows]) -> str:
    """A page, some with a row that was moved, lost or added."""
    rows = "\n".join(draw(pages)).split("\n")
    if draw(st.booleans()):
        at = draw(st.integers(0, len(rows) - 1))
        rows[at : at + 1] = draw(st.sampled_from(([], ["", rows[at]], ["  " + rows[at]], [rows[at].lstrip()])))
    return "\n".join(rows) + "\n"


MDX_ELEMENTS = (
    ("<Note>", "</Note>"),
    ('<Tab title="A">', "</Tab>"),
    ("<A\n  b={`\n`}\n>", "</A>"),
    ("<>", "</>"),
    ("{/*", "*/}"),
    ("{`", "`}"),
    ("export const a = `", "`"),
)
MDX_LEAVES = (
    *(["import A from 'a'"], ["export const b = {", "", "  c: 1,", "}"], ["text {1 + 1} more"], ["{/* c */}"]),
    *(["<Icon />"], ["text <B>c</B>"], ["---"], ["***"], ["[ref]: http://x"], ["a | b", "--- | ---", "c | d"]),
)


def mdx_containers(inner: st.SearchStrategy[Rows]) -> st.SearchStrategy[Rows]:
    return st.one_of(common_containers(inner), between(inner, MDX_ELEMENTS), indented_elements(inner))


@st.composite
def indented_elements(draw: st.DrawFn, inner: st.SearchStrategy[Rows]) -> Rows:
    opening, closing = draw(st.sampled_from(MDX_ELEMENTS[:2]))
    return [opening, *indented(draw(joined(inner)), draw(st.sampled_from((2, 4)))), closing]


def mdx_leaves() -> st.SearchStrategy[Rows]:
    return st.one_of(fences(), fences(), paragraphs(), headings(), st.sampled_from(MDX_LEAVES))


MDX_PAGES = damaged(joined(st.recursive(mdx_leaves(), mdx_containers, max_leaves=8)))
SITE_PAGES = damaged(joined(st.recursive(leaves(), site_containers, max_leaves=8)))
GITHUB_PAGES = damaged(joined(st.recursive(leaves(), common_containers, max_leaves=8)))
