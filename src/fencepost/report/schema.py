"""The JSON Schema of the JSON report, for those who read it by program. `fencepost schema report` prints it."""

from __future__ import annotations

from typing import Any, get_args

from fencepost.model import Fate, Outcome, Severity, TranslationState

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
_FLAG: Schema = {"type": "boolean"}
_COUNT: Schema = {"type": "integer", "minimum": 0}
_NUMBER: Schema = {"type": "integer", "minimum": 1}


def report_schema() -> Schema:
    """Version 1 of the report as JSON Schema, draft 2020-12. Later reports of this version may hold further keys."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "fencepost report, version 1",
        **_object(
            {
                "version": {"const": 1},
                "tool": _said("fencepost and its version.", _TEXT),
                "running": _said("Whether fences were run.", _FLAG),
                "summary": _summary(),
                "pages": _array(_page()),
                "fences": _array(_fence()),
                "contracts": _array(_contract()),
                "findings": _array(_finding()),
                "translations": _said("Only in `fencepost list --languages`.", _translations()),
            },
            optional=("translations",),
        ),
    }


def _summary() -> Schema:
    return _object(
        {
            "pages": _COUNT,
            "fences": _COUNT,
            "contracts": _COUNT,
            "errors": _COUNT,
            "warnings": _COUNT,
            "fixable": _said("Findings that --fix would mend.", _COUNT),
            "blocked": _said("Fences and contracts that an earlier failure kept from being tried.", _COUNT),
            "unscripted": _said("Replies of a model that no script gave and that were made up.", _COUNT),
            "not_checked": _said("Contracts that need what was not allowed: running or importing.", _COUNT),
            "fates": _object(dict.fromkeys(get_args(Fate), _COUNT)),
        }
    )


def _page() -> Schema:
    return _object(
        {
            "path": _said("Relative to the project's root, with forward slashes.", _TEXT),
            "language": _or_null(_TEXT),
            "twin": _said("The same page in another language.", _or_null(_TEXT)),
            "sha256": _said("Of the page's text as UTF-8.", {"type": "string", "pattern": "^[0-9a-f]{64}$"}),
        }
    )


def _fence() -> Schema:
    return _object(
        {
            "id": _said("The page, the slug of the heading above it, and its number below that heading.", _TEXT),
            "page": _TEXT,
            "line": _said("The line of the opening mark.", _NUMBER),
            "end_line": _NUMBER,
            "language": _said("The first word of the info string; empty where there is none.", _TEXT),
            "fate": _said("What is planned for it.", {"enum": list(get_args(Fate))}),
            "reason": _said("Why it has this fate.", _TEXT),
            "outcome": _said("What came of it; null for a fence that is only shown.", _outcome(None)),
        }
    )


def _contract() -> Schema:
    return _object(
        {
            "id": _TEXT,
            "kind": _said("Such as quote, output or translates.", _TEXT),
            "source": _said("The source expression, where there is one.", _or_null(_TEXT)),
            "page": _said("Null for a contract of the settings.", _or_null(_TEXT)),
            "fence": _said("The id of the fence that is held.", _or_null(_TEXT)),
            "outcome": _outcome(),
        }
    )


def _finding() -> Schema:
    return _object(
        {
            "code": {"type": "string", "pattern": "^FP[0-9]{3}$"},
            "rule": _said("The rule's short name.", _TEXT),
            "severity": {"enum": [name for name in get_args(Severity) if name != "off"]},
            "page": _said("The file that it points into; a source file for FP304 and FP307.", _TEXT),
            "line": _NUMBER,
            "column": _NUMBER,
            "end_line": _NUMBER,
            "end_column": _NUMBER,
            "message": _TEXT,
            "fence": _said("The id of the fence that it belongs to.", _or_null(_TEXT)),
            "related": _array(_object({"path": _TEXT, "line": _NUMBER, "column": _NUMBER})),
            "help": _said("How to go on; may be empty.", _TEXT),
            "detail": _said("A diff, a frame of the source, captured output: line by line.", _array(_TEXT)),
            "fixable": _said("Whether --fix would mend it.", _FLAG),
        }
    )


def _translations() -> Schema:
    states = get_args(TranslationState)
    counts = {"type": "object", "additionalProperties": _object(dict.fromkeys(states, _COUNT))}
    page = {
        "page": _TEXT,
        "language": _TEXT,
        "twin": _or_null(_TEXT),
        "state": {"enum": list(states)},
        "errors": _COUNT,
        "warnings": _COUNT,
    }
    return _object({"summary": _said("By language.", counts), "pages": _array(_object(page))})


def _outcome(*more: None) -> Schema:
    return {"enum": [*get_args(Outcome), *more]}


def _object(properties: dict[str, Schema], optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required}


def _array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _said(description: str, schema: Schema) -> Schema:
    return {"description": description, **schema}
