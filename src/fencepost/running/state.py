"""What the code of a page may change in the process, put in place while it runs and taken back behind it."""

from __future__ import annotations

import logging
import os
import random
import sys
import time
import types
import warnings
from collections.abc import Generator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path


@dataclass(slots=True)
class PageState:
    """The process as one page sees it; kept between its fences, so that other pages may run in between."""

    home: Path
    """The page's temporary folder."""
    folder: Path
    """The working directory, which the page may change."""
    environment: dict[str, str] = field(default_factory=dict)
    """Filled from the process when the page begins."""
    path: list[str] = field(default_factory=list)
    freeze: datetime | None = None
    modules: dict[str, types.ModuleType] = field(default_factory=dict)
    """Modules that the page imported from its own folder."""
    handlers: list[logging.Handler] = field(default_factory=list)
    """The root logger's; a page begins with none, as a program does."""
    level: int = logging.WARNING

    @classmethod
    def begin(cls, folder: Path, environment: Mapping[str, str], roots: list[str], freeze: str | None) -> PageState:
        """The state in which a page starts, in `folder` and with this environment."""
        moment = datetime.fromisoformat(freeze) if freeze else None
        variables = dict(environment)
        if moment is not None:
            variables["TZ"] = posix_zone(moment.utcoffset() or timedelta())
        path = [str(folder), *(root for root in roots if root not in sys.path), *sys.path]
        return cls(folder, folder, variables, path, moment)

    @contextmanager
    def active(self, module: types.ModuleType) -> Generator[None]:
        """Run what is inside as part of the page, with `module` as `__main__`."""
        with ExitStack() as stack:
            stack.enter_context(_environment(self))
            stack.enter_context(_import_path(self))
            stack.enter_context(_own_modules(self, self.home))
            stack.enter_context(_folder(self))
            stack.enter_context(_main(module))
            stack.enter_context(readers_warnings())
            stack.enter_context(_logging(self))
            stack.enter_context(_random())
            if self.freeze is not None:
                stack.enter_context(_clock(self.freeze))
            yield


@contextmanager
def readers_warnings() -> Generator[None]:
    """Python's own filters, as a reader has them, whatever the project's tests make of warnings.

    See https://docs.python.org/3/library/warnings.html#default-warning-filter.
    """
    with warnings.catch_warnings():
        warnings.resetwarnings()
        for category in (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning):
            warnings.simplefilter("ignore", category)
        warnings.filterwarnings("default", category=DeprecationWarning, module="__main__")
        yield


def posix_zone(offset: timedelta) -> str:
    """The `TZ` of a fixed offset from UTC, as POSIX writes it: the sign is the other way round.

    See https://pubs.opengroup.org/onlinepubs/9699919799/basedefs/V1_chap08.html#tag_08_03.
    """
    minutes = int(offset.total_seconds() // 60)
    sign, hours, rest = "+" if minutes >= 0 else "-", abs(minutes) // 60, abs(minutes) % 60
    return f"<{sign}{hours:02}{rest:02}>{'-' if minutes >= 0 else '+'}{hours:02}:{rest:02}"


@contextmanager
def _environment(state: PageState) -> Generator[None]:
    outside = dict(os.environ)
    _replace_environment(state.environment)
    try:
        yield
    finally:
        state.environment = dict(os.environ)
        _replace_environment(outside)


def _replace_environment(wanted: Mapping[str, str]) -> None:
    zone = os.environ.get("TZ")
    for name in os.environ.keys() - wanted.keys():
        del os.environ[name]
    for name, value in wanted.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
    # Windows has no tzset: there a frozen clock keeps the machine's own zone.
    if os.environ.get("TZ") != zone and hasattr(time, "tzset"):
        time.tzset()


@contextmanager
def _import_path(state: PageState) -> Generator[None]:
    outside = sys.path[:]
    sys.path[:] = state.path
    try:
        yield
    finally:
        state.path = sys.path[:]
        sys.path[:] = outside


@contextmanager
def _own_modules(state: PageState, home: Path) -> Generator[None]:
    """Modules of the page's folder are the page's alone: another page may have a file of the same name."""
    before = set(sys.modules)
    sys.modules.update(state.modules)
    try:
        yield
    finally:
        state.modules = {
            name: module for name in sys.modules.keys() - before if _lies_in(module := sys.modules[name], home)
        }
        for name in state.modules:
            del sys.modules[name]


def _lies_in(module: types.ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and Path(file).is_relative_to(folder)


@contextmanager
def _folder(state: PageState) -> Generator[None]:
    outside = Path.cwd()
    os.chdir(state.folder)
    try:
        yield
    finally:
        here = Path.cwd()
        state.folder = here
        os.chdir(outside)


@contextmanager
def _main(module: types.ModuleType) -> Generator[None]:
    outside = sys.modules.get("__main__")
    sys.modules["__main__"] = module
    try:
        yield
    finally:
        if outside is None:
            del sys.modules["__main__"]
        else:
            sys.modules["__main__"] = outside


@contextmanager
def _logging(state: PageState) -> Generator[None]:
    root = logging.getLogger()
    handlers, level, disabled = root.handlers[:], root.level, logging.root.manager.disable
    root.handlers[:] = state.handlers
    root.setLevel(state.level)
    try:
        yield
    finally:
        state.handlers, state.level = root.handlers[:], root.level
        root.handlers[:] = handlers
        root.setLevel(level)
        logging.disable(disabled)


@contextmanager
def _random() -> Generator[None]:
    outside = random.getstate()
    try:
        yield
    finally:
        random.setstate(outside)


@contextmanager
def _clock(moment: datetime) -> Generator[None]:
    import time_machine

    traveller: AbstractContextManager[object] = time_machine.travel(moment, tick=False)
    with traveller:
        yield
