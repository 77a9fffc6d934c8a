"""Compares what a project declares with what it builds."""

from __future__ import annotations

from collections.abc import Iterator

from headwater.context.lineage._names import find_name
from headwater.context.lineage._record import NodeRecord
from headwater.context.lineage._records import Records
from headwater.dbt import Location, Node, NodeKind, ProblemKind
from headwater.dbt.jinja import UNRESOLVED

FindingFields = tuple[str, str, str, Location]
_KINDS = (
    *("missing model", "missing column", "dangling ref", "dangling source", "not built"),
    *("undeclared table", "bypassed ref", "undeclared column"),
)
"""The kinds of findings, the most severe first: what is broken, what cannot be traced, and missing declarations."""
_OF_PROBLEM = {ProblemKind.REF: "dangling ref", ProblemKind.SOURCE: "dangling source"}


def contract(records: Records) -> list[FindingFields]:
    """Return findings as (kind, subject, message, location), sorted by severity and then by file."""
    return sorted(
        (*_missing(records), *_of_nodes(records), *_of_readers(records)),
        key=lambda entry: (_KINDS.index(entry[0]), entry[3], entry[1]),
    )


def _missing(records: Records) -> Iterator[FindingFields]:
    for kind, declaration in records.project.declared_only:
        columns = ", ".join(column.name for column in declaration.columns.values())
        message = f"{kind.value} {declaration.name} is declared, but nothing builds it"
        yield (
            "missing model",
            declaration.name,
            message + (f"; its columns should be {columns}" if columns else ""),
            declaration.place,
        )


def _of_nodes(records: Records) -> Iterator[FindingFields]:
    project = records.project
    for name, record in records.records.items():
        node = project.nodes.get(name) or project.singular_tests[name]
        if record.disabled:
            continue
        for problem in record.problems:
            if problem.kind in _OF_PROBLEM:
                yield _OF_PROBLEM[problem.kind], node.label, problem.message, problem.place
        yield from _direct(records, node, record)
        if node.kind in (NodeKind.MODEL, NodeKind.SNAPSHOT):
            yield from _columns(node, record)
            yield from _built(records, node, record)


def _direct(records: Records, node: Node, record: NodeRecord) -> Iterator[FindingFields]:
    for table, unique_id in record.direct:
        known = records.project.nodes.get(unique_id)
        if known is not None:
            message = f"reads {table} by its name; {known.label} should be read with ref or source"
            yield "bypassed ref", node.label, message, node.place
        elif UNRESOLVED not in table:
            yield "undeclared table", node.label, f"reads {table}, which no source declares", node.place


def _columns(node: Node, record: NodeRecord) -> Iterator[FindingFields]:
    """Compare the declared columns with those in the SQL, if all of the latter are known."""
    if not record.sql or record.is_open or not node.columns:
        return
    for name, column in node.columns.items():
        if find_name(record.columns, column.name) is None:
            yield "missing column", f"{node.label}.{name}", f"column {name} is declared, but not selected", column.place
    for name in record.columns:
        if find_name(node.columns, name) is None:
            yield (
                "undeclared column",
                f"{node.label}.{name}",
                f"column {name} is selected, but not declared",
                node.place,
            )


def _built(records: Records, node: Node, record: NodeRecord) -> Iterator[FindingFields]:
    """Compare the SQL's columns with those of the warehouse table, if these were given."""
    built = records.built_columns(node)
    if built is None or not record.sql or record.is_open:
        return
    for name in record.columns:
        if find_name(built, name) is None:
            yield (
                "not built",
                f"{node.label}.{name}",
                f"column {name} is selected, but not in the built table",
                node.place,
            )
    for name in built:
        if find_name(record.columns, name) is None:
            yield (
                "not built",
                f"{node.label}.{name}",
                f"column {name} is in the built table, but not selected",
                node.place,
            )


def _of_readers(records: Records) -> Iterator[FindingFields]:
    """Check the references in tests, exposures and semantic models."""
    project = records.project
    for exposure in project.exposures:
        for reference in exposure.references:
            if project.resolve(reference, exposure.package) is None:
                message = f"exposure {exposure.name} depends on {reference}, which does not exist"
                yield "dangling ref", exposure.name, message, reference.place
    for model in project.semantic_models:
        if model.model is not None and project.resolve(model.model, model.package) is None:
            message = f"semantic model {model.name} is over {model.model}, which does not exist"
            yield "dangling ref", model.name, message, model.place
    for test in project.tests:
        for reference, _ in test.references:
            if project.resolve(reference, test.package) is None:
                message = f"test {test.name} refers to {reference}, which does not exist"
                yield "dangling ref", test.name, message, test.place
