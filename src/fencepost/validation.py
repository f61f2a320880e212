"""From a table of TOML to what a project has decided, or to all that is wrong with it at once.

This is the only module that knows pydantic. It makes a model of each of the plain tables, and is imported only
where there is something to read: pydantic costs a run more than everything else that it imports.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from difflib import get_close_matches
from types import GenericAlias
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, field_validator, model_validator

from fencepost.decisions import SEVERITIES, Agreement, Quotation, Settings, Translation
from fencepost.rules import RULES, is_foreign


@dataclasses.dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that is wrong with a table."""

    keys: tuple[str, ...]
    """Where: the keys from the table down, and indices."""
    message: str


class WrongTableError(Exception):
    """A table cannot be used."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("; ".join(mistake.message for mistake in mistakes))
        self.mistakes = mistakes


def validated(table: Mapping[str, Any], prefix: str = "") -> Settings:
    """The settings in a table; `prefix` stands before its keys in messages.

    Raises:
        WrongTableError: a key is unknown, or a value is wrong.
    """
    try:
        given = dict(_SETTINGS.model_validate(table))
    except ValidationError as error:
        raise WrongTableError(
            tuple(_mistake(dict(item), prefix) for item in error.errors(include_url=False))
        ) from error
    for key, entry in _ENTRIES.items():
        given[key] = [entry(**dict(one)) for one in given[key]]
    return Settings(**given)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of the table, as pydantic has it."""
    return _SETTINGS.model_json_schema()


def _kebab(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


class _Table(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, alias_generator=_kebab, populate_by_name=False, title="fencepost"
    )


class _Agreement(_Table):
    @field_validator("lines", check_fields=False)
    @classmethod
    def _compiles(cls, pattern: str) -> str:
        try:
            re.compile(pattern)
        except re.error as error:
            raise ValueError(f"is not a regular expression: {error}") from error
        return pattern


class _Quotation(_Table):
    @model_validator(mode="after")
    def _one_way_to_compare(self) -> _Quotation:
        if sum(getattr(self, name) for name in ("subset", "elide", "wrap")) > 1:
            raise ValueError("`subset`, `elide` and `wrap` exclude each other")
        return self


class _Settings(_Table):
    @field_validator("languages", mode="before", check_fields=False)
    @classmethod
    def _one_or_many(cls, value: object) -> object:
        if isinstance(value, Mapping):
            return {key: [item] if isinstance(item, str) else item for key, item in value.items()}
        return value

    @field_validator("patterns", check_fields=False)
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

    @field_validator("names", check_fields=False)
    @classmethod
    def _are_names(cls, value: dict[str, str]) -> dict[str, str]:
        for name, source in value.items():
            if not name.isidentifier():
                raise ValueError(f"`{name}` is no name that code could use")
            if ":" not in source:
                raise ValueError(f"`{name}` needs a source such as `pkg.mod:{name}`, not `{source}`")
        return value

    @field_validator("severity", check_fields=False)
    @classmethod
    def _known_codes(cls, value: dict[str, Any]) -> dict[str, Any]:
        for key, entry in value.items():
            table = entry if isinstance(entry, dict) else {key: entry}
            for code, severity in table.items():
                if code not in RULES and not is_foreign(code):
                    raise ValueError(f"knows no rule `{code}`{_hint(code, list(RULES))}")
                if severity not in SEVERITIES:
                    raise ValueError(f"takes one of {', '.join(SEVERITIES)} for {code}, not `{severity}`")
        return value

    @model_validator(mode="after")
    def _source_language_is_one(self) -> _Settings:
        source, known = getattr(self, "source_language", None), getattr(self, "languages", {})
        if source is not None and source not in known:
            raise ValueError(f"source-language `{source}` is none of the languages")
        return self


def _model(table: type[Any], rules: type[_Table], entries: Mapping[str, type[_Table]] | None = None) -> type[_Table]:
    """The model of a plain table; `entries` are the models that the items of some of its lists have."""
    hints = get_type_hints(table)
    types: dict[str, Any] = {**hints, **{name: GenericAlias(list, (model,)) for name, model in (entries or {}).items()}}
    fields: dict[str, Any] = {one.name: (types[one.name], _field(one)) for one in dataclasses.fields(table)}
    return create_model(table.__name__, __base__=rules, **fields)


def _field(one: dataclasses.Field[Any]) -> Any:
    if one.default_factory is not dataclasses.MISSING:
        return Field(default_factory=one.default_factory, **one.metadata)
    return Field(... if one.default is dataclasses.MISSING else one.default, **one.metadata)


_ENTRIES = {"agree": Agreement, "translates": Translation, "quote": Quotation}
_SETTINGS = _model(
    Settings,
    _Settings,
    {
        "agree": _model(Agreement, _Agreement),
        "translates": _model(Translation, _Table),
        "quote": _model(Quotation, _Quotation),
    },
)


def _mistake(item: dict[str, Any], prefix: str) -> Mistake:
    keys = tuple(str(part) for part in item["loc"])
    key = prefix + ".".join(keys) if keys else prefix.rstrip(".") or "the settings"
    if item["type"] == "extra_forbidden":
        message = f"{key}: unknown key{_hint(keys[-1], _known(keys[:-1]))}"
    else:
        said = re.sub(r"^Value error, ", "", item["msg"])
        message = f"{key}: {said[:1].lower()}{said[1:]}"
        if item["type"] not in ("value_error", "missing"):
            message += f" (found {item['input']!r:.60})"
    return Mistake(keys, message)


def _known(parents: tuple[str, ...]) -> list[str]:
    table: type[Any] = _ENTRIES.get(parents[0], Settings) if parents else Settings
    return [_kebab(one.name) for one in dataclasses.fields(table)]


def _hint(word: str, known: list[str]) -> str:
    near = [name for name in known if name.startswith(word)] or get_close_matches(word, known, n=1, cutoff=0.65)
    return f"; did you mean `{near[0]}`?" if near else f"; allowed: {', '.join(known)}" if len(known) < 30 else ""
