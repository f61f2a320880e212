"""Faults of links: a target that is no longer there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from fencepost.checks import prose
from fencepost.checks.links.find import Link, links
from fencepost.checks.static import StaticChecks
from fencepost.model import Page
from fencepost.plan import Contract
from fencepost.proving.fault import Fault, Trial, spread
from fencepost.proving.judging import judged
from fencepost.proving.pages import Pages, moved
from fencepost.proving.texts import PLACES


@dataclass(frozen=True, slots=True)
class LinkTrials:
    """Leads the links of a page astray."""

    pages: Pages
    checks: StaticChecks

    def of(self, contract: Contract) -> Iterator[Trial]:
        """The faults of a page's links: other names of files, other fragments."""
        page = contract.page
        assert page is not None
        found = [(link, new) for link in links(prose.read(page)) if (new := self._astray(link))]
        for link, new in spread(found, 2 * PLACES):
            text = _replaced(page, link, new)
            if text is not None:
                fault = Fault(contract.id, "links", "link", page.place(link.line), f"`{link.target}` became `{new}`")
                yield Trial(fault, lambda text=text: self._noticed(contract, page, text))

    def _noticed(self, contract: Contract, page: Page, text: str) -> bool | None:
        faulty = self.pages.with_texts({page.path: text})
        verdict = self.checks.on(faulty.project, faulty.plans).contract(moved(contract, faulty))
        return judged(verdict, self.pages, faulty.plans[page.path].page)

    def _astray(self, link: Link) -> str:
        """Another target for a link within the project; empty for links elsewhere, which are not followed."""
        path, mark, fragment = link.target.partition("#")
        if ":" in path or path.startswith(("/", "?")) or "?" in path or link.in_html:
            return ""
        if fragment:
            accepted = self.pages.planned.project.loaded.settings.anchors
            free = any(fnmatchcase(f"{fragment}x", glob) for glob in accepted)
            return "" if free else f"{path}{mark}{fragment}x"
        name = PurePosixPath(path)
        return str(name.with_stem(f"{name.stem}x")) if name.suffix else ""


def _replaced(page: Page, link: Link, new: str) -> str | None:
    """The page's text with another target in a link; `None` where the target is written in another form."""
    lines = page.text.split("\n")
    start = sum(len(line) + 1 for line in lines[: link.line - 1]) + link.column - 1
    at = page.text.find(link.target, start)
    return None if at < 0 else page.text[:at] + new + page.text[at + len(link.target) :]
