"""From a table of TOML to what a project has decided, or to all that is wrong with it at once.

This is the only module that knows the core of pydantic, which validates by a schema. The schema is made of the plain
tables; pydantic itself, with its models, takes three times as long to import. Imported only where there is something
to read.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic_core import SchemaValidator, ValidationError, core_schema
from pydantic_core.core_schema import CoreSchema

from fencepost import globs
from fencepost.decisions import SEVERITIES, Agreement, Quotation, Settings, Translation, key_of
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
    given: dict[str, Any] = {}
    mistakes: list[Mistake] = []
    try:
        given = SchemaValidator(_table(Settings)).validate_python(table)
    except ValidationError as error:
        mistakes = [_mistake(dict(item), prefix) for item in error.errors(include_url=False)]
    mistakes += _beyond_types(table, {mistake.keys[0] for mistake in mistakes}, prefix)
    if mistakes:
        raise WrongTableError(tuple(mistakes))
    for key, entry in ENTRIES.items():
        given[key] = [entry(**one) for one in given.get(key, ())]
    return Settings(**given)


ENTRIES: Mapping[str, type[Any]] = MappingProxyType({"agree": Agreement, "translates": Translation, "quote": Quotation})
"""The tables of which there may be several, by their keys."""


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern)
    except re.error as error:
        raise ValueError(f"is not a regular expression: {error}") from error
    return pattern


def _one_way_to_compare(quotation: dict[str, Any]) -> dict[str, Any]:
    if sum(quotation.get(name, False) for name in ("subset", "elide", "wrap")) > 1:
        raise ValueError("`subset`, `elide` and `wrap` exclude each other")
    return quotation


def _one_or_many(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: [item] if isinstance(item, str) else item for key, item in value.items()}
    return value


def _pattern_mistakes(value: dict[str, str]) -> Iterator[_Said]:
    for name, pattern in value.items():
        if not re.fullmatch(r"[A-Za-z][\w-]*", name):
            yield name, f"takes names of letters, digits and dashes, not `{name}`"
        try:
            re.compile(pattern)
        except re.error as error:
            yield name, f"has no regular expression for `{name}`: {error}"


def _name_mistakes(value: dict[str, str]) -> Iterator[_Said]:
    for name, source in value.items():
        if not name.isidentifier():
            yield name, f"`{name}` is no name that code could use"
        elif ":" not in source:
            yield name, f"`{name}` needs a source such as `pkg.mod:{name}`, not `{source}`"


def _severity_mistakes(value: dict[str, Any]) -> Iterator[_Said]:
    for key, entry in value.items():
        table = entry if isinstance(entry, dict) else {key: entry}
        yield from _glob_mistakes([key] if isinstance(entry, dict) else [])
        for code, severity in table.items():
            if code not in RULES and not is_foreign(code):
                yield code, f"knows no rule `{code}`{_hint(code, list(RULES))}"
            if severity not in SEVERITIES:
                yield code, f"takes one of {', '.join(SEVERITIES)} for {code}, not `{severity}`"


def _import_mistakes(value: list[str]) -> Iterator[_Said]:
    for name in value:
        top = name.partition(".")[0]
        if name != top and top.isidentifier():
            yield name, f"takes top-level modules: write `{top}`, not `{name}`"
        elif not name.isidentifier():
            yield name, f"`{name}` is no name of a module"


def _glob_mistakes(value: list[str]) -> Iterator[_Said]:
    for pattern in value:
        if not globs.is_valid(pattern):
            yield pattern, f"`{pattern}` is no glob: what stands in `[…]` cannot be read"


def _language_mistakes(value: dict[str, str | list[str]]) -> Iterator[_Said]:
    for patterns in value.values():
        yield from _glob_mistakes([patterns] if isinstance(patterns, str) else patterns)


def _same_mistakes(value: list[list[str | int | float]]) -> Iterator[_Said]:
    for group in value:
        if len(group) < 2:
            yield "", f"a group takes two values or more, and {group!r} has {len(group) or 'none'}"


def _host_mistakes(value: list[str]) -> Iterator[_Said]:
    for host in value:
        if not re.fullmatch(r"[\w.*?\[\]-]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*", host):
            yield host, f"takes names of hosts such as `api.example.com`, not `{host}`"


def _shell_mistakes(value: str | list[str]) -> Iterator[_Said]:
    for command in value if isinstance(value, list) else ():
        if not command or re.search(r"\s", command):
            yield command, f"takes names of programs, not `{command}`; their arguments are not named"


def _agreement_mistakes(value: list[dict[str, Any]]) -> Iterator[_Said]:
    names = [entry["name"] for entry in value]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield name, f"{names.count(name)} entries have the name `{name}`; it names a contract, so give each its own"


_Said = tuple[str, str]
"""Which entry of a value is meant, empty for none, and what is wrong with it."""
_Rule = Callable[[Any], Any]
_BEFORE: Mapping[tuple[type[Any], str], _Rule] = MappingProxyType({(Settings, "languages"): _one_or_many})
"""What is made of a field before its type is looked at."""
_AFTER: Mapping[tuple[type[Any], str], _Rule] = MappingProxyType({(Agreement, "lines"): _compiles})
"""What holds of a field beside its type."""
_WHOLE: Mapping[type[Any], _Rule] = MappingProxyType({Quotation: _one_way_to_compare})
"""What holds between the fields of a table."""
_BEYOND: Mapping[str, Callable[[Any], Iterator[_Said]]] = MappingProxyType(
    {
        "pages": _glob_mistakes,
        "languages": _language_mistakes,
        "same": _same_mistakes,
        "import": _import_mistakes,
        "shell": _shell_mistakes,
        "patterns": _pattern_mistakes,
        "names": _name_mistakes,
        "hosts": _host_mistakes,
        "severity": _severity_mistakes,
        "agree": _agreement_mistakes,
    }
)
"""What is wrong with values of the settings that have the right types: each mistake comes, not the first alone."""


def _beyond_types(table: Mapping[str, Any], wrong: Collection[str], prefix: str) -> Iterator[Mistake]:
    """What is wrong with a table beside its types; nothing is said of keys whose types are `wrong`."""
    for key, rule in _BEYOND.items():
        if key in table and key not in wrong:
            for entry, message in rule(table[key]):
                yield Mistake((key, entry) if entry else (key,), f"{prefix}{key}: {message}")
    source, languages = table.get("source-language"), table.get("languages", {})
    if source is not None and not {"source-language", "languages"} & {*wrong} and source not in languages:
        message = f"`{source}` is none of the languages{_hint(source, list(languages)) if languages else ''}"
        yield Mistake(("source-language",), f"{prefix}source-language: {message}")


def _table(table: type[Any]) -> CoreSchema:
    """The schema of a plain table, by its keys in TOML; unknown keys are mistakes."""
    hints = get_type_hints(table)
    fields = {
        one.name: core_schema.typed_dict_field(
            _field(table, one, hints[one.name]),
            required=one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING,
            validation_alias=key_of(one.name),
        )
        for one in dataclasses.fields(table)
    }
    schema = core_schema.typed_dict_schema(fields, extra_behavior="forbid", config={"strict": True})
    rule = _WHOLE.get(table)
    return schema if rule is None else core_schema.no_info_after_validator_function(rule, schema)


def _field(table: type[Any], one: dataclasses.Field[Any], hint: Any) -> CoreSchema:
    schema = _type(hint, dict(one.metadata))
    if before := _BEFORE.get((table, one.name)):
        return core_schema.no_info_before_validator_function(before, schema)
    if after := _AFTER.get((table, one.name)):
        return core_schema.no_info_after_validator_function(after, schema)
    return schema


def _type(hint: Any, limits: Mapping[str, Any]) -> CoreSchema:
    """The schema of a type, with what the field says of lengths and bounds."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        schemas = [_type(part, {}) for part in parts if part is not NoneType]
        schema = schemas[0] if len(schemas) == 1 else _one_of(parts, schemas)
        return core_schema.nullable_schema(schema) if NoneType in parts else schema
    if origin is Literal:
        return core_schema.literal_schema(list(parts))
    if origin is list:
        return core_schema.list_schema(_type(parts[0], {}), **limits)
    if origin is dict:
        return core_schema.dict_schema(_type(parts[0], {}), _type(parts[1], {}))
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _table(hint)
    return core_schema.any_schema() if hint is Any else _PLAIN[hint](**limits)


