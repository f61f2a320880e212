"""Python as documentation shows it where nobody runs it: parts of something larger, cut short, or a signature alone."""

from __future__ import annotations

import ast
import re
from itertools import takewhile

_KEPT = r"'''.*?'''|\"\"\".*?\"\"\"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|(?P<unseen>#[^\n]*|\s+)"
"""Strings, comments and blanks, in which nothing is meant."""
_TOKEN = re.compile(
    rf"{_KEPT}|(?P<dots>(?:\.{{3,}}|…)(?P<comma>[ \t]*,)?)|(?P<open>[(\[{{])|(?P<close>[)\]}}])|.", re.DOTALL
)
_ELEMENT = ("(", "[", "{", ",", "")
"""What stands before dots that are an element of a list, a call or a mapping."""
_WORD = re.compile(rf"{_KEPT}|(?P<blank><[A-Za-z][\w .-]*>)|.", re.DOTALL)
_HEADER = re.compile(
    r"(?P<indent>[ \t]*)(?=(?P<named>(?:async[ \t]+)?def[ \t]|class[ \t]|\)))?"
    r"(?P<code>[^\s#](?:[^#'\"]|'[^']*'|\"[^\"]*\")*?)(?P<colon>:?)[ \t]*(?:#.*)?"
)
"""The last line of a header, or any other: what is no header does not parse with a body."""
_NEXT = re.compile(r"[ \t]*(?:@|(?:async[ \t]+)?def[ \t]|class[ \t])")


def reason(body: str) -> str:
    """Why a fence that does not parse is none that should; empty where it is plainly broken."""
    if _is_excerpt(body):
        return "it is a part of something larger, and indented as it is there"
    if _becomes_code(body, _without_dots(body)):
        return "dots stand for what is left out"
    if _becomes_code(body, _with_bodies(body)):
        return "it shows signatures, or comments in the place of code"
    if _becomes_code(body, _filled_in(body)):
        blank = next(match["blank"] for match in _WORD.finditer(body) if match["blank"])
        return f"`{blank}` is to be filled in"
    return ""


def _becomes_code(body: str, whole: str) -> bool:
    return whole != body and (_parses(whole) or _is_excerpt(whole))


def _is_excerpt(body: str) -> bool:
    """Whether code is indented from its first line on, and parses in the body of a loop of a function."""
    return body.lstrip("\n").startswith(("  ", "\t")) and _parses(f"async def _():\n while _:\n{body}")


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _without_dots(body: str) -> str:
    """The code without dots between brackets that stand for further elements; other dots become an ellipsis."""
    depth, before = 0, ""
    kept: list[str] = []
    for match in _TOKEN.finditer(body):
        depth += bool(match["open"]) - bool(match["close"])
        alone = body[body.rfind("\n", 0, match.start()) + 1 : match.start()].isspace()
        if not match["dots"]:
            kept.append(match[0])
        elif depth > 0 and before in _ELEMENT:
            continue
        elif depth > 0 and alone:
            kept.append(",")
        elif "".join(kept[-len("import ") :]).rstrip() == "import":
            kept.append("_")
        else:
            kept.append("..." + (match["comma"] or ""))
        if not match["unseen"]:
            before = kept[-1][-1]
    return "".join(kept)


def _filled_in(body: str) -> str:
    """The code with names in the place of what a reader is to fill in."""
    return "".join("_" if match["blank"] else match[0] for match in _WORD.finditer(body))


def _with_bodies(body: str) -> str:
    """The code with a body for each function and class that shows none, and for each block that holds but comments.

    What follows at the margin of its header may be a body that lost its indent: then there is none to be added.
    """
    lines = body.split("\n")
    for index, line in enumerate(lines):
        header = _HEADER.fullmatch(line)
        if header is None or not (header["named"] or header["colon"]):
            continue
        inside = _comments(lines[index + 1 :], len(header["indent"]))
        below = lines[index + 1 + inside] if index + 1 + inside < len(lines) else ""
        if inside or (header["named"] and (not below.strip() or _NEXT.match(below))):
            lines[index] = f"{header['code'].rstrip()}: ..."
    return "\n".join(lines)


def _comments(lines: list[str], indent: int) -> int:
    """How many lines at the beginning are comments below a header, where nothing else stands below it."""
    deeper = list(takewhile(lambda line: not line.strip() or len(line) - len(line.lstrip()) > indent, lines))
    written = [line.lstrip() for line in deeper if line.strip()]
    return len(deeper) if written and all(line.startswith("#") for line in written) else 0
