"""The ids on a page that a link may lead to."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from fencepost.checks.links import slugs, titles
from fencepost.checks.prose import Prose, without_spans
from fencepost.model import Heading

_REFERENCE = re.compile(r"^ {0,3}\[(?!\^)([^\]\n]+)\]:", re.MULTILINE)
_FOOTNOTE = re.compile(r"^ {0,3}\[\^([^\]\n]+)\]:", re.MULTILINE)
_FOOTNOTE_USE = re.compile(r"\[\^([^\]\n]+)\](?!:)")
_HTML_ID = re.compile(r"""<[A-Za-z][^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))""")
_ATTRIBUTE_ID = re.compile(r"\{:?(?:[^{}\n]*?\s)?#([^\s}]+)[^{}\n]*\}")
_GENERATED = re.compile(r"^:::\s*\S", re.MULTILINE)
_BEHIND_TITLE = re.compile(r"\s*(?:\{/\*\s*#?([^\s*]+)\s*\*/\}|\[\[([^\s\[\]]+)\]\])\s*\Z")
"""The id of a heading as sites with MDX and that of Hugging Face have it.

It may be another comment: the heading's own slug counts too.
"""
_AUTODOC = re.compile(r"^\[\[autodoc\]\]", re.MULTILINE)
"""Where Hugging Face's generator documents an object of Python."""
_OBJECT = re.compile(r"\w+(?:\.\w+)+")
_SCRIPT = re.compile(r"^<script\b(?![^>]*\bsrc=)", re.MULTILINE)
"""A page that is put together by a program, as VitePress lets pages be."""
_COMPONENT = re.compile(r"<[A-Z][\w.]*\s[^<>]*>")
_VALUE = re.compile(r"""=\s*(?:"([^"\n]+)"|'([^'\n]+)')""")
_TAB = re.compile(r"^[ \t]*===[!+]* \"([^\"\n]+)\"", re.MULTILINE)
_MADE_BY_SITE = re.compile(r"__(?:tabbed_\d+_\d+|codelineno|span)[\w-]*|top|fnref\d*:.+")
"""Ids that the site's extensions number, and the top of the page."""


@dataclass(frozen=True, slots=True)
class Ids:
    """The ids of a page."""

    names: frozenset[str]
    of_headings: tuple[str, ...]
    """For each heading its id; empty where it is not known."""
    more: bool = False
    """Whether there may be ids that cannot be known from the page alone."""
    objects: bool = False
    """Whether there are ids of objects, by their dotted names."""

    def has(self, fragment: str) -> bool:
        """Whether a link with this fragment arrives."""
        if self.more or not fragment or fragment in self.names or _MADE_BY_SITE.fullmatch(fragment):
            return True
        return self.objects and _OBJECT.fullmatch(fragment) is not None


def on_site(
    prose: Prose,
    slugify: slugs.Slugify | None,
    extensions: Collection[str],
    *,
    separator: str,
    tab_slug: slugs.Slugify | None = None,
) -> Ids:
    """The ids that Python-Markdown gives on a page.

    Args:
        prose: the page.
        slugify: the site's function; `None` if it is not known, so that headings may have any id.
        extensions: the extensions that are on.
        separator: what stands between `fn` and the name of a footnote.
        tab_slug: the site's function for the titles of tabs, if these have ids of their own.
    """
    page, text = prose.page, without_spans(prose.text)
    explicit = _explicit(page.headings) if "attr_list" in extensions else {}
    beside = set(_ATTRIBUTE_ID.findall(text)) if "attr_list" in extensions else set()
    if "footnotes" in extensions:
        notes = _notes(text)
        beside |= {f"fn{separator}{name}" for name in notes}
        beside |= {f"fnref{separator}{name}" for name in notes & set(_FOOTNOTE_USE.findall(text))}
    taken = beside | set(explicit.values())
    labels = _labels(text)
    named: list[str] = []
    for index, heading in enumerate(page.headings):
        if index in explicit:
            named.append(explicit[index])
        elif slugify is not None:
            title = heading.title if "attr_list" in extensions else _as_written(prose, heading)
            named.append(slugs.unique_in_site(slugify(titles.text_of(title, labels, extensions)), taken))
        else:
            named.append("")
    if tab_slug is not None and "===" in text:
        tabs = {tab_slug(title) for title in _TAB.findall(text)}
        taken |= tabs | {f"{name}-{tab}" for name in named for tab in tabs}
    more = slugify is None or (":::" in text and _GENERATED.search(text) is not None)
    return Ids(frozenset(taken | set(named) | set(_in_html(text))) - {""}, tuple(named), more)


def off_site(prose: Prose, slugifiers: Sequence[slugs.Slugify]) -> Ids:
    """The ids of a page on GitHub, or on a site of another generator; the first function is the likeliest."""
    page, text = prose.page, without_spans(prose.text)
    labels = _labels(text)
    behind = {
        index: match[1] or match[2]
        for index, heading in enumerate(page.headings)
        if (match := _BEHIND_TITLE.search(heading.title))
    }
    explicit = _explicit(page.headings)
    texts = [titles.text_of(_BEHIND_TITLE.sub("", heading.title), labels) for heading in page.headings]
    named: list[list[str]] = []
    for slugify in slugifiers:
        used: dict[str, int] = {}
        slugged = enumerate(map(slugify, texts))
        named.append([explicit.get(index) or slugs.unique_on_github(slug, used) for index, slug in slugged])
    notes = {f"user-content-fn-{name}" for name in _notes(text)}
    every = {*(name for group in named for name in group), *behind.values(), *notes}
    given = set(_of_components(text))
    every |= {*_in_html(text), *given, *(slugify(value) for slugify in slugifiers for value in given)}
    shown = tuple(behind.get(index, name) for index, name in enumerate(named[0]))
    made, objects = _SCRIPT.search(text) is not None, _AUTODOC.search(text) is not None
    return Ids(frozenset(every), shown, more=made, objects=objects)


def _labels(text: str) -> frozenset[str]:
    """The labels of the page's link references, in lower case."""
    return frozenset(label.lower() for label in _REFERENCE.findall(text)) if "]:" in text else frozenset()


def _notes(text: str) -> frozenset[str]:
    """The names of the page's footnotes."""
    return frozenset(_FOOTNOTE.findall(text)) if "[^" in text else frozenset()


def _explicit(headings: Iterable[Heading]) -> dict[int, str]:
    return {index: heading.slug for index, heading in enumerate(headings) if heading.explicit}


def _as_written(prose: Prose, heading: Heading) -> str:
    """The title with the attribute list that the site prints as text."""
    line = prose.page.text.split("\n")[heading.line - 1].rstrip()
    before, title, rest = line.partition(heading.title)
    if not title:
        return heading.title
    return title + (rest.rstrip("#").rstrip() if "#" in before else rest)


def _of_components(text: str) -> Iterable[str]:
    """What components of MDX and Vue are given, by whatever name: any of it may become an id."""
    return (one or other for tag in _COMPONENT.findall(text) for one, other in _VALUE.findall(tag))


def _in_html(text: str) -> Iterable[str]:
    return (name for groups in _HTML_ID.findall(text) for name in groups if name)
