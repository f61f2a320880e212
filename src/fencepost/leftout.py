"""The files of a site's folder that the site does not publish, though they lie there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from fencepost.ignorerules import IgnoreRules

_ALWAYS = (".*", "/templates/")
"""What MkDocs leaves out of every site."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What `exclude_docs`, `draft_docs` and the plugin `exclude` say; `not_in_nav` leaves nothing out."""

    rules: tuple[IgnoreRules, ...] = ()
    globs: tuple[str, ...] = ()
    """Those of the plugin; their `*` crosses folders."""
    expressions: tuple[re.Pattern[str], ...] = ()

    @classmethod
    def of_site(cls, data: Mapping[str, object], excluding: Mapping[str, object]) -> LeftOut:
        """Read the two keys of a `mkdocs.yml` and the options of the plugin."""
        excluded, drafts = (_texts(data.get(key)) for key in ("exclude_docs", "draft_docs"))
        lines = [line for text in excluded for line in text.splitlines()]
        rules = IgnoreRules.of_lines((*_ALWAYS, *lines)), *(IgnoreRules.of_lines(text.splitlines()) for text in drafts)
        expressions = filter(None, map(_compiled, _texts(excluding.get("regex"))))
        return cls(rules, _texts(excluding.get("glob")), tuple(expressions))

    def holds(self, path: str) -> bool:
        """Whether a file is left out; `path` is relative to the site's folder."""
        return (
            any(rules.leave_out(path) for rules in self.rules)
            or any(fnmatchcase(path, glob) for glob in self.globs)
            or any(expression.match(path) for expression in self.expressions)
        )


def _texts(value: object) -> tuple[str, ...]:
    entries = value if isinstance(value, list) else [value]
    return tuple(entry for entry in entries if isinstance(entry, str))


def _compiled(expression: str) -> re.Pattern[str] | None:
    try:
        return re.compile(expression)
    except re.error:  # the site cannot be built with it, which is not for a check of its pages to say
        return None
