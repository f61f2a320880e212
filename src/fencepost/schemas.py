"""JSON Schemas: of the settings, for editors, and of the JSON report, for those who read it."""

from __future__ import annotations

import ast
import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from itertools import pairwise
from types import MappingProxyType
from typing import Any, get_args

from fencepost import decisions, validation
from fencepost.model import Severity

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def settings_schema() -> dict[str, Any]:
    """The schema of a `fencepost.toml`, and so of `[tool.fencepost]`, with what each key means."""
    schema = validation.json_schema()
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
