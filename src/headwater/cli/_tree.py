"""Print a graph as a tree, in which a node that several paths reach is unfolded once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Node:
    """One place in a tree.

    Attributes:
        name: By which its children are found.
        text: The line that stands for it.
        details: Lines below it.
    """

    name: str
    text: str
    details: tuple[str, ...] = ()


def tree_lines(root: Node, children: Mapping[str, Sequence[Node]]) -> Iterator[str]:
    """Yield the lines of a tree.

    Args:
        root: Where it begins.
        children: The nodes below each node, by its name. They may be shared, and lead back up.
    """
    unfolded: set[str] = set()
    waiting = [(root, "", "")]
    while waiting:
        node, branch, stem = waiting.pop()
        below = children.get(node.name, ())
        is_repeated = node.name in unfolded
        yield f"{branch}{node.text}" + ("  (unfolded above)" if is_repeated and below else "")
        if is_repeated:
            below = ()
        unfolded.add(node.name)
        yield from (f"{stem}{'│' if below else ' '}   {line}" for line in node.details)
        last = len(below) - 1
        waiting += reversed(
            [
                (child, f"{stem}{'└─ ' if number == last else '├─ '}", f"{stem}{'   ' if number == last else '│  '}")
                for number, child in enumerate(below)
            ]
        )
