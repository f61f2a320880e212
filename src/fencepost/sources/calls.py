"""What can be worked out of the calls that texts commonly go through."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from fencepost.compare.template import TOO_WIDE, RenderError, render
from fencepost.sources import traced
from fencepost.sources.limits import NotStaticError, hold_text
from fencepost.sources.traced import Traced
from fencepost.sources.values import Member, plain

Function = Callable[..., object]
"""Takes and gives values as reading knows them; a `str` that comes back is traced to the call."""

_PERCENT = re.compile(r"%(?:(?:\((?P<key>[^)]*)\))?(?P<spec>[-#0 +]*\d*(?:\.\d+)?)(?P<kind>[diouxXeEfFgGcrsa%]))?")


def formatted(value: object, conversion: str, spec: str) -> str:
    """As `format` does for a replacement field."""
    inner = _simple(value)
    if conversion:
        inner = {"r": repr, "s": str, "a": ascii}[conversion](inner)
    _hold_width(spec)
    try:
        return format(inner, spec)
    except (TypeError, ValueError) as error:
        raise NotStaticError(f"a field cannot be formatted: {error}") from None


def item(value: object, key: object) -> object:
    """As `value[key]`."""
    try:
        if isinstance(value, dict):
            return value[key]
        if isinstance(value, list | tuple) and isinstance(key, int):
            return value[key]
    except (KeyError, IndexError, TypeError):
        raise NotStaticError(f"there is no item {key!r}") from None
    raise NotStaticError("an item of a value that has to be imported")


def percent(template: Traced, values: object) -> Traced:
    """As `template % values`."""
    waiting = list(values) if isinstance(values, tuple) else [values]
    parts: list[Traced] = []
    position = 0
    for match in _PERCENT.finditer(template.text):
        parts.append(template.slice(position, match.start()))
        position = match.end()
        if match["kind"] == "%":
            parts.append(template.slice(match.start(), match.start() + 1))
        elif match["kind"] is None or (match["key"] is None and not waiting):
            raise NotStaticError("a `%` that does not fit its values")
        else:
            value = waiting.pop(0) if match["key"] is None else item(values, match["key"])
            parts.append(_percent_field(match, value, template.origins[match.start()]))
    if waiting and not isinstance(values, dict):
        raise NotStaticError("a `%` with more values than fields")
    return Traced.concat([*parts, template.slice(position, len(template.text))])


def _percent_field(match: re.Match[str], value: object, origin: traced.Origin) -> Traced:
    if isinstance(value, Traced) and match["kind"] == "s" and not match["spec"]:
        return value
    _hold_width(match["spec"])
    try:
        return Traced.whole(f"%{match['spec']}{match['kind']}" % (_simple(value),), origin)
    except (TypeError, ValueError) as error:
        raise NotStaticError(f"a `%` cannot be formatted: {error}") from None


def _hold_width(spec: str) -> None:
    if TOO_WIDE.search(spec):
        raise NotStaticError("a field of more than 9,999 characters")


def _simple(value: object) -> object:
    """The value as a format sees it; what a member of an enumeration shows is for its class to decide."""
    if isinstance(value, Member):
        raise NotStaticError("a member of an enumeration is formatted")
    return plain(value)


def _text(value: object) -> Traced:
    if isinstance(value, Traced):
        return value
    raise NotStaticError("a method of a value that is no text")


def _same_length(change: Callable[[str], str]) -> Function:
    """A method that changes characters and keeps their number."""

    def method(text: object) -> Traced:
        old = _text(text)
        new = change(old.text)
        if len(new) != len(old.text):
            raise NotStaticError("a change of case that changes the length")
        return Traced(new, old.origins)

    return method


def _join(separator: object, parts: object) -> Traced:
    if not isinstance(parts, list | tuple):
        raise NotStaticError("`join` of a value that has to be run")
    return traced.join(_text(separator), [_text(part) for part in parts])


def _strip(*, left: bool, right: bool) -> Function:
    def method(text: object, characters: object = None) -> Traced:
        chosen = None if characters is None else _text(characters).text
        return traced.strip(_text(text), chosen, left=left, right=right)

    return method


def _replace(text: object, old: object, new: object, count: int = -1) -> Traced:
    return traced.replace(_text(text), _text(old).text, _text(new), count)


def _removeprefix(text: object, prefix: object) -> Traced:
    whole = _text(text)
    return whole.slice(len(whole.text) - len(whole.text.removeprefix(_text(prefix).text)), len(whole.text))


def _removesuffix(text: object, suffix: object) -> Traced:
    whole = _text(text)
    return whole.slice(0, len(whole.text.removesuffix(_text(suffix).text)))


def _splitlines(text: object) -> list[Traced]:
    whole = _text(text)
    count = len(whole.text.splitlines())
    if [line.text for line in whole.lines()[:count]] != whole.text.splitlines():
        raise NotStaticError("`splitlines` meets other line ends")
    return whole.lines()[:count]


def _format(template: object, *positional: object, **named: object) -> Traced:
    whole = _text(template)
    values = {str(index): value for index, value in enumerate(positional)} | named
    try:
        parts = render(whole.text, {name: _simple(value) for name, value in values.items()})
    except RenderError as error:
        raise NotStaticError(f"`format`: {error}") from None
    hold_text(sum(len(part.text) for part in parts))
    return Traced.concat(
        whole.slice(part.piece.start, part.piece.end)
        if part.piece.kind == "text"
        else Traced.whole(part.text, whole.origins[part.piece.start])
        for part in parts
    )


def _dumps(value: object, *, indent: int | None = None, ensure_ascii: bool = True, sort_keys: bool = False) -> str:
    return json.dumps(plain(value), indent=indent, ensure_ascii=ensure_ascii, sort_keys=sort_keys)


def _table(value: object) -> dict[object, object]:
    if isinstance(value, dict):
        return value
    raise NotStaticError("a method of a value that is no dictionary")


def _default(first: object = ..., *, default: object = ..., **_other: object) -> object:
    """What `field(default=…)` leaves in the class."""
    value = default if first is ... else first
    if value is ...:
        raise NotStaticError("a field without a default")
    return value


METHODS: dict[str, Function] = {
    "join": _join,
    "strip": _strip(left=True, right=True),
    "lstrip": _strip(left=True, right=False),
    "rstrip": _strip(left=False, right=True),
    "replace": _replace,
    "removeprefix": _removeprefix,
    "removesuffix": _removesuffix,
    "splitlines": _splitlines,
    "lower": _same_length(str.lower),
    "upper": _same_length(str.upper),
    "title": _same_length(str.title),
    "capitalize": _same_length(str.capitalize),
    "format": _format,
    "items": lambda value: [(key, item) for key, item in _table(value).items()],
    "keys": lambda value: list(_table(value)),
    "values": lambda value: list(_table(value).values()),
}
"""Methods of texts and dictionaries, by name."""

FUNCTIONS: dict[str, Function] = {
    "textwrap.dedent": lambda text: traced.dedent(_text(text)),
    "textwrap.indent": lambda text, prefix: traced.indent(_text(text), _text(prefix).text),
    "inspect.cleandoc": lambda text: traced.cleandoc(_text(text)),
    "json.dumps": _dumps,
    "dataclasses.field": _default,
    "pydantic.Field": _default,
    "types.MappingProxyType": lambda value: value,
    "builtins.str": lambda value: _text(value),
    "builtins.tuple": lambda values: tuple(values),
    "builtins.list": lambda values: list(values),
    "builtins.len": lambda value: len(value.text) if isinstance(value, Traced) else len(value),
    "builtins.enumerate": lambda values, start=0: list(enumerate(values, start)),
    "builtins.zip": lambda *values: list(zip(*values, strict=False)),
    "builtins.dict": lambda *parts, **named: {**dict(*parts), **named},
}
"""Functions by their dotted name."""
