"""The MkDocs shell: `plugins: [fencepost]`.

Takes directives out of the published pages, puts findings among the build's warnings, so that `--strict` fails on
them, and shows readers what was verified. The gates are the command and pytest; this is for those who write and read,
and finds nothing that they do not find.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.pages import Page as SitePage
from mkdocs.utils import get_relative_url

from fencepost import engine, watching
from fencepost.model import Report
from fencepost.publishing.agents import Copy, copy_of, llms
from fencepost.publishing.publication import Publication
from fencepost.recorded import ReportError, read_report
from fencepost.settings import find_root
from fencepost.site import read_site

_LOG = get_plugin_logger("fencepost")
_STYLE = "assets/fencepost.css"


class FencepostConfig(Config):
    """What `mkdocs.yml` may say below `fencepost:`."""

    enabled = config_options.Type(bool, default=True)
    """Whether the plugin does anything."""
    check = config_options.Type(bool, default=True)
    """Whether the project is checked, and findings become warnings of the build."""
    run = config_options.Type(bool, default=False)
    """Whether fences are run; a preview must not run code by surprise."""
    badges = config_options.Type(bool, default=True)
    """Whether each fence says what it is."""
    report = config_options.Type(str, default="")
    """A file that `fencepost check --report` wrote, relative to `mkdocs.yml`; empty for none."""
    verification = config_options.Type(str, default="")
    """The page, as its path in each language's folder, that shows the results; empty for none."""
    llms = config_options.Type(bool, default=False)
    """Whether `llms.txt` and Markdown copies of the pages are published."""


class FencepostPlugin(BasePlugin[FencepostConfig]):
    """Checks the project once a build, hides directives, and shows what was verified."""

    def __init__(self) -> None:
        """Begin with nothing checked."""
        self._checked: MkDocsConfig | None = None
        self._publication: Publication | None = None
        self._nav: Navigation | None = None
        self._serving = False
        self._shown = False
        """Whether the verification page was met."""

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Tell a preview from a build. That it is here keeps the plugin over the rebuilds of `serve`."""
        self._serving = command == "serve"

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Have the style sheet loaded where badges are shown."""
        if self.config.enabled and self.config.check and _STYLE not in config.extra_css:
            config.extra_css.append(_STYLE)
        return config

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Check the project; with several languages MkDocs comes here once for each, and the check is made once."""
        if not self.config.enabled or config is self._checked:
            return files
        self._checked, self._shown = config, False
        file = Path(config.config_file_path)
        root = find_root(file.parent)
        live = _checked(root, run=self.config.run, lasting=not self._serving) if self.config.check else None
        if live:
            _warn(live)
            if self._serving:
                config.watch.extend(str(path) for path in watching.quoted_files(root))
        self._publication = Publication(root, read_site(file), live, self._recorded(file.parent), self.config.report)
        return files

    def on_nav(self, nav: Navigation, /, *, config: MkDocsConfig, files: Files) -> Navigation:
        """Keep the navigation, whose titles are known at the end."""
        self._nav = nav
        if self._publication:
            self._publication.publishes({file.abs_src_path: file.url for page in files for file in _versions(page)})
        return nav

    def on_page_markdown(self, markdown: str, /, *, page: SitePage, config: MkDocsConfig, files: Files) -> str:
        """Take the directives out of a page; give the verification page its sections."""
        if self._publication is None:
            return markdown
        text = self._publication.read(self._publication.path(page.file.abs_src_path), markdown)
        if self._is_verification(page):
            self._shown = True
            text += self._publication.sections(_language(config), ids="attr_list" in config.markdown_extensions)
        return text

    def on_post_page(self, output: str, /, *, page: SitePage, config: MkDocsConfig) -> str:
        """Add what is shown beside the page's own text. This late it stands in no search index."""
        if self._publication is None:
            return output
        path = self._publication.path(page.file.abs_src_path)
        output = self._publication.finish(output, path, _language(config), badges=self.config.badges)
        if self._is_verification(page):
            output = self._publication.overview(
                output, _language(config), lambda address: get_relative_url(address, page.url)
            )
        return output

    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Write the style sheet, and what agents read; with several languages MkDocs comes here once for each."""
        if self._publication is None:
            return
        site = Path(config.site_dir)
        if _STYLE in config.extra_css:
            _write(site / _STYLE, resources.files("fencepost.publishing").joinpath("style.css").read_text("utf-8"))
        if self.config.verification and not self._shown:
            _LOG.warning("`verification` names `%s`, and the site has no such page", self.config.verification)
        if self.config.llms and self._nav:
            self._write_copies(site, self._nav, config)

    def _write_copies(self, site: Path, nav: Navigation, config: MkDocsConfig) -> None:
        assert self._publication is not None
        for page in nav.pages:
            path = self._publication.path(page.file.abs_src_path)
            _write(site / copy_of(page.file.src_uri, page.file.dest_uri), self._publication.pages[path].text)
        home = (nav.homepage or nav.pages[0]).url
        sections = _sections(
            nav, lambda address: _absolute(address, config.site_url) or get_relative_url(address, home)
        )
        _write(site / home / "llms.txt", llms(config.site_name, config.site_description or "", sections))

    def _is_verification(self, page: SitePage) -> bool:
        # static-i18n calls the path within a language's folder so.
        path = getattr(page.file, "norm_src_uri", page.file.src_uri)
        return bool(self.config.verification) and path == self.config.verification

    def _recorded(self, folder: Path) -> Report | None:
        if not self.config.report:
            return None
        try:
            return read_report(folder / self.config.report)
        except ReportError as error:
            _LOG.warning("the report %s %s", self.config.report, error)
            return None


def _checked(root: Path, *, run: bool, lasting: bool) -> Report:
    # A check makes many short-lived trees. Collecting meanwhile would walk all that MkDocs holds, over and over, which
    # costs more than the memory is worth. Of one build what is left is better kept to the end than walked as well.
    collecting = gc.isenabled()
    gc.disable()
    try:
        return engine.check(root, run=run)
    finally:
        if collecting:
            if lasting:
                gc.freeze()
            gc.enable()


def _warn(report: Report) -> None:
    for finding in report.findings:
        if finding.severity in ("error", "warning"):
            _LOG.warning("%s: %s %s", finding.place, finding.code, finding.message)


def _versions(file: File) -> list[File]:
    """A file and, as static-i18n tells, the same page in other languages."""
    return [file, *getattr(file, "alternates", {}).values()]


def _language(config: MkDocsConfig) -> str:
    """The language of the theme, which static-i18n sets for each build."""
    return str(config.theme.get("language") or config.theme.get("locale") or "en")


def _absolute(address: str, base: str | None) -> str:
    return base.rstrip("/") + "/" + address if base else ""


def _sections(nav: Navigation, shown: Callable[[str], str]) -> list[tuple[str, list[Copy]]]:
    """The pages of the navigation: those outside sections first, then the outermost sections."""
    outside = [item for item in nav.items if isinstance(item, SitePage)]
    sections = [("", outside), *((item.title, _pages(item)) for item in nav.items if isinstance(item, Section))]
    return [
        (name, [Copy(str(page.title), shown(copy_of(page.file.src_uri, page.file.dest_uri))) for page in pages])
        for name, pages in sections
    ]


def _pages(section: Section) -> list[SitePage]:
    inner = [item for child in section.children if isinstance(child, Section) for item in _pages(child)]
    return [*(child for child in section.children if isinstance(child, SitePage)), *inner]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
