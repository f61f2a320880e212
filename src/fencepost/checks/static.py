"""Holds everything that can be held without running a fence: one entry for each fence and each contract."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from fencepost import kinds
from fencepost.binding import locate
from fencepost.checks import data
from fencepost.checks.agree import check_agree
from fencepost.checks.block import hold_block, unresolved, verdict
from fencepost.checks.copies import Copies
from fencepost.checks.names import names_bound, undefined_names
from fencepost.checks.shell import check_programs, check_shell
from fencepost.checks.translates import check_translates
from fencepost.checks.translation import compare_pages
from fencepost.model import Finding, Page, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.project import Project
from fencepost.settings import Agreement, Quotation, Translation
from fencepost.sources import Commands, Sources, SourceText, Unresolved


class StaticChecks:
    """Checks fences and contracts of one project."""

    def __init__(
        self,
        project: Project,
        plans: dict[str, PagePlan],
        *,
        importing: bool,
        running: bool = False,
        names: Collection[str] = (),
    ) -> None:
        """Prepare the checks of `project`.

        `importing` says whether the settings' `import` may be used, `running` whether the commands of `shell` may;
        `names` may be used on every page without being defined there.
        """
        self._given = names
        self._project = project
        self._plans = plans
        self._undefined: dict[str, dict[str, list[Finding]]] = {}
        settings = project.loaded.settings
        commands = Commands(project.loaded.root, settings.shell if isinstance(settings.shell, list) else ())
        self._sources = Sources(
            project.loaded.root,
            allow_import=settings.import_,
            importing=importing,
            pages=project.page,
            makers={"cmd": commands} if running else None,
        )
        self._copies = Copies(self._sources)

    def fence(self, plan: FencePlan, page: Page) -> list[Finding]:
        """What is wrong with the text of a fence by itself."""
        fence = plan.fence
        if plan.fate == "shown":
            return self._copies.check(plan, page)
        if plan.fate == "parsed" and fence.language in kinds.DATA:
            return data.check_data(page, fence)
        if fence.language in kinds.SHELL:
            return self._shell(plan, page)
        if plan.fate not in ("parsed", "run") or fence.language not in kinds.PYTHON:
            return []
        broken = [] if kinds.has_prompts(fence.body) else data.check_python(page, fence)
        return broken or self._names(page).get(plan.id, [])

    def _shell(self, plan: FencePlan, page: Page) -> list[Finding]:
        shell = self._project.loaded.settings.shell
        if plan.fate == "run":
            return check_programs(page, plan.fence, shell if isinstance(shell, list) else ())
        return check_shell(page, plan.fence) if plan.fate == "parsed" and shell != "off" else []

    def _names(self, page: Page) -> dict[str, list[Finding]]:
        if page.path not in self._undefined:
            plan = self._plans[page.path]
            self._undefined[page.path] = undefined_names(plan, {*self._given, *names_bound(plan.continued)})
        return self._undefined[page.path]

    def contract(self, contract: Contract) -> Verdict:
        """Hold a contract that needs no running."""
        if contract.needs_running:
            return Verdict("not_checked")
        match contract.kind:
            case "quote" | "translates" if contract.page is not None:
                assert contract.source is not None
                source = self._sources.resolve(contract.source, page=contract.page.path)
                if isinstance(source, Unresolved) and contract.source.startswith("made:"):
                    source = replace(source, reason="no fence that runs stands before it", not_checked=False, help="")
                return hold_block(contract, source)
            case "quote":
                return self._unbound(contract)
            case "translates":
                return self._translation(contract)
            case "agree":
                return self._agree(contract)
            case "pair":
                return self._pair(contract)
            case _:
                return Verdict("not_checked")

    def close(self) -> None:
        """End the child process that imports, if there was one."""
        self._sources.close()

    def _unbound(self, contract: Contract) -> Verdict:
        entry = contract.entry
        assert isinstance(entry, Quotation)
        why = locate(entry, self._project.page(entry.page))
        advice = "Correct the entry; what matches nothing checks nothing."
        return verdict([Finding("FP303", f"quote: {why}", contract.place, help=advice)])

    def _translation(self, contract: Contract) -> Verdict:
        entry = contract.entry
        assert isinstance(entry, Translation)
        source = self._resolve_settings(entry.source, contract)
        rewrite = self._resolve_settings(entry.rewrite, contract)
        for part in (source, rewrite):
            if isinstance(part, Verdict):
                return part
        assert isinstance(source, SourceText)
        assert isinstance(rewrite, SourceText)
        return verdict(check_translates(rewrite.text, rewrite.place, source, entry.values))

    def _agree(self, contract: Contract) -> Verdict:
        entry = contract.entry
        assert isinstance(entry, Agreement)
        texts: dict[str, SourceText] = {}
        for expression in entry.sources:
            source = self._resolve_settings(expression, contract)
            if isinstance(source, Verdict):
                return source
            texts[expression] = source
        found = check_agree(entry.name, entry.lines, entry.except_, texts, contract.place)
        return verdict(found)

    def _pair(self, contract: Contract) -> Verdict:
        assert contract.page is not None
        assert contract.source is not None
        return verdict(compare_pages(self._plans[contract.source], self._plans[contract.page.path]))

    def _resolve_settings(self, expression: str, contract: Contract) -> SourceText | Verdict:
        source = self._sources.resolve(expression)
        if isinstance(source, Unresolved) and expression.startswith("made:"):
            source = replace(source, reason="only a page has files that its fences made", not_checked=False, help="")
        return unresolved(source, contract, None) if isinstance(source, Unresolved) else source
