"""YAML of anybody's, read so that it neither breaks the reader nor grows without end.

PyYAML raises errors of Python's own where a scalar looks like a date or a number and is none (`2026-99-99`), and an
alias costs a few bytes wherever it stands for a large value, so that nine lines of aliases stand for a billion values.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import yaml

_MOST = 100_000
"""How many values aliases may stand for; without aliases a text may hold as many as it likes."""


@lru_cache(maxsize=1)
def loader() -> type[yaml.SafeLoader]:
    """A safe loader all of whose errors are `yaml.YAMLError` or `RecursionError`, with the place."""
    return new_loader()


def new_loader() -> type[yaml.SafeLoader]:
    """Another one, to which constructors may be added."""
    import yaml  # not before it is needed: it is slow to import
    from yaml.constructor import ConstructorError

    class Loader(yaml.SafeLoader):
        def get_single_node(self) -> yaml.Node | None:
            node = super().get_single_node()
            if node is not None:
                refuse_growth(node)
            return node

        def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
            try:
                return super().construct_object(node, deep)
            except (ValueError, KeyError, AttributeError) as error:
                what = f"{str(node.value)[:40]!r} is no {node.tag.rpartition(':')[2]}"
                raise ConstructorError(None, None, what, node.start_mark) from error

    return Loader


def refuse_growth(root: yaml.Node) -> None:
    """Raise `yaml.YAMLError` if a value holds itself, or if aliases make many of the values below `root`."""
    from yaml.composer import ComposerError

    sizes: dict[int, int] = {}
    pending = [(root, False)]
    above: set[int] = set()
    while pending:
        node, done = pending.pop()
        if done:
            above.discard(id(node))
            # Capped: numbers of so many digits would be slow themselves.
            sizes[id(node)] = min(sys.maxsize, 1 + sum(sizes[id(child)] for child in _children(node)))
        elif id(node) in above:
            raise ComposerError(None, None, "an alias holds itself", node.start_mark)
        elif id(node) not in sizes:
            above.add(id(node))
            pending.append((node, True))
            pending += [(child, False) for child in _children(node)]
    if sizes[id(root)] > len(sizes) + _MOST:
        problem = f"its aliases stand for more than {_MOST:,} values"
        raise ComposerError(None, None, problem, root.start_mark)


def _children(node: yaml.Node) -> list[yaml.Node]:
    from yaml.nodes import MappingNode, SequenceNode

    if isinstance(node, SequenceNode):
        return node.value
    return [part for pair in node.value for part in pair] if isinstance(node, MappingNode) else []
