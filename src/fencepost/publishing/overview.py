"""The verification page: what became of every fence of every page, from this build and from a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import get_args

from fencepost.model import Fate, TranslationResult
from fencepost.publishing.badges import state_of_outcome
from fencepost.publishing.picture import picture
from fencepost.publishing.standing import Standing

_SECTIONS = ("picture", "pages", "skips", "translations")
_FATES: tuple[Fate, ...] = get_args(Fate)


@dataclass(frozen=True, slots=True)
class Overview:
    """All that the verification page shows."""

    pages: tuple[Standing, ...]
    translations: tuple[TranslationResult, ...]
    report: str | None
    """The report's file as the settings name it; `None` without one."""
    ran: bool
    """Whether the report was written with running on."""


Link = Callable[[str], str | None]
"""From a page's path to its address as seen from the verification page; `None` for what the site does not publish."""


def headings(words: Mapping[str, str], overview: Overview, *, ids: bool) -> str:
    """The sections as Markdown, to stand below what the author wrote; `placed` fills them in the built page.

    `ids` says whether the site reads attribute lists: then the sections have the same addresses in all languages.
    """
    shown = [name for name in _SECTIONS if name != "translations" or overview.translations]
    blocks = [f"## {words[name]}{f' {{ #{name} }}' if ids else ''}\n\n{_place(name)}" for name in shown]
    return "\n\n" + "\n\n".join([_source(words, overview), *blocks]) + "\n"


def placed(html: str, overview: Overview, words: Mapping[str, str], link: Link) -> str:
    """The built page with its picture and tables. They come this late so that a search finds pages, not this table."""
    parts = {
        "picture": picture(overview.pages, words),
        "pages": _pages(overview.pages, words, link),
        "skips": _skips(overview.pages, words, link),
        "translations": _translations(overview.translations, words, link),
    }
    for name, part in parts.items():
        html = html.replace(_place(name), part, 1)
    return html


def _place(name: str) -> str:
    return f'<div class="fencepost-{name}"></div>'


def _source(words: Mapping[str, str], overview: Overview) -> str:
    if overview.report is None:
        return words["no_report"]
    return words["report" if overview.ran else "not_running"].format(file=overview.report)


def _pages(pages: Sequence[Standing], words: Mapping[str, str], link: Link) -> str:
    head = ["page", "language", *(f"fate_{fate}" for fate in _FATES), "contracts", "result"]
    return _table([words[key] for key in head], [_page(page, words, link) for page in pages])


def _page(page: Standing, words: Mapping[str, str], link: Link) -> list[str]:
    fates = Counter(fence.fate for fence in page.fences)
    held = sum(state_of_outcome(contract.outcome) == "held" for contract in page.contracts)
    counts = [str(fates[fate] or "–") for fate in _FATES]
    contracts = f"{held}&nbsp;/&nbsp;{len(page.contracts)}" if page.contracts else "–"
    return [_linked(page.page.path, link), page.page.language or "–", *counts, contracts, _result(page, words)]


def _result(page: Standing, words: Mapping[str, str]) -> str:
    outcomes = [*(fence.outcome for fence in page.fences), *(contract.outcome for contract in page.contracts)]
    if not outcomes:
        return "–"
    states = Counter(state_of_outcome(outcome) for outcome in outcomes)
    if states["broken"]:
        return _marked("broken", "✗", words["result_broken"].format(number=states["broken"]))
    if not states["open"]:
        return _marked("held", "✓", words["result_held"])
    key = {"changed": "result_changed", "unreported": "result_unreported", "current": "result_open"}[page.freshness]
    return _marked("open", "?", words[key].format(number=states["open"]))


def _skips(pages: Sequence[Standing], words: Mapping[str, str], link: Link) -> str:
    rows = [
        [
            _linked(page.page.path, link, fence.id.partition("::")[2]),
            escape(fence.reason.removeprefix("page ").removeprefix("skip: ")),
        ]
        for page in pages
        for fence in page.fences
        if fence.fate == "skipped"
    ]
    return _table([words["fence"], words["reason"]], rows) if rows else f"<p>{escape(words['none_skipped'])}</p>"


def _translations(results: Iterable[TranslationResult], words: Mapping[str, str], link: Link) -> str:
    rows = [
        [
            _linked(item.page, link),
            item.language,
            _linked(item.twin, link) if item.twin else "–",
            escape(words[f"state_{item.state}"].format(errors=item.errors, warnings=item.warnings)),
        ]
        for item in results
    ]
    return _table([words[key] for key in ("page", "language", "translations", "state")], rows)


def _linked(path: str, link: Link, name: str = "") -> str:
    address = link(path)
    shown = f"{escape(path)}{f' · {escape(name)}' if name else ''}"
    return f'<a href="{escape(address)}">{shown}</a>' if address is not None else shown


def _marked(state: str, sign: str, text: str) -> str:
    return f'<span class="fencepost-{state}"><span aria-hidden="true">{sign}</span> {escape(text)}</span>'


def _table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="fencepost-table">{table}</div>'
