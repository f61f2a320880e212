"""What pytest collects: a file for each page and for the settings, an item for each fence and each contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from _pytest.fixtures import FuncFixtureInfo

from fencepost.model import Fence, Finding, Page, Place
from fencepost.plan import Contract, FencePlan, PagePlan
from fencepost.pytest_fixtures import UnfitFixtureError, info_of, refuse_parametrised, request_for, value_of, without
from fencepost.pytest_held import BLOCKED, HeldError, shown
from fencepost.pytest_runs import Content
from fencepost.pytest_session import DocsSession


class DocsFile(pytest.File):
    """A file with items of ours."""

    def __init__(self, *, docs: DocsSession, **kwargs: Any) -> None:
        """Collect what `docs` holds."""
        super().__init__(**kwargs)
        self._docs = docs

    @cached_property
    def plain(self) -> FuncFixtureInfo:
        """What an item of the file that asks for no fixture gets: those that are used everywhere."""
        return info_of(self)

    @cached_property
    def packages_of_fixtures(self) -> frozenset[str]:
        """The packages of the fixtures that are used everywhere where the file stands."""
        info = self.plain
        found = (info.name2fixturedefs.get(name, ()) for name in info.names_closure)
        return frozenset(one[-1].func.__module__.partition(".")[0] for one in found if one)

    @cached_property
    def shown(self) -> str:
        """The path that reports show."""
        return self.session._node_location_to_relpath(self.path)

    @cached_property
    def hooks(self) -> Any:
        """The hooks that hold for the items of the file."""
        return self.session.gethookproxy(self.path)


class PageFile(DocsFile):
    """A Markdown page."""

    def __init__(self, *, plan: PagePlan, **kwargs: Any) -> None:
        """Collect the page of `plan`."""
        super().__init__(**kwargs)
        self._plan = plan

    def collect(self) -> Iterable[pytest.Item]:
        """An item for the page, each fence and each contract."""
        for name, content in self._docs.page_items(self._plan):
            yield DocsItem.below(self, name, self._docs, self._plan, content)


class SettingsFile(DocsFile):
    """The file of the settings, with the contracts between constants."""

    def collect(self) -> Iterable[pytest.Item]:
        """An item for each contract, and one for what names nothing."""
        for name, plan, content in self._docs.settings_items():
            yield DocsItem.below(self, name, self._docs, plan, content)


class DocsItem(pytest.Item):
    """A page, one of its fences, or a contract."""

    def __init__(self, *, docs: DocsSession, plan: PagePlan | None, content: Content, **kwargs: Any) -> None:
        """Stand for `content`, or for the page as a whole."""
        super().__init__(**kwargs)
        self._docs = docs
        self.plan = plan
        self.content = content
        # Other plugins, such as hypothesis's, look for the object that an item tests.
        self.obj = None
        self.extra_keyword_matches.update(_keywords(plan, content))
        if isinstance(content, FencePlan) and content.fate == "skipped" and not content.audited:
            self.add_marker(pytest.mark.skip(reason=content.reason))

    @classmethod
    def below(cls, file: DocsFile, name: str, docs: DocsSession, plan: PagePlan | None, content: Content) -> DocsItem:
        """The item of this name in a file."""
        # An id that is made from its parts would not equal the one that `--lf` reads from its cache.
        nodeid = f"{file.nodeid}::{name}"
        return cls.from_parent(file, name=name, nodeid=nodeid, docs=docs, plan=plan, content=content)

    def setup(self) -> None:
        """Fill the fixtures that the code asks for; nothing is set up where none is.

        Fixtures of earlier fences that have not run are asked for as well. Where one of them cannot be had, that is
        the failure of the fence which asks for it.
        """
        if self._docs.is_reused(self.content):
            return
        try:
            self._fill_fixtures()
        except UnfitFixtureError as unfit:
            raise HeldError((Finding("FP104", str(unfit), self._place, self.held_id, help=unfit.advice),)) from None

    def give_up(self, error: BaseException) -> None:
        """Remember what is said of it where a fixture raised `error`, before it or behind it."""
        self._docs.add(self.held_id, without(error, self._place, self.held_id))

    @property
    def _place(self) -> Place:
        return Place(self.plan.page.path if self.plan else "", self._line)

    def _fill_fixtures(self) -> None:
        if error := self._docs.runs.without_fixture(self.plan, self.content):
            raise error
        names = self._docs.runs.fixtures(self.plan, self.content)
        asked = self.content.fixtures if isinstance(self.content, FencePlan) else ()
        own = tuple(name for name in names if name in asked)
        self._fixtureinfo = info_of(self, own) if own else self._file.plain
        if not self._fixtureinfo.names_closure and not names:
            return
        self.fixturenames = self._fixtureinfo.names_closure
        self.funcargs: dict[str, object] = {}
        request = request_for(self)
        refuse_parametrised(self._fixtureinfo, names)
        with self._docs.watch(None):
            request._fillfixtures()
            values = {name: value_of(request, name, own) for name in names}
        if self.plan is not None and values:
            self._docs.runs.supply(self.plan, values)

    @property
    def is_undisturbed(self) -> bool:
        """Whether nobody else takes part in it, so that it can do without pytest's phases."""
        return self._docs.runs.is_undisturbed(self.plan, self.content)

    def needs_fixtures(self, but: frozenset[str]) -> bool:
        """Whether it asks for fixtures, or some are used everywhere, but for those of the packages `but`."""
        return self._docs.runs.asks_for_fixtures(self.plan, self.content) or self.has_fixtures_of_all(but)

    def has_fixtures_of_all(self, but: frozenset[str] = frozenset()) -> bool:
        """Whether fixtures are used everywhere where it stands, but for those of the packages `but`."""
        return not self._file.packages_of_fixtures <= but

    def runtest(self) -> None:
        """Hold it; raises `HeldError` where it does not."""
        verdict = self._docs.verdict(self.plan, self.content)
        self._docs.keep(self.held_id, verdict)
        self._docs.prove(self.plan, self.content, verdict)
        if verdict.outcome == "skipped":
            raise pytest.skip.Exception("the skip is still needed", _use_item_location=True)
        if verdict.outcome == "blocked":
            raise pytest.skip.Exception(f"{BLOCKED}{verdict.blocked_by}", _use_item_location=True)
        weighed = self._docs.weighed(verdict.findings) if verdict.findings else ()
        if any(finding.severity == "error" for finding in weighed):
            # With the page's own frames behind it, a debugger stops on the page.
            raise HeldError(weighed).with_traceback(self._docs.runs.traceback(self.plan, self.content))
        if weighed:
            self.add_report_section("call", "fencepost", shown(weighed))

    def _repr_failure_py(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The findings, the same in every phase and style; pytest's own report for anything else."""
        if not isinstance(excinfo.value, HeldError):
            return super()._repr_failure_py(excinfo, style)
        return excinfo.value.shown()

    @cached_property
    def location(self) -> tuple[str, int | None, str]:
        """File from the root, line from 0, and name; pytest's own way there is long."""
        return self._file.shown, self._line - 1, self.name

    @property
    def ihook(self) -> Any:
        """The hooks that hold for the file; pytest looks its conftests up each time."""
        return self._file.hooks

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """File, line from 0, and name."""
        return self.path, self._line - 1, self.name

    @property
    def _file(self) -> DocsFile:
        assert isinstance(self.parent, DocsFile)
        return self.parent

    @property
    def held_id(self) -> str:
        """The id under which the item is reported."""
        content = self.content
        return content.id if content is not None else f"{self.plan.page.path if self.plan else ''}::page"

    @property
    def _line(self) -> int:
        match self.content:
            case FencePlan(fence=fence) | Contract(fence=Fence() as fence) if self.plan is not None:
                return self.plan.page.line_in_file(fence.line)
            case Contract(place=place):
                return place.line
            case _:
                return 1


def _keywords(plan: PagePlan | None, content: Content) -> Iterator[str]:
    page: Page | None = plan.page if plan else None
    if page is not None and page.language:
        yield page.language
    if isinstance(content, FencePlan):
        yield from filter(None, (content.fence.language, content.fate))
    elif isinstance(content, Contract):
        yield content.kind
