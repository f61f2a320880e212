"""The pytest shell: a collector for each page, an item for each fence and each contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from _pytest.assertion.rewrite import rewrite_asserts
from _pytest.fixtures import TopRequest

from fencepost import exchange, report
from fencepost.checks.static import StaticChecks
from fencepost.engine import joined
from fencepost.ignores import is_ignored
from fencepost.model import Finding, Page, Place, Report, Verdict
from fencepost.plan import Conditions, Contract, FencePlan, PagePlan
from fencepost.project import PathError, SiteError, open_project
from fencepost.project_plan import Planned, plan
from fencepost.proving.session import RunProof
from fencepost.rules import severity_of
from fencepost.running.models import Models
from fencepost.running.page import PageRun
from fencepost.running.supplied import Supplies
from fencepost.settings import SettingsError, load
from fencepost.sources.modules import import_roots

_PLUGIN = "fencepost-session"
_BLOCKED = "blocked by "


class HeldError(Exception):
    """Something did not hold; carries the findings for the report."""

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__("; ".join(finding.message for finding in findings))
        self.findings = findings


def register(config: pytest.Config) -> None:
    """Read the project and take part in the session."""
    root = config.rootpath
    try:
        loaded = load(root)
        given = _given_paths(config, root)
        conditions = Conditions.here(audit=config.getoption("fencepost_audit_skips"))
        planned = plan(open_project(loaded, given, base=config.invocation_params.dir), conditions)
    except SettingsError as error:
        shown = report.render(Report(False, findings=error.findings), "full", quiet=True)
        raise pytest.UsageError(f"fencepost: the settings cannot be used\n{shown}") from error
    except (PathError, SiteError) as error:
        raise pytest.UsageError(f"fencepost: {error}") from error
    session = DocsSession(config, planned)
    config.pluginmanager.register(session, _PLUGIN)
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        folders = [config.invocation_params.dir / argument for argument in config.args]
        config.args += [
            argument
            for argument in session.arguments()
            if not any(Path(argument).is_relative_to(folder) for folder in folders)
        ]


def _given_paths(config: pytest.Config, root: Path) -> list[str]:
    """Arguments that fencepost can look at; none when nothing was named, so that the settings decide."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        return []
    base = config.invocation_params.dir
    paths = [argument.partition("::")[0] for argument in config.args]
    return [path for path in paths if (base / path).exists() and (base / path).resolve().is_relative_to(root)]


def _given_names(config: pytest.Config) -> dict[str, object]:
    # The hook belongs to pytest-markdown-docs; a project that moves over keeps its conftest.
    hook = getattr(config.hook, "pytest_markdown_docs_globals", None)
    return {name: value for given in (hook() if hook else []) for name, value in given.items()}


