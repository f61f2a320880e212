"""Pages with a fault, made in memory: only the page is read anew, and only what the fault touches is held again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fencepost.checks.rewrite import rewrite
from fencepost.compare.lines import fold
from fencepost.edits import apply
from fencepost.model import Fence, Page
from fencepost.plan import Contract, PagePlan
from fencepost.project import Project
from fencepost.project_plan import Planned, plan_pages


@dataclass(frozen=True, slots=True)
class Faulty:
    """A project with another text on some of its pages."""

    project: Project
    plans: dict[str, PagePlan]


@dataclass(frozen=True, slots=True)
class Pages:
    """Makes faulty pages of a project."""

    planned: Planned

    def with_texts(self, texts: Mapping[str, str]) -> Faulty:
        """The project with these texts on its pages."""
        project = self.planned.project.with_texts(texts, expanded=True)
        known = {path: plan for path, plan in self.planned.pages.items() if path not in texts}
        return Faulty(project, plan_pages(project, known=known))

    def plan(self, page: Page, text: str) -> PagePlan:
        """The plan of one page with another text."""
        return self.with_texts({page.path: text}).plans[page.path]


def with_lines(page: Page, fence: Fence, lines: Sequence[str]) -> str:
    """The page's text with other lines in a fence."""
    return apply(page.text, [rewrite(fence, page, list(lines))])


def took(plan: PagePlan, number: int, lines: Sequence[str]) -> bool:
    """Whether the fence of this number now has these lines: what ends the fence is another fault than was meant."""
    fences = plan.page.fences
    return number < len(fences) and fold(fences[number].body) == list(lines)


def same_contract(plan: PagePlan, contract: Contract) -> Contract | None:
    """The contract of the same id on another version of its page."""
    return next((one for one in plan.contracts if one.id == contract.id), None)


def moved(contract: Contract, faulty: Faulty) -> Contract:
    """A contract between pages, on the faulty ones."""
    assert contract.page is not None
    return replace(contract, page=faulty.plans[contract.page.path].page)
