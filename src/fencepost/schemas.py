"""JSON Schemas: of the settings, for editors, and of the JSON report, for those who read it."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from itertools import pairwise
from types import GenericAlias, MappingProxyType
from typing import Any, get_args, get_type_hints

from fencepost import decisions
from fencepost.model import Severity
from fencepost.validation import ENTRIES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def settings_schema() -> dict[str, Any]:
    """The schema of a `fencepost.toml`, and so of `[tool.fencepost]`, with what each key means."""
    schema: dict[str, Any] = _model(decisions.Settings).model_json_schema()
    properties = schema["properties"]
    # What the settings' own validators let in beside the declared types.
    properties["languages"]["additionalProperties"] = {"anyOf": [{"type": "string"}, _texts()]}
    severity = {"enum": list(get_args(Severity))}
    properties["severity"]["additionalProperties"] = {
        "anyOf": [severity, {"type": "object", "additionalProperties": severity}]
    }
    for name, described in _tables(schema):
        _describe(described, dict(_meanings(name)))
    return {"$schema": _DIALECT, **schema}


def _model(table: type[Any]) -> type[Any]:
    """The model that pydantic makes of a plain table, and of the tables in it."""
    from pydantic import ConfigDict, Field, create_model

    def field(one: dataclasses.Field[Any]) -> Any:
        if one.default_factory is not dataclasses.MISSING:
            return Field(default_factory=one.default_factory, **one.metadata)
        return Field(... if one.default is dataclasses.MISSING else one.default, **one.metadata)

    types: dict[str, Any] = get_type_hints(table)
    for name, entry in ENTRIES.items() if table is decisions.Settings else ():
        types[name] = GenericAlias(list, (_model(entry),))
    config = ConfigDict(extra="forbid", strict=True, alias_generator=decisions.key_of, title="fencepost")
    fields: dict[str, Any] = {one.name: (types[one.name], field(one)) for one in dataclasses.fields(table)}
    return create_model(table.__name__, __config__=config, **fields)


def report_schema() -> dict[str, Any]:
    """The schema of the JSON report, version 1."""
    text = resources.files("fencepost").joinpath("report.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


SCHEMAS: Mapping[str, Callable[[], dict[str, Any]]] = MappingProxyType(
    {"settings": settings_schema, "report": report_schema}
)
"""What there are schemas of."""


def render(name: str) -> str:
    """A schema as text. Raises `KeyError` for a name that is none of `SCHEMAS`."""
    return json.dumps(SCHEMAS[name](), indent=2, ensure_ascii=False) + "\n"


def _texts() -> dict[str, Any]:
    return {"type": "array", "items": {"type": "string"}}


def _tables(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "Settings", schema
    yield from schema["$defs"].items()


def _describe(table: dict[str, Any], meanings: Mapping[str, str]) -> None:
    table.pop("title", None)
    for key, entry in table["properties"].items():
        entry.pop("title", None)
        if key in meanings:
            entry["description"] = meanings[key]


def _meanings(name: str) -> Iterator[tuple[str, str]]:
    """What stands below the fields of a class, by their keys in TOML."""
    tree = ast.parse(inspect.getsource(getattr(decisions, name)))
    statements = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for statement, behind in pairwise(statements):
        match statement, behind:
            case ast.AnnAssign(target=ast.Name(id=field)), ast.Expr(value=ast.Constant(value=str(text))):
                yield decisions.key_of(field), text
