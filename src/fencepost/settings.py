"""`[tool.fencepost]` of pyproject.toml, or fencepost.toml, read and checked.

All that is wrong comes at once: with the file, the line, the key, and the nearest right name. This is the only
module that knows pydantic.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from fencepost.globs import matches
from fencepost.model import Dialect, Finding, Place, Severity
from fencepost.rules import RULES, severity_of

FILES = ("fencepost.toml", "pyproject.toml")
"""The files that may hold settings; the first that is there decides."""
_SEVERITIES = ("error", "warning", "info", "off")


class SettingsError(Exception):
    """The settings cannot be used; `findings` says why, one for each mistake."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


def _kebab(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class _Table(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, alias_generator=_kebab, populate_by_name=False, title="fencepost"
    )


class Agreement(_Table):
    """`[[agree]]`: each line of any source in which `lines` is found stands in all of them."""

    name: str = Field(min_length=1)
    """Names the contract in ids and reports."""
    sources: list[str] = Field(min_length=2)
    lines: str = "."
    """A regular expression, searched in each line."""
    except_: list[str] = Field(default_factory=list)
    """Whole lines that need not stand in all sources."""

    @field_validator("lines")
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"is not a regular expression: {error}") from error
        return pattern


class Translation(_Table):
    """`[[translates]]`: one constant is the other's translation."""

    source: str
    rewrite: str
    values: dict[str, str] = Field(default_factory=dict)
    """What the fields of both templates are rendered with in use."""

    @property
    def name(self) -> str:
        """Names the contract: the last part of the rewrite's expression."""
        return re.split(r"[:.]", self.rewrite)[-1]


class Quotation(_Table):
    """`[[quote]]`: a fence of a page that must stay clean equals a source."""

    page: str
    """The page's path from the project's root."""
    heading: str = "top"
    """The heading above the fence: its slug as ids show it, or its text. `top`: before the first heading."""
    fence: int = Field(default=1, ge=1)
    """Which of the fences below that heading, counted from 1."""
    source: str = Field(min_length=1)
    view: Literal["raw", "rendered"] = "raw"
    values: dict[str, str] = Field(default_factory=dict)
    """What the template is rendered with: the `value.NAME` of the directive."""
    from_: str | None = None
    to: str | None = None
    subset: bool = False
    elide: bool = False
    wrap: bool = False

    @model_validator(mode="after")
    def _one_way_to_compare(self) -> Quotation:
        if self.subset + self.elide + self.wrap > 1:
            raise ValueError("`subset`, `elide` and `wrap` exclude each other")
        return self

    @property
    def name(self) -> str:
        """Names the contract where its fence is not found."""
        return f"{self.page}#{self.heading}[{self.fence}]"


