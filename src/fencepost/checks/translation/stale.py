"""Which of two fences is the older one, as far as history shows it, and how it is brought up to date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fencepost.checks.rewrite import rewrite
from fencepost.checks.translation import code, fences, merge
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.bodies import alike as may_be_same
from fencepost.checks.translation.bodies import bodies
from fencepost.checks.translation.fences import Pair
from fencepost.checks.translation.findings import finding
from fencepost.checks.translation.history import Change, History
from fencepost.model import Edit, Finding, Offer, Page
from fencepost.plan import FencePlan, PagePlan

_OF_CODE = frozenset({"FP404", "FP405", "FP406"})
_UNKNOWN = "history does not tell which side is newer; this is the change where {} is right"
_RIVALS = "another fence could be its counterpart as well"
_LINES = "the lines cannot be matched, and what was translated would be lost"


def older_page(one: Page, other: Page, history: History) -> list[Finding]:
    """FP408 for the page whose counterpart was changed after it."""
    ours, theirs = history.last(one.path), history.last(other.path)
    if ours is None or theirs is None or ours.time == theirs.time:
        return []
    older, newer = ((one, ours), (other, theirs)) if ours.time < theirs.time else ((other, theirs), (one, ours))
    message = f"last changed in {older[1]}, and {newer[0].path} in {newer[1]}"
    return [finding("FP408", message, older[0].place(1), newer[0].place(1))]


@dataclass(frozen=True, slots=True)
class _Side:
    """A fence and its page."""

    page: Page
    plan: FencePlan


@dataclass(frozen=True, slots=True)
class Past:
    """What history tells of the fences of two pages."""

    one: PagePlan
    other: PagePlan
    sections: Mapping[int, int]
    alike: Alike
    history: History

    def dated(self, pair: Pair, found: Sequence[Finding]) -> list[Finding]:
        """The findings about the code of two fences, with the older side and its fix where history is clear.

        Where it is not, FP405 has the changes that somebody could choose from.
        """
        if not any(item.code in _OF_CODE for item in found):
            return list(found)
        one, other = _Side(self.one.page, pair.one), _Side(self.other.page, pair.other)
        ours, theirs = self._until(one, other, pair.language), self._until(other, one, pair.language)
        if (ours is None) == (theirs is None):
            offers = tuple(self._offers(pair, one, other))
            return [replace(item, offers=offers) if item.code == "FP405" else item for item in found]
        # Where the first page once had the second one's code, the second one is the older.
        change, old, new = (ours, other, one) if ours is not None else (theirs, one, other)
        assert change is not None
        said = f"{old.page.path} is the older side: {new.page.path} had this code until {change}."
        return [self._mended(item, pair, old, new, change.before, said) for item in found]

    def _mended(self, item: Finding, pair: Pair, old: _Side, new: _Side, before: str, said: str) -> Finding:
        if item.code not in _OF_CODE:
            return item
        item = replace(item, help=said)
        if item.code != "FP405":
            return item
        lines = self._merged(pair.language, old, new, before)
        if lines is None:
            return replace(item, offers=(Offer(_LINES, (_edit(old, new.plan.fence.body.splitlines()),)),))
        edit = _edit(old, lines)
        if fences.is_sure(pair, self.one, self.other, self.sections):
            return replace(item, edits=(edit,))
        return replace(item, offers=(Offer(_RIVALS, (edit,)),))

    def _merged(self, language: str, old: _Side, new: _Side, before: str) -> list[str] | None:
        """The newer code with what was translated in the older one; `None` where that cannot be had."""
        own, now = old.plan.fence.body, new.plan.fence.body
        for lines in (merge.by_base(before, now, own), merge.by_line(language, now, own, self.alike)):
            if lines is not None and code.same(language, now, "\n".join([*lines, ""]), self.alike):
                return lines
        return None

    def _offers(self, pair: Pair, one: _Side, other: _Side) -> Iterator[Offer]:
        for old, new in ((other, one), (one, other)):
            lines = merge.by_line(pair.language, new.plan.fence.body, old.plan.fence.body, self.alike)
            new_lines = new.plan.fence.body.splitlines() if lines is None else lines
            yield Offer(_UNKNOWN.format(new.page.path), (_edit(old, new_lines),))

    def _until(self, side: _Side, twin: _Side, language: str) -> Change | None:
        """The last change of a page that took away the code that its counterpart has now."""
        wanted = twin.plan.fence.body
        # What still stands on the page was not taken away.
        present = {fence.body for fence in side.page.fences}

        def found(text: str) -> str | None:
            old = (body for body in bodies(text, language) if body not in present and may_be_same(wanted, body))
            return next((body for body in old if code.same(language, body, wanted, self.alike)), None)

        return self.history.until(side.page.path, found)


def _edit(side: _Side, lines: list[str]) -> Edit:
    return rewrite(side.plan.fence, side.page, lines)
