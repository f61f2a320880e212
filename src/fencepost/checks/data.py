"""Parses fences of data, so that what a reader copies can be read."""

from __future__ import annotations

import configparser
import re
from collections.abc import Callable
from functools import partial
from xml.parsers import expat

import yaml

from fencepost import kinds
from fencepost.checks import yamlnodes
from fencepost.checks.envforms import check_env
from fencepost.checks.jsonforms import check_json, check_lines
from fencepost.checks.python import unparsed
from fencepost.checks.tomlforms import check_toml
from fencepost.checks.wrongdata import WrongDataError
from fencepost.model import Fence, Finding, Page

_DOTS = re.compile(r"^[ \t]*(?:- )?(?:\.\.\.|…)[ \t]*$", re.MULTILINE)


def check_data(page: Page, fence: Fence) -> list[Finding]:
    """FP108 for a fence of JSON, YAML, TOML, INI, XML or of environment variables that does not parse."""
    form = kinds.DATA[fence.language]
    try:
        _PARSERS[form](fence.body)
    except WrongDataError as wrong:
        return [unparsed(page, fence, "FP108", f"the {form} does not parse: {wrong.message}", wrong.line)]
    return []


def _yaml(text: str) -> None:
    try:
        _compose(text)
    except WrongDataError:
        # A lone `...` that stands for further lines is no YAML; what stands around it has to be.
        whole = _DOTS.sub("", text)
        if whole == text:
            raise
        try:
            _compose(whole)
        except WrongDataError as wrong:
            raise wrong from None


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
    while pending:
        current = pending.pop()
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


def _ini(text: str) -> None:
    parser = configparser.RawConfigParser(allow_no_value=True, strict=True)
    try:
        # Many programs read files whose first keys stand before any section.
        parser.read_string("[top]\n" + text)
    except configparser.Error as error:
        line = getattr(error, "lineno", None) or 2
        raise WrongDataError(str(error).split("\n", 1)[0], max(1, line - 1)) from error


def _xml(text: str) -> None:
    # A fragment may have several roots and use prefixes that are declared elsewhere: no namespaces are resolved.
    parser = expat.ParserCreate()
    declared = text.lstrip().startswith("<?xml")
    try:
        parser.Parse(text.lstrip() if declared else f"<fragment>{text}</fragment>", True)
    except expat.ExpatError as error:
        raise WrongDataError(expat.ErrorString(error.code) or str(error), error.lineno) from error


_PARSERS: dict[str, Callable[[str], None]] = {
    "json": check_json,
    "jsonc": partial(check_json, lenient=True),
    "json lines": check_lines,
    "yaml": _yaml,
    "toml": check_toml,
    "ini": _ini,
    "env": check_env,
    "xml": _xml,
}
