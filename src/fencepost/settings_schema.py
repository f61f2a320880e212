"""The JSON Schema of the settings, for editors: completion, and words of help on each key."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from fencepost.settings import Agreement, Quotation, Settings, Translation

_TABLES = (Agreement, Quotation, Settings, Translation)


def settings_schema() -> dict[str, Any]:
    """The content of `fencepost.toml`, or of `[tool.fencepost]`, as JSON Schema, draft 2020-12."""
    schema = Settings.model_json_schema(by_alias=True)
    for table in _TABLES:
        part = schema if table is Settings else schema["$defs"][table.__name__]
        part["title"] = table.__name__
        said = _descriptions(table)
        for field, info in table.model_fields.items():
            key = part["properties"][info.alias or field]
            key.pop("title", None)
            if field in said:
                key["description"] = said[field]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": "fencepost settings"}


def _descriptions(table: type) -> dict[str, str]:
    """The docstrings under a class's fields. Pydantic can read them too, but does so at each import, for 15 ms."""
    (definition,) = ast.parse(inspect.getsource(table)).body
    assert isinstance(definition, ast.ClassDef)
    said: dict[str, str] = {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            text = ast.literal_eval(below.value)
            said[field.target.id] = " ".join(inspect.cleandoc(text).split())
    return said
