"""Renders unit tests. A unit test is a model's template with the inputs replaced by given rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from headwater.dbt import NodeKind, Reference, Renderer
from headwater.dbt._properties import references_in
from headwater.dbt.engine._entries import Entries, UnitEntry
from headwater.dbt.engine._plan import FixtureRows, UnitTest, UnitTestInput
from headwater.dbt.engine._project import Overridden
from headwater.dbt.engine._reader import PlanReader


def add_unit_tests(reader: PlanReader, entries: Entries) -> None:
    """Add the unit tests declared in YAML to the reader's plan."""
    for entry in entries.units:
        if not reader.renders_test(_unique_id(reader, entry)):
            continue
        where = f"{entry.file}:{entry.line}"
        try:
            test = _unit_test(reader, entry)
        except ValueError as error:
            reader.plan.errors.append(f"{where}: unit test {entry.name}: {error}")
            continue
        reader.plan.unit_tests[test.unique_id] = test


def _unique_id(reader: PlanReader, entry: UnitEntry) -> str:
    return f"unit_test.{reader.project.name}.{entry.model}.{entry.name}"


def _unit_test(reader: PlanReader, entry: UnitEntry) -> UnitTest:
    project = reader.project
    place = reader.project.nodes[next(iter(project.nodes))].place if project.nodes else None
    assert place is not None
    model = project.resolve(Reference("ref", (entry.model,), place), project.name)
    if model is None or model.kind is not NodeKind.MODEL:
        raise ValueError(f"there is no model {entry.model}")
    overrides = entry.entry.get("overrides")
    overrides = overrides if isinstance(overrides, Mapping) else {}
    variables, macros = overrides.get("vars") or {}, overrides.get("macros") or {}
    renderer = Renderer(Overridden(project, variables, macros)) if variables or macros else reader.renderer
    # this statement forces rendering with Jinja, because rendering without Jinja treats every run as a first run
    rendered = renderer.render("{% set unit_test = true %}" + project.text(model.place), model)
    if rendered.failed:
        raise ValueError(str(rendered.problems[0]))
    sql = rendered.sql
    database = project.target.database
    fixtures = []
    for item in entry.entry.get("given") or []:
        name = str(item.get("input", ""))
        if name.strip() == "this":
            node, relation = model, reader.relation(model).within(database)
        else:
            reference = next(references_in(name, model.place), None)
            found = project.resolve(reference, project.name) if reference else None
            if found is None:
                raise ValueError(f"input {name[:80]} names no relation of this project")
            node = found
            qualified_name = reader.relation(node).within(database)
            relation = str_of_source(node) if node.kind is NodeKind.SOURCE else qualified_name
        cte = f"__dbt__cte__{node.name}"
        sql = sql.replace(relation, cte)
        if node.kind is NodeKind.MODEL and reader.materialized(node) == "ephemeral" and item.get("format") != "sql":
            raise ValueError(f"input {name}: the columns of an ephemeral model are not known; use `format: sql`")
        fixtures.append(UnitTestInput(cte, node.unique_id, _rows(item)))
    missing = {uid for _, uid in rendered.references if uid} - {one.unique_id for one in fixtures}
    if missing:
        raise ValueError(f"gives no rows for {', '.join(sorted(uid.rpartition('.')[2] for uid in missing))}")
    expected = entry.entry.get("expect")
    return UnitTest(
        _unique_id(reader, entry),
        entry.name,
        model.unique_id,
        sql,
        tuple(fixtures),
        _rows(expected if isinstance(expected, Mapping) else {}),
        entry.file,
        entry.line,
        tuple(dict.fromkeys([*(one.unique_id for one in fixtures), model.unique_id])),
    )


def str_of_source(node: Any) -> str:
    """Return a source's relation as templates print it."""
    return ".".join('"' + str(part).replace('"', '""') + '"' for part in (node.database, node.schema, node.identifier))


def _rows(item: Mapping[str, Any]) -> FixtureRows:
    form, rows = str(item.get("format", "dict")), item.get("rows")
    if item.get("fixture"):
        raise ValueError("fixtures in files are not read; write the rows here")
    if form == "dict":
        found = rows if isinstance(rows, list) else []
        if not all(isinstance(row, Mapping) for row in found):
            raise ValueError("rows of format dict must be mappings")
        return FixtureRows(tuple(dict(row) for row in found))
    if form == "csv":
        text = "\n".join(line.strip() for line in str(rows or "").strip().splitlines())
        read = csv.DictReader(io.StringIO(text), skipinitialspace=True)
        return FixtureRows(tuple({key: value or None for key, value in row.items() if key} for row in read))
    if form == "sql":
        return FixtureRows(sql=str(rows or ""))
    raise ValueError(f"rows of format {form!r}; there are dict, csv and sql")
