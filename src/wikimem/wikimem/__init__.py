"""The diary memory of a companion agent: plain Markdown files, one a day, that only ever grow.

Two ways in: `memorize`, one call to an injected model after the turn, and `diary_tool` with `handle_diary_tool`, with
which the character writes the diary itself. Two ways out: `Diary.search` and its like, and `recall_tool`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wikimem.memorize import memorize, parse_entries
from wikimem.prompts import (
    DIARY_PROMPT,
    DIARY_PROMPT_ZH,
    DIARY_TOOL_DESCRIPTION,
    DIARY_TOOL_DESCRIPTION_ZH,
    RECALL_TOOL_DESCRIPTION,
    RECALL_TOOL_DESCRIPTION_ZH,
)

if TYPE_CHECKING:
    from wikimem.diary import Diary
    from wikimem.journal import Journal
    from wikimem.model import LLM, DiaryItem
    from wikimem.recall import handle_recall_tool, recall_tool
    from wikimem.store import MemoryStore
    from wikimem.toolcall import DiaryToolError
    from wikimem.tools import diary_tool, handle_diary_tool

__version__ = "0.1.0"

__all__ = [
    "DIARY_PROMPT",
    "DIARY_PROMPT_ZH",
    "DIARY_TOOL_DESCRIPTION",
    "DIARY_TOOL_DESCRIPTION_ZH",
    "LLM",
    "RECALL_TOOL_DESCRIPTION",
    "RECALL_TOOL_DESCRIPTION_ZH",
    "Diary",
    "DiaryItem",
    "DiaryToolError",
    "Journal",
    "MemoryStore",
    "diary_tool",
    "handle_diary_tool",
    "handle_recall_tool",
    "memorize",
    "parse_entries",
    "recall_tool",
]

_MODULES = {
    "Diary": "diary",
    "DiaryItem": "model",
    "DiaryToolError": "toolcall",
    "Journal": "journal",
    "LLM": "model",
    "MemoryStore": "store",
    "diary_tool": "tools",
    "handle_diary_tool": "tools",
    "handle_recall_tool": "recall",
    "recall_tool": "recall",
}


if not TYPE_CHECKING:  # else any name would do for type checkers

    def __getattr__(name: str) -> object:
        # The command imports the package for its version alone.
        if name not in _MODULES:
            raise AttributeError(f"module 'wikimem' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module(f"wikimem.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
