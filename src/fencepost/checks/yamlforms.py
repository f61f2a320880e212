"""YAML as documentation shows it: whole, or with a lone `...` where lines are left out."""

from __future__ import annotations

import re

import yaml

from fencepost.checks import yamlnodes
from fencepost.checks.wrongdata import WrongDataError, parse_around_dots

_DOTS = re.compile(r"^[ \t]*(?:- )?(?:\.{3,}|…)[ \t]*$", re.MULTILINE)


def check_yaml(text: str) -> None:
    """Parse a stream of YAML, none of whose mappings has a key twice. Raises `WrongDataError`."""
    # A lone `...` that stands for further lines is no YAML; what stands around it has to be.
    parse_around_dots(text, _compose, lambda text: _DOTS.sub("", text))


def _compose(text: str) -> None:
    try:
        for node in yamlnodes.documents(text):
            _no_duplicate_keys(node)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise WrongDataError(str(error.problem or error.context), line) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise WrongDataError(str(error), 1) from error


def _no_duplicate_keys(node: yaml.Node | None) -> None:
    pending = [node] if node is not None else []
    visited: set[int] = set()
    while pending:
        current = pending.pop()
        if id(current) in visited:  # an alias
            continue
        visited.add(id(current))
        if isinstance(current, yaml.SequenceNode):
            pending += current.value
        elif isinstance(current, yaml.MappingNode):
            seen: set[str] = set()
            for key, value in current.value:
                if isinstance(key, yaml.ScalarNode):
                    if key.value in seen:
                        line = key.start_mark.line + 1
                        raise WrongDataError(f"the key {key.value!r} stands twice in one mapping", line)
                    seen.add(key.value)
                pending.append(value)
