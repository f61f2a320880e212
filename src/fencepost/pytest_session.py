"""What all items of a pytest session share: the project, its checks, what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fencepost.checks.static import StaticChecks
from fencepost.model import Finding, Page, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.project_plan import Planned, unmatched
from fencepost.pytest_runs import Content, PageRuns, given_names
from fencepost.verdicts import joined, verdict

if TYPE_CHECKING:
    from fencepost.baseline import Acceptance
    from fencepost.exchange import Telling
    from fencepost.proving.session import RunProof
    from fencepost.running.page import PageRun

Watch = Callable[[PagePlan | None], AbstractContextManager[None]]
"""Around what runs of a page, or, without one, around the fixtures that it uses."""


class DocsSession:
    """Holds what items stand for."""

    def __init__(self, config: pytest.Config, planned: Planned) -> None:
        """Take part in a session with the pages of a project. Raises `BaselineError`."""
        self._config = config
        self.planned = planned
        self.root = planned.project.loaded.root
        self._telling = _telling(config.getoption("fencepost_results"))
        names = given_names(config)
        self._checks = StaticChecks(planned.project, planned.pages, names=names, importing=True, running=True)
        self.runs = PageRuns(config, planned, self._checks, names)
        """The runs of the pages."""
        self._pages = {**planned.pages, **_bare(planned.project.unreadable)}
        self._verdicts: dict[str, Verdict] = {}
        self._accepted = _accepted(planned)
        self._proof = self._begin_proof(config.getoption("fencepost_prove"))
        self.reused: Mapping[str, Verdict] = {}
        """What an earlier run said of fences and contracts that need not run."""
        self.ran_now: dict[str, Verdict] = {}
        """What running said in this session, without what was read of the same fence."""
        self.watch: Watch = _unwatched
        """For who wants to know what pages take from outside."""
        self.notes: tuple[str, ...] = ()
        """What the report should say of this run."""

    @property
    def only_running(self) -> bool:
        """Whether only what needs running is collected, for the commands that run fences."""
        return self._telling is not None or self._proof is not None

    @property
    def findings(self) -> list[Finding]:
        """What was found so far."""
        return [finding for verdict in self._verdicts.values() for finding in verdict.findings]

    def arguments(self) -> list[str]:
        """What to collect where nothing was named: the pages and the settings' file."""
        paths = [str(self.root / path) for path in self._pages]
        file = self.planned.project.loaded.file
        return [*paths, str(file)] if file is not None and not self.only_running else paths

    def page_at(self, path: Path) -> PagePlan | None:
        """The page in this file, if it is one of the project's."""
        return self._pages.get(path.relative_to(self.root).as_posix()) if path.is_relative_to(self.root) else None

    def page_items(self, page: PagePlan) -> Iterator[tuple[str, Content]]:
        """Names and contents of a page's items, in its order."""
        path = page.page.path
        if not self.only_running:
            yield "page", None
        behind: dict[int, list[Contract]] = {}
        for contract in page.contracts:
            if contract.fence is not None:
                behind.setdefault(contract.fence.start, []).append(contract)
        for fence in page.fences:
            if fence.fate != "shown" and (fence.fate == "run" or fence.audited or not self.only_running):
                yield fence.id.removeprefix(f"{path}::"), fence
            for contract in behind.get(fence.fence.start, ()):
                if contract.needs_running or not self.only_running:
                    yield contract.id.removeprefix(f"{path}::"), contract
        for contract in self.planned.contracts:
            if contract.page is page.page and not self.only_running:
                yield contract.id.removeprefix(f"{path}::"), contract

    def settings_items(self) -> Iterator[tuple[str, PagePlan | None, Content]]:
        """Names and contents of the items of the settings: what they declare, and what in them names nothing."""
        for plan in _bare(unmatched(self.planned.project)).values():
            yield "settings", plan, None
        for contract in self.planned.contracts:
            if contract.page is None:
                yield contract.id.partition("::")[2], None, contract

    @cached_property
    def _without_twin(self) -> Mapping[str, Sequence[Finding]]:
        """FP401 by the path of the page that has no translation."""
        project = self.planned.project
        if not project.languages:
            return {}
        from fencepost.checks.translation import missing_pages

        return _by_path(missing_pages(project.pages, project.twins, project.languages, project.site))

    def close(self) -> None:
        """End what is still open and hand over the verdicts."""
        self.runs.close()
        self._checks.close()
        if self._telling is not None:
            self._telling.end(self.runs.names, self.notes)

    def verdict(self, page: PagePlan | None, content: Content) -> Verdict:
        """Hold what an item stands for."""
        if content is None:
            assert page is not None
            shown = [fence for fence in page.fences if fence.fate == "shown"]
            looks = (finding for fence in shown for finding in self._checks.fence(fence, page.page))
            return verdict((*page.findings, *self._without_twin.get(page.page.path, ()), *looks))
        if isinstance(content, Contract):
            return self.ran(page, content) if content.needs_running else self._checks.contract(content)
        assert page is not None
        if content.fate == "skipped":
            return self.ran(page, content)
        found = () if self.only_running else self._checks.fence(content, page.page)
        if content.fate != "run":
            return verdict(found)
        ran = self.ran(page, content)
        return joined(verdict(found), ran) if found else ran

    def ran(self, page: PagePlan | None, content: FencePlan | Contract) -> Verdict:
        """What running says of a fence or a contract, now or earlier."""
        assert page is not None
        if content.id in self.reused:
            return replace(self.reused[content.id], reused=True)
        if self._telling is not None:
            self._telling.begin(content.id)
        run = self.runs.of(page)
        with self.watch(page):
            said = self._ran(run, content)
        self.ran_now[content.id] = said
        return said

    def is_reused(self, content: Content) -> bool:
        """Whether an item need not run, since an earlier run's verdict holds."""
        return content is not None and content.id in self.reused

    def named_texts(self) -> dict[str, str]:
        """The texts that the settings' `names` give to pages, by their source; values of modules are left out."""
        from fencepost.sources import SourceText
        from fencepost.sources.expression import is_located

        found = {
            source: self._checks.source(source)
            for source in self.planned.project.loaded.settings.names.values()
            if is_located(source)
        }
        return {source: one.text for source, one in found.items() if isinstance(one, SourceText)}

    def _ran(self, run: PageRun, content: FencePlan | Contract) -> Verdict:
        if isinstance(content, Contract):
            return run.contract(content)
        return run.audit(content.id) if content.fate == "skipped" else run.fence(content.id)

    def weighed(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings with the settings' severities, without those that are off or accepted."""
        settings = self.planned.project.loaded.settings
        return tuple(finding for finding in settings.weighed(findings) if not self._accepts(finding))

    def _accepts(self, finding: Finding) -> bool:
        from fencepost.ignores import is_ignored

        page = self.planned.project.page(finding.place.path)
        return is_ignored(page, finding) or (self._accepted is not None and self._accepted.accepts(finding, page))

    def keep(self, name: str, verdict: Verdict) -> None:
        """Remember a verdict, and hand it on to who waits for it."""
        self._verdicts[name] = verdict
        if self._telling is not None:
            self._telling.hold(name, verdict)

    def add(self, name: str, verdict: Verdict) -> None:
        """Remember another verdict, beside what was said of the same item before."""
        earlier = self._verdicts.get(name)
        self.keep(name, replace(verdict, findings=(*earlier.findings, *verdict.findings)) if earlier else verdict)

    def prove(self, page: PagePlan | None, content: Content, verdict: Verdict) -> None:
        """Make the faults of what was just held, if that is asked for."""
        if self._proof is not None and page is not None and content is not None:
            self._proof.prove(page, content, verdict, self.runs.of(page))

    def _begin_proof(self, file: str | None) -> RunProof | None:
        if file is None:
            return None
        from fencepost.proving.session import RunProof

        self.runs.guards_all = True
        return RunProof.of(Path(file), self.planned, self._checks, self.runs.begin)


def _by_path(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.place.path, []).append(finding)
    return found


def _bare(findings: Iterable[Finding]) -> dict[str, PagePlan]:
    """Files of which nothing is known but what was found in them, as pages without fences."""
    return {
        path: PagePlan(Page(path, "", "gfm", (), (), ()), None, (), (), (), (), tuple(of_it))
        for path, of_it in _by_path(findings).items()
    }


def _telling(file: str | None) -> Telling | None:
    if file is None:
        return None
    from fencepost.exchange import Telling

    return Telling(Path(file))


def _unwatched(_: PagePlan | None) -> AbstractContextManager[None]:
    return nullcontext()


def _accepted(planned: Planned) -> Acceptance | None:
    """What the settings' baseline accepts, if there is one."""
    if planned.project.loaded.settings.baseline is None:
        return None
    from fencepost.baseline import Acceptance, BaselineError, of_settings

    try:
        baseline = of_settings(planned.project.loaded)
    except BaselineError as error:
        raise pytest.UsageError(f"fencepost: {error.file}:{error.line}: {error}") from error
    return None if baseline is None else Acceptance(baseline)
