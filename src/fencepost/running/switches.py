"""What a program turns on and off for its whole process, in the standard library's modules."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import tempfile
import threading
from typing import Any

Loggers = dict[str, tuple[list[logging.Handler], list[Any], int, bool, bool]]


def loggers() -> Loggers:
    """The loggers below the root that are not as Python makes them, by their name."""
    known = logging.root.manager.loggerDict.items()
    return {
        name: (one.handlers[:], one.filters[:], one.level, one.propagate, one.disabled)
        for name, one in known
        if isinstance(one, logging.Logger)
        and (one.level or one.handlers or one.filters or one.disabled or not one.propagate)
    }


def set_loggers(wanted: Loggers) -> None:
    """Make the loggers so again; one that did not exist then keeps what stands for no output at all."""
    now = loggers()
    for name in now.keys() | wanted.keys():
        logger = logging.getLogger(name)
        silent = [one for one in logger.handlers if isinstance(one, logging.NullHandler)]
        handlers, filters, level, logger.propagate, logger.disabled = wanted.get(
            name, (silent, [], logging.NOTSET, True, False)
        )
        logger.handlers[:], logger.filters[:] = handlers, filters
        if logger.level != level:
            logger.setLevel(level)


def switches() -> tuple[Any, ...]:
    """Hooks, limits and defaults of the interpreter and of the standard library."""
    return (
        sys.excepthook,
        sys.displayhook,
        threading.excepthook,
        sys.getrecursionlimit(),
        sys.get_int_max_str_digits(),
        socket.getdefaulttimeout(),
        tempfile.tempdir,
        gc.isenabled(),
        _mask(),
    )


def set_switches(wanted: tuple[Any, ...]) -> None:
    """Put them back."""
    sys.excepthook, sys.displayhook, threading.excepthook, depth, digits, seconds, folder, collects, mask = wanted
    sys.setrecursionlimit(depth)
    sys.set_int_max_str_digits(digits)
    socket.setdefaulttimeout(seconds)
    tempfile.tempdir = folder
    (gc.enable if collects else gc.disable)()
    os.umask(mask)


def _mask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
