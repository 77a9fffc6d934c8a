"""Drafts all pages of a project: its relations, its metrics, and an overview."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

from headwater.context.semantic import Measure, NameReference, SemanticSource
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
from headwater.context.wiki._relation import relation_page
from headwater.dbt import NodeKind
from headwater.plurals import counted

_PAGE = "project.md"
_MOST = 400


def draft_pages(knowledge: Knowledge) -> list[PageDraft]:
    """Return the pages that are generated from what is known about a project."""
    pages = [_project_page(knowledge)]
    project = knowledge.project
    for node in project.nodes.values() if project else ():
        if node.kind is not NodeKind.TEST:
            pages.append(relation_page(knowledge, node, knowledge.tables.get(node.unique_id)))
    pages += [
        relation_page(knowledge, None, table) for table in knowledge.catalog.tables if table.name not in knowledge.nodes
    ]
    for source in knowledge.layer.sources.values():
        pages += [_metric_page(knowledge, source, measure) for measure in source.measures if not measure.hidden]
    return pages


def _project_page(knowledge: Knowledge) -> PageDraft:
    name = knowledge.project.name if knowledge.project else "project"
    kinds = Counter(node.kind.value for node in knowledge.project.nodes.values()) if knowledge.project else Counter()
    counts = [counted(count, kind) for kind, count in sorted(kinds.items())]
    counts += [counted(len(knowledge.catalog.tables), "scanned table")]
    summary = f"{', '.join(counts)}"
    return PageDraft(_PAGE, PageKind.PROJECT, name, "project", summary, tuple(_project_sections(knowledge)))


def _project_sections(knowledge: Knowledge) -> Iterator[PageSection]:
    sources = [
        f"- {md.text(source.name)}: {md.text(source.version or source.engine.value)}, {md.text(source.location)}"
        for source in knowledge.catalog.sources
    ]
    yield PageSection("databases", "\n".join(sources) or "None was scanned.", "Verified by a query of each.")
    if knowledge.project:
        nodes = [node for node in knowledge.project.nodes.values() if node.kind is not NodeKind.TEST]
        links = [f"- {node.kind.value} {md.link(node.label, page_of_model(node), _PAGE)}" for node in nodes]
        yield PageSection("models", _bullet_list(links), "Read from the files of the project.")
        problems = [f"- {md.text(problem)}" for problem in knowledge.project.problems]
        if problems:
            yield PageSection("problems", _bullet_list(problems), "Read from the files of the project.")
    tables = [
        f"- {md.link(str(table.name), page_of_table(table.name), _PAGE)}"
        for table in knowledge.catalog.tables
        if table.name not in knowledge.nodes
    ]
    if tables:
        yield PageSection("tables", _bullet_list(tables), "Verified by a query of each database.")
    metrics = [
        f"- {md.link(f'{source.name}.{measure.name}', page_of_metric(source.name, measure.name), _PAGE)}"
        for source in knowledge.layer.sources.values()
        for measure in source.measures
        if not measure.hidden
    ]
    if metrics:
        yield PageSection("metrics", _bullet_list(metrics), "Read from the semantic layer.")


def _metric_page(knowledge: Knowledge, source: SemanticSource, measure: Measure) -> PageDraft:
    path = page_of_metric(source.name, measure.name)
    file = knowledge.layer_files.get(source.name)
    place = f"Read from semantic/{file.name}." if file else "Read from the semantic layer."
    rule = _rule(measure)
    lines = [f"- {md.text(measure.description)}"] if measure.description else []
    lines += [f"- {md.text(rule)}", f"- rows: {md.text(source.name)}"]
    if source.grain:
        lines.append(f"- one row: {md.text(', '.join(source.grain))}")
    if source.default_time:
        lines.append(f"- time: {md.text(source.default_time)}")
    dimensions = [column.name for column in source.columns if not column.hidden]
    name = shlex.quote(str(NameReference((source.name,), measure.name)))
    use = f"    headwater context query --measure {name}\n\nIts own dimensions: {md.text(', '.join(dimensions), 2000)}"
    sections = (
        PageSection("definition", "\n".join(lines), place),
        PageSection("use", use, place),
    )
    summary = measure.description or rule
    return PageDraft(
        path, PageKind.METRIC, measure.name, f"{source.name}.{measure.name}", " ".join(summary.split())[:200], sections
    )


def _rule(measure: Measure) -> str:
    """Return the definition of a measure in one line."""
    if measure.agg is None:
        return str(measure.expr)
    rule = f"{measure.agg}({measure.expr or '*'})"
    conditions = [*([measure.filter] if measure.filter else []), *measure.segments]
    if conditions:
        rule += f" where {' and '.join(conditions)}"
    if measure.snapshot:
        rule += f" at the {measure.snapshot.keep} {measure.snapshot.time}"
    return rule


def _bullet_list(lines: list[str]) -> str:
    more = [f"- and {len(lines) - _MOST:,} more"] if len(lines) > _MOST else []
    return "\n".join(lines[:_MOST] + more)
