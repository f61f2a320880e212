"""Places for the reader's own key: `os.environ["OPENAI_API_KEY"] = ""`, as guides write it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from fencepost.stub.environment import DUMMY, DUMMY_KEYS
from fencepost.stub.patching import Patch


def patches() -> Iterator[Patch]:
    """Lets a variable that holds a key keep a dummy when it is given nothing, or what no header can carry.

    With an empty key the SDKs raise, or send a header that is none, before any request. A variable that is not there,
    as while an environment is put back, takes what it is given.
    """
    environment = type(os.environ)
    assign = environment.__setitem__

    def keep(self: os._Environ[str], name: str, value: str) -> None:
        assign(self, name, DUMMY if name in DUMMY_KEYS and name in self and _is_blank(value) else value)

    yield Patch(environment, "__setitem__", keep)


def _is_blank(value: object) -> bool:
    return isinstance(value, str) and not (value.strip() and value.isascii())
