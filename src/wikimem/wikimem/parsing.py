"""Entries out of a model's reply, which is rarely nothing but JSON.

Every place where an array or an object could begin is tried in turn: that finds it bare, in a code fence, in prose
and behind a train of thought alike. A comma before a closing bracket and raw line ends in a string are forgiven. An
array that breaks off is not: what it was going to say is unknown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

_DECODER = json.JSONDecoder(strict=False)
_THOUGHT = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
# Where the opening tag stands in the template of the conversation, the reply has the closing one alone.
_THOUGHT_BEFORE_JSON = re.compile(
    r'\A.*</(?:think|thinking|reasoning)>(?=\s*(?:```\w*\s*)?(?:\[\s*[\]{]|\{\s*"))', re.DOTALL | re.IGNORECASE
)
_BEGINNING = re.compile(r'\[\s*(?=[\[\]{"]|-?\d|(?:true|false|null)\b)|\{\s*"')
_STRING_OR_COMMA = re.compile(r'("(?:[^"\\]++|\\.)*+"?)|,(?=\s*[\]}])', re.DOTALL)
_MOST_ATTEMPTS = 30
"""How many beginnings may be no plain JSON before the rest is given up: a bound on what a hostile reply costs."""
_BLANKS = 64
"""How far back the comma or bracket before a row is looked for."""


def parse_entries(reply: object) -> list[str]:
    """The contents in a reply, in order, stripped; `[]` if there are none. Never raises.

    Rows without a `content` that is text are left out, and so are blank ones. Of several arrays the last with an
    entry counts: models that think aloud begin with drafts. Without any, objects that stand alone count as rows.
    """
    if not isinstance(reply, str):
        return []
    text = _THOUGHT.sub("", _THOUGHT_BEFORE_JSON.sub("", reply.removeprefix("\ufeff")))
    arrays: list[list[str]] = []
    lone: list[str] = []
    for value in _values(text):
        rows = _rows(value)
        if rows is None:
            lone.extend(_contents([value]))
        else:
            arrays.append(_contents(rows))
    return next((contents for contents in reversed(arrays) if contents), lone)


def _values(text: str) -> Iterator[object]:
    """The JSON arrays and objects in the text that do not lie in one another."""
    place, attempts, broken = 0, 0, False
    while attempts < _MOST_ATTEMPTS and (found := _BEGINNING.search(text, place)):
        start = found.start()
        try:
            value, place = _DECODER.raw_decode(text, start)
        except RecursionError:
            return
        except ValueError:
            attempts += 1
            repaired = _decode_repaired(text, start)
            if repaired is None:
                broken = broken or text[start] == "["
                place = start + 1
                continue
            value, place = repaired
        before = text[max(0, start - _BLANKS) : start].rstrip()
        row_of_broken = broken and isinstance(value, dict) and before.endswith(("[", ","))
        if not row_of_broken:
            yield value


def _decode_repaired(text: str, start: int) -> tuple[object, int] | None:
    """The JSON value at `start` and where it ends, with the commas before closing brackets overlooked."""
    rest = text[start:]
    cuts = [match.start() for match in _STRING_OR_COMMA.finditer(rest) if match[1] is None]
    if not cuts:
        return None
    try:
        value, end = _DECODER.raw_decode(_STRING_OR_COMMA.sub(lambda match: match[1] or "", rest))
    except (ValueError, RecursionError):
        return None
    return value, start + end + sum(cut - index < end for index, cut in enumerate(cuts))


def _rows(value: object) -> list[object] | None:
    """The rows of an array, or of an object that wraps one; `None` for an object that is a row itself."""
    if isinstance(value, list):
        return value
    if isinstance(value, dict) and "content" not in value:
        return next((rows for rows in value.values() if isinstance(rows, list)), [])
    return None


def _contents(rows: list[object]) -> list[str]:
    contents = (row.get("content") for row in rows if isinstance(row, dict))
    return [content.strip() for content in contents if isinstance(content, str) and content.strip()]
