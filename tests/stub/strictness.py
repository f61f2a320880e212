"""Checks on what an SDK parsed: nothing invented, nothing lost."""

from __future__ import annotations

from collections.abc import Iterator

import pydantic
from sdks import OLD


def invented(value: object, where: str = "") -> Iterator[str]:
    """The fields that an SDK's own models do not know, anywhere in what it parsed; an old SDK cannot know them all."""
    if OLD:
        return
    if isinstance(value, pydantic.BaseModel):
        for name in value.model_extra or {}:
            yield f"{where}.{name}"
        for name in type(value).model_fields:
            yield from invented(vars(value).get(name), f"{where}.{name}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from invented(item, f"{where}[{index}]")


def dumped(value: pydantic.BaseModel, *without: str) -> dict[str, object]:
    """A model as plain data, empty fields and those named left out at every depth."""
    return _pruned(value.model_dump(mode="json", warnings=False), set(without))


def _pruned(value: object, without: set[str]):
    if isinstance(value, dict):
        kept = {key: _pruned(item, without) for key, item in value.items() if key not in without}
        return {key: item for key, item in kept.items() if item is not None}
    return [_pruned(item, without) for item in value] if isinstance(value, list) else value
