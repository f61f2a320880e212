"""What the ids behind `::` on the command line name: fences, contracts, and the findings of a page as such."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches

from fencepost.project import PathError, Selection
from fencepost.project_plan import Planned


def ids(asked: Sequence[Selection]) -> list[str]:
    """The ids that were asked for; empty where only pages and folders were."""
    return [f"{item.path}::{item.name}" for item in asked if item.name]


def is_wanted(name: str, named: Collection[str]) -> bool:
    """Whether a fence, a contract or a page's own findings are among what the ids `named` name; all are, if none is."""
    return not named or any(_names(one, name) for one in named)


def refuse_unknown(planned: Planned) -> None:
    """Raise `PathError` for an id that names nothing: a check of nothing would always pass."""
    for item in planned.project.asked:
        known = [*_known(planned, item.path)] if item.name else []
        if item.name and not any(_names(f"{item.path}::{item.name}", name) for name in known):
            words = dict.fromkeys(name.partition("::")[2] for name in known)
            slugs = dict.fromkeys(word.partition("[")[0] for word in words)
            near = get_close_matches(item.name, [*words, *slugs], n=1)
            hint = f"; did you mean `{near[0]}`?" if near else ""
            raise PathError(f"{item.path} has no fence and no contract `{item.name}`{hint}")


def _names(asked: str, name: str) -> bool:
    # `page::slug` names all fences below the heading with their contracts, as with pytest; a fence brings its own.
    return name == asked or name.partition("[")[0] == asked or (asked.endswith("]") and name.startswith(f"{asked}-"))


def _known(planned: Planned, path: str) -> Iterator[str]:
    page = planned.pages.get(path)
    if page is not None:
        yield f"{path}::page"
        yield from (item.id for item in page.fences)
    yield from (one.id for one in planned.all_contracts if one.id.startswith(f"{path}::"))
