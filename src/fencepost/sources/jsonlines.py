"""The file line from which each line of a value's JSON came, as far as literals tell."""

from __future__ import annotations

import ast
import json

_TELLING = 8
"""How long a line must be to be looked for."""


def as_json(value: object) -> str:
    """A value as quotes show it. Raises `TypeError` and `ValueError` for what JSON does not hold."""
    return json.dumps(value, indent=2, ensure_ascii=False)


def json_lines(node: ast.expr, value: object) -> list[int]:
    """For each line of `as_json(value)` the file line; `node` is the expression that gave the value.

    JSON of this form has one line for each scalar and each bracket, in the order in which a literal is written.
    What is no literal, a name for instance, counts as written on its own line.
    """
    last = node.end_lineno or node.lineno
    match node, value:
        case ast.Dict(keys=keys, values=nodes), dict() if value and len(nodes) == len(value) and all(keys):
            inner = [
                [key.lineno, *json_lines(part, item)[1:]]
                for key, part, item in zip(keys, nodes, value.values(), strict=True)
                if key is not None
            ]
        case ((ast.List(elts=nodes) | ast.Tuple(elts=nodes)), (list() | tuple())) if value and len(nodes) == len(value):
            inner = [json_lines(part, item) for part, item in zip(nodes, value, strict=True)]
        case _:
            return [node.lineno] * (as_json(value).count("\n") + 1)
    return [node.lineno, *(line for lines in inner for line in lines), last]


def guessed_lines(text: str, source: list[str], otherwise: int) -> list[int]:
    """For each line of a text that a module made, the only line of the module's source that holds it."""
    found: list[int] = []
    for line in text.split("\n"):
        holding = (
            [number for number, code in enumerate(source, 1) if line.strip() in code]
            if len(line.strip()) >= _TELLING
            else []
        )
        found.append(holding[0] if len(holding) == 1 else otherwise)
    return found
