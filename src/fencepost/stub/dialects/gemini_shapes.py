"""Reading Gemini's JSON: either spelling of a name, and its own kind of schema.

The API takes protocol buffers as JSON, and with them `functionDeclarations` as well as `function_declarations`.
"""

from __future__ import annotations

import re

from fencepost.stub.shapes import Object, items, mapping, mappings, text

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def field(thing: object, name: str) -> object:
    """The field `name`, given in camel case, in either spelling."""
    found = mapping(thing)
    return found[name] if name in found else found.get(_CAPITAL.sub("_", name).lower())


def parts(content: object) -> list[Object]:
    """The parts of a content."""
    return mappings(field(content, "parts"))


def said(content: object) -> str:
    """The text of a content, or of a plain string; thoughts do not count."""
    if isinstance(content, str):
        return content
    return "\n".join(text(part["text"]) for part in parts(content) if "text" in part and not part.get("thought"))


def contents(body: object) -> list[Object]:
    """The turns of a conversation."""
    return mappings(field(body, "contents"))


def declarations(body: object) -> list[Object]:
    """All functions that a request declares."""
    tools = mappings(field(body, "tools"))
    return [one for tool in tools for one in mappings(field(tool, "functionDeclarations"))]


def json_schema(schema: object) -> Object:
    """A schema of the API's own kind (a subset of OpenAPI 3.0, types in capitals) as JSON Schema."""
    given = mapping(schema)
    made: Object = {key: value for key, value in given.items() if key not in ("nullable", "propertyOrdering")}
    if "type" in given:
        kind = text(given["type"]).lower()
        made["type"] = [kind, "null"] if given.get("nullable") is True else kind
    for name in ("minItems", "maxItems", "minLength", "maxLength"):
        if isinstance(given.get(name), str) and text(given[name]).isdecimal():
            made[name] = int(text(given[name]))
    if "properties" in given:
        made["properties"] = {name: json_schema(one) for name, one in mapping(given["properties"]).items()}
    if "items" in given:
        made["items"] = json_schema(given["items"])
    union = field(given, "anyOf")
    if union is not None:
        made["anyOf"] = [json_schema(one) for one in items(union)]
    return made
