"""How a quote is compared, as its directive or the settings say."""

from __future__ import annotations

from dataclasses import dataclass

from fencepost.model import Directive
from fencepost.plan import Contract
from fencepost.settings import Quotation


@dataclass(frozen=True, slots=True)
class QuoteOptions:
    """What a `quote` takes besides its source."""

    rendered: bool = False
    """Compared is what the template renders to, not the template."""
    values: tuple[tuple[str, str], ...] = ()
    """What the template is rendered with; on a raw quote it only has to render."""
    first: str | None = None
    """A unique part of the first line that is compared (`from`)."""
    last: str | None = None
    """A unique part of the last line that is compared (`to`)."""
    subset: bool = False
    elide: bool = False
    wrap: bool = False

    @property
    def exclusive(self) -> list[str]:
        """Those of `subset`, `elide` and `wrap` that are set; they exclude each other."""
        flags = {"subset": self.subset, "elide": self.elide, "wrap": self.wrap}
        return [name for name, is_set in flags.items() if is_set]

    @classmethod
    def of(cls, directive: Directive) -> QuoteOptions:
        """The options of a `quote` or `translates` directive."""
        if not directive.options and not directive.flags:
            return cls()
        return cls(
            rendered=directive.option("view") == "rendered",
            values=tuple(
                (key.removeprefix("value."), value) for key, value in directive.options if key.startswith("value.")
            ),
            first=directive.option("from"),
            last=directive.option("to"),
            subset="subset" in directive.flags,
            elide="elide" in directive.flags,
            wrap="wrap" in directive.flags,
        )

    @classmethod
    def of_contract(cls, contract: Contract) -> QuoteOptions:
        """The options of a contract, whether a directive or the settings declared it."""
        if contract.directive is not None:
            return cls.of(contract.directive)
        entry = contract.entry
        assert isinstance(entry, Quotation)
        return cls(
            rendered=entry.view == "rendered",
            values=tuple(entry.values.items()),
            first=entry.from_,
            last=entry.to,
            subset=entry.subset,
            elide=entry.elide,
            wrap=entry.wrap,
        )