def _one_of(parts: Sequence[Any], schemas: Sequence[CoreSchema]) -> CoreSchema:
    """The schema of a union, with one mistake for a value that is of none of the types."""
    words = " or ".join(dict.fromkeys(_WORDS.get(part) or ", ".join(map(repr, get_args(part))) for part in parts))
    return core_schema.union_schema(
        [*schemas], custom_error_type="one_of", custom_error_message=f"Input should be {words}"
    )


_WORDS: Mapping[Any, str] = MappingProxyType(
    {str: "a text", int: "a number", float: "a number", list[str]: "a list of texts"}
)
_PLAIN: Mapping[Any, Callable[..., CoreSchema]] = MappingProxyType(
    {
        str: core_schema.str_schema,
        int: core_schema.int_schema,
        float: core_schema.float_schema,
        bool: core_schema.bool_schema,
    }
)


def _mistake(item: dict[str, Any], prefix: str) -> Mistake:
    keys = tuple(str(part) for part in item["loc"])
    key = prefix + ".".join(keys) if keys else prefix.rstrip(".") or "the settings"
    if item["type"] == "extra_forbidden":
        unprefixed = keys == ("tool",) and not prefix
        hint = "; here the keys stand without `[tool.fencepost]`" if unprefixed else _hint(keys[-1], _known(keys[:-1]))
        message = f"{key}: unknown key{hint}"
    else:
        said = re.sub(r"^Value error, ", "", item["msg"])
        message = f"{key}: {said[:1].lower()}{said[1:]}"
        if item["type"] not in ("value_error", "missing"):
            message += f" (found {item['input']!r:.60})"
    return Mistake(keys, message)


def _known(parents: tuple[str, ...]) -> list[str]:
    table: type[Any] = ENTRIES.get(parents[0], Settings) if parents else Settings
    return [key_of(one.name) for one in dataclasses.fields(table)]


def _hint(word: str, known: list[str]) -> str:
    near = [name for name in known if name.startswith(word)] or get_close_matches(word, known, n=1, cutoff=0.65)
    return f"; did you mean `{near[0]}`?" if near else f"; allowed: {', '.join(known)}" if len(known) < 30 else ""
