"""Binds blocks that look like a constant of the project to it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fencepost.adopting.draft import Draft
from fencepost.adopting.insert import Change, above, changed
from fencepost.adopting.step import Step
from fencepost.adopting.tables import CannotEditError, quoted, with_entry
from fencepost.binding import locate
from fencepost.checks.copies import Copies, Copy
from fencepost.checks.options import QuoteOptions
from fencepost.checks.quote import check_quote
from fencepost.compare.lines import fold
from fencepost.compare.template import inferred
from fencepost.model import Fence, Page
from fencepost.project_plan import plan
from fencepost.report import plural
from fencepost.settings import FILES
from fencepost.sources import Sources

_WHY = """\
Each is held to its constant from now on: when one of the two changes, the check names the file and
line of both, and `fencepost check --fix` takes the constant's text over into the page."""
_DIFFERING = """\
They differ today, so that the check is red until one side is changed. `fencepost check --diff` shows
how they differ, and a baseline accepts it until then."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A block and the constant that it looks like."""

    page: Page
    fence: Fence
    copy: Copy
    options: QuoteOptions

    @property
    def directive(self) -> str:
        """What binds it on the page."""
        words = ["quote", self.copy.source.expression]
        words += ["subset"] * self.options.subset + ["view=rendered"] * self.options.rendered
        return " ".join([*words, *(f"value.{name}={_value(value)}" for name, value in self.options.values)])

    @property
    def entry(self) -> str:
        """What binds it from the settings."""
        where = {"page": self.page.path, "heading": self.fence.slug, "source": self.copy.source.expression}
        lines = [f"{key} = {quoted(value)}" for key, value in where.items()]
        lines += [f"fence = {self.fence.ordinal}"] * (self.fence.ordinal > 1) + ["subset = true"] * self.options.subset
        lines += ['view = "rendered"'] * self.options.rendered
        values = ", ".join(f"{quoted(name)} = {quoted(value)}" for name, value in self.options.values)
        return "\n".join(["[[quote]]", *lines, *([f"values = {{ {values} }}"] if values else [])]) + "\n"

    @property
    def holds(self) -> bool:
        """Whether the block equals its constant today."""
        return not check_quote(self.fence, self.page, self.copy.source, self.options)

    def __str__(self) -> str:
        alike = "" if self.holds else f"  ({int(self.copy.likeness * 100)} % alike)"
        return f"{self.page.path}:{self.fence.line}: {self.directive}{alike}"


def step(draft: Draft, *, in_settings: bool) -> Step:
    """Bind the blocks that equal a constant."""
    found = [one for one in _candidates(draft) if one.holds]
    if not found:
        return Step("bind", "no block equals a constant of the project and is bound to nothing")
    return _step(Step("bind", "equal", _WHY), draft, found, in_settings=in_settings)


def near_step(draft: Draft, *, in_settings: bool) -> Step | None:
    """Bind the blocks that are nearly a constant; `None` where there are none."""
    found = [one for one in _candidates(draft) if not one.holds]
    if not found:
        return None
    return _step(Step("bind-near", "nearly equal", _DIFFERING, usual=False), draft, found, in_settings=in_settings)


def _step(kind: Step, draft: Draft, found: Sequence[Candidate], *, in_settings: bool) -> Step:
    after, left = _in_settings(draft, found) if in_settings else _on_pages(draft, found)
    done = tuple(str(one) for one in found if one not in left)
    title = f"bind {plural(len(done), 'block')} to the constants of the project that they {kind.title}"
    by_hand = tuple(f"{one}: bind it by hand" for one in left)
    return replace(kind, title=title, shown=done, left=by_hand, after=after if done else None)


def _candidates(draft: Draft) -> Iterator[Candidate]:
    project = draft.project()
    sources = Sources(project.loaded.root, importing=False)
    copies = Copies(sources)
    for page in plan(project).pages.values():
        for item in page.fences:
            if copy := copies.find(item):
                yield Candidate(page.page, item.fence, copy, _options(item.fence, copy))


def _options(fence: Fence, copy: Copy) -> QuoteOptions:
    """How the block is to be compared: rendered, where values make the template come to its text."""
    lines = fold(fence.body)
    if copy.excerpt:
        return QuoteOptions(subset=True)
    if lines != fold(copy.source.text):
        values = inferred("\n".join(fold(copy.source.text)), "\n".join(lines))
        if values is not None and not any("--" in value for value in values.values()):
            return QuoteOptions(rendered=True, values=tuple(values.items()))
    return QuoteOptions()


def _value(value: str) -> str:
    if value and not any(character in value for character in ' \t"\\()[]'):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _on_pages(draft: Draft, found: Sequence[Candidate]) -> tuple[Draft, list[Candidate]]:
    """With directives above the blocks; and the blocks above which none can stand."""
    project = draft.project()
    left: list[Candidate] = []
    for path, group in itertools.groupby(found, key=lambda one: one.page.path):
        page = project.page(path)
        assert page is not None
        changes = {
            Change(above(page, one.fence, one.directive), one.fence.line, one.directive): one
            for one in _now(page, list(group))
        }
        text, refused = changed(page, changes, project.reader(page))
        left += [changes[change] for change in refused]
        draft = draft.with_text(path, text)
    return draft, left


def _now(page: Page, group: list[Candidate]) -> list[Candidate]:
    """The candidates on the page as it is now; an earlier step may have written above them."""
    fences = {fence.name: fence for fence in page.fences}
    return [replace(one, page=page, fence=fences[one.fence.name]) for one in group]


def _in_settings(draft: Draft, found: Sequence[Candidate]) -> tuple[Draft, list[Candidate]]:
    """With entries in the settings; and the blocks that they cannot name."""
    project = draft.project()
    name = next((name for name in FILES if draft.read(name) is not None), FILES[0])
    left: list[Candidate] = []
    for one in found:
        try:
            text = with_entry(draft.read(name) or "", one.entry, own=name == FILES[0])
        except CannotEditError:
            left.append(one)
            continue
        bound = draft.with_text(name, text).loaded().settings.quote[-1]
        if isinstance(locate(bound, project.page(bound.page)), Fence):
            draft = draft.with_text(name, text)
        else:
            left.append(one)
    return draft, left
