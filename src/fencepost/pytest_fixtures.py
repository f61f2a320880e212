"""pytest's fixtures for the items of a page, which have no function whose arguments name them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from difflib import get_close_matches

import pytest
from _pytest.fixtures import FuncFixtureInfo, TopRequest

from fencepost.model import Finding, Place, Verdict
from fencepost.pytest_held import HeldError
from fencepost.rules import RULES
from fencepost.running.fixtures import Unavailable


class UnfitFixtureError(Exception):
    """A fixture that a fence asks for is of no use to it; `advice` says how to go on."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


def info_of(node: pytest.Item | pytest.Collector, names: Sequence[str] = ()) -> FuncFixtureInfo:
    """What pytest knows of the fixtures `names`, and of those that are used everywhere where the node stands."""
    if names:
        node.add_marker(pytest.mark.usefixtures(*names))
    # pytest asks the node for its place in the tree and for its marks alone.
    return node.session._fixturemanager.getfixtureinfo(node=node, func=_no_function, cls=None)  # ty: ignore[invalid-argument-type]


def request_for(item: pytest.Item) -> TopRequest:
    """The request through which an item, whose `_fixtureinfo` is set, gets its fixtures."""
    return TopRequest(item, _ispytest=True)  # ty: ignore[invalid-argument-type]


def value_of(request: TopRequest, name: str, own: Sequence[str]) -> object:
    """The value of a fixture; `Unavailable` where it cannot be had and the item itself, which asks for `own`, does not.

    Raises:
        UnfitFixtureError: it is of no use to a fence.
        Exception: whatever the fixture raises.
    """
    try:
        value = request.getfixturevalue(name)
        _refuse_asynchronous(name, value)
        return value
    except (Exception, pytest.fail.Exception, pytest.skip.Exception) as error:
        if name in own:
            raise
        return Unavailable(name, error)


def without(error: BaseException, place: Place, fence: str) -> Verdict:
    """What is said of a fence that did not run, or did not end well, since what stands around it raised `error`."""
    match error:
        case HeldError():
            return Verdict("failed", error.findings)
        case pytest.skip.Exception():
            return Verdict("skipped")
        case pytest.FixtureLookupError() if error.argname is not None:
            near = get_close_matches(error.argname, _available(error), n=1)
            message = f"there is no fixture `{error.argname}`{f'; did you mean `{near[0]}`?' if near else ''}"
            return Verdict("failed", (Finding("FP104", message, place, fence, help=RULES["FP104"].fix),))
    from fencepost.sources.child import told  # a run in which no fixture raises is done without it

    message = f"a fixture around the fence raised {told(error)}"
    advice = "Mend the fixture, or do without it; `pytest --fencepost` shows where it was raised."
    return Verdict("failed", (Finding("FP201", message, place, fence, help=advice),))


def _available(error: pytest.FixtureLookupError) -> list[str]:
    """The fixtures that there are, as pytest tells them."""
    said = re.search(r"available fixtures: (.*)", error.formatrepr().errorstring)
    return said[1].split(", ") if said else []


def refuse_parametrised(info: FuncFixtureInfo, names: Sequence[str]) -> None:
    """Raise `UnfitFixtureError` for a fixture of the item's own that would make several items of one."""
    for name in names:
        definitions = info.name2fixturedefs.get(name, ())
        if definitions and definitions[-1].params is not None:
            message = f"the fixture `{name}` is parametrised, and a fence runs once"
            raise UnfitFixtureError(message, "Use one without `params`.")


def _refuse_asynchronous(name: str, value: object) -> None:
    if inspect.iscoroutine(value) or inspect.isasyncgen(value):
        if inspect.iscoroutine(value):
            value.close()
        message = f"the fixture `{name}` is asynchronous, and no plugin has run it"
        raise UnfitFixtureError(message, "Declare it with `pytest_asyncio.fixture`, or as anyio asks for.")


def _no_function() -> None:
    """What pytest takes an item's fixtures from; a fence has no arguments."""
