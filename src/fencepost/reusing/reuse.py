"""Which results of earlier runs hold still, and which of this run are kept."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fencepost.model import Page, Verdict
from fencepost.plan import PagePlan
from fencepost.reusing.keys import digest, file_digest, page_key
from fencepost.reusing.store import Entry
from fencepost.reusing.witness import PROCESSES, Seen, Witness
from fencepost.running.spawned import starts_processes

FAILED = ""
"""Why nothing is kept of a page that fails; it says so itself."""


@dataclass(slots=True)
class _Noted:
    """What this run has seen of one page."""

    seen: Seen = field(default_factory=Seen)
    passed: dict[str, Verdict] = field(default_factory=dict)
    failed: bool = False


class Reuse:
    """Decides once, before anything runs; then watches what runs.

    A page's results are reused together or not at all: if one item of it has to run, what stands before runs anyway.
    """

    def __init__(self, root: Path, plans: Mapping[str, PagePlan], entries: Mapping[str, Entry], begun: float) -> None:
        """Reuse results in `entries` of pages in `plans`; `begun` is when the run began, in seconds of the epoch."""
        self._root = root
        self._plans = plans
        self._entries = entries
        self._run_key = ""
        self._witness = Witness(root)
        self._begun = begun
        self._noted: dict[str, _Noted] = {}
        self._fixtures = Seen()
        self._digests: dict[str, str] = {}
        self.verdicts: dict[str, Verdict] = {}
        """Those that are reused, by the id of their fence or contract."""

    def decide(self, wanted: Mapping[str, Iterable[str]], run_key: str) -> None:
        """Choose what is reused.

        Args:
            wanted: the ids of the items that would run, by their page.
            run_key: what all pages of this run depend on.
        """
        self._run_key = run_key
        for path, names in wanted.items():
            entry = self._entries.get(path)
            if entry is not None and self._holds(path, entry) and all(name in entry.verdicts for name in names):
                self.verdicts.update((name, entry.verdicts[name]) for name in names)

    @contextmanager
    def watching(self, plan: PagePlan | None) -> Generator[None]:
        """Note what a page takes from outside while it runs, or fixtures, which may serve many pages."""
        with self._witness.watching(self._note(plan.page.path).seen if plan is not None else self._fixtures):
            yield

    def passed(self, plan: PagePlan, name: str, verdict: Verdict) -> None:
        """An item of the page was run and passed."""
        self._note(plan.page.path).passed[name] = verdict

    def failed(self, path: str) -> None:
        """Something of the page failed: nothing of it is kept."""
        self._note(path).failed = True

    def ended(self, plan: PagePlan) -> None:
        """The page runs no more for now."""
        self._note(plan.page.path).seen.files = self._witness.files()

    def kept(self) -> dict[str, Entry | str]:
        """The new entry of each page that was run, or why its results must not be kept."""
        ran = {path: noted for path, noted in self._noted.items() if noted.passed or noted.failed}
        return {path: self._entry(self._plans[path], noted) for path, noted in ran.items()}

    def _note(self, path: str) -> _Noted:
        return self._noted.setdefault(path, _Noted())

    def _entry(self, plan: PagePlan, noted: _Noted) -> Entry | str:
        if noted.failed:
            return FAILED
        pages = _pages(plan)
        behind = (self._noted[page.path].seen for page in pages if page.path in self._noted)
        if unseen := next((seen.unseen for seen in (self._fixtures, *behind) if seen.unseen), ""):
            return unseen
        # A child that `multiprocessing` starts anew causes no event.
        if any(map(starts_processes, pages)):
            return PROCESSES
        files = sorted(file for file in noted.seen.files if Path(file).is_file())
        # What was written since the run began may not be what the page has read.
        if any(Path(file).stat().st_mtime > self._begun for file in files):
            return "files that it reads were changed meanwhile"
        short = [self._short(file) for file in files]
        return Entry(self._key(plan), {file: self._digest(file) for file in short}, noted.passed)

    def _holds(self, path: str, entry: Entry) -> bool:
        plan = self._plans[path]
        return entry.key == self._key(plan) and all(self._digest(file) == was for file, was in entry.files.items())

    def _key(self, plan: PagePlan) -> str:
        return digest(self._run_key, page_key(plan, self._root))

    def _digest(self, short: str) -> str:
        if short not in self._digests:
            self._digests[short] = file_digest(self._root / short)
        return self._digests[short]

    def _short(self, file: str) -> str:
        path = Path(file)
        return path.relative_to(self._root).as_posix() if path.is_relative_to(self._root) else file


def merged(old: Entry | None, new: Entry) -> Entry:
    """What two runs, or two processes of one run, know of a page that has not changed between them."""
    same = old is not None and old.key == new.key
    if old is None or not same or any(new.files.get(file, was) != was for file, was in old.files.items()):
        return new
    return Entry(new.key, {**old.files, **new.files}, {**old.verdicts, **new.verdicts})


def _pages(plan: PagePlan) -> list[Page]:
    """The page and those that it continues."""
    return [plan.page, *(_pages(plan.continued) if plan.continued is not None else ())]
