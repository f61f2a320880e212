"""Holds everything that can be held without running a fence: one entry for each fence and each contract."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

from fencepost import kinds
from fencepost.binding import locate
from fencepost.checks.means import Means
from fencepost.heard import EVERYTHING, LEFT_OUT, Heard
from fencepost.model import Finding, Page, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.plugins.used import PluginError, failed
from fencepost.project import Project
from fencepost.rules import RULES
from fencepost.settings import Agreement, Quotation, Translation
from fencepost.verdicts import verdict

if TYPE_CHECKING:
    from fencepost.checks.names import Known, Names
    from fencepost.checks.translation import History
    from fencepost.sources import SourceText, Unresolved


COMPARING = frozenset({"FP113", *(code for code in RULES if code.startswith("FP4"))})
"""What may come of comparing two languages."""
LINKING = frozenset({"FP501", "FP502"})
"""What may come of checking links."""


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
        history: History | None = None,
        audience: Heard = EVERYTHING,
    ) -> None:
        """Prepare the checks of `project`.

        `importing` says whether the settings' `import` may be used, `running` whether the commands of `shell` may;
        `names` may be used on every page without being defined there; `history` has been read before; of `audience`
        somebody hears: what no finding would come of is left out.
        """
        self._audience = audience
        self._given = names
        self._project = project
        self._plans = {**_continued(plans.values()), **plans}
        self._read_names: dict[str, Names] = {}
        self._read_code: dict[str, bool] = {}
        self._known: Known | None = None
        self._means = Means(project, importing=importing, running=running, history=history)

    def fence(self, plan: FencePlan, page: Page) -> list[Finding]:
        """What is wrong with the text of a fence by itself."""
        fence = plan.fence
        if not self.looks_at(plan, page):
            return []
        if plan.fate == "shown":
            return self._means.copies.check(plan, page)
        if plan.fate == "parsed" and fence.language in kinds.DATA:
            from fencepost.checks.data import check_data

            return check_data(page, fence)
        if fence.language in kinds.SHELL:
            return self._shell(plan, page)
        if plan.fate not in ("parsed", "run") or fence.language not in kinds.PYTHON | kinds.PYCON:
            return []
        names = self.names(page)
        found = self._broken(plan, page, names) or names.findings.get(plan.id, [])
        return self._unmeant(found, plan, page) if found else []

    def _unmeant(self, found: list[Finding], plan: FencePlan, page: Page) -> list[Finding]:
        from fencepost.checks.meant import announced, is_meant  # few fences have anything found

        said = announced(self._plans[page.path]).get(plan.id)
        return found if said is None else [finding for finding in found if not is_meant(finding, said)]

    def looks_at(self, plan: FencePlan, page: Page) -> bool:
        """Whether the text of a fence is looked at: whether anything that could be found would be heard of."""
        language = plan.fence.language
        if language not in kinds.PYTHON | kinds.PYCON or plan.fate == "shown":
            code = "FP306" if plan.fate == "shown" else "FP115" if language in kinds.SHELL else "FP108"
            return self._audience.any_of((code,), page)
        if page.path not in self._read_code:
            self._read_code[page.path] = self._reads_code(page)
        return self._read_code[page.path]

    def _reads_code(self, page: Page) -> bool:
        if self._audience.any_of(("FP109", "FP110"), page):
            return True
        from fencepost.checks.supplied import may_supply

        configured = self._project.loaded.settings.names
        return self._audience.any_of(("FP116",), page) and may_supply(page.text, configured)

    def _broken(self, plan: FencePlan, page: Page, names: Names) -> list[Finding]:
        fence = plan.fence
        if fence.language in kinds.PYCON or kinds.has_prompts(fence.body):
            from fencepost.checks.session import check_session

            return check_session(page, fence)
        if plan.id in names.parsed:
            return []
        from fencepost.checks.python import check_python

        by_default = plan.reason.endswith(" fence") and not self._project.loaded.settings.run
        return check_python(page, fence, excerpts=by_default)

    def _shell(self, plan: FencePlan, page: Page) -> list[Finding]:
        from fencepost.checks.shell import check_programs, check_shell

        shell = self._project.loaded.settings.shell
        if plan.fate == "run":
            return check_programs(page, plan.fence, shell if isinstance(shell, list) else ())
        return check_shell(page, plan.fence) if plan.fate == "parsed" and shell != "off" else []

    def names(self, page: Page) -> Names:
        """The names that a page does not define itself."""
        if page.path not in self._read_names:
            from fencepost.checks.names import Known, names_bound, names_of  # many a page has no Python

            self._known = self._known or Known()
            configured = self._project.loaded.settings.names
            plan = self._plans[page.path]
            given = {*self._given, *names_bound(plan.continued)}
            self._read_names[page.path] = names_of(plan, given, configured, known=self._known)
        return self._read_names[page.path]

    def forget(self, path: str) -> None:
        """Let go of what was read of the code of a page."""
        self._read_names.pop(path, None)

    def text_of(self, source: str) -> str:
        """The text of a source that is no value of a module. Raises `LookupError`."""
        from fencepost.sources import SourceText

        found = self.source(source)
        if isinstance(found, SourceText):
            return found.text
        raise LookupError(found.reason)

    def contract(self, contract: Contract) -> Verdict:
        """Hold a contract that needs no running."""
        if contract.needs_running or not self._listens(contract):
            return Verdict("not_checked")
        match contract.kind:
            case "quote" | "translates" if contract.page is not None:
                return self._block(contract, contract.page)
            case "quote":
                return self._unbound(contract)
            case "translates":
                return self._translation(contract)
            case "agree":
                return self._agree(contract)
            case "pair":
                return self._pair(contract)
            case "links":
                from fencepost.checks.links.check import check_links

                assert contract.page is not None
                return verdict(check_links(contract.page, self._means.targets))
            case _:
                return Verdict("not_checked")

    def _listens(self, contract: Contract) -> bool:
        """Whether anything that a contract between pages could find would be heard of."""
        if contract.kind not in LEFT_OUT or contract.page is None:
            return True
        if contract.kind == "links":
            return self._audience.any_of(LINKING, contract.page)
        return self._audience.asked(COMPARING, contract.page, self._plans[contract.source or ""].page)

    def on(self, project: Project, plans: dict[str, PagePlan]) -> StaticChecks:
        """The same checks on other versions of the pages, with the sources that were read so far."""
        other = copy(self)
        other._project, other._plans, other._read_names, other._read_code = project, plans, {}, {}
        return other

    def source(self, expression: str, page: str | None = None) -> SourceText | Unresolved:
        """What a source expression comes to, where it stands on `page` or in the settings."""
        return self._means.sources.resolve(expression, page=page)

    def close(self) -> None:
        """End the child process that imports, if there was one."""
        self._means.close()

    def _block(self, contract: Contract, page: Page) -> Verdict:
        from fencepost.checks.block import hold_block
        from fencepost.sources import Unresolved

        assert contract.source is not None
        source = self.source(contract.source, page.path)
        if isinstance(source, Unresolved) and contract.source.startswith("made:"):
            source = replace(source, reason="no fence that runs stands before it", not_checked=False, help="")
        return hold_block(contract, source)

    def _unbound(self, contract: Contract) -> Verdict:
        entry = contract.entry
        assert isinstance(entry, Quotation)
        why = locate(entry, self._project.page(entry.page))
        advice = "Correct the entry; what matches nothing checks nothing."
        return verdict([Finding("FP303", f"quote: {why}", contract.place, help=advice)])

    def _translation(self, contract: Contract) -> Verdict:
        from fencepost.checks.translates import check_translates

        entry = contract.entry
        assert isinstance(entry, Translation)
        source = self._resolve_settings(entry.source, contract)
        rewrite = self._resolve_settings(entry.rewrite, contract)
        for part in (source, rewrite):
            if isinstance(part, Verdict):
                return part
        assert not isinstance(source, Verdict)
        assert not isinstance(rewrite, Verdict)
        return verdict(check_translates(rewrite.text, rewrite.place, source, entry.values))

    def _agree(self, contract: Contract) -> Verdict:
        from fencepost.checks.agree import check_agree

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
        from fencepost.checks.translation import TranslationOptions, compare_pages

        assert contract.page is not None
        assert contract.source is not None
        one, other = self._plans[contract.source], self._plans[contract.page.path]
        settings = self._project.loaded.settings
        same = tuple(tuple(map(str, group)) for group in settings.same)
        options = TranslationOptions(settings.comments, settings.strings, same, self._project.plugins.comparers)
        try:
            return verdict(compare_pages(one, other, options, history=self._means.history, sides=self._means.sides))
        except PluginError as error:
            return verdict([failed(str(error), contract.place)])

    def _resolve_settings(self, expression: str, contract: Contract) -> SourceText | Verdict:
        from fencepost.checks.block import unresolved
        from fencepost.sources import Unresolved

        source = self.source(expression)
        if isinstance(source, Unresolved) and expression.startswith("made:"):
            source = replace(source, reason="only a page has files that its fences made", not_checked=False, help="")
        return unresolved(source, contract, None) if isinstance(source, Unresolved) else source


def _continued(plans: Iterable[PagePlan]) -> dict[str, PagePlan]:
    """Pages that were not asked for and that others continue."""
    behind = [plan.continued for plan in plans if plan.continued is not None]
    return {**_continued(behind), **{plan.page.path: plan for plan in behind}} if behind else {}
