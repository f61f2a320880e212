"""Documentation as tests: fences run, quoted blocks equal their source, translations stay in step."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fencepost.engine import check
    from fencepost.model import (
        ContractResult,
        FenceResult,
        Finding,
        PageResult,
        Place,
        Report,
        Rule,
        TranslationResult,
    )

__version__ = "0.1.0"
__all__ = [
    "ContractResult",
    "FenceResult",
    "Finding",
    "PageResult",
    "Place",
    "Report",
    "Rule",
    "TranslationResult",
    "__version__",
    "check",
]


if not TYPE_CHECKING:  # else any name would do for type checkers

    def __getattr__(name: str) -> object:
        # The command and the pytest plugin import the package for its version alone.
        if name == "check":
            from fencepost.engine import check

            return check
        if name in __all__:
            from fencepost import model

            return getattr(model, name)
        raise AttributeError(f"module `fencepost` has no attribute `{name}`")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
