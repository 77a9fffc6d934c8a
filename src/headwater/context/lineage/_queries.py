"""Answers queries about the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from functools import cached_property

from headwater.context.lineage._answers import (
    ColumnDetails,
    ColumnName,
    ColumnTrace,
    Edge,
    Impact,
    LineagePath,
    LineageRelation,
    LineageStep,
    NamedTest,
    RelationTrace,
    Unresolved,
)
from headwater.context.lineage._facts import LineageFacts
from headwater.context.lineage._form import ROWS, EdgeKind
from headwater.context.lineage._graph import LineageGraph, RelationKind
from headwater.context.lineage._names import find_name
from headwater.dbt import Location
from headwater.errors import AmbiguousNameError, NotFoundError, RequestError

VALUES = frozenset(int(kind) for kind in EdgeKind if kind.is_value)
ALL = frozenset(map(int, EdgeKind))
ROW_KINDS = ALL - VALUES
DEFAULT_LIMIT = 200


class Queries:
    """Answers queries about one graph.

    Args:
        facts: Returns the facts that are not in the graph. It is called on first use.
    """

    def __init__(self, graph: LineageGraph, facts: Callable[[], LineageFacts]) -> None:
        self.graph = graph
        self._load_facts = facts

    @cached_property
    def facts(self) -> LineageFacts:
        """The facts that are not in the graph."""
        return self._load_facts()

    # names

    def relation(self, text: str) -> int:
        """Return the relation that a text names.

        Raises:
            UserError: No relation, or more than one, has this name.
        """
        found = self.graph.find(text)
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(self.graph.unique_id(relation) for relation in found[:8])
            raise AmbiguousNameError(f"may be {names}", where=text, fix="name one of them in full")
        raise NotFoundError("no such model, source, seed or snapshot", where=text, fix=self._similar_names(text))

    def _similar_names(self, text: str) -> str:
        table_name = text.lower().rsplit(".", 1)[-1]
        labels = list(self.graph.labels())
        labels_found = [label for label in labels if table_name in label.lower() or label.lower() in table_name][:5]
        labels_found = labels_found or get_close_matches(text, labels, n=3)
        return f"perhaps {', '.join(labels_found)}" if labels_found else ""

    def is_relation(self, text: str) -> bool:
        """Return whether a text names a relation rather than a column."""
        return bool(self.graph.find(text)) and not self._columns_named(text)

    def column(self, text: str) -> int:
        """Return the column that a text such as ``orders.amount`` names.

        Raises:
            UserError: No column, or more than one, has this name.
        """
        found = self._columns_named(text)
        if len(found) == 1:
            return found[0]
        if found:
            full = ", ".join(
                f"{self.graph.unique_id(self.graph.relation[one])}.{self.graph.name(one)}" for one in found[:8]
            )
            raise AmbiguousNameError(f"may be {full}", where=text, fix="name one of them in full")
        if self.graph.find(text):
            raise RequestError("names no column", where=text, fix=f"add one, as in {text}.{self._some_column(text)}")
        before, _, name = text.rpartition(".")
        relation = self.relation(before or text)
        names = [self.graph.name(one) for one in self.graph.columns_of(relation)[1:]]
        near = [one for one in names if name and (name.lower() in one or one in name.lower())]
        near = near or get_close_matches(name.lower(), names, n=3)
        hint = f"perhaps {', '.join(near[:8])}" if near else f"it has {', '.join(names[:8])}"
        raise NotFoundError(f"{self.graph.label(relation)} has no column {name}", where=text, fix=hint)

    def _columns_named(self, text: str) -> list[int]:
        before, _, name = text.rpartition(".")
        if not before:
            return []
        return [one for relation in self.graph.find(before) if (one := self._column_of(relation, name)) is not None]

    def _column_of(self, relation: int, name: str) -> int | None:
        exact = self.graph.column(relation, name)
        if exact is not None:
            return exact
        columns = {self.graph.name(column): column for column in self.graph.columns_of(relation)}
        known = find_name(columns, name)
        return None if known is None else columns[known]

    def _some_column(self, text: str) -> str:
        columns = self.graph.columns_of(self.graph.find(text)[0])
        return self.graph.name(columns[-1])

    # parts of answers

    def name_of(self, column: int) -> ColumnName:
        """Return the name of a column."""
        relation = self.graph.relation[column]
        kind = RelationKind(self.graph.kind[relation]).label
        return ColumnName(self.graph.label(relation), self.graph.name(column), kind, self.graph.is_inferred(column))

    def place_of(self, relation: int) -> Location | None:
        """Return the file and line at which a relation is declared."""
        file = self.graph.file(relation)
        return Location(file, self.graph.line[relation]) if file else None

    def relation_of(self, relation: int, distance: int = 0, parents: Iterable[int] = ()) -> LineageRelation:
        """Return a relation with its distance and parents, as it appears in answers."""
        label = self.graph.label
        kind = RelationKind(self.graph.kind[relation]).label
        return LineageRelation(label(relation), kind, self.place_of(relation), distance, tuple(map(label, parents)))

    def edge_of(self, edge: int, distance: int = 1) -> Edge:
        """Return an edge with its expressions, as it appears in answers."""
        graph = self.graph
        target = graph.target[edge]
        file = graph.file(graph.relation[target])
        steps = tuple(LineageStep(shortened(text), Location(file, line)) for line, text in graph.steps(edge))
        kind = EdgeKind(graph.up_kind[edge]).label
        return Edge(self.name_of(graph.source[edge]), self.name_of(target), kind, steps, distance)

    def unresolved_in(self, relations: Iterable[int]) -> tuple[Unresolved, ...]:
        """Return the parts of the given relations that could not be traced."""
        found = []
        for relation in dict.fromkeys(relations):
            for reason, place in self.facts.gaps.get(self.graph.unique_id(relation), ()):
                found.append(Unresolved(self.graph.label(relation), reason, place))
        return tuple(found)

    # traces

    def trace(self, text: str, *, up: bool, rows: bool, depth: int | None, limit: int) -> ColumnTrace:
        """Return the columns upstream or downstream of a column."""
        graph = self.graph
        start = self.column(text)
        followed = ALL if rows else VALUES
        begin = [start, graph.column_start[graph.relation[start]]] if rows and up else [start]
        found = graph.reach(begin, up=up, followed=followed, depth=1 << 30 if depth is None else depth)
        edges: list[Edge] = []
        for column, distance in found.items():
            if len(edges) >= limit:
                break
            if depth is None or distance < depth:
                around = graph.into(column) if up else graph.out_of(column)
                edges += [self.edge_of(edge, distance + 1) for edge in around if graph.up_kind[edge] in followed]
        others = [column for column in found if column not in begin]
        relations = [graph.relation[column] for column in found]
        return ColumnTrace(
            self.name_of(start),
            tuple(edges[:limit]),
            tuple(map(self.name_of, others[:limit])),
            len(others),
            self.unresolved_in(relations[:limit]),
        )

    def relation_trace(self, text: str, *, up: bool, depth: int | None, limit: int) -> RelationTrace:
        """Return the relations upstream or downstream of a relation."""
        graph = self.graph
        start = self.relation(text)
        starts, ends = (graph.parent_start, graph.parent) if up else (graph.child_start, graph.child)
        found = {start: 0}
        parents: dict[int, list[int]] = {}
        level = [start]
        while level and (depth is None or found[level[0]] < depth):
            following = []
            for relation in level:
                for position in range(starts[relation], starts[relation + 1]):
                    other = ends[position]
                    parents.setdefault(other, []).append(relation)
                    if other not in found:
                        found[other] = found[relation] + 1
                        following.append(other)
            level = following
        others = [pair for pair in found.items() if pair[0] != start]
        relations = tuple(self.relation_of(one, distance, parents[one]) for one, distance in others[:limit])
        return RelationTrace(self.relation_of(start), relations, len(others))

    def column_details(self, text: str) -> ColumnDetails:
        """Return everything that is known about a column."""
        graph = self.graph
        column = self.column(text)
        relation = graph.relation[column]
        unique_id = graph.unique_id(relation)
        described = self.facts.columns.get(unique_id, {})
        declared = described.get(find_name(described, graph.name(column)) or "")
        rows = graph.into(graph.column_start[relation])
        return ColumnDetails(
            self.name_of(column),
            declared.place if declared else self.place_of(relation),
            declared.data_type if declared else "",
            declared.description if declared else "",
            tuple(self.edge_of(edge) for edge in graph.into(column)),
            tuple(self.edge_of(edge) for edge in graph.out_of(column)),
            tuple(self.edge_of(edge) for edge in rows if graph.up_kind[edge] in ROW_KINDS),
            tuple(self._tests({column}, set())),
            self.unresolved_in([relation]),
        )

    # impact

    def impact(self, text: str, limit: int) -> Impact:
        """Return everything that a change to a column may affect."""
        graph = self.graph
        start = self.column(text)
        values = graph.reach([start], up=False, followed=VALUES)
        decided = self._rows_decided_by(values)
        columns = [pair for pair in values.items() if pair[0] != start and graph.name(pair[0]) != ROWS]
        relations = dict.fromkeys((*(graph.relation[one] for one in values), *decided))
        models = [one for one in relations if graph.kind[one] == RelationKind.MODEL]
        exposures = dict.fromkeys(
            child
            for relation in relations
            for child in graph.child[graph.child_start[relation] : graph.child_start[relation + 1]]
            if graph.kind[child] == RelationKind.EXPOSURE
        )
        metrics = [one for one in relations if graph.kind[one] == RelationKind.METRIC]
        return Impact(
            self.name_of(start),
            tuple((self.name_of(column), distance) for column, distance in columns[:limit]),
            tuple(self.relation_of(*pair) for pair in list(decided.items())[:limit]),
            tuple(self._tests(values.keys(), decided.keys()))[:limit],
            tuple(map(self.relation_of, exposures)),
            tuple(map(graph.label, metrics)),
            tuple(graph.label(one) for one in models if not self._is_read_by_models(one)),
            self.unresolved_in(relations),
        )

    def _rows_decided_by(self, columns: Iterable[int]) -> dict[int, int]:
        """Return the relations whose rows depend on some columns, each with its distance from a direct use of them."""
        graph = self.graph
        decided = dict.fromkeys(
            graph.target[edge]
            for column in columns
            for edge in graph.out_of(column)
            if graph.up_kind[edge] in ROW_KINDS
        )
        reached = graph.reach(list(decided), up=False, followed=ALL)
        found: dict[int, int] = {}
        for column, distance in reached.items():
            found.setdefault(graph.relation[column], distance)
        return found

    def _is_read_by_models(self, relation: int) -> bool:
        graph = self.graph
        children = graph.child[graph.child_start[relation] : graph.child_start[relation + 1]]
        return any(graph.kind[child] in (RelationKind.MODEL, RelationKind.SNAPSHOT) for child in children)

    def _tests(self, columns: Iterable[int], decided: Iterable[int]) -> Iterator[NamedTest]:
        """Yield the tests that read changed columns, and then those that depend on changed rows."""
        graph = self.graph
        changed: dict[int, set[str]] = {}
        for column in columns:
            changed.setdefault(graph.relation[column], set()).add(graph.name(column))
        seen = set()
        for relation in dict.fromkeys((*changed, *decided)):
            unique_id, names = graph.unique_id(relation), changed.get(relation, set())
            if graph.kind[relation] == RelationKind.TEST:
                place = self.place_of(relation)
                if place is not None:
                    yield NamedTest(graph.label(relation), "singular", place)
            for test in self.facts.tests_of(unique_id):
                reads = tuple(
                    f"{graph.label(relation)}.{column}"
                    for name, column in test.reads
                    if name == unique_id and column in names
                )
                reads_whole = (unique_id, None) in test.reads
                if (reads or reads_whole or relation in decided) and id(test) not in seen:
                    seen.add(id(test))
                    yield NamedTest(test.name, test.kind, test.place, reads)

    # paths

    def path(self, source: str, target: str) -> LineagePath:
        """Return the shortest path between two columns: through values if there is one, and otherwise through rows."""
        first, last = self.column(source), self.column(target)
        for begin, end in ((first, last), (last, first)):
            edges = self.shortest(begin, end, VALUES)
            if edges is not None:
                return self._path(begin, end, edges)
        for begin, end in ((first, last), (last, first)):
            rows = self.graph.column_start[self.graph.relation[end]]
            edges = self.shortest(begin, rows, ALL)
            if edges:
                return self._path(begin, end, edges, by_rows=True)
        return self._path(first, last, [])

    def _path(self, begin: int, end: int, edges: list[int], *, by_rows: bool = False) -> LineagePath:
        named_edges = tuple(self.edge_of(edge, distance) for distance, edge in enumerate(edges, 1))
        return LineagePath(self.name_of(begin), self.name_of(end), named_edges, by_rows)

    def shortest(self, begin: int, end: int, followed: frozenset[int]) -> list[int] | None:
        """Return the edges on a shortest downstream path from one column to another, or None if there is no path."""
        graph = self.graph
        came: dict[int, int] = {begin: -1}
        level = [begin]
        while level and end not in came:
            following = []
            for column in level:
                for edge in graph.out_of(column):
                    other = graph.target[edge]
                    if graph.up_kind[edge] in followed and other not in came:
                        came[other] = edge
                        following.append(other)
            level = following
        if end not in came:
            return None
        way: list[int] = []
        at = end
        while came[at] >= 0:
            way.append(came[at])
            at = graph.source[came[at]]
        return way[::-1]


def shortened(text: str, length: int = 300) -> str:
    """Return a text on one line, truncated to ``length``."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"
