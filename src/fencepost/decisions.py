"""What a project has decided, as plain values: the tables of its settings with a default for every key."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from fencepost.globs import matches
from fencepost.model import Dialect, Finding, Severity
from fencepost.rules import severity_of

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info", "off")


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """`[[agree]]`: each line of any source in which `lines` is found stands in all of them."""

    name: str = field(metadata={"min_length": 1})
    """Names the contract in ids and reports."""
    sources: list[str] = field(metadata={"min_length": 2})
    lines: str = "."
    """A regular expression, searched in each line."""
    except_: list[str] = field(default_factory=list)
    """Whole lines that need not stand in all sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """`[[translates]]`: one constant is the other's translation."""

    source: str
    rewrite: str
    values: dict[str, str] = field(default_factory=dict)
    """What the fields of both templates are rendered with in use."""

    @property
    def name(self) -> str:
        """Names the contract: the last part of the rewrite's expression."""
        return re.split(r"[:.]", self.rewrite)[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """`[[quote]]`: a fence of a page that must stay clean equals a source."""

    page: str
    """The page's path from the project's root."""
    heading: str = "top"
    """The heading above the fence: its slug as ids show it, or its text. `top`: before the first heading."""
    fence: int = field(default=1, metadata={"ge": 1})
    """Which of the fences below that heading, counted from 1."""
    source: str = field(metadata={"min_length": 1})
    view: Literal["raw", "rendered"] = "raw"
    values: dict[str, str] = field(default_factory=dict)
    """What the template is rendered with: the `value.NAME` of the directive."""
    from_: str | None = None
    to: str | None = None
    subset: bool = False
    elide: bool = False
    wrap: bool = False

    @property
    def name(self) -> str:
        """Names the contract where its fence is not found."""
        return f"{self.page}#{self.heading}[{self.fence}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a project has decided. Every key has a default."""

    pages: list[str] = field(default_factory=list)
    """Globs of the pages that are checked; all Markdown that git does not ignore where none is given."""
    dialect: Dialect | None = None
    """How fences are found; guessed where it is not given."""
    site: str | None = None
    """The `mkdocs.yml` of the site, relative to the root; looked for where it is not given."""
    languages: dict[str, list[str]] = field(default_factory=dict)
    """Folders or globs of each language's pages."""
    source_language: str | None = None
    """Whose terms findings use."""
    comments: Literal["free", "equal"] = "free"
    """Whether a translation may change comments and docstrings in code."""
    strings: Literal["translate", "frozen"] = "translate"
    """Whether a translation may change texts in code."""
    same: list[list[str | int | float]] = field(default_factory=list)
    """Groups of values that mean the same in two languages: regions, mirrors."""
    anchors: list[str] = field(default_factory=list)
    """Globs of ids that links may lead to though no page shows them."""
    run: bool = False
    """Whether fences run on a plain `check`."""
    import_: list[str] = field(default_factory=list)
    """Top-level modules that may be imported, in a child process, where reading does not suffice."""
    plugins: list[str] = field(default_factory=list)
    """Names of installed plugins that are used."""
    unscripted: Literal["allow", "fail"] = "allow"
    """Model replies without a script."""
    shell: Literal["off", "syntax"] | list[str] = "off"
    """What becomes of shell fences, or the commands that may be run, for them and for `cmd:` sources."""
    titles: Literal["text", "files"] = "text"
    """Whether a title that is a path writes the fence into the page's folder."""
    patterns: dict[str, str] = field(default_factory=dict)
    """Regular expressions for which `<name>` stands in an expected output."""
    names: dict[str, str] = field(default_factory=dict)
    """What pages may use without defining it: for each name a source expression."""
    hosts: list[str] = field(default_factory=list)
    """Hosts that are reachable while fences run."""
    severity: dict[str, Any] = field(default_factory=dict)
    """A code's severity, or a glob's table of them."""
    baseline: str | None = None
    """A file with findings that are accepted."""
    strict: bool = False
    """Whether warnings, skips without a condition and unscripted replies are errors."""
    agree: list[Agreement] = field(default_factory=list)
    """What several sources say in the same words."""
    translates: list[Translation] = field(default_factory=list)
    """Which constants are translations of others."""
    quote: list[Quotation] = field(default_factory=list)
    """Bindings for pages that must stay clean."""

    def severity_of(self, finding: Finding) -> Severity:
        """The severity of a finding: the most particular entry wins."""
        code, path = finding.code, finding.place.path
        decided = severity_of(finding)
        entry = self.severity.get(code)
        if isinstance(entry, str):
            decided = _severity(entry)
        for pattern, table in self.severity.items():
            if isinstance(table, dict) and code in table and matches(path, pattern):
                decided = _severity(table[code])
        return "error" if self.strict and decided == "warning" else decided

    def weighed(self, findings: Iterable[Finding]) -> Iterator[Finding]:
        """The findings with their severities, without those that are off."""
        for finding in findings:
            severity = self.severity_of(finding)
            if severity != "off":
                yield replace(finding, severity=severity)


def _severity(word: str) -> Severity:
    for severity in SEVERITIES:
        if word == severity:
            return severity
    raise ValueError(word)


def key_of(field: str) -> str:
    """The key of the settings in TOML that a field holds."""
    return field.rstrip("_").replace("_", "-")
