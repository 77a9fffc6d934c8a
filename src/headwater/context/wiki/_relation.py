"""Drafts the pages about models, about tables that dbt sources declare, and about tables unknown to dbt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from headwater.context._file_names import file_stem
from headwater.context.catalog import Column, ColumnProfile, ForeignKey, Origin, Table
from headwater.context.semantic import SemanticSource
from headwater.context.wiki import _markdown as md
from headwater.context.wiki._draft import (
    Knowledge,
    PageDraft,
    PageKind,
    PageSection,
    page_of_metric,
    page_of_model,
    page_of_table,
)
from headwater.dbt import Node, NodeKind

_VALUES = 8


def relation_page(knowledge: Knowledge, node: Node | None, table: Table | None) -> PageDraft:
    """Return the page about a dbt node, about a scanned table, or about both if the node built the table."""
    assert node is not None or table is not None
    writer = _RelationPageWriter(knowledge, node, table)
    if node is not None:
        kind = PageKind.SOURCE if node.kind is NodeKind.SOURCE else PageKind.MODEL
        subject, title, tags = node.unique_id, node.label, _tags(node)
    else:
        assert table is not None
        kind, subject, title, tags = PageKind.TABLE, str(table.name), table.name.qualified, ()
    return PageDraft(writer.path, kind, title, subject, writer.summary(), tuple(writer.sections()), tags)


class _RelationPageWriter:
    def __init__(self, knowledge: Knowledge, node: Node | None, table: Table | None) -> None:
        self._knowledge = knowledge
        self._node = node
        self._table = table
        if node is not None:
            self.path = page_of_model(node)
        else:
            assert table is not None
            self.path = page_of_table(table.name)

    def summary(self) -> str:
        declared = self._node.declaration.description if self._node and self._node.declaration else ""
        description = declared or (self._table.comment if self._table else None) or ""
        line = " ".join(description.split())
        if not line:
            columns = len(self._table.columns) if self._table else len(self._node.columns) if self._node else 0
            line = f"{'Table' if self._table else 'Model'} with {columns} columns"
        return line if len(line) <= 200 else line[:199] + "…"

    def sections(self) -> Iterator[PageSection]:
        yield from self._about()
        yield from self._built()
        yield from self._columns()
        yield from self._keys()
        yield from self._uses()
        yield from self._tests()
        yield from self._measures()

    def _about(self) -> Iterator[PageSection]:
        declaration = self._node.declaration if self._node else None
        if declaration and declaration.description.strip():
            yield PageSection("description", md.paragraph(declaration.description), f"Read from {declaration.place}.")
        elif self._table and self._table.comment:
            yield PageSection("description", md.paragraph(self._table.comment), "Read from the database's comment.")

    def _built(self) -> Iterator[PageSection]:
        lines, sources = [], []
        if self._node:
            lines.append(f"- {self._node.kind.value} in {md.text(self._node.place.file)}")
            sources.append("files of the project")
        if self._table:
            rows = f"{self._table.rows:,}" if self._table.rows is not None else "unknown"
            lines.append(f"- {self._table.kind.value} {md.text(self._table.name)}: {rows} rows")
            counted = "counted by a query" if self._table.rows_exact else "estimated by the engine"
            sources.append(f"rows {counted}")
            if self._table.problem:
                lines.append(f"- {md.text(self._table.problem)}")
        elif self._node:
            lines.append("- no scanned database has it as a table")
        yield PageSection("state", "\n".join(lines), f"Verified: {', '.join(sources)}.")

    def _columns(self) -> Iterator[PageSection]:
        declared = self._node.columns if self._node else {}
        rows = []
        for column in self._table.columns if self._table else ():
            entry = declared.get(column.name.lower())
            description = (entry.description if entry else "") or column.comment or ""
            rows.append(
                [md.text(column.name), md.text(column.native_type), *self._measured(column), md.text(description)]
            )
        built = {column.name.lower() for column in self._table.columns} if self._table else set()
        for name, missing in declared.items():
            if name not in built:
                state = "not built" if self._table else ""
                rows.append(
                    [md.text(missing.name), md.text(missing.data_type), state, "", "", md.text(missing.description)]
                )
        if rows:
            header = ("column", "type", "null", "distinct", "values", "description")
            yield PageSection("columns", md.table(header, rows), self._columns_from())

    def _measured(self, column: Column) -> list[str]:
        profile = column.profile
        if profile is None or self._table is None:
            return ["", "", ""]
        rate = column.null_rate(self._table.profiled_rows)
        distinct = f"{'' if profile.distinct_exact else '~'}{profile.distinct:,}"
        return ["" if rate is None else f"{rate:.1%}", distinct, _values(profile)]

    def _columns_from(self) -> str:
        parts = []
        if self._table:
            profiled = f"verified by a query over {self._table.profiled_rows:,} rows"
            parts.append(f"Types: as the database has them. Nulls and values: {profiled}.")
        if self._node and self._node.declaration and self._node.columns:
            parts.append(f"Descriptions: read from {self._node.declaration.place}.")
        return " ".join(parts)

    def _keys(self) -> Iterator[PageSection]:
        if self._table is None:
            return
        lines, inferred = [], False
        for key in self._knowledge.keys.get(self._table.name, ()):
            kind = "primary key" if key.primary else "unique"
            lines.append(f"- {kind}: {md.text(', '.join(key.columns))} ({_provenance(key.origin, key.evidence)})")
            inferred |= key.origin is Origin.INFERRED
        for reference, forwards in self._references():
            lines.append(self._reference(reference, forwards))
            inferred |= reference.origin is Origin.INFERRED
        if lines:
            provenance = (
                "Inferred keys: verified by queries over the values." if inferred else "Declared in the database."
            )
            yield PageSection("keys", "\n".join(lines), provenance)

    def _references(self) -> Iterator[tuple[ForeignKey, bool]]:
        assert self._table is not None
        name = self._table.name
        yield from ((key, True) for key in self._knowledge.references.get(name, ()))
        yield from ((key, False) for key in self._knowledge.referenced_by.get(name, ()))

    def _reference(self, key: ForeignKey, forwards: bool) -> str:
        other = key.to_table if forwards else key.table
        node = self._knowledge.nodes.get(other)
        path = page_of_model(node) if node else page_of_table(other)
        title = md.link(other.qualified, path, self.path)
        own_columns, target_columns = md.text(", ".join(key.columns)), md.text(", ".join(key.to_columns))
        ends = (
            f"{own_columns} → {title} ({target_columns})" if forwards else f"{target_columns} ← {title} ({own_columns})"
        )
        role = f", as {md.text(key.role)}" if key.role else ""
        return f"- {ends}{role} ({_provenance(key.origin, key.evidence)})"

    def _uses(self) -> Iterator[PageSection]:
        project = self._knowledge.project
        if project is None or self._node is None:
            return
        parents = self._nodes(self._knowledge.parents.get(self._node.unique_id, ()))
        down = self._nodes(self._knowledge.children.get(self._node.unique_id, ()))
        lines = [f"- built from {self._links(parents)}"] if parents else []
        lines += [f"- used by {self._links(down)}"] if down else []
        lines += [
            f"- shown in {md.text(exposure.kind)} {md.text(exposure.name)}"
            for exposure in project.exposures
            if any(self._node.name == each.args[-1] for each in exposure.references)
        ]
        if lines:
            yield PageSection("lineage", "\n".join(lines), "Read from the SQL and YAML of the project.")

    def _nodes(self, unique_ids: Sequence[str]) -> list[Node]:
        nodes = self._knowledge.project.nodes if self._knowledge.project else {}
        return [nodes[each] for each in unique_ids if each in nodes]

    def _links(self, nodes: Sequence[Node]) -> str:
        return ", ".join(md.link(node.label, page_of_model(node), self.path) for node in nodes)

    def _tests(self) -> Iterator[PageSection]:
        project = self._knowledge.project
        tests = [test for test in project.tests if self._node and test.node == self._node.unique_id] if project else []
        if tests:
            rows = [
                [md.text(test.test or test.name), md.text(test.column or ""), md.text(test.place)] for test in tests
            ]
            yield PageSection("tests", md.table(("test", "column", "where"), rows), "Read from the project; not run.")

    def _measures(self) -> Iterator[PageSection]:
        for source in self._knowledge.sources_of.get(self._table.name, ()) if self._table else ():
            lines = [
                self._measure(source, measure.name, measure.description)
                for measure in source.measures
                if not measure.hidden
            ]
            if lines:
                path = self._knowledge.layer_files.get(source.name)
                place = f"Read from semantic/{path.name}." if path else "Read from the semantic layer."
                yield PageSection(f"measures of {file_stem(source.name)}", "\n".join(lines), place)

    def _measure(self, source: SemanticSource, measure: str, description: str | None) -> str:
        title = md.link(measure, page_of_metric(source.name, measure), self.path)
        return f"- {title}" + (f": {md.text(description)}" if description else "")


def _values(profile: ColumnProfile) -> str:
    if profile.frequent_complete and len(profile.frequent) <= _VALUES:
        return ", ".join(md.text("null" if each.value is None else each.value, 40) for each in profile.frequent)
    if profile.range is not None and profile.range.min is not None:
        return f"{md.text(profile.range.min, 40)} … {md.text(profile.range.max, 40)}"
    return ""


def _provenance(origin: Origin, evidence: object) -> str:
    if origin is Origin.DECLARED:
        return "declared"
    reasons = "; ".join(getattr(evidence, "reasons", ()))
    return f"inferred: {md.text(reasons)}" if reasons else "inferred"


def _tags(node: Node) -> tuple[str, ...]:
    tags = node.config.get("tags") or ()
    return (tags,) if isinstance(tags, str) else tuple(str(tag) for tag in tags)