class Settings(_Table):
    """What a project has decided. Every key has a default."""

    pages: list[str] = Field(default_factory=list)
    """Globs of the pages that are checked; all Markdown that git does not ignore where none is given."""
    dialect: Dialect | None = None
    """How fences are found; guessed where it is not given."""
    languages: dict[str, list[str]] = Field(default_factory=dict)
    """Folders or globs of each language's pages."""
    source_language: str | None = None
    """Whose terms findings use."""
    comments: Literal["free", "equal"] = "free"
    """Whether a translation may change comments and docstrings in code."""
    strings: Literal["translate", "frozen"] = "translate"
    """Whether a translation may change texts in code."""
    same: list[list[str | int | float]] = Field(default_factory=list)
    """Groups of values that mean the same in two languages: regions, mirrors."""
    anchors: list[str] = Field(default_factory=list)
    """Globs of ids that links may lead to though no page shows them."""
    run: bool = False
    """Whether fences run on a plain `check`."""
    import_: list[str] = Field(default_factory=list)
    """Top-level modules that may be imported, in a child process, where reading does not suffice."""
    unscripted: Literal["allow", "fail"] = "allow"
    """Model replies without a script."""
    shell: Literal["off", "syntax"] | list[str] = "off"
    """What becomes of shell fences, or the commands that may be run, for them and for `cmd:` sources."""
    titles: Literal["text", "files"] = "text"
    """Whether a title that is a path writes the fence into the page's folder."""
    patterns: dict[str, str] = Field(default_factory=dict)
    """Regular expressions for which `<name>` stands in an expected output."""
    names: dict[str, str] = Field(default_factory=dict)
    """What pages may use without defining it: for each name a source expression."""
    hosts: list[str] = Field(default_factory=list)
    """Hosts that are reachable while fences run."""
    severity: dict[str, Any] = Field(default_factory=dict)
    """A code's severity, or a glob's table of them."""
    baseline: str | None = None
    """A file with findings that are accepted."""
    strict: bool = False
    """Whether warnings, skips without a condition and unscripted replies are errors."""
    agree: list[Agreement] = Field(default_factory=list)
    """What several sources say in the same words."""
    translates: list[Translation] = Field(default_factory=list)
    """Which constants are translations of others."""
    quote: list[Quotation] = Field(default_factory=list)
    """Bindings for pages that must stay clean."""

    @field_validator("languages", mode="before")
    @classmethod
    def _one_or_many(cls, value: object) -> object:
        if isinstance(value, Mapping):
            return {key: [item] if isinstance(item, str) else item for key, item in value.items()}
        return value

    @field_validator("patterns")
    @classmethod
    def _patterns_compile(cls, value: dict[str, str]) -> dict[str, str]:
        for name, pattern in value.items():
            if not re.fullmatch(r"[A-Za-z][\w-]*", name):
                raise ValueError(f"takes names of letters, digits and dashes, not `{name}`")
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"has no regular expression for `{name}`: {error}") from error
        return value

    @field_validator("names")
    @classmethod
    def _are_names(cls, value: dict[str, str]) -> dict[str, str]:
        for name, source in value.items():
            if not name.isidentifier():
                raise ValueError(f"`{name}` is no name that code could use")
            if ":" not in source:
                raise ValueError(f"`{name}` needs a source such as `pkg.mod:{name}`, not `{source}`")
        return value

    @field_validator("severity")
    @classmethod
    def _known_codes(cls, value: dict[str, Any]) -> dict[str, Any]:
        for key, entry in value.items():
            table = entry if isinstance(entry, dict) else {key: entry}
            for code, severity in table.items():
                if code not in RULES:
                    raise ValueError(f"knows no rule `{code}`{_hint(code, list(RULES))}")
                if severity not in _SEVERITIES:
                    raise ValueError(f"takes one of {', '.join(_SEVERITIES)} for {code}, not `{severity}`")
        return value

    @model_validator(mode="after")
    def _source_language_is_one(self) -> Settings:
        if self.source_language is not None and self.source_language not in self.languages:
            raise ValueError(f"source-language `{self.source_language}` is none of the languages")
        return self

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


def _severity(word: str) -> Severity:
    for severity in ("error", "warning", "info", "off"):
        if word == severity:
            return severity
    raise ValueError(word)


@dataclass(frozen=True, slots=True)
class Loaded:
    """Settings and where they came from."""

    root: Path
    """The project's root: all paths of findings are relative to it."""
    settings: Settings
    file: Path | None
    """The file that holds them, `None` where there are none."""
    text: str = ""

    def line_of(self, *keys: str) -> int:
        """The line of the file on which the last of these keys or values is found, in order; 1 if none is."""
        return _line_of(self.text, keys)

    def place_of(self, *keys: str) -> Place:
        """The place of an entry, for findings about it."""
        name = self.file.name if self.file else "pyproject.toml"
        return Place(name, self.line_of(*keys))

    def place_of_entry(self, table: str, index: int) -> Place:
        """The place of the entry of this index in an array of tables, for findings about it."""
        heads = [*re.finditer(rf"^[ \t]*\[\[[^\]\n]*\b{re.escape(table)}\s*\]\]", self.text, re.MULTILINE)]
        if index >= len(heads):
            return self.place_of(table)
        name = self.file.name if self.file else "pyproject.toml"
        return Place(name, self.text.count("\n", 0, heads[index].end()) + 1)