class DocsSession:
    """What all items of a session share: the project, the checks, the runs of its pages."""

    def __init__(self, config: pytest.Config, planned: Planned) -> None:
        """Take part in a session with the pages of a project."""
        self._config = config
        self._planned = planned
        self._root = planned.project.loaded.root
        self._file = config.getoption("fencepost_results")
        self._names = _given_names(config)
        self._checks = StaticChecks(planned.project, planned.pages, names=self._names, importing=True, running=True)
        self._runs: dict[str, PageRun] = {}
        self._left: Counter[str] = Counter()
        self._verdicts: dict[str, Verdict] = {}
        self._models: Models | None = None
        asked = config.getoption("fencepost_prove")
        self._proof = RunProof.of(Path(asked), planned, self._checks, self._begin) if asked else None

    @property
    def only_running(self) -> bool:
        """Whether only what needs running is collected, for the commands that run fences."""
        return self._file is not None or self._proof is not None

    def arguments(self) -> list[str]:
        """What to collect where nothing was named: the pages and the settings' file."""
        paths = [str(self._root / path) for path in self._planned.pages]
        file = self._planned.project.loaded.file
        return [*paths, str(file)] if file is not None and not self.only_running else paths

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Collect the project's pages and the file of its settings; other plugins leave them to us."""
        others = yield
        ours = self._collector(file_path, parent)
        return others if ours is None else [ours]

    def _collector(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        if file_path == self._planned.project.loaded.file and not self.only_running:
            return SettingsFile.from_parent(parent, path=file_path, docs=self)
        if not file_path.is_relative_to(self._root):
            return None
        page = self._planned.pages.get(file_path.relative_to(self._root).as_posix())
        return PageFile.from_parent(parent, path=file_path, docs=self, plan=page) if page else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Refuse a run that was asked for and has nothing of ours."""
        if self._config.getoption("fencepost") and not any(isinstance(item, DocsItem) for item in items):
            raise pytest.UsageError("--fencepost: no page with anything to check was found")

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Count the items of each page, so that it can be closed behind its last one."""
        self._left = Counter(item.page_path for item in session.items if isinstance(item, DocsItem))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Close a page behind its last item."""
        try:
            return (yield)
        finally:
            if isinstance(item, DocsItem):
                self._left[item.page_path] -= 1
                if self._left[item.page_path] <= 0 and (run := self._runs.pop(item.page_path, None)):
                    run.close()

    def pytest_report_teststatus(self, report: pytest.CollectReport | pytest.TestReport) -> tuple[str, str, str] | None:
        """Count what is blocked by another fence's failure apart from what is skipped."""
        if (
            report.skipped
            and isinstance(report.longrepr, tuple)
            and report.longrepr[2].startswith(f"Skipped: {_BLOCKED}")
        ):
            return "blocked", "b", "BLOCKED"
        return None

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """One line for each fence or contract that another one blocks."""
        blocked = terminalreporter.stats.get("blocked", [])
        if blocked:
            terminalreporter.section("blocked", "-")
        for one in blocked:
            terminalreporter.write_line(f"{one.nodeid} is {one.longrepr[2].removeprefix('Skipped: ')}")

    def pytest_sessionfinish(self) -> None:
        """End what is still open and hand over the verdicts."""
        for run in self._runs.values():
            run.close()
        self._runs.clear()
        self._checks.close()
        if self._models is not None:
            self._models.close()
        if self._file is not None:
            Path(self._file).write_text(
                exchange.dump(exchange.Results(self._verdicts, frozenset(self._names))), "utf-8"
            )

    def page_items(self, page: PagePlan) -> Iterator[tuple[str, FencePlan | Contract | None]]:
        """Names and contents of a page's items, in its order; `None` stands for the page itself."""
        path = page.page.path
        if not self.only_running:
            yield "page", None
        for fence in page.fences:
            if fence.fate != "shown" and (fence.fate == "run" or fence.audited or not self.only_running):
                yield fence.id.removeprefix(f"{path}::"), fence
            for contract in page.contracts:
                if contract.fence is fence.fence and (contract.needs_running or not self.only_running):
                    yield contract.id.removeprefix(f"{path}::"), contract
        for contract in self._planned.contracts:
            if contract.page is page.page and not self.only_running:
                yield contract.id.removeprefix(f"{path}::"), contract

    def settings_items(self) -> Iterator[Contract]:
        """The contracts of the settings."""
        return (contract for contract in self._planned.contracts if contract.page is None)

    def verdict(self, page: PagePlan | None, content: FencePlan | Contract | None) -> Verdict:
        """Hold what an item stands for."""
        if content is None:
            assert page is not None
            shown = [fence for fence in page.fences if fence.fate == "shown"]
            looks = (finding for fence in shown for finding in self._checks.fence(fence, page.page))
            return _verdict((*page.findings, *looks))
        if isinstance(content, Contract):
            if content.needs_running:
                assert page is not None
                return self._run(page).contract(content)
            return self._checks.contract(content)
        assert page is not None
        if content.fate == "skipped":
            return self._run(page).audit(content.id)
        held = _verdict(() if self.only_running else self._checks.fence(content, page.page))
        return joined(held, self._run(page).fence(content.id)) if content.fate == "run" else held

    def needed_fixtures(self, page: PagePlan | None, content: FencePlan | Contract | None) -> tuple[str, ...]:
        """Names of the fixtures that the item's code, and what runs before it, ask for."""
        if page is None or not any(fence.fixtures for fence in page.fences):
            return ()
        if isinstance(content, FencePlan) and content.fate == "run":
            return self._run(page).fixtures(content.id)
        if isinstance(content, Contract) and content.needs_running:
            return self._run(page).fixtures(content.decided_by)
        return ()

    def supply(self, page: PagePlan, values: Mapping[str, object]) -> None:
        """Hand the values of fixtures to the run of a page."""
        self._run(page).supply(values)

    def weighed(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings with the settings' severities, without those that are off or that the page accepts."""
        project = self._planned.project
        settings = project.loaded.settings
        weighed = (replace(finding, severity=settings.severity_of(finding)) for finding in findings)
        return tuple(
            finding
            for finding in weighed
            if finding.severity != "off" and not is_ignored(project.page(finding.place.path), finding)
        )

    def keep(self, name: str, verdict: Verdict) -> None:
        """Remember a verdict for the results file."""
        self._verdicts[name] = verdict

    def prove(self, page: PagePlan | None, content: FencePlan | Contract | None, verdict: Verdict) -> None:
        """Make the faults of what was just held, if that is asked for."""
        if self._proof is not None and page is not None and content is not None:
            self._proof.prove(page, content, verdict, self._run(page))

    def _run(self, page: PagePlan) -> PageRun:
        path = page.page.path
        if path not in self._runs:
            self._runs[path] = self._begin(page)
        return self._runs[path]

    def _begin(self, page: PagePlan) -> PageRun:
        if self._models is None:
            settings = self._planned.project.loaded.settings
            unscripted = "fail" if settings.strict else settings.unscripted
            self._models = Models(unscripted=unscripted, hosts=settings.hosts)

        def transform(tree: Any, source: bytes) -> None:
            rewrite_asserts(tree, source, str(self._root / page.page.path), self._config)

        return PageRun(
            page,
            self._root,
            self._models,
            transform=transform,
            names=self._names,
            roots=[str(folder) for folder in import_roots(self._root)],
            supplies=Supplies(self._checks.names(page.page).supplied, self._checks.text_of),
        )


class PageFile(pytest.File):
    """A Markdown page."""

    def __init__(self, *, docs: DocsSession, plan: PagePlan, **kwargs: Any) -> None:
        """Collect the page of `plan`."""
        super().__init__(**kwargs)
        self._docs = docs
        self._plan = plan

    def collect(self) -> Iterable[pytest.Item]:
        """An item for the page, each fence and each contract."""
        for name, content in self._docs.page_items(self._plan):
            yield DocsItem.below(self, name, self._docs, self._plan, content)


class SettingsFile(pytest.File):
    """The file of the settings, with the contracts between constants."""

    def __init__(self, *, docs: DocsSession, **kwargs: Any) -> None:
        """Collect the contracts of the settings."""
        super().__init__(**kwargs)
        self._docs = docs

    def collect(self) -> Iterable[pytest.Item]:
        """An item for each contract."""
        for contract in self._docs.settings_items():
            yield DocsItem.below(self, contract.id.partition("::")[2], self._docs, None, contract)


class DocsItem(pytest.Item):
    """A page, one of its fences, or a contract."""

    def __init__(
        self, *, docs: DocsSession, plan: PagePlan | None, content: FencePlan | Contract | None, **kwargs: Any
    ) -> None:
        """Stand for `content`, or for the page as a whole."""
        super().__init__(**kwargs)
        self._docs = docs
        self._plan = plan
        self._content = content
        # Other plugins, such as hypothesis's, look for the object that an item tests.
        self.obj = None
        self.add_marker(pytest.mark.fencepost)
        for word in _keywords(plan, content):
            self.extra_keyword_matches.add(word)
        if isinstance(content, FencePlan) and content.fate == "skipped" and not content.audited:
            self.add_marker(pytest.mark.skip(reason=content.reason))

    @classmethod
    def below(
        cls,
        file: pytest.File,
        name: str,
        docs: DocsSession,
        plan: PagePlan | None,
        content: FencePlan | Contract | None,
    ) -> DocsItem:
        """The item of this name in a file."""
        # An id that is made from its parts would not equal the one that `--lf` reads from its cache.
        nodeid = f"{file.nodeid}::{name}"
        return cls.from_parent(file, name=name, nodeid=nodeid, docs=docs, plan=plan, content=content)

    @property
    def page_path(self) -> str:
        """The page that the item belongs to, or nothing for the settings."""
        return self._plan.page.path if self._plan else ""

    def setup(self) -> None:
        """Fill the fixtures that the code asks for; nothing is set up where none is."""
        names = self._docs.needed_fixtures(self._plan, self._content)
        if names:
            self.add_marker(pytest.mark.usefixtures(*names))
        self._fixtureinfo = self.session._fixturemanager.getfixtureinfo(node=self, func=_no_function, cls=None)
        if not self._fixtureinfo.names_closure:
            return
        self.fixturenames = self._fixtureinfo.names_closure
        self.funcargs: dict[str, object] = {}
        request = TopRequest(self, _ispytest=True)  # ty: ignore[invalid-argument-type]
        self._refuse_parametrised(names)
        request._fillfixtures()
        if self._plan is not None and names:
            self._docs.supply(self._plan, {name: request.getfixturevalue(name) for name in names})

    def _refuse_parametrised(self, names: tuple[str, ...]) -> None:
        for name in names:
            definitions = self._fixtureinfo.name2fixturedefs.get(name, ())
            if definitions and definitions[-1].params is not None:
                message = f"the fixture `{name}` is parametrised, and a fence runs once"
                place = Place(self.page_path, self._line)
                raise HeldError((Finding("FP903", message, place, self.held_id, help="Use one without `params`."),))

    def runtest(self) -> None:
        """Hold it; raises `HeldError` where it does not."""
        verdict = self._docs.verdict(self._plan, self._content)
        self._docs.keep(self.held_id, verdict)
        self._docs.prove(self._plan, self._content, verdict)
        if verdict.outcome == "skipped":
            raise pytest.skip.Exception("the skip is still needed", _use_item_location=True)
        if verdict.outcome == "blocked":
            raise pytest.skip.Exception(f"{_BLOCKED}{verdict.blocked_by}", _use_item_location=True)
        weighed = self._docs.weighed(verdict.findings)
        if any(finding.severity == "error" for finding in weighed):
            raise HeldError(weighed)
        if weighed:
            self.add_report_section("call", "fencepost", _shown(weighed))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The findings; pytest's own report for anything else."""
        if isinstance(excinfo.value, HeldError):
            return _shown(excinfo.value.findings)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """File, line from 0, and id."""
        return self.path, self._line - 1, self.held_id

    @property
    def held_id(self) -> str:
        """The id under which the item is reported."""
        content = self._content
        return content.id if content is not None else f"{self.page_path}::page"

    @property
    def _line(self) -> int:
        match self._content:
            case FencePlan(fence=fence):
                return fence.line
            case Contract(place=place):
                return place.line
            case _:
                return 1


def _no_function() -> None:
    """What pytest takes an item's fixtures from; a fence has no arguments."""


def _keywords(plan: PagePlan | None, content: FencePlan | Contract | None) -> Iterator[str]:
    page: Page | None = plan.page if plan else None
    if page is not None and page.language:
        yield page.language
    if isinstance(content, FencePlan):
        yield from filter(None, (content.fence.language, content.fate))
    elif isinstance(content, Contract):
        yield content.kind


def _verdict(found: Iterable[Finding]) -> Verdict:
    found = tuple(found)
    failed = any(severity_of(finding) == "error" for finding in found)
    return Verdict("failed" if failed else "passed", found)


def _shown(findings: Iterable[Finding]) -> str:
    return report.render(Report(True, findings=tuple(findings)), "full", quiet=True).rstrip()
