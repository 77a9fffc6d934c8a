"""Formats answers about lineage, with one line for each edge, its expressions and their locations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from headwater.context.lineage import (
    ColumnDetails,
    ColumnName,
    ColumnTrace,
    Edge,
    Impact,
    LineageDifference,
    LineageIndex,
    LineagePath,
    NamedTest,
    RelationTrace,
    RowCondition,
    Unresolved,
    counts_line,
)
from headwater.plurals import counted

_MOST_NAMES = 60


def trace_lines(trace: ColumnTrace, *, up: bool) -> Iterator[str]:
    """Yield the columns upstream or downstream of a column, nearest first."""
    edges_shown = min(len(trace.edges), trace.total_columns)
    way = "is made of" if up else "feeds"
    if not trace.edges:
        yield f"{trace.start} {way} no other column" + ("; rows=true follows filters and joins" if up else "")
    else:
        yield f"{trace.start} {way} {counted(trace.total_columns, 'column')}, nearest first"
    for edge in trace.edges:
        yield from edge_lines(edge, up=up)
    if trace.total_columns > edges_shown and len(trace.edges) > edges_shown:
        yield "more than is shown: ask with a smaller depth, or for a column nearer to what you look for"
    yield from unresolved_lines(trace.unresolved)


def edge_lines(edge: Edge, *, up: bool) -> Iterator[str]:
    """Yield the lines of an edge: its columns, its kind, and its expressions."""
    one, other, arrow = (edge.target, edge.source, "←") if up else (edge.source, edge.target, "→")
    steps = edge.steps
    line = f"{edge.distance}. {one} {arrow} {column_label(other)} ({edge.kind})"
    if steps:
        line += f"  {steps[-1].place}"
    yield line
    if edge.kind != "passed through":
        for step in steps[-3:]:
            yield f"     {step.text}"


def column_label(name: ColumnName) -> str:
    """Return a column's name, with the kind of its relation unless it is a model."""
    return str(name) if name.kind == "model" else f"{name} [{name.kind}]"


def relation_lines(trace: RelationTrace, *, up: bool) -> Iterator[str]:
    """Yield the relations upstream or downstream of a relation."""
    yield f"{trace.start.name} {'reads' if up else 'is read by'} {trace.total} relations, directly (1) and further away"
    for relation in trace.relations:
        place = f"  {relation.place}" if relation.place else ""
        yield f"{relation.distance}. {relation.name} [{relation.kind}]{place}"
    if trace.total > len(trace.relations):
        yield f"{trace.total - len(trace.relations)} more; ask with a depth"


def column_lines(details: ColumnDetails) -> Iterator[str]:
    """Yield everything that is known about a column."""
    inferred = "; known only because something reads it" if details.name.inferred else ""
    yield " ".join(filter(None, (column_label(details.name), details.data_type, f"{details.place or ''}{inferred}")))
    if details.description:
        yield details.description
    for title, edges, up in (
        ("made of", details.upstream, True),
        ("its rows depend on", details.conditions, True),
        ("read by", details.downstream, False),
    ):
        if edges:
            yield f"{title}:"
        for edge in edges:
            yield from edge_lines(edge, up=up)
    if details.tests:
        yield "tests: " + ", ".join(f"{test.name} ({test.place})" for test in details.tests)
    yield from unresolved_lines(details.unresolved)


def impact_lines(impact: Impact) -> Iterator[str]:
    """Yield everything that a change to a column may affect."""
    by_relation: dict[str, list[str]] = {}
    for name, _ in impact.columns:
        by_relation.setdefault(name.relation, []).append(name.column)
    relations = counted(len(by_relation), "relation")
    yield f"a change of {impact.start} changes {counted(len(impact.columns), 'column')} in {relations}:"
    for relation, columns in by_relation.items():
        yield f"  {relation}: {', '.join(columns)}"
    if impact.rows:
        yield f"and which rows there are in {len(impact.rows)}: {_names(one.name for one in impact.rows)}"
    if impact.marts:
        yield f"models among them that no other model reads: {_names(impact.marts)}"
    if impact.exposures:
        yield f"exposures: {_names(one.name for one in impact.exposures)}"
    if impact.metrics:
        yield f"metrics: {_names(impact.metrics)}"
    yield f"tests that would notice: {len(impact.tests)}"
    yield from (f"  {_test(test)}" for test in impact.tests)
    yield from unresolved_lines(impact.unresolved)


