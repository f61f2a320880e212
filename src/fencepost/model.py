"""The values that flow through fencepost, from a page's text to the report.

Everything here is frozen and made of the standard library alone. Lines and columns count from 1 and are for
people; offsets count from 0 into the decoded text of a file (a byte order mark and CRLF are kept in it, so
that an edit changes nothing else) and are for edits.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Dialect = Literal["mkdocs", "gfm", "mdx"]
Fate = Literal["run", "parsed", "compared", "skipped", "shown"]
Outcome = Literal["passed", "failed", "blocked", "skipped", "not_run", "not_checked"]
Severity = Literal["error", "warning", "info", "off"]
TranslationState = Literal["in step", "behind", "differing", "missing", "not translated"]
ContainerKind = Literal["admonition", "tab", "list", "quote", "block", "html", "footnote", "definition"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a person should look."""

    path: str
    """Relative to the project's root, with forward slashes."""
    line: int
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace `start:end` of a file's decoded text."""

    path: str
    start: int
    end: int
    replacement: str
    included: bool = False
    """Whether the file is a snippet of the page that is mended; other pages may include it too."""


@dataclass(frozen=True, slots=True)
class Container:
    """Something that a block stands in: an admonition, a tab, a list item, a quote."""

    kind: ContainerKind
    number: int
    """Counts the containers of a page in the order in which they open, from 1."""
    line: int
    label: str = ""
    """The label of a tab."""
    group: int = 0
    """Tabs of one set share it; 0 for all that is no tab."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading outside fences and comments."""

    level: int
    title: str
    """As written, without marks and attribute list."""
    slug: str
    """Fencepost's own, for ids of fences: an explicit `{#id}`, else lower case with letters of every script kept."""
    line: int
    explicit: bool = False
    """Whether the slug was written as `{#id}`."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment that addresses fencepost, as found on the page."""

    text: str
    """What stands between the comment's marks, the container's prefix removed, line ends folded to LF."""
    line: int
    column: int
    start: int
    end: int
    """Offsets of the comment with its marks."""
    containers: tuple[Container, ...] = ()
    section: int = 0
    """How many headings stand before it."""
    printed: str = ""
    """Why the site would print it, or empty."""
    mark: str = "<!--"
    """The opening mark; `{/*` in MDX."""


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced code block that the site renders as one."""

    slug: str
    """The slug of the heading above it, or `top`."""
    ordinal: int
    """Counts the fences under that heading, from 1."""
    language: str
    """The first word of the info string in lower case, as written; empty for an untagged fence."""
    info: str
    """The info string as written."""
    attributes: tuple[tuple[str, str], ...]
    """Keys and values of the info string (`title`, `hl_lines`, …), in order; values keep their case and blanks."""
    classes: tuple[str, ...]
    """Further classes of a brace form, without the dot."""
    body: str
    """The code: the container's prefix removed, line ends folded to LF, each line ended."""
    marker: str
    """The run of backticks or tildes."""
    prefix: str
    """What stands before the opening mark in its line: blanks and quote marks."""
    line: int
    """The line of the opening mark."""
    end_line: int
    """The line of the closing mark."""
    start: int
    """Offset of the opening line's first character."""
    end: int
    """Offset behind the closing line, its line end not included."""
    body_start: int
    body_end: int
    """Offsets of the raw body, from the line below the opening mark to the closing line's first character."""
    containers: tuple[Container, ...] = ()
    section: int = 0
    """How many headings stand before it."""

    @property
    def name(self) -> str:
        """The part of the id behind the page: `the-reference-prompt[1]`."""
        return f"{self.slug}[{self.ordinal}]"

    @property
    def column(self) -> int:
        """The column of the opening mark."""
        return len(self.prefix) + 1

    def attribute(self, key: str) -> str | None:
        """The value of an attribute of the info string, if it stands there."""
        return dict(self.attributes).get(key)


@dataclass(frozen=True, slots=True)
class Directive:
    """A comment that was understood."""

    name: str
    argument: str | None
    flags: frozenset[str]
    options: tuple[tuple[str, str], ...]
    body: str
    """What follows the first line, without a final newline; empty if nothing does."""
    comment: Comment

    @property
    def line(self) -> int:
        """The line on which the comment opens."""
        return self.comment.line

    @property
    def body_line(self) -> int:
        """The page's line on which the body begins."""
        return self.comment.line + 1

    def option(self, key: str) -> str | None:
        """The value given for `key`, if any."""
        return dict(self.options).get(key)


