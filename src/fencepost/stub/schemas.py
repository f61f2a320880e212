"""JSON Schemas as the providers take them: valid ones, the strict subset, and whether a value fits.

`jsonschema` is imported at its first use: it costs some 200 ms, and most pages need none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fencepost.stub.shapes import items, mapping, named, pointed_at, text

_NOT_STRICT = ("allOf", "not", "dependentRequired", "dependentSchemas", "if", "then", "else", "oneOf")


def misfit(schema: Mapping[str, object], value: object) -> str | None:
    """Why a value does not fit, or `None`; also where the schema itself cannot be used.

    A reference that leads out of the document is not fetched.
    """
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError, best_match
    from referencing import Registry
    from referencing.exceptions import Unresolvable

    try:
        error = best_match(Draft202012Validator(schema, registry=Registry()).iter_errors(value))
    except (SchemaError, Unresolvable, RecursionError) as trouble:
        return f"the schema cannot be used: {trouble}"
    if error is None:
        return None
    where = "".join(f"[{step!r}]" for step in error.absolute_path)
    return f"{error.message} (at {where})" if where else str(error.message)


def problem(schema: object) -> str | None:
    """Why something is no JSON Schema (draft 2020-12), or `None`."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError

    if not isinstance(schema, Mapping):
        return f"a JSON Schema is an object, got {named(schema)}"
    try:
        Draft202012Validator.check_schema(mapping(schema))
    except SchemaError as error:
        where = ".".join(str(step) for step in error.absolute_path)
        return f"{error.message} (at {where})" if where else str(error.message)
    return next(_dangling(mapping(schema), mapping(schema)), None)


def not_an_object(schema: object) -> str | None:
    """Why a schema cannot describe a tool's arguments, which are an object."""
    kind = mapping(schema).get("type")
    if kind == "object":
        return None
    return f"schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{kind}\"'"


def not_strict(schema: object) -> str | None:
    """Why a schema is outside the subset that `strict` allows, or `None`.

    Every object lists all its properties as required and allows no others; the root is an object; composition is
    `anyOf` alone. Source: OpenAI's guide to structured outputs, "Supported schemas".
    """
    root = mapping(schema)
    if "anyOf" in root:
        return "the root must not be anyOf"
    return not_an_object(root) or next(_unstrict(root, "()"), None)


def _unstrict(node: Mapping[str, object], where: str) -> Iterator[str]:
    for keyword in _NOT_STRICT:
        if keyword in node:
            yield f"In context={where}, '{keyword}' is not permitted."
    properties = mapping(node.get("properties"))
    if node.get("type") == "object" or "object" in items(node.get("type")) or properties:
        if node.get("additionalProperties") is not False:
            yield f"In context={where}, 'additionalProperties' is required to be supplied and to be false."
        missing = [key for key in properties if key not in items(node.get("required"))]
        if missing:
            yield (
                f"In context={where}, 'required' is required to be supplied and to be an array including every key "
                f"in properties. Missing '{missing[0]}'."
            )
    for step, child in children(node):
        yield from _unstrict(child, f"{where[:-1]}{', ' if where != '()' else ''}'{step}')")


def children(node: Mapping[str, object]) -> Iterator[tuple[str, dict[str, object]]]:
    """The schemas directly inside a schema, each with the step that leads there."""
    for key in ("properties", "$defs", "definitions", "patternProperties"):
        for name, child in mapping(node.get(key)).items():
            yield name, mapping(child)
    for key in ("items", "additionalProperties", "not"):
        if isinstance(node.get(key), Mapping):
            yield key, mapping(node[key])
    for key in ("anyOf", "oneOf", "allOf", "prefixItems"):
        for index, child in enumerate(items(node.get(key))):
            yield f"{key}.{index}", mapping(child)


def _dangling(node: Mapping[str, object], root: Mapping[str, object]) -> Iterator[str]:
    reference = text(node.get("$ref"))
    if reference.startswith("#") and not isinstance(pointed_at(reference, root), Mapping):
        yield f"reference '{reference}' leads nowhere"
    for _, child in children(node):
        yield from _dangling(child, root)
