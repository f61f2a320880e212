"""`[[quote]]` of the settings: which fence an entry binds to its source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from fencepost.model import Fence, Page, Place
from fencepost.settings import Loaded, Quotation


@dataclass(frozen=True, slots=True)
class Binding:
    """An entry and where it stands in the settings."""

    entry: Quotation
    place: Place


def bindings(loaded: Loaded) -> Iterator[Binding]:
    """All entries, in order."""
    for index, entry in enumerate(loaded.settings.quote):
        yield Binding(entry, loaded.place_of_entry("quote", index))


def locate(entry: Quotation, page: Page | None) -> Fence | str:
    """The fence that an entry binds, or why there is none."""
    if page is None:
        return f"there is no page `{entry.page}`"
    slugs = {heading.slug for heading in page.headings} | {"top"}
    slug = entry.heading
    if slug not in slugs:
        slug = next((heading.slug for heading in page.headings if heading.title == entry.heading), "")
    if not slug:
        near = get_close_matches(entry.heading, [*slugs, *(heading.title for heading in page.headings)], n=1)
        hint = f"; did you mean `{near[0]}`?" if near else ""
        return f"`{entry.page}` has no heading `{entry.heading}`{hint}"
    below = [fence for fence in page.fences if fence.slug == slug]
    found = next((fence for fence in below if fence.ordinal == entry.fence), None)
    if found is None:
        count = f"{len(below)} fence{'s' * (len(below) != 1)}" if below else "no fence"
        return f"`{entry.page}` has {count} below `{entry.heading}`, and number {entry.fence} was asked for"
    return found
