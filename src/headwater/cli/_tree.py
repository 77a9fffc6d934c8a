"""Prints a graph as a tree. Each node is expanded once, even if several paths lead to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class TreeNode:
    """An occurrence of a node in a tree.

    Attributes:
        name: The node's name, under which ``children`` lists its children.
        text: The line to print for the node.
        details: Lines to print below the node's line.
    """

    name: str
    text: str
    details: tuple[str, ...] = ()


def tree_lines(root: TreeNode, children: Mapping[str, Sequence[TreeNode]]) -> Iterator[str]:
    """Yield the lines of a tree.

    Args:
        root: The root of the tree.
        children: The children of each node, keyed by the node's name. Nodes may share children, and cycles are allowed.
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
