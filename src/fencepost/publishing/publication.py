"""One build of a site: what was checked for it, and what each of its pages gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fencepost.model import Report
from fencepost.published import Published, published
from fencepost.publishing import overview
from fencepost.publishing.badges import with_badges
from fencepost.publishing.overview import Overview
from fencepost.publishing.standing import Standing, standings
from fencepost.publishing.words import words_of
from fencepost.site import Site


@dataclass(slots=True)
class Publication:
    """What a build knows; pages are added as they are read."""

    root: Path
    site: Site
    live: Report | None
    """What this build has checked; `None` where it does not check."""
    recorded: Report | None = None
    report: str = ""
    """The recorded report's file, as the settings name it."""
    addresses: dict[str, str] = field(default_factory=dict)
    """The address of each page that the site publishes, by its path from the project's root."""
    pages: dict[str, Published] = field(default_factory=dict)
    """The pages that were read, by their path from the project's root."""
    known: dict[str, Standing] = field(init=False)

    def __post_init__(self) -> None:
        self.known = standings(self.live, self.recorded) if self.live else {}

    def path(self, file: str | None) -> str:
        """The path of a file from the project's root; empty for one that stands elsewhere or is generated."""
        if file is None or not Path(file).is_relative_to(self.root):
            return ""
        return Path(file).relative_to(self.root).as_posix()

    def read(self, path: str, markdown: str) -> str:
        """The Markdown of a page without directives; its fences are kept in mind."""
        self.pages[path] = published(markdown, site=self.site)
        return self.pages[path].text

    def sections(self, language: str, *, ids: bool) -> str:
        """The headings of the verification page, with places for what `finish` puts there; empty without a check."""
        return overview.headings(words_of(language), self._overview(), ids=ids) if self.live else ""

    def finish(self, html: str, path: str, language: str, *, badges: bool) -> str:
        """A built page with its badges."""
        standing = self.known.get(path)
        if not badges or standing is None or path not in self.pages:
            return html
        return with_badges(html, self.pages[path].bodies, standing, words_of(language))

    def overview(self, html: str, language: str, relative: Callable[[str], str]) -> str:
        """The built verification page with its picture and tables; `relative` makes an address relative to it."""

        def link(path: str) -> str | None:
            address = self.addresses.get(path)
            return None if address is None else relative(address)

        return overview.placed(html, self._overview(), words_of(language), link)

    def _overview(self) -> Overview:
        translations = self.live.translations if self.live else ()
        report = self.report if self.recorded else None
        ran = self.recorded is not None and self.recorded.running
        return Overview(tuple(self.known.values()), translations, report, ran)

    def publishes(self, addresses: Mapping[str | None, str]) -> None:
        """Note the addresses of files, by their paths on this machine."""
        self.addresses |= {path: address for file, address in addresses.items() if (path := self.path(file))}
