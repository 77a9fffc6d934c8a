"""Converts a project and the records of its nodes to the graph's relations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from headwater.context.lineage._build import RelationInput
from headwater.context.lineage._form import ROWS, EdgeKind
from headwater.context.lineage._graph import RelationKind
from headwater.context.lineage._names import find_name
from headwater.context.lineage._packed import Packed
from headwater.context.lineage._record import NodeRecord, RawEdge
from headwater.context.lineage._records import Records
from headwater.dbt import DbtProject, Node, NodeKind, SemanticModel, Test

_KINDS = {
    NodeKind.MODEL: RelationKind.MODEL,
    NodeKind.SEED: RelationKind.SEED,
    NodeKind.SNAPSHOT: RelationKind.SNAPSHOT,
    NodeKind.SOURCE: RelationKind.SOURCE,
    NodeKind.TEST: RelationKind.TEST,
}
_VALUE = "value"
"""The only column of a metric."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")


def relation_inputs(records: Records) -> Iterator[RelationInput]:
    """Yield every relation in a project: nodes, singular tests, semantic models, metrics and exposures."""
    project = records.project
    labels = labels_of(project, records.records)
    for node in (*project.nodes.values(), *project.singular_tests.values()):
        record = records.records.get(node.unique_id)
        if record is not None and record.disabled:
            continue
        yield _of_node(node, labels[node.unique_id], record, records)
    yield from _semantic(project, records)
    yield from _exposures(project, records)


def labels_of(project: DbtProject, records: Mapping[str, NodeRecord]) -> dict[str, str]:
    """Return the usual name of each node. If several nodes have the same name, the package is added as a prefix."""
    nodes = [*project.nodes.values(), *project.singular_tests.values()]
    labels = {node.unique_id: node.label for node in nodes}
    counts = Counter(label for name, label in labels.items() if name not in records or not records[name].disabled)
    for node in nodes:
        label = labels[node.unique_id]
        if counts[label] > 1:
            labels[node.unique_id] = f"{node.package}.{label}"
    return labels


def _of_node(node: Node, label: str, record: NodeRecord | None, records: Records) -> RelationInput:
    place, parents = node.place, record.parents if record is not None else ()
    packed = records.packed(node.unique_id)
    return RelationInput(node.unique_id, label, _KINDS[node.kind], packed, place.file, place.line, parents)


def _semantic(project: DbtProject, records: Records) -> Iterator[RelationInput]:
    measures: dict[str, tuple[str, str]] = {}
    for model in project.semantic_models:
        relation = _of_semantic_model(model, project, records)
        measures |= {
            field.name.lower(): (relation.unique_id, field.name.lower())
            for field in model.fields
            if field.kind == "measure"
        }
        yield relation
    metrics = {metric.name.lower(): f"metric.{metric.package}.{metric.name}" for metric in project.metrics}
    for metric in project.metrics:
        name = metric.name.lower()
        edges = []
        for input_name in dict.fromkeys(text.lower() for text in metric.inputs):
            source = measures.get(input_name) or ((metrics[input_name], _VALUE) if input_name in metrics else None)
            if source is not None and source[0] != metrics[name]:
                kind = EdgeKind.RENAMED if len(metric.inputs) == 1 else EdgeKind.TRANSFORMED
                edges.append(RawEdge(_VALUE, *source, kind, ()))
        place = metric.place
        parents = tuple(edge.relation for edge in edges)
        packed = Packed(records.texts, (_VALUE,), edges)
        label = f"metric.{metric.name}"
        yield RelationInput(metrics[name], label, RelationKind.METRIC, packed, place.file, place.line, parents)


def _of_semantic_model(model: SemanticModel, project: DbtProject, records: Records) -> RelationInput:
    edges: list[RawEdge] = []
    node = project.resolve(model.model, model.package) if model.model else None
    if node is not None:
        edges = _edges_of_semantic_model(model, node, records)
    return RelationInput(
        f"semantic_model.{model.package}.{model.name}",
        f"semantic_model.{model.name}",
        RelationKind.SEMANTIC_MODEL,
        Packed(records.texts, [field.name.lower() for field in model.fields], edges),
        model.place.file,
        model.place.line,
        (node.unique_id,) if node is not None else (),
    )


def _edges_of_semantic_model(model: SemanticModel, node: Node, records: Records) -> list[RawEdge]:
    base = records.base(node.unique_id)
    edges = [RawEdge(ROWS, node.unique_id, ROWS, EdgeKind.PASSED, ())]
    for field in model.fields:
        words = [word.lower() for word in _WORD.findall(field.expression)]
        bare = len(words) == 1 and words[0] == field.expression.lower()
        for word in dict.fromkeys(words):
            column = find_name(base.columns, word) or (word if base.open and bare else None)
            if column is not None:
                renamed = EdgeKind.PASSED if word == field.name.lower() else EdgeKind.RENAMED
                kind = EdgeKind.AGGREGATED if field.kind == "measure" else renamed if bare else EdgeKind.TRANSFORMED
                edges.append(RawEdge(field.name.lower(), node.unique_id, column, kind, ()))
    return edges


def _exposures(project: DbtProject, records: Records) -> Iterator[RelationInput]:
    for exposure in project.exposures:
        found = [project.resolve(reference, exposure.package) for reference in exposure.references]
        parents = tuple(dict.fromkeys(node.unique_id for node in found if node is not None))
        yield RelationInput(
            f"exposure.{exposure.package}.{exposure.name}",
            f"exposure.{exposure.name}",
            RelationKind.EXPOSURE,
            Packed(records.texts, (), [RawEdge(ROWS, parent, ROWS, EdgeKind.PASSED, ()) for parent in parents]),
            exposure.place.file,
            exposure.place.line,
            parents,
        )


def test_reads(test: Test, project: DbtProject, records: Records) -> list[tuple[str, str | None]]:
    """Return pairs of a unique id and a column for the columns that a generic or unit test reads.

    The column is None for a whole relation.
    """
    reads: list[tuple[str, str | None]] = []
    if test.node is not None:
        columns = records.base(test.node).columns
        columns_read = dict.fromkeys(word for word in test.mentions if word in columns)
        if test.column is not None:
            columns_read[find_name(columns, test.column) or test.column.lower()] = None
        reads += [(test.node, column) for column in columns_read] or [(test.node, None)]
    for reference, column in test.references:
        node = project.resolve(reference, test.package)
        if node is not None and (node.unique_id, None) not in reads:
            name = column and (find_name(records.base(node.unique_id).columns, column) or column.lower())
            reads.append((node.unique_id, name or None))
    return reads
