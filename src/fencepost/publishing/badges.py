"""Badges on the code blocks of a built page: what each one is, in words and with a mark, never by colour alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Literal

from fencepost.model import ContractResult, FenceResult, Outcome
from fencepost.publishing.standing import Standing

State = Literal["held", "broken", "open", "skipped", "shown"]

_PRE = re.compile(r"<pre\b[^>]*>(.*?)</pre>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SIGNS = (("held", "✓"), ("broken", "✗"), ("open", "?"), ("skipped", "–"), ("shown", "·"))


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that a badge says."""

    state: State
    html: str


def with_badges(html: str, bodies: Sequence[str], standing: Standing, words: Mapping[str, str]) -> str:
    """A built page with a badge behind each code block that is a fence of the page.

    Args:
        html: the page.
        bodies: the text of each fence, in page order.
        standing: what is known of the page; of fences that are not `bodies`, nothing is said.
        words: the page's language.

    Blocks are recognised by their text, in order, so that other code blocks and a block that some extension has
    changed get no badge that is not theirs.
    """
    if len(bodies) != len(standing.fences):
        return html
    pieces: list[str] = []
    position = 0
    blocks = [(match.end(), _text(match[1])) for match in _PRE.finditer(html)]
    at = 0
    for body, fence in zip(bodies, standing.fences, strict=True):
        wanted = _words(body)
        found = next((index for index in range(at, len(blocks)) if blocks[index][1] == wanted), None)
        if found is None:
            continue
        at = found + 1
        pieces += [html[position : blocks[found][0]], badge(fence, standing, words)]
        position = blocks[found][0]
    return "".join([*pieces, html[position:]])


def badge(fence: FenceResult, standing: Standing, words: Mapping[str, str]) -> str:
    """The badge of a fence as HTML."""
    signs = dict(_SIGNS)
    shown = "".join(
        f'<span class="fencepost-{part.state}"><span aria-hidden="true">{signs[part.state]}</span> {part.html}</span>'
        for part in parts(fence, standing, words)
    )
    return f'<p class="fencepost-badge">{shown}</p>'


def parts(fence: FenceResult, standing: Standing, words: Mapping[str, str]) -> Iterator[Part]:
    """What is to be said of a fence: its fate, and each contract that it carries."""
    contracts = standing.contracts_of(fence)
    match fence.fate:
        case "skipped":
            reason = fence.reason.removeprefix("page ").removeprefix("skip: ")
            yield Part("skipped", escape(words["skipped"].format(reason=reason)))
        case "shown":
            yield Part("shown", escape(words["shown"]))
        case "run" | "parsed":
            yield _of_fate(fence, standing, words)
        case "compared" if not contracts:
            yield Part("open", escape(words["not_run"]))
    for contract in contracts:
        yield _of_contract(contract, words)


def state_of(fence: FenceResult, contracts: Sequence[ContractResult]) -> State:
    """A fence with its contracts in one word."""
    if fence.fate in ("skipped", "shown") and not contracts:
        return "skipped" if fence.fate == "skipped" else "shown"
    states = [state_of_outcome(fence.outcome), *(state_of_outcome(contract.outcome) for contract in contracts)]
    return next((state for state in ("broken", "open") if state in states), "held")


def state_of_outcome(outcome: Outcome | None) -> State:
    """An outcome as readers see it."""
    match outcome:
        case "failed" | "blocked":
            return "broken"
        case "not_run" | "not_checked":
            return "open"
        case _:
            return "held"


def _of_fate(fence: FenceResult, standing: Standing, words: Mapping[str, str]) -> Part:
    state = state_of_outcome(fence.outcome)
    if state == "broken":
        return Part(state, escape(words["blocked" if fence.outcome == "blocked" else "failed"]))
    if state == "open":
        return Part(state, escape(words["not_run_changed" if standing.freshness == "changed" else "not_run"]))
    return Part(state, escape(words["tested" if fence.fate == "run" else "parsed"]))


def _of_contract(contract: ContractResult, words: Mapping[str, str]) -> Part:
    state = state_of_outcome(contract.outcome)
    key = contract.kind + {"broken": "_failed", "open": "_open"}.get(state, "")
    source = f"<code>{escape(contract.source or '')}</code>"
    return Part(state, escape(words[key]).format(source=source))


def _text(html: str) -> str:
    return _words(unescape(_TAG.sub("", html)))


def _words(text: str) -> str:
    # Markdown makes blanks of tabs, and highlighting drops empty lines at both ends.
    return " ".join(text.split())