def find_root(start: Path, *, base: Path | None = None) -> Path:
    """The nearest folder upwards that holds settings, else one that looks like a project's root.

    Where there is none, it is `base`, the folder in which the command was called, if `start` lies below it, else
    `start` itself.
    """
    start = start.resolve()
    folders = [start, *start.parents]
    for folder in folders:
        if (folder / "fencepost.toml").is_file() or _has_table(folder / "pyproject.toml"):
            return folder
    for folder in folders:
        if any((folder / name).exists() for name in (".git", "mkdocs.yml", "pyproject.toml")):
            return folder
    return base.resolve() if base is not None and start.is_relative_to(base.resolve()) else start


def load(root: Path) -> Loaded:
    """Read the settings of the project at `root`.

    Raises:
        SettingsError: the file is no TOML, a key is unknown, a value is wrong.
    """
    path = next((root / name for name in FILES if (root / name).is_file()), None)
    return Loaded(root, Settings(), None) if path is None else parse(root, path, _read(path))


def parse(root: Path, path: Path, text: str) -> Loaded:
    """The settings in the text of one of `FILES`. Raises `SettingsError`."""
    own = path.name == FILES[0]
    document = _document(text.removeprefix("\ufeff"), path)
    table = document if own else document.get("tool", {}).get("fencepost")
    if table is None:
        return Loaded(root, Settings(), None)
    try:
        return Loaded(root, Settings.model_validate(table), path, text)
    except ValidationError as error:
        prefix = "" if own else "tool.fencepost."
        raise SettingsError(_findings(error, path.name, prefix, text)) from error


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError((_wrong(path.name, 1, f"is not UTF-8: {error.reason}"),)) from error
    except OSError as error:
        raise SettingsError((_wrong(path.name, 1, f"cannot be read: {error.strerror}"),)) from error


def _document(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"at line (\d+), column (\d+)", str(error))
        line = int(match[1]) if match else max(1, text.count("\n"))
        raise SettingsError((_wrong(path.name, line, f"is no TOML: {error}"),)) from error


def _has_table(path: Path) -> bool:
    try:
        return (
            path.is_file() and re.search(r"^\s*\[+tool\.fencepost\b", path.read_text("utf-8"), re.MULTILINE) is not None
        )
    except (OSError, UnicodeDecodeError):
        return False


def _findings(error: ValidationError, file: str, prefix: str, text: str) -> tuple[Finding, ...]:
    return tuple(_finding(dict(item), file, prefix, text) for item in error.errors(include_url=False))


def _finding(item: dict[str, Any], file: str, prefix: str, text: str) -> Finding:
    keys = tuple(str(part) for part in item["loc"])
    key = prefix + ".".join(keys) if keys else prefix.rstrip(".") or "the settings"
    if item["type"] == "extra_forbidden":
        message = f"{key}: unknown key{_hint(keys[-1], _known(keys[:-1]))}"
    else:
        said = re.sub(r"^Value error, ", "", item["msg"])
        message = f"{key}: {said[:1].lower()}{said[1:]}"
        if item["type"] not in ("value_error", "missing"):
            message += f" (found {item['input']!r:.60})"
    words = tuple(part for part in keys if not part.isdigit())
    return _wrong(file, _line_of(text, words), message)


def _known(parents: tuple[str, ...]) -> list[str]:
    table: type[_Table] = Settings
    if parents:
        table = {"agree": Agreement, "translates": Translation, "quote": Quotation}.get(parents[0], Settings)
    return [_kebab(name) for name in table.model_fields]


def _hint(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.5)
    return f"; did you mean `{near[0]}`?" if near else f"; allowed: {', '.join(known)}" if len(known) < 30 else ""


def _wrong(file: str, line: int, message: str) -> Finding:
    return Finding("FP901", message, Place(file, line), help=RULES["FP901"].fix, severity="error")


def _line_of(text: str, keys: tuple[str, ...]) -> int:
    position, found = 0, 1
    for key in keys:
        match = re.compile(rf'^\s*(?:\[+[^\n]*\b)?"?{re.escape(key)}\b|"{re.escape(key)}"', re.MULTILINE).search(
            text, position
        )
        if match is None:
            continue
        position = match.end()
        found = text.count("\n", 0, position) + 1
    return found
