"""Values that were read without running anything."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import count

from fencepost.sources.limits import NotStaticError, hold_values
from fencepost.sources.modules import Module
from fencepost.sources.traced import Traced


class MissingError(Exception):
    """There is no such thing; the message says what was looked for."""

    def __init__(self, message: str, wanted: str = "", known: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.wanted = wanted
        self.known = known
        """The names that exist where it was looked for."""


@dataclass(frozen=True, slots=True)
class ClassValue:
    """A class definition."""

    module: Module
    node: ast.ClassDef


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A function definition."""

    module: Module
    node: ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Package:
    """A module as a value, by its dotted name."""

    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """A member of an enumeration."""

    name: str
    value: object


def plain(value: object) -> object:
    """The value without traces: texts are `str`, members of enumerations their value. Raises `NotStaticError`."""
    return _plain(value, count())


def _plain(value: object, counted: count[int]) -> object:
    hold_values(next(counted))
    match value:
        case Traced(text=text):
            return text
        case Member(value=inner):
            return _plain(inner, counted)
        case dict():
            return {_plain(key, counted): _plain(item, counted) for key, item in value.items()}
        case list():
            return [_plain(item, counted) for item in value]
        case tuple():
            return tuple(_plain(item, counted) for item in value)
        case None | bool() | int() | float() | str():
            return value
    raise NotStaticError(f"{_name(value)} has to be imported")


def _name(value: object) -> str:
    match value:
        case ClassValue(node=node):
            return f"the class `{node.name}`"
        case FunctionValue(node=node):
            return f"the function `{node.name}`"
        case Package(name=name):
            return f"the module `{name}`"
    return f"a value of type {type(value).__name__}"
