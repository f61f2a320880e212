"""A fence that the other page lacks: which side is the older one, and where the fence would go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from fencepost import kinds
from fencepost.checks.translation.bodies import alike, bodies, holds
from fencepost.checks.translation.fences import Lone
from fencepost.checks.translation.findings import finding as found_on_both
from fencepost.checks.translation.history import Change, History
from fencepost.model import Edit, Fence, Finding, Offer, Page
from fencepost.plan import FencePlan

_UNKNOWN = "history does not tell whether {} has it already or {} has it no longer"
_PLACE = "its place on {} is not certain"


def finding(lone: Lone, history: History | None) -> Finding:
    """FP403, with the older side where history tells it, and the fence for the page that lacks it."""
    fence, has, lacks = lone.plan.fence, lone.has.page, lone.lacks.page
    message = f"{lacks.path} has no counterpart of this {fence.language or 'untagged'} fence"
    item = found_on_both("FP403", message, has.place(fence.line, fence.column), lone.place, fence=lone.plan.id)
    if history is None:
        return item
    gone = _gone(lone, history)
    if gone is not None:
        return replace(item, help=f"{has.path} is the older side: {lacks.path} had this fence until {gone}.")
    added = _added(lone, history)
    if added is not None:
        item = replace(item, help=f"{lacks.path} is the older side: {has.path} has this fence since {added}.")
    offset = _offset(lone)
    edits = (_insertion(lone, _guess(lone) if offset is None else offset),)
    if added is not None and offset is not None:
        return replace(item, edits=edits)
    reason = _UNKNOWN.format(has.path, lacks.path) if added is None else _PLACE.format(lacks.path)
    return replace(item, offers=(Offer(reason, edits),))


def _gone(lone: Lone, history: History) -> Change | None:
    """The change of the other page that took the fence away."""
    language, body = kinds.canonical(lone.plan.fence.language), lone.plan.fence.body
    if any(alike(body, plan.fence.body) for plan in lone.lacks.fences):
        return None
    return history.until(
        lone.lacks.page.path, lambda text: next((old for old in bodies(text, language) if alike(body, old)), None)
    )


def _added(lone: Lone, history: History) -> Change | None:
    """The change of this page that brought the fence, where the other page was there before and never had it."""
    language, body = kinds.canonical(lone.plan.fence.language), lone.plan.fence.body
    if not holds(lone.has.page.text, language, body):
        return None  # older texts would not show it either
    change = history.since(lone.has.page.path, lambda text: holds(text, language, body))
    revisions = history.revisions(lone.lacks.page.path)
    if change is None or not revisions or any(holds(text, language, body) for _, text in revisions):
        return None
    was_there = change.commit is None or revisions[-1][0].time < change.commit.time
    return change if was_there else None


def _offset(lone: Lone) -> int | None:
    """Where the fence goes on the other page; `None` where more than one place could be meant.

    Between the nearest fences or headings before and behind it that both pages have, both pages must have as many
    blocks of text, and no other fence.
    """
    fence, has, lacks = lone.plan.fence, lone.has, lone.lacks
    section = lone.sections.get(fence.section)
    if section is None or fence.containers:
        return None
    ours, theirs = _span(has.page, fence.section), _span(lacks.page, section)
    for plan, twin in _neighbours(lone, section):
        if plan.line < fence.line:
            ours, theirs = range(plan.end_line + 1, ours.stop), range(twin.end_line + 1, theirs.stop)
        else:
            ours, theirs = range(ours.start, plan.line), range(theirs.start, twin.line)
            break
    fences = [plan.fence.line in ours for plan in has.fences] + [plan.fence.line in theirs for plan in lacks.fences]
    above = len(_blocks(has.page, range(ours.start, _first_line(lone.plan))))
    below = len(_blocks(has.page, range(fence.end_line + 1, ours.stop)))
    blocks = _blocks(lacks.page, theirs)
    line = blocks[above - 1] if 0 < above <= len(blocks) else theirs.start - 1
    if sum(fences) != 1 or len(blocks) != above + below or line < 1:
        return None
    return _end_of_line(lacks.page.text, line)


def _span(page: Page, section: int) -> range:
    """The lines below a heading, to the next one."""
    start = page.headings[section - 1].line + 1 if section else 1
    end = page.headings[section].line if section < len(page.headings) else page.text.count("\n") + 2
    return range(start, end)


def _neighbours(lone: Lone, section: int) -> Iterator[tuple[Fence, Fence]]:
    """The other fences of the section that both pages have there."""
    for index, plan in enumerate(lone.has.fences):
        if plan.fence.section == lone.plan.fence.section and index in lone.twins:
            twin = lone.lacks.fences[lone.twins[index]].fence
            if twin.section == section:
                yield plan.fence, twin


def _blocks(page: Page, lines: range) -> list[int]:
    """The last lines of the blocks of text between two lines: they are parted by empty lines."""
    texts = page.text.split("\n")[lines.start - 1 : lines.stop - 1]
    filled = [bool(text.strip()) for text in texts]
    return [lines.start + i for i, text in enumerate(filled) if text and not any(filled[i + 1 : i + 2])]


def _guess(lone: Lone) -> int:
    """Where the fence might go: before the next fence that both pages have, else behind the last one."""
    line = lone.place.line
    opens = any(plan.fence.line == line for plan in lone.lacks.fences)
    return _end_of_line(lone.lacks.page.text, line - 1 if opens else line)


def _insertion(lone: Lone, offset: int) -> Edit:
    """The edit that adds the fence, with the directives that govern it, behind a line."""
    page, text = lone.has.page, lone.lacks.page.text
    start = _end_of_line(page.text, _first_line(lone.plan) - 1)
    raw = page.text[start : lone.plan.fence.end].replace("\r\n", "\n").strip("\n")
    behind = text[offset:].removeprefix("\r").removeprefix("\n")
    gap = "" if not behind or behind[0] in "\r\n" else "\n"
    return Edit(lone.lacks.page.path, offset, offset, f"\n\n{raw}{gap}" if offset else f"{raw}\n\n")


def _first_line(plan: FencePlan) -> int:
    return min([plan.fence.line, *(directive.line for directive in plan.directives)])


def _end_of_line(text: str, line: int) -> int:
    """The offset behind a line, its line end not included; 0 for the line before the first."""
    if line < 1:
        return 0
    ends = [match.start() for match in re.finditer(r"\r?\n", text)]
    return ends[line - 1] if line <= len(ends) else len(text)
