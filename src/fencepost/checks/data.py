"""Parses fences of data, so that what a reader copies can be read."""

from __future__ import annotations

import configparser
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from xml.parsers import expat

from fencepost import kinds
from fencepost.checks.envforms import check_env
from fencepost.checks.jsonforms import check_json, check_lines
from fencepost.checks.python import unparsed
from fencepost.checks.tomlforms import check_toml
from fencepost.checks.wrongdata import WrongDataError
from fencepost.model import Fence, Finding, Page


def check_data(page: Page, fence: Fence) -> list[Finding]:
    """FP108 for a fence of JSON, YAML, TOML, INI, XML or of environment variables that does not parse."""
    form = kinds.DATA[fence.language]
    try:
        _PARSERS[form](fence.body)
    except WrongDataError as wrong:
        if fence.body.lstrip().startswith(("```", "~~~")):
            said = "this is not parsed: it shows another fence"
            return [replace(unparsed(page, fence, "FP108", said, 1), severity="info", help="")]
        return [unparsed(page, fence, "FP108", f"the {form} does not parse: {wrong.message}", wrong.line)]
    return []


def _yaml(text: str) -> None:
    from fencepost.checks.yamlforms import check_yaml  # PyYAML is slow to import, and most pages show none

    check_yaml(text)


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
