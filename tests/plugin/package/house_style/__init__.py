"""A plugin with one of each: a rule and its check, a kind of source, a comparer, a wire format."""

from __future__ import annotations

import configparser
import json
import re
from collections.abc import Iterator
from pathlib import Path

from fencepost.plugins import Difference, Excerpt, Finding, Page, Plugin, Rule
from fencepost.stub import Ask, Dialect, Failure, Memory, Reply, Request, Response, Violation, json_response

HEADINGS = Rule(
    code="HOUSE001",
    name="heading-ends-with-stop",
    summary="A heading ends with a full stop.",
    why="The navigation shows headings, and sentences read oddly there.",
    fix="Take the full stop away.",
    severity="warning",
)


def headings(page: Page) -> Iterator[Finding]:
    """HOUSE001 for each heading that ends with a full stop."""
    for heading in page.headings:
        if heading.title.endswith((".", "。")):
            yield Finding("HOUSE001", f"the heading `{heading.title}` ends with a full stop", page.place(heading.line))


def ini(root: Path, argument: str) -> Excerpt:
    """`ini:PATH#section.key`: a value of an INI file."""
    path, _, name = argument.partition("#")
    section, _, key = name.rpartition(".")
    parser = configparser.ConfigParser()
    if not parser.read(root / path, "utf-8"):
        raise LookupError(f"there is no file `{path}`")
    if not parser.has_option(section, key):
        raise LookupError(f"`{path}` has no `{key}` in `[{section}]`")
    lines = (root / path).read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if re.match(rf"{re.escape(key)}\s*[=:]", text))
    return Excerpt(parser.get(section, key), path, line)


def mermaid(ours: str, theirs: str) -> Iterator[Difference]:
    """The arrows of two diagrams; what stands on the nodes is translated."""
    pairs = zip(ours.splitlines(), theirs.splitlines(), strict=False)
    for number, (line, twin) in enumerate(pairs, 1):
        if _bare(line) != _bare(twin):
            yield Difference(number, number, line.strip(), twin.strip())


def _bare(line: str) -> str:
    return re.sub(r"\[[^\]]*\]", "[]", line)


def _read(request: Request, _memory: Memory) -> Ask:
    body = json.loads(request.body)
    return Ask("house", "completion", body, "house-1", user=body.get("prompt", ""), messages=1)


def _check(ask: Ask, _request: Request) -> Violation | None:
    return None if ask.user else Violation("`prompt` is missing", "prompt")


def _render(_ask: Ask, reply: Reply, _memory: Memory) -> Response:
    return json_response(200, {"text": reply.say})


def _refuse(failure: Failure, violation: Violation | None) -> Response:
    return json_response(failure.status or 400, {"error": violation.message if violation else failure.kind})


HOUSE = Dialect(
    name="house",
    kind="completion",
    matches=lambda request: request.method == "POST" and request.path.endswith("/house/say"),
    read=_read,
    check=_check,
    render=_render,
    refuse=_refuse,
)

PLUGIN = Plugin(
    rules=(HEADINGS,),
    checks=(headings,),
    sources={"ini": ini},
    comparers={"mermaid": mermaid},
    formats=(HOUSE,),
)
