"""The MkDocs shell: `plugins: [fencepost]`.

Takes directives out of the published pages and puts findings among the build's warnings, so that `--strict` fails on
them. The gates are the command and pytest; this is for those who write, and sees nothing that they do not see.
"""

from __future__ import annotations

from pathlib import Path

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page as SitePage

from fencepost import engine
from fencepost.published import without_directives
from fencepost.settings import find_root
from fencepost.site import Site, read_site

_LOG = get_plugin_logger("fencepost")


class FencepostConfig(Config):
    """What `mkdocs.yml` may say below `fencepost:`."""

    enabled = config_options.Type(bool, default=True)
    """Whether the plugin does anything."""
    check = config_options.Type(bool, default=True)
    """Whether findings become warnings of the build."""
    run = config_options.Type(bool, default=False)
    """Whether fences are run; a preview must not run code by surprise."""


class FencepostPlugin(BasePlugin[FencepostConfig]):
    """Checks the project once a build and hides directives on every page."""

    def __init__(self) -> None:
        """Begin with nothing checked."""
        self._checked: MkDocsConfig | None = None
        self._site: Site | None = None

    def on_startup(self, *, command: str, dirty: bool) -> None:
        """Exist, so that MkDocs keeps the plugin over the rebuilds of `serve`."""

    def on_files(self, files: Files, /, *, config: MkDocsConfig) -> Files:
        """Check the project; with several languages MkDocs comes here once for each, and the check is made once."""
        if not self.config.enabled or config is self._checked:
            return files
        self._checked = config
        file = Path(config.config_file_path)
        self._site = read_site(file)
        if self.config.check:
            self._report(find_root(file.parent))
        return files

    def on_page_markdown(self, markdown: str, /, *, page: SitePage, config: MkDocsConfig, files: Files) -> str:
        """Take the directives out of a page."""
        return without_directives(markdown, site=self._site) if self.config.enabled else markdown

    def _report(self, root: Path) -> None:
        for finding in engine.check(root, run=self.config.run).findings:
            if finding.severity in ("error", "warning"):
                _LOG.warning("%s: %s %s", finding.place, finding.code, finding.message)