@dataclass(frozen=True, slots=True)
class Offer:
    """A change that may be the right one: it is shown where fixes are made, and left to people."""

    reason: str
    """What is not certain about it."""
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """One entry of the catalogue."""

    code: str
    """Such as FP301; it never changes its meaning."""
    name: str
    """The short name used in reports, in kebab case."""
    summary: str
    """What was found, in one line."""
    why: str
    """What goes wrong for a reader when nobody mends it."""
    fix: str
    """How to go on."""
    severity: Severity = "error"
    """The default; the settings may change it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be."""

    code: str
    message: str
    place: Place
    fence: str | None = None
    """The id of the fence that it belongs to."""
    related: tuple[Place, ...] = ()
    """The other places that matter: the constant's own line, the twin's line."""
    help: str = ""
    """How to go on."""
    detail: tuple[str, ...] = ()
    """Lines for the full report: a diff, a frame of the source, captured output."""
    edits: tuple[Edit, ...] = ()
    offers: tuple[Offer, ...] = ()
    """What could be done about it, where none of it is certain enough to be done."""
    severity: Severity | None = None
    """Decided by the settings at the end; `None` until then."""
    rule: Rule | None = None
    """The rule of a plugin that it breaks; `None` for those of the catalogue."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a fence or a contract, and what was found."""

    outcome: Outcome
    findings: tuple[Finding, ...] = ()
    blocked_by: str = ""
    """The failed fence whose names are missing."""
    reused: bool = False
    """Whether it is an earlier run's, of the same page in the same surroundings."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a line of a page with snippets is written."""

    path: str
    line: int
    asked: int
    """The line of the page's own file that it is, or that includes it."""
    shift: int = 0
    """By how many columns it stands further right on the page than in its file."""
    start: int | None = None
    """The offset in its file at which it begins; `None` where its text is not that of the file."""
    end: int | None = None
    """The offset behind its line end."""


@dataclass(frozen=True, slots=True)
class Page:
    """A Markdown page, read.

    Lines and offsets of its parts are those of `text`. Where the site includes snippets they are not those of the
    file: `place` and `line_in_file` lead there.
    """

    path: str
    text: str
    """Decoded, a byte order mark and CRLF kept; snippets that the site includes stand in it."""
    dialect: Dialect
    headings: tuple[Heading, ...]
    fences: tuple[Fence, ...]
    directives: tuple[Directive, ...]
    findings: tuple[Finding, ...] = ()
    """What reading it found."""
    language: str | None = None
    """The language of the project's settings that the page belongs to."""
    written: str = ""
    """The text of its file, where that is not `text`."""
    origins: tuple[Origin, ...] = ()
    """Where each line of `text` is written, where that is not the same line of the page's file."""

    @property
    def is_partial(self) -> bool:
        """Whether the site puts more into the page than could be read."""
        return any(finding.code in ("FP112", "FP117") for finding in self.findings)

    @property
    def file_text(self) -> str:
        """The text of its file."""
        return self.written if self.origins else self.text

    def fence_id(self, fence: Fence) -> str:
        """The stable id of a fence: page, heading, ordinal; no line number."""
        return f"{self.path}::{fence.name}"

    def origin(self, line: int) -> Origin:
        """Where a line of its text is written."""
        if not self.origins:
            return Origin(self.path, line, line)
        return self.origins[max(0, min(line, len(self.origins)) - 1)]

    def place(self, line: int, column: int = 1) -> Place:
        """Where a line of its text, counted from 1, is written."""
        if not self.origins:
            return Place(self.path, line, max(1, column))
        origin = self.origin(line)
        return Place(origin.path, origin.line, max(1, column - origin.shift))

    def written_at(self, place: Place) -> Place:
        """A place in its text, as a place in the file that it is written in."""
        begin = self.place(place.line, place.column)
        end = self.place(place.end_line or place.line, place.end_column or 1)
        known = place.end_column is not None and end.path == begin.path
        last = end.line if place.end_line is not None and end.path == begin.path else None
        return replace(begin, end_line=last, end_column=end.column if known else None)

    def line_in_file(self, line: int) -> int:
        """The line of the page's own file that a line of its text is, or that includes it."""
        return self.origin(line).asked if self.origins else line


@dataclass(frozen=True, slots=True)
class FenceResult:
    """What became of a fence."""

    id: str
    page: str
    line: int
    end_line: int
    language: str
    fate: Fate
    reason: str
    """Why it has this fate: a directive, or a default."""
    outcome: Outcome | None = None
    """`None` for a fence that is only shown."""
    included: Place | None = None
    """Where it is written, if that is a snippet; the lines are then those of its include."""
    reused: bool = False
    """Whether the outcome is an earlier run's."""
    accepted: bool = False
    """Whether it passed for the baseline alone, which accepts what is wrong with it."""


@dataclass(frozen=True, slots=True)
class ContractResult:
    """What became of a contract."""

    id: str
    kind: str
    source: str | None
    page: str | None
    fence: str | None
    outcome: Outcome
    reused: bool = False
    """Whether the outcome is an earlier run's."""
    accepted: bool = False
    """Whether it passed for the baseline alone, which accepts what is wrong with it."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """A page of the report."""

    path: str
    language: str | None
    twin: str | None
    sha256: str


@dataclass(frozen=True, slots=True)
class TranslationResult:
    """How a page stands in another language."""

    page: str
    """The page in the source language; where that language lacks it, the page of the other one."""
    language: str
    """The other language; the source language where it lacks the page."""
    twin: str | None
    """The page in that language, if there is one."""
    state: TranslationState
    errors: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """All that a check found, ready to be shown."""

    running: bool
    """Whether fences were run."""
    pages: tuple[PageResult, ...] = ()
    fences: tuple[FenceResult, ...] = ()
    contracts: tuple[ContractResult, ...] = ()
    findings: tuple[Finding, ...] = ()
    translations: tuple[TranslationResult, ...] = ()
    """How each page stands in each other language; empty where no language is known or ids were asked for."""
    notes: tuple[str, ...] = field(default=())
    """What a reader should know of how it came about, such as what was guessed, one line each."""
    accepted: int = 0
    """How many findings the baseline accepts; they are not among `findings`."""
    settled: bool = True
    """Whether the project has settings, so that somebody has decided what is reported."""
