"""Implements the graph of joins between sources, and finds the paths from a measure's source to named columns."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from headwater.context.semantic._expression import NameReference
from headwater.context.semantic._model import Cardinality, Join, SemanticSource

_MAX_HOPS = 6
_MAX_LISTED = 6


@dataclass(frozen=True)
class JoinStep:
    """A join that is followed in one direction.

    Attributes:
        keys: The columns of ``start`` and of ``end`` that must be equal.
        names: The names that queries may use for ``end``: the role, or the source's name.
        to_one: Whether a row of ``start`` has at most one match.
        from_one: Whether a row of ``end`` has at most one match.
    """

    start: str
    end: str
    keys: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    to_one: bool
    from_one: bool

    @property
    def climbs(self) -> bool:
        """Return whether the join leads from the many side to the one side."""
        return self.to_one and not self.from_one

    @property
    def name(self) -> str:
        """The most specific name."""
        return self.names[0]


JoinPath = tuple[JoinStep, ...]


class Shape(IntEnum):
    """The effect of a path on rows. Shapes are listed best first, and only the best one that has a path is considered.

    ``TO_ONE``: a row has one match. ``OWNED``: a row has many matches (a customer's orders). ``BRIDGED``: a row reaches
    other rows through the rows that it owns (the products of a customer's orders). ``SHARED``: rows share a parent (a
    ticket and the orders of the same customer).
    """

    TO_ONE = 0
    OWNED = 1
    BRIDGED = 2
    SHARED = 3


class JoinGraph:
    """The graph of a layer's joins."""

    def __init__(self, sources: Sequence[SemanticSource]) -> None:
        self._columns = {source.name: frozenset(column.name for column in source.columns) for source in sources}
        self._steps: dict[str, list[JoinStep]] = {name: [] for name in self._columns}
        for name, join in _declared_once(sources):
            self._add(name, join)

    def _add(self, name: str, join: Join) -> None:
        keys = tuple(join.keys.items())
        reversed_keys = tuple((right, left) for left, right in keys)
        to_one = join.cardinality in (Cardinality.MANY_TO_ONE, Cardinality.ONE_TO_ONE)
        from_one = join.cardinality in (Cardinality.ONE_TO_MANY, Cardinality.ONE_TO_ONE)
        itself = name == join.to  # only the role distinguishes two rows of the same source
        step = JoinStep(name, join.to, keys, _names(join.role, join.to, itself), to_one, from_one)
        self._steps[name].append(step)
        self._steps[join.to].append(
            JoinStep(join.to, name, reversed_keys, _names(join.inverse, name, itself), from_one, to_one)
        )

    def paths(
        self, start: str, aliases: frozenset[str], reference: NameReference
    ) -> tuple[Shape, tuple[JoinPath, ...]]:
        """Return the best shape of paths from ``start`` that the reference can mean, and all paths of this shape.

        If the reference cannot mean any path, there are no paths.

        Args:
            start: The name of the source at which the paths start.
            aliases: The names by which the query refers to the source's rows: the source's name, or the role through
                which it was reached.
            reference: A name with at least one label.
        """
        if reference.labels[-1] in aliases and reference.name in self._columns[start]:
            return Shape.TO_ONE, ((),)
        near = self._distances(reference)
        for shape in Shape:
            found = tuple(_take(self._walk(start, aliases, reference, shape, near), _MAX_LISTED))
            if found:
                return shape, found
        return Shape.TO_ONE, ()

    def _distances(self, reference: NameReference) -> Mapping[str, int]:
        """Return, for each source, the number of joins to the nearest source that the reference can mean."""
        ends = {
            step.end
            for steps in self._steps.values()
            for step in steps
            if reference.labels[-1] in step.names and reference.name in self._columns[step.end]
        }
        distances = dict.fromkeys(ends, 0)
        waiting = deque(ends)
        while waiting:
            name = waiting.popleft()
            for step in self._steps[name]:
                if step.end not in distances:
                    distances[step.end] = distances[name] + 1
                    waiting.append(step.end)
        return distances

    def _walk(
        self, start: str, aliases: frozenset[str], reference: NameReference, shape: Shape, near: Mapping[str, int]
    ) -> Iterator[JoinPath]:
        """Yield the paths of a shape, depth first. Each source is visited once, and a self-join counts as one visit."""
        stack: list[JoinPath] = [(step,) for step in reversed(self._steps[start])]
        while stack:
            path = stack.pop()
            end = path[-1].end
            if len(path) + near.get(end, _MAX_HOPS + 1) > _MAX_HOPS or not _fits(path, shape):
                continue
            if reference.name in self._columns[end] and _means(path, aliases, reference.labels):
                yield path
            visited = {start, *(step.end for step in path)}
            stack.extend(
                (*path, step)
                for step in reversed(self._steps[end])
                if step.end not in visited or (step.end == end and path[-1].start != end)
            )

    def neighbours(self, name: str) -> list[str]:
        """Return the names of the sources joined to a source, for messages."""
        return sorted({step.end for step in self._steps[name]})


def _declared_once(sources: Iterable[SemanticSource]) -> list[tuple[str, Join]]:
    """Return joins with their sources. A join that both sources declare is returned once, with the names from both."""
    found: dict[tuple[str, str, frozenset[tuple[str, str]]], Join] = {}
    for source in sources:
        for join in source.joins:
            keys = frozenset(join.keys.items())
            mirror = (join.to, source.name, frozenset((right, left) for left, right in keys))
            if mirror in found and join.to != source.name:
                other = found[mirror]
                names = {"role": other.role or join.inverse, "inverse": other.inverse or join.role}
                found[mirror] = other.model_copy(update=names)
            else:
                found[source.name, join.to, keys] = join
    return [(name, join) for (name, _, _), join in found.items()]


def _names(role: str | None, name: str, itself: bool) -> tuple[str, ...]:
    if role is None:
        return (name,)
    return (role,) if itself else (role, name)


def _fits(path: JoinPath, shape: Shape) -> bool:
    """Return whether a path has a shape, or can still acquire it through further steps."""
    kinds = [step.climbs for step in path if not (step.to_one and step.from_one)]  # True means a step to the one side
    match shape:
        case Shape.TO_ONE:
            return all(kinds)
        case Shape.OWNED:
            return not any(kinds)
        case Shape.BRIDGED:
            return kinds == sorted(kinds)
        case Shape.SHARED:
            return True


def _means(path: JoinPath, aliases: frozenset[str], labels: Sequence[str]) -> bool:
    """Return whether labels match a path's steps. They are compared from the end, until labels or steps run out."""
    names = [aliases, *(frozenset(step.names) for step in path)]
    return all(label in each for label, each in zip(reversed(labels), reversed(names), strict=False))


def _take(paths: Iterator[JoinPath], most: int) -> Iterator[JoinPath]:
    for _, path in zip(range(most), paths, strict=False):
        yield path
