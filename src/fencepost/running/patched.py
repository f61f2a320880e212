"""Functions of the standard library in whose place a page puts its own."""

from __future__ import annotations

import builtins
import datetime
import io
import logging
import os
import random
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from operator import is_
from types import ModuleType
from typing import Any

_MODULES: tuple[ModuleType, ...] = (
    *(builtins, datetime, io, logging, os, os.path, random),
    *(shutil, signal, subprocess, tempfile, threading, time),
)
"""Those that programs replace functions of, and that this tool needs when a step has ended."""
_GONE = object()

Names = dict[str, Any]


class Patched:
    """What one page has changed in these modules, in place while one of its steps runs."""

    def __init__(self) -> None:
        """Begin without changes."""
        self._names = [vars(module) for module in _MODULES]
        self._outside: list[Names] = []
        self._changes: list[Names] = []

    def __enter__(self) -> None:
        self._outside = [names.copy() for names in self._names]
        for names, changes in zip(self._names, self._changes, strict=False):
            _apply(names, changes)

    def __exit__(self, *_: object) -> None:
        pairs = [*zip(self._names, self._outside, strict=True)]
        if all(len(names) == len(before) and all(map(is_, names.values(), before.values())) for names, before in pairs):
            self._changes = []
            return
        self._changes = [_differing(names, before) for names, before in pairs]
        for (names, before), changes in zip(pairs, self._changes, strict=True):
            _apply(names, {name: before.get(name, _GONE) for name in changes})


def _differing(names: Names, before: Names) -> Names:
    known = names.keys() | before.keys()
    now = {name: names.get(name, _GONE) for name in known}
    return {name: value for name, value in now.items() if value is not before.get(name, _GONE)}


def _apply(names: Names, changes: Names) -> None:
    for name, value in changes.items():
        if value is _GONE:
            del names[name]
        else:
            names[name] = value
