"""What all items of a pytest session share: the project, its checks, the runs of its pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

import pytest

from fencepost.checks.static import StaticChecks
from fencepost.model import Finding, Verdict
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.project_plan import Planned
from fencepost.running.confined import is_confined
from fencepost.running.options import RunOptions
from fencepost.running.page import PageRun
from fencepost.running.runners import has_own_default
from fencepost.running.supplied import Supplies
from fencepost.tree import import_roots
from fencepost.verdicts import joined, verdict

if TYPE_CHECKING:
    from fencepost.baseline import Acceptance
    from fencepost.proving.session import RunProof
    from fencepost.running.models import Models

Content = FencePlan | Contract | None
"""What an item stands for; `None` is the page as a whole."""

Watch = Callable[[PagePlan | None], AbstractContextManager[None]]
"""Around what runs of a page, or, without one, around the fixtures that it uses."""


class DocsSession:
    """Holds what items stand for; a page's run begins with its first item and ends with its last one."""

    def __init__(self, config: pytest.Config, planned: Planned) -> None:
        """Take part in a session with the pages of a project. Raises `BaselineError`."""
        self._config = config
        self.planned = planned
        self.root = planned.project.loaded.root
        self._file = config.getoption("fencepost_results")
        self._names = _given_names(config)
        self._checks = StaticChecks(planned.project, planned.pages, names=self._names, importing=True, running=True)
        self._runs: dict[str, PageRun] = {}
        self._left: Counter[str] = Counter()
        self._verdicts: dict[str, Verdict] = {}
        self._started: Models | None = None
        self._options: RunOptions | None = None
        self._fixtures_asked: dict[str, bool] = {}
        self._accepted = _accepted(planned)
        self._confined: dict[str, bool] = {}
        self._watched = True
        self._gone_on_from = {path for page in planned.pages.values() for path in [*_with_continued(page)][1:]}
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
        return self._file is not None or self._proof is not None

    @property
    def findings(self) -> list[Finding]:
        """What was found so far."""
        return [finding for verdict in self._verdicts.values() for finding in verdict.findings]

    def arguments(self) -> list[str]:
        """What to collect where nothing was named: the pages and the settings' file."""
        paths = [str(self.root / path) for path in self.planned.pages]
        file = self.planned.project.loaded.file
        return [*paths, str(file)] if file is not None and not self.only_running else paths

    def page_at(self, path: Path) -> PagePlan | None:
        """The page in this file, if it is one of the project's."""
        return (
            self.planned.pages.get(path.relative_to(self.root).as_posix()) if path.is_relative_to(self.root) else None
        )

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

    def settings_items(self) -> Iterator[Contract]:
        """The contracts of the settings."""
        return (contract for contract in self.planned.contracts if contract.page is None)

    def expect(self, pages: Iterable[PagePlan], *, watched: bool) -> None:
        """Count the items of each page, one entry for each item, so that it can be closed behind its last one.

        `watched` says whether code that is not the pages' runs with the items: then all of them are guarded.
        """
        self._watched = watched
        self._left = Counter(path for page in pages for path in _with_continued(page))

    def enter(self, page: PagePlan | None, content: Content) -> None:
        """Put the environment of fences in place before the fixtures of an item that runs one are set up."""
        if page is not None and runs(content) and not self.is_reused(content) and not self._is_confined(page):
            self._models().environment.install()

    def leave(self, page: PagePlan | None, *, last: bool) -> None:
        """Close the page behind its last item; `last` says that no item of ours follows."""
        if last and self._started is not None:
            self._started.environment.uninstall()
        for path in _with_continued(page) if page else ():
            self._left[path] -= 1
            if self._left[path] <= 0 and (run := self._runs.pop(path, None)):
                run.close()
                self._checks.forget(path)

    def close(self) -> None:
        """End what is still open and hand over the verdicts."""
        for run in reversed(self._runs.values()):
            run.close()
        self._runs.clear()
        self._checks.close()
        if self._started is not None:
            self._started.close()
        if self._file is not None:
            from fencepost import exchange

            results = exchange.Results(self._verdicts, frozenset(self._names), self.notes)
            Path(self._file).write_text(exchange.dump(results), "utf-8")

    def verdict(self, page: PagePlan | None, content: Content) -> Verdict:
        """Hold what an item stands for."""
        if content is None:
            assert page is not None
            shown = [fence for fence in page.fences if fence.fate == "shown"]
            looks = (finding for fence in shown for finding in self._checks.fence(fence, page.page))
            return verdict((*page.findings, *looks))
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
        run = self._run(page)
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

    def fixtures(self, page: PagePlan | None, content: Content) -> tuple[str, ...]:
        """Names of the fixtures that the item's code, and what runs before it, ask for."""
        if page is None or content is None or not self.asks_for_fixtures(page, content):
            return ()
        return self._run(page).fixtures(content.id if isinstance(content, FencePlan) else content.decided_by)

    def asks_for_fixtures(self, page: PagePlan | None, content: Content) -> bool:
        """Whether an item runs code of a page on which a fixture is asked for."""
        if page is None or not runs(content):
            return False
        path = page.page.path
        if path not in self._fixtures_asked:
            self._fixtures_asked[path] = _asks_for_fixtures(page)
        return self._fixtures_asked[path]

    def is_undisturbed(self, page: PagePlan | None, content: Content) -> bool:
        """Whether nobody else takes part in an item, and its code does not reach beyond its page."""
        return not self._watched and (page is None or not runs(content) or self._is_confined(page))

    def without_fixture(self, page: PagePlan | None, content: Content) -> BaseException | None:
        """Why a fixture of a fence could not be had, where it was run on the way to another item."""
        run = self._runs.get(page.page.path) if page is not None else None
        return run.without_fixture(content.id) if run is not None and isinstance(content, FencePlan) else None

    def supply(self, page: PagePlan, values: Mapping[str, object]) -> None:
        """Hand the values of fixtures to the run of a page."""
        self._run(page).supply(values)

    def traceback(self, page: PagePlan | None, content: Content) -> TracebackType | None:
        """Where on the page the item's code raised."""
        run = self._runs.get(page.page.path) if page else None
        if run is None or content is None:
            return None
        return run.traceback(content.id if isinstance(content, FencePlan) else content.decided_by)

    def weighed(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings with the settings' severities, without those that are off or accepted."""
        settings = self.planned.project.loaded.settings
        return tuple(finding for finding in settings.weighed(findings) if not self._accepts(finding))

    def _accepts(self, finding: Finding) -> bool:
        from fencepost.ignores import is_ignored

        page = self.planned.project.page(finding.place.path)
        return is_ignored(page, finding) or (self._accepted is not None and self._accepted.accepts(finding, page))

    def keep(self, name: str, verdict: Verdict) -> None:
        """Remember a verdict for the results file."""
        self._verdicts[name] = verdict

    def prove(self, page: PagePlan | None, content: Content, verdict: Verdict) -> None:
        """Make the faults of what was just held, if that is asked for."""
        if self._proof is not None and page is not None and content is not None:
            self._proof.prove(page, content, verdict, self._run(page))

    def _begin_proof(self, file: str | None) -> RunProof | None:
        if file is None:
            return None
        from fencepost.proving.session import RunProof

        return RunProof.of(Path(file), self.planned, self._checks, self._begin)

    def _models(self) -> Models:
        if self._started is None:
            # Only here, since what it needs is slow to import.
            from fencepost.running.models import Models

            settings = self.planned.project.loaded.settings
            unscripted = "fail" if settings.strict else settings.unscripted
            formats = self.planned.project.plugins.formats
            self._started = Models(unscripted=unscripted, hosts=settings.hosts, formats=formats)
        return self._started

    def _run(self, page: PagePlan) -> PageRun:
        path = page.page.path
        if path not in self._runs:
            self._runs[path] = self._begin(page)
        return self._runs[path]

    def _begin(self, page: PagePlan) -> PageRun:
        base = self._run(page.continued) if page.continued is not None else None
        names = self._checks.names(page.page)
        supplies = Supplies(names.supplied, self._checks.text_of)
        models = None if self._is_confined(page) else self._models()
        return PageRun(page, self.root, models, self._run_options(), base, supplies, names.trees)

    def _is_confined(self, page: PagePlan) -> bool:
        path = page.page.path
        if path not in self._confined:
            reached = self._watched or has_own_default() or self._names or self._proof or path in self._gone_on_from
            self._confined[path] = not reached and is_confined(page) and not self._checks.names(page.page).supplied
        return self._confined[path]

    def _run_options(self) -> RunOptions:
        if self._options is None:
            settings = self.planned.project.loaded.settings
            self._options = RunOptions(
                roots=tuple(str(folder) for folder in import_roots(self.root)),
                names=self._names,
                patterns=settings.patterns,
                commands=settings.shell if isinstance(settings.shell, list) else (),
                explain=self._explain,
            )
        return self._options

    def _explain(self, operation: str, left: object, right: object) -> list[str]:
        hook = self._config.hook.pytest_assertrepr_compare
        answers = hook(config=self._config, op=operation, left=left, right=right)
        return next((lines for lines in answers if lines), [])


def _unwatched(_: PagePlan | None) -> AbstractContextManager[None]:
    return nullcontext()


def runs(content: Content) -> bool:
    """Whether an item executes code of its page."""
    if isinstance(content, Contract):
        return content.needs_running
    return content is not None and (content.fate == "run" or content.audited)


def _asks_for_fixtures(page: PagePlan) -> bool:
    return any(fence.fixtures for fence in page.fences) or (
        page.continued is not None and _asks_for_fixtures(page.continued)
    )


def _with_continued(page: PagePlan) -> Iterator[str]:
    yield page.page.path
    if page.continued is not None:
        yield from _with_continued(page.continued)


def _given_names(config: pytest.Config) -> dict[str, object]:
    # The hook belongs to pytest-markdown-docs; a project that moves over keeps its conftest.
    hook = getattr(config.hook, "pytest_markdown_docs_globals", None)
    return {name: value for given in (hook() if hook else []) for name, value in given.items()}


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
