"""TOML as documentation shows it: whole, cut short by an ellipsis, or with places to be filled in."""

from __future__ import annotations

import re
import tomllib

from fencepost.checks.wrongdata import WrongDataError, parse_around_dots

_DOTS = r"(?:\.{3,}|…)"
_BLANK = r"<[A-Za-z][\w .-]*>"
"""A placeholder."""
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|#[^\n]*"
    rf"|(?P<line>^[ \t]*(?:{_DOTS}[ \t]*,?|{_BLANK})[ \t]*$)|(?P<member>,?[ \t]*{_DOTS}(?=[ \t]*\}}))"
    rf"|(?P<value>{_DOTS})|(?P<blank>{_BLANK})",
    re.DOTALL | re.MULTILINE,
)


def check_toml(text: str) -> None:
    """Parse a text as TOML; dots may stand for more lines, members and values, `<name>` for what is filled in.

    Raises:
        WrongDataError: it is no TOML; the reason is that of what stands around them.
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
    """A token, with a value in the place of dots that stand for one, and a name or a value in that of a blank."""
    if match["value"] is not None:
        return "0"
    if match["blank"] is not None:
        return re.sub(r"[^\w-]", "-", match["blank"].strip("<>")) if _is_key(match) else "0"
    return match[0] if match["line"] is match["member"] is None else ""


def _is_key(match: re.Match[str]) -> bool:
    before = match.string[match.string.rfind("\n", 0, match.start()) + 1 : match.start()]
    return "=" not in before