def path_lines(path: LineagePath) -> Iterator[str]:
    """Yield the lines of the path between two columns."""
    if not path.edges:
        yield f"{path.source} does not get into {path.target}, nor the other way round"
        return
    remark = "; it only decides which rows there are" if path.by_rows else ""
    yield f"{path.source} gets into {path.target}{remark}:"
    for edge in path.edges:
        yield from edge_lines(edge, up=False)


def difference_lines(difference: LineageDifference) -> Iterator[str]:
    """Yield possible reasons why two columns differ: the expressions on each path, and conditions on only one path."""
    if not difference.common:
        yield f"{difference.first} and {difference.second} are made of nothing in common"
    for common in difference.common:
        yield f"both are made of {column_label(common.column)}"
        for end, edges in ((difference.first, common.to_first), (difference.second, common.to_second)):
            yield f"  to {end}:" if edges else f"  which is {end}"
            for edge in edges:
                yield from (f"  {line}" for line in edge_lines(edge, up=False))
    yield from _side_lines(difference.first, difference.only_first, difference.conditions_first)
    yield from _side_lines(difference.second, difference.only_second, difference.conditions_second)


def _side_lines(name: ColumnName, only: Sequence[ColumnName], conditions: Sequence[RowCondition]) -> Iterator[str]:
    if only:
        yield f"only {name} is made of: {_names(map(column_label, only))}"
    if conditions:
        yield f"only on the way to {name} are rows decided by:"
    seen = set()
    for condition in conditions:
        text = f"{condition.step.text}  {condition.step.place}" if condition.step else str(condition.column)
        line = f"  {condition.relation}: {condition.kind} {text}"
        if line not in seen:
            seen.add(line)
            yield line


def contract_lines(index: LineageIndex, model: str) -> Iterator[str]:
    """Yield, for one or all models, the problems and the differences between what is declared and what is built.

    Raises:
        UserError: The model neither exists nor is declared.
    """
    findings = index.contract().findings
    problems = index.problems
    unresolved = index.unresolved
    if model:
        label = index.relation(model).name if index.is_relation(model) else model
        findings = tuple(one for one in findings if label in (one.subject, one.subject.rpartition(".")[0]))
        problems = [one for one in problems if one.node and one.node.endswith(f".{label}")]
        unresolved = [one for one in unresolved if one.relation == label]
        if not findings:
            index.relation(model)
    yield counts_line(findings, problems, unresolved)
    for problem in problems:
        yield f"{problem.kind.value.replace('_', ' ')}: {problem.message}  {problem.place}"
    yield from unresolved_lines(unresolved)
    for finding in findings:
        yield f"{finding.kind}: {finding.message}  {finding.place}"


def unresolved_lines(unresolved: Iterable[Unresolved]) -> Iterator[str]:
    """Yield the parts that could not be traced, so that a missing edge is not mistaken for an answer."""
    for one in unresolved:
        yield f"not traced: {one.relation}: {one.reason}  {one.place}"


def _test(test: NamedTest) -> str:
    reads = f" reads {', '.join(test.reads)}" if test.reads else ""
    return f"{test.name} ({test.kind}, {test.place}){reads}"


def _names(names: Iterable[str]) -> str:
    all_names = list(names)
    more = f" and {len(all_names) - _MOST_NAMES} more" if len(all_names) > _MOST_NAMES else ""
    return ", ".join(all_names[:_MOST_NAMES]) + more
