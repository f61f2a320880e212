"""What single checks need."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from fencepost.checks import prose
from fencepost.project import Project

if TYPE_CHECKING:
    from fencepost.checks.copies import Copies
    from fencepost.checks.links.targets import Targets
    from fencepost.checks.translation import History, Sides
    from fencepost.sources import Sources


class Means:
    """What single checks need, made when the first of them asks: most projects need only some of it."""

    def __init__(self, project: Project, *, importing: bool, running: bool, history: History | None) -> None:
        """Prepare for the checks of a project; `history` has been read before."""
        self._project = project
        self._history = history
        self._importing = importing
        self._running = running
        self._readings = prose.Readings()

    @cached_property
    def sources(self) -> Sources:
        """Reads the sources of quotes."""
        from fencepost.sources import Commands, Sources

        root, settings = self._project.loaded.root, self._project.loaded.settings
        commands = Commands(root, settings.shell if isinstance(settings.shell, list) else ())
        return Sources(
            root,
            allow_import=settings.import_,
            importing=self._importing,
            pages=self._project.page,
            makers={"cmd": commands} if self._running else None,
            kinds=self._project.plugins.sources,
        )

    @cached_property
    def copies(self) -> Copies:
        """Knows the texts of the project's packages."""
        from fencepost.checks.copies import Copies

        return Copies(self.sources)

    @cached_property
    def targets(self) -> Targets:
        """Knows where links may lead."""
        from fencepost.checks.links.targets import Targets

        return Targets(self._project, anchors=self._project.loaded.settings.anchors, readings=self._readings)

    @cached_property
    def sides(self) -> Sides:
        """Knows what was read of pages for comparing them."""
        from fencepost.checks.translation import Sides

        return Sides(self._readings)

    @cached_property
    def history(self) -> History:
        """Knows which side of a pair is newer."""
        if self._history is not None:
            return self._history
        from fencepost.checks.translation import History

        return History(self._project.loaded.root)

    def close(self) -> None:
        """End what was made."""
        if "sources" in self.__dict__:
            self.sources.close()
