"""Finds the nodes that a change affects, and the order in which to process them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from headwater.context.lineage._record import NodeRecord


def with_readers(changed: Iterable[str], records: Mapping[str, NodeRecord]) -> set[str]:
    """Return the unique ids of the changed nodes and of all nodes that depend on these, directly or indirectly."""
    readers: dict[str, list[str]] = {}
    for name, record in records.items():
        for parent in {*record.parents, *record.parent_signatures, *record.introspected}:
            readers.setdefault(parent, []).append(name)
    found = set(changed)
    pending = list(found)
    while pending:
        for reader in readers.get(pending.pop(), ()):
            if reader not in found:
                found.add(reader)
                pending.append(reader)
    return found


def parents_first(names: Iterable[str], parents: Callable[[str], Iterable[str]]) -> Iterator[str]:
    """Yield unique ids with parents before children. Cycles are broken at an arbitrary point."""
    names = dict.fromkeys(names)
    state: dict[str, int] = {}
    for start in names:
        pending = [start]
        while pending:
            name = pending[-1]
            if state.get(name) is None:
                state[name] = 1
                pending += [parent for parent in parents(name) if parent in names and parent not in state]
                continue
            pending.pop()
            if state[name] == 1:
                state[name] = 2
                yield name
