"""Compares a model's rows and nulls with those of its parents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from headwater.context.catalog import Column, Table
from headwater.context.lineage import EdgeKind, LineageIndex, find_name
from headwater.context.live import LiveProject
from headwater.context.verify._source_queries import SourceQueries
from headwater.context.verify._types import CheckStatus, ModelCheck
from headwater.dbt import Node

_SAME = (EdgeKind.PASSED.label, EdgeKind.RENAMED.label)
_MOST_KEYS = 6
_MOST_PARENTS = 12


@dataclass(frozen=True)
class _Parent:
    """A parent table, and the columns that the model takes from it unchanged, with their names in both tables."""

    label: str
    table: Table
    column_of_source: Mapping[str, str]


def conservation(
    project: LiveProject, node: Node, table: Table, rows: int, questions: SourceQueries
) -> Iterator[ModelCheck]:
    """For each parent, check how many of its rows are in the model and how often, and which columns gained nulls."""
    lineage = project.lineage()
    parents, unbuilt = _parents(project, lineage, node, table)
    conditions = _conditions(lineage, node)
    for parent in parents[:_MOST_PARENTS]:
        yield from questions.answered(_rows(parent, table, rows, questions, conditions), "rows")
        yield from questions.answered(_nulls(parent, table, rows, questions), "nulls")
    if unbuilt:
        yield ModelCheck(CheckStatus.UNKNOWN, "rows", f"parents without a table to compare with: {', '.join(unbuilt)}")


def _parents(project: LiveProject, lineage: LineageIndex, node: Node, table: Table) -> tuple[list[_Parent], list[str]]:
    columns_of_source: dict[str, dict[str, str]] = {}
    traced = {each.column for each in lineage.columns(node.unique_id)}
    for column in table.columns:
        own = find_name(traced, column.name)
        if own is None:
            continue
        edges = lineage.upstream(f"{node.unique_id}.{own}", depth=1).edges
        if len(edges) == 1 and edges[0].kind in _SAME:
            source = edges[0].source
            columns_of_source.setdefault(source.relation, {}).setdefault(source.column, column.name)
    found, unbuilt = [], []
    for relation in lineage.upstream_relations(node.unique_id, depth=1).relations:
        other = project.node(relation.name)
        built = project.table_of(other) if other else None
        if built is None or built.name.source != table.name.source:
            unbuilt.append(relation.name)
        elif built.name != table.name:
            found.append(_Parent(relation.name, built, columns_of_source.get(relation.name, {})))
    return found, unbuilt


def _conditions(lineage: LineageIndex, node: Node) -> dict[str, list[str]]:
    """Return the conditions on the model's rows, grouped by kind, as written in the SQL."""
    found: dict[str, list[str]] = {}
    for edge in lineage.upstream(f"{node.unique_id}.*", rows=True, depth=1).edges:
        for step in edge.steps[-1:]:
            texts = found.setdefault(edge.kind, [])
            if step.text not in texts:
                texts.append(step.text)
    return found


def _rows(
    parent: _Parent, table: Table, rows: int, questions: SourceQueries, conditions: Mapping[str, Sequence[str]]
) -> Iterator[ModelCheck]:
    names = [name for name in parent.column_of_source if parent.table.column(name)][:_MOST_KEYS]
    counts = [questions.sql.distinct_count(_own(parent.table, name)) for name in names]
    total, *distinct = questions.in_one_row(parent.table, ["count(*)", *counts])
    key = next((name for name, count in zip(names, distinct, strict=True) if count == total and total), None)
    if key is None:
        yield ModelCheck(
            CheckStatus.OK if rows == total else CheckStatus.UNKNOWN, "rows", f"{rows:,}; {parent.label} has {total:,}"
        )
        return
    sql, own_key = questions.sql, _own(table, parent.column_of_source[key])
    missing = questions.number(sql.orphans(parent.table, _own(parent.table, key).name, table, own_key.name))
    present, different = questions.in_one_row(table, [f"count({sql.name(own_key.name)})", sql.distinct_count(own_key)])
    summary = f"{total - missing:,} of the {total:,} rows of {parent.label} (by {key})"
    if present > different:
        grouped = "" if not conditions.get("join key") else f"; joined by {_joined_texts(conditions['join key'])}"
        summary += (
            f", {present - different:,} times more than once: "
            f"rows are multiplied, if a row here is one of {parent.label}"
        )
        yield ModelCheck(CheckStatus.WARNING, "rows", summary + grouped)
    elif missing:
        why = [f"{kind} {_joined_texts(texts)}" for kind, texts in conditions.items() if kind in ("filter", "join key")]
        summary += f"; {missing:,} are missing: " + ("; ".join(why) if why else "nothing in the SQL filters them")
        yield ModelCheck(CheckStatus.WARNING if why else CheckStatus.FAILED, "rows", summary)
    else:
        yield ModelCheck(CheckStatus.OK, "rows", f"{summary}, each once")


def _nulls(parent: _Parent, table: Table, rows: int, questions: SourceQueries) -> Iterator[ModelCheck]:
    """Find columns with nulls in the model but none in the parent, which indicates a left join without a match."""
    pairs = [(name, own) for name, own in parent.column_of_source.items() if parent.table.column(name)]
    if not pairs or not rows:
        return
    filled = questions.filled(table, [_own(table, own) for _, own in pairs])
    before = questions.filled(parent.table, [_own(parent.table, name) for name, _ in pairs])
    total = questions.count(parent.table)
    come = [
        f"{own} ({rows - count:,} of {rows:,})"
        for (_, own), count, known in zip(pairs, filled, before, strict=True)
        if count < rows and known == total
    ]
    if come:
        text = f"nulls that {parent.label} does not have: {', '.join(come)}; a join finds no match for these rows"
        yield ModelCheck(CheckStatus.WARNING, "nulls", text)


def _own(table: Table, name: str) -> Column:
    column = table.column(name)
    assert column is not None
    return column


def _joined_texts(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - 3} more" if len(texts) > 3 else ""
    return ", ".join(f"`{text}`" for text in texts[:3]) + more
