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


def continued(plans: Mapping[str, PagePlan], project: Project, conditions: Conditions) -> dict[str, PagePlan]:
    """The plans, each with the plan of the page that it continues; FP104 where there is none, or a circle."""
    known = dict(plans)

    def link(plan: PagePlan, behind: tuple[str, ...]) -> PagePlan:
        wanted = plan.option("continues")
        if wanted is None:
            return plan
        path = _path(project, plan.page.path, wanted)
        if path in behind:
            circle = " → ".join((*behind[behind.index(path) :], path))
            return _wrong(plan, f"`continues` leads back to this page: {circle}")
        if path not in known and (page := read_page(project, path)) is not None:
            known[path] = plan_page(page, conditions)
        if path not in known:
            return _wrong(plan, f"`continues` names no page of the project: `{wanted}`")
        return replace(plan, continued=link(known[path], (*behind, path)))

    return {path: link(plan, (path,)) for path, plan in plans.items()}


def _path(project: Project, page: str, wanted: str) -> str:
    """Relative to the page's folder, else to the project's root."""
    beside = posixpath.normpath(posixpath.join(posixpath.dirname(page), wanted))
    return beside if (project.loaded.root / beside).is_file() else posixpath.normpath(wanted)


def _wrong(plan: PagePlan, message: str) -> PagePlan:
    assert plan.options is not None
    place = plan.page.place(plan.options.line, plan.options.comment.column)
    finding = Finding("FP104", message, place, help=RULES["FP104"].fix)
    return replace(plan, findings=(*plan.findings, finding))
