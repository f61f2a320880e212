"""Pages whose code cannot reach anything but its own names, for which the process need not be guarded."""

from __future__ import annotations

import re
import unicodedata

from fencepost import kinds
from fencepost.plan import PagePlan, Step

_REACHES_OUT = re.compile(
    r"import|(?<!\w)__(?!init__|name__|main__)|_frame\b|\b(?:gi|cr|ag|tb)_"
    r"|\b(?:async|await|breakpoint|compile|copyright|credits|delattr|dir|eval|exec|exit|format|format_map|getattr"
    r"|globals|help|input|license|locals|open|quit|setattr|vars|KeyboardInterrupt)\b"
)
"""Words without which Python code gets hold of no module, no file and no frame, and does not act like Ctrl-C."""


def is_confined(plan: PagePlan) -> bool:
    """Whether the code of a page can do nothing to the process but print, warn and take its time.

    It imports nothing, opens nothing, asks for no fixture and goes on from no other page. Such a page finds no
    environment, network, folder, clock or thread that it could change.
    """
    return (
        plan.continued is None
        and not plan.scopes
        and (plan.options is None or not plan.options.options)
        and all(map(_is_confined, plan.steps))
    )


def _is_confined(step: Step) -> bool:
    language = step.fence.fence.language
    python = language in kinds.PYTHON or language in kinds.PYCON
    # Python reads names as they are in this form: `ｅval` is `eval`.
    code = step.code if step.code.isascii() else unicodedata.normalize("NFKC", step.code)
    asks = step.kind == "file" or step.fence.fixtures or step.fence.words.runner
    return python and not asks and not _REACHES_OUT.search(code)
