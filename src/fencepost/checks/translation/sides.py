"""What pages are compared by, read once for all their translations."""

from __future__ import annotations

from functools import cached_property

from fencepost.checks.prose import Prose, Readings
from fencepost.checks.translation import identifiers, presence, structure
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.options import TranslationOptions
from fencepost.model import Page


class Side:
    """A page that is compared; each part is read when the first comparison asks for it."""

    def __init__(self, prose: Prose) -> None:
        """Prepare a page by its prose."""
        self.prose = prose

    @cached_property
    def shapes(self) -> structure.Shapes:
        """The shapes of its tables, tabs, admonitions and lists."""
        return structure.read(self.prose)

    @cached_property
    def names(self) -> identifiers.Names:
        """The names in its code spans."""
        return identifiers.read(self.prose)

    @cached_property
    def sentences(self) -> presence.Sentences:
        """Its lines of several words."""
        return presence.Sentences(self.prose)


class Sides:
    """The pages that are compared, each read once."""

    def __init__(self, readings: Readings) -> None:
        """Begin with no page; `readings` has the prose of pages."""
        self._readings = readings
        self._known: dict[str, Side] = {}
        self._alike: dict[tuple[str, str], Alike] = {}

    def of(self, page: Page) -> Side:
        """What a page is compared by."""
        prose = self._readings.of(page)
        known = self._known.get(page.path)
        if known is None or known.prose is not prose:
            known = self._known[page.path] = Side(prose)
        return known

    def alike(self, one: Page, other: Page, options: TranslationOptions) -> Alike:
        """What counts as the same on two pages."""
        languages = one.language or "", other.language or ""
        known = self._alike.get(languages)
        if known is None or known.options != options:
            known = self._alike[languages] = Alike(*languages, options)
        return known
