"""`page continues=PAGE`: a page that goes on from the folder and the module of another one."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import replace

from fencepost.fates import Conditions
from fencepost.model import Finding
from fencepost.plan import PagePlan, plan_page
from fencepost.project import Project, read_page
from fencepost.rules import RULES
from fencepost.tree import is_file


def continued(plans: Mapping[str, PagePlan], project: Project, conditions: Conditions) -> dict[str, PagePlan]:
    """The plans, each with the plan of the page that it continues; FP104 where there is none, or a circle."""
    known = dict(plans)
    for plan in plans.values():
        _read_on(plan, known, project, conditions)
    return {path: _linked(plan, known, project) for path, plan in plans.items()}


def _read_on(plan: PagePlan, known: dict[str, PagePlan], project: Project, conditions: Conditions) -> None:
    """Read the pages that a page continues and that were not asked for."""
    path = _wanted(plan, project)
    if path is not None and path not in known and (page := read_page(project, path)) is not None:
        known[path] = plan_page(page, conditions)
        _read_on(known[path], known, project, conditions)


def _linked(plan: PagePlan, known: Mapping[str, PagePlan], project: Project) -> PagePlan:
    way = [plan.page.path]
    path = _wanted(plan, project)
    while path is not None and path in known and path not in way:
        way.append(path)
        path = _wanted(known[path], project)
    if path is None:
        linked = known[way.pop()]
        while way:
            linked = replace(known[way.pop()], continued=linked)
        return linked
    if path in way:
        return _wrong(plan, f"`continues` leads in a circle: {' → '.join((*way, path))}")
    return _wrong(plan, f"`continues` names no page of the project: `{path}`")


def _wanted(plan: PagePlan, project: Project) -> str | None:
    """The page that a page continues: relative to its folder, else to the project's root."""
    wanted = plan.option("continues")
    if wanted is None:
        return None
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(plan.page.path), wanted))
    return beside if is_file(project.loaded.root / beside) else posixpath.normpath(wanted)


def _wrong(plan: PagePlan, message: str) -> PagePlan:
    assert plan.options is not None
    place = plan.page.place(plan.options.line, plan.options.comment.column)
    finding = Finding("FP104", message, place, help=RULES["FP104"].fix)
    return replace(plan, findings=(*plan.findings, finding))
