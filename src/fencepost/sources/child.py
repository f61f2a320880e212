"""The process that imports a project's modules: one request a line on standard input, one reply on standard output.

It is started as a script, knows nothing of the rest of the package, and gives its own standard output to the
replies alone: what the project prints goes nowhere.

A request is `{"module": …, "steps": "[('attribute', 'NAME'), ('item', 'key'), ('call', (), {})]"}`, a reply
`{"text": …, "json": bool, "path": …}` or `{"error": …}`.
"""

from __future__ import annotations

import ast
import enum
import importlib
import inspect
import json
import os
import sys
from typing import Any, TextIO


def main() -> None:
    """Answer requests until the input ends."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    sys.path[:0] = sys.argv[1:]
    serve(requests, replies)
    # threads of the project must not keep the process alive
    os._exit(0)


def serve(requests: TextIO, replies: TextIO) -> None:
    """Answer each line of `requests` with a line on `replies`."""
    for line in requests:
        request = json.loads(line)
        try:
            reply = answer(request["module"], ast.literal_eval(request["steps"]))
        except BaseException as error:  # whatever a module raises at import is the reply
            reply = {"error": told(error)}
        replies.write(json.dumps(reply) + "\n")
        replies.flush()


def answer(module: str, steps: list[tuple[Any, ...]]) -> dict[str, object]:
    """The value to which the steps lead, as text or JSON."""
    value: Any = importlib.import_module(module)
    path = getattr(value, "__file__", None)
    for step in steps:
        value = follow(value, step)
    if isinstance(value, enum.Enum):
        value = value.value
    text = str(value) if isinstance(value, str) else as_json(value)
    return {"text": text, "json": not isinstance(value, str), "path": path}


def follow(value: Any, step: tuple[Any, ...]) -> Any:
    """One step further: an attribute, an item or a call."""
    match step:
        case "attribute", "__doc__":
            return inspect.getdoc(value)
        case "attribute", name:
            return getattr(value, name)
        case "item", key:
            return value[key]
        case _, arguments, keywords:
            return value(*arguments, **keywords)
    raise ValueError(f"{step!r} is no step")


def as_json(value: object) -> str:
    """A value as JSON in definition order; a pydantic model as its JSON Schema."""
    return json.dumps(_simple(value), indent=2, ensure_ascii=False, default=_simple)


def _simple(value: Any) -> Any:
    if isinstance(value, type) and hasattr(value, "model_json_schema"):
        return value.model_json_schema()
    if hasattr(value, "model_dump"):
        return value.model_dump(mode="json")
    if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    if isinstance(value, enum.Enum):
        return value.value
    if value is None or isinstance(value, str | int | float | bool | list | tuple | dict):
        return value
    if hasattr(value, "keys") and hasattr(value, "__getitem__"):
        return {key: value[key] for key in value}
    if inspect.isroutine(value):
        raise TypeError(f"`{value.__name__}` is a function: add `()` to quote what it returns, or use `src:`")
    raise TypeError(f"a value of type {type(value).__name__} is neither text nor JSON")


def told(error: BaseException) -> str:
    """An exception in one line."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # a broken `__str__` of the project
        message = ""
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


if __name__ == "__main__":
    main()
