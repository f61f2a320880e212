"""Text that is not Markdown, and where it ends: HTML on GitHub, elements and expressions in MDX."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that opens or closes an element of MDX."""

    name: str
    closing: bool = False
    label: str | None = None
    """The label of a tab; `None` for all that is no tab."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """Opaque text, which ends with a line that matches, at an offset, or before an empty line."""

    closes: re.Pattern[str] | None = None
    until: int = -1
    tags: tuple[Tag, ...] = ()
    """Elements that are open or closed behind it."""

    @property
    def ends_at_blank(self) -> bool:
        """Whether an empty line ends it."""
        return self.closes is None and self.until < 0

    def ends_on(self, line: str, end: int) -> bool:
        """Whether it ends with a line that ends at an offset."""
        if self.closes is not None:
            return self.closes.search(line) is not None
        return 0 <= self.until <= end
