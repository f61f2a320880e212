"""A value that fits a JSON Schema: the same one every time, and the simplest that will do.

Covers what tools and structured outputs use: types, enums, constants, defaults, references, unions, formats,
bounds. Where a schema asks for more (a pattern, `not`), the value may fail it; then the example needs a script.
"""

from __future__ import annotations

from collections.abc import Mapping

from fencepost.stub.shapes import items, mapping, pointed_at, text, whole

_FORMATS = {
    "date": "2026-01-01",
    "date-time": "2026-01-01T00:00:00Z",
    "time": "00:00:00Z",
    "duration": "P1D",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "url": "https://example.com/",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uuid": "00000000-0000-4000-8000-000000000000",
}
_DEEPEST = 12


def sample(schema: Mapping[str, object]) -> object:
    """A value for `schema`."""
    return _value(schema, schema, "value", 0)


def _value(schema: object, root: Mapping[str, object], name: str, depth: int) -> object:
    node = _resolved(mapping(schema), root)
    for key in ("const", "default"):
        if key in node:
            return node[key]
    for key in ("examples", "enum"):
        if items(node.get(key)):
            return items(node[key])[0]
    for key in ("anyOf", "oneOf"):
        if items(node.get(key)):
            return _value(_simplest(items(node[key]), depth), root, name, depth)
    if items(node.get("allOf")):
        return _value(_merged(node, root), root, name, depth)
    return _typed(node, root, name, depth)


def _resolved(node: dict[str, object], root: Mapping[str, object]) -> dict[str, object]:
    seen: set[str] = set()
    while "$ref" in node and (reference := text(node["$ref"])) not in seen:
        seen.add(reference)
        node = {**mapping(pointed_at(reference, root)), **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def _simplest(choices: list[object], depth: int) -> object:
    """The first choice; deep down the one that ends the recursion."""
    if depth > _DEEPEST // 2:
        flat = (choice for choice in choices if mapping(choice).get("type") in ("null", "string", "integer", "boolean"))
        return next(flat, choices[0])
    return choices[0]


def _merged(node: dict[str, object], root: Mapping[str, object]) -> dict[str, object]:
    merged: dict[str, object] = {key: value for key, value in node.items() if key != "allOf"}
    for part in items(node["allOf"]):
        resolved = _resolved(mapping(part), root)
        properties = {**mapping(merged.get("properties")), **mapping(resolved.get("properties"))}
        required = [*items(merged.get("required")), *items(resolved.get("required"))]
        merged = {**resolved, **merged, "properties": properties, "required": required}
    return merged


def _typed(node: dict[str, object], root: Mapping[str, object], name: str, depth: int) -> object:
    kinds = items(node.get("type")) or [node.get("type")]
    kind = kinds[0]
    if kind == "object" or (kind is None and "properties" in node):
        return _object(node, root, depth)
    if kind == "array":
        return _array(node, root, name, depth)
    if kind in ("integer", "number"):
        return _number(node)
    return {"boolean": True, "null": None}.get(text(kind), _string(node, name))


def _object(node: dict[str, object], root: Mapping[str, object], depth: int) -> dict[str, object]:
    properties = mapping(node.get("properties"))
    wanted = [text(key) for key in items(node.get("required"))]
    chosen = wanted if depth > _DEEPEST // 2 else [key for key in properties if not wanted or key in wanted]
    chosen += [key for key in wanted if key not in chosen]
    if depth > _DEEPEST:
        return {}
    return {key: _value(properties.get(key), root, key, depth + 1) for key in chosen}


def _array(node: dict[str, object], root: Mapping[str, object], name: str, depth: int) -> list[object]:
    least = whole(node.get("minItems")) or 0
    if depth > _DEEPEST or whole(node.get("maxItems")) == 0:
        return []
    prefix = [_value(item, root, name, depth + 1) for item in items(node.get("prefixItems"))]
    count = max(least - len(prefix), 0 if prefix or depth > _DEEPEST // 2 else 1)
    return prefix + [_value(node.get("items"), root, name, depth + 1) for _ in range(count)]


def _number(node: dict[str, object]) -> object:
    integer = node.get("type") == "integer" or "integer" in items(node.get("type"))
    value: object = next((node[key] for key in ("minimum", "maximum") if key in node), 1)
    low = node.get("exclusiveMinimum")
    if isinstance(low, int | float) and not isinstance(low, bool):
        value = int(low) + 1
    step = node.get("multipleOf")
    if isinstance(step, int | float) and step:
        value = step
    return int(value) if integer and isinstance(value, float) else value


def _string(node: dict[str, object], name: str) -> str:
    value = _FORMATS.get(text(node.get("format")), name)
    least, most = whole(node.get("minLength")) or 0, whole(node.get("maxLength"))
    return value.ljust(least, "x")[:most]
