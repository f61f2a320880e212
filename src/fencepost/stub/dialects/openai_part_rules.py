"""The rule of OpenAI's chat completions and responses about the parts of a message's content.

Sources: the API reference, "Create chat completion" and "Create a model response".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fencepost.stub.dialects.dialect import Violation
from fencepost.stub.shapes import Object, items, mapping, text


def parts_known(message: Object, by_role: Mapping[str, Sequence[str]], place: str) -> Iterator[Violation]:
    """Each part is of a type that suits the role.

    Args:
        message: with a role and a content, which may be a text.
        by_role: the types of parts by role; a role that is not among them may have any.
        place: what the provider calls a part that it refuses; `{}` stands for its index.
    """
    known = by_role.get(text(message.get("role")), ())
    for index, part in enumerate(items(message.get("content"))):
        kind = mapping(part).get("type")
        if known and kind not in known:
            choices = ", ".join(f"'{one}'" for one in known)
            said = f"Invalid value: '{kind}'. Supported values are: {choices}."
            yield Violation(said, place.format(index), "invalid_value")
