"""TOML as documentation shows it: whole, or cut short by an ellipsis."""

from __future__ import annotations

import re
import tomllib

from fencepost.checks.wrongdata import WrongDataError, parse_around_dots

_DOTS = r"(?:\.{3,}|…)"
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|#[^\n]*"
    rf"|(?P<line>^[ \t]*{_DOTS}[ \t]*,?[ \t]*$)|(?P<member>,?[ \t]*{_DOTS}(?=[ \t]*\}}))|(?P<value>{_DOTS})",
    re.DOTALL | re.MULTILINE,
)


def check_toml(text: str) -> None:
    """Parse a text as TOML, in which dots may stand for further lines, members and values.

    Raises:
        WrongDataError: it is no TOML; the reason is that of what stands around the dots.
    """
    parse_around_dots(text, _load, lambda text: _TOKEN.sub(_filled, text))


def _load(text: str) -> None:
    try:
        tomllib.loads(text)
    except RecursionError as error:
        raise WrongDataError("it is nested too deep", 1) from error
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        _, _, where = message.rpartition("(at line ")
        line = where.partition(",")[0]
        raise WrongDataError(
            message.partition(" (at ")[0], int(line) if line.isdigit() else text.count("\n")
        ) from error
    except ValueError as error:
        raise WrongDataError("a number has more digits than a reader has to take", 1) from error


def _filled(match: re.Match[str]) -> str:
    """A token, with a value in the place of dots that stand for one."""
    if match["value"] is not None:
        return "0"
    return match[0] if match["line"] is match["member"] is None else ""
