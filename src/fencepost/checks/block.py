"""Holds a block to the source that its contract names, whatever kind of contract that is."""

from __future__ import annotations

from fencepost.checks.options import QuoteOptions
from fencepost.checks.quote import check_quote
from fencepost.checks.translates import check_translates
from fencepost.model import Finding, Verdict
from fencepost.plan import Contract
from fencepost.rules import RULES
from fencepost.sources import SourceText, Unresolved
from fencepost.verdicts import verdict


def hold_block(contract: Contract, source: SourceText | Unresolved) -> Verdict:
    """What becomes of a `quote` or `translates` on a page, with its source worked out."""
    assert contract.page is not None
    assert contract.fence is not None
    if isinstance(source, Unresolved):
        return unresolved(source, contract, contract.page.fence_id(contract.fence))
    options = QuoteOptions.of_contract(contract)
    if contract.kind == "quote":
        return verdict(check_quote(contract.fence, contract.page, source, options))
    place = contract.page.place(contract.fence.line, contract.fence.column)
    fence = contract.page.fence_id(contract.fence)
    return verdict(check_translates(contract.fence.body, place, source, dict(options.values), fence=fence))


def unresolved(source: Unresolved, contract: Contract, fence: str | None) -> Verdict:
    """FP302, or no verdict where the source could not be worked out now."""
    if source.not_checked:
        return Verdict("not_checked")
    help_ = source.help or RULES["FP302"].fix
    finding = Finding("FP302", f"{source.expression}: {source.reason}", contract.place, fence=fence, help=help_)
    return Verdict("failed", (finding,))
