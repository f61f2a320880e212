"""`fencepost check --show-settings`: what holds, and where each value comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from fencepost import tree
from fencepost.decisions import key_of
from fencepost.project import Project
from fencepost.settings import Settings, given_keys


def render(project: Project) -> str:
    """Every key as TOML, with its place, `guessed` or `default` behind it."""
    loaded = project.loaded
    where = f"{loaded.file} ({loaded.root})" if loaded.file else f"no settings in {loaded.root}"
    lines = [f"# {where}"]
    given = given_keys(loaded)
    for field in fields(Settings):
        key = key_of(field.name)
        value, origin = getattr(loaded.settings, field.name), "default"
        if key in given:
            place = loaded.place_of(key)
            origin = f"{place.path}:{place.line}"
        elif (guess := _guessed(key, project)) is not None:
            value, origin = guess
        lines.append(f"{key} = {_toml(value)}  # {origin}" if value is not None else f"# {key} is not set")
    return "\n".join(lines) + "\n"


def _guessed(key: str, project: Project) -> tuple[Any, str] | None:
    """The value that holds where the settings leave a key out."""
    site = _site(project) or "guessed from the pages"
    if key == "dialect" and project.pages:
        dialects = sorted({page.dialect for page in project.pages})
        return (dialects[0] if len(dialects) == 1 else None), site
    if key == "site" and project.site:
        return _site(project), "found"
    if key == "languages" and project.languages:
        return project.languages, site if project.site and project.site.languages else "guessed from folders"
    return None


def _site(project: Project) -> str:
    """The site's file, relative to the root; empty where there is none."""
    return tree.shown(project.site.path, project.loaded.root) if project.site else ""


def _toml(value: object) -> str:
    """The value on one line; text in JSON's escapes, which TOML shares."""
    if isinstance(value, Mapping):
        pairs = (f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items() if item is not None)
        return "{" + ", ".join(pairs) + "}"
    if is_dataclass(value) and not isinstance(value, type):
        return _toml({key_of(field.name): getattr(value, field.name) for field in fields(value)})
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
