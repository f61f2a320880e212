"""Which of two fences is the older one, as far as history shows it, and how it is brought up to date."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher

from fencepost import kinds
from fencepost.checks.rewrite import rewrite
from fencepost.checks.translation import code, signature
from fencepost.checks.translation.alike import Alike
from fencepost.checks.translation.fences import Pair
from fencepost.checks.translation.findings import finding
from fencepost.checks.translation.history import Commit, History
from fencepost.model import Edit, Finding, Page
from fencepost.plan import FencePlan, PagePlan

_FENCE = re.compile(
    r"^([ \t>]*)(`{3,}|~{3,})[ \t]*\{?[ \t]*\.?([\w+#-]*)[^\n]*\n(.*?)^[ \t>]*\2[`~]*[ \t]*$", re.M | re.S
)
_COMMENT = re.compile(r"[ \t]*(?<!\S)(?:#|//|--)[^\n]*$")
_ALIKE = 0.5


def older_page(one: Page, other: Page, history: History) -> list[Finding]:
    """FP408 for the page whose counterpart was changed after it."""
    ours, theirs = history.last(one.path), history.last(other.path)
    if ours is None or theirs is None or ours.time == theirs.time:
        return []
    older, newer = ((one, ours), (other, theirs)) if ours.time < theirs.time else ((other, theirs), (one, ours))
    message = f"last changed in {older[1]}, and {newer[0].path} in {newer[1]}"
    return [finding("FP408", message, older[0].place(1), newer[0].place(1))]


def dated(found: Finding, one: PagePlan, other: PagePlan, pair: Pair, alike: Alike, history: History) -> Finding:
    """A finding about two fences with the name of the older side and its edit, where history is clear about it."""
    ours = _before(pair.one, one.page, pair.other, pair.language, alike, history)
    theirs = _before(pair.other, other.page, pair.one, pair.language, alike, history)
    if (ours is None) == (theirs is None):
        return found
    # Where the first page once had the second one's code, the second one is the older.
    commit, body = ours or theirs or (None, "")
    stale, fresh = ((other, pair.other), (one, pair.one)) if ours else ((one, pair.one), (other, pair.other))
    help_ = f"{stale[0].page.path} is the older side: {fresh[0].page.path} had this code in {commit}."
    edit = _edit(stale[0].page, stale[1], fresh[1], body, pair.language, alike)
    return replace(found, help=help_, edits=(edit,) if edit else ())


def _before(
    plan: FencePlan, page: Page, twin: FencePlan, language: str, alike: Alike, history: History
) -> tuple[Commit, str] | None:
    """The last commit in which a page had the code that its counterpart has now, and that code."""
    mark = signature.of_code(twin.fence.body)
    for commit, text in history.revisions(page.path):
        for body in _bodies(text, language):
            alike_enough = body == twin.fence.body or signature.overlap(mark, signature.of_code(body)) >= _ALIKE
            if alike_enough and body != plan.fence.body and code.same(language, body, twin.fence.body, alike):
                return commit, body
    return None


def _bodies(text: str, language: str) -> Iterator[str]:
    """The fences of an older text, found by their marks alone."""
    for prefix, _, tag, body in _FENCE.findall(text.replace("\r\n", "\n")):
        if kinds.canonical(tag.lower()) == language:
            yield "\n".join(line.removeprefix(prefix) for line in body.split("\n"))


def _edit(page: Page, plan: FencePlan, fresh: FencePlan, old: str, language: str, alike: Alike) -> Edit | None:
    """The newer code in the place of the older one: what the new code left as it was stays, translated words too."""
    before, now, own = old.splitlines(), fresh.fence.body.splitlines(), plan.fence.body.splitlines()
    if len(before) != len(own):
        return None
    lines: list[str] = []
    for tag, start, end, begin, stop in SequenceMatcher(None, before, now, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += own[start:end]
        else:
            both = min(end - start, stop - begin)
            lines += map(_with_comment, now[begin : begin + both], before[start:end], own[start:end])
            lines += now[begin + both : stop]
    merged = "\n".join([*lines, ""])
    return rewrite(plan.fence, page, lines) if code.same(language, fresh.fence.body, merged, alike) else None


def _with_comment(line: str, before: str, own: str) -> str:
    """A new line with the translated comment of the old one, where its own comment has not changed."""
    comment, earlier, translated = _COMMENT.search(line), _COMMENT.search(before), _COMMENT.search(own)
    if comment and earlier and translated and comment[0].strip() == earlier[0].strip():
        return line[: comment.start()] + translated[0]
    return line
