"""`fencepost list`: every fence with its fate and the reason for it."""

from __future__ import annotations

import json
from collections.abc import Sequence

from fencepost.model import FenceResult, Report
from fencepost.report import as_json


def render(report: Report, style: str, *, fates: Sequence[str] = (), quiet: bool = False) -> str:
    """The fences of these fates, all when none is given, as a table, as lines, or as the JSON report."""
    fences = [fence for fence in report.fences if not fates or fence.fate in fates]
    if style == "json":
        document = as_json(report)
        kept = {fence.id for fence in fences}
        document["fences"] = [fence for fence in document["fences"] if fence["id"] in kept]
        return json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    if style == "concise":
        return "".join(f"{fence.page}:{fence.line}: {fence.fate}: {_reason(fence)}\n" for fence in fences)
    return _table(fences) + ("" if quiet else _total(fences))


def _table(fences: Sequence[FenceResult]) -> str:
    lines: list[str] = []
    page = ""
    for fence in fences:
        if fence.page != page:
            page = fence.page
            lines += ["", page] if lines else [page]
        name = fence.id.removeprefix(f"{page}::")
        lines.append(f"  {fence.line:>5}  {fence.fate:<8}  {fence.language or '-':<10}  {name}  ({_reason(fence)})")
    return "\n".join(lines) + "\n" if lines else ""


def _reason(fence: FenceResult) -> str:
    """Why it has its fate, and where it is written if not on its page."""
    return f"{fence.reason}; {fence.included.path}:{fence.included.line}" if fence.included else fence.reason


def _total(fences: Sequence[FenceResult]) -> str:
    counted: dict[str, int] = {}
    for fence in fences:
        counted[fence.fate] = counted.get(fence.fate, 0) + 1
    shown = ", ".join(f"{number} {fate}" for fate, number in counted.items())
    return f"\n{len(fences)} fences{f': {shown}' if shown else ''}\n"
